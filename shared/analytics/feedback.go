package analytics

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// referencesTimeout bounds each call of the references: they answer in well
// under a millisecond, or not at all.
const referencesTimeout = 250 * time.Millisecond

// Sender stores an event and returns nil only once it is stored; two with the
// same message ID are one. A *Publisher.
type Sender interface {
	Send(ctx context.Context, e Event, messageID string) error
}

// Feedback takes ratings of extractions. Several processes may do so with the
// same references: of any number of ratings of one extraction one event is
// stored.
type Feedback struct {
	refs References
	pub  Sender
	now  func() time.Time
}

// NewFeedback makes a Feedback; now may be nil: time.Now.
func NewFeedback(refs References, pub Sender, now func() time.Time) *Feedback {
	if now == nil {
		now = time.Now
	}
	return &Feedback{refs: refs, pub: pub, now: now}
}

// Add makes an extraction one that may be rated, for ReferenceTTL. It takes at
// most 250 ms. ErrUnavailable.
func (f *Feedback) Add(ctx context.Context, processRequestID string) error {
	ctx, cancel := context.WithTimeout(ctx, referencesTimeout)
	defer cancel()
	if err := f.refs.Add(ctx, key(processRequestID)); err != nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return nil
}

// Rate stores the event of a rating, once for each extraction. feedbackRequestID
// is the request that rates. ErrUnknown; ErrRated; ErrUnavailable: nothing is
// known to be stored, and the same rating may be tried again (another may not:
// this one could be stored after all).
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
	if err := f.pub.Send(ctx, e, "feedback-"+id); err != nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	f.confirm(ctx, id, r)
	return nil
}

func (f *Feedback) claim(ctx context.Context, id string, r Rating) (done bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, referencesTimeout)
	defer cancel()
	done, err = f.refs.Claim(ctx, id, r)
	if err == nil || errors.Is(err, ErrUnknown) || errors.Is(err, ErrRated) {
		return done, err
	}
	return false, fmt.Errorf("%w: %w", ErrUnavailable, err)
}

// confirm saves a repeated rating its way to the stream. If it fails, the claim
// stands, and the repeated event is the same message.
func (f *Feedback) confirm(ctx context.Context, id string, r Rating) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), referencesTimeout)
	defer cancel()
	_ = f.refs.Confirm(ctx, id, r)
}

// key: a UUID is the same in either case.
func key(requestID string) string { return strings.ToLower(requestID) }
