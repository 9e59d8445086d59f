package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
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

	"biom/api/web/openapitest"
	"biom/shared/testenv"
	"biom/worker/llm/llmtest"
	"biom/worker/provider"
)

// ownKey is a caller's key that the stand-in accepts. All keys begin alike, so
// that one search finds any of them.
const ownKey = "sk-canary-own"

// serverKeys returns n keys of the deployment.
func serverKeys(n int) (keys []string) {
	for i := range n {
		keys = append(keys, fmt.Sprintf("sk-canary-server-%d", i))
	}
	return keys
}

// practice is a biom whose vendor is the stand-in, and a caller who uses it. It
// keeps every response but reports, to be searched for canaries.
type practice struct {
	*caller
	sim     *llmtest.StandIn
	service *process
	dir     string // data directory
	admin   string

	mu    sync.Mutex
	said  bytes.Buffer
	calls map[string]int // the number of a document → provider calls
}

// vendors are the settings of each, beside its address.
var vendors = map[string]struct {
	path string
	env  []string
}{
	geminiProvider: {"", []string{"BIOM_PROVIDER=gemini"}},
	openaiProvider: {"/v1", []string{"BIOM_PROVIDER=openai", "BIOM_MODEL=any"}},
}

func newPractice(t *testing.T, r *rig, vendor string, keys []string, cfg llmtest.Config, env ...string) *practice {
	t.Helper()
	p, settings := newVendor(t, vendor, keys, cfg)
	var url string
	url, p.service = r.serve(p.dir, append(settings, env...)...)
	p.caller = newCaller(t, url)
	return p
}

// newVendor returns a practice without a service, and the settings of the process that calls the vendor.
func newVendor(t *testing.T, vendor string, keys []string, cfg llmtest.Config) (p *practice, settings []string) {
	t.Helper()
	p = &practice{dir: t.TempDir(), admin: adminAddress(), calls: map[string]int{}}
	known, err := answers()
	if err != nil {
		t.Fatal(err)
	}
	cfg.Keys = append(slices.Clone(keys), ownKey)
	cfg.Fallback = func(file []byte) []byte {
		sheet, number, _ := bytes.Cut(file, []byte(numberMark))
		p.mu.Lock()
		defer p.mu.Unlock()
		p.calls[string(number)]++
		return known[llmtest.Hash(sheet)]
	}
	p.sim = llmtest.New(cfg)
	server := httptest.NewServer(p.sim)
	t.Cleanup(server.Close)
	v := vendors[vendor]
	return p, slices.Concat(v.env, []string{
		trustUs, "BIOM_PROVIDER_URL=" + server.URL + v.path, "BIOM_PROVIDER_KEYS=" + strings.Join(keys, ","),
		"BIOM_ADMIN_LISTEN=" + p.admin, "BIOM_WORK_DIR=" + filepath.Join(p.dir, "work"),
	})
}

// adminAddress returns a loopback address that no other process uses. The admin
// listener does not say which port it got, and a port that is free now may be in
// use when it starts.
func adminAddress() string {
	return fmt.Sprintf("127.%d.%d.%d:9090", 128|os.Getpid()>>8&127, os.Getpid()&255, practices.Add(1))
}

var practices atomic.Uint32

// numberMark stands between a document and its number, which tells the jobs apart
// at the vendor. Readers of PDFs ignore what follows the document.
const numberMark = "\n% canary-document "

// sheet is a sample and what is to be read from it.
type sheet struct {
	name string
	kind provider.Kind
	file []byte
	want map[string]string // path → value

	printed []float64 // numbers in its text
}

func sheetOf(t testing.TB, path string) sheet {
	t.Helper()
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	expected, err := os.ReadFile(strings.TrimSuffix(path, ".pdf") + ".expected.json")
	if err != nil {
		t.Fatal(err)
	}
	return sheet{name: filepath.Base(path), kind: provider.PDF, file: file, want: values(t, expected)}
}

func (s sheet) numbered(n int) []byte {
	return fmt.Appendf(slices.Clone(s.file), "%s%d", numberMark, n)
}

// answers are the stand-in's answers for the samples, by the documents' hashes. The
// patients' names have the right initials and can be searched for.
var answers = sync.OnceValues(func() (map[string][]byte, error) {
	known, err := llmtest.Folder(context.Background(), samples)
	name := regexp.MustCompile(`"name":"([^"]*)"`)
	for hash, answer := range known {
		known[hash] = name.ReplaceAllFunc(answer, func(text []byte) []byte {
			initials := strings.Fields(string(name.FindSubmatch(text)[1]))
			return []byte(`"name":"` + strings.Join(initials, "canaryname ") + `canaryname"`)
		})
	}
	return known, err
})

// values are what a response or an expected file says, but for null, by paths
// as they are withheld by.
func values(t testing.TB, text []byte) map[string]string {
	t.Helper()
	var doc struct {
		Data  map[string]any `json:"data"`
		Extra map[string]any `json:"extra_data"`
	}
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	out := map[string]string{}
	flatten(out, "", doc.Data)
	flatten(out, "", doc.Extra)
	return out
}

func flatten(out map[string]string, path string, o map[string]any) {
	for name, v := range o {
		switch v := v.(type) {
		case nil:
		case map[string]any:
			flatten(out, path+name+".", v)
		default:
			out[path+name] = fmt.Sprint(v)
		}
	}
}

// outcome is what a caller got, in a form that is the same for a response and a
// stream.
type outcome struct {
	status       int
	code, reason string
	retry        string // Retry-After
	values       map[string]string
	withheld     []string
}

// read uploads a document and returns the outcome.
func (p *practice) read(c *caller, file []byte, fields ...string) (outcome, reply, error) {
	r, err := c.upload("canary-file-name.pdf", file, fields...)
	if err != nil {
		return outcome{}, r, err
	}
	if strings.Contains(fmt.Sprintf("%s %v", r.body, r.header), "canary") { // not even a report has one
		p.t.Errorf("a canary is in the answer: %v\n%s", r.header, r.body)
	}
	if events := openapitest.Events(r.body); r.header.Get("Content-Type") == "text/event-stream" {
		return p.streamed(events), r, nil
	}
	if r.status != http.StatusOK {
		p.keep(r.body)
		return failure(r.status, r.header.Get("Retry-After"), r.object(p.t)), r, nil
	}
	o := outcome{status: r.status, values: values(p.t, r.body)}
	if h := r.header.Get("X-Biom-Withheld"); h != "" {
		o.withheld = strings.Split(h, ", ")
	}
	return o, r, nil
}

// streamed returns the outcome of a stream, whose last progress event names the
// withheld fields.
func (p *practice) streamed(events []openapitest.Event) (o outcome) {
	for _, e := range events {
		var body map[string]any
		if err := json.Unmarshal(e.Data, &body); err != nil {
			p.t.Errorf("%v: %s", err, e.Data)
		}
		switch {
		case e.Name == "result":
			o.status, o.values = http.StatusOK, values(p.t, e.Data)
			continue
		case e.Name == "error":
			status, _ := body["status"].(float64)
			retry, _ := body["retry_after"].(float64)
			o = failure(int(status), strconv.Itoa(int(retry)), body)
		case body["stage"] == "validating":
			for _, path := range array(body["fields"]) {
				o.withheld = append(o.withheld, fmt.Sprint(path))
			}
		}
		p.keep(e.Data)
	}
	return o
}

func array(v any) []any { a, _ := v.([]any); return a }

func failure(status int, retry string, body map[string]any) outcome {
	code, _ := member(body, "error", "code").(string)
	reason, _ := member(body, "error", "details", "reason").(string)
	return outcome{status: status, code: code, reason: reason, retry: retry}
}

func (p *practice) keep(text []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.said.Write(append(text, '\n'))
}

// describe returns the outcome in a line. Of a report it has the withheld fields and,
// compared with want, the wrong ones.
func (o outcome) describe(want map[string]string) string {
	text := fmt.Sprint(o.status)
	for _, part := range []string{o.code, o.reason} {
		if part != "" {
			text += " " + part
		}
	}
	if o.withheld != nil {
		text += " without " + strings.Join(o.withheld, " ")
	}
	if o.status == http.StatusOK {
		if wrong := o.wrong(want); wrong != nil {
			text += fmt.Sprintf(", wrong: %v", wrong)
		}
	}
	return text
}

// wrong returns the fields whose values differ from want, and those that are
// missing and not named as withheld.
func (o outcome) wrong(want map[string]string) (paths []string) {
	all := maps.Clone(want)
	maps.Copy(all, o.values)
	for _, path := range slices.Sorted(maps.Keys(all)) {
		got, ok := o.values[path]
		if got != want[path] && (ok || !slices.Contains(o.withheld, path)) {
			paths = append(paths, path)
		}
	}
	return paths
}

// checkSecrets searches everything that the service wrote and answered for secrets.
// It also searches for texts that must be there, to show that the search works.
func (p *practice) checkSecrets(t *testing.T, more canaries) {
	t.Helper()
	const id = "PT-2025-1508"
	p.sim.Script(llmtest.None) // whatever it does at random
	o, made, err := p.read(p.with("X-Provider-API-Key", ownKey), sheetOf(t, english).file, "biompin", "true")
	if err != nil {
		t.Fatal(err)
	}
	code, _ := member(made.object(t), "biompin", "pin").(string)
	if o.values["patient.id"] != id || !bytes.Contains(made.body, []byte(`"AL":17.08`)) || code == "" {
		t.Fatalf("the report that is shared: %s", made.body)
	}
	cs := canaries{
		"share code": code, "provider key": "sk-canary", "file name": "canary-file-name", "document": "canary-document",
		"patient's name": "canaryname", "name in the document": "Fictional-Fake", "patient ID": id, "notes": "Dense cataract",
		"value": `AL":17.08`, "value in a quotation": `AL\":17.08`,
		"vendor's 401": "Incorrect API key", "vendor's 403": "may not use this model", "vendor's 429": "Slow down", "vendor's 500": "While reading",
		"vendor's 503": "model is overloaded",
	}
	maps.Copy(cs, more)
	res, err := http.Get("http://" + p.admin + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	metrics, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	cs.absentAt(t, "metrics", metrics, "biom_provider_calls_total")
	cs.absentAt(t, "log", []byte(p.service.out.String()), "biom: serving on ")
	p.mu.Lock()
	defer p.mu.Unlock()
	if cs.absent(t, "answers", p.said.Bytes()); p.said.Len() > 0 {
		canaries{}.absentAt(t, "answers", p.said.Bytes(), `"request_id":"`)
	}
	cs.absentIn(t, p.dir, cs.shareID())
	canaries{}.absentIn(t, filepath.Join(p.dir, "nats"), "biom.jobs.standard") // which is a part of it
}

// absentAt is absent for a text in which another text must be present.
func (cs canaries) absentAt(t *testing.T, where string, text []byte, present string) {
	t.Helper()
	cs.absent(t, where, text)
	if !bytes.Contains(text, []byte(present)) {
		t.Errorf("%s: there is no %q in %s", where, present, text)
	}
}

// english is a sample in which LT is not printed, so that it can be invented.
const english = samples + "/ms39-en-overview-0083-text.pdf"

// misbehavior is a series of faults of a vendor, and its consequences.
type misbehavior struct {
	how   []llmtest.Fault // of the calls in turn; the last one repeats
	key   string          // the caller's
	gets  string          // what the caller gets
	calls int             // of the vendor; negative: as many or more
	costs float64         // credits
	then  int             // status of the next upload with the deployment's keys; 0: it depends on the time
}

func faults(f ...llmtest.Fault) []llmtest.Fault { return f }

const (
	isRight     = "200"
	isLate      = "504 EXTRACTION_TIMEOUT"
	isRefused   = "500 EXTRACTION_FAILED model_refused"
	isInvalid   = "500 EXTRACTION_FAILED invalid_output"
	isAway      = "500 EXTRACTION_FAILED provider_unavailable"
	isRejected  = "500 EXTRACTION_FAILED provider_key_rejected"
	isLimited   = "500 EXTRACTION_FAILED provider_rate_limited"
	isUninvited = "200 without right_eye.LT left_eye.LT"
	isAltered   = "200 without left_eye.K1_axis left_eye.K2_axis" // the one value that was altered twice, and the other axis
	or          = ", or "
	isUnserved  = "503 INTERNAL_ERROR"
)

// misbehaviour has the cases. The deployment has two keys.
var misbehaviour = map[string]misbehavior{
	"delay":                {faults(llmtest.Delay), "", isRight, 1, 1, 200},
	"hang":                 {faults(llmtest.Hang), "", isLate, 1, 1, 200},
	"drip":                 {faults(llmtest.Drip), "", isLate, 1, 1, 200},
	"reset, once":          {faults(llmtest.Reset, llmtest.None), "", isRight, 2, 1, 200},
	"reset":                {faults(llmtest.Reset), "", isAway, 5, 1, 200},
	"cut, once":            {faults(llmtest.Cut, llmtest.None), "", isRight, 2, 1, 200},
	"cut":                  {faults(llmtest.Cut), "", isAway, 5, 1, 200},
	"401, once":            {faults(llmtest.Status401, llmtest.None), "", isRight, 2, 1, 200},
	"401":                  {faults(llmtest.Status401), "", isRejected, 2, 1, 503},
	"403, once":            {faults(llmtest.Status403, llmtest.None), "", isRight, 2, 1, 200},
	"403":                  {faults(llmtest.Status403), "", isRejected, 2, 1, 503},
	"429, once":            {faults(llmtest.Status429, llmtest.None), "", isRight, 2, 1, 200},
	"429, three times":     {faults(llmtest.Status429, llmtest.Status429, llmtest.Status429, llmtest.None), "", isRight, 4, 1, 200},
	"429":                  {faults(llmtest.Status429), "", isLimited + or + isLate, -4, 1, 0}, // whichever comes first: the last call is made shortly before the time limit
	"429-retry, once":      {faults(llmtest.RetryLater, llmtest.None), "", isRight, 2, 1, 200},
	"429-retry":            {faults(llmtest.RetryLater), "", isLimited, 2, 1, 503},
	"500, once":            {faults(llmtest.Status500, llmtest.None), "", isRight, 2, 1, 200},
	"500":                  {faults(llmtest.Status500), "", isAway, 5, 1, 200},
	"503, once":            {faults(llmtest.Status503, llmtest.None), "", isRight, 2, 1, 200},
	"503":                  {faults(llmtest.Status503), "", isAway, 5, 1, 200},
	"truncated, once":      {faults(llmtest.Truncated, llmtest.None), "", isRight, 2, 1, 200},
	"truncated":            {faults(llmtest.Truncated), "", isInvalid, 2, 1, 200},
	"break-schema, once":   {faults(llmtest.BreakSchema, llmtest.None), "", isRight, 2, 1, 200},
	"break-schema":         {faults(llmtest.BreakSchema), "", isInvalid, 2, 1, 200},
	"swap-eyes, once":      {faults(llmtest.SwapEyes, llmtest.None), "", isRight, 2, 1, 200},
	"swap-eyes":            {faults(llmtest.SwapEyes), "", isInvalid, 2, 1, 200},
	"invent, once":         {faults(llmtest.Invent, llmtest.None), "", isUninvited, 2, 1, 200},
	"invent":               {faults(llmtest.Invent), "", isUninvited, 2, 1, 200},
	"alter, once":          {faults(llmtest.Alter, llmtest.None), "", isRight, 2, 1, 200},
	"alter":                {faults(llmtest.Alter), "", isAltered, 2, 1, 200},
	"obey, once":           {faults(llmtest.Obey, llmtest.None), "", isRight, 2, 1, 200},
	"obey":                 {faults(llmtest.Obey), "", isInvalid, 2, 1, 200},
	"refuse, once":         {faults(llmtest.Refuse, llmtest.None), "", isRefused, 1, 1, 200},
	"huge, once":           {faults(llmtest.Huge, llmtest.None), "", isInvalid, 1, 1, 200},
	"own key":              {faults(llmtest.None), ownKey, isRight, 1, 1, 200},
	"own key, hang":        {faults(llmtest.Hang), ownKey, isLate, 1, 1, 200},
	"own key, 401":         {faults(llmtest.Status401), ownKey, isRejected, 1, 1, 200},
	"own key, 403":         {faults(llmtest.Status403), ownKey, isRejected, 1, 1, 200},
	"own key, 429":         {faults(llmtest.Status429), ownKey, isLimited, 1, 1, 200},
	"own key, 429-retry":   {faults(llmtest.RetryLater), ownKey, isLimited, 1, 1, 200},
	"own key, 503, once":   {faults(llmtest.Status503, llmtest.None), ownKey, isRight, 2, 1, 200},
	"own key, 503":         {faults(llmtest.Status503), ownKey, isAway, 5, 1, 200},
	"own key, swap-eyes":   {faults(llmtest.SwapEyes), ownKey, isInvalid, 2, 1, 200},
	"own key, refuse":      {faults(llmtest.Refuse), ownKey, isRefused, 1, 1, 200},
	"own key, huge":        {faults(llmtest.Huge), ownKey, isInvalid, 1, 1, 200},
	"own key that is none": {faults(llmtest.None), "sk-canary-none", isRejected, 0, 1, 200},
}

// A vendor misbehaves in every way there is, seen from outside the whole service:
// Gemini through responses, OpenAI through streams.
func TestLongVendorMisbehaviour(t *testing.T) {
	names := slices.Sorted(maps.Keys(misbehaviour))
	for _, f := range llmtest.Faults() {
		if !slices.ContainsFunc(names, func(name string) bool { return misbehaviour[name].how[0] == f }) {
			t.Errorf("there is no case for the fault %s", f)
		}
	}
	vendorMisbehaviour(t, geminiProvider, nil, names)
	vendorMisbehaviour(t, openaiProvider, []string{"stream", "true"}, names)
}

// TestVendorMisbehaviour has a case of each outcome but the ones at the time limit.
func TestVendorMisbehaviour(t *testing.T) {
	vendorMisbehaviour(t, geminiProvider, nil, []string{"alter", "own key, 401", "swap-eyes"})
	vendorMisbehaviour(t, openaiProvider, []string{"stream", "true"}, []string{"401", "invent", "refuse, once", "own key, 429-retry"})
}

// vendorMisbehaviour runs cases at the same time: they wait more than they
// compute.
func vendorMisbehaviour(t *testing.T, vendor string, fields, names []string) {
	testenv.Biom(t)
	many(len(names), 12, func(i int) {
		t.Run(vendor+"/"+names[i], func(t *testing.T) { misbehaviour[names[i]].run(t, vendor, fields) })
	})
}

func (c misbehavior) run(t *testing.T, vendor string, fields []string) {
	late, limit := llmtest.After(50*time.Millisecond), "BIOM_EXTRACT_TIMEOUT=2m"
	if c.gets == isLate || c.calls < 0 { // the time limit is what is tested
		late, limit = llmtest.After(time.Minute), "BIOM_EXTRACT_TIMEOUT=15s"
	}
	r := alone(t)
	r.executable = testenv.Biom(t) // TestVendorCalls looks for races
	p := newPractice(t, r, vendor, serverKeys(2), llmtest.Config{Retry: 10 * time.Minute, Late: late, Altered: 0.2, Seed: 5}, limit)
	p.sim.Script(append(slices.Clone(c.how), slices.Repeat(c.how[len(c.how)-1:], 99)...)...)
	caller, bucket := p.caller, "biomai"
	if c.key != "" {
		caller, bucket = p.with("X-Provider-API-Key", c.key), "biomai_byok"
	}
	p.expect(t, caller, fields, c.gets, c.calls)
	if used := p.used(bucket); used != c.costs {
		t.Errorf("%v credits were charged, not %v", used, c.costs)
	}
	if complaints := p.sim.Complaints(); complaints != nil {
		t.Error(complaints)
	}
	p.sim.Script()
	used := p.used("biomai")
	switch c.then {
	case http.StatusOK:
		p.expect(t, p.caller, fields, isRight, 1)
		used++
	case http.StatusServiceUnavailable: // every key has a pause
		p.expect(t, p.caller, fields, isUnserved, 0)
	}
	if now := p.used("biomai"); now != used {
		t.Errorf("afterwards %v credits are used, not %v", now, used)
	}
	p.checkSecrets(t, nil) // reads one more report, with a caller's key
}

// A deployment without keys refuses documents before they are charged, and reads
// them with callers' keys.
func TestVendorWithoutKeys(t *testing.T) {
	t.Parallel()
	r := alone(t)
	r.executable = testenv.Biom(t)
	p := newPractice(t, r, geminiProvider, nil, llmtest.Config{})
	for _, fields := range [][]string{nil, {"stream", "true"}} {
		p.expect(t, p.caller, fields, isUnserved, 0)
	}
	if used := p.used("biomai"); used != 0 {
		t.Errorf("%v credits were charged", used)
	}
	p.checkSecrets(t, nil)
}

// expect has the sample read and compares outcome and calls.
func (p *practice) expect(t *testing.T, c *caller, fields []string, want string, calls int) {
	t.Helper()
	s, before := sheetOf(t, english), p.sim.Total()
	o, r, err := p.read(c, s.numbered(1), fields...)
	if err != nil {
		t.Fatal(err)
	}
	if got := o.describe(s.want); !slices.Contains(strings.Split(want, or), got) {
		t.Errorf("gets %s\nwant %s\n%s", got, want, r.body)
	}
	if retry, _ := strconv.Atoi(o.retry); o.status == http.StatusServiceUnavailable && retry <= 0 {
		t.Errorf("503 with Retry-After %q", o.retry)
	}
	if made := p.sim.Total() - before; calls < 0 && made < -calls || calls >= 0 && made != calls {
		t.Errorf("%d calls, want %d: %v", made, calls, p.sim.Calls())
	}
}
