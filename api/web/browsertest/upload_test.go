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

// A report is chosen in the page and its values of both eyes can be read.
func TestUpload(t *testing.T) {
	t.Parallel()
	b := open(t, "/")
	b.chooseIn(func() { b.click(".drop strong") }, english)
	b.showsReport("#panel-upload", expected(t, english))
	if n := b.count("#panel-upload .cornea"); n != 2 {
		t.Errorf("%d corneas are drawn", n)
	}
	b.reads("#panel-upload .provenance", "local")
	b.click(`button[data-rating="accurate"]`)
	b.sees("#panel-upload .rated")
	b.click("#upload-again")
	b.misses("#panel-upload .report")
	b.sees(`label[for="upload-file"]`)
}

// Files come by a drop and by a paste as well.
func TestDropAndPaste(t *testing.T) {
	t.Parallel()
	path, err := filepath.Abs(english)
	if err != nil {
		t.Fatal(err)
	}
	b := open(t, "/")
	b.sees("#panel-upload")
	data := &input.DragData{Items: []*input.DragDataItem{}, Files: []string{path}, DragOperationsMask: 1}
	for _, step := range []input.DispatchDragEventType{input.DispatchDragEventTypeDragEnter, input.DispatchDragEventTypeDragOver, input.DispatchDragEventTypeDrop} {
		call(b, input.DispatchDragEvent, input.DispatchDragEventParams{Type: step, X: 300, Y: 300, Data: data})
	}
	b.sees("#panel-upload .report")
	b.click("#upload-again")
	b.sees(`label[for="upload-file"]`)
	b.look(`(() => {
		const data = new DataTransfer()
		data.items.add(new File([` + js(string(jsonOf(t, expected(t, english)))) + `], 'report.json', {type: 'application/json'}))
		document.body.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true}))
	})()`)
	b.showsReport("#panel-upload", expected(t, english))
}

// record notes every stage that the page shows, with the bar's value.
const record = `window.stages = []
new MutationObserver(() => {
	const stage = document.querySelector('#upload-stage')?.dataset.stage, bar = document.querySelector('#upload-progress')
	if (stage) stages.push([stage, bar.value / bar.max])
}).observe(document, {subtree: true, childList: true, attributes: true, characterData: true})`

// The bar goes through the stages as the service reports them: one document
// waits for the worker while another is with the model; then the model has to
// be asked twice.
func TestStages(t *testing.T) {
	t.Parallel()
	v := newVendor(t)
	v.Script(llmtest.None, llmtest.BreakSchema, llmtest.None)
	s := v.serve("BIOM_WORKER_CONCURRENCY=1")
	first, second := newTab(t, s), newTab(t, s, record)
	first.visit("/")
	first.choose("#upload-file", english)
	first.sees(`#upload-stage[data-stage="extracting"]`)
	v.waits()

	second.visit("/")
	second.click("#upload-share")
	second.choose("#upload-file", english)
	second.sees(`#upload-stage[data-stage="queued"]`)
	waiting := second.progress()
	v.answers(1)
	first.sees("#panel-upload .report")
	v.waits()
	second.sees(`#upload-stage[data-stage="extracting"]`)
	if extracting := second.progress(); waiting <= 0 || extracting <= waiting || extracting >= 1 {
		t.Errorf("the bar is at %v in the queue and at %v with the model", waiting, extracting)
	}
	v.answers(1)
	v.waits()
	second.reads("#upload-stage", "attempt 2")
	v.answers(1)
	second.showsReport("#panel-upload", expected(t, english))
	second.goesUp()
}

// progress is how full the bar is, 0 to 1.
func (b *tab) progress() float64 {
	b.Helper()
	return look[float64](b, `(bar => bar.value / bar.max)(document.querySelector('#upload-progress'))`)
}

// goesUp holds what was recorded against the order of the stages. The messages
// between may be lost, so not every stage need be there.
func (b *tab) goesUp() {
	b.Helper()
	order := []string{"sending", "accepted", "queued", "preparing", "extracting", "validating", "sharing"}
	at, full, seen := 0, 0.0, map[string]bool{}
	for _, s := range look[[][2]any](b, "stages") {
		stage, value := s[0].(string), s[1].(float64)
		i := slices.Index(order, stage)
		if i < at || value < full {
			b.Errorf("%s at %v after %s at %v", stage, value, order[at], full)
		}
		at, full, seen[stage] = max(i, 0), value, true
	}
	for _, stage := range []string{"sending", "queued", "extracting"} {
		if !seen[stage] {
			b.Errorf("%s was not shown", stage)
		}
	}
}

// Who cancels is back where they began at once, whatever the model does, and
// can send the next.
func TestCancel(t *testing.T) {
	t.Parallel()
	v := newVendor(t)
	b := newTab(t, v.serve())
	b.visit("/")
	b.choose("#upload-file", english)
	v.waits()
	b.sees(`#upload-stage[data-stage="extracting"]`)
	b.click("#upload-cancel")
	b.misses("#upload-progress")
	b.misses("#panel-upload .failure")
	b.awaitf(`document.activeElement.id === 'upload-file'`)
	v.isLeft()
	b.choose("#upload-file", english)
	v.waits()
	v.answers(1)
	b.sees("#panel-upload .report")
}

// What cannot be read says what to do, and the next file is read.
func TestUploadFailures(t *testing.T) {
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
		status int // 0: the page does not even send it
		says   string
	}{
		{file("report.txt", "text"), 0, "This kind of file cannot be read."},
		{file("empty.pdf", ""), 0, "The file is empty."},
		{file("none.pdf", "no PDF"), http.StatusBadRequest, "The file cannot be read."},
		{file("wrong.json", `{"data":{"biometer":{"device_name":"Argos","manufacturer":"Alcon"},"patient":{},"right_eye":{"AL":99},"left_eye":{}}}`),
			http.StatusUnprocessableEntity, "right_eye.AL"},
	} {
		if c.status != 0 {
			b.expect(c.status, process)
		}
		b.choose("#upload-file", c.path)
		b.awaitf(`document.querySelector('#panel-upload .failure')?.dataset.status === '%d'`, c.status)
		b.reads("#panel-upload .failure [role=alert]", c.says)
		b.misses("#panel-upload .report")
	}
	b.choose("#upload-file", direct(t, "right.json"))
	b.sees("#panel-upload .report")
	b.misses("#panel-upload .failure")
}

// A report that names no AI is nobody's to rate.
func TestDirectEntryIsNotRated(t *testing.T) {
	t.Parallel()
	b := open(t, "/")
	b.choose("#upload-file", direct(t, "report.json"))
	b.showsReport("#panel-upload", expected(t, english))
	if n := b.count("[data-rating]"); n != 0 {
		t.Errorf("%d buttons to rate", n)
	}
}
