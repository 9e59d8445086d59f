package browsertest_test

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
)

// watch looks at everything that a tab does. Whatever a user would see in the
// console is a fault, and so is every request that leaves the server, every
// answer that is a failure and every answer about a patient that may be kept.
type watch struct {
	host string

	mu       sync.Mutex
	faults   []string
	expected map[string]int // "429 /api/v1/biom/process" → how often
	requests []*network.EventRequestWillBeSent
	sizes    map[network.RequestID]float64 // bytes on the wire
}

func newWatch(host string) *watch {
	return &watch{host: host, expected: map[string]int{}, sizes: map[network.RequestID]float64{}}
}

// expect says that a request will fail: once for each call.
func (w *watch) expect(status int, path string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.expected[fmt.Sprint(status, " ", path)]++
}

// see is called with every event of the tab.
func (w *watch) see(event any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeWarning {
			w.faultf("console: %s", said(e.Args))
		}
	case *runtime.EventExceptionThrown:
		w.faultf("exception: %s %s", e.ExceptionDetails.Text, said([]*runtime.RemoteObject{e.ExceptionDetails.Exception}))
	case *log.EventEntryAdded:
		w.entry(e.Entry)
	case *network.EventRequestWillBeSent:
		w.requests = append(w.requests, e)
		w.sent(e.Request.URL)
	case *network.EventWebSocketCreated:
		w.faultf("a web socket to %s", e.URL)
	case *network.EventResponseReceived:
		w.answered(e.Response)
	case *network.EventLoadingFinished:
		w.sizes[e.RequestID] = e.EncodedDataLength
	case *network.EventLoadingFailed:
		if !e.Canceled {
			w.faultf("a request failed: %s", e.ErrorText)
		}
	}
}

func (w *watch) faultf(format string, args ...any) {
	w.faults = append(w.faults, fmt.Sprintf(format, args...))
}

func said(args []*runtime.RemoteObject) string {
	var words []string
	for _, a := range args {
		if a == nil {
			continue
		}
		words = append(words, strings.Trim(string(a.Value), `"`)+a.Description)
	}
	return strings.Join(words, " ")
}

func (w *watch) entry(e *log.Entry) {
	if e.Source == log.EntrySourceNetwork && strings.HasPrefix(e.Text, "Failed to load resource") {
		return // the answer itself is looked at
	}
	if e.Level == log.EntryLevelError || e.Level == log.EntryLevelWarning {
		w.faultf("%s %s: %s %s", e.Source, e.Level, e.Text, e.URL)
	}
}

func (w *watch) sent(address string) {
	u, err := url.Parse(address)
	if err != nil || (u.Scheme == "http" || u.Scheme == "https" || u.Scheme == "ws" || u.Scheme == "wss") && u.Host != w.host {
		w.faultf("a foreign request: %s", address)
	}
}

func (w *watch) answered(r *network.Response) {
	u, err := url.Parse(r.URL)
	if err != nil {
		w.faultf("an answer from %s: %v", r.URL, err)
		return
	}
	if r.Status >= http.StatusBadRequest {
		what := fmt.Sprint(r.Status, " ", u.Path)
		if w.expected[what]--; w.expected[what] < 0 {
			w.faultf("unexpected: %s", what)
		}
	}
	if strings.HasPrefix(u.Path, "/api/v1/biom/") && header(r, "Cache-Control") != "no-store" {
		w.faultf("%s may be kept: Cache-Control %q", u.Path, header(r, "Cache-Control"))
	}
}

func header(r *network.Response, name string) string {
	for n, v := range r.Headers {
		if strings.EqualFold(n, name) {
			return fmt.Sprint(v)
		}
	}
	return ""
}

// verdict are all faults, among them what was expected and did not come.
func (w *watch) verdict() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	faults := slices.Clone(w.faults)
	for what, n := range w.expected {
		if n > 0 {
			faults = append(faults, fmt.Sprintf("expected, and did not come: %s", what))
		}
	}
	return faults
}
