package browsertest_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// storedData is a JavaScript expression for everything that the page stores in the
// browser.
const storedData = `(async () => {
	const all = [localStorage, sessionStorage].map(s => ({...s}))
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

// Only the entries of the history are stored.
func TestNoPatientDataIsStored(t *testing.T) {
	t.Parallel()
	b := open(t, "/")
	b.chooseFiles("#upload-file", completeReport)
	b.waitVisible("#panel-upload .report")
	b.wantStored(map[string]bool{"IOLMaster700": false}) // no share, so no entry
	b.click("#upload-again")
	code := b.share(completeReport)
	words := code[:len(code)-len("-123456")]
	b.wantStored(map[string]bool{code: false, words: true})
	b.leaveSite()
	b.visit("/#history")
	b.waitVisible(".entry")
	b.click("#history-clear")
	b.click("#confirm-yes")
	b.waitHidden(".entry")
	b.wantStored(map[string]bool{code: false, words: false, "IOLMaster700": false})
}
