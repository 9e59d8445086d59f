package redisclient_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"go.uber.org/goleak"

	"biom/shared/redisclient"
	"biom/shared/testenv"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(testenv.Closing(m)) }

// slowMachine holds parameters of a URL with timeouts that no test reaches.
const slowMachine = "?dial_timeout=10m&read_timeout=10m&write_timeout=10m&pool_timeout=10m"

// waitAtMost is how long a test waits for something that must happen.
const waitAtMost = 2 * time.Minute

// dialCounter counts the attempts to connect.
type dialCounter struct{ dials atomic.Int32 }

func (c *dialCounter) DialHook(next redis.DialHook) redis.DialHook {
	return func(ctx context.Context, network, addr string) (net.Conn, error) {
		c.dials.Add(1)
		return next(ctx, network, addr)
	}
}

func (c *dialCounter) ProcessHook(next redis.ProcessHook) redis.ProcessHook { return next }

func (c *dialCounter) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return next
}

func TestOpenNeedsNoServerAndReconnects(t *testing.T) {
	t.Parallel()
	server := testenv.StartRedis(t, testenv.RedisOptions{})
	server.Stop(t)
	client, err := redisclient.Open(server.URL()+slowMachine, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() })
	var counter dialCounter
	client.AddHook(&counter)
	if err := client.Ping(t.Context()).Err(); err == nil {
		t.Error("ping succeeded without a server")
	}
	// Three tries of the command, and one dial for each: without DialerRetries
	// the driver would dial five times for each, and pause in between.
	if n := counter.dials.Load(); n != 3 {
		t.Errorf("a refused connection was dialled %d times", n)
	}
	server.Start(t)
	if err := client.Ping(t.Context()).Err(); err != nil {
		t.Errorf("after the start: %v", err)
	}
}

// A paused server accepts commands but does not respond. The deadline of the
// context must end a command, although the read timeout is much longer.
func TestContextDeadlineEndsCommandOnHalfOpenConnection(t *testing.T) {
	t.Parallel()
	server := testenv.StartRedis(t, testenv.RedisOptions{})
	client, err := redisclient.Open(server.URL()+slowMachine, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() })
	if err := client.Ping(t.Context()).Err(); err != nil {
		t.Fatal(err)
	}
	server.Pause(t)
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	ended := make(chan error, 1)
	go func() { ended <- client.Ping(ctx).Err() }()
	select {
	case err := <-ended:
		if !errors.Is(err, os.ErrDeadlineExceeded) && !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("the command on a paused server ended with %v", err)
		}
	case <-time.After(waitAtMost):
		t.Error("the command did not end at the deadline of its context")
	}
	server.Resume(t)
	if err := client.Ping(t.Context()).Err(); err != nil {
		t.Errorf("after the pause: %v", err)
	}
}

// TestDriverLog: while Redis is unavailable, the driver does not fill the log.
func TestDriverLog(t *testing.T) { //nolint:paralleltest // the driver has one log for the whole process
	server := testenv.StartRedis(t, testenv.RedisOptions{})
	server.Stop(t)
	var log bytes.Buffer
	client, err := redisclient.Open(server.URL()+slowMachine, slog.New(slog.NewTextHandler(&log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	for range 5 {
		if err := client.Ping(t.Context()).Err(); err == nil {
			t.Error("ping succeeded without a server")
		}
	}
	if err := client.Close(); err != nil {
		t.Error(err)
	}
	if n := strings.Count(log.String(), "redis driver"); n != 1 {
		t.Errorf("%d lines:\n%s", n, &log)
	}
}

func TestOpenRefusesInvalidURLWithoutQuotingIt(t *testing.T) {
	t.Parallel()
	for _, invalid := range []string{"", "localhost:6379", "http://u:s3cret@h", "redis://u:s3cret/x@h:1", "redis://u:s3cret@h/x", "redis://u:s3cret@h\x00"} {
		_, err := redisclient.Open(invalid, nil)
		if err == nil {
			t.Errorf("%q accepted", invalid)
		} else if strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%q: the error quotes the password: %v", invalid, err)
		}
	}
}
