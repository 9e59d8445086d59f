package grammar_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os/exec"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"biom/shared/biometry"
	"biom/worker/document/layout"
	"biom/worker/document/poppler"
	"biom/worker/eval/grammar"
	"biom/worker/eval/samples"
)

func each(t *testing.T, seed uint64, count int, o grammar.Options, check func(*testing.T, grammar.Document)) {
	t.Helper()
	for i := range count {
		check(t, grammar.Draw(seed, i, o))
	}
}

func TestTheSameSeedDrawsTheSame(t *testing.T) {
	t.Parallel()
	for i := range 40 {
		a, b := grammar.Draw(7, i, grammar.Options{}), grammar.Draw(7, i, grammar.Options{})
		if !reflect.DeepEqual(a.Pages, b.Pages) || !reflect.DeepEqual(a.Printed, b.Printed) || !bytes.Equal(a.Expected.JSON(), b.Expected.JSON()) {
			t.Fatalf("%s was drawn differently", a.Name)
		}
		if i < 4 && !bytes.Equal(printOn(t, a, samples.TextPDF).Data, printOn(t, b, samples.TextPDF).Data) {
			t.Errorf("%s was printed differently", a.Name)
		}
	}
}

func printOn(t *testing.T, d grammar.Document, m samples.Medium) samples.Sample {
	t.Helper()
	s, err := d.Print(t.Context(), m, 150)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestAnswersAreValid checks that every answer passes validation unchanged, so that ranges
// and the rules of pairs hold, and initials are what they are.
func TestAnswersAreValid(t *testing.T) {
	t.Parallel()
	each(t, 8, 500, grammar.Options{Parts: grammar.Whole}, func(t *testing.T, d grammar.Document) {
		report, extra, err := biometry.DecodeExtraction(d.Expected.JSON())
		if err != nil {
			t.Fatalf("%s: %v", d.Name, err)
		}
		report.Patient.Name = d.Expected.Data.Patient.Name
		got := samples.Expected{Data: report, Extra: extra, Tags: d.Expected.Tags}
		if a, b := string(got.JSON()), string(d.Expected.JSON()); a != b {
			t.Fatalf("%s became\n%s\nfrom\n%s", d.Name, a, b)
		}
	})
}

// TestValuesArePrinted checks that each number of an answer is what the words that are marked
// as its value say, and that each word that is marked so has its value in the answer.
func TestValuesArePrinted(t *testing.T) {
	t.Parallel()
	check := func(t *testing.T, d grammar.Document) {
		index := map[grammar.Eye]*float64{grammar.Right: d.Expected.Data.RightEye.KeratometricIndex, grammar.Left: d.Expected.Data.LeftEye.KeratometricIndex}
		checkEye(t, d, grammar.Right, biometry.EyeFields(), &d.Expected.Data.RightEye, index)
		checkEye(t, d, grammar.Left, biometry.EyeFields(), &d.Expected.Data.LeftEye, index)
		if x := d.Expected.Extra; x != nil && x.PosteriorKeratometry != nil {
			checkEye(t, d, grammar.Right, biometry.PosteriorFields(), &x.PosteriorKeratometry.RightEye, index)
			checkEye(t, d, grammar.Left, biometry.PosteriorFields(), &x.PosteriorKeratometry.LeftEye, index)
		}
		var name []string
		for _, p := range d.Printed {
			if p.Field == "patient.name" && p.Role == grammar.RoleValue && p.Page == 1 {
				name = append(name, p.Text)
			}
		}
		if got := initials(strings.Join(name, " ")); got != *d.Expected.Data.Patient.Name {
			t.Errorf("%s: %q is %s, not %s", d.Name, name, got, *d.Expected.Data.Patient.Name)
		}
	}
	each(t, 9, 500, grammar.Options{Parts: grammar.Whole}, check)
	each(t, 22, 500, grammar.Options{Parts: grammar.Whole, Devices: []string{"IOLMaster700"}}, check) // which prints most
}

// checkEye compares fields of an eye with what is printed of them. Where radii are printed the
// powers follow from the keratometric index.
func checkEye[T any](t *testing.T, d grammar.Document, eye grammar.Eye, fields []biometry.FieldOf[T], expected *T, index map[grammar.Eye]*float64) {
	t.Helper()
	printed := map[string]string{}
	for _, p := range d.Printed {
		if p.Role == grammar.RoleValue && (p.Eye == eye || p.Eye == grammar.NoEye && p.Field == "keratometric_index") {
			printed[p.Field] = p.Text
		}
	}
	for _, f := range fields {
		want := f.Value(expected)
		text, ok := printed[f.Name]
		if ok != (want != nil) && (f.Name != "keratometric_index" || want != nil) {
			t.Fatalf("%s: %s is %v and printed %q", d.Name, f.Name, want, text)
		}
		number, err := strconv.ParseFloat(strings.NewReplacer(",", ".", "-", "", "−", "").Replace(text), 64)
		if err != nil || want == nil {
			continue
		}
		value := reflect.ValueOf(want).Convert(reflect.TypeFor[float64]()).Float()
		radius := 0.0
		if index[eye] != nil {
			radius = 1000 * (*index[eye] - 1) / number
		}
		if !slices.Contains([]float64{number, 1000 * number, math.Round(number), math.Round(radius*100) / 100}, value) {
			t.Fatalf("%s: %s is %v and printed %q", d.Name, f.Name, want, text)
		}
	}
}

// TestEveryEyeIsNamed checks that the eye of every value is named before it or above it: by a
// word that is marked as the heading of that eye.
func TestEveryEyeIsNamed(t *testing.T) {
	t.Parallel()
	each(t, 10, 300, grammar.Options{Parts: grammar.Whole}, func(t *testing.T, d grammar.Document) {
		named := map[[2]int]bool{}
		for _, p := range d.Printed {
			if p.Role == grammar.RoleEye {
				named[[2]int{p.Page, int(p.Eye)}] = true
			}
		}
		for _, p := range d.Printed {
			if p.Role == grammar.RoleValue && p.Eye != grammar.NoEye && !named[[2]int{p.Page, int(p.Eye)}] {
				t.Fatalf("%s (%s): nothing on page %d names the eye of %s", d.Name, d.Expected.Tags["arrangement"], p.Page, p.Field)
			}
		}
	})
}

// TestDevelopmentHasNothingHeldOut checks that drawings for development never use a part that
// is held out.
func TestDevelopmentHasNothingHeldOut(t *testing.T) {
	t.Parallel()
	each(t, 11, 300, grammar.Options{}, func(t *testing.T, d grammar.Document) {
		for part, heldOut := range d.Parts {
			if heldOut {
				t.Fatalf("%s has the part %s, which is held out", d.Name, part)
			}
		}
	})
}

// TestLongEveryPartIsDrawn checks that every alternative of every choice is drawn by some
// seed, and that about a quarter is held out.
func TestLongEveryPartIsDrawn(t *testing.T) {
	t.Parallel()
	offered, drawn := map[string]bool{}, map[string]bool{}
	for _, parts := range []grammar.Parts{grammar.Development, grammar.Judgement, grammar.Whole} {
		each(t, 12, 1500, grammar.Options{Parts: parts}, func(_ *testing.T, d grammar.Document) {
			maps.Copy(offered, d.Offered())
			maps.Copy(drawn, d.Parts)
		})
	}
	heldOut := 0
	for part, held := range offered {
		if held {
			heldOut++
		}
		if _, ok := drawn[part]; !ok {
			t.Errorf("no document has the part %s", part)
		}
	}
	t.Logf("%d of %d parts are held out", heldOut, len(offered))
	if share := float64(heldOut) / float64(len(offered)); share < 0.1 || share > 0.3 {
		t.Errorf("%d of %d parts are held out", heldOut, len(offered))
	}
}

// TestJudgementPrefersHeldOut checks that drawings for judgement show what is held out of
// development, most of all other names of things and other arrangements.
func TestJudgementPrefersHeldOut(t *testing.T) {
	t.Parallel()
	each(t, 14, 50, grammar.Options{Parts: grammar.Judgement}, func(t *testing.T, d grammar.Document) {
		if d.Expected.Tags["held_out"] != "yes" || !d.Parts["arrangement/"+d.Expected.Tags["arrangement"]] {
			t.Errorf("%s has the arrangement %s, which development has too", d.Name, d.Expected.Tags["arrangement"])
		}
	})
}

// TestWordsAreThoseOfThePDF checks on some documents that poppler finds the same words at the
// same places in the printed PDF.
func TestWordsAreThoseOfThePDF(t *testing.T) {
	t.Parallel()
	each(t, 15, 20, grammar.Options{Parts: grammar.Whole}, func(t *testing.T, d grammar.Document) {
		cmd := exec.CommandContext(t.Context(), "pdftotext", "-bbox", "-", "-")
		cmd.Stdin = bytes.NewReader(printOn(t, d, samples.TextPDF).Data)
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("pdftotext (apt-get install %s): %v", poppler.Debian, err)
		}
		pages := poppler.ParseBBox(out)
		if len(pages) != len(d.Pages) {
			t.Fatalf("%s has %d pages, not %d", d.Name, len(pages), len(d.Pages))
		}
		for i := range pages {
			sameWords(t, d.Name, pages[i], d.Pages[i])
		}
	})
}

func sameWords(t *testing.T, name string, got, want layout.Page) {
	t.Helper()
	left := slices.Clone(got.Words)
	for _, w := range want.Words {
		i := slices.IndexFunc(left, func(o layout.Word) bool { return o.Text == w.Text && near(o.Box, w.Box) })
		if i < 0 {
			t.Fatalf("%s, page %d: %q is not at %v in the PDF", name, want.Number, w.Text, w.Box)
		}
		left = slices.Delete(left, i, i+1)
	}
	if len(left) > 0 || math.Abs(got.Width-want.Width) > 0.1 || math.Abs(got.Height-want.Height) > 0.1 {
		t.Errorf("%s, page %d is %v by %v and has more words: %v", name, want.Number, got.Width, got.Height, left)
	}
}

// near reports whether two boxes differ by at most 0.7 points.
func near(a, b layout.Box) bool {
	return max(math.Abs(a.X0-b.X0), math.Abs(a.X1-b.X1), math.Abs(a.Y0-b.Y0), math.Abs(a.Y1-b.Y1)) <= 0.7
}

// TestPrintedBoxes checks that what is printed lies in its word, and that the pieces of a word
// make the word.
func TestPrintedBoxes(t *testing.T) {
	t.Parallel()
	each(t, 16, 200, grammar.Options{}, func(t *testing.T, d grammar.Document) {
		texts := map[string]string{}
		for _, p := range d.Printed {
			w := d.Pages[p.Page-1].Words[p.Word]
			if p.Box.X0 < w.X0-0.01 || p.Box.X1 > w.X1+0.01 {
				t.Fatalf("%s: %q lies outside of its word %q", d.Name, p.Text, w.Text)
			}
			texts[fmt.Sprint(p.Page, p.Word)] += p.Text
		}
		for n, page := range d.Pages {
			for i, w := range page.Words {
				if texts[fmt.Sprint(n+1, i)] != w.Text {
					t.Fatalf("%s: %q is not said to be anything", d.Name, w.Text)
				}
			}
		}
	})
}

// TestNothingOverlaps checks that no word is printed over another.
func TestNothingOverlaps(t *testing.T) {
	t.Parallel()
	each(t, 17, 300, grammar.Options{Parts: grammar.Whole}, func(t *testing.T, d grammar.Document) {
		for _, page := range d.Pages {
			for i, a := range page.Words {
				for _, b := range page.Words[:i] {
					if min(a.X1, b.X1)-max(a.X0, b.X0) > 0.5 && min(a.Y1, b.Y1)-max(a.Y0, b.Y0) > 0.45*min(a.Height(), b.Height()) {
						t.Fatalf("%s (%s), page %d: %q lies over %q", d.Name, d.Expected.Tags["arrangement"], page.Number, a.Text, b.Text)
					}
				}
			}
		}
	})
}

// TestMedia checks that a document can be printed on every medium: on paper as well, and with
// every letter drawn, which no font may lack.
func TestMedia(t *testing.T) {
	t.Parallel()
	for i := range 12 {
		printOn(t, grammar.Draw(18, i, grammar.Options{Parts: grammar.Whole}), samples.OutlinePDF)
	}
	for i, m := range []samples.Medium{samples.ImagePDF, samples.JPG, samples.PNG} {
		d := grammar.Draw(19, i, grammar.Options{OnePage: true})
		s := printOn(t, d, m)
		if len(s.Data) == 0 || s.Expected.Tags["medium"] != string(m) || s.Expected.Tags["dpi"] != "150" || len(d.Pages) != 1 {
			t.Errorf("%s: %d bytes, %d pages, tags %v", s.Name, len(s.Data), len(d.Pages), s.Expected.Tags)
		}
		if _, leaning := s.Expected.Tags["lean"]; leaning != (m == samples.JPG) {
			t.Errorf("%s: tags %v, but photos alone are taken from an angle", s.Name, s.Expected.Tags)
		}
	}
}

func TestOptionsLimitWhatIsDrawn(t *testing.T) {
	t.Parallel()
	o := grammar.Options{Languages: []string{"fr"}, Devices: []string{"Argos"}, OnePage: true}
	each(t, 20, 100, o, func(t *testing.T, d grammar.Document) {
		if d.Expected.Tags["language"] != "fr" || d.Expected.Data.Biometer.DeviceName != "Argos" || len(d.Pages) != 1 {
			t.Errorf("%s: %v, %s, %d pages", d.Name, d.Expected.Tags, d.Expected.Data.Biometer.DeviceName, len(d.Pages))
		}
	})
}

// initials are those that validation makes of a printed name.
func initials(name string) string {
	doc, err := json.Marshal(map[string]any{"data": map[string]any{
		"biometer": map[string]any{"device_name": "Other", "manufacturer": "Other"}, "patient": map[string]any{"name": name},
		"right_eye": map[string]any{}, "left_eye": map[string]any{},
	}})
	if err != nil {
		panic(err)
	}
	report, _, err := biometry.DecodeExtraction(doc)
	if err != nil {
		panic(err)
	}
	return *report.Patient.Name
}
