package browsertest_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// budget is the number of bytes that may be transferred until the page can be used.
const budget = 100_000

// All files that the page needs are named in its HTML, so that a browser loads them
// in one round of requests; the texts in a language other than English are named by the
// first script. Other scripts only send requests to the API.
func TestBudget(t *testing.T) {
	t.Parallel()
	for language, scripts := range map[string][]string{"en": nil, "de": {germanUser}} {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			measureLoading(t, scripts...)
		})
	}
}

// measureLoading checks what is transferred until the page can be used.
func measureLoading(t *testing.T, scripts ...string) {
	t.Helper()
	b := newTab(t, defaultServer(t), scripts...)
	idle := func(e page.EventLifecycleEvent) bool { return e.Name == "networkIdle" }
	_, err := chromedp.Run(b.ctx, chromedp.WaitEvent(page.LifecycleEvent, idle, chromedp.Navigate(b.server.url+"/")))
	b.must(err)
	b.waitVisible("#tab-upload")
	b.mu.Lock()
	defer b.mu.Unlock()
	total := 0.0
	for _, r := range b.requests {
		u, err := url.Parse(r.Request.URL)
		b.must(err)
		size := b.sizes[r.RequestID] // 0 if the file came from the browser's cache
		total += size
		t.Logf("%6.0f bytes, %s: %s", size, r.Initiator.Type, u.Path)
		named := r.Initiator.Type == network.InitiatorTypeParser || u.Path == "/" || strings.Contains(u.Path, "/words/")
		if named && size == 0 {
			t.Errorf("the size of %s is not known", u.Path)
		}
		if !named && !strings.HasPrefix(u.Path, "/api/") && !strings.HasSuffix(u.Path, "/icon.svg") { // browsers request the icon by themselves
			t.Errorf("%s was requested by %s %s, not by the page", u.Path, r.Initiator.Type, r.Initiator.URL)
		}
	}
	if total > budget {
		t.Errorf("%.0f bytes until the page can be used, %d are allowed", total, budget)
	}
	t.Logf("%.0f bytes in %d requests", total, len(b.requests))
}
