// Package llmtest stands in for the vendors of models: it speaks their
// HTTP APIs closely enough for their own SDKs, checks what it is sent, answers
// from known documents, and misbehaves on command.
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

// Config configures a StandIn. The zero value takes every key and knows no
// document.
type Config struct {
	Keys     []string                    // that are accepted; nil: every one
	Known    map[string][]byte           // [Hash] of a file → answer
	Fallback func(file []byte) []byte    // answers the others; nil, or nothing: an empty report
	Latency  func(context.Context) error // passes before each answer; nil: none
	Late     func(context.Context) error // passes as well on [Delay], and between drips; nil: 2 s
	Retry    time.Duration               // what a 429 with a hint says; 0: 2 s
	Rates    map[Fault]float64           // the share of the calls that is not scripted, at random
	Altered  float64                     // the share of values in which [Alter] changes a digit; 0: 0.05
	Seed     uint64                      // of what is random
	Record   bool                        // keep the requests for [StandIn.Requests]
}

// StandIn is a vendor. It is an http.Handler, and safe for concurrent use.
type StandIn struct {
	cfg Config

	mu         sync.Mutex
	random     *rand.Rand
	script     []Fault
	calls      map[Fault]int
	requests   []Request
	complaints []string
	underWay   int
}

// Request is what a call sent.
type Request struct {
	Method string
	Path   string
	Header http.Header
	Body   []byte
}

// Tiny is the smallest picture, for tests to which it does not matter what is
// read: a GIF of one pixel.
var Tiny = []byte("GIF89a\x01\x00\x01\x00\x80\x00\x00\xff\xff\xff\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;")

// Hash names a file in [Config.Known].
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

// After returns a wait for d.
func After(d time.Duration) func(context.Context) error {
	return func(ctx context.Context) error { return clock.Sleep(ctx, d) }
}

// Script has the next calls go as it says, before what is random.
func (s *StandIn) Script(faults ...Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.script = slices.Clone(faults)
}

// Calls counts the questions to the model by what came of them; checks of keys
// are not among them.
func (s *StandIn) Calls() map[Fault]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.calls)
}

// Total is the number of questions to the model.
func (s *StandIn) Total() (n int) {
	for _, calls := range s.Calls() {
		n += calls
	}
	return n
}

// UnderWay is how many calls have a connection now.
func (s *StandIn) InFlight() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.underWay
}

// Complaints are what was wrong with requests, as a vendor would not take them.
func (s *StandIn) Complaints() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.complaints)
}

// Requests are the requests of the models' answers, if they are recorded.
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
		return // the client went away
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
		c.asked(body)
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

func (s *StandIn) count(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.underWay += n
}

// note keeps what a question sent, and says how it is to go.
func (s *StandIn) note(r *http.Request, body []byte, wrong error) Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cfg.Record {
		s.requests = append(s.requests, Request{r.Method, r.URL.RequestURI(), r.Header.Clone(), body})
	}
	if wrong != nil {
		s.complaints = append(s.complaints, wrong.Error())
	}
	fault := s.nextLocked()
	s.calls[fault]++
	return fault
}

func (s *StandIn) nextLocked() Fault {
	if len(s.script) > 0 {
		next := s.script[0]
		s.script = s.script[1:]
		return next
	}
	at := s.random.Float64()
	for _, fault := range slices.Sorted(maps.Keys(s.cfg.Rates)) {
		if at -= s.cfg.Rates[fault]; at < 0 {
			return fault
		}
	}
	return None
}

// answer is the right answer to a document.
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
