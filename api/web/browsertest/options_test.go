package browsertest_test

import (
	"strings"
	"testing"

	"biom/worker/llm/llmtest"
)

func TestLongSlowTierCostsHalfACredit(t *testing.T) {
	t.Parallel()
	v := newVendor(t)
	v.allowAnswers(1)
	b := newTab(t, v.serve("BIOM_QUOTA_BIOMAI=10"))
	b.visit("/")
	b.click(`input[name="upload-tier"][value="slow"]`)
	b.chooseFiles("#upload-file", completeReport)
	b.waitVisible("#panel-upload .report")
	b.click("#settings summary")
	b.waitText("#settings", "9.5 of 10 left")
}

// The user's own provider key is used for the reading, and is neither stored nor
// written into the page.
func TestLongOwnProviderKeyIsUsedAndNotStored(t *testing.T) {
	t.Parallel()
	const key = "a-key-of-my-own"
	v := newVendor(t)
	v.allowAnswers(1)
	b := newTab(t, v.serve())
	b.visit("/")
	b.click("#settings summary")
	b.typeInto("#provider-key", key)
	b.click("#check-keys")
	b.waitText("#provider-key-state", "valid")
	b.chooseFiles("#upload-file", completeReport)
	b.click("#panel-upload .provenance summary")
	b.waitText("#panel-upload .provenance", "your own provider key")
	if calls := v.Requests(); len(calls) != 1 || calls[0].Header.Get("X-Goog-Api-Key") != key {
		t.Errorf("%d calls, or one with another key", len(calls))
	}
	b.wantStored(map[string]bool{key: false})
	if strings.Contains(eval[string](b, `document.documentElement.outerHTML + location.href`), key) {
		t.Error("the page contains the key")
	}
	b.leaveSite()
	b.visit("/")
	b.click("#settings summary")
	b.awaitf(`document.querySelector('#provider-key').value === ''`)
}

// openWithheldReport shows a report with withheld values: the model's answer differs
// from the text of the document.
func openWithheldReport(b *tab) {
	b.Helper()
	v := newVendor(b.T)
	v.Script(llmtest.Alter, llmtest.Alter)
	v.allowAnswers(2)
	b.useServer(v.serve())
	b.visit("/")
	b.chooseFiles("#upload-file", completeReport)
	b.waitVisible("#panel-upload .report .held")
}

// Values of the model's answer that differ from the document are marked as withheld.
// All other values are shown.
func TestLongWithheldValuesAreNotShown(t *testing.T) {
	t.Parallel()
	b := newTab(t, defaultServer(t))
	openWithheldReport(b)
	held := eval[[]string](b, `[...document.querySelectorAll('.eyes [data-field]:has(.held)')].map(e => e.dataset.eye + '.' + e.dataset.field)`)
	want := expected(t, completeReport).values()
	if len(held) == 0 {
		t.Error("no value is withheld")
	}
	for _, path := range held {
		if _, ok := want[path]; !ok {
			t.Errorf("%s is withheld, which is not in the report", path)
		}
		delete(want, path)
	}
	for path, value := range want {
		eye, field, _ := strings.Cut(path, ".")
		b.waitText(`.eyes [data-eye="`+eye+`"][data-field="`+field+`"]`, string(jsonOf(t, value)))
	}
}
