package recheck_test

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"biom/shared/biometry"
	"biom/shared/fair"
	"biom/worker/provider"
	"biom/worker/reader"
	"biom/worker/recheck"
)

// twoPasses returns what OCR saw if two passes saw the same lines.
func twoPasses(lines ...string) *reader.Witness {
	pages := text(lines...).(source).Pages
	found := reader.Find(pages)
	return reader.Saw(reader.Agree(found, found), reader.Pages{}, pages, pages)
}

// scan is what OCR saw of page, in which the line of ACD is missing.
func scan() *reader.Witness {
	return twoPasses(
		"IOLMaster 700",
		"  OD  OS",
		"AL [mm]  23,45  24,10",
		"LT [mm]  4,50  4,61",
		"K1 [D]  43,21 @ 93°  42,18 @ 80°",
		"K2 [D]  44,02 @ 3°  43,50 @ 170°",
	)
}

// ocr is an OCR that a function stands for.
type ocr func(ctx context.Context) (*reader.Witness, error)

func (o ocr) Close() error { return nil }
func (o ocr) Witness(ctx context.Context, _ provider.Document) (*reader.Witness, error) {
	return o(ctx)
}

func TestAnswersAreComparedWithWhatOCRSaw(t *testing.T) {
	t.Parallel()
	eyes := altered("right_eye", "left_eye", "left_eye", "right_eye")
	for name, tt := range map[string]struct {
		answers  []string
		want     string // "": an error
		withheld []string
		calls    int
	}{
		"right, also what OCR did not see": {[]string{right}, right, nil, 1},
		"a wrong digit, then right":        {[]string{altered("23.45", "23.95"), right}, right, nil, 2},
		"a wrong digit twice":              {[]string{altered("23.45", "23.95")}, altered("23.45", "null"), []string{"right_eye.AL"}, 2},
		"one eye's value in the other":     {[]string{altered("24.10", "23.45")}, altered("24.10", "null"), []string{"left_eye.AL"}, 2},
		"exchanged, then right":            {[]string{eyes, right}, right, nil, 2},
		"exchanged twice":                  {[]string{eyes}, "", nil, 2},
		"a value that OCR did not see":     {[]string{altered("3.10", "3.60")}, altered("3.10", "3.60"), nil, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := says(tt.answers...)
			p := prepare(t, wrap(t, m, recheck.Config{Source: unread{}, OCR: saw{scan()}}), provider.Document{}, provider.Options{})
			got, err := p.Extract(t.Context(), nil)
			if m.calls != tt.calls || (err == nil) != (tt.want != "") {
				t.Fatalf("%d calls, %v", m.calls, err)
			}
			if err == nil && (written(t, object(t, got.JSON)) != written(t, object(t, []byte(tt.want))) || !slices.Equal(biometry.WithheldFields(got.Withheld), tt.withheld)) {
				t.Errorf("%s\nwithheld %v\nwant %s", got.JSON, got.Withheld, tt.want)
			}
		})
	}
}

// TestNumberThatOCRDidNotSee is doubted only if OCR saw nearly all others.
func TestNumberThatOCRDidNotSee(t *testing.T) {
	t.Parallel()
	lines := []string{
		"  OD  OS", "AL [mm]  23,45  24,10", "LT [mm]  4,50  4,61", "K1 [D]  43,21 @ 93°  42,18 @ 80°", "K2 [D]  44,02 @ 3°  43,50 @ 170°",
	}
	invented := altered(`"ACD":3.10`, `"ACD":3.10,"WTW":11.9`)
	for name, tt := range map[string]struct {
		lines    []string
		withheld []string
	}{
		"it saw all others":    {append(lines, "ACD [mm]  3,10  3,25"), []string{"right_eye.WTW"}},
		"it missed others too": {lines, nil},
	} {
		got, err := prepare(t, wrap(t, says(invented), recheck.Config{OCR: saw{twoPasses(tt.lines...)}}), provider.Document{}, provider.Options{}).Extract(t.Context(), nil)
		if err != nil || !slices.Equal(biometry.WithheldFields(got.Withheld), tt.withheld) {
			t.Errorf("%s: %v, %v", name, got.Withheld, err)
		}
	}
}

// TestExchangedEyesAreNoticedByTheirOrder where no heading tells them apart.
func TestExchangedEyesAreNoticedByTheirOrder(t *testing.T) {
	t.Parallel()
	lines := []string{"AL [mm]  23,45  24,10", "ACD [mm]  3,10  3,25", "LT [mm]  4,50  4,61"}
	exchanged := altered("right_eye", "left_eye", "left_eye", "right_eye")
	for name, known := range map[string]recheck.Config{"OCR": {OCR: saw{twoPasses(lines...)}}, "text": {Source: text(append(lines, "43,21 93 42,18 80 44,02 3 43,50 170")...)}} {
		for answer, calls := range map[string]int{right: 1, exchanged: 2} {
			m := says(answer, right)
			got, err := prepare(t, wrap(t, m, known), provider.Document{}, provider.Options{}).Extract(t.Context(), nil)
			if err != nil || m.calls != calls || at(object(t, got.JSON), "data.right_eye.AL") != 23.45 || got.Withheld != nil {
				t.Errorf("%s: %d calls, %v, %v", name, m.calls, got.Withheld, err)
			}
		}
	}
}

// TestTextIsNotReadByOCR, unless the reader understands nothing of it: a letterhead over a drawing.
func TestTextIsNotReadByOCR(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		text recheck.Source
		read bool
	}{
		"a report":                    {page, false},
		"a letterhead over a drawing": {text("Augenklinik Beispiel", "Tel. 030 1234567", "Seite 1 von 3"), true},
		"no text":                     {unread{}, true},
	} {
		read := false
		o := ocr(func(context.Context) (*reader.Witness, error) { read = true; return scan(), nil })
		p := prepare(t, wrap(t, says(right), recheck.Config{Source: tt.text, OCR: o}), provider.Document{}, provider.Options{})
		if _, err := p.Extract(t.Context(), nil); err != nil || read != tt.read {
			t.Errorf("%s: read: %v, %v", name, read, err)
		}
	}
}

// TestOCRFailsNoJob: without what OCR saw, answers are checked against the rules alone.
func TestOCRFailsNoJob(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		ocr     ocr
		outcome string
		ended   time.Duration // after the model has answered
	}{
		"an error":        {func(context.Context) (*reader.Witness, error) { return nil, errors.New("no room") }, "failed", 0},
		"a missing part":  {func(context.Context) (*reader.Witness, error) { return nil, provider.NotInstalled("tesseract-ocr") }, "failed", 0},
		"a panic":         {func(context.Context) (*reader.Witness, error) { panic("a page") }, "failed", 0},
		"nothing is seen": {func(context.Context) (*reader.Witness, error) { return twoPasses(), nil }, "nothing", 0},
		"it hangs":        {hangs, "late", 10 * time.Second}, // half of the time that is left
		"it is slow":      {takes(19 * time.Second), "answered", 9 * time.Second},
		"it is fast":      {takes(time.Second), "answered", 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				registry := prometheus.NewRegistry()
				e := wrap(t, slow(10*time.Second, 0), recheck.Config{OCR: tt.ocr, Metrics: registry})
				p := prepare(t, e, provider.Document{}, provider.Options{})
				ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
				defer cancel()
				began := time.Now()
				got, err := p.Extract(ctx, nil)
				if err != nil {
					t.Fatal(err)
				}
				if took := time.Since(began); took != 10*time.Second+tt.ended {
					t.Errorf("it took %s", took)
				}
				if checked := got.Withheld != nil; checked != (tt.outcome == "answered") {
					t.Errorf("withheld: %v", got.Withheld)
				}
				if n := counted(t, registry, "biom_recheck_looks_total", tt.outcome); n != 1 {
					t.Errorf("%s is counted %v times", tt.outcome, n)
				}
			})
		})
	}
}

// hangs is an OCR that ends only when it is stopped.
func hangs(ctx context.Context) (*reader.Witness, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

// takes returns an OCR that takes some time.
func takes(d time.Duration) ocr {
	return func(context.Context) (*reader.Witness, error) {
		time.Sleep(d)
		return scan(), nil
	}
}

// counted returns the value of a counter.
func counted(t *testing.T, registry *prometheus.Registry, name, outcome string) float64 {
	t.Helper()
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		for _, x := range f.GetMetric() {
			if f.GetName() == name && x.GetLabel()[0].GetValue() == outcome {
				return x.GetCounter().GetValue()
			}
		}
	}
	return 0
}

// TestOCREndsWithTheJob: with the job's time, with its caller, and when the model has failed.
func TestOCREndsWithTheJob(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		stopped := 0
		o := ocr(func(ctx context.Context) (*reader.Witness, error) {
			defer func() { stopped++ }()
			return hangs(ctx)
		})
		m := &model{answer: func(context.Context, int, []biometry.Fault) (string, error) {
			time.Sleep(time.Second)
			return "", errors.New("the vendor is down")
		}}
		p := prepare(t, wrap(t, m, recheck.Config{OCR: o}), provider.Document{}, provider.Options{})
		if _, err := p.Extract(t.Context(), nil); err == nil {
			t.Error("there is an answer")
		}
		if err := p.Close(); err != nil {
			t.Error(err)
		}
		synctest.Wait()
		if stopped != 1 {
			t.Error("OCR goes on after the model has failed")
		}
		gone := errors.New("the client went away")
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(time.Minute, func() { cancel(gone) })
		p = prepare(t, wrap(t, slow(time.Second), recheck.Config{OCR: o}), provider.Document{}, provider.Options{})
		if _, err := p.Extract(ctx, nil); !errors.Is(err, gone) && err != nil {
			t.Error(err)
		}
		synctest.Wait()
		if stopped != 2 {
			t.Error("OCR goes on after the client has gone")
		}
	})
}

// TestDocumentsThatOCRHasNotBegunAreNotWaitedForLong: with too many at once, each would be late.
func TestDocumentsThatOCRHasNotBegunAreNotWaitedForLong(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const took = 3 * time.Second
		many := 2*fair.Processors() + 1
		registry := prometheus.NewRegistry()
		m := slow(slices.Repeat([]time.Duration{took}, 2*many)...)
		e := wrap(t, m, recheck.Config{OCR: takes(20 * time.Second), Metrics: registry})
		var jobs sync.WaitGroup
		for range many {
			p := prepare(t, e, provider.Document{}, provider.Options{})
			jobs.Go(func() {
				if _, err := p.Extract(t.Context(), nil); err != nil {
					t.Error(err)
				}
			})
		}
		time.Sleep(2*took + time.Millisecond)
		synctest.Wait()
		if n := counted(t, registry, "biom_recheck_looks_total", "late"); n != 1 {
			t.Errorf("%v documents are late after the time that the model took, want 1 of %d", n, many)
		}
		jobs.Wait()
		if n := counted(t, registry, "biom_recheck_looks_total", "answered"); int(n) != many-1 {
			t.Errorf("%v of %d documents were read", n, many)
		}
	})
}

// TestLogOfOCRQuotesNoDocument: a panic may quote it.
func TestLogOfOCRQuotesNoDocument(t *testing.T) {
	t.Parallel()
	var log strings.Builder
	o := ocr(func(context.Context) (*reader.Witness, error) { panic("canary") })
	p := prepare(t, wrap(t, says(right), recheck.Config{OCR: o, Log: slog.New(slog.NewTextHandler(&log, nil))}), provider.Document{}, provider.Options{})
	if _, err := p.Extract(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if s := log.String(); strings.Contains(s, "canary") || !strings.Contains(s, "documents cannot be read by OCR") || !strings.Contains(s, "look_test.go") {
		t.Error(s)
	}
}
