package browsertest_test

import (
	"archive/zip"
	"encoding/csv"
	"path"
	"slices"
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
	inLanguages(t, "/#batch", func(b *tab, language string, words map[string]string) {
		right := pageOf(oneEye, map[string]any{})
		right["metadata"] = map[string]any{"extraction": map[string]any{"withheld": []map[string]any{{"field": "right_eye.LT", "reason": "not_legible"}}}}
		left := pageOf(map[string]any{}, map[string]any{"AL": 24.01})
		left["metadata"] = map[string]any{"extraction": map[string]any{"withheld": []map[string]any{{"field": "left_eye.ACD", "reason": "not_confirmed"}}}}
		b.chooseFiles("#batch-files", writeJSON(b.T, "right.json", right), writeJSON(b.T, "left.json", left))
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

// wantExported checks the names of the reports in the table of an export.
func (b *tab) wantExported(names ...string) {
	b.Helper()
	var got []string
	for _, row := range b.exportedTable("*[0-9].csv")[1:] {
		if len(got) == 0 || got[len(got)-1] != row[0] {
			got = append(got, row[0])
		}
	}
	if strings.Join(got, "|") != strings.Join(names, "|") {
		b.Errorf("exported %q, want %q", got, names)
	}
}

// exportedTable exports the batch and returns the rows of a table, with its head.
func (b *tab) exportedTable(pattern string) (rows [][]string) {
	b.Helper()
	archive, err := zip.OpenReader(b.download("#batch-export"))
	b.must(err)
	defer archive.Close()
	for _, f := range archive.File {
		if is, err := path.Match(pattern, f.Name); err != nil || !is {
			continue
		}
		r, err := f.Open()
		b.must(err)
		rows, err = csv.NewReader(r).ReadAll()
		b.must(err)
		return rows
	}
	b.Fatalf("the export has no %s", pattern)
	return nil
}

// While a report has corrections that are not signed off, it is neither exported nor joined: the file would lack what the page shows.
func TestUnsignedCorrectionsAreNeitherExportedNorJoined(t *testing.T) {
	t.Parallel()
	inLanguages(t, "/#batch", func(b *tab, language string, words map[string]string) {
		b.chooseFiles("#batch-files", writeJSON(b.T, "right.json", pageOf(oneEye, map[string]any{})), writeJSON(b.T, "left.json", pageOf(map[string]any{}, oneEye)))
		b.waitJobs(map[string]int{"done": 2})
		b.click("#job-1 .job-open")
		b.typeCorrection("right_eye.AL", "23.5") // not accepted yet
		b.click("#batch-export")
		b.waitText("#batch-unsigned", words["batch.unsigned.one"])
		b.click(".editor .cancel")
		b.waitHidden("#batch-unsigned")
		b.correct("right_eye.AL", "23.54")
		b.click("#job-1 .job-open")
		b.waitText("#job-1 .job-says", words["batch.unsigned"])
		b.waitText(`#job-1 [data-value="right_eye.AL"]`, "23.54")

		b.click("#batch-export")
		b.waitText("#batch-unsigned", words["batch.unsigned.one"])
		b.wantAccessible("refused export in " + language)
		b.click("#job-2 .job-join")
		b.waitText("dialog.join", strings.ReplaceAll(words["join.unsigned"], "{name}", "right.json"))
		if b.count("#join-yes") != 0 {
			b.Error("a report with corrections that are not signed off can be joined")
		}
		b.wantAccessible("refused joining in " + language)
		b.press(kb.Escape)
		b.waitHidden("dialog.join")

		b.click("#batch-unsigned button")
		b.click("#job-1 .check-signoff")
		b.waitVisible("#job-1 .signed-off")
		b.waitHidden("#batch-unsigned, .job-unsigned")
		rows := b.exportedTable("*[0-9].csv")
		if at := slices.Index(rows[0], "AL"); at < 0 || rows[1][at] != "23.54" {
			b.Errorf("exported: %q", rows)
		}
	})
}

// typeCorrection types a text in place of a value of the report that is open.
func (b *tab) typeCorrection(path, text string) {
	b.Helper()
	b.click(`.value[data-path="` + path + `"]`)
	b.click(".check-correct")
	b.typeInto(`.editor [name="`+path+`"]`, text)
}

// correct corrects a value of the report that is open.
func (b *tab) correct(path, text string) {
	b.Helper()
	b.typeCorrection(path, text)
	b.click(".editor .accept")
	b.waitVisible(`.value[data-path="` + path + `"] ins`)
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
	b.awaitf(`document.activeElement.matches('#job-3 .job-open')`)
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
