package llm

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"time"

	"biom/shared/biometry"
	"biom/shared/clock"
	"biom/shared/problem"
	"biom/worker/provider"
)

const (
	retries = 4                // further tries after what may pass, of a job in a hurry
	longest = 30 * time.Second // between those of one that is not
	perhaps = time.Minute      // the longest wait for a key, where there is no deadline
)

// prepared is one document, ready for its calls.
type prepared struct {
	*Extractor

	keys     turns
	question Question
	again    func(why string, fields ...string) // nil: nobody is told
}

// Close implements [provider.Prepared].
func (p *prepared) Close() error { return nil }

// Extract implements [provider.Prepared]. A key that the vendor does not take
// makes room for the next; where all rest the job waits, if its deadline lets
// it. What may pass by itself is tried four times more; in the discounted tier,
// which may have no room for minutes, until the deadline.
func (p *prepared) Extract(ctx context.Context, faults []biometry.Fault) (provider.Answer, error) {
	q := p.question
	q.Faults, q.Without = faults, p.without.all()
	retries := retries
	if _, ends := ctx.Deadline(); ends && q.Slow {
		retries = math.MaxInt
	}
	var last *Fault
	for tries := 0; ; {
		if last != nil && p.again != nil {
			p.again("The provider did not answer; trying again")
		}
		key, err := p.key(ctx, last)
		if err != nil {
			return provider.Answer{}, err
		}
		began := time.Now()
		reply, err := ask(ctx, key, q)
		p.meters.call(ctx, time.Since(began), reply.Tokens, err)
		if err == nil {
			key.worked()
			return p.answer(reply), nil
		}
		if ctx.Err() != nil {
			return provider.Answer{}, context.Cause(ctx)
		}
		last = asFault(err)
		switch {
		case key.failed(last): // the next key
		case last.Param != "" && !q.Without[last.Param]:
			q.Without = p.learn(q.Without, last.Param)
		case last.Transient && tries < retries && wait(ctx, max(last.Retry, jittered(min(p.cfg.Pause<<min(tries, 16), longest)))):
			tries++
		case ctx.Err() != nil:
			return provider.Answer{}, context.Cause(ctx)
		default:
			return provider.Answer{}, told(last, p.keys)
		}
	}
}

// ask makes one call. What an SDK stumbles over, such as null where it wants an
// object, is a vendor's fault like others.
func ask(ctx context.Context, c Client, q Question) (r Reply, err error) {
	defer func() {
		if recover() != nil {
			r, err = Reply{}, NoAnswer()
		}
	}()
	return c.Ask(ctx, q)
}

// learn leaves out a parameter from now on: for all jobs, or for this one if
// only a caller's key was refused.
func (p *prepared) learn(without map[string]bool, param string) map[string]bool {
	if !p.keys.callers() {
		return p.without.add(param)
	}
	return plus(without, param)
}

func (p *prepared) answer(r Reply) provider.Answer {
	if r.Model == "" {
		r.Model = p.cfg.Model
	}
	return provider.Answer{JSON: []byte(r.JSON), Model: r.Model, Tokens: r.Tokens}
}

// key takes a turn, and waits for one if it comes before the deadline.
func (p *prepared) key(ctx context.Context, last *Fault) (turn, error) {
	for {
		key, err := p.keys.next()
		if err == nil {
			return key, nil
		}
		none, ok := errors.AsType[*problem.Problem](err)
		if !ok {
			return nil, err
		}
		if !wait(ctx, none.RetryAfter+jittered(p.cfg.Pause)) {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			f := Fault{Reason: provider.ReasonRateLimited, what: "no key was usable"} // all were paused by other jobs since Prepare
			if last != nil {
				f = *last
			}
			f.Retry = none.RetryAfter
			return nil, told(&f, p.keys)
		}
	}
}

// wait lets d pass. It reports false, at once, if the deadline would pass too.
func wait(ctx context.Context, d time.Duration) bool {
	deadline, ok := ctx.Deadline()
	if ok && time.Until(deadline) <= d || !ok && d > perhaps {
		return false
	}
	return clock.Sleep(ctx, d) == nil
}

// jittered is d less up to a half.
func jittered(d time.Duration) time.Duration {
	return d - time.Duration(rand.Float64()*float64(d)/2)
}
