package samples_test

import (
	"fmt"
	"slices"
	"testing"

	"biom/shared/biometry"
	"biom/worker/eval/samples"
)

func answers(t *testing.T, o samples.Options) []samples.Sample {
	t.Helper()
	all, err := samples.Answers(o)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestAnswersAreValid: every answer passes validation and comes out unchanged,
// so that ranges and the rules of pairs hold, and initials are what they are.
func TestAnswersAreValid(t *testing.T) {
	t.Parallel()
	valid(t, samples.Options{Seed: 11, Count: 700})
}

// TestDates: a date is uncertain in English alone, and there not often.
func TestDates(t *testing.T) {
	t.Parallel()
	unknown := 0
	for _, s := range answers(t, samples.Options{Seed: 12, Count: 600}) {
		if s.Expected.Data.ExamDate != nil {
			continue
		}
		unknown++
		if s.Expected.Tags["language"] != "en" {
			t.Errorf("%s has no date", s.Name)
		}
	}
	if unknown == 0 || unknown > 30 {
		t.Errorf("%d of 600 dates are uncertain", unknown)
	}
}

// TestPeople: the initials that were written by hand are those that validation
// makes of the printed names.
func TestPeople(t *testing.T) {
	t.Parallel()
	for printed, initials := range samples.People() {
		doc := fmt.Sprintf(`{"data":{"biometer":{"device_name":"Other","manufacturer":"Other"},"patient":{"name":%q},"right_eye":{},"left_eye":{}}}`, printed)
		data, _, err := biometry.DecodeExtraction([]byte(doc))
		if err != nil || *data.Patient.Name != initials {
			t.Errorf("%s: %v, %s, not %s", printed, err, *data.Patient.Name, initials)
		}
	}
}

// TestCoverage: 200 documents have every field of the data model, and every
// value of its lists, every device, layout, language and medium.
func TestCoverage(t *testing.T) {
	t.Parallel()
	seen := covered(answers(t, samples.Options{Seed: 1, Count: 200}))
	for _, f := range biometry.EyeFields() {
		expect(t, seen, f.Name)
		for _, v := range f.Values {
			expect(t, seen, v)
		}
	}
	for _, f := range biometry.PosteriorFields() {
		expect(t, seen, f.Name)
	}
	for _, f := range biometry.PatientFields() {
		expect(t, seen, f.Name)
	}
	for _, m := range samples.Media {
		expect(t, seen, string(m))
	}
	for _, l := range []string{"en", "de", "es", "fr", "pt", "it", "notes"} {
		expect(t, seen, l)
	}
	for device, layouts := range samples.Layouts() {
		expect(t, seen, device)
		for _, l := range layouts {
			expect(t, seen, device+" "+l)
		}
	}
	for _, f := range biometry.BiometerFields() {
		for _, v := range f.Values {
			if v != "Other" {
				expect(t, seen, v)
			}
		}
	}
}

// covered is everything that some document has.
func covered(all []samples.Sample) map[any]bool {
	seen := map[any]bool{}
	eyes, posteriors, patient := biometry.EyeFields(), biometry.PosteriorFields(), biometry.PatientFields()
	for _, s := range all {
		x := &s.Expected
		seen[x.Tags["medium"]], seen[x.Tags["language"]] = true, true
		seen[x.Data.Biometer.DeviceName], seen[x.Data.Biometer.Manufacturer] = true, true
		seen[x.Data.Biometer.DeviceName+" "+x.Tags["layout"]] = true
		note(seen, eyes, &x.Data.RightEye)
		note(seen, eyes, &x.Data.LeftEye)
		note(seen, patient, &x.Data.Patient)
		if x.Extra != nil {
			seen["notes"] = seen["notes"] || x.Extra.Notes != nil
			if p := x.Extra.PosteriorKeratometry; p != nil {
				note(seen, posteriors, &p.RightEye)
				note(seen, posteriors, &p.LeftEye)
			}
		}
	}
	return seen
}

func note[T any](seen map[any]bool, fields []biometry.FieldOf[T], from *T) {
	for i := range fields {
		if v := fields[i].Value(from); v != nil {
			seen[fields[i].Name], seen[v] = true, true
		}
	}
}

func expect(t *testing.T, seen map[any]bool, what string) {
	t.Helper()
	if !seen[what] {
		t.Errorf("no sample has %s", what)
	}
}

// TestSpread: a hundred documents have each device, language and medium about
// equally often.
func TestSpread(t *testing.T) {
	t.Parallel()
	count := map[string]int{}
	for _, s := range answers(t, samples.Options{Seed: 4, Count: 100}) {
		count[s.Expected.Data.Biometer.DeviceName]++
		count[s.Expected.Tags["language"]]++
		count[s.Expected.Tags["medium"]]++
	}
	for _, l := range []string{"en", "de", "es", "fr", "pt", "it"} {
		if count[l] < 12 || count[l] > 22 {
			t.Errorf("%d in %s of 100", count[l], l)
		}
	}
	for device := range samples.Layouts() {
		if per := 100 / len(samples.Layouts()); count[device] < per || count[device] > per+1 {
			t.Errorf("%d of %s in 100", count[device], device)
		}
	}
	for _, m := range samples.Media {
		if count[string(m)] < 5 {
			t.Errorf("%d of %s in 100", count[string(m)], m)
		}
	}
	if !slices.Contains(samples.Media, samples.TextPDF) || count["text"] < 30 {
		t.Errorf("%d text PDFs of 100", count["text"])
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
