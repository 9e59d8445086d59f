package picture

import "context"

// Gate bounds how many pictures are decoded at once, and lets large ones in one
// at a time. It is safe for concurrent use.
type Gate struct {
	places chan struct{} // full when as many as allowed are inside
	large  chan struct{} // full while a large picture is inside or next to enter
}

// NewGate returns a Gate with the given number of places.
func NewGate(places int) *Gate {
	return &Gate{places: make(chan struct{}, places), large: make(chan struct{}, 1)}
}

// Enter waits for a place until ctx ends; release gives it back. A large picture
// that waits for another large one to leave holds no place meanwhile.
func (g *Gate) Enter(ctx context.Context, large bool) (release func(), err error) {
	if err := ctx.Err(); err != nil {
		return nil, err // select would choose either at random
	}
	queues := []chan struct{}{g.places}
	if large {
		queues = []chan struct{}{g.large, g.places}
	}
	for i, q := range queues {
		select {
		case q <- struct{}{}:
		case <-ctx.Done():
			leave(queues[:i])
			return nil, ctx.Err()
		}
	}
	return func() { leave(queues) }, nil
}

func leave(queues []chan struct{}) {
	for _, q := range queues {
		<-q
	}
}
