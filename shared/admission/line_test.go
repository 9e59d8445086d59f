package admission_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"biom/shared/admission"
)

// TestNewcomerWaitsForTwoJobsAtMost has a caller send one job while others have a backlog.
func TestNewcomerWaitsForTwoJobsAtMost(t *testing.T) {
	t.Parallel()
	const job = time.Second + 30*time.Millisecond
	for _, c := range []struct{ apis, slots, callers, backlog int }{
		{1, 1, 1, 100}, {1, 4, 1, 1000}, {1, 16, 1, 3000}, {1, 64, 1, 3000}, {3, 16, 1, 3000}, {1, 16, 10, 300}, {3, 32, 10, 300},
	} {
		t.Run(fmt.Sprintf("%+v", c), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := simulate(c.apis, c.slots)
				s.limit = 24 * time.Hour
				for i := range c.backlog {
					for n := range c.callers {
						s.submit(i, fmt.Sprint("busy", n))
					}
				}
				time.Sleep(3 * time.Second)
				s.submit(0, "newcomer")
				s.done.Wait()
				if got := s.get("newcomer").waited; got > 2*job {
					t.Errorf("waited %v", got)
				} else {
					t.Logf("waited %v", got)
				}
			})
		})
	}
}

// TestBusyCallersGetEqualShares has ten callers with backlogs of different sizes, which start at
// different times through different apis.
func TestBusyCallersGetEqualShares(t *testing.T) {
	t.Parallel()
	for _, apis := range []int{1, 10} {
		t.Run(fmt.Sprint(apis), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := simulate(apis, 40)
				var jobs atomic.Int64
				s.service = func(string) time.Duration { // 0.5 to 1.5 s
					return time.Second/2 + time.Duration(jobs.Add(1)*618)%1000*time.Millisecond
				}
				for n := range 10 {
					for range 600 + 60*n { // the first caller alone has 400
						s.submit(n*n, fmt.Sprint(n))
					}
					time.Sleep(time.Second)
				}
				time.Sleep(10 * time.Second)
				before := map[int]int{}
				for n := range 10 {
					before[n] = s.get(fmt.Sprint(n)).taken
				}
				time.Sleep(60 * time.Second)
				least, most := 1<<30, 0
				for n := range 10 {
					share := s.get(fmt.Sprint(n)).taken - before[n]
					least, most = min(least, share), max(most, share)
				}
				t.Logf("%d to %d jobs in 60 s", least, most)
				if least == 0 || float64(most)/float64(least) > 1.4 {
					t.Errorf("the shares lie between %d and %d jobs", least, most)
				}
				s.done.Wait()
			})
		})
	}
}

// TestBurstIsRefusedInsteadOfLate sends more jobs at once than can end in time.
func TestBurstIsRefusedInsteadOfLate(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		jobs    int
		every   time.Duration
		service time.Duration
	}{
		{500, 6 * time.Millisecond, time.Second}, {2000, 0, time.Second}, {2000, 5 * time.Millisecond, 4 * time.Second}, {300, 0, 12 * time.Second},
	} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := simulate(1, 16)
				s.limit = 30 * time.Second
				s.service = func(string) time.Duration { return c.service }
				for range c.jobs {
					s.submit(0, "busy")
					time.Sleep(c.every)
				}
				s.done.Wait()
				got := s.get("busy")
				room := int(16 * (s.limit/(c.service+30*time.Millisecond) - 1))
				t.Logf("%d ended, %d refused, %d late, room for %d", got.taken, got.refused, s.lateEnds, room)
				if s.lateEnds > 0 || got.taken < min(c.jobs, room*7/10) || got.taken+got.refused != c.jobs {
					t.Errorf("%d ended, %d refused, %d late, room for %d", got.taken, got.refused, s.lateEnds, room)
				}
			})
		})
	}
}

// TestRetryAfterIsCorrect sends a second burst after a first one has shown how fast the workers are:
// what cannot end in time is refused on arrival, and is accepted after the time that it was told.
func TestRetryAfterIsCorrect(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := simulate(1, 16)
		s.limit = 30 * time.Second
		for range 300 {
			s.submit(0, "busy")
		}
		s.done.Wait()
		for range 2000 {
			s.submit(0, "busy")
			time.Sleep(time.Millisecond)
		}
		retryAfter, overloaded := s.lines[0].Forecast("busy", admission.Work{}, s.limit)
		if !overloaded || s.get("busy").refused < 1400 {
			t.Fatalf("%d jobs refused on arrival, %v", s.get("busy").refused, overloaded)
		}
		time.Sleep(retryAfter)
		if more, overloaded := s.lines[0].Forecast("busy", admission.Work{}, s.limit); overloaded {
			t.Errorf("after the %v that it was told, a job is told to wait %v", retryAfter, more)
		}
		s.done.Wait()
		t.Logf("retry after %v; %d late", retryAfter, s.lateEnds)
	})
}

// TestForecastKnowsTheWork sends scans after an hour of documents that take a tenth of a second: those that
// cannot end in time are refused soon, and do not wait 20 s in vain.
func TestForecastKnowsTheWork(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := simulate(1, 2)
		s.limit = 30 * time.Second
		s.work = func(caller string) admission.Work { return admission.Work{Medium: caller, Pages: 1} }
		s.service = func(caller string) time.Duration {
			return map[string]time.Duration{"scans": 4 * time.Second, "pages": 100 * time.Millisecond}[caller]
		}
		for _, few := range []string{"scans", "pages", "scans", "pages"} {
			for range 20 {
				s.submit(0, few)
				time.Sleep(5 * time.Second)
			}
		}
		for range 500 {
			s.submit(0, "pages")
			time.Sleep(time.Second)
		}
		for range 100 {
			s.submit(0, "scans")
			time.Sleep(5 * time.Millisecond)
		}
		s.done.Wait()
		got := s.get("scans")
		t.Logf("%d ended, %d refused, at most after %v; %d late", got.taken, got.refused, got.inVain, s.lateEnds)
		if s.lateEnds > 0 || got.taken < 40+8 || got.inVain > 5*time.Second {
			t.Errorf("%d ended, %d refused, at most after %v; %d late", got.taken, got.refused, got.inVain, s.lateEnds)
		}
	})
}

// TestHostileDocumentsHarmOnlyTheirSender has a caller send documents that take 3 s to prepare
// and cost it nothing.
func TestHostileDocumentsHarmOnlyTheirSender(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := simulate(1, 16)
		s.hostile["attacker"] = true
		s.prepare = func(caller string) time.Duration {
			if caller == "attacker" {
				return 3 * time.Second
			}
			return 30 * time.Millisecond
		}
		for range 200 {
			s.submit(0, "attacker")
		}
		for range 20 {
			time.Sleep(500 * time.Millisecond)
			s.submit(0, "victim")
		}
		s.done.Wait()
		if got := s.get("victim").longest; got > 50*time.Millisecond {
			t.Errorf("the victim waited %v", got)
		}
		if got := s.get("attacker").most; got > 4 {
			t.Errorf("the attacker had %d slots at once", got)
		}
		t.Logf("%+v %+v", s.get("attacker"), s.get("victim"))
	})
}

// TestOneCallerFillsIdleWorkers shows that the windows cost a caller without neighbours little.
func TestOneCallerFillsIdleWorkers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, start := simulate(1, 64), time.Now()
		for range 640 {
			s.submit(0, "only")
		}
		s.done.Wait()
		if took := time.Since(start); took > 11*time.Second {
			t.Errorf("640 jobs of 1.03 s in 64 slots took %v", took)
		} else {
			t.Log(took)
		}
	})
}

// TestNoWorker expects that jobs are refused at their deadline, and new ones at once after that.
func TestNoWorker(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		line, limit := admission.New(), 30*time.Second
		first := line.Join("a", "", admission.Work{}, limit)
		second := line.Join("a", "", admission.Work{}, limit)
		<-first.Turn()
		<-second.Turn()
		if _, refused := second.Refused(); !refused {
			t.Error("the second job was let in although the first waits")
		}
		if retry, overloaded := line.Forecast("b", admission.Work{}, limit); !overloaded || retry != limit/2 {
			t.Errorf("another caller: %v, %v", retry, overloaded)
		}
		first.Taken()
		if _, overloaded := line.Forecast("b", admission.Work{}, limit); overloaded {
			t.Error("overloaded although a worker takes jobs")
		}
		first.Leave()
	})
}

// TestSuspend expects that no job waits for its turn while the queue does not answer.
func TestSuspend(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		line, limit := admission.New(), 30*time.Second
		first, second := line.Join("a", "", admission.Work{}, limit), line.Join("a", "", admission.Work{}, limit)
		defer first.Leave()
		defer second.Leave()
		line.Suspend(true)
		third := line.Join("a", "", admission.Work{}, limit)
		<-second.Turn()
		<-third.Turn()
		third.Leave()
		line.Suspend(false)
		fourth := line.Join("a", "", admission.Work{}, limit)
		defer fourth.Leave()
		if n := line.Waiting(); n != 1 {
			t.Errorf("%d jobs wait", n)
		}
	})
}

// TestCounts: the jobs of a line by kind, in each of their states.
func TestCounts(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		line := admission.New()
		taken := line.Join("a", "public", admission.Work{}, time.Minute)
		time.Sleep(time.Second)
		taken.Taken()
		places := []*admission.Place{taken}
		for range 3 {
			places = append(places, line.Join("a", "public", admission.Work{}, time.Minute))
		}
		places = append(places, line.Join("b", "key", admission.Work{}, time.Minute))
		time.Sleep(time.Second)
		places[3].Leave()
		want := map[string]admission.Count{"public": {Waiting: 1, Queued: 1, Taken: 1, Oldest: 2 * time.Second}, "key": {Queued: 1, Oldest: time.Second}}
		if counts := line.Counts(); !maps.Equal(counts, want) {
			t.Errorf("%+v", counts)
		}
		for _, p := range places {
			p.Leave()
		}
		if counts := line.Counts(); len(counts) != 0 {
			t.Errorf("after all have left: %+v", counts)
		}
	})
}

// TestLineForgetsEverything calls the methods in random order and then expects an empty line.
func TestLineForgetsEverything(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		line, random := admission.New(), rand.New(rand.NewPCG(2, 2))
		var places []*admission.Place
		for range 20_000 {
			switch p := random.IntN(max(len(places), 1)); {
			case len(places) < 50 || random.IntN(4) == 0:
				places = append(places, line.Join(fmt.Sprint(random.IntN(7)), "", admission.Work{}, time.Minute))
			default:
				place := places[p]
				[]func(){place.Taken, place.Started, place.HitLimit, place.Ended, place.Leave}[random.IntN(5)]()
			}
			if random.IntN(100) == 0 {
				time.Sleep(time.Second)
			}
		}
		for _, p := range places {
			p.Leave()
		}
		time.Sleep(time.Hour)
		line.Join("last", "", admission.Work{}, time.Minute).Leave()
		if left := line.Left(); left != "" {
			t.Error(left)
		}
	})
}
