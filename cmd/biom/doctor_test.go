package main

import (
	"encoding/json"
	"io"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"biom/cmd/internal/doctor"
	"biom/shared/job"
	"biom/shared/testenv"
	"biom/worker/llm/llmtest"
)

// doctorSays runs biom doctor for a role and returns its findings by check and state, and its error.
func doctorSays(t *testing.T, args ...string) (lines map[string]string, err error) {
	t.Helper()
	var out strings.Builder
	err = runBiom(t.Context(), append(append([]string{"doctor"}, args...), "--json"), &out, io.Discard)
	var report struct{ Findings []doctor.Finding }
	if jsonErr := json.Unmarshal([]byte(out.String()), &report); jsonErr != nil {
		t.Fatalf("%v, %v, %s", err, jsonErr, &out)
	}
	lines = map[string]string{}
	for _, f := range report.Findings {
		lines[f.Check] += f.Line() + "\n"
	}
	return lines, err
}

func wantLine(t *testing.T, lines map[string]string, check string, state doctor.State, words ...string) {
	t.Helper()
	for _, w := range append(words, string(state)+" ") {
		if !strings.Contains(lines[check], w) {
			t.Errorf("%s: %q, want %q", check, lines[check], w)
		}
	}
}

// TestDoctorOfCluster asks about a running api and a worker, which have the rights and the key that they
// need, on stores of tests, which do not keep what they store.
func TestDoctorOfCluster(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	r.api()
	r.worker()
	api := []string{"api", "--redis-url", r.redis, "--database-url", r.database, "--nats-url", r.natsAs("api"), "--job-key", r.key}
	var lines map[string]string
	var err error
	testenv.Await(t, "the answers of the worker", func() bool { // on a busy machine it may be late
		lines, err = doctorSays(t, api...)
		return strings.HasPrefix(lines["Workers"], "ok")
	})
	if err == nil || !strings.Contains(err.Error(), "problems to mend") {
		t.Errorf("stores that lose data: %v", err)
	}
	for _, check := range []string{"Settings", "NATS servers", "NATS versions", "NATS max_payload", "NATS rights", "JetStream", "NATS streams", "NATS clock", "Workers", "Workers' clocks", "Workers' provider", "Redis rights", "Redis clock", "Postgres", "Postgres schema", "Postgres connections", "Postgres clock"} {
		wantLine(t, lines, check, doctor.OK)
	}
	wantLine(t, lines, "Redis persistence", doctor.Problem)
	wantLine(t, lines, "Postgres durability", doctor.Problem)

	lines, err = doctorSays(t, "worker", "--nats-url", r.natsAs("worker"), "--job-key", r.key, "--work-dir", filepath.Join(t.TempDir(), "work"))
	if err != nil {
		t.Error(err, lines)
	}
	for _, check := range []string{"NATS rights", "Programs", "Provider", "NATS streams"} {
		wantLine(t, lines, check, doctor.OK)
	}
	lines, _ = doctorSays(t, append(api, "--nats-url", r.natsAs("worker"))...)
	wantLine(t, lines, "NATS rights", doctor.Problem, "submit jobs")
	wantLine(t, lines, "Job key", doctor.NotChecked, "Mend NATS first")
	lines, _ = doctorSays(t, append(api, "--job-key", "c2hvcnQ=")...)
	wantLine(t, lines, "Job key", doctor.Problem, "key 1 is not 32 bytes")
}

// TestDoctorBesideServe does not disturb the server that uses the data directory.
func TestDoctorBesideServe(t *testing.T) {
	t.Parallel()
	dir, admin := t.TempDir(), adminAddress()
	url, _ := alone(t).serve(dir, "BIOM_ADMIN_LISTEN="+admin)
	work := filepath.Join(t.TempDir(), "work")
	lines, err := doctorSays(t, "serve", "--data", dir, "--admin-listen", admin, "--work-dir", work)
	if err != nil {
		t.Error(err, lines)
	}
	wantLine(t, lines, "Data directory", doctor.OK, "a biom serve uses it")
	wantLine(t, lines, "Database file", doctor.OK, "database ")
	wantLine(t, lines, "Running server", doctor.OK, "it says: ready")
	newCaller(t, url).process("a.json", report("p")).want(t, 200)

	r := newRig(t)
	lines, err = doctorSays(t, "serve", "--data", filepath.Join(t.TempDir(), "new"), "--work-dir", work, "--upload-memory", "20MiB", "--trusted-proxies", "0.0.0.0/0",
		"--nats-url", r.natsAs("api"), "--job-key", job.NewKey(), "--redis-url", r.redis, "--database-url", r.database)
	if err == nil {
		t.Error("all is well")
	}
	wantLine(t, lines, "Settings", doctor.Problem, "BIOM_UPLOAD_MEMORY")
	wantLine(t, lines, "Trusted proxies", doctor.Problem)
	wantLine(t, lines, "NATS rights", doctor.Problem, "take jobs")
	wantLine(t, lines, "Redis rights", doctor.OK)
	wantLine(t, lines, "Postgres", doctor.OK)
}

func TestDoctorOfExporter(t *testing.T) {
	t.Parallel()
	lines, err := doctorSays(t, "exporter", "--admin-listen", "203.0.113.7:9090")
	if err == nil || err.Error() != "1 problem to mend" {
		t.Error(err)
	}
	wantLine(t, lines, "Settings", doctor.OK)
	wantLine(t, lines, "Admin listener", doctor.Problem)
	if _, err := doctorSays(t, "exporter"); err != nil {
		t.Error(err)
	}
}

// TestDoctorOfProviderKeys names each key by its number, and shows none.
func TestDoctorOfProviderKeys(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(llmtest.New(llmtest.Config{Keys: []string{"s3cret-good"}}))
	defer server.Close()
	for vendor, v := range vendors {
		lines, err := doctorSays(t, "serve", "--data", filepath.Join(t.TempDir(), "data"), "--work-dir", filepath.Join(t.TempDir(), "work"),
			"--provider", vendor, "--model", "any", "--provider-url", server.URL+v.path, "--provider-keys", "s3cret-good,s3cret-bad")
		if err == nil {
			t.Errorf("%s: all is well", vendor)
		}
		wantLine(t, lines, "Provider", doctor.OK, "clock agrees")
		wantLine(t, lines, "Provider keys", doctor.Problem, "key 2 of 2")
		for _, line := range lines {
			if strings.Contains(line, "s3cret") {
				t.Errorf("%s shows a key", line)
			}
		}
		lines, err = doctorSays(t, "serve", "--data", filepath.Join(t.TempDir(), "data"), "--work-dir", filepath.Join(t.TempDir(), "work"),
			"--provider", vendor, "--model", "any", "--provider-url", server.URL+v.path, "--provider-keys", "s3cret-good")
		if err != nil {
			t.Error(vendor, err, lines)
		}
	}
}

// Not parallel: the test sets the environment of the process.
func TestDoctorFindsMissingNetworks(t *testing.T) {
	dir, installed := t.TempDir(), os.Getenv("BIOM_OCR_DIR")
	t.Setenv("BIOM_OCR_DIR", dir)
	args := []string{"serve", "--data", filepath.Join(t.TempDir(), "data"), "--work-dir", filepath.Join(t.TempDir(), "work")}
	lines, err := doctorSays(t, args...)
	if err != nil {
		t.Error("reading works without them:", err)
	}
	wantLine(t, lines, "OCR networks", doctor.Warning, dir, "deploy/ocr DIR", "BIOM_OCR_DIR=DIR")
	files, err := os.ReadDir(installed)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if err := os.WriteFile(filepath.Join(dir, file.Name()), nil, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	lines, _ = doctorSays(t, args...)
	wantLine(t, lines, "OCR networks", doctor.Warning, "deploy/ocr DIR") // the files are there, but cannot be used
	t.Setenv("BIOM_OCR_DIR", installed)
	lines, _ = doctorSays(t, args...)
	wantLine(t, lines, "OCR networks", doctor.OK)
}

// Not parallel: the test sets the environment of the process.
func TestDoctorFindsMissingLanguages(t *testing.T) {
	data := t.TempDir()
	for _, language := range []string{"eng", "deu"} {
		if err := os.WriteFile(filepath.Join(data, language+".traineddata"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("TESSDATA_PREFIX", data)
	lines, err := doctorSays(t, "serve", "--data", filepath.Join(t.TempDir(), "data"), "--work-dir", filepath.Join(t.TempDir(), "work"))
	if err == nil {
		t.Error("all is well")
	}
	wantLine(t, lines, "Programs", doctor.Problem, "apt-get install tesseract-ocr-fra tesseract-ocr-ita tesseract-ocr-nld tesseract-ocr-pol tesseract-ocr-por tesseract-ocr-spa")
	t.Setenv("PATH", t.TempDir())
	lines, _ = doctorSays(t, "serve", "--data", filepath.Join(t.TempDir(), "data"), "--work-dir", filepath.Join(t.TempDir(), "work"))
	wantLine(t, lines, "Programs", doctor.Problem, "apt-get install poppler-utils tesseract-ocr")
}
