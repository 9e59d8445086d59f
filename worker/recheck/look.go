package recheck

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"biom/shared/fair"
	"biom/shared/outage"
	"biom/worker/provider"
	"biom/worker/reader"
)

// OCR reads scans and pictures, which have no text. *local.Extractor implements it.
type OCR interface {
	// Witness reads a document.
	Witness(ctx context.Context, doc provider.Document) (*reader.Witness, error)
	Close() error
}

// desk reads documents by OCR while a model reads them too. A document never fails
// because of that: if OCR fails, or is not done in time, the model's answer is checked
// against the rules alone.
type desk struct {
	ocr     OCR
	places  *fair.Gate // bounds the memory of the documents that are being read
	failed  *outage.Recurring
	running sync.WaitGroup
}

func newDesk(ocr OCR, log *slog.Logger) *desk {
	return &desk{
		ocr:    ocr,
		places: fair.NewGate(fair.Limits{Places: documentsPerProcessor * fair.Processors()}),
		failed: &outage.Recurring{To: log, Message: "documents cannot be read by OCR, so a model's answers to them are checked against the rules alone"},
	}
}

// documentsPerProcessor is how many documents OCR reads at once for each processor. With
// more, each would be done later, and none would be done in time.
const documentsPerProcessor = 2

// look is the OCR of one document.
type look struct {
	desk  *desk
	stop  context.CancelFunc
	begun chan struct{} // closed when the document has a place
	done  chan struct{} // closed when witness and err are set

	witness *reader.Witness
	err     error
}

// begin starts to read a document. ctx is that of the job.
func (d *desk) begin(ctx context.Context, doc provider.Document) *look {
	ctx, cancel := context.WithCancel(ctx)
	l := &look{desk: d, stop: cancel, begun: make(chan struct{}), done: make(chan struct{})}
	d.running.Go(func() {
		defer cancel()
		defer close(l.done)
		l.witness, l.err = d.read(ctx, l, doc)
	})
	return l
}

// read waits for a place and reads the document.
func (d *desk) read(ctx context.Context, l *look, doc provider.Document) (w *reader.Witness, err error) {
	release, err := d.places.Enter(ctx, fair.Caller(ctx))
	if err != nil {
		return nil, err
	}
	defer release()
	close(l.begun)
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("panic of type %T\n%s", cause, debug.Stack()) // the value may quote the document
		}
	}()
	return d.ocr.Witness(ctx, doc)
}

// close waits until no document is being read, and closes the OCR.
func (d *desk) close() error {
	d.running.Wait()
	return d.ocr.Close()
}

// errLate is the error of a look that was not done in time.
var errLate = errors.New("OCR was not done in time")

// result waits for the end of the look, but no longer than a place takes for a look that has
// not begun, because too many documents are being read at once, and no longer than the end.
// A look that takes longer is stopped.
func (l *look) result(ctx context.Context, place, end time.Duration) (*reader.Witness, error) {
	noPlace, noEnd := time.NewTimer(min(place, end)), time.NewTimer(end)
	defer noPlace.Stop()
	defer noEnd.Stop()
	defer l.stop()
	select {
	case <-l.begun:
	case <-noPlace.C:
		return nil, errLate
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	select {
	case <-l.done:
		return l.witness, l.err
	case <-noEnd.C:
		return nil, errLate
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}
