package browsertest_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"
)

// wantReport waits for a report in a panel and checks its numbers: it shows all values
// of want and no others, except those that the page computes.
func (b *tab) wantReport(panel string, want report) {
	b.Helper()
	b.waitVisible(panel + " .report")
	shown := eval[map[string]string](b, `Object.fromEntries([...document.querySelectorAll('`+panel+` .eyes [data-field]')]
		.map(e => [e.dataset.eye + '.' + e.dataset.field, /^[\d.]*/.exec(e.innerText)[0]]))`)
	values := want.values()
	for path, value := range values {
		if number, err := strconv.ParseFloat(shown[path], 64); err != nil || number != value { // 23.8 is shown as 23.80
			b.Errorf("%s: %q, want %v", path, shown[path], value)
		}
	}
	for path, text := range shown {
		if text != "" && values[path] == nil && !strings.Contains(path, "_mean") && !strings.Contains(path, "_cylinder") {
			b.Errorf("%s: %q is not in the report", path, text)
		}
	}
}

// values returns the numbers of a report by "eye.field", with those of posterior and
// total keratometry.
func (r report) values() map[string]any {
	all := map[string]any{}
	add := func(eye string, fields map[string]any) {
		for name, value := range fields {
			if _, ok := value.(float64); ok {
				all[eye+"."+name] = value
			}
		}
	}
	add("right_eye", r.Data.RightEye)
	add("left_eye", r.Data.LeftEye)
	posterior, _ := r.Extra["posterior_keratometry"].(map[string]any)
	for _, eye := range []string{"right_eye", "left_eye"} {
		fields, _ := posterior[eye].(map[string]any)
		add(eye, fields)
	}
	return all
}

// The clipboard, the downloaded file and the page have the same JSON. The table can be
// copied for a spreadsheet.
func TestReportIsCopiedAndDownloaded(t *testing.T) {
	t.Parallel()
	b := open(t, "/")
	b.chooseFiles("#upload-file", completeReport)
	b.waitVisible("#panel-upload .report")
	b.click("#panel-upload .copy-json")
	copied := parsed(t, []byte(b.clipboard(`{`)))
	if want := parsed(t, jsonOf(t, expected(t, completeReport).Data)); !reflect.DeepEqual(subset(copied["data"], want), any(want)) {
		t.Errorf("copied %v, want %v", copied["data"], want)
	}
	if copied["evidence"] != nil {
		t.Error("the copied JSON says where the values stand in the document, which it lacks")
	}
	b.click("#panel-upload .copy-table")
	if table := b.clipboard("\t"); !strings.Contains(table, "\t23.83 mm\t23.94 mm") {
		t.Errorf("the table: %q", table)
	}
	file, err := os.ReadFile(b.download("#panel-upload .download-json"))
	if err != nil {
		t.Fatal(err)
	}
	b.click("#panel-upload details.json summary")
	on := parsed(t, []byte(b.text("#panel-upload details.json pre")))
	if in := parsed(t, file); !reflect.DeepEqual(in, copied) || !reflect.DeepEqual(on, copied) {
		t.Errorf("downloaded %v, on the page %v, copied %v", in, on, copied)
	}
}

func TestLongPrintedReportHasNoButtons(t *testing.T) {
	t.Parallel()
	b := open(t, "/", `window.print = () => { window.printed = true }`)
	b.chooseFiles("#upload-file", completeReport)
	b.click("#panel-upload .print")
	b.awaitf("window.printed")
	b.media("print", "light")
	b.waitVisible("#panel-upload .eyes")
	b.waitHidden("#panel-upload button:not(.link), #upload-file, [role=tablist], #settings")
}

// clipboard waits until the clipboard contains mark, and returns its text.
func (b *tab) clipboard(mark string) string {
	b.Helper()
	return await[string](b, `navigator.clipboard.readText().then(text => text.includes(`+js(mark)+`) && text)`)
}

// download clicks on an element and waits for a download. It returns the path of the
// file, whose name is the one that the page gave it.
func (b *tab) download(selector string) string {
	b.Helper()
	dir := b.TempDir()
	enabled := true
	_, err := chromedp.CallBrowser(b.ctx, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
		Behavior: browser.SetDownloadBehaviorBehaviorAllow, BrowserContextID: chromedp.FromContext(b.ctx).BrowserContextID,
		DownloadPath: dir, EventsEnabled: &enabled,
	})
	b.must(err)
	names := make(chan string, 1)
	var began *browser.EventDownloadWillBegin
	b.must(chromedp.ListenBrowser(b.ctx, func(event any) {
		switch e := event.(type) {
		case *browser.EventDownloadWillBegin:
			if string(e.FrameID) == string(chromedp.FromContext(b.ctx).Target.TargetID) { // the event may be of another tab
				began = e
			}
		case *browser.EventDownloadProgress:
			if began != nil && e.GUID == began.GUID && e.State == browser.DownloadProgressStateCompleted {
				names <- began.SuggestedFilename
			}
		}
	}))
	b.click(selector)
	select {
	case name := <-names:
		return filepath.Join(dir, name)
	case <-timedOut(b.T):
		b.Fatalf("waited in vain for the download of %s", selector)
		return ""
	}
}

func parsed(t *testing.T, text []byte) (doc map[string]any) {
	t.Helper()
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return doc
}

func jsonOf(t *testing.T, v any) []byte {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// subset returns the members of v that want also has.
func subset(v any, want map[string]any) any {
	whole, _ := v.(map[string]any)
	part := map[string]any{}
	for name, w := range want {
		part[name] = whole[name]
		if inner, ok := w.(map[string]any); ok {
			part[name] = subset(whole[name], inner)
		}
	}
	return part
}
