package main

import (
	"fmt"

	"biom/cmd/internal/commandline"
	"biom/shared/broker"
	"biom/shared/job"
	"biom/shared/memory"
	"biom/worker"
)

type workerCmd struct {
	Cluster   clusterFlags  `embed:""`
	Providers providerFlags `embed:""`
	Upload    uploadFlags   `embed:""`
	Admin     adminFlags    `embed:""`
	Log       logFlags      `embed:""`
}

// Run processes jobs until the process is told to stop.
func (c *workerCmd) Run(t *terminal) error {
	stopTracing, err := t.begin("worker", c.Log)
	if err != nil {
		return err
	}
	defer stopTracing()
	memory.Keep(t.ctx)
	conn, keys, err := c.Cluster.connect(t, "worker", c.Upload.maxMessage())
	if err != nil {
		return err
	}
	defer conn.Close()
	extractors, err := c.Providers.open(t)
	if err != nil {
		return err
	}
	w, err := newWorker(t, conn, keys, extractors, c.Providers)
	if err != nil {
		return err
	}
	stopAdmin, err := c.Admin.start(t, "worker", natsPart(conn, true))
	if err != nil {
		return err
	}
	defer stopAdmin()
	fmt.Fprintf(t.Stdout, "biom worker: reading documents with %s, %d at once\n", extractors.provider.Model(), c.Providers.Concurrency)
	return w.Run(t.ctx)
}

// newWorker returns the worker of this process, which takes the jobs of the queue.
func newWorker(t *terminal, conn *broker.Conn, keys *job.Keyring, extractors extractorPair, flags providerFlags) (*job.Worker, error) {
	w, err := worker.New(worker.Config{Provider: extractors.provider, BYOK: extractors.byok, Log: t.log})
	if err != nil {
		return nil, err
	}
	return job.NewWorker(t.ctx, conn, job.WorkerConfig{
		Keys: keys, Handle: w.Handle, Check: w.Check, Concurrency: flags.Concurrency,
		Version: commandline.Version(), Model: extractors.provider.Model(), Metrics: t.metrics, Log: t.log,
	})
}
