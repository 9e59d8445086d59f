package browsertest_test

import (
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
)

// History opens what was shared, forgets one, forgets all.
func TestHistory(t *testing.T) {
	t.Parallel()
	b := open(t, "/")
	b.share(english)
	b.click("#upload-again")
	b.choose("#upload-file", direct(t, "report.json")) // still to be shared
	b.sees("#panel-upload .share-code")
	b.turn("history")
	b.awaitf(`document.querySelectorAll('.entry[data-state=live]').length === 2`)
	b.reads(".entry", "IOLMaster700")
	b.click(".entry .entry-open")
	b.showsReport("#panel-retrieve", expected(t, english))
	b.away()
	b.visit("/#history") // another day
	b.awaitf(`document.querySelectorAll('.entry[data-state=live]').length === 2`)
	b.click(".entry .entry-clear")
	b.awaitf(`document.querySelectorAll('.entry').length === 1`)
	b.click("#history-clear")
	b.click("#confirm-yes")
	b.misses(".entry")
}

// Shares that went with their database are noticed before anybody relies on
// them.
func TestStaleHistory(t *testing.T) {
	t.Parallel()
	// An address of our own: nobody else takes its port in between.
	s := serve(t, fmt.Sprintf("BIOM_LISTEN=127.%d.%d.2:0", 1+os.Getpid()>>8&127, os.Getpid()&255))
	b := newTab(t, s)
	b.visit("/")
	b.share(direct(t, "report.json"))
	b.turn("history")
	b.sees(".entry[data-state=live]")
	s.end()
	wiped, err := newDir("data")
	b.must(err)
	again := serveOn(t, wiped, "BIOM_LISTEN="+s.host())
	if again.url != s.url {
		t.Fatalf("the server is at %s now", again.url)
	}
	b.away()
	b.visit("/#history")
	b.sees(".entry[data-state=gone]")
	b.misses(".entry[data-state=live]")
	b.visit("/#upload")
	b.choose("#upload-file", direct(t, "report.json")) // gone ones do not stand in the way
	b.sees("#panel-upload .report")
}

// An expired share is told from one that can be opened, without a request.
func TestExpiredHistory(t *testing.T) {
	t.Parallel()
	b := newTab(t, everybodys(t), clock)
	b.visit("/")
	b.share(direct(t, "report.json"))
	b.moveOn(744 * 3600 * 1e9)
	b.turn("history")
	b.sees(".entry[data-state=expired]")
}

// A share that was destroyed is not there when it is opened.
func TestDestroyedShare(t *testing.T) {
	t.Parallel()
	b := open(t, "/")
	code := b.share(direct(t, "report.json"))
	digits := code[len(code)-6:]
	wrong := strings.TrimSuffix(code, digits) + map[bool]string{true: "000001", false: "000000"}[digits == "000000"]
	for range 3 {
		res, err := http.Get(b.server.url + "/api/v1/biom/retrieve?biom_pin=" + wrong)
		b.must(err)
		b.must(res.Body.Close())
	}
	b.turn("history")
	b.expect(http.StatusNotFound, "/api/v1/biom/retrieve")
	b.click(".entry .entry-open")
	b.awaitf(`document.querySelector('.failure[data-status="404"]')?.checkVisibility()`)
}
