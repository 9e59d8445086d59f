// Package redisclient opens connections to Redis. Only this package does so, so
// that all have the same timeouts.
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

	"biom/shared/outage"
)

// The timeouts of a command. An earlier deadline of its context ends it earlier.
// Redis normally answers in well under a millisecond.
const (
	dialTimeout = time.Second
	ioTimeout   = time.Second
	poolTimeout = time.Second
)

// Open returns a client for a URL like redis://user:password@host:6379/0 (rediss
// for TLS, unix for a socket). It returns an error if the URL is not valid. The
// client connects at its first command, so that biom can start while Redis is
// unavailable. Parameters of the URL (read_timeout, pool_size, …) replace the
// defaults of this package.
//
// The Redis driver has one log for the whole process: each call of Open sends it
// to log, or discards it if log is nil.
func Open(rawURL string, log *slog.Logger) (*redis.Client, error) {
	opts, err := parse(rawURL)
	if err != nil {
		return nil, err
	}
	redis.SetLogger(&driverLog{outage.Recurring{To: cmp.Or(log, slog.New(slog.DiscardHandler)), Message: "redis driver"}})
	opts.ContextTimeoutEnabled = true // without it, a half-open connection ignores the deadline of a command
	opts.DialTimeout = cmp.Or(opts.DialTimeout, dialTimeout)
	opts.ReadTimeout = cmp.Or(opts.ReadTimeout, ioTimeout)
	opts.WriteTimeout = cmp.Or(opts.WriteTimeout, ioTimeout)
	opts.PoolTimeout = cmp.Or(opts.PoolTimeout, poolTimeout)
	opts.PoolSize = cmp.Or(opts.PoolSize, max(32, 10*runtime.GOMAXPROCS(0)))
	opts.ConnMaxIdleTime = cmp.Or(opts.ConnMaxIdleTime, 5*time.Minute)
	// All scripts of biom are idempotent, so a command is sent again if the
	// connection is lost. DialerRetries is 1 because a refused connection is not
	// worth a wait: the caller knows what to do while Redis is unavailable.
	opts.MaxRetries = cmp.Or(opts.MaxRetries, 2)
	opts.MinRetryBackoff = cmp.Or(opts.MinRetryBackoff, 2*time.Millisecond)
	opts.MaxRetryBackoff = cmp.Or(opts.MaxRetryBackoff, 20*time.Millisecond)
	opts.DialerRetries = 1
	// This is a feature of Redis Enterprise. On any other Redis it costs a command
	// that fails on each new connection.
	opts.MaintNotificationsConfig = &maintnotifications.Config{Mode: maintnotifications.ModeDisabled}
	return redis.NewClient(opts), nil
}

// parse returns the options in a URL. Its errors do not quote the URL, because it
// holds the password.
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

// driverLog logs the driver's messages instead of writing them to standard error. While Redis is
// unavailable, the driver has one for each command.
type driverLog struct{ outage.Recurring }

func (d *driverLog) Printf(ctx context.Context, format string, args ...any) {
	d.Note(ctx, "message", fmt.Sprintf(format, args...))
}
