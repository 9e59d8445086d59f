package admission

import (
	"math"
	"slices"
	"time"
)

// minSamples is how many jobs must have ended before their mean time says something about the
// next one. The first job after a start is often far slower than the others.
const minSamples = 5

// serviceTime estimates how long a worker has a job, as RFC 6298 estimates a round trip. It
// begins with the median of the first samples.
type serviceTime struct {
	first           []time.Duration // the first samples, until there are minSamples
	mean, deviation time.Duration
}

func (s *serviceTime) add(d time.Duration) {
	if s.known() {
		s.deviation += ((d - s.mean).Abs() - s.deviation) / 4
		s.mean += (d - s.mean) / 8
		return
	}
	s.first = append(s.first, d)
	if s.known() {
		slices.Sort(s.first)
		s.mean = s.first[minSamples/2]
		s.deviation = s.mean / 2
	}
}

// known reports whether there were enough samples.
func (s *serviceTime) known() bool { return len(s.first) == minSamples }

// needed returns the time in which nearly every job ends: twice the mean and two mean deviations. It
// is at most a third of limit: a provider that is slow today must not make every job be refused.
func (s *serviceTime) needed(limit time.Duration) time.Duration {
	if !s.known() {
		return 0
	}
	return min(2*s.mean+2*s.deviation, limit/3)
}

// Work is what a job asks of a worker, as far as one can tell before it is done. Jobs of the
// same work take about the same time.
type Work struct {
	Medium string // of the document
	Pages  int    // that must be read as pictures
}

// services estimates how long workers have jobs: all together, and those of each work.
type services struct {
	all serviceTime
	of  map[Work]*serviceTime
}

func newServices() services { return services{of: map[Work]*serviceTime{}} }

// maxWorks bounds how many works are told apart.
const maxWorks = 32

func (s *services) add(w Work, d time.Duration) {
	s.all.add(d)
	if s.of[w] == nil && len(s.of) < maxWorks {
		s.of[w] = &serviceTime{}
	}
	if own := s.of[w]; own != nil {
		own.add(d)
	}
}

// needed returns the time in which nearly every job of the work ends; see [serviceTime.needed].
func (s *services) needed(w Work, limit time.Duration) time.Duration {
	if own := s.of[w]; own != nil && own.known() {
		return own.needed(limit)
	}
	return s.all.needed(limit)
}

// weight returns how many jobs of the mean length a job of the work is worth.
func (s *services) weight(w Work) float64 {
	if own := s.of[w]; own != nil && own.known() && s.all.mean > 0 {
		return float64(own.mean) / float64(s.all.mean)
	}
	return 1
}

// works counts jobs by their work.
type works map[Work]int

// add counts n more jobs.
func (w works) add(work Work, n int) {
	if w[work] += n; w[work] == 0 {
		delete(w, work)
	}
}

// weight returns how many jobs of the mean length the jobs are worth.
func (w works) weight(s *services) (sum float64) {
	for work, n := range w {
		sum += float64(n) * s.weight(work)
	}
	return sum
}

// peakWindow is how long a peak is remembered, at least; at most twice as long.
const peakWindow = 2 * time.Second

// peak is the largest value that a count had lately. When many jobs end at once, the count
// falls for a moment, and an estimate that used it would be far too long.
type peak struct {
	current, previous int // the largest value in this window and in the one before
	since             time.Time
}

// note records that the count has the value v at the time now.
func (p *peak) note(now time.Time, v int) {
	if age := now.Sub(p.since); age >= peakWindow {
		p.previous = p.current
		if age >= 2*peakWindow {
			p.previous = 0
		}
		p.current, p.since = 0, now
	}
	p.current = max(p.current, v)
}

// value returns the peak if the count has the value v at the time now.
func (p *peak) value(now time.Time, v int) int {
	p.note(now, v)
	return max(p.current, p.previous)
}

const (
	throughputWindow = 5 * time.Second
	// throughputMemory is the time in which a remembered throughput falls to half.
	throughputMemory = 10 * time.Minute
)

// throughput remembers how many jobs have ended in the best window lately.
type throughput struct {
	ended int       // in the current window
	since time.Time // the beginning of the window
	best  float64   // jobs per second
}

// add counts a job that ended at the time now.
func (t *throughput) add(now time.Time) {
	if age := now.Sub(t.since); age >= throughputWindow {
		t.best *= math.Exp2(-float64(age) / float64(throughputMemory))
		t.ended, t.since = 0, now
	}
	t.ended++
	t.best = max(t.best, float64(t.ended)/throughputWindow.Seconds())
}
