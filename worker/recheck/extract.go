package recheck

import (
	"context"
	"net/http"
	"time"

	"biom/shared/biometry"
	"biom/shared/problem"
	"biom/worker/provider"
)

// reserve is what a second request leaves of the job's time: a provider that
// hangs then costs the doubtful values, and not the whole answer.
const reserve = time.Second

// prepared is one document with its text.
type prepared struct {
	provider.Prepared

	cfg    Config
	counts *counts
	text   *witness // nil: there is none
	again  func(why string, fields ...string)
}

// Extract implements [provider.Prepared].
func (p *prepared) Extract(ctx context.Context, faults []biometry.Fault) (provider.Answer, error) {
	began := p.cfg.Now()
	out, err := p.Prepared.Extract(ctx, faults)
	if err != nil {
		return provider.Answer{}, err
	}
	read, err := parse(out.JSON)
	if err != nil {
		return out, nil //nolint:nilerr // validation has it read again
	}
	first := judge(p.text, read)
	if len(first.doubts) == 0 {
		p.counts.add(first, 0)
		return out, nil
	}
	again, paid := p.readAgain(ctx, first, p.cfg.Now().Sub(began))
	out.Tokens = out.Tokens.Add(paid)
	if ctx.Err() != nil {
		return provider.Answer{}, context.Cause(ctx)
	}
	settled, withheld, err := settle(p.text, read, first, again)
	if err != nil {
		return provider.Answer{}, err
	}
	p.counts.add(first, len(withheld))
	out.JSON, err = settled.json()
	out.Withheld = append(out.Withheld, short(withheld)...)
	return out, err
}

// readAgain asks for a fresh look at what is in doubt. It returns nil if there is
// no time for it or nothing came of it: then the doubts stay. took is what the
// first request needed.
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
		p.again(first.why(), short(first.doubts)...)
	}
	out, err := p.Prepared.Extract(ctx, first.faults())
	if err != nil {
		p.counts.request(failed)
		p.cfg.Log.Warn("a second look at doubtful values failed, so they are withheld", "values", len(first.doubts), "error", err)
		return nil, out.Tokens
	}
	read, err := parse(out.JSON)
	if err != nil {
		p.counts.request(invalid)
		return nil, out.Tokens
	}
	p.counts.request(answered)
	return read, out.Tokens
}

// settle takes from the second answer what the first one left in doubt, or all
// of it if the eyes were exchanged, and makes null what is still in doubt.
func settle(text *witness, read *answer, first *judgement, again *answer) (out *answer, withheld []string, err error) {
	merged, doubts, exchanged := read, first.doubts, first.exchanged
	switch {
	case again == nil:
	case first.exchanged:
		second := judge(text, again)
		read, merged, doubts, exchanged = again, again, second.doubts, second.exchanged
	default:
		if m := read.with(again, first.doubts); m != nil {
			merged, doubts = m, judge(text, m).doubts
		}
	}
	if out, err = merged.without(doubts); err != nil {
		return nil, nil, err
	}
	if out.blind() {
		return nil, nil, contradicted()
	}
	lost := read.lost(out)
	if exchanged {
		lost = mirrored(lost) // the model put them in the other eye's place
	}
	return out, lost, nil
}

// contradicted is told where nothing is left of an answer.
func contradicted() error {
	return problem.New(http.StatusInternalServerError, problem.ExtractionFailed,
		"The report was read, but the values are not possible, or not those that the document's text gives for either eye, "+
			"so none is returned. Try again, or enter the values by hand.").
		With("reason", provider.ReasonInvalidOutput)
}
