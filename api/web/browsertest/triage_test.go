package browsertest_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// triageFiles returns files of each kind: one without doubts, one that a person has to look at, and one that
// cannot be read.
func triageFiles(t *testing.T) []string {
	t.Helper()
	broken := filepath.Join(t.TempDir(), "broken.pdf")
	if err := os.WriteFile(broken, []byte("no PDF"), 0o600); err != nil {
		t.Fatal(err)
	}
	return []string{writeJSON(t, "plain.json", plainEntry()), writeJSON(t, "doubtful.json", doubtfulEntry()), broken, writeJSON(t, "second.json", plainEntry())}
}

func entry(right, left, metadata, extra map[string]any) map[string]any {
	doc := map[string]any{"data": map[string]any{
		"biometer": map[string]any{"device_name": "IOLMaster700", "manufacturer": "Zeiss"}, "exam_date": "2025-03-04",
		"patient":   map[string]any{"name": "JD", "id": "4711", "date_of_birth": "1950-01-02"},
		"right_eye": right, "left_eye": left,
	}, "metadata": map[string]any{"extraction": metadata}}
	if extra != nil {
		doc["extra_data"] = extra
	}
	return doc
}

func plainEntry() map[string]any {
	eye := map[string]any{"AL": 23.45, "ACD": 3.1, "K1_magnitude": 43.0, "K1_axis": 5, "K2_magnitude": 43.75, "K2_axis": 95}
	return entry(eye, eye, map[string]any{}, nil)
}

// doubtfulEntry has five doubts: both axial lengths are unusual and differ, one value is withheld, and the
// device printed a warning.
func doubtfulEntry() map[string]any {
	return entry(
		map[string]any{"AL": 16.66, "K1_magnitude": 43.0, "K1_axis": 5, "K2_magnitude": 43.75, "K2_axis": 95},
		map[string]any{"AL": 33.78},
		map[string]any{"withheld": []map[string]any{{"field": "left_eye.K1_magnitude", "reason": "not_legible"}}},
		map[string]any{"notes": "Poor fixation, please check K values."})
}

// Finished files say how many doubts they have, and each doubt counts once. All of it works by keyboard.
func TestBatchIsReviewedByKeyboard(t *testing.T) {
	t.Parallel()
	inLanguages(t, "/#batch", func(b *tab, language string, words map[string]string) {
		b.expectStatus(http.StatusBadRequest, processPath)
		b.chooseFiles("#batch-files", triageFiles(b.T)...)
		b.waitJobs(map[string]int{"done": 3, "failed": 1})
		b.wantStands("plain ready, doubtful check, broken failed, second ready")
		b.waitText("#job-2 .job-says", strings.ReplaceAll(words["batch.check.other"], "{n}", "5"))
		b.waitText("#job-1 .job-says", words["batch.ready"])
		b.waitText(`#job-2 [data-value="right_eye.AL"]`, "16.66")
		b.waitText(`#job-2 [data-value="left_eye.K_mean"]`, words["report.held"])
		b.waitText(`#job-1 [data-value="left_eye.K_cylinder"]`, "@ 95°")

		b.tabTo("#job-1 .job-open")
		b.press("J") // next to check
		b.waitVisible("#job-2 .report")
		b.awaitf(`document.activeElement.matches('#job-2 .job-open')`)
		b.wantAccessible("review in " + language)
		b.press("m")
		b.wantStands("plain ready, doubtful checked, broken failed, second ready")
		b.waitText("#job-2 .job-says", strings.ReplaceAll(words["batch.doubts.other"], "{n}", "5")) // doubts stay visible
		b.press("j")
		b.waitVisible("#job-4 .report")
		b.waitHidden("#job-2 .report")
		b.press("k")
		b.press("k")
		b.waitVisible("#job-1 .report")
		b.tabTo("#job-1 .job-next")
		b.press(kb.Enter)
		b.waitVisible("#job-2 .report")
		b.awaitf(`document.activeElement.matches('#job-2 .job-open')`)
		b.press("m")
		b.press(" ") // the focus is on the open row's name: this closes it
		b.waitHidden(".report")

		b.tabTo(`[name="batch-only"]`)
		b.press(kb.ArrowRight)
		b.wantStands("doubtful check")
		b.press("j") // keys of the list are not taken from inputs
		b.waitHidden(".report")
		b.press(kb.ArrowLeft)
		b.tabTo("#batch-first")
		b.press(" ")
		b.wantStands("doubtful check, broken failed, plain ready, second ready")
		b.wantAccessible("list in " + language)
	})
}

// wantStands checks the rows of the list: name and stand of each file, in their order.
func (b *tab) wantStands(want string) {
	b.Helper()
	b.awaitf(`[...document.querySelectorAll('.job')].map(e => e.querySelector('.job-file').innerText.split('.')[0] + ' ' + e.dataset.stand).join(', ') === %s`, js(want))
}

// An open report fits when the window becomes narrower, and with a note that it has corrections; the name of its file stays legible.
func TestOpenRowFitsInEveryWindow(t *testing.T) {
	t.Parallel()
	b := newTab(t, defaultServer(t))
	b.setScreen(screen{"huge", 1920, 1080, false, "light"})
	b.visit("/#batch")
	b.chooseFiles("#batch-files", completeReport, directEntry(t, "entry.json"))
	b.waitJobs(map[string]int{"done": 2})
	b.click("#job-1 .job-open")
	b.waitPage()
	b.correct("right_eye.ACD", "3.3")
	for _, s := range []screen{wideLight, {"small", 1024, 768, false, "light"}, phoneLight} {
		b.setScreen(s)
		b.wantNoOverflow(s)
		if lines := eval[float64](b, `document.querySelector('.job-file').getClientRects()[0].height / parseFloat(getComputedStyle(document.querySelector('.job-file')).lineHeight)`); lines > 2.5 {
			t.Errorf("%s: the name of the file has %.0f lines", s.name, lines)
		}
	}
}

// The list of a large batch is drawn without delay: what is measured is a whole drawing of the page.
func TestLongListOfFiveHundredReports(t *testing.T) {
	t.Parallel()
	b := newTab(t, serve(t, "BIOM_QUOTA_BIOMJSON=1000"))
	b.visit("/#batch")
	dir := t.TempDir()
	files := make([]string, 500)
	for i := range files {
		document := plainEntry()
		if i%3 == 0 {
			document = doubtfulEntry()
		}
		files[i] = filepath.Join(dir, fmt.Sprintf("%03d.json", i))
		b.must(os.WriteFile(files[i], []byte(js(document)), 0o600))
	}
	for done := 100; done <= len(files); done += 100 { // each wait has a limit, which all at once may exceed
		b.chooseFiles("#batch-files", files[done-100:done]...)
		b.waitJobs(map[string]int{"done": done})
	}
	t.Log(eval[string](b, `(async () => {
		const times = []
		for (const key of [...'jjjJJJkkk']) {
			const begin = performance.now()
			document.body.dispatchEvent(new KeyboardEvent('keydown', {key, shiftKey: key === 'J', bubbles: true}))
			await null
			const drawn = performance.now()
			await new Promise(done => requestAnimationFrame(() => setTimeout(done)))
			times.push(Math.round(drawn - begin) + '+' + Math.round(performance.now() - drawn))
		}
		return times.join(' ms, ') + ' ms until the next report is drawn'
	})()`))
	b.waitText(".job-choices [value=check] ~ .count", "167")
	if rows := eval[int](b, `[...document.querySelectorAll('.report')].length`); rows != 1 {
		t.Errorf("%d reports are open", rows)
	}
	b.awaitf(`(() => { const {top, bottom} = document.activeElement.getBoundingClientRect(); return top >= 0 && bottom <= innerHeight })()`)
}
