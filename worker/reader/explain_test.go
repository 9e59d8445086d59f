package reader_test

import (
	"testing"

	"biom/worker/document/layout"
	"biom/worker/reader"
)

// TestExplain has a page with a number for each use.
func TestExplain(t *testing.T) {
	t.Parallel()
	pages := []layout.Page{page(`
IOLMaster 700   Exam date: 2026-03-02
      OD                          OS
AL    23.45 mm                    24.12 mm
ACD   3.12 mm                     ---
K1    43.10 D @ 12°               42.10 D @ 172°
K2    44.20 D @ 102°              43.90 D @ 82°
CCT   5340 µm                     541 µm
Foo   7.77                        8.88

Comment: seen on 11 days

IOL calculation
SRK/T   A 118.9
23.50 D  -0.12`)}
	e := reader.Explain(reader.Find(pages), pages)
	fields, numbers := map[string]string{}, map[string]string{}
	for _, f := range e.Fields {
		fields[f.Path] = f.Value + " | " + f.Why
	}
	for _, n := range e.Numbers {
		numbers[n.Text] = n.As
	}
	for path, want := range map[string]string{
		"right_eye.AL":  `23.45 | taken: "23.45" on page 1, in the text layer`,
		"left_eye.ACD":  ` | not given: dashes stand behind its label`,
		"right_eye.CCT": ` | withheld: it is outside the range of the field, or in another unit ("5340" on page 1)`,
		"right_eye.WTW": ` | not found: no label of it is understood`,
		"exam_date":     `2026-03-02 | taken: "2026-03-02" on page 1, in the text layer`,
		"patient.id":    ` | not found: no label of it has a value`,
	} {
		if fields[path] != want {
			t.Errorf("%s: %s, want %s", path, fields[path], want)
		}
	}
	for text, want := range map[string]string{
		"23.45": "right_eye.AL",
		"172":   "left_eye.K1_axis",
		"5340":  "right_eye.CCT (withheld)",
		"11":    "notes",
		"7.77":  "nothing: no known label stands before it",
		"118.9": "nothing: it is of a lens calculation",
		"23.50": "nothing: it is of a lens calculation",
	} {
		if numbers[text] != want {
			t.Errorf("%s: %q, want %q", text, numbers[text], want)
		}
	}
	scan := []layout.Page{page("IOLMaster 700   Exam date: 03/02/2026\n      OD   OS\nAL    23.45 mm   24.12 mm")}
	scan[0].OCR = true
	for _, f := range reader.Explain(reader.Agree(reader.Find(scan), reader.Find(scan)), scan).Fields {
		if want := `withheld: it is no date, or nothing tells its day and month apart ("03/02/2026" on page 1)`; f.Path == "exam_date" && f.Why != want {
			t.Errorf("%s: %s, want %s", f.Path, f.Why, want)
		}
	}
	if len(e.Fields) < 40 {
		t.Errorf("only %d fields", len(e.Fields))
	}
}
