package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"biom/worker"
	"biom/worker/llm/llmtest"
	"biom/worker/provider"
	"biom/worker/recheck"
)

// oneIn20 of the calls goes wrong in a way.
const oneIn20 = 0.05

// harvest is what came of many jobs.
type harvest struct {
	t *testing.T

	mu       sync.Mutex
	outcomes map[string]int
	whole    int            // reports with every value
	values   int            // that reports state
	withheld int            // values that are left out, and named
	passed   map[string]int // wrong values that reports state
}

func newHarvest(t *testing.T) *harvest {
	return &harvest{t: t, outcomes: map[string]int{}, passed: map[string]int{}}
}

// note takes how a job ended, and returns it without the details.
func (y *harvest) note(o outcome, s sheet) (end string) {
	y.mu.Lock()
	defer y.mu.Unlock()
	end = outcome{status: o.status, code: o.code, reason: o.reason}.told(nil)
	y.outcomes[end]++
	if o.status != http.StatusOK {
		return end
	}
	y.values += len(o.values)
	y.withheld += len(o.withheld)
	wrong := o.wrong(s.want)
	if wrong == nil && o.withheld == nil {
		y.whole++
	}
	for _, path := range wrong {
		y.judge(s, path, o)
	}
	return end
}

// judge lets pass what second reading cannot see, and nothing else: a number in
// the place of another, or of none, that is printed too. Where the reader finds
// nothing for a field, a number of that eye's part bears it out.
func (y *harvest) judge(s sheet, path string, o outcome) {
	value, stated := o.values[path]
	switch mirrored := otherEye(path); {
	case stated && mirrored != path && value == s.want[mirrored]:
		y.t.Errorf("%s: %s is the other eye's", s.name, path)
	case stated && s.prints(value):
		y.passed[fmt.Sprintf("%s: %s %s, not %s", s.name, path, value, s.want[path])]++
	default:
		y.t.Errorf("%s: %s is %q, not %q; withheld: %v", s.name, path, value, s.want[path], o.withheld)
	}
}

// otherEye is the same field of the other eye.
func otherEye(path string) string {
	return strings.NewReplacer("right_eye", "left_eye", "left_eye", "right_eye").Replace(path)
}

func (y *harvest) reports() int { return y.outcomes[isRight] }

// log has the outcomes, and holds the wrong values against what may be: one in
// 300, of which usually there is one in 8,000.
func (y *harvest) log(what string, calls int) {
	y.t.Helper()
	wrong := sum(y.passed)
	errors := maps.Clone(y.outcomes)
	delete(errors, isRight)
	y.t.Logf("%-12s %4d reports, %4d whole; %5d values, %4d withheld, %2d wrong; %4d calls, %.3f a report; %v",
		what, y.reports(), y.whole, y.values, y.withheld, wrong, calls, float64(calls)/float64(y.reports()), errors)
	for _, passed := range slices.Sorted(maps.Keys(y.passed)) {
		y.t.Logf("%12s wrong %d times: %s", "", y.passed[passed], passed)
	}
	if wrong*300 > y.values {
		y.t.Errorf("%s: %d of %d values are wrong", what, wrong, y.values)
	}
}

func sum(counts map[string]int) (n int) {
	for _, count := range counts {
		n += count
	}
	return n
}

var numeral = regexp.MustCompile(`[0-9]+([.,][0-9]+)?`)

// prints reports whether a number stands in the text.
func (s sheet) prints(value string) bool {
	v, err := strconv.ParseFloat(value, 64)
	return err == nil && slices.ContainsFunc(s.printed, func(p float64) bool { return math.Abs(p-v) < 1e-9 })
}

// textSheets are the samples that have a text layer, with what is printed on
// them.
func textSheets(t *testing.T) (sheets []sheet) {
	t.Helper()
	paths, err := filepath.Glob(samples + "/*-text.pdf")
	if err != nil || len(paths) < 20 {
		t.Fatalf("%d samples, %v", len(paths), err)
	}
	layer, err := recheck.OpenLayer(t.TempDir() + "/work")
	if err != nil {
		t.Fatal(err)
	}
	defer layer.Close()
	for _, path := range paths {
		s := sheetOf(t, path)
		text, err := layer.Text(t.Context(), provider.Document{Kind: provider.PDF, Data: s.file})
		if err != nil || len(text.Pages) == 0 {
			t.Fatalf("%s: %d pages, %v", s.name, len(text.Pages), err)
		}
		for _, page := range text.Pages {
			for _, word := range page.Words {
				for _, n := range numeral.FindAllString(word.Text, -1) {
					v, _ := strconv.ParseFloat(strings.Replace(n, ",", ".", 1), 64)
					s.printed = append(s.printed, v)
				}
			}
		}
		sheets = append(sheets, s)
	}
	return sheets
}

// patients are the IDs of patients that cannot be mistaken for a number.
func patients(sheets []sheet) canaries {
	cs := canaries{}
	for _, s := range sheets {
		if id := s.want["patient.id"]; strings.ContainsAny(id, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") {
			cs["patient "+id] = id
		}
	}
	return cs
}

// TestVendorStorm: 500 jobs while nine calls of ten go wrong, in every way
// there is. A fifth of them has a caller's key, a quarter is a stream.
func TestVendorStorm(t *testing.T) {
	t.Parallel()
	const jobs, limit, grace = 500, 10 * time.Second, 5 * time.Second
	rates := map[llmtest.Fault]float64{}
	for _, f := range llmtest.Faults() {
		rates[f] = oneIn20
	}
	r := alone(t)
	r.executable = build(t)                                 // TestVendorCalls is for races
	p := newPractice(t, r, geminiProvider, serverKeys(200), // many rest: 401 and 403 are a tenth of the calls
		llmtest.Config{Rates: rates, Late: soon, Retry: time.Second, Seed: 1},
		fmt.Sprintf("BIOM_EXTRACT_TIMEOUT=%v", limit), "BIOM_WORKER_CONCURRENCY=64")
	p.client = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}} // the OpenAPI document is too slow for so many
	t.Cleanup(p.client.CloseIdleConnections)
	sheets, own := textSheets(t), p.with("X-Provider-API-Key", ownKey)
	var longest atomic.Int64
	all := map[string]*harvest{"biomai": newHarvest(t), "biomai_byok": newHarvest(t)}
	late := make([]bool, jobs) // ended as 504
	many(jobs, 64, func(i int) {
		who, bucket, fields := p.caller, "biomai", []string(nil)
		if isOwn(i) {
			who, bucket = own, "biomai_byok"
		}
		if i%4 == 0 {
			fields = []string{"stream", "true"}
		}
		s := sheets[i%len(sheets)]
		o, r, err := p.read(who, s.numbered(i), fields...)
		if err != nil {
			t.Errorf("job %d is lost: %v", i, err)
			return
		}
		for was := longest.Load(); int64(r.took) > was && !longest.CompareAndSwap(was, int64(r.took)); was = longest.Load() {
		}
		late[i] = o.status == http.StatusGatewayTimeout
		if end := all[bucket].note(o, s); !explained(end, isOwn(i)) {
			t.Errorf("job %d: no fault explains %s: %s", i, end, r.body)
		}
	})
	for bucket, y := range all {
		of := func(i int) bool { return isOwn(i) == (bucket == "biomai_byok") }
		calls, called := p.callsOf(jobs, of)
		y.log(bucket, calls)
		// A call that was started as the time ran out may not have reached the
		// vendor, and is charged.
		unheard := p.uncalled(jobs, func(i int) bool { return of(i) && late[i] })
		if used := p.used(bucket); used < float64(called) || used > float64(called+unheard) {
			t.Errorf("%s: %v credits are used, %d jobs led to calls, and %d ran out of time without one", bucket, used, called, unheard)
		}
	}
	if got := time.Duration(longest.Load()); got > limit+grace {
		t.Errorf("a job took %v", got)
	} else {
		t.Logf("the longest job took %v; calls: %v", got, p.sim.Calls())
	}
	p.hushed(t, patients(sheets))
}

// soon is no wait: a drip is slow enough by itself.
func soon(ctx context.Context) error { return ctx.Err() }

func isOwn(i int) bool { return i%5 == 0 }

// explained reports whether faults explain an end. A caller's key is the only
// one of its job; beside one of the deployment's there are always others.
func explained(end string, own bool) bool {
	switch end {
	case isRight, isLate, isRefused, isInvalid, isAway:
		return true
	case isRejected, isLimited:
		return own
	}
	return false
}

// callsOf are the provider calls of some jobs, and how many of them led to any.
func (p *practice) callsOf(jobs int, which func(i int) bool) (calls, called int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := range jobs {
		if n := p.calls[strconv.Itoa(i)]; n > 0 && which(i) {
			calls, called = calls+n, called+1
		}
	}
	return calls, called
}

// uncalled are how many of some jobs led to no call.
func (p *practice) uncalled(jobs int, which func(i int) bool) (n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i := range jobs {
		if which(i) && p.calls[strconv.Itoa(i)] == 0 {
			n++
		}
	}
	return n
}

// TestVendorCalls: of each fault alone, in a twentieth of the calls, jobs make
// at most 1.2 calls for each report. BIOM_CHAOS=full takes 500 of each.
func TestVendorCalls(t *testing.T) {
	t.Parallel()
	jobs := 100
	if os.Getenv("BIOM_CHAOS") == "full" {
		jobs = 500
	}
	v := newFickle(t)
	for _, fault := range llmtest.Faults() {
		y, calls := v.storm(t, fault, jobs)
		y.log(string(fault), calls)
		if each := float64(calls) / float64(y.reports()); each > 1.2 {
			t.Errorf("%s: %.3f calls for each report", fault, each)
		}
		for end := range y.outcomes {
			if !explained(end, false) {
				t.Errorf("%s: %s", fault, end)
			}
		}
	}
}

// fickle is a provider with the stand-in of the moment behind it, and
// documents that are prepared for it.
type fickle struct {
	sim    atomic.Pointer[llmtest.StandIn]
	sheets []sheet
	ready  []provider.Prepared
}

func newFickle(t *testing.T) *fickle {
	t.Helper()
	v := &fickle{sheets: textSheets(t)}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { v.sim.Load().ServeHTTP(w, r) }))
	t.Cleanup(server.Close)
	f := flags(openaiProvider, "any", "", server.URL+"/v1")
	f.Reader.Keys, f.Reader.WorkDir, f.Reader.SecondReading = serverKeys(200), t.TempDir()+"/work", true
	term, _ := quiet(t)
	read, err := f.open(term)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { closeReaders(read) })
	picture := sheetOf(t, english)
	picture.kind, picture.file = provider.GIF, llmtest.Tiny // which the stand-in says is the English sample
	for _, s := range append(v.sheets, picture) {
		p, err := read.provider.Prepare(t.Context(), provider.Document{Kind: s.kind, Data: s.file}, provider.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { p.Close() })
		v.ready = append(v.ready, p)
	}
	v.sheets = append(v.sheets, picture)
	return v
}

// which document a job has read: the picture, which costs the race detector
// least, where what the model says is right or plainly wrong; else those with a
// text.
func (v *fickle) which(fault llmtest.Fault, i int) int {
	switch fault {
	case llmtest.SwapEyes, llmtest.Invent, llmtest.Alter:
		return i % (len(v.sheets) - 1)
	}
	return len(v.sheets) - 1
}

// storm has documents read while a share of the calls goes wrong in one way.
func (v *fickle) storm(t *testing.T, fault llmtest.Fault, jobs int) (y *harvest, calls int) {
	t.Helper()
	known, err := answers()
	if err != nil {
		t.Fatal(err)
	}
	picture := known[llmtest.Hash(sheetOf(t, english).file)]
	sim := llmtest.New(llmtest.Config{
		Known: known, Fallback: func([]byte) []byte { return picture },
		Rates: map[llmtest.Fault]float64{fault: oneIn20}, Late: soon, Retry: time.Second, Seed: 2,
	})
	v.sim.Store(sim)
	limit := 2 * time.Minute // a busy machine is no fault of the vendor's
	if fault == llmtest.Hang {
		limit = 3 * time.Second
	}
	y = newHarvest(t)
	many(jobs, 32, func(i int) {
		at := v.which(fault, i)
		y.note(v.read(t, at, limit), v.sheets[at])
	})
	return y, sim.Total()
}

// read goes the way of a worker's job.
func (v *fickle) read(t *testing.T, at int, limit time.Duration) outcome {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	result, err := worker.Read(ctx, v.ready[at], nil)
	switch {
	case err == nil:
		text, err := json.Marshal(map[string]any{"data": result.Report, "extra_data": result.Extra})
		if err != nil {
			t.Error(err)
		}
		return outcome{status: http.StatusOK, values: values(t, text), withheld: result.Withheld}
	case errors.Is(err, context.DeadlineExceeded): // which the api tells
		return outcome{status: http.StatusGatewayTimeout, code: "EXTRACTION_TIMEOUT"}
	}
	p := worker.ProblemOf(err)
	return outcome{status: p.Status, code: string(p.Code), reason: fmt.Sprint(p.Details["reason"])}
}
