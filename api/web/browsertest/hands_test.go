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

// shown is JavaScript for the first element of a selector that can be seen.
func shown(selector string) string {
	return fmt.Sprintf(`[...document.querySelectorAll(%s)].find(e => e.checkVisibility({visibilityProperty: true}))`, js(selector))
}

// sees waits until there is something to see.
func (b *tab) sees(selector string) { b.Helper(); b.awaitf(`!!%s`, shown(selector)) }

// misses waits until there is nothing of it to see.
func (b *tab) misses(selector string) { b.Helper(); b.awaitf(`!%s`, shown(selector)) }

// text is what can be read in the first element of a selector, once there is
// something.
func (b *tab) text(selector string) string {
	b.Helper()
	return await[string](b, shown(selector)+`.innerText`)
}

// reads waits until a text stands in the first element of a selector.
func (b *tab) reads(selector, text string) {
	b.Helper()
	b.awaitf(`%s.innerText.includes(%s)`, shown(selector), js(text))
}

// count is how many elements a selector has that can be seen.
func (b *tab) count(selector string) int {
	b.Helper()
	return look[int](b, fmt.Sprintf(`[...document.querySelectorAll(%s)].filter(e => e.checkVisibility()).length`, js(selector)))
}

// click clicks in the middle of an element.
func (b *tab) click(selector string) {
	b.Helper()
	at := b.middle(selector)
	b.do(chromedp.MouseClickXY(at[0], at[1]))
}

// middle brings an element into view and gives its middle, once it can be seen,
// stands still, is not disabled, and has nothing before it but its own label.
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
	})()`, shown(selector), drawn))
}

// drawn is JavaScript that waits until the page was drawn anew.
const drawn = `new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))`

// press presses keys, one after the other.
func (b *tab) press(keys ...string) {
	b.Helper()
	for _, key := range strings.Join(keys, "") {
		b.stroke(key, chromedp.ModifierNone)
	}
}

// stroke presses a key and lets go of it. chromedp's own KeyEvent sends the
// character by itself, so that a page could not refuse it with the key.
func (b *tab) stroke(key rune, with chromedp.Modifier) {
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

// enter types a text in the place of what an input has.
func (b *tab) enter(selector, text string) {
	b.Helper()
	b.click(selector)
	b.look(fmt.Sprintf(`%s.select?.()`, shown(selector)))
	b.press(text)
}

// pick picks a value of a select as its keyboard does.
func (b *tab) pick(selector, value string) {
	b.Helper()
	b.awaitf(`(() => {
		const e = %s
		if (![...e.options].some(o => o.value === %s)) return false
		e.value = %[2]s
		e.dispatchEvent(new Event('input', {bubbles: true}))
		e.dispatchEvent(new Event('change', {bubbles: true}))
		return true
	})()`, shown(selector), js(value))
}

// choose gives files to a file input, which may be hidden behind its label.
func (b *tab) choose(input string, files ...string) {
	b.Helper()
	for i, file := range files {
		path, err := filepath.Abs(file)
		b.must(err)
		files[i] = path
	}
	b.awaitf(`!!document.querySelector(%s)`, js(input))
	b.do(chromedp.SetUploadFiles(chromedp.CSS(input), files))
}

// chooseIn chooses a file in the chooser that something opens.
func (b *tab) chooseIn(open func(), file string) {
	b.Helper()
	path, err := filepath.Abs(file)
	b.must(err)
	call(b, page.SetInterceptFileChooserDialog, page.SetInterceptFileChooserDialogParams{Enabled: true})
	trigger := chromedp.Func(func(context.Context, *chromedp.Target) error { open(); return nil })
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	opened, err := chromedp.Run(ctx, chromedp.WaitEvent(page.FileChooserOpened, nil, trigger))
	b.must(err)
	call(b, dom.SetFileInputFiles, dom.SetFileInputFilesParams{Files: []string{path}, BackendNodeID: opened.BackendNodeID})
}

// turn goes to a tab of the app.
func (b *tab) turn(name string) {
	b.Helper()
	b.click("#tab-" + name)
	b.sees("#panel-" + name)
}

// focused is the id of the element that has the focus, else its name, else its
// classes.
func (b *tab) focused() string {
	b.Helper()
	return look[string](b, `(e => e.id || e.name || e.className || e.tagName)(document.activeElement)`)
}

// tabTo presses Tab until an element has the focus.
func (b *tab) tabTo(selector string) {
	b.Helper()
	var passed []string
	for range 200 {
		b.press(kb.Tab)
		if look[bool](b, fmt.Sprintf(`document.activeElement.matches(%s)`, js(selector))) {
			return
		}
		passed = append(passed, b.focused())
	}
	b.Fatalf("Tab does not come to %s, but by %s", selector, strings.Join(passed, ", "))
}
