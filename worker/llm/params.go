package llm

import (
	"maps"
	"sync"
)

// params is a set of parameters' names. The maps that it hands out never
// change.
type params struct {
	mu  sync.Mutex
	set map[string]bool
}

func (p *params) all() map[string]bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.set
}

func (p *params) add(name string) map[string]bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.set = plus(p.set, name)
	return p.set
}

// plus is a new set with one name more.
func plus(set map[string]bool, name string) map[string]bool {
	out := map[string]bool{name: true}
	maps.Copy(out, set)
	return out
}
