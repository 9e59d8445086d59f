package browsertest_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// kept is JavaScript for everything that the page can keep in a browser.
const kept = `(async () => {
	const all = [localStorage, sessionStorage].map(s => ({...s}))
	for (const {name} of await indexedDB.databases()) all.push('indexedDB ' + name)
	for (const name of await caches.keys()) all.push('cache ' + name)
	const files = []
	for await (const name of (await navigator.storage.getDirectory()).keys()) files.push(name)
	const workers = (await navigator.serviceWorker.getRegistrations()).map(r => r.scope)
	return JSON.stringify([all, files, workers, document.cookie, history.state, window.name])
})()`

// keeps holds what the browser keeps against what it should: true for what is
// there, false for what is not. No value of the sample's is ever there.
func (b *tab) keeps(want map[string]bool) {
	b.Helper()
	all := look[string](b, kept)
	for text, there := range want {
		if strings.Contains(all, text) != there {
			b.Errorf("the browser keeps %q: %v, want %v", text, !there, there)
		}
	}
	for _, secret := range b.leaks() {
		b.Errorf("the browser keeps %q", secret)
	}
}

// leaks are the words and values of the sample that the browser keeps, and the
// stores that the app has no use for.
func (b *tab) leaks() []string {
	b.Helper()
	all := look[string](b, kept)
	r := expected(b.T, english)
	secrets := []string{r.Data.Patient["id"].(string), r.Data.Patient["date_of_birth"].(string), "right_eye", "AL", "indexedDB", "cache"}
	for _, value := range r.values() {
		if text := fmt.Sprint(value); strings.Contains(text, ".") {
			secrets = append(secrets, text)
		}
	}
	return slices.DeleteFunc(secrets, func(secret string) bool {
		return !regexp.MustCompile(`\b` + regexp.QuoteMeta(secret) + `\b`).MatchString(all) // and not in the middle of a time
	})
}

// Nothing of a patient is kept beyond what History shows, whatever was done.
func TestNothingOfAPatientIsKept(t *testing.T) {
	t.Parallel()
	b := open(t, "/")
	b.choose("#upload-file", english)
	b.sees("#panel-upload .report")
	b.keeps(map[string]bool{"IOLMaster700": false}) // without a share there is no entry
	b.click("#upload-again")
	code := b.share(english)
	b.keeps(map[string]bool{code: true})
	b.away()
	b.visit("/#history")
	b.sees(".entry")
	b.click("#history-clear")
	b.click("#confirm-yes")
	b.misses(".entry")
	b.keeps(map[string]bool{code: false, "IOLMaster700": false})
}
