package deploy_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	biomclient "biom/shared/client"
)

// ledger compares what became of the requests: answers, calls of the model, charges, shares.
type ledger struct {
	faults  []happened
	flushes []time.Time // of Redis: charges before are forgotten
	emptied []span      // of Postgres: shares from before are gone
	audited map[int]bool
	charges map[string]int // what was found → requests
	shares  map[string]int
	bad     []string // what must not happen, in words

	mu sync.Mutex
}

// span is a time in which something was done.
type span struct{ begin, end time.Time }

// happened is a fault, from its beginning until the cluster was well again.
type happened struct {
	fault
	began, well time.Time
}

// The findings about charges.
const (
	chargeRight   = "charged, model asked"
	chargeNone    = "not charged, model not asked"
	chargeFree    = "model asked, not charged"
	chargeKilled  = "charged, model not asked: the api was killed with the plain request (documented)"
	chargeStarted = "charged, model not asked: the worker was lost between the record of the start and the call (documented)"
	chargeWrong   = "charged, model not asked, for no documented reason"
	chargeTwice   = "charged twice"
	chargeFlushed = "not compared: Redis was flushed meanwhile, or soon after"
)

// beforeFlush compares the charges that a flush is about to erase.
func (l *ledger) beforeFlush(x *chaos) {
	x.t.Helper()
	l.audit(x, time.Now().Add(-settled))
	l.audit(x, time.Now().Add(-settled)) // those that ended meanwhile
}

// settled is the age from which on a request that has ended is compared before a flush: its refund
// may still be under way.
const settled = 500 * time.Millisecond

// audit compares the charges of the requests that ended before a time with the calls of the model.
func (l *ledger) audit(x *chaos, before time.Time) {
	x.t.Helper()
	x.traffic.mu.Lock()
	var todo []*sent
	for _, r := range x.traffic.all {
		if asks(r.kind) && r.ended.Before(before) && !l.audited[r.number] {
			l.audited[r.number] = true
			todo = append(todo, r)
		}
	}
	x.traffic.mu.Unlock()
	each(todo, func(r *sent) {
		finding := chargeFlushed
		if !slices.ContainsFunc(l.flushes, r.began.Before) {
			finding = l.charge(x, r)
		}
		l.mu.Lock()
		defer l.mu.Unlock()
		l.charges[finding]++
		if finding == chargeTwice || finding == chargeWrong {
			l.bad = append(l.bad, fmt.Sprintf("%s: %s", finding, l.describe(r)))
		}
	})
}

// charge says how the charge of a request compares with the calls of the model.
func (l *ledger) charge(x *chaos, r *sent) string {
	var usage *biomclient.Usage
	err := errors.New("not asked")
	for range 100 {
		if usage, err = caller(r.number, x.traffic.api(r.number)).Usage(context.Background(), false); err == nil {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	if err != nil {
		return "usage not known: " + err.Error()
	}
	switch charged, asked := usage.Engines.BiomAI.Used, x.model.calls(r.number) > 0; {
	case charged > 1:
		return chargeTwice
	case charged == 1 && asked:
		return chargeRight
	case charged == 0 && asked:
		return chargeFree
	case charged == 0:
		return chargeNone
	case r.requestID != "" && x.started(r.requestID):
		return chargeStarted
	case !retries(r.kind) && l.duringFault(r, func(f fault) bool { return f.kind == faultKill && strings.HasPrefix(f.target, "api-") }):
		return chargeKilled
	case r.verdict == isCut && l.duringFault(r, func(f fault) bool { return f.kind != faultFlush }):
		return chargeStarted + ", or the connection"
	}
	return chargeWrong
}

// duringFault reports whether a fault that which selects happened during a request.
func (l *ledger) duringFault(r *sent, which func(fault) bool) bool {
	return slices.ContainsFunc(l.faults, func(h happened) bool {
		return h.began.Before(r.ended) && h.well.After(r.began) && which(h.fault)
	})
}

// describe says what is known of a request, and which faults happened meanwhile.
func (l *ledger) describe(r *sent) string {
	var meanwhile []string
	l.duringFault(r, func(f fault) bool { meanwhile = append(meanwhile, f.String()); return false })
	return fmt.Sprintf("request %d (%s, %s), %s after %d repeats and %v: %s; meanwhile: %s", r.number, r.kind, r.requestID,
		r.verdict, r.repeats, r.ended.Sub(r.began).Round(time.Millisecond), r.detail, strings.Join(meanwhile, ", "))
}

// checkShares retrieves every share that was made.
func (l *ledger) checkShares(x *chaos) {
	x.t.Helper()
	each(x.traffic.shares, func(r *sent) {
		again := &sent{number: r.number, kind: kindRetrieve, began: time.Now()}
		err := x.traffic.retrieve(context.Background(), caller(r.number, x.url), again, r)
		for range 100 {
			if err == nil || !biomclient.Retryable(err) {
				break
			}
			time.Sleep(time.Second)
			err = x.traffic.retrieve(context.Background(), caller(r.number, x.url), again, r)
		}
		if again.ended = time.Now(); err != nil {
			again.verdict = verdictOn(again, err)
		}
		verdict := l.shareVerdict(again, r)
		l.mu.Lock()
		defer l.mu.Unlock()
		l.shares[verdict]++
		if verdict != isRight && verdict != isEmptied {
			l.bad = append(l.bad, "share: "+l.describe(again))
		}
	})
}

// shareVerdict corrects the verdict on the retrieval of a share that is unknown because Postgres was
// emptied after it was made, or while that was under way.
func (l *ledger) shareVerdict(retrieval, share *sent) string {
	if retrieval.verdict == isLost && slices.ContainsFunc(l.emptied, func(s span) bool {
		return share.began.Before(s.end) && retrieval.ended.After(s.begin)
	}) {
		return isEmptied
	}
	return retrieval.verdict
}

// judge corrects and counts the verdicts. kind → verdict → requests
func (l *ledger) judge(x *chaos) map[string]map[string]int {
	made := map[string]*sent{} // share code → the request that made it
	for _, r := range x.traffic.all {
		if r.kind == kindShare {
			made[r.share] = r
		}
	}
	counts := map[string]map[string]int{}
	for _, r := range x.traffic.all {
		if r.kind == kindRetrieve {
			r.verdict = l.shareVerdict(r, made[r.share])
		}
		if counts[r.kind] == nil {
			counts[r.kind] = map[string]int{}
		}
		counts[r.kind][r.verdict]++
		if !permitted(r.verdict) {
			l.bad = append(l.bad, l.describe(r))
		}
	}
	return counts
}

// permitted reports whether a request may end so while parts fail: right, without a connection, or
// with an error that the documentation names for a part that is away or slow.
func permitted(verdict string) bool {
	switch verdict {
	case isRight, isShared, isUnshared, isCut, isEmptied:
		return true
	}
	for _, documented := range []string{"503 INTERNAL_ERROR", "504 EXTRACTION_TIMEOUT", "500 EXTRACTION_FAILED", "408 HTTP_ERROR"} {
		if strings.HasPrefix(verdict, documented) {
			return true
		}
	}
	return false
}

// results fails the test if a request has more than one result in the queue.
func (l *ledger) results(x *chaos) (requests int) {
	x.t.Helper()
	s := x.results(x.t)
	info, err := s.Info(x.t.Context(), subjectsOf("biom.results.>"))
	if err != nil {
		x.t.Fatal(err)
	}
	for subject, n := range info.State.Subjects {
		if requests++; n != 1 {
			l.bad = append(l.bad, fmt.Sprintf("%d results: %s", n, subject))
		}
	}
	return requests
}

// gaps returns the longest times without a right answer by kind of fault: of any request, and of
// one for which a model was asked.
func (l *ledger) gaps(x *chaos) map[string][2]time.Duration {
	right := [2][]time.Time{{x.began}, {x.began}}
	for _, r := range x.traffic.all {
		if r.verdict == isRight || r.verdict == isShared {
			right[0] = append(right[0], r.ended)
			if asks(r.kind) {
				right[1] = append(right[1], r.ended)
			}
		}
	}
	longest := map[string][2]time.Duration{}
	for i, times := range right {
		slices.SortFunc(times, time.Time.Compare)
		for n := 1; n < len(times); n++ {
			for _, h := range l.faults {
				if times[n].After(h.began) && times[n-1].Before(h.well) {
					gap := longest[h.kind]
					gap[i] = max(gap[i], times[n].Sub(times[n-1]))
					longest[h.kind] = gap
				}
			}
		}
	}
	return longest
}

// table returns the result of a run.
func (l *ledger) table(x *chaos, before, after map[string]size) string {
	var text strings.Builder
	w := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	row := func(format string, args ...any) { fmt.Fprintf(w, format+"\n", args...) }

	counts := l.judge(x)
	row("%d requests, %d faults, seed %d", len(x.traffic.all), len(l.faults), x.seed)
	row("\nrequests\tsent\tright\twrong\tunanswered\tdouble results\tconnection lost")
	total := map[string]int{}
	for _, kind := range slices.Sorted(maps.Keys(counts)) {
		c := counts[kind]
		requestRow(row, kind, c)
		for verdict, n := range c {
			total[verdict] += n
		}
	}
	requestRow(row, "all", total)
	row("\nother answers to requests\tnumber")
	other := map[string]int{}
	for _, r := range x.traffic.all {
		if r.answer != "" && r.verdict != isCut && r.verdict != isUnheard {
			other[r.answer]++
		}
	}
	for _, verdict := range []string{isUnshared, isEmptied} {
		other[verdict] = total[verdict]
	}
	countRows(row, other)
	row("\nanswers after which a client repeated its request, as documented\tnumber")
	countRows(row, x.traffic.before)
	row("\ncharges\trequests")
	for _, finding := range []string{chargeTwice, chargeWrong} {
		l.charges[finding] += 0 // so that it has a row
	}
	countRows(row, l.charges)
	row("right answers of a model\t%d", rightOfModel(counts))
	row("\nshares that were made\tnumber")
	for _, verdict := range []string{isRight, isEmptied, isLost} {
		row("%s\t%d", verdict, l.shares[verdict])
	}
	row("\nfault\tnumber\tlongest gap without a right answer\tof those that a model reads\tlongest until all was well")
	number, well := map[string]int{}, map[string]time.Duration{}
	for _, h := range l.faults {
		number[h.kind]++
		well[h.kind] = max(well[h.kind], h.well.Sub(h.began))
	}
	gaps := l.gaps(x)
	for _, kind := range slices.Sorted(maps.Keys(number)) {
		row("%s\t%d\t%v\t%v\t%v", kind, number[kind], tenths(gaps[kind][0]), tenths(gaps[kind][1]), tenths(well[kind]))
	}
	row("\npart\tmemory at the start, MB\tat the end\tgoroutines at the start\tat the end")
	for _, part := range slices.Sorted(maps.Keys(after)) {
		row("%s\t%d\t%d\t%s\t%s", part, before[part].memory>>20, after[part].memory>>20, before[part].shownGoroutines(), after[part].shownGoroutines())
	}
	_ = w.Flush()
	return text.String()
}

// countRows writes a row for each count.
func countRows(row func(string, ...any), counts map[string]int) {
	for _, what := range slices.Sorted(maps.Keys(counts)) {
		row("%s\t%d", what, counts[what])
	}
}

// rightOfModel returns the number of right answers for which a model was asked.
func rightOfModel(counts map[string]map[string]int) (n int) {
	for kind, c := range counts {
		if asks(kind) {
			n += c[isRight]
		}
	}
	return n
}

func requestRow(row func(string, ...any), kind string, c map[string]int) {
	sum := 0
	for _, n := range c {
		sum += n
	}
	row("%s\t%d\t%d\t%d\t%d\t%d\t%d", kind, sum, c[isRight]+c[isShared]+c[isUnshared], c[isWrong], c[isUnheard], c[isDouble], c[isCut])
}

func tenths(d time.Duration) time.Duration { return d.Round(100 * time.Millisecond) }

// each calls f for each request, a few at a time.
func each(requests []*sent, f func(*sent)) {
	var group sync.WaitGroup
	next := make(chan *sent)
	for range 4 {
		group.Go(func() {
			for r := range next {
				f(r)
			}
		})
	}
	for _, r := range requests {
		next <- r
	}
	close(next)
	group.Wait()
}
