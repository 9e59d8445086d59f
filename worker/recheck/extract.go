package recheck

import (
	"context"
	"net/http"
	"time"

	"biom/shared/biometry"
	"biom/shared/problem"
	"biom/worker/provider"
)

// reserve is how long before the job's deadline the second call ends. If the provider
// hangs, only the doubtful values are lost, not the whole answer.
const reserve = time.Second

// prepared is one document with its text.
type prepared struct {
	provider.Prepared

	cfg    Config
	counts *counts
	text   *witness                           // nil: there is no text
	again  func(why string, fields ...string) // see [provider.Options]; may be nil
}

// Extract implements [provider.Prepared].
func (p *prepared) Extract(ctx context.Context, faults []biometry.Fault) (provider.Answer, error) {
	began := p.cfg.Now()
	out, err := p.Prepared.Extract(ctx, faults)
	if err != nil {
		return provider.Answer{}, err
	}
	original, err := parse(out.JSON)
	if err != nil {
		return out, nil //nolint:nilerr // validation will fail too, and the worker asks again
	}
	first := judge(p.text, original)
	if len(first.doubts) == 0 {
		p.counts.add(first, 0)
		return out, nil
	}
	second, tokens := p.readAgain(ctx, first, p.cfg.Now().Sub(began))
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
	out.Withheld = append(out.Withheld, withheldPaths(withheld)...)
	return out, err
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
// withheld has the paths of the values that are lost by this. second may be nil.
func resolve(text *witness, original *answer, first *judgement, second *answer) (out *answer, withheld []string, err error) {
	merged, doubts, exchanged := original, first.doubts, first.exchanged
	switch {
	case second == nil:
	case first.exchanged:
		j := judge(text, second)
		original, merged, doubts, exchanged = second, second, j.doubts, j.exchanged
	default:
		if m := original.with(second, first.doubts); m != nil {
			merged, doubts = m, judge(text, m).doubts
		}
	}
	if out, err = merged.without(doubts); err != nil {
		return nil, nil, err
	}
	if out.hasNoMeasurement() {
		return nil, nil, contradicted()
	}
	withheld = original.missingIn(out)
	if exchanged {
		withheld = ofOtherEye(withheld) // name the eyes to which the values belong
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
