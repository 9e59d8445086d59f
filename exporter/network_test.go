package exporter_test

import (
	"errors"
	"net"
	"sync"
	"testing"
	"time"

	"biom/exporter"
)

// memoryNetwork is a listener whose connections are pipes in memory without a
// buffer. In a synctest bubble, a client that waits on such a connection lets the
// fake clock advance, so that the time limits of production can be tested at once,
// on a machine of any speed.
type memoryNetwork struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func newMemoryNetwork() *memoryNetwork {
	return &memoryNetwork{conns: make(chan net.Conn), closed: make(chan struct{})}
}

func (n *memoryNetwork) Accept() (net.Conn, error) {
	select {
	case conn := <-n.conns:
		return conn, nil
	case <-n.closed:
		return nil, net.ErrClosed
	}
}

func (n *memoryNetwork) Close() error {
	n.once.Do(func() { close(n.closed) })
	return nil
}

func (n *memoryNetwork) Addr() net.Addr { return &net.UnixAddr{Name: "memory", Net: "unix"} }

func (n *memoryNetwork) dial() (net.Conn, error) {
	client, server := net.Pipe()
	select {
	case n.conns <- server:
		return client, nil
	case <-n.closed:
		return nil, errors.New("the server was shut down")
	}
}

// setupInBubble returns a client of an exporter with the time limits of production,
// over a network in memory. It is for synctest bubbles.
func setupInBubble(t *testing.T, change ...func(*exporter.Config)) *client {
	t.Helper()
	limits := func(c *exporter.Config) { c.ReadTimeout, c.WriteTimeout = 10*time.Second, 10*time.Second }
	c, server := newClient(t, append([]func(*exporter.Config){limits}, change...)...)
	network := newMemoryNetwork()
	c.dial = network.dial
	serve(t, server, network)
	return c
}
