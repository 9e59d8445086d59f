package browsertest_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
)

// storedData is a JavaScript expression for everything that the page stores in the
// browser. The result that a tab keeps until it is closed is replaced by its keys.
const storedData = `(async () => {
	const all = [localStorage, sessionStorage].map(s => ({...s}))
	if (all[1]['biom.result']) all[1]['biom.result'] = Object.keys(JSON.parse(all[1]['biom.result'])).join()
	for (const {name} of await indexedDB.databases()) all.push('indexedDB ' + name)
	for (const name of await caches.keys()) all.push('cache ' + name)
	const files = []
	for await (const name of (await navigator.storage.getDirectory()).keys()) files.push(name)
	const workers = (await navigator.serviceWorker.getRegistrations()).map(r => r.scope)
	return JSON.stringify([all, files, workers, document.cookie, history.state, window.name])
})()`

// wantStored checks for each text whether the browser stores it, and that it stores no
// value of completeReport.
func (b *tab) wantStored(want map[string]bool) {
	b.Helper()
	all := eval[string](b, storedData)
	for text, stored := range want {
		if strings.Contains(all, text) != stored {
			b.Errorf("the browser stores %q: %v, want %v", text, !stored, stored)
		}
	}
	for _, secret := range b.leaks() {
		b.Errorf("the browser stores %q", secret)
	}
}

// leaks returns the values of completeReport that the browser stores, and the kinds of
// storage that it should not use at all.
func (b *tab) leaks() []string {
	b.Helper()
	all := eval[string](b, storedData)
	r := expected(b.T, completeReport)
	secrets := []string{r.Data.Patient["id"].(string), r.Data.Patient["date_of_birth"].(string), "right_eye", "AL", "indexedDB", "cache"}
	for _, value := range r.values() {
		if text := fmt.Sprint(value); strings.Contains(text, ".") {
			secrets = append(secrets, text)
		}
	}
	return slices.DeleteFunc(secrets, func(secret string) bool {
		return !regexp.MustCompile(`\b` + regexp.QuoteMeta(secret) + `\b`).MatchString(all) // whole words: a value may be a part of a time
	})
}

// Only the entries of the history are stored for longer than the tab is open, and the tab
// keeps its result only until another report is read.
func TestNoPatientDataIsStored(t *testing.T) {
	t.Parallel()
	b := open(t, "/")
	b.chooseFiles("#upload-file", completeReport)
	b.waitVisible("#panel-upload .report")
	b.wantStored(map[string]bool{"IOLMaster700": false, "biom.result": true}) // no share, so no entry
	b.click("#upload-again")
	b.wantStored(map[string]bool{"biom.result": false})
	code := b.share(completeReport)
	words := code[:len(code)-len("-123456")]
	b.leaveSite()
	b.visit("/#history")
	b.waitVisible(".entry")
	b.wantStored(map[string]bool{code: false, words: true})
	b.click("#history-clear")
	b.click("#confirm-yes")
	b.waitHidden(".entry")
	b.wantStored(map[string]bool{code: false, words: false, "IOLMaster700": false})
}

// After a reload the tab has its result, without the document. The same file is shown beside
// it again without being sent; another one is refused.
func TestResultIsStillThereAfterAReload(t *testing.T) {
	t.Parallel()
	for language, says := range map[string]string{"en": "Choose it again", "de": "Wählen Sie es noch einmal"} {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			b := newTab(t, defaultServer(t))
			b.openBeside(wideLight, language, completeReport)
			b.reload()
			b.wantReport("#panel-upload", expected(t, completeReport))
			b.waitText("#upload-document-lost", says)
			b.wantAccessible("a result after a reload")
			if b.count("biom-document") != 0 {
				t.Error("the page has the document after a reload")
			}
			sent := b.sent(processPath)
			b.chooseFiles("#upload-document", samples+"iolmaster700-en-04.png")
			b.waitText("#upload-document-lost [role=alert]", "iolmaster700-en-01.pdf")
			b.tabTo("#upload-document")
			b.chooseInDialog(func() { b.press(" ") }, completeReport)
			b.waitPage()
			b.click(`.value[data-path="left_eye.AL"]`)
			b.wantPlace("left_eye.AL", "23.94")
			if n := b.sent(processPath); n != sent {
				t.Errorf("%d more requests to read a report", n-sent)
			}
			b.click("#upload-again")
			b.waitHidden("#panel-upload .report")
			b.reload()
			b.waitVisible(`label[for="upload-file"]`)
			b.waitHidden("#panel-upload .report")
		})
	}
}

// A tab that was closed and opened again, or copied, has the storage of the old one, but it
// has not been reloaded: the result is deleted.
func TestResultIsGoneWithItsTab(t *testing.T) {
	t.Parallel()
	b := open(t, "/")
	b.chooseFiles("#upload-file", writeJSON(t, "visit-4711.json", plainEntry()))
	b.waitVisible("#panel-upload .report")
	patient := []string{"4711", "1950-01-02", "23.45"}
	kept := func() string { return eval[string](b, `JSON.stringify([{...sessionStorage}, {...localStorage}])`) }
	for _, part := range patient {
		if !strings.Contains(kept(), part) {
			t.Errorf("%s is not kept for a reload", part)
		}
	}
	b.leaveSite()
	b.visit("/")
	b.waitVisible(`label[for="upload-file"]`)
	b.waitHidden("#panel-upload .report")
	b.wantStored(map[string]bool{"biom.result": false})
	for _, part := range patient {
		if strings.Contains(kept(), part) {
			t.Errorf("%s is still there", part)
		}
	}
}

// reload loads the page again.
func (b *tab) reload() {
	b.Helper()
	b.eval(`window.before = true`)
	call(b, page.Reload, page.ReloadParams{})
	b.awaitf(`!window.before && document.readyState === 'complete'`)
}

// sent returns how many requests were sent to a path.
func (b *tab) sent(path string) (n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, r := range b.requests {
		if strings.HasSuffix(r.Request.URL, path) {
			n++
		}
	}
	return n
}
