package eval

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"biom/shared/biometry"
	"biom/worker/provider"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// echo is a provider that answers what the document holds: one answer in each line. A line
// that begins with "!" is a failure with that reason.
type echo struct {
	mu      sync.Mutex
	open    int // prepared documents
	maxOpen int
}

var _ provider.Extractor = (*echo)(nil)

func (e *echo) Model() string                               { return "echo" }
func (e *echo) Check(context.Context, string) (bool, error) { return true, nil }

func (e *echo) Prepare(_ context.Context, doc provider.Document, _ provider.Options) (provider.Prepared, error) {
	if string(doc.Data) == "!unprepared" {
		return nil, provider.NoBiometry().With("reason", "damaged")
	}
	e.count(1)
	return &echoed{e, strings.Split(string(doc.Data), "\n")}, nil
}

func (e *echo) count(n int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.open += n
	e.maxOpen = max(e.maxOpen, e.open)
}

type echoed struct {
	*echo
	lines []string
}

func (e *echoed) Extract(ctx context.Context, _ []biometry.Fault) (provider.Answer, error) {
	line := e.lines[0]
	e.lines = append(e.lines[1:], line)
	switch reason, failed := strings.CutPrefix(line, "!"); {
	case reason == "hang":
		<-ctx.Done()
		return provider.Answer{}, ctx.Err()
	case reason == "broken":
		return provider.Answer{}, errors.New("broken by Jane Doe")
	case failed:
		return provider.Answer{}, provider.NoBiometry().With("reason", reason)
	}
	return provider.Answer{JSON: []byte(line), Model: "echo", Withheld: []biometry.Withheld{{Field: "left_eye.LT"}}}, nil
}

func (e *echoed) Close() error { e.count(-1); return nil }

// says returns an answer with the given members of the right eye.
func says(eye string) string {
	return `{"data":{"biometer":{"device_name":"Anterion","manufacturer":"Heidelberg"},"patient":{"name":"Jane Doe"},"right_eye":{` + eye + `},"left_eye":{}},"extra_data":null}`
}

// tagged adds tags to an answer.
func tagged(answer, tags string) string {
	return strings.TrimSuffix(answer, "}") + `,"tags":` + tags + `}`
}

const nothing = `{"data":null,"extra_data":null}`

// folder writes files to a folder and returns its path.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func opened(t *testing.T, files map[string]string) *Folder {
	t.Helper()
	f, err := Open(folder(t, files))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func measured(t *testing.T, files map[string]string, cfg Config) *Report {
	t.Helper()
	e := &echo{}
	cfg.Provider = e
	r, err := opened(t, files).Read(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	if e.open != 0 {
		t.Errorf("%d documents were not closed", e.open)
	}
	return r
}

// differences lists the differences of a document as "path kind".
func differences(d Document) string {
	var out []string
	for _, x := range d.Differences {
		out = append(out, x.Path+" "+x.Kind)
	}
	return strings.Join(out, ", ")
}

func TestScores(t *testing.T) {
	t.Parallel()
	const eye = `"AL":23.5,"CCT":540,"lens_status":"Phakic"` // with device, maker and name six values
	const outOfRange = `"AL":235`
	cases := map[string]struct {
		expected, document string
		score              [5]int // present, right, wrong, missed, invented
		differences        string
		reason             string
		calls              int
	}{
		"right":                 {says(eye), says(eye), [5]int{6, 6, 0, 0, 0}, "", "", 1},
		"the same number":       {says(eye), says(`"AL":23.50,"CCT":5.4e2,"lens_status":"Phakic"`), [5]int{6, 6, 0, 0, 0}, "", "", 1},
		"wrong":                 {says(eye), says(`"AL":23.51,"CCT":540,"lens_status":"Aphakic"`), [5]int{6, 4, 2, 0, 0}, "right_eye.AL wrong, right_eye.lens_status wrong", "", 1},
		"missed":                {says(eye), says(`"AL":23.5`), [5]int{6, 4, 0, 2, 0}, "right_eye.CCT missed, right_eye.lens_status missed", "", 1},
		"invented":              {says(eye), says(eye + `,"WTW":12`), [5]int{6, 6, 0, 0, 1}, "right_eye.WTW invented", "", 1},
		"zero is a value":       {says(`"K1_magnitude":43,"K1_axis":0,"K2_magnitude":44,"K2_axis":90`), says(`"K1_magnitude":43,"K2_magnitude":44`), [5]int{7, 5, 0, 2, 0}, "right_eye.K1_axis missed, right_eye.K2_axis missed", "", 1},
		"read again":            {says(eye), says(outOfRange) + "\n" + says(eye), [5]int{6, 6, 0, 0, 0}, "", "", 2},
		"never valid":           {says(eye), says(outOfRange), [5]int{6, 0, 0, 6, 0}, "", "invalid_output", 2},
		"failed":                {says(eye), "!no_biometry_found", [5]int{6, 0, 0, 6, 0}, "", "no_biometry_found", 1},
		"no eye":                {says(eye), says(""), [5]int{6, 0, 0, 6, 0}, "", "no_biometry_found", 1},
		"broken":                {says(eye), "!broken", [5]int{6, 0, 0, 6, 0}, "", "internal_error", 1},
		"not prepared":          {says(eye), "!unprepared", [5]int{6, 0, 0, 6, 0}, "", "damaged", 0},
		"too large":             {says(eye), strings.Repeat(" ", 1001), [5]int{6, 0, 0, 6, 0}, "", ReasonTooLarge, 0},
		"nothing to find":       {nothing, "!no_biometry_found", [5]int{}, "", "", 1},
		"no eye to find":        {says(""), "!no_biometry_found", [5]int{}, "", "", 1},
		"found in nothing":      {nothing, says(`"AL":23.5`), [5]int{0, 0, 0, 0, 4}, "device_name invented, manufacturer invented, patient.name invented, right_eye.AL invented", "", 1},
		"nothing, but damaged":  {nothing, "!unprepared", [5]int{}, "", "damaged", 0},
		"white space of notes":  {withNotes(`one two`), withNotes(` one\n  two `), [5]int{5, 5, 0, 0, 0}, "", "", 1},
		"other notes":           {withNotes(`one two`), withNotes(`onetwo`), [5]int{5, 4, 1, 0, 0}, "notes wrong", "", 1},
		"posterior":             {withPosterior(`-5.5`), withPosterior(`5.5`), [5]int{7, 7, 0, 0, 0}, "", "", 1},
		"posterior missed":      {withPosterior(`5.5`), says(`"AL":23.5`), [5]int{7, 4, 0, 3, 0}, "pk_device_name missed, left_eye.PK1_magnitude missed, left_eye.PK2_magnitude missed", "", 1},
		"extra data of no name": {onLenstar(`null`), onLenstar(`{"notes":"dropped","posterior_keratometry":null}`), [5]int{3, 3, 0, 0, 0}, "", "", 1},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := measured(t, map[string]string{"a.pdf": c.document, "a.expected.json": c.expected}, Config{MaxBytes: 1000})
			d := r.Items[0]
			if got := [5]int{d.Present, d.Right, d.Wrong, d.Missed, d.Invented}; got != c.score {
				t.Errorf("present, right, wrong, missed, invented: %v, want %v", got, c.score)
			}
			if got := differences(d); got != c.differences {
				t.Errorf("differences %q", got)
			}
			if d.Reason != c.reason || d.Calls != c.calls || r.Calls != c.calls {
				t.Errorf("reason %q, %d calls", d.Reason, d.Calls)
			}
			if (r.Failed == 1) != (c.reason != "") || (len(r.Failures) == 1) != (c.reason != "") {
				t.Errorf("failures %v", r.Failures)
			}
			noValues(t, r)
		})
	}
}

func withNotes(notes string) string {
	return strings.Replace(says(`"AL":23.5`), `"extra_data":null`, `"extra_data":{"notes":"`+notes+`","posterior_keratometry":null}`, 1)
}

func withPosterior(power string) string {
	return strings.Replace(says(`"AL":23.5`), `"extra_data":null`,
		`"extra_data":{"notes":null,"posterior_keratometry":{"pk_device_name":"Anterion","right_eye":{},"left_eye":{"PK1_magnitude":`+power+`,"PK2_magnitude":6}}}`, 1)
}

func onLenstar(extra string) string {
	return `{"data":{"biometer":{"device_name":"LenstarLS900","manufacturer":"HaagStreit"},"patient":{},"right_eye":{},"left_eye":{"AL":23}},"extra_data":` + extra + `}`
}

// noValues expects that a report contains no value of a document.
func noValues(t *testing.T, r *Report) {
	t.Helper()
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, value := range []string{"23.5", "JD", "Doe", "onetwo"} {
		if strings.Contains(string(text), value) {
			t.Errorf("the report holds %s: %s", value, text)
		}
	}
}

func TestReportHoldsValuesIfAskedFor(t *testing.T) {
	t.Parallel()
	r := measured(t, map[string]string{
		"a.pdf": says(`"AL":23.51,"WTW":12`), "a.expected.json": says(`"AL":23.5,"CCT":540`),
		"b.pdf": "!broken", "b.expected.json": says(`"AL":23.5`),
	}, Config{Values: true})
	want := []Difference{
		{"right_eye.AL", Wrong, 23.5, 23.51}, {"right_eye.WTW", Invented, nil, 12.0}, {"right_eye.CCT", Missed, 540, nil},
	}
	got := r.Items[0].Differences
	if len(got) != len(want) || got[0] != want[0] || got[1] != want[1] || got[2] != want[2] {
		t.Errorf("got %v", got)
	}
	if r.Items[1].Cause == "" {
		t.Error("no cause")
	}
}

// TestGroupsAddUp checks how documents are grouped by their tags, and the sums.
func TestGroupsAddUp(t *testing.T) {
	t.Parallel()
	one := says(`"AL":23.5`)
	r := measured(t, map[string]string{
		"a.pdf": one, "a.expected.json": tagged(one, `{"language":"de","dpi":200,"old":null}`),
		"b.JPEG": says(`"AL":24`), "b.expected.json": tagged(one, `{"language":"en","dpi":1.50,"scan":true}`),
		"c.png": "!no_biometry_found", "c.expected.json": tagged(one, `{"language":"de"}`),
		"d.bmp": onLenstar("null"), "d.expected.json": onLenstar("null"),
		"e.gif": "!no_biometry_found", "e.expected.json": nothing,
		"f.pdf": "never read", "g.expected.json": one, "readme.txt": "", ".h.pdf": "",
	}, Config{Jobs: 2})
	if r.Documents != 5 || r.Failed != 1 || r.Present != 15 || r.Right != 10 || r.Wrong != 1 || r.Missed != 4 || *r.Accuracy != 10.0/15 {
		t.Errorf("total %+v", r.Group)
	}
	if r.Nothing != (Nothing{1, 1}) || r.Withheld != 3 || r.Calls != 5 {
		t.Errorf("got %+v, %d withheld, %d calls", r.Nothing, r.Withheld, r.Calls)
	}
	if len(r.Unexpected) != 1 || r.Unexpected[0] != "f.pdf" || len(r.WithoutDocument) != 1 || r.WithoutDocument[0] != "g.expected.json" {
		t.Errorf("not read %v, %v", r.Unexpected, r.WithoutDocument)
	}
	var got []string
	for _, tag := range r.Tags {
		sum := Score{}
		for _, v := range tag.Values {
			got = append(got, tag.Name+"="+v.Value)
			sum.add(v.Score)
		}
		if sum.computeAccuracy(); sum.Present != r.Present || sum.Right != r.Right {
			t.Errorf("%s adds up to %+v", tag.Name, sum)
		}
	}
	if got := strings.Join(got, " "); got != "device= device=Anterion device=LenstarLS900 dpi= dpi=1.50 dpi=200 language= language=de language=en scan= scan=true" {
		t.Errorf("tags %s", got)
	}
	sum := Score{}
	for _, f := range r.Fields {
		sum.add(f.Score)
	}
	if sum.Present != r.Present || sum.Missed != r.Missed || len(r.Fields) != 3+4+2*12+2+2*8 {
		t.Errorf("%d fields add up to %+v", len(r.Fields), sum)
	}
}

// TestOnlyFiltersByTags expects documents with one of the values of each tag.
func TestOnlyFiltersByTags(t *testing.T) {
	t.Parallel()
	one := says(`"AL":23.5`)
	f := opened(t, map[string]string{
		"a.pdf": one, "a.expected.json": tagged(one, `{"language":"de","medium":"png"}`),
		"b.pdf": one, "b.expected.json": tagged(one, `{"language":"en","medium":"png"}`),
		"c.pdf": one, "c.expected.json": tagged(one, `{"language":"fr","medium":"png"}`),
		"d.pdf": one, "d.expected.json": tagged(one, `{"language":"de","medium":"jpg"}`),
		"e.pdf": one, "e.expected.json": one,
	})
	f.Only(map[string][]string{"language": {"de", "en"}, "medium": {"png"}})
	if f.Len() != 2 || f.documents[0].name != "a.pdf" || f.documents[1].name != "b.pdf" {
		t.Errorf("left %v", f.documents)
	}
	f.Only(map[string][]string{TagDevice: {"Argos"}})
	if f.Len() != 0 {
		t.Errorf("left %v", f.documents)
	}
}

// TestReportDoesNotDependOnConcurrency or on the order in which documents are read.
func TestReportDoesNotDependOnConcurrency(t *testing.T) {
	t.Parallel()
	files := map[string]string{}
	for name := range strings.SplitSeq("abcdefghijklmnopqrstuvwxyz", "") {
		files[name+".pdf"], files[name+".expected.json"] = says(`"AL":23.5,"WTW":12`), tagged(says(`"AL":24`), `{"name":"`+name+`"}`)
	}
	still := func() time.Time { return time.Time{} }
	var first string
	for _, jobs := range []int{1, 3, 26, 100} {
		r := measured(t, files, Config{Jobs: jobs, now: still})
		r.Jobs = 0
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		if first == "" {
			first = string(text)
		}
		if string(text) != first {
			t.Errorf("with %d jobs: %s\nwith one: %s", jobs, text, first)
		}
	}
}

func TestJobsAreBounded(t *testing.T) {
	t.Parallel()
	files := map[string]string{}
	for name := range strings.SplitSeq("abcdefgh", "") {
		files[name+".pdf"], files[name+".expected.json"] = says(`"AL":24`), says(`"AL":24`)
	}
	e := &echo{}
	var mu sync.Mutex
	var seen int
	_, err := opened(t, files).Read(t.Context(), Config{Provider: e, Jobs: 2, Progress: func(d Document) {
		mu.Lock()
		defer mu.Unlock()
		if seen++; d.Right != 4 {
			t.Errorf("progress %+v", d)
		}
	}})
	if err != nil || e.maxOpen > 2 || seen != 8 {
		t.Errorf("%v, %d at once, %d seen", err, e.maxOpen, seen)
	}
}

func TestTimeout(t *testing.T) {
	t.Parallel()
	files := map[string]string{"a.pdf": "!hang", "a.expected.json": says(`"AL":24`)}
	r := measured(t, files, Config{Timeout: time.Millisecond})
	if r.Items[0].Reason != ReasonTimeout || r.Missed != 4 {
		t.Errorf("got %+v", r.Items[0])
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("stopped"))
	if _, err := opened(t, files).Read(ctx, Config{Provider: &echo{}}); err == nil || err.Error() != "stopped" {
		t.Errorf("got %v", err)
	}
	if _, err := opened(t, files).Read(t.Context(), Config{}); err == nil {
		t.Error("read without a provider")
	}
}

func TestPercentile(t *testing.T) {
	t.Parallel()
	var took []time.Duration
	for i := range 20 {
		took = append(took, time.Duration(i+1)*time.Millisecond)
	}
	if got := (Time{percentile(took, 50), percentile(took, 95), percentile(took, 100)}); got != (Time{10, 19, 20}) {
		t.Errorf("got %v", got)
	}
	if percentile(nil, 50) != 0 || percentile(took[:1], 50) != 1 {
		t.Error("few times")
	}
}
