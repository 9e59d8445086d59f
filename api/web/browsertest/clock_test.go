package browsertest_test

import (
	"fmt"
	"net/http"
	"os/exec"
	"strings"
	"testing"
	"time"

	"biom/shared/testenv"
)

// clock is a page's time, which a test can move on: timers that are due then
// are called.
const clock = `(() => {
	const {setTimeout: later, clearTimeout: never, Date: Real} = window
	const waiting = new Map() // timer → {due, run}
	let ahead = 0
	const now = () => Real.now() + ahead
	window.Date = class extends Real {
		constructor(...args) { args.length ? super(...args) : super(now()) }
		static now() { return now() }
	}
	window.setTimeout = (run, delay = 0, ...args) => {
		const call = () => { clearTimeout(id); run(...args) }
		const id = later(call, delay)
		waiting.set(id, {due: now() + delay, call})
		return id
	}
	window.clearTimeout = (id) => { waiting.delete(id); never(id) }
	window.moveOn = (ms) => {
		ahead += ms
		for (const {due, call} of [...waiting.values()]) if (due <= now()) call()
	}
})()`

// moveOn has a time pass in the page.
func (b *tab) moveOn(d time.Duration) {
	b.Helper()
	b.look(fmt.Sprintf(`moveOn(%d)`, d.Milliseconds()))
}

// Somebody whose quota is used up is told for how long, sees the time become
// less, and may try again when it is over; a key of theirs helps at once.
func TestCountdown(t *testing.T) {
	t.Parallel()
	s := serve(t, "BIOM_QUOTA_BIOMJSON=1")
	b := newTab(t, s, clock)
	b.visit("/")
	b.choose("#upload-file", direct(t, "report.json"))
	b.click("#upload-again")
	b.expect(http.StatusTooManyRequests, process)
	b.choose("#upload-file", direct(t, "report.json"))
	b.awaitf(`document.querySelector('#panel-upload .failure')?.dataset.code === 'RATE_LIMIT_EXCEEDED'`)
	const button = `document.querySelector('#panel-upload .failure button')`
	b.reads("#panel-upload .countdown", "24 h")
	b.awaitf(button + `.disabled`)
	b.moveOn(23*time.Hour + 59*time.Minute)
	b.awaitf(`/\b[1-6]?\d s\b/.test(%s.innerText)`, button)
	b.awaitf(button + `.disabled`)
	b.moveOn(time.Minute)
	b.awaitf(`!%s.disabled`, button)
	b.misses("#panel-upload .countdown")

	b.expect(http.StatusTooManyRequests, process) // the service's time did not move
	b.click("#panel-upload .failure button")
	b.reads("#panel-upload .countdown", "24 h")
	b.click("#settings summary")
	b.enter("#service-key", s.newKey(t))
	b.moveOn(24 * time.Hour)
	b.click("#panel-upload .failure button:enabled")
	b.sees("#panel-upload .report")
	b.keeps(map[string]bool{"biom_": false})
}

const process = "/api/v1/biom/process"

// newKey makes a service key as an operator does.
func (s *server) newKey(t *testing.T) string {
	t.Helper()
	cmd := exec.Command(testenv.Biom(t), "keys", "create", "--user", "browsertest", "--data", s.data)
	cmd.Env = withoutSettings()
	out, err := cmd.Output()
	at := strings.Index(string(out), "biom_")
	if err != nil || at < 0 {
		t.Fatalf("biom keys create: %v", err)
	}
	return strings.Fields(string(out[at:]))[0]
}
