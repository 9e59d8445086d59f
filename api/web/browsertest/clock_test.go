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

// clock is a script that stops a page's time, so that the test does not depend on its
// speed. The test advances the time; timers that are due then are called at once.
const clock = `(() => {
	const {setTimeout, clearTimeout, Date: RealDate} = window
	const waiting = new Map() // timer → {due, call}
	let time = RealDate.now()
	const now = () => time
	window.Date = class extends RealDate {
		constructor(...args) { args.length ? super(...args) : super(now()) }
		static now() { return now() }
	}
	window.setTimeout = (run, delay = 0, ...args) => {
		const call = () => { window.clearTimeout(id); run(...args) }
		const id = setTimeout(call, delay)
		waiting.set(id, {due: now() + delay, call})
		return id
	}
	window.clearTimeout = (id) => { waiting.delete(id); clearTimeout(id) }
	window.advance = (ms) => {
		time += ms
		for (const {due, call} of [...waiting.values()]) if (due <= now()) call()
	}
})()`

// advance advances the time of a page with the script clock.
func (b *tab) advance(d time.Duration) {
	b.Helper()
	b.eval(fmt.Sprintf(`advance(%d)`, d.Milliseconds()))
}

// A user whose quota is used up sees the remaining time count down, and can try
// again when it has passed. With a service key the next request succeeds.
func TestLongCountdownWhileTheQuotaIsUsedUp(t *testing.T) {
	t.Parallel()
	s := serve(t, "BIOM_QUOTA_BIOMJSON=1")
	b := newTab(t, s, clock)
	b.visit("/")
	b.chooseFiles("#upload-file", directEntry(t, "report.json"))
	b.click("#upload-again")
	b.expectStatus(http.StatusTooManyRequests, processPath)
	b.chooseFiles("#upload-file", directEntry(t, "report.json"))
	b.awaitf(`document.querySelector('#panel-upload .failure')?.dataset.code === 'RATE_LIMIT_EXCEEDED'`)
	const button = `document.querySelector('#panel-upload .failure button')`
	b.waitText("#panel-upload .countdown", "24 h")
	b.awaitf(button + `.disabled`)
	b.advance(24*time.Hour - 80*time.Second) // the service's own time goes on: some seconds have passed
	b.awaitf(`/\b[1-8]?\d s\b/.test(%s.innerText)`, button)
	b.awaitf(button + `.disabled`)
	b.advance(80 * time.Second)
	b.awaitf(`!%s.disabled`, button)
	b.waitHidden("#panel-upload .countdown")

	b.expectStatus(http.StatusTooManyRequests, processPath) // the service's own time was not advanced
	b.click("#panel-upload .failure button")
	b.waitText("#panel-upload .countdown", "24 h")
	b.click("#settings summary")
	b.typeInto("#service-key", s.newKey(t))
	b.advance(24 * time.Hour)
	b.click("#panel-upload .failure button:enabled")
	b.waitVisible("#panel-upload .report")
	b.wantStored(map[string]bool{"biom_": false})
}

const processPath = "/api/v1/biom/process"

// newKey creates a service key with the command line, as an operator does.
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
