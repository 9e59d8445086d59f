package browsertest_test

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// Whoever has no mouse comes everywhere: past the head by the link that skips
// it, through the tabs with the arrows, to the chooser of files, to the report.
func TestKeyboard(t *testing.T) {
	t.Parallel()
	b := open(t, "/")
	b.sees("#tab-upload")
	b.press(kb.Tab)
	b.awaitf(`document.activeElement.classList.contains('skip')`)
	b.press(kb.Enter)
	b.awaitf(`document.activeElement.id === 'main'`)
	b.away()
	b.visit("/")
	b.sees("#tab-upload")
	b.tabTo("[role=tab]")
	for _, tab := range []string{"batch", "retrieve", "transcribe", "history", "upload"} {
		b.press(kb.ArrowRight)
		b.sees("#panel-" + tab)
		b.awaitf(`document.activeElement.id === 'tab-%s' && document.activeElement.ariaSelected === 'true'`, tab)
	}
	b.press(kb.ArrowLeft)
	b.sees("#panel-history")
	b.press(kb.Home)
	b.sees("#panel-upload")
	b.tabTo("#upload-file")
	b.hasVisibleFocus()
	b.chooseIn(func() { b.press(" ") }, english)
	b.sees("#panel-upload .report")
	b.awaitf(`document.activeElement.id === 'upload-again'`)
	b.tabTo(`button[data-rating="accurate"]`)
	b.press(kb.Enter)
	b.sees(".rated")
}

// hasVisibleFocus wants an outline around what has the focus, or around the
// label that stands for it. The parts of a date that the browser adds draw
// their own.
func (b *tab) hasVisibleFocus() {
	b.Helper()
	if !look[bool](b, `!document.activeElement.matches(':focus') || [document.activeElement, ...document.activeElement.labels ?? []].some(e => {
		const s = getComputedStyle(e)
		return s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 2 || s.boxShadow !== 'none'
	})`) {
		b.Errorf("%s: nobody sees that %s has the focus", look[string](b, "location.hash"), b.focused())
	}
}

// Each thing that Tab comes to shows that it has the focus, and nothing keeps
// it.
func TestFocusIsVisibleEverywhere(t *testing.T) {
	t.Parallel()
	b := open(t, "/")
	for _, tab := range []string{"upload", "batch", "retrieve", "transcribe", "history"} {
		b.visit("/#" + tab)
		b.sees("#panel-" + tab)
		b.look(`document.activeElement.blur()`)
		for n := 0; ; n++ {
			b.press(kb.Tab)
			if look[bool](b, `document.activeElement === document.body`) {
				break // and over to the browser's own
			}
			b.hasVisibleFocus()
			if n > 300 {
				t.Fatalf("%s: Tab does not leave the page; it is at %s", tab, b.focused())
			}
		}
	}
}
