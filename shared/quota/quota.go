// Package quota keeps the credit buckets: for each bucket and subject a log of the
// charges in a sliding window of 24 hours.
//
// There are three stores: [Redis] for several processes, [SQLite] for one machine,
// and [Memory], the fallback while Redis is unavailable.
package quota

import (
	"context"
	"errors"
	"strconv"
	"time"
)

// Window is how long a charge counts against the limit.
const Window = 24 * time.Hour

// ChargeMemory is how long a charge ID is remembered: as long as the charge counts. During
// that time a retry, for example after a lost reply, gets the first verdict, and a refund
// finds the entries of the charge. A durable request may be refunded hours after its charge.
const ChargeMemory = Window

// Credits is a number of half credits, the unit in which everything is stored. A
// standard extraction costs 2, a slow one 1.
type Credits int64

// MaxCost is the largest cost of one line: the logs store a cost in one byte.
const MaxCost Credits = 255

// Whole returns c in whole credits, the unit of the API: a half credit is 0.5.
func (c Credits) Whole() float64 { return float64(c) / 2 }

// String returns c in whole credits, like "1.5".
func (c Credits) String() string { return strconv.FormatFloat(c.Whole(), 'g', -1, 64) }

// Bucket names what is counted: the use of one engine. The name consists of
// lower-case letters and underscores.
type Bucket string

// The buckets of the specification, and three more: Capacity limits what all
// extractions with the deployment's own provider keys may spend in a day,
// CapacityPublic what those of public callers may spend. Outcomes limits the room
// for the stored outcomes of a caller's idempotent requests; it is counted in KiB
// and not in half credits.
const (
	BiomAI         Bucket = "biomai"
	BiomAIBYOK     Bucket = "biomai_byok"
	BiomJSON       Bucket = "biomjson"
	Retrieve       Bucket = "retrieve"
	Capacity       Bucket = "capacity"
	CapacityPublic Bucket = "capacity_public"
	Outcomes       Bucket = "outcomes"
)

// Subject is the key under which a caller's quota is counted: "ip:<address>" or
// "user:<id>". For the capacity buckets it is "all". See [Address], [User], [All].
type Subject string

// Line is the part of a charge that one bucket pays.
type Line struct {
	Bucket  Bucket
	Subject Subject
	Cost    Credits // 1 to MaxCost
	Limit   Credits // Charge refuses when used + Cost > Limit
}

// Verdict is the outcome of a charge.
type Verdict struct {
	Allowed bool
	// Refused is the bucket of the first line that was full; "" if Allowed.
	Refused Bucket
	// RetryAfter is the time until all lines have enough credits for this charge,
	// in whole seconds: then it would be allowed, and one second earlier it would
	// not. It is Window if a cost exceeds the limit itself, and 0 if Allowed.
	RetryAfter time.Duration
}

// Usage is the state of one bucket of one subject.
type Usage struct {
	Used     Credits
	ResetsIn time.Duration // until the oldest entry leaves the window; 0 if there is none
}

// ErrRefunded is returned by Charge for a charge ID that was refunded. Its caller
// has given the charge up, so that a copy of it that arrives late must not consume
// anything.
var ErrRefunded = errors.New("quota: this charge was refunded")

// Store keeps the buckets. All implementations pass quotatest.Exercise.
//
// The states of a charge ID. It is forgotten, and so unknown again, ChargeMemory
// after its last transition:
//
//	           Charge allowed              Refund
//	unknown ───────────────────▶ charged ──────────▶ refunded
//	   └─────────────────────── Refund ──────────────────▲
//
// Charge atomically charges either every line or none. If the ID is charged
// already, Charge returns the first verdict and consumes nothing, whatever the
// lines are. If the ID was refunded, the error is ErrRefunded. A refused charge
// leaves no record: the next Charge with its ID is judged anew.
//
// Refund removes the entries of a charge that are still in the window, once. An
// unknown ID is no error. It is refunded from then on, because a charge whose
// caller gave up waiting may arrive after its refund.
//
// An entry recorded at time t counts until t + Window, and at t + Window no longer.
// Times have millisecond resolution.
//
// All methods end with their context. A Charge that its context ended may have
// consumed credits all the same, so its caller has to retry it or refund it.
type Store interface {
	Charge(ctx context.Context, id string, lines ...Line) (Verdict, error)
	Refund(ctx context.Context, id string) error
	Usage(ctx context.Context, bucket Bucket, subject Subject) (Usage, error)
}
