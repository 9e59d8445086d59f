package local_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"biom/worker/eval"
	"biom/worker/provider"
	"biom/worker/provider/local"
)

const sampleDir = "../../../testdata/samples"

// mediumLimits lists the media of the samples and how many values may be missed in
// documents of each, in percent of those expected. Of scans and photographs some
// are missed, because OCR must see the digits of a value twice. No value may be
// wrong or invented.
var mediumLimits = []struct {
	medium    string
	maxMissed float64
}{
	{"text", 0}, {"outline", 5}, {"image", 10}, {"png", 5}, {"gif", 5}, {"bmp", 5}, {"jpg", 10},
}

// TestSamples reads every committed sample with a text layer, and one scan by OCR.
func TestSamples(t *testing.T) {
	t.Parallel()
	readMedia(t, map[string]map[string][]string{
		"text":  {},
		"image": {"device": {"LenstarLS900"}, "language": {"de"}},
	})
}

var everySample = flag.Bool("every-sample", false, "TestLongSamples reads the pictures in every language, not in two (make mutations)")

// TestLongSamples reads the committed samples of every medium. OCR of a page takes seconds.
func TestLongSamples(t *testing.T) {
	t.Parallel()
	all := map[string]map[string][]string{}
	for _, l := range mediumLimits {
		all[l.medium] = map[string][]string{}
		if !*everySample && l.medium != "text" && l.medium != "bmp" { // of which there is one
			all[l.medium]["language"] = []string{"de", "it"}
		}
	}
	readMedia(t, all)
}

// readMedia reads the samples of each medium that have the given tags. medium →
// tags
func readMedia(t *testing.T, media map[string]map[string][]string) {
	t.Helper()
	e := newExtractor(t)
	for _, l := range mediumLimits {
		only, wanted := media[l.medium]
		if !wanted {
			continue
		}
		only["medium"] = []string{l.medium}
		t.Run(l.medium, func(t *testing.T) {
			t.Parallel()
			r := readFolder(t, e, sampleDir, only)
			if r.Wrong+r.Invented > 0 || 100*float64(r.Missed) > l.maxMissed*float64(r.Present) {
				t.Errorf("%d of %d right, %d wrong, %d missed, %d invented", r.Right, r.Present, r.Wrong, r.Missed, r.Invented)
			}
			logDifferences(t, r)
		})
	}
}

// readFolder reads the documents of a folder that have the given tags.
func readFolder(t *testing.T, e *local.Extractor, dir string, only map[string][]string) *eval.Report {
	t.Helper()
	folder, err := eval.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	folder.Only(only)
	if folder.Len() == 0 {
		t.Fatalf("no document has the tags %v", only)
	}
	report, err := folder.Read(t.Context(), eval.Config{Provider: e, Values: true})
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// logDifferences logs what was not read as expected.
func logDifferences(t *testing.T, report *eval.Report) {
	t.Helper()
	for _, d := range report.Items {
		if d.Reason != "" {
			t.Logf("%s: %s: %s", d.Name, d.Reason, d.Cause)
		}
		for _, x := range d.Differences {
			t.Logf("%s: %+v", d.Name, x)
		}
	}
}

func document(t testing.TB, file string) provider.Document {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return provider.Document{Kind: provider.Kind(strings.TrimPrefix(filepath.Ext(file), ".")), Data: data}
}
