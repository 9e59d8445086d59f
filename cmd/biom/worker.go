package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"biom/shared/broker"
	"biom/shared/job"
	"biom/worker"
	"biom/worker/provider"
)

type workerCmd struct {
	Cluster   clusterFlags  `embed:""`
	Queue     queueFlags    `embed:""`
	Providers providerFlags `embed:""`
	Upload    uploadFlags   `embed:""`
	Admin     adminFlags    `embed:""`
}

// Run works until the process is told to stop.
func (c *workerCmd) Run(t *terminal) error {
	conn, keys, err := c.Cluster.connect(t, "worker", c.Upload.largest())
	if err != nil {
		return err
	}
	defer conn.Close()
	extractor, err := c.Providers.open(t)
	if err != nil {
		return err
	}
	w, err := newWorker(t, conn, keys, extractor, c.Queue, c.Providers)
	if err != nil {
		return err
	}
	stopAdmin, err := c.Admin.start(t, conn)
	if err != nil {
		return err
	}
	defer stopAdmin()
	fmt.Fprintf(t.stdout, "biom worker: reading documents with %s, %d at once\n", extractor.Model(), c.Providers.Concurrency)
	return w.Run(t.ctx)
}

func newWorker(t *terminal, conn *broker.Conn, keys *job.Keyring, extractor provider.Extractor, q queueFlags, p providerFlags) (*job.Worker, error) {
	w, err := worker.New(worker.Config{Provider: extractor, Log: t.log})
	if err != nil {
		return nil, err
	}
	return job.NewWorker(t.ctx, conn, job.WorkerConfig{
		Keys: keys, Handle: w.Handle, Check: w.Check, Concurrency: p.Concurrency, Streams: q.options(), Log: t.log,
	})
}

func (q queueFlags) options() job.StreamOptions {
	return job.StreamOptions{Replicas: q.Replicas, MaxBytes: int64(q.QueueBytes)}
}

// providers are the ways to read a document, by the name that BIOM_PROVIDER takes.
var providers = map[string]func(workDir string, t *terminal) (provider.Extractor, error){
	"local": openLocal,
}

func (p providerFlags) open(t *terminal) (provider.Extractor, error) {
	if err := knownProvider(p.Provider); err != nil {
		return nil, err
	}
	return providers[p.Provider](p.WorkDir, t)
}

func knownProvider(name string) error {
	if providers[name] != nil {
		return nil
	}
	names := slices.Sorted(maps.Keys(providers))
	return fmt.Errorf("BIOM_PROVIDER: there is no provider %q; choose from: %s", name, strings.Join(names, ", "))
}
