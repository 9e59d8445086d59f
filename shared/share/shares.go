package share

import (
	"context"
	"crypto/cipher"
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
	// watchEvery is how often Watch looks.
	watchEvery = time.Minute
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
// ErrBusy, or a fault of the store or of the context.
func (s *Shares) Create(ctx context.Context, document []byte) (Created, error) {
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
	aead, err := s.derive(ctx, code)
	if err != nil {
		return Created{}, false, err
	}
	ctx, cancel := context.WithTimeout(ctx, storeLimit)
	defer cancel()
	now := s.now()
	r := Record{ID: code.ID(), Payload: aead.Seal(nil, nil, document, nil), Created: now, Expires: now.Add(s.cfg.TTL)}
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
	aead, err := s.derive(ctx, code)
	if err != nil {
		return Found{}, fmt.Errorf("share: retrieve: %w", err)
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), storeLimit)
	defer cancel()
	var document []byte
	a, err := s.cfg.Store.Try(withSteps(ctx, s.cfg.Step), code.ID(), s.now(), func(payload []byte) bool {
		s.cfg.Step(StepTry)
		var err error
		document, err = aead.Open(nil, nil, payload, nil)
		return err == nil
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

// derive makes the cipher of a code, which costs 32 MiB and a core for a while,
// behind the gate.
func (s *Shares) derive(ctx context.Context, code Code) (aead cipher.AEAD, err error) {
	busy := s.cfg.Gate.do(ctx, func() {
		s.cfg.Step(StepHash)
		aead, err = newCipher(s.cfg.Derive([]byte(code.number), code.salt()))
	})
	return aead, errors.Join(busy, err)
}

// Count returns how many shares live.
func (s *Shares) Count(ctx context.Context) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, storeLimit)
	defer cancel()
	n, dbID, err := s.cfg.Store.Count(ctx, s.now())
	if err != nil {
		return 0, fmt.Errorf("share: count: %w", err)
	}
	s.saw(dbID)
	return n, nil
}

// DBID is the last known ID of the database, "" if it was never seen. It asks
// nobody.
func (s *Shares) DBID() string {
	if id := s.dbID.Load(); id != nil {
		return *id
	}
	return ""
}

// Watch keeps DBID fresh, now and once a minute, until the context ends. A
// database that is away keeps its last known ID.
func (s *Shares) Watch(ctx context.Context) {
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for {
		if _, err := s.Count(ctx); err != nil && ctx.Err() == nil {
			s.cfg.Log.LogAttrs(ctx, slog.LevelWarn, "the share database cannot be asked", slog.Any("error", err))
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

func (s *Shares) saw(dbID string) { s.dbID.Store(&dbID) }

// now is as precise as the stores: what they give back equals what they got.
func (s *Shares) now() time.Time { return time.UnixMilli(s.cfg.Now().UnixMilli()).UTC() }
