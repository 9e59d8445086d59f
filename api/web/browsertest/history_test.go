package browsertest_test

import (
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"
)

func TestHistoryOpensAndDeletesEntries(t *testing.T) {
	t.Parallel()
	b := open(t, "/")
	b.share(completeReport)
	b.click("#upload-again")
	b.chooseFiles("#upload-file", directEntry(t, "report.json")) // the share switch is still on
	b.waitVisible("#panel-upload .share-code")
	b.openTab("history")
	b.click("#history-mine")
	b.awaitf(`document.querySelectorAll('.entry[data-state=live]').length === 2`)
	b.waitText(".entry", "IOLMaster700")
	b.click(".entry .entry-open")
	b.wantReport("#panel-retrieve", expected(t, completeReport))
	b.leaveSite()
	b.visit("/#history") // a new page loads the stored history
	b.awaitf(`document.querySelectorAll('.entry[data-state=live]').length === 2`)
	b.click(".entry .entry-clear")
	b.awaitf(`document.querySelectorAll('.entry').length === 1`)
	b.click("#history-clear")
	b.click("#confirm-yes")
	b.waitHidden(".entry")
}

// Until the user says that nobody else uses the computer, the browser stores the two words
// of a code and not its number.
func TestHistoryKeepsNoCompleteCode(t *testing.T) {
	t.Parallel()
	b := open(t, "/")
	code := b.share(completeReport)
	words := code[:len(code)-len("-123456")]
	b.wantStored(map[string]bool{code: false, words: true})
	b.openTab("history")
	b.waitVisible("#history-ask")
	b.waitText(".entry", "number not kept")
	b.waitHidden(".entry-open")
	b.click("#history-shared")
	b.waitHidden("#history-ask")
	b.wantStored(map[string]bool{code: false, words: true})
	b.leaveSite()
	b.visit("/#history")
	b.waitVisible(".entry[data-state=live]")
	b.waitHidden("#history-ask") // it is asked once
	b.click(".entry .entry-number")
	b.waitVisible("#panel-retrieve")
	b.awaitf(`document.activeElement.id === 'retrieve-code' && document.activeElement.value === %s`, js(words+"-"))
	b.typeInto("#retrieve-code", code)
	b.click("#retrieve-go")
	b.wantReport("#panel-retrieve", expected(t, completeReport))
	b.wantStored(map[string]bool{code: false, words: true})
}

// The answer completes the codes of this page; without a switch they become incomplete.
func TestHistoryOfOwnComputerKeepsCompleteCodes(t *testing.T) {
	t.Parallel()
	b := open(t, "/")
	code := b.share(completeReport)
	b.openTab("history")
	b.click("#history-mine")
	b.waitVisible(".entry .entry-open")
	b.wantStored(map[string]bool{code: true})
	b.leaveSite()
	b.visit("/#history")
	b.waitText(".entry-code", code)
	b.click("#history-own")
	b.waitHidden(".entry-open")
	b.wantStored(map[string]bool{code: false})
}

// A history of an earlier version has complete codes. They are removed when the page is
// loaded.
func TestEarlierHistoryIsReduced(t *testing.T) {
	t.Parallel()
	b := open(t, "/")
	const code = "abandon-zoo-123456"
	eval[any](b, `localStorage.setItem('biom.history', JSON.stringify({version: 1, keep: true, entries: [
		{code: '`+code+`', expires: '2999-01-01T00:00:00Z', device: 'Argos', saved: '2025-01-01T00:00:00Z'}]}))`)
	b.leaveSite()
	b.visit("/")
	b.waitVisible("#panel-upload")
	b.wantStored(map[string]bool{code: false, "abandon-zoo": true})
	b.openTab("history")
	b.click("#history-mine") // this page still knows it
	b.waitText(".entry-code", code)
	b.wantStored(map[string]bool{code: true})
}

func TestLongHistoryMarksSharesOfALostDatabase(t *testing.T) {
	t.Parallel()
	// An address of its own, so that no other process takes the port before the restart.
	s := serve(t, fmt.Sprintf("BIOM_LISTEN=127.%d.%d.2:0", 1+os.Getpid()>>8&127, os.Getpid()&255))
	b := newTab(t, s)
	b.visit("/")
	b.share(directEntry(t, "report.json"))
	b.openTab("history")
	b.waitVisible(".entry[data-state=live]")
	s.end()
	wiped, err := newDir("data")
	b.must(err)
	restarted := serveOn(t, wiped, "BIOM_LISTEN="+s.host())
	if restarted.url != s.url {
		t.Fatalf("the restarted server is at %s, not at %s", restarted.url, s.url)
	}
	b.leaveSite()
	b.visit("/#history")
	b.waitVisible(".entry[data-state=gone]")
	b.waitHidden(".entry[data-state=live]")
	b.visit("/#upload")
	b.chooseFiles("#upload-file", directEntry(t, "report.json")) // a new share can be made
	b.waitVisible("#panel-upload .report")
}

func TestLongHistoryMarksExpiredShares(t *testing.T) {
	t.Parallel()
	b := newTab(t, defaultServer(t), clock)
	b.visit("/")
	b.share(directEntry(t, "report.json"))
	b.advance(745 * time.Hour) // a share lives for 744 hours
	b.openTab("history")
	b.waitVisible(".entry[data-state=expired]")
}

// Three wrong secrets destroy a share.
func TestLongDestroyedShareCannotBeOpened(t *testing.T) {
	t.Parallel()
	b := open(t, "/")
	code := b.share(directEntry(t, "report.json"))
	b.openTab("history")
	b.click("#history-mine")
	digits := code[len(code)-6:]
	wrong := strings.TrimSuffix(code, digits) + map[bool]string{true: "000001", false: "000000"}[digits == "000000"]
	for range 3 {
		res, err := http.Get(b.server.url + "/api/v1/biom/retrieve?biom_pin=" + wrong)
		b.must(err)
		b.must(res.Body.Close())
	}
	b.expectStatus(http.StatusNotFound, "/api/v1/biom/retrieve")
	b.click(".entry .entry-open")
	b.awaitf(`document.querySelector('.failure[data-status="404"]')?.checkVisibility()`)
}
