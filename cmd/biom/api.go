package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"biom/api"
	"biom/cmd/internal/commandline"
	"biom/shared/broker"
	"biom/shared/callback"
	"biom/shared/job"
	"biom/shared/memory"
	"biom/shared/quota"
)

type apiCmd struct {
	RedisURL    string `env:"BIOM_REDIS_URL" secret:"" required:"" help:"Redis that keeps quotas and which extractions may be rated (redis://…)."`
	DatabaseURL string `env:"BIOM_DATABASE_URL" secret:"" required:"" help:"Postgres that keeps shares and service keys (postgres://…)."`

	Model   modelFlags   `embed:""`
	Cluster clusterFlags `embed:""`
	Front   frontFlags   `embed:""`
	Queue   queueFlags   `embed:""`
	Admin   adminFlags   `embed:""`
	Log     logFlags     `embed:""`
}

// Run serves until the process is told to stop. It only shows the name of the
// provider; the workers call it.
func (c *apiCmd) Run(t *terminal) (err error) {
	stopTracing, err := t.begin("api", c.Log)
	if err != nil {
		return err
	}
	defer stopTracing()
	if err := c.Model.validate(); err != nil {
		return err
	}
	memory.Keep(t.ctx)
	conn, keys, err := c.Cluster.connect(t, "api", c.Front.Upload.maxMessage())
	if err != nil {
		return err
	}
	defer conn.Close()
	stores, err := openStores(t, storeLocations{redisURL: c.RedisURL, databaseURL: c.DatabaseURL}, keys, c.Front.Shares)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stores.close()) }()
	front, stop, err := c.Front.open(t, conn, keys, c.Queue, stores, c.Model.displayName())
	if err != nil {
		return err
	}
	defer stop()
	stopAdmin, err := c.Admin.start(t, "api", append(stores.parts, natsPart(conn, false), queuePart(front.Ready))...)
	if err != nil {
		return err
	}
	defer stopAdmin()
	return c.Front.HTTP.config().Serve(t.ctx, front, func(url string) {
		fmt.Fprintf(t.Stdout, "biom api: serving on %s\n", url)
	})
}

// open makes the front end, which the calling command serves. stop ends the parts that
// the front end uses; it is called after the front end is shut down.
func (f *frontFlags) open(t *terminal, conn *broker.Conn, keys *job.Keyring, queue queueFlags, stores *stores, model string,
) (front *api.Server, stop func(), err error) {
	jobs, err := job.NewClient(t.ctx, conn, job.ClientConfig{
		Keys: keys, Streams: queue.options(t.lease), Version: commandline.Version(), Metrics: t.metrics, Log: t.log,
	})
	if err != nil {
		return nil, nil, err
	}
	events, err := f.Events.open(t, conn, queue, stores.references)
	if err != nil {
		jobs.Close()
		return nil, nil, err
	}
	callbacks, stopCallbacks, err := f.Callbacks.open(t, conn, keys, queue, stores.callbacks)
	if err != nil {
		jobs.Close()
		events.close()
		return nil, nil, err
	}
	stop = func() { jobs.Close(); stopCallbacks(); events.close() }
	export, err := f.export(t)
	if err != nil {
		stop()
		return nil, nil, err
	}
	if front, err = api.New(f.config(t, jobs, callbacks, queue, stores, events, model, export)); err != nil {
		stop()
		return nil, nil, err
	}
	return front, adopting(front, stop), nil
}

// adopting makes front go on with the jobs of apis that have died, until the returned stop is called.
func adopting(front *api.Server, stop func()) func() {
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { defer close(ended); front.Adopt(ctx) }()
	return func() { cancel(); <-ended; stop() }
}

func (f *frontFlags) config(t *terminal, jobs *job.Client, callbacks *callback.Deliverer, queue queueFlags, stores *stores, events pipeline, model string, export api.Export) api.Config {
	cfg := api.Config{
		JobBytes: int64(queue.JobBytes),
		Queue:    api.Jobs(jobs), CanQueue: func(pending int64) error { return cmp.Or(stores.canStore(pending), jobs.Ready()) },
		Quota: stores.quotas, QuotaTimeout: cmp.Or(t.storeTimeout, stores.quotaTimeout), Shares: stores.shares, Keys: stores.keys, Providers: jobs, Requests: jobs, Callbacks: callbacks, Export: export,
		AppVersion: commandline.Version(), Model: model, Environment: f.Site.Environment,
		Limits: f.Quotas.limits(), Capacity: quota.Credits(f.Quotas.Capacity), CapacityPublic: quota.Credits(f.Quotas.CapacityPublic),
		MaxUpload: int(f.Upload.MaxUpload), UploadMemory: int(f.UploadMemory),
		ExtractTimeout: f.Times.ExtractTimeout, ExtractTimeoutSlow: f.Times.ExtractTimeoutSlow, JobTTL: f.Times.JobTTL,
		TrustedProxies: f.Site.TrustedProxies, Metrics: t.metrics, Log: t.log,
	}
	if events.events != nil { // an interface that holds a nil pointer is not nil
		cfg.Events, cfg.Feedback = events.events, events.feedback
	}
	return cfg
}

func (f quotaFlags) limits() api.Limits {
	return api.Limits{
		BiomAI: quota.Credits(f.QuotaBiomAI), BiomAIBYOK: quota.Credits(f.QuotaBiomAIBYOK),
		BiomJSON: quota.Credits(f.QuotaBiomJSON), Retrieve: quota.Credits(f.QuotaRetrieve),
	}
}

// options returns the settings of the queue's streams.
func (q queueFlags) options(lease time.Duration) job.StreamOptions {
	return job.StreamOptions{Replicas: q.Replicas, MaxBytes: int64(q.QueueBytes), UploadBytes: int64(q.JobBytes), Lease: lease}
}
