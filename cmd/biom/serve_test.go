package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"biom/shared/job"
	"biom/shared/testenv"
)

const samples = "../../testdata/samples"

// serve starts `biom serve` and returns its URL.
func (r *rig) serve(dir string, env ...string) (string, *process) {
	r.t.Helper()
	env = append([]string{"BIOM_LISTEN=127.0.0.1:0", "BIOM_DATA=" + dir, "BIOM_QUOTA_BIOMAI=1000"}, env...)
	p := r.start(env, "serve")
	_, url, _ := strings.Cut(p.out.await(r.t, "http://"), "http://")
	url, _, _ = strings.Cut(url, ",")
	return "http://" + url, p
}

// alone returns a rig without servers, for biom serve on embedded parts.
func alone(t *testing.T) *rig {
	t.Helper()
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return &rig{t: t, key: job.NewKey(), calls: filepath.Join(t.TempDir(), "calls"), executable: executable, storeTimeout: rigStoreTimeout}
}

// Every sample report, sent through the running service, gives exactly its
// expected JSON.
func TestLongSamplesThroughTheService(t *testing.T) {
	samplesThroughTheService(t, math.MaxInt)
}

func TestSamplesThroughTheService(t *testing.T) { samplesThroughTheService(t, 3) }

// samplesThroughTheService uploads at most limit samples.
func samplesThroughTheService(t *testing.T, limit int) {
	r := alone(t)
	r.executable = testenv.Biom(t)
	url, _ := r.serve(t.TempDir(), "BIOM_EXTRACT_TIMEOUT=2m")
	documents, err := filepath.Glob(samples + "/*-text.pdf")
	if err != nil || len(documents) < 20 {
		t.Fatalf("%d samples, %v", len(documents), err)
	}
	for _, path := range documents[:min(limit, len(documents))] {
		t.Run(filepath.Base(path), func(t *testing.T) {
			want, err := os.ReadFile(strings.TrimSuffix(path, ".pdf") + ".expected.json")
			if err != nil {
				t.Fatal(err)
			}
			if got, want := processed(t, url, path), withoutTags(t, want); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// withoutTags returns an expected answer without the tags of its document.
func withoutTags(t *testing.T, expected []byte) string {
	t.Helper()
	var e struct {
		Data  json.RawMessage `json:"data"`
		Extra json.RawMessage `json:"extra_data"`
	}
	if err := json.Unmarshal(expected, &e); err != nil {
		t.Fatal(err)
	}
	doc, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	return indented(t, doc)
}

// processed uploads a file and returns data and extra_data of the answer.
func processed(t *testing.T, url, path string) string {
	t.Helper()
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	status, body := send(t, url, filepath.Base(path), file)
	if status != http.StatusOK {
		t.Fatalf("status %d: %s", status, body)
	}
	var response struct {
		Data  json.RawMessage `json:"data"`
		Extra json.RawMessage `json:"extra_data"`
	}
	if err := json.Unmarshal(body, &response); err != nil {
		t.Fatal(err)
	}
	return indented(t, []byte(`{"data":`+string(response.Data)+`,"extra_data":`+string(response.Extra)+`}`))
}

func indented(t *testing.T, b []byte) string {
	t.Helper()
	var out bytes.Buffer
	if err := json.Indent(&out, bytes.TrimSpace(b), "", "  "); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func send(t *testing.T, url, name string, file []byte) (int, []byte) {
	t.Helper()
	contentType, form := formOf(name, file)
	res, err := http.Post(url+"/api/v1/biom/process", contentType, bytes.NewReader(form))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, body
}

// A document that only a parser finds unreadable is refused while it is prepared:
// 400, and the charge is refunded.
func TestUnreadableDocumentIsRefunded(t *testing.T) {
	r := alone(t)
	r.executable = testenv.Biom(t)
	url, _ := r.serve(t.TempDir(), "BIOM_QUOTA_BIOMAI=1")
	locked, err := os.ReadFile("testdata/password.pdf")
	if err != nil {
		t.Fatal(err)
	}
	for range 3 { // with a quota of one credit
		status, body := send(t, url, "locked.pdf", locked)
		if status != http.StatusBadRequest || !bytes.Contains(body, []byte("FILE_VALIDATION_ERROR")) || !bytes.Contains(body, []byte("password")) {
			t.Errorf("status %d: %s", status, body)
		}
	}
}

// Without analytics nothing can be rated, and everything else works.
func TestWithoutAnalytics(t *testing.T) {
	t.Parallel()
	r := alone(t)
	url, _ := r.serve(t.TempDir(), "BIOM_PROVIDER=standin", "BIOM_ANALYTICS=false", trustUs)
	c := newCaller(t, url)
	made := c.process("a.pdf", document(1, ""), "biompin", "true").want(t, http.StatusOK)
	c.patientFeedback(made.header.Get("X-Request-ID"), "accurate").want(t, http.StatusNotFound)
	c.rate("{}").want(t, http.StatusUnprocessableEntity)
	if member(made.object(t), "biompin", "pin") == nil {
		t.Errorf("no share: %s", made.body)
	}
}

func TestServeStopsWithWorkInFlight(t *testing.T) {
	r := alone(t)
	url, p := r.serve(t.TempDir(), "BIOM_PROVIDER=standin", "BIOM_RIG_DELAY=1s")
	var group sync.WaitGroup
	for i := range 4 {
		group.Go(func() {
			a, err := upload(context.Background(), url, document(i, ""))
			if err != nil {
				t.Errorf("upload %d: %v", i, err)
				return
			}
			r.check(i, a)
		})
	}
	r.awaitNoted("call", 4)
	p.stop()
	group.Wait()
	if code := p.ProcessState.ExitCode(); code != 0 {
		t.Errorf("exit status %d", code)
	}
}

func TestDataDirectoryIsLockedAndReused(t *testing.T) {
	r := alone(t)
	dir := t.TempDir()
	url, first := r.serve(dir, "BIOM_PROVIDER=standin", "BIOM_QUOTA_BIOMAI=1")
	id := statusOf(t, url)["db_id"]
	if id == nil {
		t.Error("no db_id")
	}
	second := r.start([]string{"BIOM_LISTEN=127.0.0.1:0", "BIOM_DATA=" + dir}, "serve")
	second.out.await(t, "another biom serve uses the data directory")
	<-second.ended
	if a, err := upload(t.Context(), url, document(1, "")); err != nil || a.status != 200 {
		t.Fatalf("%v, status %d", err, a.status)
	}
	first.kill() // without a clean stop

	url, _ = r.serve(dir, "BIOM_PROVIDER=standin", "BIOM_QUOTA_BIOMAI=1")
	if a, err := upload(t.Context(), url, document(2, "")); err != nil || a.status != 429 {
		t.Errorf("the quota was forgotten: %v, status %d", err, a.status)
	}
	if again := statusOf(t, url)["db_id"]; again != id {
		t.Errorf("db_id %v, before %v", again, id)
	}
}

func statusOf(t *testing.T, url string) map[string]any {
	t.Helper()
	res, err := http.Get(url + "/api/v1/status")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	var status map[string]any
	if err := json.NewDecoder(res.Body).Decode(&status); err != nil {
		t.Fatal(err)
	}
	return status
}

// A job that a killed server left in the queue does not delay the next one. Its lease does not
// expire in this test.
func TestRestartWithJobsInTheQueue(t *testing.T) {
	r := alone(t)
	dir := t.TempDir()
	url, p := r.serve(dir, "BIOM_PROVIDER=standin", "BIOM_RIG_DELAY=1m", "BIOM_RIG_LEASE=1h")
	ctx, cancel := context.WithCancel(t.Context())
	var abandoned sync.WaitGroup
	abandoned.Go(func() { _, _ = upload(ctx, url, document(1, "")) })
	r.awaitNoted("call", 1)
	p.kill()
	cancel()
	abandoned.Wait()
	url, _ = r.serve(dir, "BIOM_PROVIDER=standin", "BIOM_RIG_DELAY=1ms", "BIOM_RIG_LEASE=1h")
	a, err := upload(t.Context(), url, document(2, ""))
	if err != nil {
		t.Fatal(err)
	}
	r.check(2, a)
}

func TestBadJobKeyIsReported(t *testing.T) {
	r := alone(t)
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "job.key"), []byte("half a k"), 0o600); err != nil {
		t.Fatal(err)
	}
	r.key = "" // the key in the directory is used
	p := r.start([]string{"BIOM_LISTEN=127.0.0.1:0", "BIOM_DATA=" + dir}, "serve")
	p.out.await(t, "is not 32 bytes in base64")
	<-p.ended
	if code := p.ProcessState.ExitCode(); code != 1 {
		t.Errorf("exit status %d", code)
	}
}
