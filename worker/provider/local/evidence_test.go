package local_test

import (
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"biom/shared/biometry"
	"biom/shared/evidence"
	"biom/worker/document/child"
	"biom/worker/document/layout"
	"biom/worker/document/poppler"
	"biom/worker/eval/grammar"
	"biom/worker/eval/samples"
	"biom/worker/provider"
)

// TestEvidenceOfTextSamples expects each value of the committed samples with a text layer to have a source, and
// the text layer to have the printed text in the source's box.
func TestEvidenceOfTextSamples(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(sampleDir + "/*.pdf")
	if err != nil || len(files) < 50 {
		t.Fatal(len(files), err)
	}
	e, seen := newExtractor(t), 0
	for _, file := range files {
		if expected, err := os.ReadFile(strings.TrimSuffix(file, ".pdf") + ".expected.json"); err != nil || !strings.Contains(string(expected), `"medium": "text"`) {
			continue
		}
		doc := document(t, file)
		answer, err := read(t, e, doc)
		if err != nil {
			t.Fatal(file, err)
		}
		seen += checkSources(t, filepath.Base(file), answer, textOf(t, doc))
	}
	if seen < 1500 {
		t.Errorf("only %d values have been looked for", seen)
	}
}

// TestEvidenceOfLayouts does the same for random layouts.
func TestEvidenceOfLayouts(t *testing.T) {
	t.Parallel()
	evidenceOfLayouts(t, grammar.Set{Seed: 61, Count: 12})
}

func TestLongEvidenceOfLayouts(t *testing.T) {
	t.Parallel()
	evidenceOfLayouts(t, grammar.Set{Seed: 62, Count: 30})
}

func evidenceOfLayouts(t *testing.T, set grammar.Set) {
	t.Helper()
	e, seen := newExtractor(t), 0
	for _, doc := range drawn(t, set, samples.TextPDF) {
		if answer, err := read(t, e, doc); err == nil {
			seen += checkSources(t, "layout", answer, textOf(t, doc))
		}
	}
	t.Logf("%d values have been looked for", seen)
	if seen < 10*set.Count {
		t.Errorf("only %d values have been looked for", seen)
	}
}

// TestEvidenceOfPictures expects the same places in a picture of a page as in its text layer.
func TestEvidenceOfPictures(t *testing.T) {
	t.Parallel()
	e, seen := newExtractor(t), 0
	set := grammar.Set{Seed: 74, Count: 2, Options: grammar.Options{OnePage: true}}
	pictures := drawn(t, set, samples.PNG)
	for i, doc := range drawn(t, set, samples.TextPDF) {
		text, err := read(t, e, doc)
		if err != nil {
			continue
		}
		picture, err := read(t, e, pictures[i])
		if err != nil {
			t.Fatal(err)
		}
		for path, want := range text.Evidence.Values {
			got, found := picture.Evidence.Values[path]
			if !found || !strings.Contains(path, "_eye.") || got.Page != want.Page {
				continue
			}
			seen++
			dx := math.Abs(got.Box[0] + got.Box[2] - want.Box[0] - want.Box[2])
			dy := math.Abs(got.Box[1] + got.Box[3] - want.Box[1] - want.Box[3])
			looks := 2
			if strings.HasSuffix(path, "_axis") {
				looks = 1 // one at a right angle to the other meridian's is believed
			}
			if dx > 0.05 || dy > 0.02 || got.Readings.OCR < looks {
				t.Errorf("layout %d, %s: %v of the picture, %v of the text", i, path, got, want)
			}
		}
	}
	if seen < 10 {
		t.Errorf("only %d values have been compared", seen)
	}
}

// drawn returns the documents of a set in one medium.
func drawn(t *testing.T, set grammar.Set, medium samples.Medium) (docs []provider.Document) {
	t.Helper()
	dir := t.TempDir()
	set.Media = []samples.Medium{medium}
	if err := set.Write(t.Context(), dir, nil); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(dir + "/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if !strings.HasSuffix(file, ".json") {
			docs = append(docs, document(t, file))
		}
	}
	return docs
}

// textOf reads the text layer of a PDF.
func textOf(t *testing.T, doc provider.Document) []layout.Page {
	t.Helper()
	runner, err := child.NewRunner()
	if err != nil {
		t.Fatal(err)
	}
	p, err := poppler.Find(runner)
	if err != nil {
		t.Fatal(err)
	}
	file := t.TempDir() + "/document.pdf"
	if err := os.WriteFile(file, doc.Data, 0o600); err != nil {
		t.Fatal(err)
	}
	pages, err := p.Text(t.Context(), filepath.Dir(file), file, 10)
	if err != nil {
		t.Fatal(err)
	}
	return pages
}

// checkSources expects each value of an answer to have a source whose printed text stands in its box and says
// the value. It returns how many values it has checked.
func checkSources(t *testing.T, name string, answer provider.Answer, pages []layout.Page) (checked int) {
	t.Helper()
	values := valuesOf(t, answer.JSON)
	for _, eye := range []string{biometry.RightEye, biometry.LeftEye} {
		flat, known := values[eye+".K1_magnitude"].(float64)
		steep, both := values[eye+".K2_magnitude"].(float64)
		source, printed := answer.Evidence.Values[eye+"."+biometry.PrintedMeanK]
		if known && both && printed {
			values[eye+"."+biometry.PrintedMeanK] = (flat + steep) / 2
			wantMean(t, name, source.Text, flat, steep)
		}
	}
	for path := range answer.Evidence.Values {
		if _, found := values[path]; !found && !strings.HasSuffix(path, biometry.PrintedMeanK) {
			t.Errorf("%s: %s has a source and no value", name, path)
		}
	}
	checkWithheld(t, name, answer, pages)
	for path, value := range values {
		source, found := answer.Evidence.Values[path]
		if !found {
			if value != "Other" { // a device that is not named
				t.Errorf("%s: %s has no source", name, path)
			}
			continue
		}
		checked++
		i := slices.IndexFunc(answer.Evidence.Pages, func(p evidence.Page) bool { return p.Number == source.Page })
		if i < 0 || answer.Evidence.Pages[i].Width != pages[source.Page-1].Width {
			t.Errorf("%s: %s: page %d is not among %v", name, path, source.Page, answer.Evidence.Pages)
		}
		if source.Readings.OCR > 0 { // the text layer gave nothing, and OCR reads some letters otherwise
			continue
		}
		if cut := cutOut(pages[source.Page-1], source.Box); !strings.Contains(letters(cut), letters(source.Text)) || source.Text == "" {
			t.Errorf("%s: %s: %q is not in its box, but %q", name, path, source.Text, cut)
		}
		if strings.Contains(path, "_eye.") && !strings.HasSuffix(path, biometry.PrintedMeanK) && !says(source.Text, value, values, path) {
			t.Errorf("%s: %s: %q does not say %v", name, path, source.Text, value)
		}
		if source.Readings != (evidence.Readings{TextLayer: 1}) {
			t.Errorf("%s: %s: %+v", name, path, source.Readings)
		}
	}
	return checked
}

// checkWithheld expects what stands in the boxes of withheld values to be the text that the evidence gives, and no
// withheld value among the values.
func checkWithheld(t *testing.T, name string, answer provider.Answer, pages []layout.Page) {
	t.Helper()
	held := biometry.WithheldFields(answer.Withheld)
	for path, source := range answer.Evidence.Withheld {
		cut := cutOut(pages[source.Page-1], source.Box)
		switch _, isValue := answer.Evidence.Values[path]; {
		case isValue || !slices.Contains(held, path):
			t.Errorf("%s: %s is not withheld, or a value too", name, path)
		case source.Readings == (evidence.Readings{}) || source.Readings.Model > 0:
			t.Errorf("%s: %s: %+v", name, path, source.Readings)
		case source.Readings.OCR == 0 && (source.Text == "" || !strings.Contains(letters(cut), letters(source.Text))):
			t.Errorf("%s: the withheld %s: %q is not in its box, but %q", name, path, source.Text, cut)
		}
	}
}

// TestEvidenceOfWithheldValues has values withheld that validation refuses, and expects their places where they stood as values.
func TestEvidenceOfWithheldValues(t *testing.T) {
	t.Parallel()
	refused := []string{"right_eye.AL", "left_eye.K1_axis"}
	set := grammar.Set{Seed: 74, Count: 2, Options: grammar.Options{OnePage: true}}
	e, seen := newExtractor(t), 0
	for _, doc := range append(drawn(t, set, samples.TextPDF), drawn(t, set, samples.PNG)[:1]...) {
		p, err := e.Prepare(t.Context(), doc, provider.Options{})
		if err != nil {
			t.Fatal(err)
		}
		before, err := p.Extract(t.Context(), nil)
		if err != nil {
			continue
		}
		after, err := p.Extract(t.Context(), []biometry.Fault{{Path: "data." + refused[0]}, {Path: "data." + refused[1]}})
		if err := errors.Join(err, p.Close()); err != nil {
			t.Fatal(err)
		}
		for _, path := range refused {
			value, known := before.Evidence.Values[path]
			if !known {
				continue
			}
			seen++
			_, still := after.Evidence.Values[path]
			if held := after.Evidence.Withheld[path]; held != value || still {
				t.Errorf("%s stands at %+v, as a withheld value at %+v; it is still a value: %t", path, value, held, still)
			}
		}
	}
	if seen < 4 {
		t.Errorf("only %d values have been compared", seen)
	}
}

// TestEvidenceOfDoubtfulPhoto expects a place for each value that OCR saw in a photo and that is withheld.
func TestEvidenceOfDoubtfulPhoto(t *testing.T) {
	t.Parallel()
	answer, err := read(t, newExtractor(t), document(t, sampleDir+"/pentacamaxl-en-maps-0057-jpg.jpg"))
	if err != nil {
		t.Fatal(err)
	}
	held := biometry.WithheldFields(answer.Withheld)
	if len(held) == 0 {
		t.Error("nothing is withheld: choose another photo")
	}
	for _, path := range held {
		source, found := answer.Evidence.Withheld[path]
		if !found || source.Readings.OCR == 0 || source.Text == "" || source.Box[0] >= source.Box[2] || source.Box[1] >= source.Box[3] {
			t.Errorf("%s: %+v", path, source)
		}
	}
}

// wantMean expects a printed mean to be that of two powers, or of their radii.
func wantMean(t *testing.T, name, printed string, flat, steep float64) {
	t.Helper()
	v, err := strconv.ParseFloat(strings.Replace(printedNumber.FindString(printed), ",", ".", 1), 64)
	mean, ofRadii := (flat+steep)/2, 2*flat*steep/(flat+steep)
	if err != nil || math.Abs(v-mean) > 0.06 && math.Abs(v-ofRadii) > 0.06 {
		t.Errorf("%s: the mean of %v and %v is printed as %q", name, flat, steep, printed)
	}
}

// cutOut returns the text of the words in a box.
func cutOut(page layout.Page, box evidence.Box) string {
	var b strings.Builder
	for _, row := range layout.Rows(page.Words) {
		for _, w := range row.Words {
			x, y := w.CenterX()/page.Width, w.CenterY()/page.Height
			if x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3] {
				b.WriteString(unspaced(w.Text))
			}
		}
	}
	return b.String()
}

// letters returns the letters and digits of a text without accents, because the reader compares words without them.
func letters(s string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsLetter(c) || unicode.IsDigit(c) {
			return c
		}
		return -1
	}, norm.NFD.String(s))
}

func unspaced(s string) string { return strings.Join(strings.Fields(s), "") }

var printedNumber = regexp.MustCompile(`\d+([.,]\d+)?`)

// says reports whether a printed number means a value: its digits, millimetres of a thickness, an axis with
// decimals, or the radius of a power.
func says(text string, value any, all map[string]any, path string) bool {
	want, isNumber := value.(float64)
	if !isNumber {
		return true
	}
	got, err := strconv.ParseFloat(strings.ReplaceAll(printedNumber.FindString(text), ",", "."), 64)
	if err != nil {
		return false
	}
	want = math.Abs(want)
	eye, _, _ := strings.Cut(path, ".")
	index, _ := all[eye+".keratometric_index"].(float64)
	same := func(a, tolerance float64) bool { return math.Abs(a-want) <= tolerance+1e-9 }
	if square, ok := all[strings.NewReplacer("K1", "K2", "K2", "K1").Replace(path)].(float64); ok && strings.HasSuffix(path, "_axis") && math.Abs(got-square) <= 0.5 {
		return same(square+90, 0) || same(square-90, 0) // one axis is printed for both meridians
	}
	return same(got, 0) || strings.HasSuffix(path, "CCT") && same(1000*got, 0.5) || strings.HasSuffix(path, "_axis") && (same(got, 0.5) || got == 0 && want == 180) ||
		strings.HasSuffix(path, "_magnitude") && same((index-1)*1000/got, 0.006)
}

// valuesOf returns the values of an answer that are not null, by their paths.
func valuesOf(t *testing.T, answer []byte) map[string]any {
	t.Helper()
	var doc map[string]any
	if err := json.Unmarshal(answer, &doc); err != nil {
		t.Fatal(err)
	}
	out := map[string]any{}
	var walk func(prefix string, members any)
	walk = func(prefix string, members any) {
		for name, v := range members.(map[string]any) {
			switch v := v.(type) {
			case map[string]any:
				walk(prefix+name+".", v)
			case nil:
			default:
				out[prefix+name] = v
			}
		}
	}
	for _, top := range []string{"data", "extra_data"} {
		if doc[top] != nil {
			walk("", doc[top])
		}
	}
	delete(out, "posterior_keratometry.pk_device_name")
	return out
}
