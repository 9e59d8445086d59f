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

// monitor observes everything that a tab does. Faults are: errors and warnings in the
// console, requests to other hosts, responses with an unexpected error status, and
// responses of the API that may be cached.
type monitor struct {
	host string

	mu       sync.Mutex
	faults   []string
	expected map[string]int // "429 /api/v1/biom/process" → number of expected responses
	requests []*network.EventRequestWillBeSent
	sizes    map[network.RequestID]float64 // bytes on the wire
}

func newMonitor(host string) *monitor {
	return &monitor{host: host, expected: map[string]int{}, sizes: map[network.RequestID]float64{}}
}

// expectStatus expects one response with this error status and path.
func (m *monitor) expectStatus(status int, path string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.expected[fmt.Sprint(status, " ", path)]++
}

// handle is called with every event of the tab.
func (m *monitor) handle(event any) {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeWarning {
			m.faultf("console: %s", joinArgs(e.Args))
		}
	case *runtime.EventExceptionThrown:
		m.faultf("exception: %s %s", e.ExceptionDetails.Text, joinArgs([]*runtime.RemoteObject{e.ExceptionDetails.Exception}))
	case *log.EventEntryAdded:
		m.checkLogEntry(e.Entry)
	case *network.EventRequestWillBeSent:
		m.requests = append(m.requests, e)
		m.checkRequest(e.Request.URL)
	case *network.EventWebSocketCreated:
		m.faultf("a web socket to %s", e.URL)
	case *network.EventResponseReceived:
		m.checkResponse(e.Response)
	case *network.EventLoadingFinished:
		m.sizes[e.RequestID] = e.EncodedDataLength
	case *network.EventLoadingFailed:
		if !e.Canceled {
			m.faultf("a request failed: %s", e.ErrorText)
		}
	}
}

func (m *monitor) faultf(format string, args ...any) {
	m.faults = append(m.faults, fmt.Sprintf(format, args...))
}

func joinArgs(args []*runtime.RemoteObject) string {
	var words []string
	for _, a := range args {
		if a == nil {
			continue
		}
		words = append(words, strings.Trim(string(a.Value), `"`)+a.Description)
	}
	return strings.Join(words, " ")
}

func (m *monitor) checkLogEntry(e *log.Entry) {
	if e.Source == log.EntrySourceNetwork && strings.HasPrefix(e.Text, "Failed to load resource") {
		return // the response itself is checked
	}
	if e.Level == log.EntryLevelError || e.Level == log.EntryLevelWarning {
		m.faultf("%s %s: %s %s", e.Source, e.Level, e.Text, e.URL)
	}
}

func (m *monitor) checkRequest(address string) {
	u, err := url.Parse(address)
	if err != nil || (u.Scheme == "http" || u.Scheme == "https" || u.Scheme == "ws" || u.Scheme == "wss") && u.Host != m.host {
		m.faultf("a foreign request: %s", address)
	}
}

func (m *monitor) checkResponse(r *network.Response) {
	u, err := url.Parse(r.URL)
	if err != nil {
		m.faultf("a response from %s: %v", r.URL, err)
		return
	}
	if r.Status >= http.StatusBadRequest {
		response := fmt.Sprint(r.Status, " ", u.Path)
		if m.expected[response]--; m.expected[response] < 0 {
			m.faultf("unexpected: %s", response)
		}
	}
	if strings.HasPrefix(u.Path, "/api/v1/biom/") && header(r, "Cache-Control") != "no-store" {
		m.faultf("%s may be cached: Cache-Control %q", u.Path, header(r, "Cache-Control"))
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

// allFaults returns all faults, and the expected responses that did not come.
func (m *monitor) allFaults() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	faults := slices.Clone(m.faults)
	for response, n := range m.expected {
		if n > 0 {
			faults = append(faults, fmt.Sprintf("expected, and did not come: %s", response))
		}
	}
	return faults
}
