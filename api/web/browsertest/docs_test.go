package browsertest_test

import (
	"net/http"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// The search can be used with the keyboard, examples can be copied, and the theme
// that is chosen applies to the app too.
func TestDocsSearchCopyAndTheme(t *testing.T) {
	t.Parallel()
	b := open(t, "/docs/")
	b.waitVisible("#search")
	b.press("/")
	b.awaitf(`document.activeElement.id === 'search'`)
	b.press("retry-after")
	b.waitVisible("#found a[role=option]")
	b.press(kb.ArrowDown, kb.ArrowDown)
	chosen := await[string](b, `document.querySelector('#found [aria-selected=true]').pathname`)
	b.press(kb.Enter)
	b.awaitf(`location.pathname === %s`, js(chosen))
	b.visit("/docs/")
	b.click("figure.code .copy")
	if code := b.clipboard("\n"); code != await[string](b, `document.querySelector('figure.code:has(.copy) code').textContent`) {
		t.Errorf("copied %q", code)
	}
	b.selectValue("#theme", "dark")
	b.waitDark(true)
	b.visit("/") // the app uses the same choice
	b.waitVisible("#panel-upload")
	b.waitDark(true)
	b.expectStatus(http.StatusNotFound, "/docs/nothing/")
	b.visit("/docs/nothing/")
	b.wantAccessible("no such page")
}

func TestLongDocsPagesAreAccessible(t *testing.T) {
	t.Parallel()
	b := open(t, "/docs/")
	pages := await[[]string](b, `[...document.querySelectorAll('#pages a')].map(a => a.pathname)`)
	if len(pages) < 10 {
		t.Fatalf("only %d pages", len(pages))
	}
	screens := []screen{desktopLight, phoneDark}
	for i, page := range pages {
		b.visit(page)
		for k, s := range screens {
			b.setScreen(s)
			b.wantNoOverflow(s)
			if k == i%len(screens) { // axe-core is slow
				b.wantAccessible(page + " " + s.name)
			}
		}
	}
}

func TestLongExplorerExecutesARequest(t *testing.T) {
	t.Parallel()
	b := open(t, "/apidocs")
	status := `.opblock-get:has([data-path="/api/v1/status"])`
	b.click(status + " .opblock-summary-control")
	b.waitText(status+" .responses-table", "schema_version") // the description was loaded completely
	b.click(status + " .execute")
	b.waitText(status+" .live-responses-table", "200")
	b.waitText(status+" .live-responses-table", "schema_version")
}
