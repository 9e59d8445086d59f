package recheck

import (
	"cmp"
	"context"
	"errors"
	"math"
	"net/http"
	"time"

	"biom/shared/biometry"
	"biom/shared/problem"
	"biom/worker/provider"
	"biom/worker/reader"
)

// reserve is how long before the job's deadline the second call ends. If the provider
// hangs, only the doubtful values are lost, not the whole answer.
const reserve = time.Second

// prepared is one document with its text.
type prepared struct {
	provider.Prepared

	cfg    Config
	counts *counts
	text   *witness                           // nil: there is nothing to compare the answer with
	again  func(why string, fields ...string) // see [provider.Options]; may be nil

	doc  provider.Document
	desk *desk // reads the document by OCR; nil: it is not read, or has been begun
	look *look // nil: not begun, or its result is in text
}

// Close implements [provider.Prepared].
func (p *prepared) Close() error {
	if p.look != nil {
		p.look.stop()
	}
	return p.Prepared.Close()
}

// Extract implements [provider.Prepared].
func (p *prepared) Extract(ctx context.Context, faults []biometry.Fault) (provider.Answer, error) {
	began := p.cfg.Now()
	if p.desk != nil {
		p.look, p.desk = p.desk.begin(ctx, p.doc), nil
	}
	out, err := p.Prepared.Extract(ctx, faults)
	if err != nil {
		return provider.Answer{}, err
	}
	original, err := parse(out.JSON)
	if err != nil {
		return out, nil //nolint:nilerr // validation will fail too, and the worker asks again
	}
	took := p.cfg.Now().Sub(began)
	p.awaitLook(ctx, took)
	first := judge(p.text, original)
	if len(first.doubts) == 0 {
		p.counts.add(first, 0)
		out.Evidence = p.text.evidence(original, out.Withheld)
		return out, nil
	}
	second, tokens := p.readAgain(ctx, first, took)
	out.Tokens = out.Tokens.Add(tokens)
	if ctx.Err() != nil {
		return provider.Answer{}, context.Cause(ctx)
	}
	resolved, withheld, err := resolve(p.text, original, first, second)
	if err != nil {
		return provider.Answer{}, err
	}
	p.counts.add(first, len(withheld))
	out.JSON, err = resolved.json()
	out.Withheld = append(out.Withheld, withheld...)
	out.Evidence = p.text.evidence(resolved, out.Withheld)
	return out, err
}

// awaitLook waits for what OCR says to the document, for at most half of the time that the
// job has left: the other half is for a second call. took is how long the first call took.
// Nothing that OCR does fails the job.
func (p *prepared) awaitLook(ctx context.Context, took time.Duration) {
	l := p.look
	if l == nil {
		return
	}
	p.look = nil
	end := time.Duration(math.MaxInt64)
	if deadline, ok := ctx.Deadline(); ok {
		end = deadline.Sub(p.cfg.Now()) / 2
	}
	w, err := l.result(ctx, max(took, time.Second), end)
	switch {
	case ctx.Err() != nil: // the job has ended
	case errors.Is(err, errLate):
		p.counts.look(late)
	case err != nil:
		p.counts.look(failed)
		l.desk.failed.Note(ctx, "error", err)
	default:
		p.counts.look(understood(w))
		p.text = &witness{Witness: w}
	}
}

func understood(w *reader.Witness) (outcome string) {
	if w.Silent() {
		return nothing
	}
	return answered
}

// readAgain makes the second call, which names the fields in doubt. took is how long
// the first call took. It returns nil if there is no time for a call, or if the call
// fails or gives no valid report; then the doubts remain.
func (p *prepared) readAgain(ctx context.Context, first *judgement, took time.Duration) (*answer, provider.Tokens) {
	if deadline, ok := ctx.Deadline(); ok {
		if deadline.Sub(p.cfg.Now()) < took+reserve {
			p.counts.request(noTime)
			return nil, provider.Tokens{}
		}
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, deadline.Add(-reserve))
		defer cancel()
	}
	if p.again != nil {
		p.again(first.why(), withheldPaths(first.doubts)...)
	}
	out, err := p.Prepared.Extract(ctx, first.faults())
	if err != nil {
		p.counts.request(failed)
		p.cfg.Log.Warn("a second look at doubtful values failed, so they are withheld", "values", len(first.doubts), "error", err)
		return nil, out.Tokens
	}
	second, err := parse(out.JSON)
	if err != nil {
		p.counts.request(invalid)
		return nil, out.Tokens
	}
	p.counts.request(answered)
	return second, out.Tokens
}

// resolve takes the values in doubt from the second answer, or the whole answer if the
// eyes were exchanged in the first, and replaces what is still in doubt by null.
// withheld are the values that are lost by this. second may be nil.
func resolve(text *witness, original *answer, first *judgement, second *answer) (out *answer, withheld []biometry.Withheld, err error) {
	merged, last := original, first
	switch {
	case second == nil:
	case first.exchanged:
		original, merged, last = second, second, judge(text, second)
	default:
		if m := original.with(second, first.doubts); m != nil {
			merged, last = m, judge(text, m)
		}
	}
	if out, err = merged.without(last.doubts); err != nil {
		return nil, nil, err
	}
	if out.hasNoMeasurement() {
		return nil, nil, contradicted()
	}
	missing := original.missingIn(out)
	fields := missing
	if first.exchanged && last.exchanged {
		fields = ofOtherEye(missing) // name the eyes to which the values belong
	}
	for i, field := range withheldPaths(fields) {
		withheld = append(withheld, biometry.Withheld{Field: field, Reason: cmp.Or(last.reason(missing[i]), first.reason(missing[i]))})
	}
	return out, withheld, nil
}

// contradicted returns the problem of an answer in which no measurement is left.
func contradicted() error {
	return problem.New(http.StatusInternalServerError, problem.ExtractionFailed,
		"The report was read, but the values are not possible, or not those that the document's text gives for either eye, "+
			"so none is returned. Try again, or enter the values by hand.").
		With("reason", provider.ReasonInvalidOutput)
}
