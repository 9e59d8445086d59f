// Package quota keeps the credit buckets: a sliding 24-hour log of charges for
// each bucket and subject.
//
// There are three stores: [Redis] for several processes, [SQLite] for one
// machine, and [Memory] for what must go on while Redis is away.
package quota

import (
	"context"
	"errors"
	"strconv"
	"time"
)

// Window is how long a charge counts.
const Window = 24 * time.Hour

// ChargeMemory is how long a charge ID is remembered, so that a retry after a
// lost reply gets the first verdict and a refund finds its entry.
const ChargeMemory = 30 * time.Minute

// Credits counts half credits, the unit in which everything is stored: a
// standard extraction costs 2, a slow one 1.
type Credits int64

// MaxCost is the most that one line may cost: the log packs a cost in a byte.
const MaxCost Credits = 255

// Whole is c in the API's unit, so that one half credit shows as 0.5.
func (c Credits) Whole() float64 { return float64(c) / 2 }

func (c Credits) String() string { return strconv.FormatFloat(c.Whole(), 'g', -1, 64) }

// Bucket is the engine whose use is counted. Its name has lower-case letters
// and underscores only.
type Bucket string

// The buckets of the specification, and the two that cap what all
// deployment-managed extraction, and its public part, may spend in a day.
const (
	BiomAI         Bucket = "biomai"
	BiomAIBYOK     Bucket = "biomai_byok"
	BiomJSON       Bucket = "biomjson"
	Retrieve       Bucket = "retrieve"
	Capacity       Bucket = "capacity"
	CapacityPublic Bucket = "capacity_public"
)

// Subject is whose use is counted: "ip:<address>", "user:<id>", or "all" for
// the capacity buckets. See [Address], [User] and [All].
type Subject string

// Line is one bucket of a charge.
type Line struct {
	Bucket  Bucket
	Subject Subject
	Cost    Credits // 1 to MaxCost
	Limit   Credits // Charge refuses when used + Cost > Limit
}

// Verdict is the outcome of a charge.
type Verdict struct {
	Allowed bool
	// Refused is the first line's bucket that was full, in the order given;
	// RetryAfter is when enough credit for this request will have come back in
	// all lines, in whole seconds: at that second it would be admitted, one
	// second earlier it would not. Both are zero when Allowed. Where a cost
	// exceeds the limit itself, RetryAfter is Window.
	Refused    Bucket
	RetryAfter time.Duration
}

// Usage is the state of one bucket of one subject.
type Usage struct {
	Used     Credits
	ResetsIn time.Duration // until the oldest entry leaves; 0 when empty
}

// ErrRefunded is Charge's answer to an id that was refunded: a late copy of a
// charge that its caller has given up must not consume anything.
var ErrRefunded = errors.New("quota: this charge was refunded")

// Store keeps the buckets. All implementations pass quotatest.Exercise.
//
// The life of a charge ID, forgotten ChargeMemory after its last transition:
//
//	           Charge allowed              Refund
//	unknown ───────────────────▶ charged ──────────▶ refunded
//	   └─────────────────────── Refund ──────────────────▲
//
// Charge checks and consumes every line or none, atomically. The same id again
// while it is charged gets the first verdict and consumes nothing, whatever its
// lines; while it is refunded, ErrRefunded. A refused charge leaves nothing
// behind and is judged anew.
//
// Refund takes back the entries of a charge that are still in the window, once.
// An unknown id is no error, and is refunded from then on: where the caller of
// Charge gave up waiting, the charge may arrive after its refund.
//
// An entry recorded at t counts up to, and no longer at, t + Window. Time has
// millisecond resolution. All methods end with their context; a Charge that
// ended so may have consumed, so its caller retries or refunds the id.
type Store interface {
	Charge(ctx context.Context, id string, lines ...Line) (Verdict, error)
	Refund(ctx context.Context, id string) error
	Usage(ctx context.Context, bucket Bucket, subject Subject) (Usage, error)
}
