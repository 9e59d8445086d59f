// Package analytics publishes what happened, to the stream BIOM_ANALYTICS, and
// keeps which extractions may still be rated. Nothing in it is about a patient:
// no value, name, file name, code or key.
package analytics

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Kind is what happened; with it an event's subject, biom.analytics.<kind>.
type Kind string

// The kinds of events.
const (
	KindExtraction     Kind = "extraction"      // an AI extraction ended, well or not
	KindValidation     Kind = "validation"      // a JSON document was processed; of refused ones Count
	KindShareCreated   Kind = "share_created"   //
	KindShareRetrieved Kind = "share_retrieved" //
	KindShareDestroyed Kind = "share_destroyed" // by the third wrong number
	KindShareExpired   Kind = "share_expired"   // Count of them were purged
	KindRefused        Kind = "quota_refused"   // a quota was used up, Count times: Bucket
	KindFeedback       Kind = "feedback"        // an extraction was rated: Outcome, ProcessRequestID
)

// Event is one thing that happened. Fields that say nothing of an event's kind
// are left out of its JSON.
type Event struct {
	Kind             Kind      `json:"kind"`
	Time             time.Time `json:"time"`
	RequestID        string    `json:"request_id"` // of the request in which it happened
	ProcessRequestID string    `json:"process_request_id,omitempty"`
	Outcome          string    `json:"outcome,omitempty"` // accurate, inaccurate; success, or an error code
	Reason           string    `json:"reason,omitempty"`  // details.reason of a failure
	Bucket           string    `json:"bucket,omitempty"`
	Auth             string    `json:"auth,omitempty"` // public, authenticated
	Tier             string    `json:"tier,omitempty"`
	BYOK             bool      `json:"byok,omitempty"`
	Model            string    `json:"model,omitempty"`
	Device           string    `json:"device,omitempty"`   // device_name of the report: one of the named ones
	Withheld         int       `json:"withheld,omitempty"` // how many values were doubtful
	DurationMS       int64     `json:"duration_ms,omitempty"`
	Count            int       `json:"count,omitempty"`
}

// Rating is a caller's verdict on an extraction.
type Rating string

// The ratings of the specification.
const (
	Accurate   Rating = "accurate"
	Inaccurate Rating = "inaccurate"
)

var (
	// ErrUnknown says that an extraction cannot be rated (any more).
	ErrUnknown = errors.New("analytics: no such reference")
	// ErrRated says that an extraction has another rating already.
	ErrRated = errors.New("analytics: rated otherwise")
	// ErrUnavailable says that a rating could not be forwarded now.
	ErrUnavailable = errors.New("analytics: not available")
)

// How long, and how many, references are kept.
const (
	ReferenceTTL  = 24 * time.Hour
	MaxReferences = 10_000
)

// References keeps which extractions may be rated. All implementations pass
// analyticstest.Exercise. Every operation may be repeated: a reply that was
// lost costs nothing.
//
//	none ──Add──▶ eligible ──Claim r──▶ claimed r ──Confirm──▶ rated r
//
// Any of them is forgotten ReferenceTTL after Add, or when it is the oldest of
// more than MaxReferences.
type References interface {
	// Add makes an extraction eligible; one that is known stays as it is.
	Add(ctx context.Context, id string) error
	// Claim binds a rating to an extraction. done: it was confirmed before.
	// ErrUnknown; ErrRated when another rating was claimed.
	Claim(ctx context.Context, id string, r Rating) (done bool, err error)
	// Confirm ends a claim whose event is stored. Without such a claim (it may
	// have been forgotten meanwhile) nothing happens.
	Confirm(ctx context.Context, id string, r Rating) error
}

// check finds what no store takes; a fault in the caller's code.
func check(id string, r Rating) error {
	if id == "" {
		return errors.New("analytics: a reference needs an ID")
	}
	if r != Accurate && r != Inaccurate {
		return fmt.Errorf("analytics: %q is no rating", r)
	}
	return nil
}
