package admission_test

import (
	"sync"
	"time"

	"biom/shared/admission"
)

// simulation is a queue that is served in the order of arrival, workers with a number of slots,
// and a Line for each of several api processes. Tests run it in a bubble of synctest, so it
// takes no real time.
type simulation struct {
	lines   []*admission.Line
	limit   time.Duration                      // of each job
	prepare func(caller string) time.Duration  // until the provider call
	service func(caller string) time.Duration  // of the provider call
	work    func(caller string) admission.Work // that its documents ask for
	hostile map[string]bool                    // callers whose documents reach a limit while they are prepared

	mu       sync.Mutex
	queue    []chan struct{} // closed when the job gets a slot
	idle     int             // slots
	callers  map[string]*tally
	lateEnds int // jobs that ended after their deadline, or were refused after it
	done     sync.WaitGroup
}

// tally is what became of the jobs of a caller.
type tally struct {
	taken, refused  int
	working, most   int           // slots that its jobs have; the most that they had
	waited, longest time.Duration // how long the latest job waited for a worker, and the longest wait
	inVain          time.Duration // the longest that a job waited before it was refused
}

func (c *tally) refusedAfter(joined time.Time) {
	c.refused++
	c.inVain = max(c.inVain, time.Since(joined))
}

func simulate(apis, slots int) *simulation {
	s := &simulation{
		limit: 10 * time.Minute, idle: slots, hostile: map[string]bool{}, callers: map[string]*tally{},
		prepare: func(string) time.Duration { return 30 * time.Millisecond },
		service: func(string) time.Duration { return time.Second },
		work:    func(string) admission.Work { return admission.Work{} },
	}
	for range apis {
		s.lines = append(s.lines, admission.New())
	}
	return s
}

// submit sends a job of a caller to one of the apis, and returns at once.
func (s *simulation) submit(api int, caller string) {
	line := s.lines[api%len(s.lines)]
	if _, overloaded := line.Forecast(caller, s.work(caller), s.limit); overloaded {
		s.of(caller, func(c *tally) { c.refused++ })
		return
	}
	joined, place := time.Now(), line.Join(caller, "", s.work(caller), s.limit)
	s.done.Go(func() {
		defer place.Leave()
		if s.run(place, caller, joined); time.Since(joined) > s.limit {
			s.of(caller, func(*tally) { s.lateEnds++ })
		}
	})
}

// run does with a job what api and worker do.
func (s *simulation) run(place *admission.Place, caller string, joined time.Time) {
	<-place.Turn()
	if _, refused := place.Refused(); refused {
		s.of(caller, func(c *tally) { c.refusedAfter(joined) })
		return
	}
	slot := s.slot()
	select {
	case <-slot:
	case <-time.After(time.Until(place.Late())):
		if place.Untaken() {
			s.of(caller, func(c *tally) { c.refusedAfter(joined) })
			place.Leave()
			<-slot // a worker finds that the job has ended
			s.release()
			return
		}
	}
	s.of(caller, func(c *tally) {
		c.taken++
		c.working++
		c.most, c.waited = max(c.most, c.working), time.Since(joined)
		c.longest = max(c.longest, c.waited)
	})
	place.Taken()
	time.Sleep(s.prepare(caller))
	if s.hostile[caller] {
		place.HitLimit()
	} else {
		place.Started()
		time.Sleep(s.service(caller))
	}
	place.Ended()
	s.of(caller, func(c *tally) { c.working-- })
	s.release()
}

// slot puts a job into the queue. The channel is closed when the job has a slot.
func (s *simulation) slot() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	turn := make(chan struct{})
	if s.idle > 0 {
		s.idle--
		close(turn)
	} else {
		s.queue = append(s.queue, turn)
	}
	return turn
}

// release gives a slot to the first job of the queue.
func (s *simulation) release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.queue) == 0 {
		s.idle++
		return
	}
	close(s.queue[0])
	s.queue = s.queue[1:]
}

// of calls f with the tally of a caller.
func (s *simulation) of(caller string, f func(*tally)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.callers[caller] == nil {
		s.callers[caller] = &tally{}
	}
	f(s.callers[caller])
}

// get returns the tally of a caller.
func (s *simulation) get(caller string) (c tally) {
	s.of(caller, func(t *tally) { c = *t })
	return c
}
