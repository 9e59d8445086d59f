package llm

import (
	"maps"
	"sync"
)

// params is a set of names of parameters, safe for concurrent use. The maps that it
// returns are never changed.
type params struct {
	mu  sync.Mutex
	set map[string]bool
}

// all returns the set.
func (p *params) all() map[string]bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.set
}

// add adds a name and returns the new set.
func (p *params) add(name string) map[string]bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.set = with(p.set, name)
	return p.set
}

// with returns a new set that also holds name.
func with(set map[string]bool, name string) map[string]bool {
	out := map[string]bool{name: true}
	maps.Copy(out, set)
	return out
}
