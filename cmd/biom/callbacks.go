package main

import (
	"context"
	"net/netip"
	"sync"

	"biom/shared/broker"
	"biom/shared/callback"
	"biom/shared/job"
)

type callbackFlags struct {
	CallbackAllow []netip.Prefix `env:"BIOM_CALLBACK_ALLOW" help:"Networks (CIDR, comma separated) that callbacks may reach although their addresses are not public."`
}

// open starts a deliverer of callbacks. stop ends it.
func (f callbackFlags) open(t *terminal, conn *broker.Conn, keys *job.Keyring, queue queueFlags, store callback.Store,
) (d *callback.Deliverer, stop func(), err error) {
	box, err := callbackBox(keys)
	if err != nil {
		return nil, nil, err
	}
	d, err = callback.New(t.ctx, conn, callback.Config{
		Store: store, Sealer: box, Allow: f.CallbackAllow, Replicas: queue.Replicas, Metrics: t.metrics, Log: t.log,
	})
	if err != nil {
		return nil, nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { d.Run(ctx) })
	return d, func() { cancel(); running.Wait() }, nil
}

// callbackBox returns what seals the secrets of endpoints, and the callbacks in the queue.
func callbackBox(keys *job.Keyring) (*job.Box, error) { return keys.Box("biom callbacks") }
