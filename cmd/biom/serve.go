package main

import (
	"context"
	"errors"
	"fmt"

	"golang.org/x/sync/errgroup"

	"biom/cmd/internal/datadir"
	"biom/shared/broker"
	"biom/shared/job"
	"biom/shared/memory"
)

type serveCmd struct {
	Data string `env:"BIOM_DATA" default:"./data" type:"path" help:"Everything that biom keeps: queue, quotas, shares, keys."`

	DiskReserve byteSize `env:"BIOM_DISK_RESERVE" default:"64MiB" help:"Free space on the disk of BIOM_DATA below which PDFs and images get 503, so that the queue does not fill it."`

	NATSURL     string `name:"nats-url" env:"BIOM_NATS_URL" secret:"" help:"NATS servers (nats://…, comma separated)."`
	RedisURL    string `env:"BIOM_REDIS_URL" secret:"" help:"Redis that keeps quotas and which extractions may be rated (redis://…)."`
	DatabaseURL string `env:"BIOM_DATABASE_URL" secret:"" help:"Postgres that keeps shares and service keys (postgres://…)."`
	JobKey      string `env:"BIOM_JOB_KEY" secret:"" help:"Key that seals jobs: 32 bytes in base64, the same for every api and worker; several, comma separated, to rotate."`

	Front     frontFlags    `embed:""`
	Queue     queueFlags    `embed:""`
	Providers providerFlags `embed:""`
	Admin     adminFlags    `embed:""`
	Log       logFlags      `embed:""`
}

// parts are the queue, the stores and the keys of biom serve. For each server that it
// was given, they hold a connection; in place of the others they hold an embedded part.
type parts struct {
	dir    *datadir.Dir
	server *broker.Embedded // nil: a NATS server was given
	conn   *broker.Conn
	stores *stores
	keys   *job.Keyring
}

// Run serves every role in this process until it is told to stop. The api stops
// first, so that jobs in progress are still processed; then the worker, then the
// parts.
func (c *serveCmd) Run(t *terminal) (err error) {
	stopTracing, err := t.begin("serve", c.Log)
	if err != nil {
		return err
	}
	defer stopTracing()
	memory.Keep(t.ctx)
	p, err := c.open(t)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.close()) }()
	extractors, err := c.Providers.open(t)
	if err != nil {
		return err
	}
	front, stop, err := c.Front.open(t, p.conn, p.keys, c.Queue, p.stores, extractors.provider.Model())
	if err != nil {
		return err
	}
	defer stop()
	w, err := newWorker(t, p.conn, p.keys, extractors, c.Providers)
	if err != nil {
		return err
	}
	stopAdmin, err := c.Admin.start(t, "serve", append(p.stores.parts, natsPart(p.conn, false), queuePart(front.Ready))...)
	if err != nil {
		return err
	}
	defer stopAdmin()

	workerCtx, stopWorker := context.WithCancel(context.Background())
	workerEnded := make(chan error, 1)
	serveCtx, stopServing := context.WithCancel(t.ctx)
	go func() {
		defer stopServing() // uploads would wait in vain for a worker that could not start
		workerEnded <- w.Run(workerCtx)
	}()
	err = c.Front.HTTP.config().Serve(serveCtx, front, func(url string) {
		fmt.Fprintf(t.Stdout, "biom: serving on %s, reading documents with %s, keeping its data in %s\n",
			url, extractors.provider.Model(), c.Data)
	})
	stopWorker()
	return errors.Join(err, <-workerEnded)
}

// open locks the data directory and starts the parts.
func (c *serveCmd) open(t *terminal) (p *parts, err error) {
	p = &parts{}
	if p.dir, err = datadir.Open(c.Data); err != nil {
		return nil, err
	}
	if err := c.start(t, p); err != nil {
		return nil, errors.Join(err, p.close())
	}
	return p, nil
}

// start starts the queue and the stores at the same time, because each needs some time
// to read its files.
func (c *serveCmd) start(t *terminal, p *parts) (err error) {
	key := c.JobKey
	if key == "" {
		if key, err = p.dir.JobKey(); err != nil {
			return err
		}
	}
	if p.keys, err = job.ParseKeys(key); err != nil {
		return fmt.Errorf("%w (given in the environment, or kept in %s)", err, p.dir.JobKeyFile())
	}
	var starting errgroup.Group
	starting.Go(func() error { return p.openQueue(t, c.NATSURL, c.Front.Upload.maxMessage()) })
	starting.Go(func() (err error) {
		p.stores, err = openStores(t, storeLocations{p.dir.Database(), c.RedisURL, c.DatabaseURL}, p.keys, c.Front.Shares)
		return err
	})
	if err := starting.Wait(); err != nil {
		return err
	}
	p.stores.canStore = func(pending int64) error { return p.canStore(int64(c.DiskReserve) + pending) }
	if err := p.stores.canStore(0); err != nil {
		t.log.Warn("PDFs and images get 503", "error", err)
	}
	return nil
}

// canStore returns why the queue stores nothing, or why the disk has no room for
// needed bytes.
func (p *parts) canStore(needed int64) error {
	if p.server != nil {
		if err := p.server.Ready(); err != nil {
			return err
		}
	}
	return p.dir.CheckSpace(needed)
}

func (p *parts) openQueue(t *terminal, url string, maxMessage int) (err error) {
	if url == "" {
		if p.server, err = broker.StartEmbedded(broker.EmbeddedConfig{
			Dir: p.dir.Queue(), MaxPayload: maxMessage, CanWrite: p.dir.CanWrite, Log: t.log,
		}); err != nil {
			return err
		}
	}
	p.conn, err = broker.Connect(t.ctx, broker.Config{
		URL: url, Embedded: p.server, Name: "biom serve", MinPayload: maxMessage, Log: t.log,
	})
	return err
}

// close ends the parts that were started, and then unlocks the directory.
func (p *parts) close() error {
	if p.conn != nil {
		p.conn.Close()
	}
	if p.server != nil {
		p.server.Shutdown()
	}
	var err error
	if p.stores != nil {
		err = p.stores.close()
	}
	return errors.Join(err, p.dir.Close())
}
