package redisclient_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"biom/shared/redisclient"
	"biom/shared/testenv"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(testenv.Closing(m)) }

func TestOpenNeedsNoServerAndRecovers(t *testing.T) {
	t.Parallel()
	server := testenv.StartRedis(t, testenv.RedisOptions{})
	server.Stop(t)
	client, err := redisclient.Open(server.URL(), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() })
	began := time.Now()
	if err := client.Ping(t.Context()).Err(); err == nil {
		t.Error("ping succeeded without a server")
	}
	if d := time.Since(began); d > time.Second {
		t.Errorf("refused connection noticed after %v", d)
	}
	server.Start(t)
	if err := client.Ping(t.Context()).Err(); err != nil {
		t.Errorf("after the start: %v", err)
	}
}

// Without ContextTimeoutEnabled this takes as long as the read time-out.
func TestDeadlineHoldsOnAHalfOpenServer(t *testing.T) {
	t.Parallel()
	server := testenv.StartRedis(t, testenv.RedisOptions{})
	client, err := redisclient.Open(server.URL()+"?read_timeout=30s", nil)
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
	began := time.Now()
	if err := client.Ping(ctx).Err(); err == nil {
		t.Error("a paused server answered")
	}
	if d := time.Since(began); d > 2*time.Second {
		t.Errorf("gave up after %v", d)
	}
	server.Resume(t)
	if err := client.Ping(t.Context()).Err(); err != nil {
		t.Errorf("after the pause: %v", err)
	}
}

func TestOpenRefusesBadURLsWithoutRepeatingThem(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{"", "localhost:6379", "http://u:s3cret@h", "redis://u:s3cret/x@h:1", "redis://u:s3cret@h/x", "redis://u:s3cret@h\x00"} {
		_, err := redisclient.Open(bad, nil)
		if err == nil {
			t.Errorf("%q accepted", bad)
		} else if strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%q: error repeats the password: %v", bad, err)
		}
	}
}
