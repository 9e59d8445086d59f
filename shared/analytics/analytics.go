// Package analytics publishes events to the stream BIOM_ANALYTICS, and remembers
// which extractions may be rated. Events contain nothing about a patient: no
// measured value, name, file name, share code or service key.
package analytics

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Kind says what happened. An event is published on biom.analytics.<kind>.
type Kind string

// The kinds of events.
const (
	KindExtraction     Kind = "extraction"      // an AI extraction succeeded or failed
	KindValidation     Kind = "validation"      // a JSON document was accepted; or Count of them were refused
	KindShareCreated   Kind = "share_created"   //
	KindShareRetrieved Kind = "share_retrieved" //
	KindShareDestroyed Kind = "share_destroyed" // by its third wrong number
	KindShareExpired   Kind = "share_expired"   // Count expired shares were purged
	KindRefused        Kind = "quota_refused"   // Count requests were refused because the quota of Bucket was used up
	KindFeedback       Kind = "feedback"        // the extraction ProcessRequestID was rated as Outcome
)

// Event is one event. Its JSON omits the fields that do not apply to its kind.
type Event struct {
	Kind             Kind      `json:"kind"`
	Time             time.Time `json:"time"`
	RequestID        string    `json:"request_id"` // ID of the request in which it happened
	ProcessRequestID string    `json:"process_request_id,omitempty"`
	Outcome          string    `json:"outcome,omitempty"` // of a rating: accurate or inaccurate; else success or an error code
	Reason           string    `json:"reason,omitempty"`  // details.reason of a failure
	Bucket           string    `json:"bucket,omitempty"`
	Auth             string    `json:"auth,omitempty"` // public, authenticated
	Tier             string    `json:"tier,omitempty"`
	BYOK             bool      `json:"byok,omitempty"`
	Model            string    `json:"model,omitempty"`
	Device           string    `json:"device,omitempty"`   // device_name of the report, if it is a known device
	Withheld         int       `json:"withheld,omitempty"` // number of values that were withheld
	DurationMS       int64     `json:"duration_ms,omitempty"`
	Count            int       `json:"count,omitempty"`
}

// Rating says whether a caller found an extraction accurate.
type Rating string

// The ratings of the specification.
const (
	Accurate   Rating = "accurate"
	Inaccurate Rating = "inaccurate"
)

var (
	// ErrUnknown is returned for an extraction that could never be rated, or can no
	// longer be rated.
	ErrUnknown = errors.New("analytics: no such reference")
	// ErrRated is returned for an extraction that already has the other rating.
	ErrRated = errors.New("analytics: rated otherwise")
	// ErrUnavailable is returned if Redis or NATS is unavailable.
	ErrUnavailable = errors.New("analytics: not available")
)

const (
	// ReferenceTTL is how long an extraction may be rated.
	ReferenceTTL = 24 * time.Hour
	// MaxReferences is the number of extractions that may be rated at one time.
	MaxReferences = 10_000
)

// References remembers which extractions may be rated. All implementations pass
// analyticstest.Exercise. Every operation may be repeated after a lost reply.
//
//	none ──Add──▶ eligible ──Claim r──▶ claimed r ──Confirm──▶ rated r
//
// An extraction in any state is forgotten ReferenceTTL after Add, or when it is the
// oldest of more than MaxReferences.
type References interface {
	// Add makes an extraction eligible. A known extraction stays as it is.
	Add(ctx context.Context, id string) error
	// Claim reserves a rating for an extraction. done reports whether this rating
	// was confirmed before. The error is ErrUnknown, or ErrRated if another rating
	// was claimed.
	Claim(ctx context.Context, id string, r Rating) (done bool, err error)
	// Confirm notes that the event of a claimed rating is stored. If there is no such
	// claim, which may have been forgotten meanwhile, it does nothing.
	Confirm(ctx context.Context, id string, r Rating) error
}

// check returns an error for an ID or a rating that no store accepts. That is a
// mistake in our own code.
func check(id string, r Rating) error {
	if id == "" {
		return errors.New("analytics: a reference needs an ID")
	}
	if r != Accurate && r != Inaccurate {
		return fmt.Errorf("analytics: %q is no rating", r)
	}
	return nil
}
