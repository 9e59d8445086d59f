package analytics

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// referencesTimeout bounds each call of References. Usually one takes much less than
// a millisecond.
const referencesTimeout = 250 * time.Millisecond

// Sender stores events. *Publisher implements it.
type Sender interface {
	// Send returns nil only if the event is stored. Events with the same message ID
	// are stored once.
	Send(ctx context.Context, e Event, messageID string) error
}

// Feedback accepts ratings of extractions. For one extraction it stores one event,
// however often it is rated, and also if several processes share its References.
//
// To rate, it claims the rating, sends the event, and confirms the claim. The
// message ID of the event depends on the extraction only, so that an event which is
// sent again is stored once.
type Feedback struct {
	refs    References
	sender  Sender
	now     func() time.Time
	timeout time.Duration // of each call of refs
}

// NewFeedback returns a Feedback. now is its clock; nil means time.Now.
func NewFeedback(refs References, sender Sender, now func() time.Time) *Feedback {
	if now == nil {
		now = time.Now
	}
	return &Feedback{refs: refs, sender: sender, now: now, timeout: referencesTimeout}
}

// Add makes an extraction eligible for a rating during ReferenceTTL. It takes at most
// 250 ms. The error is ErrUnavailable.
func (f *Feedback) Add(ctx context.Context, processRequestID string) error {
	ctx, cancel := context.WithTimeout(ctx, f.timeout)
	defer cancel()
	if err := f.refs.Add(ctx, key(processRequestID)); err != nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return nil
}

// Rate stores the event of a rating, once for each extraction. feedbackRequestID is
// the ID of the request that rates. The error is ErrUnknown, ErrRated or
// ErrUnavailable. After ErrUnavailable the event may be stored or not. The caller
// may try the same rating again; another one is ErrRated from then on.
func (f *Feedback) Rate(ctx context.Context, feedbackRequestID, processRequestID string, r Rating) error {
	id := key(processRequestID)
	done, err := f.claim(ctx, id, r)
	if err != nil || done {
		return err
	}
	e := Event{
		Kind: KindFeedback, Time: f.now(), RequestID: feedbackRequestID,
		ProcessRequestID: id, Outcome: string(r),
	}
	if err := f.sender.Send(ctx, e, "feedback-"+id); err != nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	f.confirm(ctx, id, r)
	return nil
}

// claim claims a rating within the time limit.
func (f *Feedback) claim(ctx context.Context, id string, r Rating) (done bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, f.timeout)
	defer cancel()
	done, err = f.refs.Claim(ctx, id, r)
	if err == nil || errors.Is(err, ErrUnknown) || errors.Is(err, ErrRated) {
		return done, err
	}
	return false, fmt.Errorf("%w: %w", ErrUnavailable, err)
}

// confirm confirms a claim, so that a repeated rating need not send the event again.
// It may fail: then the claim stays, and the event of a repeated rating has the
// same message ID.
func (f *Feedback) confirm(ctx context.Context, id string, r Rating) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), f.timeout)
	defer cancel()
	_ = f.refs.Confirm(ctx, id, r)
}

// key returns the request ID in lower case: a UUID may be written in either case.
func key(requestID string) string { return strings.ToLower(requestID) }
