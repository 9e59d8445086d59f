package sharetest

import (
	"sync"

	"biom/shared/share"
)

// steps are what a Config.Step heard.
type steps struct {
	mu    sync.Mutex
	heard []share.Step
	on    func(share.Step) // told too, if there
}

func (s *steps) hear(step share.Step) {
	s.mu.Lock()
	s.heard = append(s.heard, step)
	on := s.on
	s.mu.Unlock()
	if on != nil {
		on(step)
	}
}

func (s *steps) tell(on func(share.Step)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.on = on
}

// take returns what was heard since the last take.
func (s *steps) take() []share.Step {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer func() { s.heard = nil }()
	return s.heard
}
