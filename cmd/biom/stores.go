package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"biom/shared/analytics"
	"biom/shared/apikey"
	"biom/shared/broker"
	"biom/shared/callback"
	"biom/shared/database"
	"biom/shared/job"
	"biom/shared/quota"
	"biom/shared/redisclient"
	"biom/shared/share"
	"biom/shared/telemetry"
)

type shareFlags struct {
	ShareTTL time.Duration `env:"BIOM_SHARE_TTL" default:"${share_ttl}" help:"How long a share can be retrieved."`
}

// Validate returns an error if shares would expire at once.
func (f shareFlags) Validate() error {
	if f.ShareTTL <= 0 {
		return fmt.Errorf("BIOM_SHARE_TTL is %v; a share must live for a while, such as 744h", f.ShareTTL)
	}
	return nil
}

type analyticsFlags struct {
	Analytics bool `env:"BIOM_ANALYTICS" default:"true" negatable:"" help:"Publish analytics events and take ratings of extractions; false: neither."`
}

// stores are the front end's stores: quotas, shares, service keys, endpoints of callbacks, and references
// to the extractions that may be rated. A store without a server is in a file on this
// machine, or in memory.
type stores struct {
	quotas       quota.Store
	quotaTimeout time.Duration // 0: the api's default, which suits Redis
	references   analytics.References
	shares       *share.Shares
	keys         *apikey.Cache
	callbacks    callback.Store
	// canStore returns why this machine cannot store uploads with pending bytes in all.
	canStore func(pending int64) error
	parts    []telemetry.Part // the databases, for /readyz

	stopWatching context.CancelFunc
	watchers     sync.WaitGroup
	closers      []io.Closer // in the order of opening
}

// storeLocations says where the stores of a process are.
type storeLocations struct {
	file        string // path of the SQLite file; "": none is needed
	redisURL    string // "": quotas in file, references in memory
	databaseURL string // Postgres; "": shares and keys in file
}

// openStores opens the stores. The key under which quotas are kept is derived from keys.
func openStores(t *terminal, at storeLocations, keys *job.Keyring, flags shareFlags) (*stores, error) {
	s := &stores{canStore: func(int64) error { return nil }}
	if err := s.open(t, at, keys, flags); err != nil {
		return nil, errors.Join(err, s.close())
	}
	ctx, cancel := context.WithCancel(context.Background())
	s.stopWatching = cancel
	s.watchers.Go(func() { s.shares.Watch(ctx) })
	return s, nil
}

func (s *stores) open(t *terminal, at storeLocations, keys *job.Keyring, flags shareFlags) error {
	file, err := s.openFile(t, at)
	if err != nil {
		return err
	}
	if err := s.openQuotas(t, at.redisURL, file); err != nil {
		return err
	}
	if s.quotas, err = hashSubjects(s.quotas, keys); err != nil {
		return err
	}
	shares, serviceKeys, err := s.openDatabase(t, at.databaseURL, file)
	if err != nil {
		return err
	}
	s.keys = apikey.NewCache(apikey.CacheConfig{Store: serviceKeys, Timeout: t.storeTimeout, Log: t.log})
	s.closers = append(s.closers, s.keys)
	gate := share.NewGate()
	if s.shares, err = share.New(share.Config{Store: shares, Gate: gate, TTL: flags.ShareTTL, Log: t.log}); err != nil {
		return err
	}
	return showDerivations(t, gate)
}

// openFile opens the SQLite file. It returns nil if servers are given for every
// store.
func (s *stores) openFile(t *terminal, at storeLocations) (*database.SQLite, error) {
	if at.redisURL != "" && at.databaseURL != "" {
		return nil, nil
	}
	db, err := database.OpenSQLite(t.ctx, at.file)
	if err != nil {
		return nil, err
	}
	s.closers = append(s.closers, db)
	s.parts = append(s.parts, databasePart("database", db.DBID))
	return db, nil
}

func (s *stores) openQuotas(t *terminal, url string, file *database.SQLite) (err error) {
	if url == "" {
		// A local file is never unavailable, but it waits for the disk and for
		// other writers.
		s.references, s.quotaTimeout = analytics.NewMemory(), 10*time.Second
		s.quotas, err = quota.NewSQLite(t.ctx, file)
		return err
	}
	client, err := redisclient.Open(url, t.log)
	if err != nil {
		return err
	}
	s.closers = append(s.closers, client)
	s.parts = append(s.parts, telemetry.Part{Name: "Redis", Check: func(ctx context.Context) error { return client.Ping(ctx).Err() }})
	s.references, s.quotas = analytics.NewRedis(client), quota.NewRedis(client)
	return nil
}

// hashSubjects returns a store that keeps no address and no user in clear text. The
// hashes' key is derived from the first job key, so that it lies in the environment, or
// in a file of its own, and not in the store.
func hashSubjects(store quota.Store, keys *job.Keyring) (quota.Store, error) {
	key, err := keys.Derive("biom quota subjects")
	if err != nil {
		return nil, err
	}
	return quota.NewHashed(store, key), nil
}

// databasePart is a database that works if its ID can be read.
func databasePart(name string, id func(context.Context) (string, error)) telemetry.Part {
	return telemetry.Part{Name: name, Check: func(ctx context.Context) error { _, err := id(ctx); return err }}
}

// openDatabase opens what is in the database, and sets s.callbacks.
func (s *stores) openDatabase(t *terminal, url string, file *database.SQLite) (share.Store, apikey.Store, error) {
	if url == "" {
		s.callbacks = callback.NewSQLite(file)
		return share.NewSQLite(file), apikey.NewSQLite(file), nil
	}
	db, err := database.OpenPostgres(url, t.log)
	if err != nil {
		return nil, nil, err
	}
	s.closers = append(s.closers, db)
	s.parts = append(s.parts, databasePart("Postgres", db.DBID))
	s.callbacks = callback.NewPostgres(db)
	return share.NewPostgres(db), apikey.NewPostgres(db), nil
}

// close closes what was opened, in the reverse order.
func (s *stores) close() error {
	if s.stopWatching != nil {
		s.stopWatching()
		s.watchers.Wait()
	}
	var errs []error
	for _, c := range slices.Backward(s.closers) {
		errs = append(errs, c.Close())
	}
	return errors.Join(errs...)
}

// pipeline takes analytics events and ratings; its parts are nil if analytics are
// off.
type pipeline struct {
	events   *analytics.Publisher
	feedback *analytics.Feedback
}

func (f analyticsFlags) open(t *terminal, conn *broker.Conn, queue queueFlags, refs analytics.References) (pipeline, error) {
	if !f.Analytics {
		return pipeline{}, nil
	}
	events, err := analytics.NewPublisher(t.ctx, conn, analytics.PublisherConfig{Replicas: queue.Replicas, Log: t.log})
	if err != nil {
		return pipeline{}, err
	}
	return pipeline{events, analytics.NewFeedback(refs, events, nil)}, nil
}

// flushTimeout limits how long a process that stops publishes the events that still
// wait.
const flushTimeout = 3 * time.Second

func (p pipeline) close() {
	if p.events == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), flushTimeout)
	defer cancel()
	p.events.Close(ctx)
}
