package samples_test

import (
	"bytes"
	"fmt"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"biom/shared/biometry"
	"biom/worker/eval/samples"
)

// TestProfiles checks every profile except the default one, which has tests of its
// own, on a few documents of each device.
func TestProfiles(t *testing.T) {
	t.Parallel()
	checkProfiles(t, false)
}

// TestLongProfiles checks them on many documents, and in every way.
func TestLongProfiles(t *testing.T) {
	t.Parallel()
	checkProfiles(t, true)
}

func checkProfiles(t *testing.T, long bool) {
	count := func(few, many int) int {
		if long {
			return many
		}
		return few
	}
	text, outline := []samples.Medium{samples.TextPDF}, []samples.Medium{samples.OutlinePDF}
	for _, tt := range []struct {
		profile, other string // has nothing in common with the other
		layouts        int    // at least
		// Seeds: of answers alone, of what is printed, of where it stands, of glyphs.
		answers, text, places, glyphs uint64
	}{
		{"second", "", 12, 31, 22, 23, 6}, {"third", "second", 12, 41, 42, 43, 6}, {"fourth", "third", 10, 51, 52, 53, 8},
		{"fifth", "fourth", 12, 61, 62, 63, 9}, {"sixth", "fifth", 10, 71, 72, 73, 10}, {"seventh", "sixth", 9, 81, 82, 83, 10},
	} {
		checks := map[string]func(*testing.T, samples.Options){
			"answers are valid": func(t *testing.T, o samples.Options) { o.Seed, o.Count = tt.answers, count(50, 500); valid(t, o) },
			"fits": func(t *testing.T, o samples.Options) {
				o.Seed, o.Count, o.Media = tt.places, count(9, 108), text
				fits(t, o)
			},
			"coverage": func(t *testing.T, o samples.Options) { o.Seed, o.Count = 1, 400; complete(t, o, tt.layouts) },
			"people":   func(t *testing.T, o samples.Options) { initialled(t, o.Profile) },
		}
		if long {
			checks["answers are printed"] = func(t *testing.T, o samples.Options) { o.Seed, o.Count, o.Media = tt.text, 54, text; printed(t, o) }
			checks["determinism"] = func(t *testing.T, o samples.Options) { alike(t, o.Profile, tt.other) }
			// A letter that a font has not is a panic.
			checks["glyphs"] = func(t *testing.T, o samples.Options) {
				o.Seed, o.Count, o.Media = tt.glyphs, 81, outline
				collect(t, o)
			}
		}
		for name, check := range checks {
			t.Run(tt.profile+" "+name, func(t *testing.T) {
				t.Parallel()
				check(t, samples.Options{Profile: tt.profile})
			})
		}
	}
}

// valid: every answer passes validation and comes out unchanged.
func valid(t *testing.T, o samples.Options) {
	t.Helper()
	for _, s := range answers(t, o) {
		data, extra, err := biometry.DecodeExtraction(s.Expected.JSON())
		if err != nil {
			t.Fatalf("%s: %v", s.Name, err)
		}
		data.Patient.Name = s.Expected.Data.Patient.Name
		got := samples.Expected{Data: data, Extra: extra, Tags: s.Expected.Tags}
		if a, b := string(got.JSON()), string(s.Expected.JSON()); a != b {
			t.Fatalf("%s became\n%s\nfrom\n%s", s.Name, a, b)
		}
	}
}

// initialled: the initials that were written by hand are those that validation
// makes of the printed names, in either order where surname and given name have
// fields of their own.
func initialled(t *testing.T, profile string) {
	t.Helper()
	for printed, initials := range samples.People(profile) {
		doc := fmt.Sprintf(`{"data":{"biometer":{"device_name":"Other","manufacturer":"Other"},"patient":{"name":%q},"right_eye":{},"left_eye":{}}}`, printed)
		data, _, err := biometry.DecodeExtraction([]byte(doc))
		if err != nil || *data.Patient.Name != initials {
			t.Errorf("%s: %v, %s, not %s", printed, err, *data.Patient.Name, initials)
		}
	}
}

// alike: a seed always gives the same bytes, and a profile has nothing in
// common with another.
func alike(t *testing.T, profile, other string) {
	t.Helper()
	o := samples.Options{Seed: 7, Count: 9, DPI: 120, Profile: profile}
	a, b := collect(t, o), collect(t, o)
	others := collect(t, samples.Options{Seed: 7, Count: 9, Media: []samples.Medium{samples.TextPDF}, Profile: other})
	for i := range a {
		if a[i].Name != b[i].Name || !bytes.Equal(a[i].Data, b[i].Data) || !bytes.Equal(a[i].Expected.JSON(), b[i].Expected.JSON()) {
			t.Errorf("%s is not %s", b[i].Name, a[i].Name)
		}
		if *a[i].Expected.Data.Patient.ID == *others[i].Expected.Data.Patient.ID {
			t.Errorf("%s shows the patient of %s", a[i].Name, others[i].Name)
		}
	}
}

// complete: the documents have every field and value, every device in all its
// layouts, which are so many at least, every language and medium.
func complete(t *testing.T, o samples.Options, atLeast int) {
	t.Helper()
	of := samples.Layouts(o.Profile)
	seen, layouts := covered(answers(t, o)), map[string]bool{}
	for _, f := range biometry.EyeFields() {
		expect(t, seen, f.Name)
		for _, v := range f.Values {
			expect(t, seen, v)
		}
	}
	for _, f := range biometry.PosteriorFields() {
		expect(t, seen, f.Name)
	}
	for _, m := range samples.Media {
		expect(t, seen, string(m))
	}
	for _, l := range []string{"en", "de", "es", "fr", "pt", "it", "notes"} {
		expect(t, seen, l)
	}
	for device, names := range of {
		for _, l := range names {
			expect(t, seen, device+" "+l)
			layouts[l] = true
		}
	}
	if len(layouts) < atLeast || len(of) != len(samples.Layouts("")) {
		t.Errorf("%d layouts of %d devices", len(layouts), len(of))
	}
}

// printed: every number of an answer, the record number and the remark can be
// found in the text as pdftotext gives it with the flags, powers perhaps as
// radii.
func printed(t *testing.T, o samples.Options, flags ...string) {
	t.Helper()
	for _, s := range collect(t, o) {
		text := strings.Join(strings.Fields(strings.ReplaceAll(pdftotext(t, s.Data, flags...), ",", ".")), " ")
		p := page{t, s.Name, text}
		p.says(*s.Expected.Data.Patient.ID)
		p.eye(&s.Expected.Data.RightEye)
		p.eye(&s.Expected.Data.LeftEye)
		if s.Expected.Extra == nil {
			continue
		}
		if s.Expected.Extra.Notes != nil {
			p.says(strings.ReplaceAll(*s.Expected.Extra.Notes, ",", "."))
		}
		if k := s.Expected.Extra.PosteriorKeratometry; k != nil {
			numbers(p, biometry.PosteriorFields(), &k.RightEye)
			numbers(p, biometry.PosteriorFields(), &k.LeftEye)
		}
	}
}

func pdftotext(t *testing.T, pdf []byte, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "pdftotext", append(args, "-", "-")...)
	cmd.Stdin = bytes.NewReader(pdf)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

var (
	bboxPage = regexp.MustCompile(`(?s)<page width="([\d.]+)" height="([\d.]+)">(.*?)</page>`)
	bboxWord = regexp.MustCompile(`<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*?)</word>`)
)

// fits: no word lies on another or over the edge of the page.
func fits(t *testing.T, o samples.Options) {
	t.Helper()
	for _, s := range collect(t, o) {
		for _, p := range bboxPage.FindAllStringSubmatch(pdftotext(t, s.Data, "-bbox"), -1) {
			width, height := number(t, p[1]), number(t, p[2])
			words := bboxWord.FindAllStringSubmatch(p[3], -1)
			boxes := make([][4]float64, len(words))
			for i, w := range words {
				boxes[i] = [4]float64{number(t, w[1]), number(t, w[2]), number(t, w[3]), number(t, w[4])}
				if b := boxes[i]; b[0] < 8 || b[1] < 8 || b[2] > width-8 || b[3] > height-5 {
					t.Errorf("%s: %s is at %v", s.Name, w[5], b)
				}
				for j := range i {
					if collide(boxes[i], boxes[j]) {
						t.Errorf("%s: %s lies on %s", s.Name, w[5], words[j][5])
					}
				}
			}
		}
	}
}

func number(t *testing.T, s string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// collide allows for boxes that are higher than their letters.
func collide(a, b [4]float64) bool {
	wide, high := min(a[2], b[2])-max(a[0], b[0]), min(a[3], b[3])-max(a[1], b[1])
	return wide > 0.8 && high > 0.42*min(a[3]-a[1], b[3]-b[1])
}
