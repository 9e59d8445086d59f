package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os/exec"
	"strings"
	"testing"

	"github.com/google/uuid"

	"biom/shared/testenv"
)

// system is a deployment as its users see it: the addresses of its replicas, and
// the operator's command line.
type system struct {
	urls []string
	keys func(t *testing.T, args ...string) string // biom keys …
}

func (s *system) first() string { return s.urls[0] }
func (s *system) last() string  { return s.urls[len(s.urls)-1] }

// trustUs makes an api trust a proxy's addresses of callers, so that each check can
// have an address and quotas of its own.
const trustUs = "BIOM_TRUSTED_PROXIES=127.0.0.0/8"

// TestConformance runs one suite on both forms: everything in one process on
// embedded parts, and separate roles on Redis and Postgres.
func TestConformance(t *testing.T) {
	for name, start := range map[string]func(t *testing.T) *system{
		"embedded parts": startEmbedded, "Redis and Postgres": startSeparate,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := start(t)
			for name, check := range conformance {
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					check(t, s)
				})
			}
		})
	}
}

func startEmbedded(t *testing.T) *system {
	r, dir := alone(t), t.TempDir()
	url, _ := r.serve(dir, "BIOM_PROVIDER=standin", "BIOM_QUOTA_BIOMAI=25", trustUs)
	return &system{[]string{url}, r.keysIn("--data", dir)}
}

func startSeparate(t *testing.T) *system {
	r := newRig(t)
	s := &system{keys: r.keysIn("--database-url", r.database)}
	for range 2 {
		url, _ := r.api("BIOM_QUOTA_BIOMAI=25", trustUs)
		s.urls = append(s.urls, url)
	}
	for range 2 {
		r.worker()
	}
	return s
}

// keysIn returns biom keys for the database that a flag names.
func (r *rig) keysIn(flag, value string) func(t *testing.T, args ...string) string {
	return func(t *testing.T, args ...string) string {
		t.Helper()
		return r.biom(t, append([]string{"keys", args[0], flag, value}, args[1:]...)...)
	}
}

// biom runs a command of biom to its end and returns what it printed.
func (r *rig) biom(t *testing.T, args ...string) string {
	t.Helper()
	cmd := exec.Command(r.executable, args...)
	cmd.Dir = r.workDir
	cmd.Env = append(cmd.Environ(), "BIOM_RIG="+r.calls, "BIOM_RIG_QUOTA_TIMEOUT="+r.storeTimeout.String(), "XDG_CONFIG_HOME=/nonexistent")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("biom %s: %v\n%s", args[0], err, &stderr)
	}
	return string(out)
}

var conformance = map[string]func(t *testing.T, s *system){
	"a share travels between replicas":   shareTravels,
	"three wrong numbers destroy":        threeWrong,
	"codes of every wrong shape":         wrongShapes,
	"quotas are used up across replicas": quotaAcross,
	"what is charged":                    whatIsCharged,
	"service keys":                       serviceKeys,
	"malformed keys":                     malformedKeys,
	"feedback across replicas":           feedbackAcross,
	"malformed feedback":                 malformedFeedback,
	"usage of a new caller":              usageOfNewCaller,
	"provider keys":                      providerKeys,
	"status and health agree":            statusAndHealth,
}

func shareTravels(t *testing.T, s *system) {
	c := newCaller(t, s.first())
	for name, upload := range map[string]func() reply{
		"AI":   func() reply { return c.process("a.pdf", document(7, ""), "biompin", "true") },
		"JSON": func() reply { return c.process("a.json", report("p-1"), "biompin", "true") },
	} {
		made := upload().want(t, http.StatusOK).object(t)
		code, _ := member(made, "biompin", "pin").(string)
		// As people type it.
		r := c.at(s.last()).retrieve(" "+strings.ToUpper(code)+" ").want(t, http.StatusOK)
		found := r.object(t)
		for _, part := range []string{"data", "extra_data", "biompin"} {
			if was, is := canonical(t, made[part]), canonical(t, found[part]); was != is {
				t.Errorf("%s: %s\nwas %s\nis  %s", name, part, was, is)
			}
		}
		if was, is := canonical(t, member(made, "metadata", "extraction")), canonical(t, member(found, "metadata", "extraction")); was != is {
			t.Errorf("%s: provenance was %s, is %s", name, was, is)
		}
		id := member(found, "metadata", "request_id")
		if id == member(made, "metadata", "request_id") || id != r.header.Get("X-Request-ID") {
			t.Errorf("%s: request ID %v", name, id)
		}
		if member(found, "biompin", "db_id") == nil || member(found, "biompin", "expires_at") == nil {
			t.Errorf("%s: %v", name, found["biompin"])
		}
	}
	if plain := c.process("a.json", report("p-1")).object(t); plain["biompin"] != nil {
		t.Errorf("a share that nobody asked for: %v", plain["biompin"])
	}
}

func canonical(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func threeWrong(t *testing.T, s *system) {
	c := newCaller(t, s.first())
	code := c.share(report("p-2"))
	unknown := "zzzz-yyyy-000000"
	want := neutral(c.retrieve(unknown).want(t, http.StatusNotFound))
	for i := range 3 {
		replica := c.at(s.urls[i%len(s.urls)])
		if i == 2 { // the counter is not reset by the right number
			replica.retrieve(code).want(t, http.StatusOK)
		}
		if got := neutral(replica.retrieve(wrong(code)).want(t, http.StatusNotFound)); got != want {
			t.Errorf("attempt %d is told apart from an unknown code:\n%s\n%s", i+1, got, want)
		}
	}
	for _, url := range s.urls {
		if got := neutral(c.at(url).retrieve(code).want(t, http.StatusNotFound)); got != want {
			t.Errorf("destroyed is told apart from unknown:\n%s\n%s", got, want)
		}
	}
}

// neutral returns the headers and the body of a response without the parts that
// differ between any two responses: request ID and times.
func neutral(r reply) string {
	body := r.body
	for _, name := range []string{"request_id", "timestamp"} {
		_, rest, _ := bytes.Cut(body, []byte(`"`+name+`":"`))
		value, _, _ := bytes.Cut(rest, []byte(`"`))
		body = bytes.ReplaceAll(body, value, []byte("<"+name+">"))
	}
	header := r.header.Clone()
	for _, name := range []string{"Date", "X-Request-Id", "Content-Length"} { // the last zeros of a time are not written
		header.Del(name)
	}
	return fmt.Sprint(r.status, header) + string(body)
}

func wrongShapes(t *testing.T, s *system) {
	c := newCaller(t, s.first())
	const query = "/api/v1/biom/retrieve"
	for path, want := range map[string]int{
		query:                  422,
		query + "?":            422,
		query + "?biom_pin2=x": 422,
		query + "?biom_pin=a-b-123456&biom_pin=a-b-123456": 422,
		query + "?biom_pin=":                                                                  400,
		retrievePath("abandon-ability"):                                                       400,
		retrievePath("abandon-ability-12345"):                                                 400,
		retrievePath("abandon-ability-1234567"):                                               400,
		retrievePath("abandon-ability-12345a"):                                                400,
		retrievePath("abandon ability 123456"):                                                400,
		retrievePath("abandon--123456"):                                                       400,
		retrievePath("aband0n-ability-123456"):                                                400,
		retrievePath("abandon-ability-１２３４５６"):                                                400,
		retrievePath("abandon-ability-١٢٣٤٥٦"):                                                400,
		retrievePath("аbandon-ability-123456"):                                                400, // Cyrillic а
		retrievePath("abandon-ability-123456\x00"):                                            400,
		retrievePath("abandon-ability-123456-1"):                                              400,
		retrievePath(strings.Repeat("a", 10_000)):                                             400,
		retrievePath(strings.Repeat("a", 5000) + "-" + strings.Repeat("b", 5000) + "-123456"): 400,
	} {
		if r := c.get(path); r.status != want {
			t.Errorf("%.80q: status %d, not %d: %s", path, r.status, want, r.body)
		}
	}
	if n := c.used("retrieve"); n != 0 {
		t.Errorf("%v retrievals were charged", n)
	}
}

func quotaAcross(t *testing.T, s *system) {
	c := newCaller(t, s.first())
	for i := range 25 {
		c.at(s.urls[i%len(s.urls)]).process("a.pdf", document(i, "")).want(t, http.StatusOK)
	}
	for _, url := range s.urls {
		r := c.at(url).process("a.pdf", document(99, "")).want(t, http.StatusTooManyRequests)
		if member(r.object(t), "error", "code") != "RATE_LIMIT_EXCEEDED" || r.header.Get("Retry-After") == "" {
			t.Errorf("%v %s", r.header, r.body)
		}
		engine, _ := member(c.at(url).usage(), "engines", "biomai").(map[string]any)
		resets, _ := engine["resets_in_seconds"].(float64)
		if engine["used"] != 25.0 || engine["limit"] != 25.0 || resets < 86_000 || resets > 86_400 {
			t.Errorf("usage: %v", engine)
		}
	}
}

func whatIsCharged(t *testing.T, s *system) {
	c := newCaller(t, s.first())
	c.process("a.pdf", document(1, ""), "service_tier", "slow").want(t, http.StatusOK)
	c.process("a.json", report("p")).want(t, http.StatusOK)
	c.process("a.json", report("p"), "service_tier", "slow").want(t, http.StatusOK)
	c.process("a.json", []byte(`{"data":{}}`)).want(t, http.StatusUnprocessableEntity)
	c.process("a.docx", []byte("PK")).want(t, http.StatusBadRequest)
	c.retrieve("abandon-ability-000000").want(t, http.StatusNotFound)
	for bucket, want := range map[string]float64{"biomai": 0.5, "biomai_byok": 0, "biomjson": 2, "retrieve": 1} {
		for _, url := range s.urls {
			if got := c.at(url).used(bucket); got != want {
				t.Errorf("%s: %v credits, not %v", bucket, got, want)
			}
		}
	}
}

func serviceKeys(t *testing.T, s *system) {
	key := strings.TrimSpace(s.keys(t, "create", "--user", "ada", "--biomai", "0.5", "--retrieve", "2"))
	c := newCaller(t, s.first())
	ada := c.with("Authorization", "Bearer "+key)
	for _, url := range s.urls { // at every replica
		u := ada.at(url).usage()
		if u["auth_type"] != "authenticated" || u["user_id"] != "ada" ||
			canonical(t, member(u, "keys", "service")) != `{"provided":true,"user_id":"ada","valid":true}` {
			t.Errorf("usage: %v", u)
		}
		for bucket, want := range map[string]float64{"biomai": 0.5, "biomai_byok": 3000, "biomjson": 3000, "retrieve": 2} {
			if got := member(u, "engines", bucket, "limit"); got != want {
				t.Errorf("limit of %s: %v", bucket, got)
			}
		}
	}
	ada.process("a.pdf", document(1, "")).want(t, http.StatusTooManyRequests)
	ada.at(s.last()).process("a.pdf", document(1, ""), "service_tier", "slow").want(t, http.StatusOK)
	// The query may have the key too; of two keys the header's is used.
	c.get("/api/v1/biom/retrieve?api_key="+key+"&biom_pin=a-b-123456").want(t, http.StatusNotFound)
	ada.get("/api/v1/biom/retrieve?api_key=biom_other&biom_pin=a-b-123456").want(t, http.StatusNotFound)
	ada.retrieve("a-b-123456").want(t, http.StatusTooManyRequests)
	if n := c.used("retrieve"); n != 0 {
		t.Errorf("the address was charged %v for the user's retrievals", n)
	}

	id, _, _ := strings.Cut(lineWith(s.keys(t, "list"), "ada"), " ")
	s.keys(t, "revoke", id)
	for _, url := range s.urls {
		testenv.Await(t, "the end of a revoked key", func() bool { return ada.at(url).usage()["auth_type"] == "public" })
	}
	r := ada.process("a.json", report("p")).want(t, http.StatusOK)
	if r.header.Get("X-API-Key-Status") != "invalid" || c.used("biomjson") != 1 {
		t.Errorf("X-API-Key-Status %q, the address was charged %v", r.header.Get("X-API-Key-Status"), c.used("biomjson"))
	}
}

func lineWith(text, part string) string {
	for line := range strings.Lines(text) {
		if strings.Contains(line, part) {
			return strings.TrimSpace(line)
		}
	}
	return ""
}

func malformedKeys(t *testing.T, s *system) {
	c := newCaller(t, s.first())
	for name, key := range map[string]string{
		"empty": "", "prefix": "bion_" + strings.Repeat("a", 43), "short": "biom_" + strings.Repeat("a", 42),
		"long": "biom_" + strings.Repeat("a", 44), "alphabet": "biom_" + strings.Repeat("a", 42) + "+",
		"unknown": "biom_" + strings.Repeat("A", 43), "10 KB": strings.Repeat("k", 10_000), "quotes": `"biom_"`,
	} {
		r := c.with("Authorization", "Bearer "+key).process("a.json", report("p")).want(t, http.StatusOK)
		if got := r.header.Get("X-API-Key-Status"); got != "invalid" {
			t.Errorf("%s: X-API-Key-Status %q", name, got)
		}
		u := c.with("Authorization", "Bearer "+key).usage()
		if u["auth_type"] != "public" || canonical(t, member(u, "keys", "service")) != `{"provided":true,"valid":false}` {
			t.Errorf("%s: %v", name, u)
		}
	}
	if n := c.used("biomjson"); n != 8 {
		t.Errorf("the address was charged %v", n)
	}
}

func feedbackAcross(t *testing.T, s *system) {
	c := newCaller(t, s.first())
	r := c.process("a.pdf", document(3, ""), "biompin", "true").want(t, http.StatusOK)
	id := r.header.Get("X-Request-ID")
	far := c.at(s.last())
	if got := far.patientFeedback(id, "accurate").want(t, http.StatusOK); string(got.body) != `{"success":true}` {
		t.Errorf("%s", got.body)
	}
	far.patientFeedback(id, "accurate").want(t, http.StatusOK)
	c.patientFeedback(strings.ToUpper(id), "accurate").want(t, http.StatusOK)
	if got := c.patientFeedback(id, "inaccurate").want(t, http.StatusConflict); member(got.object(t), "error", "code") != "HTTP_ERROR" {
		t.Errorf("%s", got.body)
	}
	code, _ := member(r.object(t), "biompin", "pin").(string)
	for name, other := range map[string]string{
		"a retrieval's": c.retrieve(code).header.Get("X-Request-ID"),
		"a JSON's":      c.process("a.json", report("p")).header.Get("X-Request-ID"),
		"nobody's":      uuid.NewString(),
	} {
		got := c.patientFeedback(other, "accurate")
		if got.status != http.StatusNotFound || member(got.object(t), "error", "code") != "NOT_FOUND" {
			t.Errorf("%s: %d %s", name, got.status, got.body)
		}
	}
}

func malformedFeedback(t *testing.T, s *system) {
	c := newCaller(t, s.first())
	id := uuid.NewString()
	body := fmt.Sprintf(`{"request_id":%q,"rating":"accurate"}`, id)
	pad := func(n int) string { return body + strings.Repeat(" ", n-len(body)) }
	for name, f := range map[string]struct {
		typ, body string
		want      int
	}{
		"256 bytes":       {"application/json", pad(256), 404}, // well-formed, but there is no such request
		"257 bytes":       {"application/json", pad(257), 413},
		"charset":         {"application/json; charset=utf-8", body, 404},
		"no type":         {"", body, 415},
		"text":            {"text/plain", body, 415},
		"form":            {"application/x-www-form-urlencoded", body, 415},
		"not JSON":        {"application/json", "{", 422},
		"empty":           {"application/json", "", 422},
		"an array":        {"application/json", "[" + body + "]", 422},
		"twice":           {"application/json", body + body, 422},
		"duplicate":       {"application/json", strings.Replace(body, "{", `{"rating":"accurate",`, 1), 422},
		"extra field":     {"application/json", strings.Replace(body, "{", `{"why":"x",`, 1), 422},
		"letter case":     {"application/json", strings.Replace(body, "rating", "Rating", 1), 422},
		"no rating":       {"application/json", fmt.Sprintf(`{"request_id":%q}`, id), 422},
		"null":            {"application/json", fmt.Sprintf(`{"request_id":%q,"rating":null}`, id), 422},
		"wrong type":      {"application/json", `{"request_id":1,"rating":"accurate"}`, 422},
		"another rating":  {"application/json", strings.Replace(body, "accurate", "good", 1), 422},
		"no UUID":         {"application/json", strings.Replace(body, id, "x", 1), 422},
		"UUID in braces":  {"application/json", strings.Replace(body, id, "{"+id+"}", 1), 422},
		"both wrong ways": {"text/plain", pad(300), 415},
	} {
		r := c.must(c.do(http.MethodPost, "/api/v1/biom/feedback", f.typ, strings.NewReader(f.body)))
		if r.status != f.want {
			t.Errorf("%s: status %d, not %d: %s", name, r.status, f.want, r.body)
		}
	}
}

func usageOfNewCaller(t *testing.T, s *system) {
	c := newCaller(t, s.first())
	want := `{"auth_type":"public","engines":{"biomai":{"limit":25,"resets_in_seconds":0,"used":0},` +
		`"biomai_byok":{"limit":1000,"resets_in_seconds":0,"used":0},"biomjson":{"limit":300,"resets_in_seconds":0,"used":0},` +
		`"retrieve":{"limit":1000,"resets_in_seconds":0,"used":0}},"keys":{"provider":{"provided":false},"service":{"provided":false}},"user_id":null}`
	if got := canonical(t, c.usage()); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	for _, bad := range []string{"maybe", "2", "TRUE%00", "true&validate=true"} {
		c.get("/api/v1/biom/usage?validate="+bad).want(t, http.StatusUnprocessableEntity)
	}
}

func providerKeys(t *testing.T, s *system) {
	c := newCaller(t, s.first()).with("X-Provider-API-Key", "sk-1")
	provider := func(query string) string {
		return canonical(t, member(c.get("/api/v1/biom/usage"+query).want(t, http.StatusOK).object(t), "keys", "provider"))
	}
	if got := provider(""); got != `{"provided":true}` {
		t.Error(got)
	}
	// The stand-in takes no caller's key.
	if got := provider("?validate=true"); got != `{"provided":true,"valid":false}` {
		t.Error(got)
	}
}

func statusAndHealth(t *testing.T, s *system) {
	c := newCaller(t, s.first())
	c.share(report("p"))
	for _, url := range s.urls {
		health := c.at(url).get("/api/v1/health").want(t, http.StatusOK).object(t)
		status := c.at(url).get("/api/v1/status").want(t, http.StatusOK).object(t)
		if health["status"] != "operational" || health["provider_api_connected"] != true || health["db_connected"] != true {
			t.Errorf("health: %v", health)
		}
		if n, _ := health["db_records"].(float64); n < 1 {
			t.Errorf("health: %v records", health["db_records"])
		}
		for _, name := range []string{"provider_llm", "environment", "app_version", "schema_version", "db_id"} {
			if health[name] != status[name] || status[name] == nil {
				t.Errorf("%s: %v and %v", name, health[name], status[name])
			}
		}
	}
}
