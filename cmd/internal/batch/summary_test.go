package batch

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"biom/cmd/internal/goldentest"
	"biom/shared/biometry"
)

// tableOf prints the response in testdata/name.json.
func tableOf(t *testing.T, name string, change func(*File)) string {
	t.Helper()
	doc, err := os.ReadFile(filepath.Join("testdata", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	f := &File{Path: "reports/" + name + ".pdf", Target: "reports/" + name + ".pdf.biom.json", Saved: true, Response: &biometry.Response{}}
	if err := json.Unmarshal(doc, f.Response); err != nil {
		t.Fatal(err)
	}
	change(f)
	var out strings.Builder
	writeFile(&out, f, false)
	return out.String()
}

func TestWriteFile(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*File){
		"full":   func(*File) {},
		"direct": func(*File) {},
		"withheld": func(f *File) {
			f.Saved = false
			f.Response.Metadata.Extraction.Withheld = []biometry.Withheld{
				{Field: "right_eye.AL", Reason: biometry.ReadingsDiffer}, {Field: "left_eye.K1_axis"}, {Field: "left_eye.K2_axis"},
				{Field: "posterior_keratometry.right_eye.PK1_magnitude", Reason: biometry.NotLegible},
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			goldentest.Compare(t, filepath.Join("testdata", name+".golden"), tableOf(t, name, change))
		})
	}
}

func TestWriteFileCannotSteerATerminal(t *testing.T) {
	t.Parallel()
	got := tableOf(t, "direct", func(f *File) {
		evil := "x\x1b[2J\u202e\ny"
		f.Path, f.Target = evil, evil
		f.Response.Data.Patient = biometry.Patient{Name: &evil, ID: &evil}
		f.Response.Data.ExamDate, f.Response.Data.RightEye.LensStatus = &evil, &evil
		f.Response.Data.Biometer.DeviceName = evil
		f.Response.Metadata.Extraction.SourceApp = &evil
		f.Response.Biompin = &biometry.Share{Pin: &evil}
		f.Response.ExtraData = &biometry.Extra{Notes: &evil}
		f.Response.Metadata.Extraction.Withheld = []biometry.Withheld{{Field: evil, Reason: biometry.WithheldReason(evil)}}
	})
	if strings.ContainsAny(got, "\x1b\u202e") || strings.Contains(got, "\ny") {
		t.Errorf("got %q", got)
	}
}

// Files without an outcome are only counted; without any other there is no table.
func TestReportOfStoppedFiles(t *testing.T) {
	t.Parallel()
	stopped := func(path string) *File { return &File{Path: path, Err: ErrStopped} }
	for _, c := range []struct {
		files []*File
		want  string
	}{
		{[]*File{stopped("a.pdf"), stopped("b.pdf")}, "0 processed, 0 failed, 2 to go, in 1.0s\n"},
		{[]*File{{Path: "a.pdf", SavedBefore: true}, stopped("b.pdf")},
			"FILE   RESULT        DEVICE  WITHHELD\na.pdf  saved before  –       –\n\n0 processed, 1 saved before, 0 failed, 1 to go, in 1.0s\n"},
	} {
		var out strings.Builder
		Report{Files: c.files, Summary: Summarize(c.files, time.Second)}.Write(&out)
		if out.String() != c.want {
			t.Errorf("got\n%s\nwant\n%s", out.String(), c.want)
		}
	}
}
