package browsertest_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

var codeShape = regexp.MustCompile(`^[a-z]+-[a-z]+-\d{6}$`)

// share uploads a file with a share and gives the code.
func (b *tab) share(file string) string {
	b.Helper()
	b.click("#upload-share")
	b.choose("#upload-file", file)
	code := strings.TrimSpace(b.text("#panel-upload .share-code"))
	if !codeShape.MatchString(code) {
		b.Fatal("the share code is of another shape")
	}
	return code
}

// A share's link opens it on another computer, and leaves no code behind: not
// in the address, not in the tab's history, not in what the browser keeps.
func TestSharedLinkInAnotherBrowser(t *testing.T) {
	t.Parallel()
	b := open(t, "/")
	code := b.share(english)
	b.sees("#panel-upload .share-qr svg")
	b.reads("#panel-upload .share-expiry", "31 days")
	link := b.shareLink()
	if link != b.server.url+"/pin/"+code {
		t.Error("the link is another one")
	}

	other := newTab(t, b.server)
	other.away()
	other.visit(strings.TrimPrefix(link, b.server.url))
	other.showsReport("#panel-retrieve", expected(t, english))
	other.isNowhere(code)
	if n := other.count("[data-rating]"); n != 0 {
		t.Errorf("%d buttons to rate what somebody else had read", n)
	}
	other.do(chromedp.NavigateBack())
	other.isNowhere(code)
	other.do(chromedp.NavigateForward())
	other.sees("#panel-retrieve")
	other.isNowhere(code)
	other.keeps(map[string]bool{code: false, "IOLMaster700": false})
}

func (b *tab) shareLink() string {
	b.Helper()
	return await[string](b, `(e => e && (e.href || e.value || e.innerText))(document.querySelector('.share-link'))`)
}

// isNowhere looks for a code in the address and in the tab's history.
func (b *tab) isNowhere(code string) {
	b.Helper()
	b.awaitf(`!location.href.includes(%s)`, js(code))
	history := call(b, page.GetNavigationHistory, struct{}{})
	for _, entry := range history.Entries {
		if strings.Contains(entry.URL, code) || strings.Contains(entry.Title, code) {
			b.Error("the code is in the history of the tab")
		}
	}
	if strings.Contains(look[string](b, `JSON.stringify([history.state, document.referrer, window.name])`), code) {
		b.Error("the code is kept by the page")
	}
}

// Who sent the link may have sent it with a code that is none, or is no more.
func TestLinkToNothing(t *testing.T) {
	t.Parallel()
	b := newTab(t, everybodys(t))
	b.expect(http.StatusNotFound, "/api/v1/biom/retrieve")
	b.visit("/pin/abandon-zoo-000000")
	b.awaitf(`document.querySelector('#panel-retrieve .failure')?.dataset.status === '404'`)
	b.isNowhere("abandon-zoo-000000")
	b.visit("/pin/" + url.PathEscape(`<img src=x onerror=alert(1)>`))
	b.sees("#panel-retrieve")
	b.awaitf(`location.pathname === '/'`)
}

// A code is typed, in any case and with spaces, or a whole link is pasted.
func TestRetrieve(t *testing.T) {
	t.Parallel()
	b := open(t, "/")
	code := b.share(english)
	other := newTab(t, b.server)
	other.visit("/")
	other.turn("retrieve")
	for _, typed := range []string{code, " " + strings.ToUpper(code) + " ", b.server.url + "/pin/" + code} {
		other.enter("#retrieve-code", typed)
		other.click("#retrieve-go")
		other.showsReport("#panel-retrieve", expected(t, english))
		other.away()
		other.visit("/#retrieve")
	}
	words, _, _ := strings.Cut(code, "-")
	other.enter("#retrieve-code", words)
	other.click("#retrieve-go")
	other.sees("#panel-retrieve .failure, #panel-retrieve :invalid, #panel-retrieve [aria-invalid=true]")
	other.misses("#panel-retrieve .report")
}
