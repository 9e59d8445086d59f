package samples_test

import (
	"bytes"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"biom/shared/biometry"
	"biom/worker/eval/samples"
)

// TestAnswersArePrinted: every number of an answer, the record number and the
// notes can be found in the document's text, the powers perhaps as radii.
func TestAnswersArePrinted(t *testing.T) {
	t.Parallel()
	printed(t, samples.Options{Seed: 21, Count: 9, Media: []samples.Medium{samples.TextPDF}}, "-layout")
}

func TestLongAnswersArePrinted(t *testing.T) {
	t.Parallel()
	printed(t, samples.Options{Seed: 21, Count: 45, Media: []samples.Medium{samples.TextPDF}}, "-layout")
}

// page is a document's text, decimal commas made points.
type page struct {
	t    *testing.T
	name string
	text string
}

func (p page) says(s string) {
	if !strings.Contains(p.text, s) {
		p.t.Errorf("%s does not print %s", p.name, s)
	}
}

// eye looks for an eye's numbers. A power that is not there must be there as a
// radius, and be the radius's power.
func (p page) eye(e *biometry.Eye) {
	rest := *e
	for _, k := range []**float64{&rest.K1Magnitude, &rest.K2Magnitude} {
		if *k == nil || p.has(**k) || e.KeratometricIndex == nil {
			continue
		}
		constant := (*e.KeratometricIndex - 1) * 1000
		var r float64
		if _, err := fmt.Sscanf(fmt.Sprintf("%.2f", constant / **k), "%f", &r); err != nil {
			p.t.Fatal(err)
		}
		if got := fmt.Sprintf("%.2f", constant/r); p.has(r) && got == fmt.Sprintf("%.2f", **k) {
			*k = nil
		}
	}
	numbers(p, biometry.EyeFields(), &rest)
}

func (p page) has(v float64) bool {
	for decimals := range 5 {
		s := fmt.Sprintf("%.*f", decimals, v)
		var back float64
		if _, err := fmt.Sscan(s, &back); err == nil && back == v && strings.Contains(p.text, s) {
			return true
		}
	}
	return false
}

func numbers[T any](p page, fields []biometry.FieldOf[T], from *T) {
	for i := range fields {
		var v float64
		switch x := fields[i].Value(from).(type) {
		case float64:
			v = x
		case int:
			v = float64(x)
		default:
			continue
		}
		if !p.has(v) {
			p.t.Errorf("%s does not print %s %v", p.name, fields[i].Name, v)
		}
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
