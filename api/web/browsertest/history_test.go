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
	digits := code[len(code)-6:]
	wrong := strings.TrimSuffix(code, digits) + map[bool]string{true: "000001", false: "000000"}[digits == "000000"]
	for range 3 {
		res, err := http.Get(b.server.url + "/api/v1/biom/retrieve?biom_pin=" + wrong)
		b.must(err)
		b.must(res.Body.Close())
	}
	b.openTab("history")
	b.expectStatus(http.StatusNotFound, "/api/v1/biom/retrieve")
	b.click(".entry .entry-open")
	b.awaitf(`document.querySelector('.failure[data-status="404"]')?.checkVisibility()`)
}
