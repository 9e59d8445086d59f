package browsertest_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"biom/shared/biometry"
	"biom/shared/testenv"
	"biom/worker/llm/llmtest"
)

// A model answers with another axial length than the one that the report prints. The value is
// withheld with its reason wherever the result goes: on the page, in the share, in the saved
// file, in the responses that the command line saves and takes from an earlier run, and in both
// tables. It stays away from them.
func TestAlteredValueIsWithheldEverywhere(t *testing.T) {
	t.Parallel()
	v := newVendor(t)
	printed, altered := v.alterAL(t)
	v.allowAnswers(10) // of this report in the app and in the command line, each asked again
	s := v.serve()
	want := biometry.Withheld{Field: "right_eye.AL", Reason: biometry.NotInDocument}
	absent := func(where string, text []byte) {
		t.Helper()
		if bytes.Contains(text, []byte(altered)) {
			t.Errorf("%s has the altered value", where)
		}
	}

	b := newTab(t, s)
	b.visit("/")
	code := b.share(completeReport)
	const cell = ` [data-eye="right_eye"][data-field="AL"]`
	b.waitText("#panel-upload"+cell, "the document has another value there")
	absent("the page", []byte(b.text("#panel-upload")))
	saved, err := os.ReadFile(b.download("#panel-upload .download-json"))
	b.must(err)
	wantWithheld(t, "the file that the app saved", saved, want)
	absent("the file that the app saved", saved)

	other := newTab(t, s)
	other.visit("/pin/" + code)
	other.waitText("#panel-retrieve"+cell, "the document has another value there")
	r, err := http.Get(s.url + "/api/v1/biom/retrieve?biom_pin=" + code)
	b.must(err)
	defer r.Body.Close()
	shared, err := io.ReadAll(r.Body)
	b.must(err)
	wantWithheld(t, "the share", shared, want)
	absent("the share", shared)

	batch := newBatch(t, s)
	batch.process("study.csv")
	calls := v.Total()
	batch.process("study.xlsx") // takes the response from the first run
	if v.Total() != calls {
		t.Error("the second run of the batch asked the model again")
	}
	response, err := os.ReadFile(filepath.Join(batch.dir, "report.pdf.biom.json"))
	b.must(err)
	wantWithheld(t, "the response that the command line saved", response, want)
	for name, table := range map[string][][]string{"the CSV": batch.csv("study.csv"), "the XLSX": batch.xlsx("study.xlsx")} {
		at := func(column string) int { return slices.Index(table[0], column) }
		if len(table) != 3 || at("AL") < 0 || at("withheld") < 0 {
			t.Fatalf("%s: %q", name, table)
		}
		right, left := table[1], table[2]
		if right[at("AL")] != "" || right[at("withheld")] != "AL (not_in_document)" {
			t.Errorf("%s of the right eye: AL %q, withheld %q", name, right[at("AL")], right[at("withheld")])
		}
		if at("withheld") < len(left) && left[at("withheld")] != "" { // a row of XLSX ends with its last value
			t.Errorf("%s withholds of the left eye: %q", name, left[at("withheld")])
		}
		absent(name, []byte(strings.Join(right, " ")+strings.Join(left, " ")))
	}
	wantLine := []string{"report.pdf", "OD", "withheld", "AL", biometry.WithheldReasons()[biometry.NotInDocument]}
	if !slices.ContainsFunc(batch.sheet("study.xlsx", "Review"), func(row []string) bool { return slices.Equal(row, wantLine) }) {
		t.Errorf("the sheet Review does not have %q", wantLine)
	}
	if printed == altered {
		t.Error("nothing was altered")
	}
}

// alterAL makes the vendor answer with another axial length of the right eye. It returns the one
// that the report prints, and the other one.
func (v *vendor) alterAL(t *testing.T) (printed, altered string) {
	t.Helper()
	file, err := os.ReadFile(completeReport)
	if err != nil {
		t.Fatal(err)
	}
	hash := llmtest.Hash(file)
	var answer struct {
		Data struct {
			RightEye struct{ AL json.Number } `json:"right_eye"`
		} `json:"data"`
	}
	if err := json.Unmarshal(v.known[hash], &answer); err != nil {
		t.Fatal(err)
	}
	printed = answer.Data.RightEye.AL.String()
	altered = "27.31"
	v.known[hash] = bytes.Replace(v.known[hash], []byte(`"AL":`+printed), []byte(`"AL":`+altered), 1)
	return printed, altered
}

// wantWithheld checks the withheld values of a response in JSON.
func wantWithheld(t *testing.T, where string, response []byte, want ...biometry.Withheld) {
	t.Helper()
	var r struct {
		Metadata struct {
			Extraction struct {
				Withheld []biometry.Withheld `json:"withheld"`
			} `json:"extraction"`
		} `json:"metadata"`
	}
	if err := json.Unmarshal(response, &r); err != nil {
		t.Fatalf("%s: %v", where, err)
	}
	if got := r.Metadata.Extraction.Withheld; !slices.Equal(got, want) {
		t.Errorf("%s withholds %v, want %v", where, got, want)
	}
}

// batch is a directory with one report, which the command line sends to a server.
type batch struct {
	*testing.T
	dir    string
	server *server
}

func newBatch(t *testing.T, s *server) batch {
	t.Helper()
	b := batch{t, t.TempDir(), s}
	file, err := os.ReadFile(completeReport)
	if err == nil {
		err = os.WriteFile(filepath.Join(b.dir, "report.pdf"), file, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// process sends the directory with biom process and writes a table.
func (b batch) process(table string) {
	b.Helper()
	cmd := exec.CommandContext(b.Context(), testenv.Biom(b), "process", "--server", b.server.url, "--export", filepath.Join(b.dir, table), b.dir)
	cmd.Env = append(withoutSettings(), "XDG_CONFIG_HOME=/nonexistent")
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
}

func (b batch) csv(name string) [][]string {
	b.Helper()
	text, err := os.ReadFile(filepath.Join(b.dir, name))
	if err != nil {
		b.Fatal(err)
	}
	rows, err := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(text, []byte("\ufeff")))).ReadAll()
	if err != nil {
		b.Fatal(err)
	}
	return rows
}

func (b batch) xlsx(name string) [][]string { return b.sheet(name, "Eyes") }

// sheet returns the rows of a sheet of a workbook.
func (b batch) sheet(name, sheet string) [][]string {
	b.Helper()
	book, err := excelize.OpenFile(filepath.Join(b.dir, name))
	if err != nil {
		b.Fatal(err)
	}
	defer book.Close()
	rows, err := book.GetRows(sheet)
	if err != nil {
		b.Fatal(err)
	}
	return rows
}
