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

// timeout is the time limit of one command to the browser, and of one wait. It is long
// because a test must not fail on a slow machine.
const timeout = 2 * time.Minute

// tab is the tab of a test's own browser context, which shares nothing with those of other
// tests.
type tab struct {
	*testing.T
	*monitor

	ctx    context.Context
	server *server
}

// newTab opens an empty tab. scripts run before those of every page. When the test ends,
// each fault that the monitor has found is an error.
func newTab(t *testing.T, s *server, scripts ...string) *tab {
	t.Helper()
	parent, err := chromium()
	if err != nil {
		t.Fatal(err)
	}
	b := &tab{T: t, monitor: newMonitor(s.host()), server: s}
	var closeTab func()
	b.ctx, closeTab = chromedp.NewContext(parent, chromedp.WithNewBrowserContext(), chromedp.WithListener(b.handle))
	t.Cleanup(func() { b.leave(closeTab) })
	b.must(chromedp.Do(b.ctx)) // without a deadline: the tab is closed with this context
	for _, script := range append(scripts, reportScript) {
		call(b, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script})
	}
	call(b, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	_, err = chromedp.CallBrowser(b.ctx, browser.SetPermission, browser.SetPermissionParams{
		BrowserContextID: chromedp.FromContext(b.ctx).BrowserContextID,
		Permission:       &browser.PermissionDescriptor{Name: "clipboard-read"}, // for tab.clipboard
		Setting:          browser.PermissionSettingGranted,
	})
	b.must(err)
	return b
}

// reportScript prints to the console, for the monitor, what the page's policy refused and
// what the browser reports as deprecated or blocked.
const reportScript = `addEventListener('securitypolicyviolation', e => console.error('policy:', e.effectiveDirective, e.blockedURI))
new ReportingObserver(reports => {
	for (const r of reports) if (r.type !== 'csp-violation') console.error('report:', r.type, JSON.stringify(r.body))
}, {buffered: true}).observe()`

// open opens a path of the default server in a new tab.
func open(t *testing.T, path string, scripts ...string) *tab {
	t.Helper()
	b := newTab(t, defaultServer(t), scripts...)
	b.visit(path)
	return b
}

// useServer makes the tab use another server from now on.
func (b *tab) useServer(s *server) {
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
	_, _ = evaluate[any](b, "1") // all earlier events arrive before the reply
	for _, fault := range b.allFaults() {
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

// do runs actions within the time limit.
func (b *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, timeout)
	defer cancel()
	b.must(chromedp.Do(ctx, steps...))
}

// call sends one command of the DevTools protocol.
func call[P, R any](b *tab, cmd cdp.Command[P, R], params P) R {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, timeout)
	defer cancel()
	r, err := chromedp.Call(ctx, cmd, params)
	b.must(err)
	return r
}

// visit loads a path of the server.
func (b *tab) visit(path string) {
	b.Helper()
	b.do(chromedp.Navigate(b.server.url + path))
}

// leaveSite shows an empty page, so that the next visit loads the page again.
func (b *tab) leaveSite() { b.Helper(); b.do(chromedp.Navigate("about:blank")) }

// evaluate returns the value of a JavaScript expression. It waits for a promise.
func evaluate[T any](b *tab, expression string) (T, error) {
	ctx, cancel := context.WithTimeout(b.ctx, timeout)
	defer cancel()
	return chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
}

// eval is like evaluate, but an error ends the test.
func eval[T any](b *tab, expression string) T {
	b.Helper()
	v, err := evaluate[T](b, expression)
	if err != nil {
		b.Fatalf("%v: %s", err, expression)
	}
	return v
}

func (b *tab) eval(expression string) { b.Helper(); eval[any](b, expression) }

// falsy are the values, as JSON, that JavaScript treats as false; "" is undefined.
var falsy = []string{"", "null", "false", "0", `""`}

// await waits until the value of an expression is true for JavaScript, and returns it. It
// also waits while the expression throws or a page is being loaded.
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

// js returns v as a JavaScript literal.
func js(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // v is a string or a list of strings
	}
	return string(text)
}
