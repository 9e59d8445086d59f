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

// share uploads a file with a share and returns the share code.
func (b *tab) share(file string) string {
	b.Helper()
	b.click("#upload-share")
	b.chooseFiles("#upload-file", file)
	code := strings.TrimSpace(b.text("#panel-upload .share-code"))
	if !codeShape.MatchString(code) {
		b.Fatal("the share code has another form")
	}
	return code
}

// The link of a share opens it in another browser. Afterwards the code is neither in the
// address nor in the tab's history, and the browser does not store it.
func TestShareLinkInAnotherBrowser(t *testing.T) {
	t.Parallel()
	b := open(t, "/")
	code := b.share(completeReport)
	b.waitVisible("#panel-upload .share-qr svg")
	b.waitText("#panel-upload .share-expiry", "31 days")
	link := b.shareLink()
	if link != b.server.url+"/pin/"+code {
		t.Error("the link is not the server's address, /pin/ and the code")
	}

	other := newTab(t, b.server)
	other.leaveSite()
	other.visit(strings.TrimPrefix(link, b.server.url))
	other.wantReport("#panel-retrieve", expected(t, completeReport))
	other.wantCodeForgotten(code)
	if n := other.count("[data-rating]"); n != 0 {
		t.Errorf("%d buttons to rate a report that another user has uploaded", n)
	}
	other.do(chromedp.NavigateBack())
	other.wantCodeForgotten(code)
	other.do(chromedp.NavigateForward())
	other.waitVisible("#panel-retrieve")
	other.wantCodeForgotten(code)
	other.wantStored(map[string]bool{code: false, "IOLMaster700": false})
}

func (b *tab) shareLink() string {
	b.Helper()
	return await[string](b, `(e => e && (e.href || e.value || e.innerText))(document.querySelector('.share-link'))`)
}

// wantCodeForgotten checks that a code is not in the address, the tab's history or the
// page's state.
func (b *tab) wantCodeForgotten(code string) {
	b.Helper()
	b.awaitf(`!location.href.includes(%s)`, js(code))
	history := call(b, page.GetNavigationHistory, struct{}{})
	for _, entry := range history.Entries {
		if strings.Contains(entry.URL, code) || strings.Contains(entry.Title, code) {
			b.Error("the code is in the history of the tab")
		}
	}
	if strings.Contains(eval[string](b, `JSON.stringify([history.state, document.referrer, window.name])`), code) {
		b.Error("the page's state contains the code")
	}
}

func TestLongShareLinkWithUnknownOrMalformedCode(t *testing.T) {
	t.Parallel()
	b := newTab(t, defaultServer(t))
	b.expectStatus(http.StatusNotFound, "/api/v1/biom/retrieve")
	b.visit("/pin/abandon-zoo-000000")
	b.awaitf(`document.querySelector('#panel-retrieve .failure')?.dataset.status === '404'`)
	b.wantCodeForgotten("abandon-zoo-000000")
	b.visit("/pin/" + url.PathEscape(`<img src=x onerror=alert(1)>`))
	b.waitVisible("#panel-retrieve")
	b.awaitf(`location.pathname === '/'`)
}

func TestRetrieveByCode(t *testing.T) {
	t.Parallel()
	retrieveBy(t, func(_, code string) []string { return []string{code} })
}

func TestLongRetrieveByCodeInCapitalsAndByLink(t *testing.T) {
	t.Parallel()
	retrieveBy(t, func(server, code string) []string {
		return []string{" " + strings.ToUpper(code) + " ", server + "/pin/" + code}
	})
}

// retrieveBy shares a report and retrieves it with each of the texts that are made from
// the server's address and the share code. Half a code is refused.
func retrieveBy(t *testing.T, texts func(server, code string) []string) {
	t.Helper()
	b := open(t, "/")
	code := b.share(completeReport)
	other := newTab(t, b.server)
	other.visit("/")
	other.openTab("retrieve")
	for _, typed := range texts(b.server.url, code) {
		other.typeInto("#retrieve-code", typed)
		other.click("#retrieve-go")
		other.wantReport("#panel-retrieve", expected(t, completeReport))
		other.leaveSite()
		other.visit("/#retrieve")
	}
	words, _, _ := strings.Cut(code, "-")
	other.typeInto("#retrieve-code", words)
	other.click("#retrieve-go")
	other.waitVisible("#panel-retrieve .failure, #panel-retrieve :invalid, #panel-retrieve [aria-invalid=true]")
	other.waitHidden("#panel-retrieve .report")
}
