package broker_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"biom/shared/broker"
)

func TestEmbeddedKeepsItsStreams(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	stream := jetstream.StreamConfig{Name: "S", Subjects: []string{"s.*"}, Storage: jetstream.FileStorage}
	for round := range 2 {
		embedded, err := broker.StartEmbedded(dir, 1<<20, nil)
		if err != nil {
			t.Fatal(err)
		}
		conn, err := broker.Connect(t.Context(), broker.Config{Embedded: embedded, MinPayload: 1 << 20})
		if err != nil {
			t.Fatal(err)
		}
		if err := conn.EnsureStreams(t.Context(), stream); err != nil {
			t.Fatal(err)
		}
		ack, err := conn.JS.Publish(t.Context(), "s.a", []byte("x"))
		if err != nil || ack.Sequence != uint64(round+1) {
			t.Errorf("round %d: %+v, %v", round, ack, err)
		}
		conn.Close()
		embedded.Shutdown()
	}
}

func TestServerWithTooSmallMessagesIsRefused(t *testing.T) {
	t.Parallel()
	embedded, err := broker.StartEmbedded(t.TempDir(), 1<<20, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(embedded.Shutdown)
	_, err = broker.Connect(t.Context(), broker.Config{Embedded: embedded, MinPayload: 1<<20 + 1})
	if err == nil || !strings.Contains(err.Error(), "max_payload") {
		t.Errorf("error %v", err)
	}
}

func TestNoServerIsSaid(t *testing.T) {
	t.Parallel()
	_, err := broker.Connect(t.Context(), broker.Config{URL: "nats://127.0.0.1:1", Wait: 100 * time.Millisecond})
	if err == nil || !strings.Contains(err.Error(), "BIOM_NATS_URL") {
		t.Errorf("error %v", err)
	}
}

func TestPasswordIsNotRepeated(t *testing.T) {
	t.Parallel()
	_, err := broker.Connect(t.Context(), broker.Config{URL: "nats://user:s3cret%zz@h:4222"})
	if err == nil || strings.Contains(err.Error(), "s3cret") || !strings.Contains(err.Error(), "BIOM_NATS_URL") {
		t.Errorf("error %v", err)
	}
}

func TestStreamsAreNeverThinnedOut(t *testing.T) {
	t.Parallel()
	embedded, err := broker.StartEmbedded(t.TempDir(), 1<<20, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(embedded.Shutdown)
	conn, err := broker.Connect(t.Context(), broker.Config{Embedded: embedded})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	for _, size := range []int64{2000, 1000, 3000} {
		if err := conn.EnsureStreams(t.Context(), jetstream.StreamConfig{Name: "S", Subjects: []string{"s"}, MaxBytes: size}); err != nil {
			t.Fatal(err)
		}
		s, err := conn.JS.Stream(t.Context(), "S")
		if err != nil || s.CachedInfo().Config.MaxBytes < max(size, 2000) {
			t.Errorf("%d: %+v, %v", size, s.CachedInfo().Config, err)
		}
	}
}

func TestConnectionComesBack(t *testing.T) {
	t.Parallel()
	port := freePort(t)
	start := func() *server.Server {
		s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: port, NoSigs: true, NoLog: true})
		if err != nil {
			t.Fatal(err)
		}
		s.Start()
		if !s.ReadyForConnections(10 * time.Second) {
			t.Fatal("the server did not start")
		}
		return s
	}
	first := start()
	conn, err := broker.Connect(t.Context(), broker.Config{URL: fmt.Sprintf("nats://127.0.0.1:%d", port)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	back, away := make(chan struct{}), conn.NATS.StatusChanged(nats.RECONNECTING)
	conn.OnReconnect(func() { close(back) })
	first.Shutdown()
	first.WaitForShutdown()
	<-away
	if err := conn.NATS.Publish("s", nil); err == nil {
		t.Error("a publish was kept for later while the server was away")
	}
	second := start()
	t.Cleanup(func() { second.Shutdown(); second.WaitForShutdown() })
	select {
	case <-back:
	case <-time.After(20 * time.Second):
		t.Fatal("the connection did not come back")
	}
}

func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// A server that stops reading blocks a large write, and with it everything
// else on the connection, for the write timeout only.
func TestHalfOpenServerIsLeft(t *testing.T) {
	t.Parallel()
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true, MaxPayload: 32 << 20})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	proxy, stall := stallingProxy(t, s.Addr().String())
	conn, err := broker.Connect(t.Context(), broker.Config{URL: "nats://" + proxy})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	stall()
	go func() { _ = conn.NATS.Publish("s", make([]byte, 30<<20)) }()
	asked := make(chan struct{})
	go func() {
		for conn.NATS.IsConnected() {
			time.Sleep(10 * time.Millisecond)
		}
		close(asked)
	}()
	select {
	case <-asked:
	case <-time.After(12 * time.Second):
		t.Fatal("the connection is still held to be good")
	}
}

// stallingProxy forwards to addr until stall is called; then it reads nothing
// more, and takes no new connection.
func stallingProxy(t *testing.T, addr string) (at string, stall func()) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	stalled := make(chan struct{})
	go func() {
		in, err := l.Accept()
		if err != nil {
			return
		}
		out, err := net.Dial("tcp", addr)
		if err != nil {
			return
		}
		t.Cleanup(func() { in.Close(); out.Close() })
		go func() { _, _ = io.Copy(in, out) }()
		for buf := make([]byte, 4096); ; {
			select {
			case <-stalled:
				return
			default:
			}
			_ = in.SetReadDeadline(time.Now().Add(10 * time.Millisecond))
			n, err := in.Read(buf)
			if _, werr := out.Write(buf[:n]); werr != nil || err != nil && !errors.Is(err, os.ErrDeadlineExceeded) {
				return
			}
		}
	}()
	t.Cleanup(func() { l.Close() })
	return l.Addr().String(), func() { close(stalled) }
}

func TestPassing(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		err  error
		want bool
	}{
		{nats.ErrNoResponders, true},
		{fmt.Errorf("publish: %w", context.DeadlineExceeded), true},
		{&jetstream.APIError{Code: 503}, true},
		{&jetstream.APIError{Code: 429}, true},
		{&jetstream.APIError{Code: 503, ErrorCode: 10077}, false}, // the stream is full
		{&net.OpError{Op: "write", Err: os.ErrDeadlineExceeded}, true},
		{&jetstream.APIError{Code: 400, ErrorCode: 10071}, false},
		{nats.ErrConnectionClosed, false},
		{errors.New("other"), false},
	} {
		if got := broker.Passing(c.err); got != c.want {
			t.Errorf("Passing(%v) = %v", c.err, got)
		}
	}
}
