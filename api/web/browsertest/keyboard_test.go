package browsertest_test

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// The keyboard reaches the link that skips the header, all tabs, the file dialog and
// the buttons of the report.
func TestLongAppCanBeUsedWithTheKeyboard(t *testing.T) {
	t.Parallel()
	b := open(t, "/")
	b.waitVisible("#tab-upload")
	b.press(kb.Tab)
	b.awaitf(`document.activeElement.classList.contains('skip')`)
	b.press(kb.Enter)
	b.awaitf(`document.activeElement.id === 'main'`)
	b.leaveSite()
	b.visit("/")
	b.waitVisible("#tab-upload")
	b.tabTo("[role=tab]")
	for _, tab := range []string{"batch", "retrieve", "transcribe", "history", "upload"} {
		b.press(kb.ArrowRight)
		b.waitVisible("#panel-" + tab)
		b.awaitf(`document.activeElement.id === 'tab-%s' && document.activeElement.ariaSelected === 'true'`, tab)
	}
	b.press(kb.ArrowLeft)
	b.waitVisible("#panel-history")
	b.press(kb.Home)
	b.waitVisible("#panel-upload")
	b.tabTo("#upload-file")
	b.wantVisibleFocus()
	b.chooseInDialog(func() { b.press(" ") }, completeReport)
	b.waitVisible("#panel-upload .report")
	b.awaitf(`document.activeElement.id === 'upload-again'`)
	b.tabTo(`button[data-rating="accurate"]`)
	b.press(kb.Enter)
	b.waitVisible(".rated")
}

// wantVisibleFocus checks that the focused element, or its label, has an outline or a
// shadow. The parts of a date input, which do not match :focus, have the browser's own.
func (b *tab) wantVisibleFocus() {
	b.Helper()
	if !eval[bool](b, `!document.activeElement.matches(':focus') || [document.activeElement, ...document.activeElement.labels ?? []].some(e => {
		const s = getComputedStyle(e)
		return s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 2 || s.boxShadow !== 'none'
	})`) {
		b.Errorf("%s: the focus on %s is not visible", eval[string](b, "location.hash"), b.focused())
	}
}

// In each tab of the app the Tab key goes through all elements and leaves the page.
func TestLongFocusIsVisibleEverywhere(t *testing.T) {
	t.Parallel()
	b := open(t, "/")
	for _, tab := range []string{"upload", "batch", "retrieve", "transcribe", "history"} {
		b.visit("/#" + tab)
		b.waitVisible("#panel-" + tab)
		b.eval(`document.activeElement.blur()`)
		for n := 0; ; n++ {
			b.press(kb.Tab)
			if eval[bool](b, `document.activeElement === document.body`) {
				break // the focus has left the page
			}
			b.wantVisibleFocus()
			if n > 300 {
				t.Fatalf("%s: the Tab key does not leave the page; the focus is on %s", tab, b.focused())
			}
		}
	}
}
