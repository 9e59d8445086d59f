package callback

import (
	"sync"
	"time"
)

// placesOfEndpoint is how many events an api posts to one endpoint at a time. So an endpoint that
// is slow does not take the places of the others.
const placesOfEndpoint = 4

// places bounds how many events are posted to an endpoint at a time.
type places struct {
	now func() time.Time

	mu    sync.Mutex
	inUse map[string]*use // endpoint → its places, if one is taken
}

// use is the use of an endpoint's places.
type use struct {
	taken int
	next  time.Time     // when the next event that finds no place may come back
	took  time.Duration // how long the latest post took
}

func newPlaces(now func() time.Time) *places { return &places{now: now, inUse: map[string]*use{}} }

// take takes a place at an endpoint; leave gives it back. If there is none, leave is nil, and a
// place may be free after wait: each event that finds none is told a later time than the one before.
func (p *places) take(endpoint string) (leave func(), wait time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now, u := p.now(), p.inUse[endpoint]
	if u == nil {
		u = &use{took: time.Second}
		p.inUse[endpoint] = u
	}
	if u.taken == placesOfEndpoint {
		if u.next.Before(now) {
			u.next = now
		}
		u.next = u.next.Add(max(u.took, 50*time.Millisecond) / placesOfEndpoint)
		return nil, u.next.Sub(now)
	}
	u.taken++
	return func() { p.leave(endpoint, now) }, 0
}

func (p *places) leave(endpoint string, since time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	u := p.inUse[endpoint]
	u.took = p.now().Sub(since)
	if u.taken--; u.taken == 0 {
		delete(p.inUse, endpoint)
	}
}
