package browsertest_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// visible returns a JavaScript expression for the first visible element of a selector.
func visible(selector string) string {
	return fmt.Sprintf(`[...document.querySelectorAll(%s)].find(e => e.checkVisibility({visibilityProperty: true}))`, js(selector))
}

// waitVisible waits until an element of a selector is visible.
func (b *tab) waitVisible(selector string) { b.Helper(); b.awaitf(`!!%s`, visible(selector)) }

// waitHidden waits until no element of a selector is visible.
func (b *tab) waitHidden(selector string) { b.Helper(); b.awaitf(`!%s`, visible(selector)) }

// text returns the text of the first visible element of a selector, once it has one.
func (b *tab) text(selector string) string {
	b.Helper()
	return await[string](b, visible(selector)+`.innerText`)
}

// waitText waits until the first visible element of a selector contains a text.
func (b *tab) waitText(selector, text string) {
	b.Helper()
	b.awaitf(`%s.innerText.includes(%s)`, visible(selector), js(text))
}

// count returns the number of visible elements of a selector.
func (b *tab) count(selector string) int {
	b.Helper()
	return eval[int](b, fmt.Sprintf(`[...document.querySelectorAll(%s)].filter(e => e.checkVisibility()).length`, js(selector)))
}

// click clicks in the middle of an element.
func (b *tab) click(selector string) {
	b.Helper()
	at := b.middle(selector)
	b.do(chromedp.MouseClickXY(at[0], at[1]))
}

// middle scrolls to an element and returns the coordinates of its middle, x and y. It
// waits until the element is visible, enabled, does not move, and is covered by nothing
// except its own label.
func (b *tab) middle(selector string) []float64 {
	b.Helper()
	return await[[]float64](b, fmt.Sprintf(`(async () => {
		const find = () => {
			const e = %s
			if (!e || e.disabled) return null
			e.scrollIntoView({block: 'center', behavior: 'instant'})
			const r = e.getBoundingClientRect(), x = r.x + r.width / 2, y = r.y + r.height / 2
			const top = document.elementFromPoint(x, y)
			return top && (e.contains(top) || [...e.labels ?? []].some(l => l.contains(top))) ? [x, y] : null
		}
		const before = find()
		await %s
		const after = find()
		return before && after && before.join() === after.join() && after
	})()`, visible(selector), nextFrame))
}

// nextFrame is a JavaScript promise that is fulfilled when the page was drawn again.
const nextFrame = `new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))`

// press presses keys one after the other.
func (b *tab) press(keys ...string) {
	b.Helper()
	for _, key := range strings.Join(keys, "") {
		b.pressWith(key, chromedp.ModifierNone)
	}
}

// pressWith presses and releases a key with modifiers. chromedp's own KeyEvent sends
// the character in a separate event, so that a page could not prevent it when the key
// goes down.
func (b *tab) pressWith(key rune, with chromedp.Modifier) {
	b.Helper()
	events := kb.Encode(key)
	down, up := *events[0], *events[len(events)-1]
	if len(events) == 3 && with == chromedp.ModifierNone {
		down.Type, down.Text, down.UnmodifiedText = input.DispatchKeyEventTypeKeyDown, events[1].Text, events[1].UnmodifiedText
	}
	down.Modifiers, up.Modifiers = down.Modifiers|int64(with), up.Modifiers|int64(with)
	call(b, input.DispatchKeyEvent, down)
	call(b, input.DispatchKeyEvent, up)
}

// typeInto replaces the text of an input.
func (b *tab) typeInto(selector, text string) {
	b.Helper()
	b.click(selector)
	b.eval(fmt.Sprintf(`%s.select?.()`, visible(selector)))
	b.press(text)
}

// selectValue chooses a value of a select element, with the events of a user's choice.
func (b *tab) selectValue(selector, value string) {
	b.Helper()
	b.awaitf(`(() => {
		const e = %s
		if (![...e.options].some(o => o.value === %s)) return false
		e.value = %[2]s
		e.dispatchEvent(new Event('input', {bubbles: true}))
		e.dispatchEvent(new Event('change', {bubbles: true}))
		return true
	})()`, visible(selector), js(value))
}

// chooseFiles sets the files of a file input, which may be hidden.
func (b *tab) chooseFiles(input string, files ...string) {
	b.Helper()
	for i, file := range files {
		path, err := filepath.Abs(file)
		b.must(err)
		files[i] = path
	}
	b.awaitf(`!!document.querySelector(%s)`, js(input))
	b.do(chromedp.SetUploadFiles(chromedp.CSS(input), files))
}

// chooseInDialog calls open and chooses a file in the file dialog that opens then.
func (b *tab) chooseInDialog(open func(), file string) {
	b.Helper()
	path, err := filepath.Abs(file)
	b.must(err)
	call(b, page.SetInterceptFileChooserDialog, page.SetInterceptFileChooserDialogParams{Enabled: true})
	trigger := chromedp.Func(func(context.Context, *chromedp.Target) error { open(); return nil })
	ctx, cancel := context.WithTimeout(b.ctx, timeout)
	defer cancel()
	opened, err := chromedp.Run(ctx, chromedp.WaitEvent(page.FileChooserOpened, nil, trigger))
	b.must(err)
	call(b, dom.SetFileInputFiles, dom.SetFileInputFilesParams{Files: []string{path}, BackendNodeID: opened.BackendNodeID})
}

// openTab shows a tab of the app.
func (b *tab) openTab(name string) {
	b.Helper()
	b.click("#tab-" + name)
	b.waitVisible("#panel-" + name)
}

// focused describes the element that has the focus: by its id, name, classes or tag.
func (b *tab) focused() string {
	b.Helper()
	return eval[string](b, `(e => e.id || e.name || e.className || e.tagName)(document.activeElement)`)
}

// tabTo presses Tab until an element has the focus.
func (b *tab) tabTo(selector string) {
	b.Helper()
	var passed []string
	for range 200 {
		b.press(kb.Tab)
		if eval[bool](b, fmt.Sprintf(`document.activeElement.matches(%s)`, js(selector))) {
			return
		}
		passed = append(passed, b.focused())
	}
	b.Fatalf("the Tab key does not reach %s, only %s", selector, strings.Join(passed, ", "))
}

// pressShift presses a key together with Shift.
func (b *tab) pressShift(key rune) { b.Helper(); b.pressWith(key, chromedp.ModifierShift) }
