package browsertest_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// budget is what a page may weigh until it can be used, as it is transferred.
const budget = 100_000

// The page can be used after one round of requests, all of which its HTML
// names, and at less than the budget. What scripts ask for on their own is the
// API alone.
func TestBudget(t *testing.T) {
	t.Parallel()
	b := newTab(t, everybodys(t))
	idle := func(e page.EventLifecycleEvent) bool { return e.Name == "networkIdle" }
	_, err := chromedp.Run(b.ctx, chromedp.WaitEvent(page.LifecycleEvent, idle, chromedp.Navigate(b.server.url+"/")))
	b.must(err)
	b.sees("#tab-upload")
	b.mu.Lock()
	defer b.mu.Unlock()
	total := 0.0
	for _, r := range b.requests {
		u, err := url.Parse(r.Request.URL)
		b.must(err)
		size := b.sizes[r.RequestID] // none from the browser's own cache
		total += size
		t.Logf("%6.0f bytes, %s: %s", size, r.Initiator.Type, u.Path)
		named := r.Initiator.Type == network.InitiatorTypeParser || u.Path == "/"
		if named && size == 0 {
			t.Errorf("the size of %s is not known", u.Path)
		}
		if !named && !strings.HasPrefix(u.Path, "/api/") && r.Type != network.ResourceTypeOther { // a browser asks for the icon by itself
			t.Errorf("%s was asked for by %s %s, not by the page", u.Path, r.Initiator.Type, r.Initiator.URL)
		}
	}
	if total > budget {
		t.Errorf("%.0f bytes until the page can be used, %d are allowed", total, budget)
	}
	t.Logf("%.0f bytes in %d requests", total, len(b.requests))
}
