// Package redisclient opens the connection to Redis. It is the only place that
// does, so that every user of Redis has the same time-outs.
package redisclient

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"runtime"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/maintnotifications"
)

// Time-outs for callers without a deadline of their own; an earlier deadline
// of the context wins. A healthy Redis answers in well under a millisecond.
const (
	dialTimeout = time.Second
	ioTimeout   = time.Second
	poolTimeout = time.Second
)

// Open makes a client for a URL like redis://user:password@host:6379/0 (rediss
// for TLS, unix for a socket). It validates the URL and connects with the first
// command, because the service must start while Redis is down. Parameters of
// the URL (read_timeout, pool_size, …) win over the values chosen here.
//
// The driver's own log is one for the process; the last Open decides where it
// goes, nil means nowhere.
func Open(rawURL string, log *slog.Logger) (*redis.Client, error) {
	opts, err := parse(rawURL)
	if err != nil {
		return nil, err
	}
	redis.SetLogger(driverLog{log})
	opts.ContextTimeoutEnabled = true // or a half-open server holds callers for seconds
	opts.DialTimeout = cmp.Or(opts.DialTimeout, dialTimeout)
	opts.ReadTimeout = cmp.Or(opts.ReadTimeout, ioTimeout)
	opts.WriteTimeout = cmp.Or(opts.WriteTimeout, ioTimeout)
	opts.PoolTimeout = cmp.Or(opts.PoolTimeout, poolTimeout)
	opts.PoolSize = cmp.Or(opts.PoolSize, max(32, 10*runtime.GOMAXPROCS(0)))
	opts.ConnMaxIdleTime = cmp.Or(opts.ConnMaxIdleTime, 5*time.Minute)
	// Scripts here are idempotent, so a lost connection is tried again at once;
	// a refused one is not: the caller has an answer for "Redis is down".
	opts.MaxRetries = cmp.Or(opts.MaxRetries, 2)
	opts.MinRetryBackoff = cmp.Or(opts.MinRetryBackoff, 2*time.Millisecond)
	opts.MaxRetryBackoff = cmp.Or(opts.MaxRetryBackoff, 20*time.Millisecond)
	opts.DialerRetries = 1
	// A feature of Redis Enterprise that costs a failing command on each connection elsewhere.
	opts.MaintNotificationsConfig = &maintnotifications.Config{Mode: maintnotifications.ModeDisabled}
	return redis.NewClient(opts), nil
}

// parse never repeats the URL in an error: it holds the password.
func parse(rawURL string) (*redis.Options, error) {
	if _, err := url.Parse(rawURL); err != nil {
		return nil, errors.New("redis: not a URL: want redis://[user:password@]host[:port][/database]")
	}
	opts, err := redis.ParseURL(rawURL)
	if err != nil {
		return nil, fmt.Errorf("redis URL: %w", err)
	}
	return opts, nil
}

// driverLog sends the driver's messages to slog instead of standard error.
type driverLog struct{ log *slog.Logger }

func (d driverLog) Printf(ctx context.Context, format string, args ...any) {
	if d.log != nil {
		d.log.WarnContext(ctx, "redis driver", "message", fmt.Sprintf(format, args...))
	}
}
