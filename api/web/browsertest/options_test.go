package browsertest_test

import (
	"strings"
	"testing"

	"biom/worker/llm/llmtest"
)

// A slow reading costs half a credit, which the page can tell.
func TestSlowTier(t *testing.T) {
	t.Parallel()
	v := newVendor(t)
	v.answers(1)
	b := newTab(t, v.serve("BIOM_QUOTA_BIOMAI=10"))
	b.visit("/")
	b.click(`input[name="upload-tier"][value="slow"]`)
	b.choose("#upload-file", english)
	b.sees("#panel-upload .report")
	b.click("#settings summary")
	b.reads("#settings", "9.5 of 10 left")
}

// Who has a provider key of their own is read with it, and it goes nowhere
// else.
func TestOwnKey(t *testing.T) {
	t.Parallel()
	const key = "a-key-of-my-own"
	v := newVendor(t)
	v.answers(1)
	b := newTab(t, v.serve())
	b.visit("/")
	b.click("#settings summary")
	b.enter("#provider-key", key)
	b.click("#check-keys")
	b.reads("#provider-key-state", "valid")
	b.choose("#upload-file", english)
	b.reads("#panel-upload .provenance", "your own provider key")
	if calls := v.Requests(); len(calls) != 1 || calls[0].Header.Get("X-Goog-Api-Key") != key {
		t.Errorf("%d calls, or one with another key", len(calls))
	}
	b.keeps(map[string]bool{key: false})
	if strings.Contains(look[string](b, `document.documentElement.outerHTML + location.href`), key) {
		t.Error("the key stands in the page")
	}
	b.away()
	b.visit("/")
	b.click("#settings summary")
	b.awaitf(`document.querySelector('#provider-key').value === ''`)
}

// withholding is a tab with a report whose model said what the document does
// not.
func withholding(b *tab) {
	b.Helper()
	v := newVendor(b.T)
	v.Script(llmtest.Alter, llmtest.Alter)
	v.answers(2)
	b.move(v.serve())
	b.visit("/")
	b.choose("#upload-file", english)
	b.sees("#panel-upload .report .held")
}

// What the model said and the document does not is not shown, and it is said
// that it is not.
func TestWithheld(t *testing.T) {
	t.Parallel()
	b := newTab(t, everybodys(t))
	withholding(b)
	held := look[[]string](b, `[...document.querySelectorAll('.eyes [data-field]:has(.held)')].map(e => e.dataset.eye + '.' + e.dataset.field)`)
	want := expected(t, english).values()
	if len(held) == 0 {
		t.Error("nothing is withheld")
	}
	for _, path := range held {
		if _, ok := want[path]; !ok {
			t.Errorf("%s is withheld, which is not in the report", path)
		}
		delete(want, path)
	}
	for path, value := range want {
		eye, field, _ := strings.Cut(path, ".")
		b.reads(`.eyes [data-eye="`+eye+`"][data-field="`+field+`"]`, string(jsonOf(t, value)))
	}
}
