package share

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"
)

const (
	// draws is how many codes Create draws before it gives up.
	draws = 8
	// storeLimit bounds one operation of the store.
	storeLimit = 2 * time.Second
	// purgeLimit bounds the purge that a caller of Create waits for.
	purgeLimit = 500 * time.Millisecond
)

// Shares makes and opens shares. Use New.
type Shares struct {
	cfg  Config
	dbID atomic.Pointer[string] // last seen; nil: never
}

// New makes Shares on a store.
func New(cfg Config) (*Shares, error) {
	if cfg.Store == nil {
		return nil, errors.New("share: Config.Store is nil: see NewSQLite, NewPostgres")
	}
	if cfg.TTL < 0 {
		return nil, fmt.Errorf("share: Config.TTL is %v: a share must live for a while", cfg.TTL)
	}
	return &Shares{cfg: cfg.withDefaults()}, nil
}

func (c Config) withDefaults() Config {
	if c.Gate == nil {
		c.Gate = NewGate(0, 0, 0)
	}
	if c.TTL == 0 {
		c.TTL = DefaultTTL
	}
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

// Create stores a document behind a new code, and then purges what has expired.
// ErrTooLarge, ErrBusy, or a fault of the store or of the context.
func (s *Shares) Create(ctx context.Context, document []byte) (Created, error) {
	if len(document) > MaxDocument {
		return Created{}, ErrTooLarge
	}
	made, err := s.create(ctx, document)
	if err != nil {
		return Created{}, fmt.Errorf("share: create: %w", err)
	}
	made.Purged = s.purge(ctx)
	return made, nil
}

func (s *Shares) create(ctx context.Context, document []byte) (Created, error) {
	for range draws {
		code, err := draw()
		if err != nil {
			return Created{}, err
		}
		made, taken, err := s.createAs(ctx, code, document)
		if err != nil || !taken {
			return made, err
		}
	}
	return Created{}, fmt.Errorf("%d word pairs were drawn and all are in use", draws)
}

func (s *Shares) createAs(ctx context.Context, code Code, document []byte) (made Created, taken bool, err error) {
	key, err := s.derive(ctx, code)
	if err != nil {
		return Created{}, false, err
	}
	ctx, cancel := context.WithTimeout(ctx, storeLimit)
	defer cancel()
	now := s.now()
	r := Record{ID: code.ID(), Payload: key.seal(document), Created: now, Expires: now.Add(s.cfg.TTL)}
	dbID, taken, err := s.cfg.Store.Insert(ctx, r)
	if err != nil {
		return Created{}, false, err
	}
	s.saw(dbID)
	return Created{Code: code, Expires: r.Expires, DBID: dbID}, taken, nil
}

// purge is bounded and may fail: the next one goes on.
func (s *Shares) purge(ctx context.Context) int {
	ctx, cancel := context.WithTimeout(ctx, purgeLimit)
	defer cancel()
	n, err := s.cfg.Store.Purge(ctx, s.now())
	if err != nil {
		s.cfg.Log.LogAttrs(ctx, slog.LevelWarn, "expired shares could not be purged", slog.Any("error", err))
	}
	return n
}

// Retrieve opens the share of a code. ErrNotFound (ErrDestroyed), ErrBusy, or a
// fault of the store, of which nothing follows about the code. A caller may
// leave, by ending the context, while it waits at the gate; from then on the
// attempt is counted whoever waits for it.
func (s *Shares) Retrieve(ctx context.Context, code Code) (Found, error) {
	key, err := s.derive(ctx, code)
	if err != nil {
		return Found{}, fmt.Errorf("share: retrieve: %w", err)
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), storeLimit)
	defer cancel()
	var document []byte
	a, err := s.cfg.Store.Try(withSteps(ctx, s.cfg.Step), code.ID(), s.now(), func(payload []byte) bool {
		s.cfg.Step(StepTry)
		var opened bool
		document, opened = key.open(payload)
		return opened
	})
	if err != nil {
		return Found{}, fmt.Errorf("share: retrieve: %w", err)
	}
	s.saw(a.DBID)
	switch {
	case a.Opened:
		return Found{Document: document, Expires: a.Expires, DBID: a.DBID}, nil
	case a.Destroyed:
		return Found{}, ErrDestroyed
	default:
		return Found{}, ErrNotFound
	}
}

// derive makes the key of a code, which costs 32 MiB and a core for a while,
// behind the gate.
func (s *Shares) derive(ctx context.Context, code Code) (k key, err error) {
	busy := s.cfg.Gate.do(ctx, func() {
		s.cfg.Step(StepHash)
		k, err = newKey(s.cfg.Derive([]byte(code.number), code.salt()))
	})
	return k, errors.Join(busy, err)
}

// now is as precise as the stores: what they give back equals what they got.
func (s *Shares) now() time.Time { return time.UnixMilli(s.cfg.Now().UnixMilli()).UTC() }
