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
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"biom/shared/testenv"
	"biom/worker"
	"biom/worker/llm/llmtest"
	"biom/worker/provider"
	"biom/worker/recheck"
)

// oneIn20 is the share of the calls that have a fault.
const oneIn20 = 0.05

// harvest counts the outcomes of many jobs.
type harvest struct {
	t *testing.T

	mu       sync.Mutex
	outcomes map[string]int
	complete int            // reports with every value
	values   int            // in all reports
	withheld int            // values
	passed   map[string]int // wrong values in reports
}

func newHarvest(t *testing.T) *harvest {
	return &harvest{t: t, outcomes: map[string]int{}, passed: map[string]int{}}
}

// note counts an outcome, and returns it without the details.
func (y *harvest) note(o outcome, s sheet) (end string) {
	y.mu.Lock()
	defer y.mu.Unlock()
	end = outcome{status: o.status, code: o.code, reason: o.reason}.describe(nil)
	y.outcomes[end]++
	if o.status != http.StatusOK {
		return end
	}
	y.values += len(o.values)
	y.withheld += len(o.withheld)
	wrong := o.wrong(s.want)
	if wrong == nil && o.withheld == nil {
		y.complete++
	}
	for _, path := range wrong {
		y.judge(s, path, o)
	}
	return end
}

// judge accepts the wrong values that the second reading cannot detect, and fails
// the test for all others. It cannot detect a number in the wrong place that is
// printed elsewhere in the document: where the second reading finds no value for a
// field, it accepts any number in that eye's part.
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

// otherEye returns the path of the same field of the other eye.
func otherEye(path string) string {
	return strings.NewReplacer("right_eye", "left_eye", "left_eye", "right_eye").Replace(path)
}

func (y *harvest) reports() int { return y.outcomes[isRight] }

// log logs the outcomes, and fails the test if more than one value in 300 is wrong.
// Usually it is one in 8,000.
func (y *harvest) log(title string, calls int) {
	y.t.Helper()
	wrong := sum(y.passed)
	errors := maps.Clone(y.outcomes)
	delete(errors, isRight)
	y.t.Logf("%-12s %4d reports, %4d whole; %5d values, %4d withheld, %2d wrong; %4d calls, %.3f a report; %v",
		title, y.reports(), y.complete, y.values, y.withheld, wrong, calls, float64(calls)/float64(y.reports()), errors)
	for _, passed := range slices.Sorted(maps.Keys(y.passed)) {
		y.t.Logf("%12s wrong %d times: %s", "", y.passed[passed], passed)
	}
	if wrong*300 > y.values {
		y.t.Errorf("%s: %d of %d values are wrong", title, wrong, y.values)
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

// textSheets returns the samples with a text layer, with the numbers that are
// printed on them.
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

// patients returns the IDs of patients that cannot be mistaken for a number.
func patients(sheets []sheet) canaries {
	cs := canaries{}
	for _, s := range sheets {
		if id := s.want["patient.id"]; strings.ContainsAny(id, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") {
			cs["patient "+id] = id
		}
	}
	return cs
}

func TestLongVendorStorm(t *testing.T) { vendorStorm(t, 500) }

// vendorStorm sends jobs while nine calls of ten have a fault, of every kind. A
// fifth of the jobs has a caller's key, a quarter is a stream.
func vendorStorm(t *testing.T, jobs int) {
	t.Parallel()
	const limit = 10 * time.Second
	rates := map[llmtest.Fault]float64{}
	for _, f := range llmtest.Faults() {
		rates[f] = oneIn20
	}
	r := alone(t)
	r.executable = testenv.Biom(t)                          // TestVendorCalls looks for races
	p := newPractice(t, r, geminiProvider, serverKeys(200), // many have a pause: 401 and 403 are a tenth of the calls
		llmtest.Config{Rates: rates, Late: soon, Retry: time.Second, Seed: 1},
		fmt.Sprintf("BIOM_EXTRACT_TIMEOUT=%v", limit), "BIOM_WORKER_CONCURRENCY=64")
	p.client = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}} // the OpenAPI document is too slow for so many
	t.Cleanup(p.client.CloseIdleConnections)
	sheets, own := textSheets(t), p.with("X-Provider-API-Key", ownKey)
	var longest atomic.Int64
	all := map[string]*harvest{"biomai": newHarvest(t), "biomai_byok": newHarvest(t)}
	late := make([]bool, jobs) // ended as 504
	many(jobs, 64, func(i int) {
		caller, bucket, fields := p.caller, "biomai", []string(nil)
		if isOwn(i) {
			caller, bucket = own, "biomai_byok"
		}
		if i%4 == 0 {
			fields = []string{"stream", "true"}
		}
		s := sheets[i%len(sheets)]
		o, r, err := p.read(caller, s.numbered(i), fields...)
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
		// A call that was started shortly before the time limit may not have
		// reached the vendor; it is charged.
		unheard := p.uncalled(jobs, func(i int) bool { return of(i) && late[i] })
		if used := p.used(bucket); used < float64(called) || used > float64(called+unheard) {
			t.Errorf("%s: %v credits are used, %d jobs led to calls, and %d ran out of time without one", bucket, used, called, unheard)
		}
	}
	if got := time.Duration(longest.Load()); got > limit+maxTestWait {
		t.Errorf("a job took %v", got)
	} else {
		t.Logf("the longest job took %v; calls: %v", got, p.sim.Calls())
	}
	p.checkSecrets(t, patients(sheets))
}

// soon does not wait: the fault drip is slow enough by itself.
func soon(ctx context.Context) error { return ctx.Err() }

func isOwn(i int) bool { return i%5 == 0 }

// explained reports whether the faults explain an outcome. A caller's key is the
// only one of its job; the deployment always has another key to try.
func explained(end string, own bool) bool {
	switch end {
	case isRight, isLate, isRefused, isInvalid, isAway, isUnserved: // on a slow machine a job waits too long for a worker
		return true
	case isRejected, isLimited:
		return own
	}
	return false
}

// callsOf returns the provider calls of the jobs that which selects, and how many of
// these jobs led to any call.
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

// uncalled returns how many of the jobs that which selects led to no call.
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

func TestVendorCalls(t *testing.T) {
	vendorCalls(t, 40, llmtest.Status429)
}

func TestLongVendorCalls(t *testing.T) { vendorCalls(t, size{40, 500}.now(), llmtest.Faults()...) }

// vendorCalls has jobs read for each fault alone, in a twentieth of the calls. They
// make at most 1.2 calls for each report.
func vendorCalls(t *testing.T, jobs int, faults ...llmtest.Fault) {
	t.Parallel()
	v := newFickle(t)
	for _, fault := range faults {
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

// fickle is a provider with a stand-in that can be replaced, and documents that are
// prepared for it.
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
	t.Cleanup(read.close)
	picture := sheetOf(t, english)
	picture.kind, picture.file = provider.GIF, llmtest.Tiny // the stand-in answers as if it were the English sample
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

// which returns the index of the document of a job. Faults that falsify values need
// the documents with a text. For the others it is the picture, which is the
// cheapest under the race detector.
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
	limit := maxTestWait
	if fault == llmtest.Hang { // these jobs end at the limit
		limit = 15 * time.Second
	}
	y = newHarvest(t)
	many(jobs, 32, func(i int) {
		at := v.which(fault, i)
		y.note(v.read(t, at, limit), v.sheets[at])
	})
	return y, sim.Total()
}

// read does with a document what a worker does.
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
	case errors.Is(err, context.DeadlineExceeded): // the api answers that
		return outcome{status: http.StatusGatewayTimeout, code: "EXTRACTION_TIMEOUT"}
	}
	p := worker.ProblemOf(err)
	return outcome{status: p.Status, code: string(p.Code), reason: fmt.Sprint(p.Details["reason"])}
}
