package main

import (
	"context"
	"errors"
	"fmt"

	"golang.org/x/sync/errgroup"

	"biom/shared/broker"
	"biom/shared/job"
)

type serveCmd struct {
	Data string `env:"BIOM_DATA" default:"./data" type:"path" help:"Everything that biom keeps: queue, quotas, shares, keys."`

	NATSURL     string `name:"nats-url" env:"BIOM_NATS_URL" help:"NATS servers (nats://…, comma separated)."`
	RedisURL    string `env:"BIOM_REDIS_URL" help:"Redis that keeps quotas and which extractions may be rated (redis://…)."`
	DatabaseURL string `env:"BIOM_DATABASE_URL" help:"Postgres that keeps shares and service keys (postgres://…)."`
	JobKey      string `env:"BIOM_JOB_KEY" help:"Key that seals jobs: 32 bytes in base64, the same for every api and worker; several, comma separated, to rotate."`

	Front     frontFlags    `embed:""`
	Queue     queueFlags    `embed:""`
	Providers providerFlags `embed:""`
	Admin     adminFlags    `embed:""`
}

// parts are what `serve` embeds in the place of servers, or the servers that
// it was given.
type parts struct {
	dir    *dataDir
	server *broker.Embedded // nil: NATS was given
	conn   *broker.Conn
	kept   *stores
	keys   *job.Keyring
}

// Run serves every role in this process until it is told to stop. The api goes
// first, so that what is under way is still worked on; then the worker, then
// the parts.
func (c *serveCmd) Run(t *terminal) (err error) {
	p, err := c.open(t)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.close()) }()
	read, err := c.Providers.open(t)
	if err != nil {
		return err
	}
	w, err := newWorker(t, p.conn, p.keys, read, c.Queue, c.Providers)
	if err != nil {
		return err
	}
	front, stop, err := c.Front.open(t, p.conn, p.keys, c.Queue, p.kept, read.provider.Model())
	if err != nil {
		return err
	}
	defer stop()
	stopAdmin, err := c.Admin.start(t, connected(p.conn))
	if err != nil {
		return err
	}
	defer stopAdmin()

	working, stopWorking := context.WithCancel(context.Background())
	worked := make(chan error, 1)
	go func() { worked <- w.Run(working) }()
	err = c.Front.HTTP.serve(t, front, func(url string) {
		fmt.Fprintf(t.stdout, "biom: serving on %s, reading documents with %s, keeping its data in %s\n",
			url, read.provider.Model(), c.Data)
	})
	stopWorking()
	return errors.Join(err, <-worked)
}

// open starts the parts side by side: each takes a while to find its files.
func (c *serveCmd) open(t *terminal) (p *parts, err error) {
	p = &parts{}
	if p.dir, err = openData(c.Data); err != nil {
		return nil, err
	}
	if err := c.fill(t, p); err != nil {
		return nil, errors.Join(err, p.close())
	}
	return p, nil
}

func (c *serveCmd) fill(t *terminal, p *parts) (err error) {
	key := c.JobKey
	if key == "" {
		if key, err = p.dir.jobKey(); err != nil {
			return err
		}
	}
	if p.keys, err = job.ParseKeys(key); err != nil {
		return fmt.Errorf("%w (given in the environment, or kept in %s)", err, p.dir.join("job.key"))
	}
	var starting errgroup.Group
	starting.Go(func() error { return p.openQueue(t, c.NATSURL, c.Front.Upload.largest()) })
	starting.Go(func() (err error) {
		p.kept, err = openStores(t, storesAt{p.dir.join("biom.db"), c.RedisURL, c.DatabaseURL}, c.Front.Shares)
		return err
	})
	return starting.Wait()
}

func (p *parts) openQueue(t *terminal, url string, maxMessage int) (err error) {
	if url == "" {
		if p.server, err = broker.StartEmbedded(p.dir.join("nats"), maxMessage, t.log); err != nil {
			return err
		}
	}
	p.conn, err = broker.Connect(t.ctx, broker.Config{
		URL: url, Embedded: p.server, Name: "biom serve", MinPayload: maxMessage, Log: t.log,
	})
	return err
}

// close ends what was started, the lock last.
func (p *parts) close() error {
	if p.conn != nil {
		p.conn.Close()
	}
	if p.server != nil {
		p.server.Shutdown()
	}
	var err error
	if p.kept != nil {
		err = p.kept.close()
	}
	return errors.Join(err, p.dir.close())
}
