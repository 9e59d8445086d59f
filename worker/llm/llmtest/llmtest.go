// Package llmtest is a stand-in for the vendors of language models. It speaks their
// HTTP APIs closely enough for their own SDKs, checks the requests, answers from known
// documents, and misbehaves on command. Tests use it, and the command biomdev provider-sim.
//
//	POST /v1beta/models/{model}:generateContent   GET /v1beta/models   Gemini
//	POST /v1/chat/completions                     GET /v1/models       OpenAI
package llmtest

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"biom/shared/clock"
)

// Config configures a StandIn. The zero value accepts every key and knows no document.
type Config struct {
	Keys     []string                    // keys that are accepted; nil: every key
	Known    map[string][]byte           // [Hash] of a file → answer
	Fallback func(file []byte) []byte    // answers unknown files; nil, or if it returns nil: an empty report
	Latency  func(context.Context) error // waits before each answer; nil: no wait
	Late     func(context.Context) error // waits before an answer with [Delay], and between the bytes of [Drip]; nil: 2 s
	Retry    time.Duration               // the time that [RetryLater] names; 0: 2 s
	Rates    map[Fault]float64           // shares of the calls without a script that go wrong, at random
	Altered  float64                     // share of the numbers in which [Alter] changes a digit; 0: 0.05
	Seed     uint64                      // of the random numbers
	Record   bool                        // store the requests for [StandIn.Requests]
}

// StandIn is a stand-in for a vendor. It is an http.Handler and safe for concurrent use.
type StandIn struct {
	cfg Config

	mu         sync.Mutex
	random     *rand.Rand
	script     []Fault
	calls      map[Fault]int
	requests   []Request
	complaints []string
	inFlight   int
}

// Request is a recorded request.
type Request struct {
	Method string
	Path   string
	Header http.Header
	Body   []byte
}

// Tiny is a GIF of one pixel, for tests in which the document does not matter.
var Tiny = []byte("GIF89a\x01\x00\x01\x00\x80\x00\x00\xff\xff\xff\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;")

// Hash returns the key of a file in [Config.Known].
func Hash(file []byte) string {
	sum := sha256.Sum256(file)
	return hex.EncodeToString(sum[:])
}

// New returns a StandIn.
func New(cfg Config) *StandIn {
	if cfg.Late == nil {
		cfg.Late = After(2 * time.Second)
	}
	if cfg.Retry <= 0 {
		cfg.Retry = 2 * time.Second
	}
	if cfg.Altered <= 0 {
		cfg.Altered = 0.05
	}
	return &StandIn{cfg: cfg, random: rand.New(rand.NewPCG(cfg.Seed, 5)), calls: map[Fault]int{}}
}

// After returns a function that waits for d, or until the context ends.
func After(d time.Duration) func(context.Context) error {
	return func(ctx context.Context) error { return clock.Sleep(ctx, d) }
}

// Script prescribes the faults of the next calls, one for each. It replaces the previous
// script. Calls after the end of the script follow Config.Rates.
func (s *StandIn) Script(faults ...Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.script = slices.Clone(faults)
}

// Calls returns the number of calls of the model by their fault. Checks of keys do not
// count.
func (s *StandIn) Calls() map[Fault]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.calls)
}

// Total returns the number of calls of the model.
func (s *StandIn) Total() (n int) {
	for _, calls := range s.Calls() {
		n += calls
	}
	return n
}

// InFlight returns the number of requests that are being served now.
func (s *StandIn) InFlight() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.inFlight
}

// Complaints returns what was wrong with the requests that a vendor would refuse.
func (s *StandIn) Complaints() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.complaints)
}

// Requests returns the recorded calls of the model.
func (s *StandIn) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// ServeHTTP implements [http.Handler].
func (s *StandIn) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.count(1)
	defer s.count(-1)
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 64<<20))
	if err != nil {
		return // the client has left
	}
	c := &call{StandIn: s, w: w, r: r, dialect: dialectOf(r.URL.Path)}
	switch path := r.URL.Path; {
	case c.dialect == nil:
		http.NotFound(w, r)
	case !s.accepts(c.key(r)):
		c.badKey()
	case r.Method == http.MethodGet && (path == "/v1beta/models" || path == "/v1/models"):
		c.send(http.StatusOK, c.models())
	case r.Method == http.MethodPost:
		c.ask(body)
	default:
		http.NotFound(w, r)
	}
}

func dialectOf(path string) dialect {
	switch {
	case strings.HasPrefix(path, "/v1beta/models"):
		return gemini{}
	case path == "/v1/chat/completions" || path == "/v1/models":
		return openai{}
	}
	return nil
}

func (s *StandIn) accepts(key string) bool {
	return key != "" && (s.cfg.Keys == nil || slices.Contains(s.cfg.Keys, key))
}

// count adds n to the number of requests that are being served.
func (s *StandIn) count(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.inFlight += n
}

// note records a call of the model and returns the fault that it gets.
func (s *StandIn) note(r *http.Request, body []byte, complaint error) Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cfg.Record {
		s.requests = append(s.requests, Request{r.Method, r.URL.RequestURI(), r.Header.Clone(), body})
	}
	if complaint != nil {
		s.complaints = append(s.complaints, complaint.Error())
	}
	fault := s.nextFaultLocked()
	s.calls[fault]++
	return fault
}

// nextFaultLocked returns the next fault of the script, or a random one after its end.
func (s *StandIn) nextFaultLocked() Fault {
	if len(s.script) > 0 {
		next := s.script[0]
		s.script = s.script[1:]
		return next
	}
	drawn := s.random.Float64()
	for _, fault := range slices.Sorted(maps.Keys(s.cfg.Rates)) {
		if drawn -= s.cfg.Rates[fault]; drawn < 0 {
			return fault
		}
	}
	return None
}

// answer returns the right answer to a document.
func (s *StandIn) answer(file []byte) []byte {
	if known, ok := s.cfg.Known[Hash(file)]; ok {
		return known
	}
	if s.cfg.Fallback != nil {
		if answer := s.cfg.Fallback(file); answer != nil {
			return answer
		}
	}
	return []byte(emptyReport)
}

var errNoDocument = errors.New("there is no document in the request")
