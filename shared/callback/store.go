package callback

import (
	"context"
	"errors"
	"time"
)

var (
	// ErrNoEndpoint is returned if the user has no endpoint of this name.
	ErrNoEndpoint = errors.New("callback: no such endpoint")
	// ErrEndpointExists is returned if the user has an endpoint of this name already.
	ErrEndpointExists = errors.New("callback: the user has an endpoint of this name")
)

// Failure says that an event was given up. It holds nothing of the job but how it ended.
type Failure struct {
	ID       string // of the event
	User     string
	Endpoint string
	Status   string    // of the job
	Ended    time.Time // when the job ended
	Failed   time.Time // when the event was given up
	Attempts int
	Reason   string // of the last attempt
}

// failuresKept is how long a failure is kept.
const failuresKept = 7 * 24 * time.Hour

// Store keeps the endpoints and the failures. Both implementations pass
// callbacktest.Exercise. When a method returns without an error its change is committed, and
// every process on the same database sees it. All methods end with their context.
type Store interface {
	// Add stores a new endpoint. The error is ErrEndpointExists if there is one of its user and name.
	Add(ctx context.Context, e Endpoint) error
	// Find returns an endpoint. The error is ErrNoEndpoint if there is none.
	Find(ctx context.Context, user, name string) (Endpoint, error)
	// List returns all endpoints, ordered by user and name.
	List(ctx context.Context) ([]Endpoint, error)
	// Replace stores the secrets of next in place of those of old. The error is
	// ErrNoEndpoint if the endpoint was removed or its secret is not old's any more.
	Replace(ctx context.Context, old, next Endpoint) error
	// Remove removes an endpoint. The error is ErrNoEndpoint if there is none.
	Remove(ctx context.Context, user, name string) error

	// Fail stores a failure, unless there is one of its event.
	Fail(ctx context.Context, f Failure) error
	// Failures returns the failures since a time, the latest last.
	Failures(ctx context.Context, since time.Time) ([]Failure, error)
	// Forget removes the failures before a time.
	Forget(ctx context.Context, before time.Time) error
}

// RecentFailures returns the failures of the last seven days, the latest last.
func RecentFailures(ctx context.Context, s Store, now time.Time) ([]Failure, error) {
	return s.Failures(ctx, now.Add(-failuresKept))
}
