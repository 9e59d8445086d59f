package browsertest_test

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"codeberg.org/go-pdf/fpdf"
)

// planEntry is a saved response with all that the summary names: states of an eye, withheld and
// unusual values, a difference between the eyes and a remark of the report.
var planEntry = map[string]any{
	"data": map[string]any{
		"biometer": map[string]any{"device_name": "IOLMaster700", "manufacturer": "Zeiss"}, "exam_date": "2025-03-04",
		"patient": map[string]any{"name": "JDD", "id": "0042-A"},
		"right_eye": map[string]any{"AL": 33.1, "ACD": 3.9, "K1_magnitude": 42.5, "K1_axis": 10, "K2_magnitude": 45.75, "K2_axis": 100,
			"CCT": 540, "keratometric_index": 1.332, "lens_status": "Pseudophakic", "post_refractive": "None"},
		"left_eye": map[string]any{"AL": 23.9, "CCT": 540, "lens_status": "Phakic", "post_refractive": "Myopic LVC"},
	},
	"extra_data": map[string]any{"notes": "Low signal in the right eye"}, "biompin": nil,
	"metadata": map[string]any{"request_id": "r-1", "schema_version": "1.1.0", "app_version": "1", "extraction": map[string]any{
		"method": "AI", "llm": "local", "timestamp": "2026-01-02T03:04:05Z", "withheld": []map[string]any{
			{"field": "right_eye.LT", "reason": "not_legible"},
			{"field": "left_eye.K1_magnitude", "reason": "readings_differ"}, {"field": "left_eye.K1_axis", "reason": "readings_differ"},
			{"field": "left_eye.K2_magnitude", "reason": "readings_differ"}, {"field": "left_eye.K2_axis", "reason": "readings_differ"},
		}}},
}

// What may change the plan stands above the values, and leads to them.
func TestSummaryNamesAllDoubts(t *testing.T) {
	t.Parallel()
	b := open(t, "/")
	b.chooseFiles("#upload-file", writeJSON(t, "report.json", planEntry))
	b.awaitf(`document.activeElement.id === 'upload-again'`) // the page scrolls to it
	for language, words := range map[string][]string{
		"en": {"Right eye (OD)", "Pseudophakic", "One value withheld (not legible): LT", "AL 33.10 mm, above the usual 21.2 to 26.6", "ΔK 3.25 D",
			"Left eye (OS)", "Myopic LVC", "4 values withheld", "K1 axis", "AL differs by 9.20 mm (OD 33.10, OS 23.90)", "Low signal in the right eye"},
		"de": {"Rechtes Auge (OD)", "Pseudophak", "Ein Wert zurückgehalten (nicht lesbar): LT", "Achse K1", "Beide Augen (OD, OS)"},
	} {
		b.chooseLanguage(language)
		for _, w := range words {
			b.waitText("#panel-upload .summary", w)
		}
	}
	for _, path := range []string{"right_eye.lens_status", "right_eye.LT", "right_eye.AL", "right_eye.K_cylinder", "left_eye.K1_axis", "left_eye.AL"} {
		b.click(`.summary [data-goto="` + path + `"]`)
		b.awaitf(`document.activeElement.matches('.eyes .value[data-path="%s"]')`, path)
	}
	for eye, acd := range map[string]string{"right_eye": "3.90", "left_eye": "–"} {
		b.waitText(`.eyes [data-eye="`+eye+`"][data-field="ACD"]`, acd)
	}
	b.waitText(`.eyes [data-eye="right_eye"][data-field="keratometric_index"]`, "1.3320")
	b.chooseLanguage("de")
	for _, part := range []string{"▲", "≠", "Zurückgehaltene Werte", "Ungewöhnliche Werte"} {
		b.waitText(".legend", part)
	}
	if text := b.text(".legend"); b.count(`.legend span`) != 5 { // with the axes'
		t.Errorf("the legend explains signs that do not occur: %q", text)
	}
}

// When a report is read, the page scrolls to it: on each screen the right eye's axial length is visible at once, below all doubts, and on the
// larger ones both cylinders are.
func TestFirstScreenHasDoubtsAndLengths(t *testing.T) {
	t.Parallel()
	b := newTab(t, defaultServer(t))
	for _, s := range []screen{{"huge", 1920, 1080, false, "light"}, desktopLight, {"small", 1024, 768, false, "light"}, phoneLight} {
		b.setScreen(s)
		b.visit("/")
		b.chooseFiles("#upload-file", completeReport)
		b.waitVisible("#panel-upload .report")
		b.wantVisibleAtOnce(s, `.value[data-path="right_eye.AL"]`)
		b.awaitf(`document.querySelector('.report').getBoundingClientRect().top < 100`)
		if s.height >= 900 {
			b.wantVisibleAtOnce(s, `.eyes [data-eye="right_eye"][data-field="K_cylinder"]`)
			b.wantVisibleAtOnce(s, `.eyes [data-eye="left_eye"][data-field="K_cylinder"]`)
		}
		b.click("#upload-again")
		b.waitVisible("#upload-file")
	}
}

// TestLongFirstScreens takes pictures, with the flag -shots, of what a reader sees first on each screen: of a report, of one eye's, of one whose values
// are withheld, and of a batch. Nothing is wider than the screen.
func TestLongFirstScreens(t *testing.T) {
	t.Parallel()
	open := map[string]func(b *tab){
		"report":   func(b *tab) { b.visit("/"); b.chooseFiles("#upload-file", completeReport) },
		"one-eye":  func(b *tab) { b.visit("/"); b.chooseFiles("#upload-file", writeJSON(t, "report.json", unusualEntry)) },
		"withheld": func(b *tab) { b.visit("/"); b.chooseFiles("#upload-file", writeJSON(t, "report.json", planEntry)) },
		"batch": func(b *tab) {
			b.visit("/#batch")
			b.expectStatus(http.StatusBadRequest, processPath)
			b.chooseFiles("#batch-files", append(triageFiles(t), completeReport)...)
			b.waitJobs(map[string]int{"done": 4, "failed": 1})
		},
	}
	for state, show := range open {
		t.Run(state, func(t *testing.T) {
			t.Parallel()
			for _, size := range []screen{{"1920", 1920, 1080, false, ""}, {"1440", 1440, 900, false, ""}, {"1024", 1024, 768, false, ""}, {"390", 390, 844, true, ""}} {
				for _, size.theme = range []string{"light", "dark"} {
					b := newTab(t, defaultServer(t))
					b.setScreen(size)
					show(b)
					if state != "batch" {
						b.waitVisible("#panel-upload .report")
						b.awaitf(`document.activeElement.id === 'upload-again'`)
					}
					b.eval(nextFrame)
					b.picture(fmt.Sprintf("first-%s-%s-%s", state, size.name, size.theme))
					b.wantNoOverflow(size)
				}
			}
		})
	}
}

// wantVisibleAtOnce waits until an element is on the screen, above the bar for checking.
func (b *tab) wantVisibleAtOnce(s screen, selector string) {
	b.Helper()
	b.awaitf(`(() => {
		const [{top, bottom}, bar] = [%s, '.check-bar'].map(s => document.querySelector(s).getBoundingClientRect())
		return top >= 0 && bottom <= Math.min(bar.top, %d)
	})()`, js(selector), s.height)
}

// A report of one eye has one column. The other eye can be shown to fill it in.
func TestReportOfOneEyeHasOneColumn(t *testing.T) {
	t.Parallel()
	b := open(t, "/")
	b.chooseFiles("#upload-file", writeJSON(t, "report.json", unusualEntry))
	b.waitText("#panel-upload .report-head", "Biometry of one eye")
	b.waitText("#panel-upload .one-eye", "Right eye (OD)")
	b.waitHidden(`.eyes [data-eye="left_eye"], .cornea[data-eye="left_eye"]`)
	b.click("#panel-upload .one-eye button")
	b.waitVisible(`.eyes [data-eye="left_eye"]`)
}

// A mean K that the document prints and its K1 and K2 do not come to is a doubt. The computed mean leads to it.
func TestOtherMeanPrinted(t *testing.T) {
	t.Parallel()
	b := newTab(t, defaultServer(t))
	b.openBeside(wideLight, "en", typedReport(t, "IOLMaster 700", "OD", "AL: 23.51 mm", "K1: 42.13 D @ 10°", "K2: 44.63 D @ 100°", "Mean K: 43.88 D"))
	b.waitPage()
	b.waitText("#panel-upload .summary", "The report prints a mean K of 43.88 D, K1 and K2 come to 43.38 D")
	b.chooseLanguage("de")
	b.waitText("#panel-upload .summary", "Der Bericht druckt ein mittleres K von 43.88 D, K1 und K2 ergeben 43.38 D")
	b.waitText(".legend", "≠ der Bericht druckt einen anderen Wert")
	b.click(`.summary [data-goto="right_eye.K_mean"]`)
	b.wantPlace("right_eye.K_mean", "43.88")
	b.openBeside(wideLight, "en", typedReport(t, "IOLMaster 700", "OD", "AL: 23.51 mm", "K1: 42.13 D @ 10°", "K2: 44.63 D @ 100°", "Mean K: 43.38 D"))
	b.waitText("#panel-upload .report", "43.38")
	if b.count(`.summary [data-goto="right_eye.K_mean"]`) != 0 {
		t.Error("a mean K that is right is a doubt")
	}
}

// typedReport returns the path of a PDF with these lines.
func typedReport(t *testing.T, lines ...string) string {
	t.Helper()
	pdf := fpdf.New("P", "mm", "A4", "")
	pdf.AddPage()
	pdf.SetFont("Helvetica", "", 12)
	latin := pdf.UnicodeTranslatorFromDescriptor("")
	for i, line := range lines {
		pdf.Text(20, 20+8*float64(i), latin(line))
	}
	var out bytes.Buffer
	if err := pdf.Output(&out); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "report.pdf")
	if err := os.WriteFile(file, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}
