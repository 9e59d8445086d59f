package browsertest_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"biom/shared/testenv"
)

// patience is for one thing that the browser is told to do.
const patience = 30 * time.Second

// tab is a person's browser: nothing in it is shared with other tabs.
type tab struct {
	*testing.T
	*watch

	ctx    context.Context
	server *server
}

// newTab opens an empty tab that runs scripts before those of every page. When
// the test ends, whatever the watch saw fails it.
func newTab(t *testing.T, s *server, scripts ...string) *tab {
	t.Helper()
	parent, err := chromium()
	if err != nil {
		t.Fatal(err)
	}
	b := &tab{T: t, watch: newWatch(s.host()), server: s}
	var closeTab func()
	b.ctx, closeTab = chromedp.NewContext(parent, chromedp.WithNewBrowserContext(), chromedp.WithListener(b.see))
	t.Cleanup(func() { b.leave(closeTab) })
	b.must(chromedp.Do(b.ctx)) // without a deadline: the tab lives as long as this context
	for _, script := range append(scripts, policyWatch) {
		call(b, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script})
	}
	call(b, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	_, err = chromedp.CallBrowser(b.ctx, browser.SetPermission, browser.SetPermissionParams{
		BrowserContextID: chromedp.FromContext(b.ctx).BrowserContextID,
		Permission:       &browser.PermissionDescriptor{Name: "clipboard-read"}, // to see what was copied
		Setting:          browser.PermissionSettingGranted,
	})
	b.must(err)
	return b
}

// policyWatch tells the watch what a page's policy refused, and what the
// browser advises against.
const policyWatch = `addEventListener('securitypolicyviolation', e => console.error('policy:', e.effectiveDirective, e.blockedURI))
new ReportingObserver(reports => {
	for (const r of reports) if (r.type !== 'csp-violation') console.error('report:', r.type, JSON.stringify(r.body))
}, {buffered: true}).observe()`

// open is a tab on the shared server at path.
func open(t *testing.T, path string, scripts ...string) *tab {
	t.Helper()
	b := newTab(t, everybodys(t), scripts...)
	b.visit(path)
	return b
}

// move has the tab look at another server from now on.
func (b *tab) move(s *server) {
	b.server = s
	b.mu.Lock()
	defer b.mu.Unlock()
	b.host = s.host()
}

func (b *tab) leave(closeTab func()) {
	if b.Failed() {
		page, err := evaluate[string](b, `location.href + '\n' + document.body?.innerText.slice(0, 3000)`)
		b.Logf("the page (%v): %s", err, page)
	}
	_, _ = evaluate[any](b, "1") // what happened before is seen before this is answered
	for _, fault := range b.verdict() {
		b.Error(fault)
	}
	closeTab()
}

func (b *tab) must(err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}

// do runs steps within the usual patience.
func (b *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	b.must(chromedp.Do(ctx, steps...))
}

// call sends one command of the protocol.
func call[P, R any](b *tab, cmd cdp.Command[P, R], params P) R {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	r, err := chromedp.Call(ctx, cmd, params)
	b.must(err)
	return r
}

// visit enters an address of the server.
func (b *tab) visit(path string) {
	b.Helper()
	b.do(chromedp.Navigate(b.server.url + path))
}

// away leaves the server, so that the next visit is a new page.
func (b *tab) away() { b.Helper(); b.do(chromedp.Navigate("about:blank")) }

// evaluate is a JavaScript expression's value; a promise's, when it is kept.
func evaluate[T any](b *tab, expression string) (T, error) {
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	return chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
}

// look is the same where it must have one.
func look[T any](b *tab, expression string) T {
	b.Helper()
	v, err := evaluate[T](b, expression)
	if err != nil {
		b.Fatalf("%v: %s", err, expression)
	}
	return v
}

func (b *tab) look(expression string) { b.Helper(); look[any](b, expression) }

// falsy are the values that JavaScript takes for false; "" is undefined.
var falsy = []string{"", "null", "false", "0", `""`}

// await waits until an expression has a value that JavaScript takes for true,
// and gives it. While it throws, or a page is on its way, it has none.
func await[T any](b *tab, expression string) (v T) {
	b.Helper()
	testenv.Await(b, expression, func() bool {
		text, err := evaluate[[]byte](b, expression)
		if err != nil || slices.Contains(falsy, string(text)) {
			return false
		}
		b.must(json.Unmarshal(text, &v))
		return true
	})
	return v
}

func (b *tab) awaitf(format string, args ...any) {
	b.Helper()
	await[any](b, fmt.Sprintf(format, args...))
}

// js is v as JavaScript writes it.
func js(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // strings and lists of them
	}
	return string(text)
}
