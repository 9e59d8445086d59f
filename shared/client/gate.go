package client

import (
	"io"
	"sync/atomic"
	"time"
)

// gate lets net/http read an upload's content, until it is shut. net/http may
// go on reading after it has handed out an answer, when the caller may think
// that the content is its own again.
type gate struct {
	reading chan struct{} // holds one: a Read is under way
	shut    atomic.Bool
}

func newGate() *gate { return &gate{reading: make(chan struct{}, 1)} }

// gateWait is how long close waits for a Read. Files and memory are faster; a
// reader that blocks must not hold up an answer that is there.
const gateWait = time.Second

// close lets no Read begin any more and waits for one under way.
func (g *gate) close() {
	g.shut.Store(true)
	timeout := time.NewTimer(gateWait)
	defer timeout.Stop()
	select {
	case g.reading <- struct{}{}:
		<-g.reading
	case <-timeout.C:
	}
}

// gated is content behind a gate.
type gated struct {
	gate *gate
	r    io.Reader
}

func (g gated) Read(p []byte) (int, error) {
	g.gate.reading <- struct{}{}
	defer func() { <-g.gate.reading }()
	if g.gate.shut.Load() {
		return 0, io.ErrClosedPipe
	}
	return g.r.Read(p)
}

// closing shuts the gate together with the answer's body.
type closing struct {
	io.ReadCloser
	gate *gate
}

func (c closing) Close() error {
	err := c.ReadCloser.Close()
	c.gate.close()
	return err
}
