// Package llm is what the adapters of models behind an HTTP API share:
// keys in rotation, another try where that helps, faults told apart, answers
// that are bounded. An adapter adds a [Client]: how its vendor's SDK is asked.
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

// Client asks a vendor with one key. It is safe for concurrent use. Its errors
// may be the SDK's; a [*Fault] in their chain is found.
type Client interface {
	Ask(ctx context.Context, q Question) (Reply, error)
	Check(ctx context.Context) error // nil: the key is accepted
}

// Question is one call.
type Question struct {
	Parts  []attachment.Part
	Faults []biometry.Fault // of the answer before
	Slow   bool
	// Without are the parameters that this server was found not to take: some
	// models know no temperature, some servers no tiers.
	Without map[string]bool
}

// Reply is what the model said.
type Reply struct {
	JSON   string
	Model  string // which model answered, if the vendor says so
	Tokens provider.Tokens
}

// Config configures an Extractor. Name, Model and Connect are required.
type Config struct {
	Name    string // of the vendor, in metrics
	Model   string
	Keys    []string // the deployment's; none: only callers' keys are served
	Connect func(key string, h *http.Client) (Client, error)

	Documents attachment.Config
	// Concurrency is how many connections are kept for the next call. 0: 256.
	Concurrency int
	// Pause is the wait before another try, and of a key after a 429 that
	// names none. It doubles. 0: 0.5 s.
	Pause   time.Duration
	Metrics prometheus.Registerer // nil: calls are not counted
}

// Extractor implements [provider.Extractor] on a vendor's Client.
type Extractor struct {
	cfg       Config
	http      *http.Client
	keys      *keyring.Ring[Client]
	documents *attachment.Opener
	without   params
	meters    *meters
}

var _ provider.Extractor = (*Extractor)(nil)

// New makes a Client for each key. It makes no call.
func New(cfg Config) (*Extractor, error) {
	if cfg.Name == "" || cfg.Model == "" || cfg.Connect == nil {
		return nil, errors.New("vendor: Config.Name, Model and Connect are required")
	}
	if cfg.Pause <= 0 {
		cfg.Pause = 500 * time.Millisecond
	}
	e := &Extractor{cfg: cfg, http: newHTTP(cfg.Concurrency)}
	var clients []Client
	for _, key := range cfg.Keys {
		c, err := cfg.Connect(key, e.http)
		if err != nil {
			return nil, errors.New("vendor: one of the keys, or the address, is not of the form that the vendor's SDK takes")
		}
		clients = append(clients, c)
	}
	e.keys = keyring.New(keyring.Config{First: cfg.Pause}, clients...)
	if err := e.count(cfg.Metrics); err != nil {
		return nil, err
	}
	var err error
	e.documents, err = attachment.New(cfg.Documents)
	return e, err
}

// Model implements [provider.Extractor].
func (e *Extractor) Model() string { return e.cfg.Model }

// Missing lists the Debian packages without which documents are not checked,
// or not rendered.
func (e *Extractor) Missing() []string { return e.documents.Missing() }

// Close removes the working files and closes the connections that rest.
func (e *Extractor) Close() error {
	e.http.CloseIdleConnections()
	return e.documents.Close()
}

// Prepare implements [provider.Extractor].
func (e *Extractor) Prepare(ctx context.Context, doc provider.Document, opts provider.Options) (provider.Prepared, error) {
	from, err := e.turns(opts.Key)
	if err != nil {
		return nil, err
	}
	parts, err := e.documents.Open(ctx, doc)
	if err != nil {
		return nil, err
	}
	if err := from.ready(); err != nil { // that took a while
		return nil, err
	}
	return &prepared{e, from, Question{Parts: parts, Slow: opts.Slow}, opts.Again}, nil
}

// turns are where a job's keys come from: the caller's own alone, or the
// deployment's, of which one must be usable.
func (e *Extractor) turns(key string) (turns, error) {
	if key == "" {
		from := serverKeys{e.keys}
		return from, from.ready()
	}
	c, err := e.cfg.Connect(key, e.http)
	if err != nil { // the SDK's error may quote the key
		return nil, told(&Fault{Reason: provider.ReasonKeyRejected, what: "not of the SDK's form"}, callerKey{})
	}
	return callerKey{c}, nil
}

// checkTime bounds a live check of a key.
const checkTime = 3 * time.Second

// Check implements [provider.Extractor]. It changes nothing of the keys: one
// that may not do what a check does may still read. A key whose limit is
// reached is a valid key; a deployment whose keys all rest has none.
func (e *Extractor) Check(ctx context.Context, key string) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	from, err := e.turns(key)
	if err != nil {
		return false, nil // no key is no valid key
	}
	for _, c := range from.clients() {
		if valid, err := check(ctx, c); valid || err != nil {
			return valid, err
		}
	}
	return false, nil
}

func check(ctx context.Context, c Client) (valid bool, err error) {
	defer func() {
		if recover() != nil { // as in ask
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
