package broker_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"biom/shared/broker"
	"biom/shared/testenv"
)

// waitAtMost is how long a test waits for something that must happen.
const waitAtMost = 2 * time.Minute

func TestEmbeddedServerKeepsStreamsAfterRestart(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	stream := jetstream.StreamConfig{Name: "S", Subjects: []string{"s.*"}, Storage: jetstream.FileStorage}
	for round := range 2 {
		embedded, err := broker.StartEmbedded(broker.EmbeddedConfig{Dir: dir, MaxPayload: 1 << 20})
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

func TestConnectRefusesServerWithSmallMaxPayload(t *testing.T) {
	t.Parallel()
	embedded, err := broker.StartEmbedded(broker.EmbeddedConfig{Dir: t.TempDir(), MaxPayload: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(embedded.Shutdown)
	_, err = broker.Connect(t.Context(), broker.Config{Embedded: embedded, MinPayload: 1<<20 + 1})
	if err == nil || !strings.Contains(err.Error(), "max_payload") {
		t.Errorf("error %v", err)
	}
}

func TestConnectErrorNamesURLSettingWithoutServer(t *testing.T) {
	t.Parallel()
	_, err := broker.Connect(t.Context(), broker.Config{URL: "nats://127.0.0.1:1", Wait: 100 * time.Millisecond})
	if err == nil || !strings.Contains(err.Error(), "BIOM_NATS_URL") {
		t.Errorf("error %v", err)
	}
}

func TestConnectErrorDoesNotQuotePassword(t *testing.T) {
	t.Parallel()
	_, err := broker.Connect(t.Context(), broker.Config{URL: "nats://user:s3cret%zz@h:4222"})
	if err == nil || strings.Contains(err.Error(), "s3cret") || !strings.Contains(err.Error(), "BIOM_NATS_URL") {
		t.Errorf("error %v", err)
	}
}

func TestEnsureStreamsNeverLowersSize(t *testing.T) {
	t.Parallel()
	embedded, err := broker.StartEmbedded(broker.EmbeddedConfig{Dir: t.TempDir(), MaxPayload: 1 << 20})
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

// A process that starts leaves the streams and buckets alone that are already as it needs them.
func TestEnsureUpdatesOnlyWhatDiffers(t *testing.T) {
	t.Parallel()
	conn, err := broker.Connect(t.Context(), broker.Config{URL: testenv.NATS(t), Wait: waitAtMost})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	updates, err := conn.NATS.SubscribeSync("$JS.EVENT.ADVISORY.STREAM.UPDATED.>")
	if err != nil {
		t.Fatal(err)
	}
	var updated []string
	for _, size := range []int64{1 << 20, 1 << 20, 2 << 20} {
		for range 2 {
			if err := conn.EnsureStreams(t.Context(), jetstream.StreamConfig{Name: "S", Subjects: []string{"s"}, MaxBytes: size}); err != nil {
				t.Fatal(err)
			}
			if _, err := conn.EnsureBucket(t.Context(), jetstream.KeyValueConfig{Bucket: "B", MaxBytes: size, TTL: time.Hour}); err != nil {
				t.Fatal(err)
			}
		}
	}
	for len(updated) < 2 {
		m, err := updates.NextMsg(waitAtMost)
		if err != nil {
			t.Fatal(err)
		}
		updated = append(updated, m.Subject[strings.LastIndex(m.Subject, ".")+1:])
	}
	if n, _, err := updates.Pending(); n != 0 || err != nil || !slices.Equal(updated, []string{"S", "KV_B"}) {
		t.Errorf("updated %v and %d more, %v; want S and KV_B once", updated, n, err)
	}
}

// lagging is a server of a cluster that learns late what another process has just made.
type lagging struct {
	jetstream.JetStream
	unknown map[string]int // stream → how often it is still unknown
}

func (l *lagging) Stream(ctx context.Context, name string) (jetstream.Stream, error) {
	if l.lags(name) {
		return nil, jetstream.ErrStreamNotFound
	}
	return l.JetStream.Stream(ctx, name)
}

func (l *lagging) UpdateStream(ctx context.Context, cfg jetstream.StreamConfig) (jetstream.Stream, error) {
	if l.lags(cfg.Name) {
		return nil, jetstream.ErrStreamNotFound
	}
	return l.JetStream.UpdateStream(ctx, cfg)
}

func (l *lagging) CreateOrUpdateConsumer(ctx context.Context, stream string, cfg jetstream.ConsumerConfig) (jetstream.Consumer, error) {
	if l.lags(stream) {
		return nil, jetstream.ErrStreamNotFound
	}
	return l.JetStream.CreateOrUpdateConsumer(ctx, stream, cfg)
}

func (l *lagging) lags(stream string) bool {
	l.unknown[stream]--
	return l.unknown[stream] >= 0
}

// Of two processes that start with a new cluster, one may be told that a stream is there, and then by another server
// that it is not.
func TestStreamsThatAnotherProcessIsMaking(t *testing.T) {
	t.Parallel()
	conn, err := broker.Connect(t.Context(), broker.Config{URL: testenv.NATS(t), Wait: waitAtMost})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	cfg := jetstream.StreamConfig{Name: "S", Subjects: []string{"s"}, MaxBytes: 1 << 20}
	if err := conn.EnsureStreams(t.Context(), cfg); err != nil {
		t.Fatal(err)
	}
	late := &lagging{conn.JS, map[string]int{"S": 2}}
	conn.JS = late
	cfg.MaxBytes *= 2
	if err := conn.EnsureStreams(t.Context(), cfg); err != nil {
		t.Error(err)
	}
	late.unknown["S"] = 1
	if _, err := conn.EnsureConsumer(t.Context(), "S", jetstream.ConsumerConfig{Durable: "C"}); err != nil {
		t.Error(err)
	}
	late.unknown["S"] = 1
	if _, err := conn.AwaitStream(t.Context(), "S"); err != nil {
		t.Error(err)
	}
}

// The size of a stream bounds it; it is no need for disk space.
func TestEmbeddedServerReservesNoDiskSpace(t *testing.T) {
	t.Parallel()
	embedded, err := broker.StartEmbedded(broker.EmbeddedConfig{Dir: t.TempDir(), MaxPayload: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(embedded.Shutdown)
	conn, err := broker.Connect(t.Context(), broker.Config{Embedded: embedded, Wait: waitAtMost})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	stream := jetstream.StreamConfig{Name: "S", Subjects: []string{"s"}, MaxBytes: 1 << 48, Storage: jetstream.FileStorage} // more than any disk has
	if err := conn.EnsureStreams(t.Context(), stream); err != nil {
		t.Error(err)
	}
}

func TestErrorNamesRemedyForTooLittleStorage(t *testing.T) {
	t.Parallel()
	s := testenv.StartNATS(t, func(o *server.Options) { o.JetStreamMaxStore = 1 << 20 })
	conn, err := broker.Connect(t.Context(), broker.Config{URL: s.URL(), Wait: waitAtMost})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	err = conn.EnsureStreams(t.Context(), jetstream.StreamConfig{Name: "S", Subjects: []string{"s"}, MaxBytes: 1 << 30, Storage: jetstream.FileStorage})
	if err == nil || !strings.Contains(err.Error(), "max_file_store") || !strings.Contains(err.Error(), "BIOM_QUEUE_BYTES") {
		t.Errorf("error %v", err)
	}
}

func TestReconnect(t *testing.T) {
	t.Parallel()
	port := server.RANDOM_PORT
	start := func() *server.Server {
		s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: port, NoSigs: true, NoLog: true})
		if err != nil {
			t.Fatal(err)
		}
		s.Start()
		if !s.ReadyForConnections(waitAtMost) {
			t.Fatal("the server did not start")
		}
		return s
	}
	first := start()
	port = first.Addr().(*net.TCPAddr).Port // also for the second server
	conn, err := broker.Connect(t.Context(), broker.Config{URL: first.ClientURL(), Wait: waitAtMost})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	reconnected, disconnected := make(chan struct{}), conn.NATS.StatusChanged(nats.RECONNECTING)
	conn.OnReconnect(func() { close(reconnected) })
	first.Shutdown()
	first.WaitForShutdown()
	<-disconnected
	if err := conn.NATS.Publish("s", nil); err == nil {
		t.Error("a publish without a server did not fail")
	}
	second := start()
	t.Cleanup(func() { second.Shutdown(); second.WaitForShutdown() })
	select {
	case <-reconnected:
	case <-time.After(waitAtMost):
		t.Fatal("no reconnect")
	}
}

// A server that stops reading blocks a large write, and with it everything else
// on the connection. The write timeout must end the connection. The pings do not
// help: sending one waits for the write.
func TestWriteTimeoutEndsHalfOpenConnection(t *testing.T) {
	t.Parallel()
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true, MaxPayload: 32 << 20})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	proxy, stall := stallingProxy(t, s.Addr().String())
	conn, err := broker.Connect(t.Context(), broker.Config{URL: "nats://" + proxy, Wait: waitAtMost})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	disconnected := conn.NATS.StatusChanged(nats.RECONNECTING)
	stall()
	published := make(chan error, 1)
	go func() { published <- conn.NATS.Publish("s", make([]byte, 30<<20)) }()
	select {
	case <-disconnected:
	case <-time.After(waitAtMost):
		t.Fatal("the connection was not ended")
	}
	if err := <-published; !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("publish ended with %v, not with the write timeout", err)
	}
}

// stallingProxy forwards one connection to addr until stall is called. From then
// on it reads nothing more from the client. It accepts no second connection.
func stallingProxy(t *testing.T, addr string) (proxyAddr string, stall func()) {
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

func TestTemporary(t *testing.T) {
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
		if got := broker.Temporary(c.err); got != c.want {
			t.Errorf("Temporary(%v) = %v", c.err, got)
		}
	}
}
