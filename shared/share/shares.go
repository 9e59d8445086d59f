package share

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"
)

const (
	// maxDraws is the number of codes that Create draws before it gives up.
	maxDraws = 8

	defaultStoreTimeout = 2 * time.Second
	defaultPurgeTimeout = 500 * time.Millisecond
)

// Shares creates and retrieves shares. New returns one.
type Shares struct {
	cfg  Config
	dbID atomic.Pointer[string] // last known ID of the database; nil: not known yet
}

// New returns Shares on a store. The error names the field of cfg that is wrong.
func New(cfg Config) (*Shares, error) {
	if cfg.Store == nil {
		return nil, errors.New("share: Config.Store is nil: see NewSQLite, NewPostgres")
	}
	if cfg.TTL < 0 {
		return nil, fmt.Errorf("share: Config.TTL is %v: a share must live for a while", cfg.TTL)
	}
	return &Shares{cfg: cfg.withDefaults()}, nil
}

// withDefaults returns c with the defaults in place of zero values.
func (c Config) withDefaults() Config {
	if c.Gate == nil {
		c.Gate = NewGate()
	}
	c.WaitTimeout = cmp.Or(c.WaitTimeout, defaultWaitTimeout)
	if c.TTL == 0 {
		c.TTL = DefaultTTL
	}
	c.StoreTimeout = cmp.Or(c.StoreTimeout, defaultStoreTimeout)
	c.PurgeTimeout = cmp.Or(c.PurgeTimeout, defaultPurgeTimeout)
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Derive == nil {
		c.Derive = argon2id
	}
	if c.Step == nil {
		c.Step = func(Step) {}
	}
	return c
}

// Create stores a document under a new code, and then purges expired shares. caller
// names who asks for it: see [Config.Gate]. The error is ErrTooLarge, ErrBusy, or an
// error of the store or the context.
func (s *Shares) Create(ctx context.Context, caller string, document []byte) (Created, error) {
	if len(document) > MaxDocument {
		return Created{}, ErrTooLarge
	}
	created, err := s.create(ctx, caller, document)
	if err != nil {
		return Created{}, fmt.Errorf("share: create: %w", err)
	}
	created.Purged = s.purge(ctx)
	return created, nil
}

// create draws codes until one has a share ID that is not in use.
func (s *Shares) create(ctx context.Context, caller string, document []byte) (Created, error) {
	for range maxDraws {
		code, err := draw()
		if err != nil {
			return Created{}, err
		}
		created, taken, err := s.createAs(ctx, caller, code, document)
		if err != nil || !taken {
			return created, err
		}
	}
	return Created{}, fmt.Errorf("%d word pairs were drawn and all are in use", maxDraws)
}

// createAs stores a document under a given code, unless its share ID is taken.
func (s *Shares) createAs(ctx context.Context, caller string, code Code, document []byte) (created Created, taken bool, err error) {
	key, err := s.derive(ctx, caller, code)
	if err != nil {
		return Created{}, false, err
	}
	ctx, cancel := context.WithTimeout(ctx, s.cfg.StoreTimeout)
	defer cancel()
	now := s.now()
	r := Record{ID: code.ID(), Payload: key.seal(document), Created: now, Expires: now.Add(s.cfg.TTL)}
	dbID, taken, err := s.cfg.Store.Insert(ctx, r)
	if err != nil {
		return Created{}, false, err
	}
	s.rememberDBID(dbID)
	return Created{Code: code, Expires: r.Expires, DBID: dbID}, taken, nil
}

// purge removes expired shares and returns how many. It may fail or remove only
// some of them: the next purge removes the others.
func (s *Shares) purge(ctx context.Context) int {
	ctx, cancel := context.WithTimeout(ctx, s.cfg.PurgeTimeout)
	defer cancel()
	n, err := s.cfg.Store.Purge(ctx, s.now())
	if err != nil {
		s.cfg.Log.LogAttrs(ctx, slog.LevelWarn, "expired shares could not be purged", slog.Any("error", err))
	}
	return n
}

// Retrieve returns the share of a code. caller names who asks for it: see
// [Config.Gate]. The error is ErrNotFound (or ErrDestroyed, which wraps it),
// ErrBusy, or an error of the store, which says nothing about the code. The context
// ends only the wait at the gate. After that the attempt is completed and counted,
// even if the caller has gone. If the code was not tried, the error also wraps
// ErrNotTried.
func (s *Shares) Retrieve(ctx context.Context, caller string, code Code) (Found, error) {
	key, err := s.derive(ctx, caller, code)
	if err != nil {
		return Found{}, fmt.Errorf("share: retrieve: %w (%w)", err, ErrNotTried)
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), s.cfg.StoreTimeout)
	defer cancel()
	var document []byte
	tried := false
	a, err := s.cfg.Store.Try(withSteps(ctx, s.cfg.Step), code.ID(), s.now(), func(payload []byte) bool {
		s.cfg.Step(StepTry)
		tried = true
		var opened bool
		document, opened = key.open(payload)
		return opened
	})
	switch {
	case err != nil && !tried:
		return Found{}, fmt.Errorf("share: retrieve: %w (%w)", err, ErrNotTried)
	case err != nil:
		return Found{}, fmt.Errorf("share: retrieve: %w", err)
	}
	s.rememberDBID(a.DBID)
	switch {
	case a.Opened:
		return Found{Document: document, Expires: a.Expires, DBID: a.DBID}, nil
	case a.Destroyed:
		return Found{}, ErrDestroyed
	default:
		return Found{}, ErrNotFound
	}
}

// derive derives the key of a code, when the gate admits it.
func (s *Shares) derive(ctx context.Context, caller string, code Code) (k key, err error) {
	gateErr := s.admitted(ctx, caller, func() {
		s.cfg.Step(StepHash)
		k, err = newKey(s.cfg.Derive([]byte(code.number), code.salt()))
	})
	return k, errors.Join(gateErr, err)
}

// now returns the time in milliseconds, as the stores keep it, so that a record
// has the same times before and after it was stored.
func (s *Shares) now() time.Time { return time.UnixMilli(s.cfg.Now().UnixMilli()).UTC() }
