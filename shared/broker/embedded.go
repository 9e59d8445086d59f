package broker

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"biom/shared/clock"
)

// EmbeddedConfig configures an embedded server. Dir and MaxPayload are required.
type EmbeddedConfig struct {
	Dir        string // the directory of the streams
	MaxPayload int    // the size in bytes of the largest message
	// CanWrite returns nil if files in Dir can be written, else the reason why not.
	// It is asked before a restart after a write error; nil: files can be written.
	CanWrite   func() error
	CheckEvery time.Duration // how often the streams are checked; 0: 1 s
	Log        *slog.Logger  // nil: the server's messages are discarded
}

// Embedded is a NATS server with JetStream inside this process. It does not
// listen on a port.
//
// After a write error, for example on a full disk, a stream of nats-server refuses
// every write until the server is restarted
// (https://github.com/nats-io/nats-server/pull/7788). Embedded restarts its server as
// soon as files can be written again. The connections reconnect by themselves.
//
//	ready ──a stream reports a write error──▶ failed: Ready returns the error
//	  ▲                                         │
//	  └── CanWrite returns nil: restart ────────┘
type Embedded struct {
	cfg      EmbeddedConfig
	stop     context.CancelFunc
	watching sync.WaitGroup

	mu      sync.Mutex
	server  *server.Server
	failure error // why the streams take no messages; nil: they do
}

// restartPause is the least number of checks between two restarts. A fault that a
// restart does not cure must not keep the queue from working in between.
const restartPause = 10

// StartEmbedded starts a server. [Embedded.Shutdown] must be called.
//
// The server writes each message to the disk before it acknowledges it, as deploy/nats.conf has it:
// an accepted job survives a power failure.
func StartEmbedded(cfg EmbeddedConfig) (*Embedded, error) {
	if cfg.CheckEvery == 0 {
		cfg.CheckEvery = time.Second
	}
	if cfg.CanWrite == nil {
		cfg.CanWrite = func() error { return nil }
	}
	s, err := cfg.start()
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(context.Background())
	e := &Embedded{cfg: cfg, stop: stop, server: s}
	e.watching.Go(func() { e.watch(ctx) })
	return e, nil
}

// unlimited is the largest total size of all streams. The server would otherwise
// take three quarters of the free disk space, and refuse to open streams whose
// limits are larger together, although those limits are bounds and no needs.
const unlimited = 1 << 50

// start starts a server on the directory.
func (cfg EmbeddedConfig) start() (*server.Server, error) {
	s, err := server.NewServer(&server.Options{
		ServerName: "biom", StoreDir: cfg.Dir, JetStream: true, JetStreamMaxStore: unlimited, DontListen: true, NoSigs: true,
		MaxPayload: int32(cfg.MaxPayload), MaxPending: int64(cfg.MaxPayload) * 8, SyncAlways: true,
	})
	if err != nil {
		return nil, fmt.Errorf("broker: %w", err)
	}
	if cfg.Log != nil {
		s.SetLoggerV2(serverLog{cfg.Log}, false, false, false)
	}
	s.Start()
	if !s.ReadyForConnections(20 * time.Second) {
		stop(s)
		return nil, errors.New("broker: the embedded NATS server did not start; is " + cfg.Dir + " writable?")
	}
	return s, nil
}

// stop stops a server and waits until its files are closed.
func stop(s *server.Server) {
	s.Shutdown()
	s.WaitForShutdown()
}

// Shutdown stops the server and waits until its files are closed.
func (e *Embedded) Shutdown() {
	e.stop()
	e.watching.Wait()
	stop(e.current())
}

// InProcessConn returns a new connection to the server.
func (e *Embedded) InProcessConn() (net.Conn, error) { return e.current().InProcessConn() }

// Ready returns why the streams take no messages, or nil if they do.
func (e *Embedded) Ready() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.failure
}

func (e *Embedded) current() *server.Server {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.server
}

// watch checks the streams and restarts the server after a write error, until ctx
// ends.
func (e *Embedded) watch(ctx context.Context) {
	var down error // why the latest restart failed
	sinceRestart := restartPause
	for clock.Sleep(ctx, e.cfg.CheckEvery) == nil {
		failure := down
		if failure == nil {
			failure = writeError(e.current())
		}
		if sinceRestart++; failure != nil && sinceRestart > restartPause {
			if reason := e.cfg.CanWrite(); reason != nil {
				failure = reason
			} else {
				down = e.restart(failure)
				failure, sinceRestart = down, 0
			}
		}
		e.setFailure(failure)
	}
}

// writeError returns an error if a stream refuses writes, or if the server has
// switched JetStream off. Other findings of the server's health check are passing
// states, like a stream that is being created.
func writeError(s *server.Server) error {
	for _, e := range s.Healthz(&server.HealthzOptions{Details: true}).Errors {
		if e.Type == server.HealthzErrorJetStream || strings.Contains(e.Error, "write error") {
			return errors.New("broker: the embedded NATS server: " + e.Error)
		}
	}
	return nil
}

// restart replaces the server because of failure. It returns an error if the new one
// does not start; then the next check tries again.
func (e *Embedded) restart(failure error) error {
	if e.cfg.Log != nil {
		e.cfg.Log.Warn("files can be written again: the embedded NATS server is restarted", "error", failure)
	}
	stop(e.current())
	s, err := e.cfg.start()
	if err != nil {
		return err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.server = s
	return nil
}

// setFailure sets what Ready returns. A change is logged.
func (e *Embedded) setFailure(failure error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.cfg.Log != nil && failure != nil && e.failure == nil {
		e.cfg.Log.Error("the queue takes no jobs", "error", failure)
	}
	if e.cfg.Log != nil && failure == nil && e.failure != nil {
		e.cfg.Log.Info("the queue takes jobs again")
	}
	e.failure = failure
}

// serverLog writes the server's warnings and errors to the log. It drops notices
// and debug messages: they do not help an operator of biom.
type serverLog struct{ *slog.Logger }

func (l serverLog) Noticef(string, ...any) {}
func (l serverLog) Debugf(string, ...any)  {}
func (l serverLog) Tracef(string, ...any)  {}
func (l serverLog) Warnf(format string, v ...any) {
	if strings.HasPrefix(format, "Maximum payloads over") {
		return // expected: a job's message contains the whole file
	}
	l.Warn("NATS server: " + fmt.Sprintf(format, v...))
}

func (l serverLog) Errorf(format string, v ...any) {
	l.Error("NATS server: " + fmt.Sprintf(format, v...))
}
func (l serverLog) Fatalf(format string, v ...any) { l.Errorf(format, v...) }
