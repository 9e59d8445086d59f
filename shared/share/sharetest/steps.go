package sharetest

import (
	"sync"

	"biom/shared/share"
)

// steps records the steps of retrievals. Its method add is a share.Config.Step.
type steps struct {
	mu       sync.Mutex
	taken    []share.Step
	observer func(share.Step) // called at each step; may be nil
}

func (s *steps) add(step share.Step) {
	s.mu.Lock()
	s.taken = append(s.taken, step)
	observer := s.observer
	s.mu.Unlock()
	if observer != nil {
		observer(step)
	}
}

// observe sets the function that is called at each step.
func (s *steps) observe(observer func(share.Step)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.observer = observer
}

// sinceLast returns the steps since its last call.
func (s *steps) sinceLast() []share.Step {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer func() { s.taken = nil }()
	return s.taken
}
