package browsertest_test

import (
	"archive/zip"
	"encoding/csv"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// pageOf returns a page of a report: the values of the eyes, with changes of the patient and the exam.
func pageOf(right, left map[string]any, changes ...func(data map[string]any)) map[string]any {
	doc := entry(right, left, map[string]any{}, nil)
	for _, change := range changes {
		change(doc["data"].(map[string]any))
	}
	return doc
}

func nobody(data map[string]any) { data["patient"] = map[string]any{} }

var oneEye = map[string]any{"AL": 23.45, "K1_magnitude": 43.0, "K1_axis": 5, "K2_magnitude": 43.75, "K2_axis": 95}

// Two pages of one patient are offered to be joined. The joined report stands in their place, in the list and in the
// export, keeps what is withheld, and can be split again. All of it works by keyboard.
func TestPagesOfOnePatientAreJoinedByKeyboard(t *testing.T) {
	t.Parallel()
	for _, language := range []string{"en", "de"} {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			b := open(t, "/#batch")
			b.setScreen(desktopLight)
			b.selectValue("#language", language)
			words := b.vocabulary(language)
			right := pageOf(oneEye, map[string]any{})
			right["metadata"] = map[string]any{"extraction": map[string]any{"withheld": []map[string]any{{"field": "right_eye.LT", "reason": "not_legible"}}}}
			left := pageOf(map[string]any{}, map[string]any{"AL": 24.01})
			left["metadata"] = map[string]any{"extraction": map[string]any{"withheld": []map[string]any{{"field": "left_eye.ACD", "reason": "not_confirmed"}}}}
			b.chooseFiles("#batch-files", writeJSON(t, "right.json", right), writeJSON(t, "left.json", left))
			b.waitJobs(map[string]int{"done": 2})

			b.tabTo("#job-2 .job-join")
			b.press(kb.Enter)
			b.waitVisible("#join-yes")
			b.wantAccessible("dialog in " + language)
			b.screenshot("join-" + language)
			b.press(kb.Escape)
			b.waitHidden("#join-yes")
			b.waitJobs(map[string]int{"done": 2})

			b.awaitf(`document.activeElement.matches('#job-2 .job-join')`)
			b.press(kb.Enter)
			b.tabTo("#join-yes")
			b.press(kb.Enter)
			b.waitJobs(map[string]int{"done": 1})
			b.waitText("#job-3 .job-name", "right.json + left.json")
			b.waitText("#job-3 .job-says", strings.ReplaceAll(words["batch.check.other"], "{n}", "2"))
			b.waitText(`[data-value="right_eye.AL"]`, "23.45")
			b.waitText(`[data-value="left_eye.AL"]`, "24.01")
			b.awaitf(`document.activeElement.matches('#job-3 .job-open')`)
			b.wantExported("right.json + left.json")

			b.press("j")
			b.waitVisible("#job-3 .report")
			b.wantAccessible("joined in " + language)
			b.tabTo(".job-split")
			b.press(kb.Enter)
			b.waitJobs(map[string]int{"done": 2})
			b.waitText("#job-1 .job-name", "right.json")
		})
	}
}

// wantExported checks the names of the reports in the table of an export.
func (b *tab) wantExported(names ...string) {
	b.Helper()
	archive, err := zip.OpenReader(b.download("#batch-export"))
	b.must(err)
	defer archive.Close()
	for _, f := range archive.File {
		if filepath.Ext(f.Name) != ".csv" {
			continue
		}
		r, err := f.Open()
		b.must(err)
		rows, err := csv.NewReader(r).ReadAll()
		b.must(err)
		var got []string
		for _, row := range rows[1:] {
			if len(got) == 0 || got[len(got)-1] != row[0] {
				got = append(got, row[0])
			}
		}
		if strings.Join(got, "|") != strings.Join(names, "|") {
			b.Errorf("exported %q, want %q", got, names)
		}
	}
}

// What differs is shown side by side, and nothing is joined before the user has chosen all of it. A keratometry is
// chosen as a whole.
func TestReportsThatDifferAreJoinedAsTheUserChooses(t *testing.T) {
	t.Parallel()
	b := open(t, "/#batch")
	other := map[string]any{"AL": 23.60, "ACD": 3.2, "K1_magnitude": 43.0, "K1_axis": 8, "K2_magnitude": 43.75, "K2_axis": 98}
	later := func(data map[string]any) { data["exam_date"] = "2025-03-05" }
	b.chooseFiles("#batch-files", writeJSON(t, "a.json", pageOf(oneEye, map[string]any{})), writeJSON(t, "b.json", pageOf(other, map[string]any{}, later)))
	b.waitJobs(map[string]int{"done": 2})
	if b.count(".job-join") != 0 {
		t.Error("reports that differ are offered to be joined")
	}
	b.tabTo("#job-1 .job-select")
	b.press(" ")
	b.awaitf(`document.querySelector('#batch-join').disabled`)
	b.tabTo("#job-2 .job-select")
	b.press(" ")
	b.tabTo("#batch-join")
	b.press(kb.Enter)
	b.awaitf(`document.querySelector('#join-yes').disabled`)
	b.wantAccessible("choice")
	for _, unit := range []string{"exam_date", "right_eye.AL", "right_eye.K"} {
		b.awaitf(`document.querySelector('#join-yes').disabled`)
		b.tabTo(`[name="join-` + unit + `"]`)
		b.press(" ")
		if unit == "right_eye.K" {
			b.press(kb.ArrowRight) // the keratometry of the other one
		}
	}
	b.screenshot("join-choices")
	b.tabTo("#join-yes")
	b.press(kb.Enter)
	b.waitJobs(map[string]int{"done": 1})
	b.press(" ")
	b.waitText(`.report [data-eye="right_eye"][data-field="AL"]`, "23.45")
	b.waitText(`.report [data-eye="right_eye"][data-field="ACD"]`, "3.2")
	b.waitText(`.report [data-eye="right_eye"][data-field="K1_axis"]`, "8")
	b.waitText(`.report [data-eye="right_eye"][data-field="K2_axis"]`, "98")
}

// Reports of different patients are refused. If one names nobody, the page asks.
func TestReportsOfDifferentPatientsAreNotJoined(t *testing.T) {
	t.Parallel()
	b := open(t, "/#batch")
	stranger := func(data map[string]any) { data["patient"] = map[string]any{"id": "4712"} }
	b.chooseFiles("#batch-files", writeJSON(t, "a.json", pageOf(oneEye, map[string]any{})),
		writeJSON(t, "b.json", pageOf(map[string]any{}, oneEye, stranger)), writeJSON(t, "c.json", pageOf(map[string]any{}, oneEye, nobody)))
	b.waitJobs(map[string]int{"done": 3})
	if b.count(".job-join") != 0 {
		t.Error("an offer to join reports of different patients")
	}
	b.click("#job-1 .job-select")
	b.click("#job-2 .job-select")
	b.click("#batch-join")
	b.waitVisible("#join-no")
	if b.count("#join-yes") != 0 {
		t.Error("reports of different patients can be joined")
	}
	b.wantAccessible("refusal")
	b.press(kb.Escape)
	b.waitHidden("#join-no")
	b.click("#job-2 .job-select")
	b.click("#job-3 .job-select")
	b.click("#batch-join")
	b.awaitf(`document.querySelector('#join-yes').disabled`)
	b.click("#join-sure")
	b.click("#join-yes")
	b.waitJobs(map[string]int{"done": 2})
	b.waitText("#job-4 .job-name", "a.json + c.json")
}
