package exporter

import (
	"io"
	"sync"

	"github.com/klauspost/compress/flate"
)

// compressors are reused: making one costs as much as deflating some reports.
// Deflating many small files is a third of an export, and klauspost's flate
// does it in two thirds of the standard library's time.
var compressors = sync.Pool{New: func() any {
	w, err := flate.NewWriter(nil, flate.BestSpeed)
	if err != nil {
		panic(err) // the level is a constant
	}
	return w
}}

// deflate is a zip.Compressor.
func deflate(w io.Writer) (io.WriteCloser, error) {
	c := compressors.Get().(*flate.Writer)
	c.Reset(w)
	return &compressor{c}, nil
}

type compressor struct{ *flate.Writer }

// Close ends the stream and gives the compressor back. What it was given goes
// with its next stream, which overwrites it.
func (c *compressor) Close() error {
	err := c.Writer.Close()
	compressors.Put(c.Writer)
	c.Writer = nil
	return err
}
