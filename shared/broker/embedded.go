package broker

import (
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// Embedded is a NATS server with JetStream inside this process. It does not
// listen on a port.
type Embedded struct{ server *server.Server }

// StartEmbedded starts a server that stores its streams in dir and accepts
// messages of up to maxPayload bytes. A nil log discards the server's messages.
//
// The server does not fsync every write. The jobs in this queue belong to HTTP
// requests of the same process, which do not survive a power failure either.
func StartEmbedded(dir string, maxPayload int, log *slog.Logger) (*Embedded, error) {
	s, err := server.NewServer(&server.Options{
		ServerName: "biom", StoreDir: dir, JetStream: true, DontListen: true, NoSigs: true,
		MaxPayload: int32(maxPayload), MaxPending: int64(maxPayload) * 8,
	})
	if err != nil {
		return nil, fmt.Errorf("broker: %w", err)
	}
	if log != nil {
		s.SetLoggerV2(serverLog{log}, false, false, false)
	}
	s.Start()
	if !s.ReadyForConnections(20 * time.Second) {
		s.Shutdown()
		return nil, errors.New("broker: the embedded NATS server did not start; is " + dir + " writable?")
	}
	return &Embedded{s}, nil
}

// Shutdown stops the server and waits until its files are closed.
func (e *Embedded) Shutdown() {
	e.server.Shutdown()
	e.server.WaitForShutdown()
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
