package llm

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"time"

	"go.opentelemetry.io/otel/trace"

	"biom/shared/biometry"
	"biom/shared/clock"
	"biom/shared/problem"
	"biom/shared/telemetry"
	"biom/worker/provider"
)

var spans = telemetry.NewSpans("biom/worker/llm")

const (
	standardRetries = 4                // largest number of retries of a job in the standard tier
	maxPause        = 30 * time.Second // longest pause before a retry, unless the vendor asks for more
	maxWait         = time.Minute      // longest wait of a job without a deadline
)

// prepared is one document, ready for its calls.
type prepared struct {
	*Extractor

	keys     keySource
	question Question
	again    func(why string, fields ...string) // see [provider.Options]; may be nil
}

// Close implements [provider.Prepared].
func (p *prepared) Close() error { return nil }

// Extract implements [provider.Prepared]. If the vendor does not accept a key, the
// next key is used. If all keys are paused, the job waits for one, provided that its
// deadline allows it. After a transient fault the call is repeated up to four times. In
// the discounted tier, which may have no capacity for minutes, it is repeated until the
// deadline.
func (p *prepared) Extract(ctx context.Context, faults []biometry.Fault) (provider.Answer, error) {
	q := p.question
	q.Faults, q.Without = faults, p.without.all()
	maxRetries := standardRetries
	if _, ok := ctx.Deadline(); ok && q.Slow {
		maxRetries = math.MaxInt
	}
	var last *Fault
	for retries := 0; ; {
		if last != nil && p.again != nil {
			p.again("The provider did not answer; trying again")
		}
		key, err := p.key(ctx, last)
		if err != nil {
			return provider.Answer{}, err
		}
		began := time.Now()
		calling, ended := spans.Start(ctx, "call the provider", trace.WithSpanKind(trace.SpanKindClient))
		reply, err := ask(calling, key, q)
		ended(err)
		p.meters.call(ctx, time.Since(began), reply.Tokens, err)
		if err == nil {
			key.accepted()
			return p.answer(reply), nil
		}
		if ctx.Err() != nil {
			return provider.Answer{}, context.Cause(ctx)
		}
		last = asFault(err)
		switch {
		case key.refused(last): // go on with the next key
		case last.Param != "" && !q.Without[last.Param]:
			q.Without = p.learn(q.Without, last.Param)
		case last.Transient && retries < maxRetries && wait(ctx, max(last.Retry, jittered(min(p.cfg.Pause<<min(retries, 16), maxPause)))):
			retries++
		case ctx.Err() != nil:
			return provider.Answer{}, context.Cause(ctx)
		default:
			return provider.Answer{}, problemOf(last, p.keys)
		}
	}
}

// ask makes one call. A panic of the SDK, for instance because of null where it expects
// an object, counts as a fault of the vendor.
func ask(ctx context.Context, c Client, q Question) (r Reply, err error) {
	defer func() {
		if recover() != nil {
			r, err = Reply{}, NoAnswer()
		}
	}()
	return c.Ask(ctx, q)
}

// learn adds a parameter that the vendor refused to the set of parameters that are left
// out. It is left out for all jobs from now on, or for this job alone if the key is a
// caller's.
func (p *prepared) learn(without map[string]bool, param string) map[string]bool {
	if !p.keys.ownedByCaller() {
		return p.without.add(param)
	}
	return with(without, param)
}

// answer returns the provider's answer that a reply holds.
func (p *prepared) answer(r Reply) provider.Answer {
	if r.Model == "" {
		r.Model = p.cfg.Model
	}
	return provider.Answer{JSON: []byte(r.JSON), Model: r.Model, Tokens: r.Tokens}
}

// key returns the next usable key. If there is none, it waits for one, provided that
// one becomes usable before the deadline. last is the fault of the previous call, nil if
// there was no call.
func (p *prepared) key(ctx context.Context, last *Fault) (usableKey, error) {
	for {
		key, err := p.keys.next()
		if err == nil {
			return key, nil
		}
		allPaused, ok := errors.AsType[*problem.Problem](err)
		if !ok {
			return nil, err
		}
		if !wait(ctx, allPaused.RetryAfter+jittered(p.cfg.Pause)) {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			// If no call was made, other jobs have paused all keys since Prepare.
			f := Fault{Reason: provider.ReasonRateLimited, description: "no key was usable"}
			if last != nil {
				f = *last
			}
			f.Retry = allPaused.RetryAfter
			return nil, problemOf(&f, p.keys)
		}
	}
}

// wait waits for d and reports whether it did. It reports false at once if the deadline
// comes before the end of d.
func wait(ctx context.Context, d time.Duration) bool {
	deadline, ok := ctx.Deadline()
	if ok && time.Until(deadline) <= d || !ok && d > maxWait {
		return false
	}
	return clock.Sleep(ctx, d) == nil
}

// jittered returns a random duration between d/2 and d, so that jobs do not repeat their
// calls at the same time.
func jittered(d time.Duration) time.Duration {
	return d - time.Duration(rand.Float64()*float64(d)/2)
}
