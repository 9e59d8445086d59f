package picture

import "context"

// Gate bounds how many pictures are decoded at once, and admits only one large picture at
// a time. Other work that needs as much memory or processor time, such as OCR, may use the
// same Gate. It is safe for concurrent use.
type Gate struct {
	places chan struct{} // holds an entry for each place that is taken
	large  chan struct{} // holds an entry while a large picture has a place or waits for one
}

// NewGate returns a Gate with the given number of places.
func NewGate(places int) *Gate {
	return &Gate{places: make(chan struct{}, places), large: make(chan struct{}, 1)}
}

// Enter waits for a place and takes it until release is called. The error is that of ctx.
// A large picture that waits for another large one takes no place meanwhile, so small
// ones do not have to wait for it.
func (g *Gate) Enter(ctx context.Context, large bool) (release func(), err error) {
	if err := ctx.Err(); err != nil {
		return nil, err // select would choose at random between a free place and ctx
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
