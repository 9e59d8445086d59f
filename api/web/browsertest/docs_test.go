package browsertest_test

import (
	"net/http"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// Who looks for something in the documentation finds it with the keyboard, and
// takes an example along.
func TestDocs(t *testing.T) {
	t.Parallel()
	b := open(t, "/docs/")
	b.sees("#search")
	b.press("/")
	b.awaitf(`document.activeElement.id === 'search'`)
	b.press("retry-after")
	b.sees("#found a[role=option]")
	b.press(kb.ArrowDown, kb.ArrowDown)
	chosen := await[string](b, `document.querySelector('#found [aria-selected=true]').pathname`)
	b.press(kb.Enter)
	b.awaitf(`location.pathname === %s`, js(chosen))
	b.visit("/docs/")
	b.click("figure.code .copy")
	if code := b.clipboard("\n"); code != await[string](b, `document.querySelector('figure.code:has(.copy) code').textContent`) {
		t.Errorf("copied %q", code)
	}
	b.pick("#theme", "dark")
	b.isDark(true)
	b.visit("/") // one choice for all pages
	b.sees("#panel-upload")
	b.isDark(true)
	b.expect(http.StatusNotFound, "/docs/nothing/")
	b.visit("/docs/nothing/")
	b.isAccessible("no such page")
}

// Every page of the documentation can be used by everybody.
func TestDocsPages(t *testing.T) {
	t.Parallel()
	b := open(t, "/docs/")
	pages := await[[]string](b, `[...document.querySelectorAll('#pages a')].map(a => a.pathname)`)
	if len(pages) < 10 {
		t.Fatalf("%d pages", len(pages))
	}
	for _, page := range pages {
		b.visit(page)
		for _, s := range []sight{sights[0], sights[3]} { // axe-core takes its time: light on a desk, dark on a phone
			b.from(s)
			b.isNoWider(s)
			b.isAccessible(page + " " + s.name)
		}
	}
}

// The explorer tries a route out where it stands.
func TestExplorer(t *testing.T) {
	t.Parallel()
	b := open(t, "/apidocs")
	status := `.opblock-get:has([data-path="/api/v1/status"])`
	b.click(status + " .opblock-summary-control")
	b.reads(status+" .responses-table", "schema_version") // it has read the description to the end
	b.click(status + " .execute")
	b.reads(status+" .live-responses-table", "200")
	b.reads(status+" .live-responses-table", "schema_version")
}
