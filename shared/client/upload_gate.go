package client

import (
	"io"
	"sync/atomic"
	"time"
)

// gate lets net/http read the content of an upload until the gate is closed.
// net/http may still read after it has returned a response. By then the caller
// may use the content for something else.
type gate struct {
	reading chan struct{} // has a capacity of one, and is full during a Read
	closed  atomic.Bool
}

func newGate() *gate { return &gate{reading: make(chan struct{}, 1)} }

// gateTimeout is how long close waits for a Read. Reading a file or memory takes
// less; a reader that blocks must not delay a response that has arrived.
const gateTimeout = time.Second

// close prevents further Reads, and waits up to gateTimeout for one that has begun.
func (g *gate) close() {
	g.closed.Store(true)
	timeout := time.NewTimer(gateTimeout)
	defer timeout.Stop()
	select {
	case g.reading <- struct{}{}:
		<-g.reading
	case <-timeout.C:
	}
}

// gatedReader reads from r while the gate is open.
type gatedReader struct {
	gate *gate
	r    io.Reader
}

func (g gatedReader) Read(p []byte) (int, error) {
	g.gate.reading <- struct{}{}
	defer func() { <-g.gate.reading }()
	if g.gate.closed.Load() {
		return 0, io.ErrClosedPipe
	}
	return g.r.Read(p)
}

// gatedBody is a response body that also closes the gate.
type gatedBody struct {
	io.ReadCloser
	gate *gate
}

func (b gatedBody) Close() error {
	err := b.ReadCloser.Close()
	b.gate.close()
	return err
}
