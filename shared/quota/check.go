package quota

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// check refuses what no store could keep: these are mistakes of our own code,
// never of a caller of the API.
func check(id string, lines []Line) error {
	if id == "" {
		return errors.New("quota: charge without an ID")
	}
	if len(lines) == 0 {
		return errors.New("quota: charge without lines")
	}
	for i, l := range lines {
		if err := l.check(); err != nil {
			return err
		}
		for _, m := range lines[:i] {
			if l.Bucket == m.Bucket && l.Subject == m.Subject {
				return fmt.Errorf("quota: bucket %s is charged twice at once", l.Bucket)
			}
		}
	}
	return nil
}

func (l Line) check() error {
	if l.Cost < 1 || l.Cost > MaxCost {
		return fmt.Errorf("quota: bucket %s: cost of %d half credits is not within 1 to %d", l.Bucket, l.Cost, MaxCost)
	}
	return checkName(l.Bucket, l.Subject)
}

// checkName keeps keys unambiguous: a subject may be any text because a
// bucket's name cannot contain the colon between them.
func checkName(b Bucket, s Subject) error {
	if b == "" || strings.Trim(string(b), "abcdefghijklmnopqrstuvwxyz_") != "" {
		return fmt.Errorf("quota: bad bucket name %q", b)
	}
	if s == "" {
		return fmt.Errorf("quota: bucket %s without a subject", b)
	}
	return nil
}

// The stores count time in milliseconds since 1970.
const (
	windowMS = int64(Window / time.Millisecond)
	memoryMS = int64(ChargeMemory / time.Millisecond)
)

// refusal collects the lines that are full, in order.
type refusal struct {
	verdict Verdict
	full    bool
}

// add notes that bucket b has room again at the given time.
func (r *refusal) add(b Bucket, at, now int64) {
	if !r.full {
		r.full, r.verdict.Refused = true, b
	}
	// Rounded up: a caller who waits so many whole seconds is not early, and
	// one second less would be.
	wait := time.Duration((at-now+999)/1000) * time.Second
	r.verdict.RetryAfter = max(r.verdict.RetryAfter, wait)
}
