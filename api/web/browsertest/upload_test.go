package browsertest_test

import (
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/chromedp/cdproto/input"

	"biom/worker/llm/llmtest"
)

func TestUploadedReportIsShownAndRated(t *testing.T) {
	t.Parallel()
	b := open(t, "/")
	b.chooseInDialog(func() { b.click(".drop strong") }, completeReport)
	b.wantReport("#panel-upload", expected(t, completeReport))
	if n := b.count("#panel-upload .cornea"); n != 2 {
		t.Errorf("%d drawings of corneas, want 2", n)
	}
	b.waitText("#panel-upload .provenance", "no model")
	b.click(`button[data-rating="accurate"]`)
	b.waitVisible("#panel-upload .rated")
	b.click("#upload-again")
	b.waitHidden("#panel-upload .report")
	b.waitVisible(`label[for="upload-file"]`)
}

func TestFilesAreDroppedAndPasted(t *testing.T) {
	t.Parallel()
	path, err := filepath.Abs(completeReport)
	if err != nil {
		t.Fatal(err)
	}
	b := open(t, "/")
	b.waitVisible("#panel-upload")
	data := &input.DragData{Items: []*input.DragDataItem{}, Files: []string{path}, DragOperationsMask: 1}
	for _, step := range []input.DispatchDragEventType{input.DispatchDragEventTypeDragEnter, input.DispatchDragEventTypeDragOver, input.DispatchDragEventTypeDrop} {
		call(b, input.DispatchDragEvent, input.DispatchDragEventParams{Type: step, X: 300, Y: 300, Data: data})
	}
	b.waitVisible("#panel-upload .report")
	b.click("#upload-again")
	b.waitVisible(`label[for="upload-file"]`)
	b.eval(`(() => {
		const data = new DataTransfer()
		data.items.add(new File([` + js(string(jsonOf(t, expected(t, completeReport)))) + `], 'report.json', {type: 'application/json'}))
		document.body.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true}))
	})()`)
	b.wantReport("#panel-upload", expected(t, completeReport))
}

// recordStages is a script that records every stage that the page shows, with the value
// of the progress bar.
const recordStages = `window.stages = []
new MutationObserver(() => {
	const stage = document.querySelector('#upload-stage')?.dataset.stage, bar = document.querySelector('#upload-progress')
	if (stage) stages.push([stage, bar.value / bar.max])
}).observe(document, {subtree: true, childList: true, attributes: true, characterData: true})`

// The progress bar shows the stages that the service reports: the second document waits
// for the only worker while the first one is with the model; then the model is asked
// twice, because its first answer is malformed.
func TestLongProgressBarShowsTheStages(t *testing.T) {
	t.Parallel()
	v := newVendor(t)
	v.Script(llmtest.None, llmtest.BreakSchema, llmtest.None)
	s := v.serve("BIOM_WORKER_CONCURRENCY=1")
	first, second := newTab(t, s), newTab(t, s, recordStages)
	first.visit("/")
	first.chooseFiles("#upload-file", completeReport)
	first.waitVisible(`#upload-stage[data-stage="extracting"]`)
	v.waitCall()

	second.visit("/")
	second.click("#upload-share")
	second.chooseFiles("#upload-file", completeReport)
	second.waitVisible(`#upload-stage[data-stage="queued"]`)
	waiting := second.progress()
	v.allowAnswers(1)
	first.waitVisible("#panel-upload .report")
	v.waitCall()
	second.waitVisible(`#upload-stage[data-stage="extracting"]`)
	if extracting := second.progress(); waiting <= 0 || extracting <= waiting || extracting >= 1 {
		t.Errorf("the bar is at %v in the queue and at %v with the model", waiting, extracting)
	}
	v.allowAnswers(1)
	v.waitCall()
	second.waitText("#upload-stage", "attempt 2")
	v.allowAnswers(1)
	second.wantReport("#panel-upload", expected(t, completeReport))
	second.wantRisingProgress()
}

// progress returns the value of the progress bar, 0 to 1.
func (b *tab) progress() float64 {
	b.Helper()
	return eval[float64](b, `(bar => bar.value / bar.max)(document.querySelector('#upload-progress'))`)
}

// wantRisingProgress checks that the recorded stages are in order and that the progress
// never fell. Each attempt begins with "extracting" again, after the answer of the attempt
// before was validated. Progress messages may be lost, so not every stage needs to be there.
func (b *tab) wantRisingProgress() {
	b.Helper()
	order := []string{"sending", "accepted", "queued", "preparing", "extracting", "validating", "sharing"}
	last, progress, seen := 0, 0.0, map[string]bool{}
	for _, s := range eval[[][2]any](b, "stages") {
		stage, value := s[0].(string), s[1].(float64)
		i := slices.Index(order, stage)
		if i < last && stage != "extracting" || value < progress {
			b.Errorf("%s at %v after %s at %v", stage, value, order[last], progress)
		}
		last, progress, seen[stage] = max(i, 0), value, true
	}
	for _, stage := range []string{"sending", "queued", "extracting"} {
		if !seen[stage] {
			b.Errorf("%s was not shown", stage)
		}
	}
}

// Cancel takes the user back to the empty tab at once, even if the model does not answer.
// The next file can be sent.
func TestUploadIsCancelled(t *testing.T) {
	t.Parallel()
	v := newVendor(t)
	b := newTab(t, v.serve())
	b.visit("/")
	b.chooseFiles("#upload-file", completeReport)
	v.waitCall()
	b.waitVisible(`#upload-stage[data-stage="extracting"]`)
	b.click("#upload-cancel")
	b.waitHidden("#upload-progress")
	b.waitHidden("#panel-upload .failure")
	b.awaitf(`document.activeElement.id === 'upload-file'`)
	v.waitAbandoned()
	b.chooseFiles("#upload-file", completeReport)
	v.waitCall()
	v.allowAnswers(1)
	b.waitVisible("#panel-upload .report")
}

// For a file that cannot be read the page says what to do. The next file is read.
func TestUploadOfFaultyFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := func(name, content string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	b := open(t, "/")
	for _, c := range []struct {
		path   string
		status int // 0: the page does not send the file
		text   string
	}{
		{file("report.txt", "text"), 0, "This kind of file cannot be read."},
		{file("empty.pdf", ""), 0, "The file is empty."},
		{file("none.pdf", "no PDF"), http.StatusBadRequest, "The file cannot be read."},
		{file("wrong.json", `{"data":{"biometer":{"device_name":"Argos","manufacturer":"Alcon"},"patient":{},"right_eye":{"AL":99},"left_eye":{}}}`),
			http.StatusUnprocessableEntity, "Axial length (AL), Right eye (OD): Must be 14 to 40 mm."},
	} {
		if c.status != 0 {
			b.expectStatus(c.status, processPath)
		}
		b.chooseFiles("#upload-file", c.path)
		b.awaitf(`document.querySelector('#panel-upload .failure')?.dataset.status === '%d'`, c.status)
		b.waitText("#panel-upload .failure [role=alert]", c.text)
		b.waitHidden("#panel-upload .report")
	}
	b.chooseFiles("#upload-file", directEntry(t, "right.json"))
	b.waitVisible("#panel-upload .report")
	b.waitHidden("#panel-upload .failure")
}

func TestDirectEntryCannotBeRated(t *testing.T) {
	t.Parallel()
	b := open(t, "/")
	b.chooseFiles("#upload-file", directEntry(t, "report.json"))
	b.wantReport("#panel-upload", expected(t, completeReport))
	if n := b.count("[data-rating]"); n != 0 {
		t.Errorf("%d buttons to rate a direct entry", n)
	}
}
