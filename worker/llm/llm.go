// Package llm holds what the adapters of language models behind an HTTP API share: it
// prepares the document, rotates the keys, repeats calls after transient faults, tells
// faults apart and limits the size of answers. An adapter (worker/provider/gemini,
// worker/provider/openai) adds only a [Client], which makes one call through its
// vendor's SDK. What a model is told stands in package prompt.
package llm

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"biom/shared/biometry"
	"biom/worker/llm/attachment"
	"biom/worker/llm/keyring"
	"biom/worker/provider"
)

// Client calls a vendor with one key. It is safe for concurrent use. It may return the
// errors of the SDK as they are, with or without a [*Fault] in their chain.
type Client interface {
	// Ask has the model read the document.
	Ask(ctx context.Context, q Question) (Reply, error)
	// Check makes a call that costs nothing; it returns nil if the key is accepted.
	Check(ctx context.Context) error
}

// Question is what one call asks the model.
type Question struct {
	Parts  []attachment.Part // of the document
	Faults []biometry.Fault  // of the previous answer; none in the first call
	Slow   bool              // use the vendor's discounted tier
	// Without has the parameters that must be left out because the server has refused
	// them: some models take no temperature, some servers know no tiers.
	Without map[string]bool
}

// Reply is the answer of the model.
type Reply struct {
	JSON   string
	Model  string // the model that answered; "" if the vendor does not say
	Tokens provider.Tokens
}

// Config configures an Extractor. Name, Model and Connect are required.
type Config struct {
	Name  string // of the vendor, in metrics
	Model string
	Keys  []string // the deployment's keys; none: only callers' keys are used
	// Connect makes the client for a key. It makes no call.
	Connect func(key string, h *http.Client) (Client, error)

	Documents attachment.Config
	// Concurrency is the number of idle connections that are kept open. 0: 256.
	Concurrency int
	// Pause is the wait before the first retry, and the pause of a key after a first
	// 429 that names no time. Each further one is twice as long. 0: 0.5 s.
	Pause   time.Duration
	Metrics prometheus.Registerer // nil: calls are not counted
}

// Extractor implements [provider.Extractor] with the Client of a vendor.
type Extractor struct {
	cfg       Config
	http      *http.Client
	keys      *keyring.Ring[Client]
	documents *attachment.Opener
	without   params // parameters that the server has refused
	meters    *meters
}

var _ provider.Extractor = (*Extractor)(nil)

// New makes a Client for each key. It makes no call.
func New(cfg Config) (*Extractor, error) {
	if cfg.Name == "" || cfg.Model == "" || cfg.Connect == nil {
		return nil, errors.New("llm: Config.Name, Model and Connect are required")
	}
	if cfg.Pause <= 0 {
		cfg.Pause = 500 * time.Millisecond
	}
	e := &Extractor{cfg: cfg, http: newHTTP(cfg.Concurrency)}
	var clients []Client
	for _, key := range cfg.Keys {
		c, err := cfg.Connect(key, e.http)
		if err != nil {
			return nil, errors.New("llm: one of the keys, or the address, is not of the form that the vendor's SDK takes")
		}
		clients = append(clients, c)
	}
	e.keys = keyring.New(keyring.Config{FirstPause: cfg.Pause}, clients...)
	if err := e.registerMetrics(cfg.Metrics); err != nil {
		return nil, err
	}
	var err error
	e.documents, err = attachment.New(cfg.Documents)
	return e, err
}

// Model implements [provider.Extractor].
func (e *Extractor) Model() string { return e.cfg.Model }

// Missing lists the Debian packages that are not installed. Without them PDFs are not
// checked, or cannot be rendered.
func (e *Extractor) Missing() []string { return e.documents.Missing() }

// Close removes the working files and closes the idle connections.
func (e *Extractor) Close() error {
	e.http.CloseIdleConnections()
	return e.documents.Close()
}

// Prepare implements [provider.Extractor].
func (e *Extractor) Prepare(ctx context.Context, doc provider.Document, opts provider.Options) (provider.Prepared, error) {
	keys, err := e.keysFor(opts.Key)
	if err != nil {
		return nil, err
	}
	parts, err := e.documents.Open(ctx, doc)
	if err != nil {
		return nil, err
	}
	if err := keys.ready(); err != nil { // opening the document took a while
		return nil, err
	}
	return &prepared{e, keys, Question{Parts: parts, Slow: opts.Slow}, opts.Again}, nil
}

// keysFor returns the keys for a job: only the caller's key if there is one, else the
// deployment's keys, of which one must be usable.
func (e *Extractor) keysFor(callersKey string) (keySource, error) {
	if callersKey == "" {
		keys := serverKeys{e.keys}
		return keys, keys.ready()
	}
	c, err := e.cfg.Connect(callersKey, e.http)
	if err != nil { // the SDK's error may quote the key
		return nil, problemOf(&Fault{Reason: provider.ReasonKeyRejected, description: "not of the SDK's form"}, callerKey{})
	}
	return callerKey{c}, nil
}

// checkTimeout limits the check of a key.
const checkTimeout = 3 * time.Second

// Check implements [provider.Extractor]. It never pauses a key, because a key that is
// not allowed to list models may still be allowed to read documents. A key whose rate
// limit is reached is valid. The deployment has no valid key while all its keys are
// paused.
func (e *Extractor) Check(ctx context.Context, key string) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	keys, err := e.keysFor(key)
	if err != nil {
		return false, nil // without a usable key there is no valid one
	}
	for _, c := range keys.clients() {
		if valid, err := check(ctx, c); valid || err != nil {
			return valid, err
		}
	}
	return false, nil
}

// check checks one key; err means that there is no verdict.
func check(ctx context.Context, c Client) (valid bool, err error) {
	defer func() {
		if recover() != nil { // a panic of the SDK, as in ask
			valid, err = false, NoAnswer()
		}
	}()
	err = c.Check(ctx)
	if err == nil {
		return true, nil
	}
	switch fault := asFault(err); {
	case ctx.Err() != nil:
		return false, ctx.Err()
	case fault.Reason == provider.ReasonRateLimited, fault.restricted:
		return true, nil
	case fault.Reason == provider.ReasonKeyRejected:
		return false, nil
	default:
		return false, fault
	}
}
