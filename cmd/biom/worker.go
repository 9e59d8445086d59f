package main

import (
	"fmt"

	"biom/shared/broker"
	"biom/shared/job"
	"biom/worker"
)

type workerCmd struct {
	Cluster   clusterFlags  `embed:""`
	Queue     queueFlags    `embed:""`
	Providers providerFlags `embed:""`
	Upload    uploadFlags   `embed:""`
	Admin     adminFlags    `embed:""`
}

// Run processes jobs until the process is told to stop.
func (c *workerCmd) Run(t *terminal) error {
	conn, keys, err := c.Cluster.connect(t, "worker", c.Upload.maxMessage())
	if err != nil {
		return err
	}
	defer conn.Close()
	reading, err := c.Providers.open(t)
	if err != nil {
		return err
	}
	w, err := newWorker(t, conn, keys, reading, c.Queue, c.Providers)
	if err != nil {
		return err
	}
	stopAdmin, err := c.Admin.start(t, natsReady(conn))
	if err != nil {
		return err
	}
	defer stopAdmin()
	fmt.Fprintf(t.Stdout, "biom worker: reading documents with %s, %d at once\n", reading.provider.Model(), c.Providers.Concurrency)
	return w.Run(t.ctx)
}

func newWorker(t *terminal, conn *broker.Conn, keys *job.Keyring, reading readers, queue queueFlags, flags providerFlags) (*job.Worker, error) {
	w, err := worker.New(worker.Config{Provider: reading.provider, BYOK: reading.byok, Log: t.log})
	if err != nil {
		return nil, err
	}
	return job.NewWorker(t.ctx, conn, job.WorkerConfig{
		Keys: keys, Handle: w.Handle, Check: w.Check, Concurrency: flags.Concurrency, Streams: queue.options(), Log: t.log,
	})
}

func (q queueFlags) options() job.StreamOptions {
	return job.StreamOptions{Replicas: q.Replicas, MaxBytes: int64(q.QueueBytes)}
}
