package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"biom/shared/biometry"
	"biom/shared/testenv"
)

// generated is the directory of a program: a module of its own, with a public
// generator as its tool.
const generated = "testdata/generated"

// A client that a public generator makes from /openapi.json compiles and decodes the
// service's responses without loss.
func TestLongGeneratedClient(t *testing.T) {
	t.Parallel()
	r := alone(t)
	r.executable = testenv.Biom(t)
	url, _ := r.serve(t.TempDir(), "BIOM_EXTRACT_TIMEOUT=2m")
	program := generate(t, url)

	const file = samples + "/iolmaster700-en-01.pdf"
	cmd := exec.Command(program, url, file)
	cmd.Stderr = os.Stderr
	text, err := cmd.Output()
	if err != nil {
		t.Fatalf("the generated client: %v", err)
	}
	var got visited
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	var want measured
	expected, err := os.ReadFile(strings.TrimSuffix(file, ".pdf") + ".expected.json")
	if err != nil || json.Unmarshal(expected, &want) != nil {
		t.Fatal(err)
	}
	for name, response := range map[string]*decoded{"process": got.Read, "retrieve": got.Again, "stream": got.Streamed} {
		if !reflect.DeepEqual(response.measured, want) {
			t.Errorf("%s: got\n%v\nwant\n%v", name, response.measured, want)
		}
		if e := response.Metadata.Extraction; e.Method != biometry.MethodAI || e.LLM != "local" {
			t.Errorf("%s: %+v", name, e)
		}
	}
	got.check(t)
}

// generate builds the program with a client that is generated from a server's
// /openapi.json.
func generate(t *testing.T, url string) (program string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "generated")
	if err := os.CopyFS(dir, os.DirFS(generated)); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "api"), 0o755); err != nil {
		t.Fatal(err)
	}
	document := newCaller(t, url).get("/openapi.json").want(t, http.StatusOK).body
	if err := os.WriteFile(filepath.Join(dir, "openapi.json"), document, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"tool", "oapi-codegen", "-config", "oapi-codegen.yaml", "openapi.json"},
		{"build", "-o", "program", "."},
	} {
		cmd := exec.Command("go", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("go %v: %v (its modules come from the Go proxy: cd cmd/biom/%s && go mod download)\n%s", args, err, generated, out)
		}
	}
	return filepath.Join(dir, "program")
}

// visited is the output of the program.
type visited struct {
	Read, Again, Uploaded, Streamed *decoded
	Refused                         *refusedDocument
	Stages                          []string
	Rated                           bool
	Usage                           struct {
		Engines map[string]struct{ Used, Limit float64 }
	}
	Status, Health struct {
		Status        string
		SchemaVersion string `json:"schema_version"`
	}
	Archive []byte
}

// decoded is a response that the generated types decoded and encoded again.
type decoded struct {
	measured

	Metadata biometry.Metadata `json:"metadata"`
	Biompin  *biometry.Share   `json:"biompin"`
}

type measured struct {
	Data  any `json:"data"`
	Extra any `json:"extra_data"`
}

type refusedDocument struct {
	Error struct {
		Code    string
		Details struct{ Errors []biometry.Fault }
	}
}

// check checks everything that does not come from the sample.
func (v *visited) check(t *testing.T) {
	t.Helper()
	text, err := json.Marshal(v.Uploaded)
	if err != nil {
		t.Fatal(err)
	}
	uploaded, err := biometry.DecodeResponse(text)
	if err != nil {
		t.Fatal(err)
	}
	eye, left := uploaded.Data.RightEye, uploaded.ExtraData.PosteriorKeratometry.LeftEye
	if *uploaded.Data.Patient.Name != "JMD" || *eye.AL != 23.51 || eye.CCT != nil || *left.PK1Magnitude != 5.71 || *uploaded.Metadata.Extraction.SourceApp != "biomclient" {
		t.Errorf("a document of generated types came back as %s", text)
	}
	if v.Refused == nil || v.Refused.Error.Code != "REQUEST_VALIDATION_ERROR" ||
		!slices.ContainsFunc(v.Refused.Error.Details.Errors, func(f biometry.Fault) bool { return f.Path == "data.right_eye.AL" }) {
		t.Errorf("refused: %+v", v.Refused)
	}
	if *v.Read.Biompin.Pin != *v.Again.Biompin.Pin || v.Read.Metadata.RequestID == v.Again.Metadata.RequestID {
		t.Error("the share is another, or its answer has the same request ID")
	}
	if want := []string{"accepted", "queued", "preparing", "extracting", "validating"}; !reflect.DeepEqual(v.Stages, want) {
		t.Errorf("stages %v", v.Stages)
	}
	if u := v.Usage.Engines["biomai"]; !v.Rated || u.Used != 2 || u.Limit != 1000 || len(v.Usage.Engines) != 4 {
		t.Errorf("rated %v, used %+v", v.Rated, v.Usage)
	}
	if v.Status.Status != "operational" || v.Health.Status != "operational" || v.Health.SchemaVersion != biometry.SchemaVersion {
		t.Errorf("status %+v, health %+v", v.Status, v.Health)
	}
	if z, err := zip.NewReader(bytes.NewReader(v.Archive), int64(len(v.Archive))); err != nil || len(z.File) != 2 {
		t.Errorf("the archive: %v", err)
	}
}
