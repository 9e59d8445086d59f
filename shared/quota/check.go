package quota

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// check returns an error for a charge that no store can keep. Such a charge is a
// mistake in our own code, never of a caller of the API.
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

// check returns an error if a line's cost, bucket or subject is invalid.
func (l Line) check() error {
	if l.Cost < 1 || l.Cost > MaxCost {
		return fmt.Errorf("quota: bucket %s: cost of %d half credits is not within 1 to %d", l.Bucket, l.Cost, MaxCost)
	}
	return checkName(l.Bucket, l.Subject)
}

// checkName returns an error if the bucket or the subject is invalid. A bucket's
// name cannot contain a colon. So the keys "bucket:subject" are unambiguous,
// although a subject may be any text.
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

// refusal collects the verdict on a charge while its lines are examined one by one.
type refusal struct {
	verdict Verdict
	full    bool // whether a line is full
}

// add notes that bucket b is full until freeAt. Both times are in ms; only their
// difference counts.
func (r *refusal) add(b Bucket, freeAt, now int64) {
	if !r.full {
		r.full, r.verdict.Refused = true, b
	}
	// Rounded up to the first whole second at which the charge is allowed.
	wait := time.Duration((freeAt-now+999)/1000) * time.Second
	r.verdict.RetryAfter = max(r.verdict.RetryAfter, wait)
}
