// Package listen opens the public listener and serves on it until the process
// is told to stop.
package listen

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"
)

// Config says where to listen. Errors name the environment variables of the
// commands biom serve, biom api and biom exporter.
type Config struct {
	Address           string // host:port
	CertFile, KeyFile string // both empty: HTTP without TLS
	// DrainDelay is how long requests are still accepted after the process was told to stop,
	// so that a proxy sees that it is not ready before its connections are refused.
	DrainDelay time.Duration
}

// Server is what answers the requests: an *api.Server or an *exporter.Server.
type Server interface {
	HTTP() *http.Server
	Shutdown(ctx context.Context) error
}

// shutdownTimeout limits how long requests in progress may take after the process
// was told to stop. Publishing the waiting events and closing connections takes some
// seconds more, and orchestrators commonly kill a process after 30 s.
const shutdownTimeout = 22 * time.Second

// Serve listens until the drain delay after the end of ctx, then waits for the requests in
// progress. It calls ready with the address once requests are accepted.
func (c Config) Serve(ctx context.Context, server Server, ready func(url string)) error {
	listener, scheme, err := c.open()
	if err != nil {
		return err
	}
	httpServer := server.HTTP()
	failed := make(chan error, 1)
	go func() {
		if err := httpServer.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			failed <- err
		}
	}()
	ready(fmt.Sprintf("%s://%s", scheme, Address(listener.Addr())))
	select {
	case err = <-failed:
	case <-ctx.Done():
		select {
		case err = <-failed:
		case <-time.After(c.DrainDelay):
		}
	}
	stopping, cancel := context.WithTimeout(context.Background(), shutdownTimeout)
	defer cancel()
	return errors.Join(err, server.Shutdown(stopping))
}

func (c Config) open() (l net.Listener, scheme string, err error) {
	if l, err = net.Listen("tcp", c.Address); err != nil {
		return nil, "", fmt.Errorf("public listener: %w; set BIOM_LISTEN to another address", err)
	}
	if c.CertFile == "" && c.KeyFile == "" {
		return l, "http", nil
	}
	cert, err := tls.LoadX509KeyPair(c.CertFile, c.KeyFile)
	if err != nil {
		_ = l.Close()
		return nil, "", fmt.Errorf("BIOM_TLS_CERT and BIOM_TLS_KEY: %w", err)
	}
	return tls.NewListener(l, &tls.Config{
		Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"},
	}), "https", nil
}

// Address returns an address as a person types it: localhost instead of 127.0.0.1,
// ::1 and unspecified addresses. The name localhost does not reach other loopback
// addresses.
func Address(a net.Addr) string {
	host, port, err := net.SplitHostPort(a.String())
	if err != nil {
		return a.String()
	}
	if ip := net.ParseIP(host); host == "127.0.0.1" || host == "::1" || ip.IsUnspecified() {
		host = "localhost"
	}
	return net.JoinHostPort(host, port)
}
