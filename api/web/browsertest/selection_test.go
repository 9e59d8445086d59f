package browsertest_test

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// The Tab key reaches the values of a result once. The arrow keys move between them, and
// the focused one is selected.
func TestValuesAreSelectedWithTheKeyboard(t *testing.T) {
	t.Parallel()
	b := open(t, "/")
	b.chooseFiles("#upload-file", completeReport)
	b.waitVisible("#panel-upload .report")
	b.tabTo(".value")
	b.wantSelected("patient.name")
	b.wantVisibleFocus()
	b.wantAccessible("a selected value")
	b.eval(`document.querySelector('.value[data-path="right_eye.AL"]').focus()`)
	for _, step := range []struct{ key, path string }{
		{kb.ArrowRight, "left_eye.AL"}, {kb.ArrowDown, "left_eye.ACD"}, {kb.ArrowUp, "left_eye.AL"},
		{kb.ArrowLeft, "right_eye.AL"},
	} {
		b.press(step.key)
		b.wantSelected(step.path)
	}
	b.eval(`document.querySelector('.value[data-path="right_eye.K1_axis"]').focus()`)
	b.press(kb.ArrowDown)
	b.wantSelected("right_eye.K2_axis")
	b.press(kb.ArrowRight)
	b.wantSelected("left_eye.K2_magnitude")
	b.press(kb.Tab)
	if eval[bool](b, `document.activeElement.matches('.value')`) {
		t.Error("the Tab key stops at a second value")
	}
	b.press(kb.Escape)
	b.click(`.value[data-path="left_eye.CCT"]`)
	b.wantSelected("left_eye.CCT")
	b.press(kb.Escape)
	b.awaitf(`!document.querySelector('.value[aria-current="true"]')`)
}

// wantSelected waits until the value with this path, and no other, is selected and has
// the focus.
func (b *tab) wantSelected(path string) {
	b.Helper()
	b.awaitf(`(all => all.length === 1 && all[0] === document.activeElement && all[0].dataset.path === %s)([...document.querySelectorAll('.value[aria-current="true"]')])`, js(path))
}
