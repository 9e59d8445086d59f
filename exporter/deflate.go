package exporter

import (
	"io"
	"sync"

	"github.com/klauspost/compress/flate"
)

// compressors holds compressors for reuse, because making one costs as much as
// compressing several reports. Compression takes a third of an export's time. The
// package klauspost/compress/flate needs two thirds of the time that compress/flate
// needs.
var compressors = sync.Pool{New: func() any {
	w, err := flate.NewWriter(nil, flate.BestSpeed)
	if err != nil {
		panic(err) // the level is a constant
	}
	return w
}}

// deflate is a zip.Compressor that takes its compressors from a pool.
func deflate(w io.Writer) (io.WriteCloser, error) {
	c := compressors.Get().(*flate.Writer)
	c.Reset(w)
	return &compressor{c}, nil
}

type compressor struct{ *flate.Writer }

// Close ends the stream and returns the compressor to the pool. The compressor
// keeps a part of the content until its next stream overwrites it.
func (c *compressor) Close() error {
	err := c.Writer.Close()
	compressors.Put(c.Writer)
	c.Writer = nil
	return err
}
