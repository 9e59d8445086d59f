package broker_test

import (
	"errors"
	"os"
	"os/exec"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"biom/shared/broker"
	"biom/shared/testenv"
)

// The limit on the size of files makes every write fail in the kernel. It holds for
// the whole process, so the test runs in one of its own.
func TestEmbeddedServerWorksAgainAfterWriteError(t *testing.T) {
	t.Parallel()
	const inChild = "BIOM_TEST_FILE_LIMIT"
	if os.Getenv(inChild) != "" {
		workAgainAfterWriteError(t)
		return
	}
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(executable, "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Env = append(os.Environ(), inChild+"=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func workAgainAfterWriteError(t *testing.T) {
	var full atomic.Bool
	errFull := errors.New("the disk is full")
	embedded, err := broker.StartEmbedded(broker.EmbeddedConfig{
		Dir: t.TempDir(), MaxPayload: 1 << 20, CheckEvery: 10 * time.Millisecond, CanWrite: func() error {
			if full.Load() {
				return errFull
			}
			return nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(embedded.Shutdown)
	conn, err := broker.Connect(t.Context(), broker.Config{Embedded: embedded, Wait: waitAtMost})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	stream := jetstream.StreamConfig{Name: "S", Subjects: []string{"s"}, Storage: jetstream.FileStorage}
	if err := conn.EnsureStreams(t.Context(), stream); err != nil {
		t.Fatal(err)
	}
	for round := range uint64(2) {
		if stored := publish(t, conn); stored != round+1 {
			t.Fatalf("message %d is the first one after %d", stored, round)
		}
		full.Store(true)
		limitFiles(t, 0)
		if _, err := conn.JS.Publish(t.Context(), "s", []byte("lost")); err == nil {
			t.Error("a message was stored on a full disk")
		}
		testenv.Await(t, "the failure", func() bool { return errors.Is(embedded.Ready(), errFull) })
		limitFiles(t, ^uint64(0))
		full.Store(false)
		testenv.Await(t, "the end of the failure", func() bool { return embedded.Ready() == nil })
	}
}

// publish publishes until a message is stored, and returns its sequence number.
func publish(t *testing.T, conn *broker.Conn) (sequence uint64) {
	t.Helper()
	testenv.Await(t, "a stored message", func() bool {
		ack, err := conn.JS.Publish(t.Context(), "s", []byte("x"), jetstream.WithMsgID(time.Now().String()))
		if err == nil {
			sequence = ack.Sequence
		}
		return err == nil
	})
	return sequence
}

func limitFiles(t *testing.T, size uint64) {
	t.Helper()
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: size, Max: ^uint64(0)}); err != nil {
		t.Fatal(err)
	}
}
