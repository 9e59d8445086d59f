package job_test

import (
	"testing"
	"time"

	"biom/shared/job"
)

// The estimate is the number of waiting jobs, divided by the rate at which jobs
// were taken since the queue was last empty.
func TestBacklogOverload(t *testing.T) {
	t.Parallel()
	const limit = 30 * time.Second
	type observation struct {
		second         int
		waiting, taken uint64
	}
	for name, c := range map[string]struct {
		observations []observation
		overloaded   bool
	}{
		"nothing waits":               {[]observation{{0, 0, 100}}, false},
		"observed too briefly":        {[]observation{{0, 500, 0}, {2, 490, 10}}, false},
		"taken fast enough":           {[]observation{{0, 500, 0}, {4, 400, 100}}, false},
		"taken too slowly":            {[]observation{{0, 500, 0}, {4, 480, 20}}, true},
		"no worker yet":               {[]observation{{0, 5, 0}, {10, 5, 0}}, false},
		"no worker for a whole limit": {[]observation{{0, 5, 0}, {31, 5, 0}}, true},
		"empty in between":            {[]observation{{0, 500, 0}, {4, 480, 20}, {5, 0, 500}, {6, 10, 500}}, false},
	} {
		var b job.Backlog
		start := time.Now()
		for _, o := range c.observations {
			b.Observe(start.Add(time.Duration(o.second)*time.Second), o.waiting, o.taken)
		}
		retryAfter, overloaded := b.Overloaded(limit)
		if overloaded != c.overloaded || overloaded && retryAfter < time.Second {
			t.Errorf("%s: %v, %v", name, retryAfter, overloaded)
		}
	}
}
