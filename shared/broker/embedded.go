package broker

import (
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// Embedded is a NATS server with JetStream in this process. It listens on no
// port.
type Embedded struct{ server *server.Server }

// StartEmbedded starts a server that keeps its streams in dir and takes
// messages of up to maxPayload bytes. It is not told to fsync every write:
// what waits in this queue belongs to connections of this same process, and
// neither outlives a power failure.
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

// serverLog passes on what the server has to complain about; its notices are
// of no interest to who runs biom.
type serverLog struct{ *slog.Logger }

func (l serverLog) Noticef(string, ...any) {}
func (l serverLog) Debugf(string, ...any)  {}
func (l serverLog) Tracef(string, ...any)  {}
func (l serverLog) Warnf(format string, v ...any) {
	if strings.HasPrefix(format, "Maximum payloads over") {
		return // the file travels inside the message by design
	}
	l.Warn("NATS server: " + fmt.Sprintf(format, v...))
}

func (l serverLog) Errorf(format string, v ...any) {
	l.Error("NATS server: " + fmt.Sprintf(format, v...))
}
func (l serverLog) Fatalf(format string, v ...any) { l.Errorf(format, v...) }
