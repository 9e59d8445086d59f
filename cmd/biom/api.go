package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"biom/api"
	"biom/shared/job"
	"biom/shared/quota"
	"biom/shared/redisclient"
)

type apiCmd struct {
	RedisURL string `env:"BIOM_REDIS_URL" required:"" help:"Redis that keeps the quotas (redis://…)."`
	Provider string `env:"BIOM_PROVIDER" default:"local" help:"Who reads documents: local."`

	Cluster clusterFlags `embed:""`
	Front   frontFlags   `embed:""`
	Queue   queueFlags   `embed:""`
	Admin   adminFlags   `embed:""`
}

// Run serves until the process is told to stop. The provider is only named
// here: the workers hold it.
func (c *apiCmd) Run(t *terminal) error {
	conn, keys, err := c.Cluster.connect(t, "api", c.Front.Upload.largest())
	if err != nil {
		return err
	}
	defer conn.Close()
	redis, err := redisclient.Open(c.RedisURL, t.log)
	if err != nil {
		return err
	}
	defer redis.Close()
	jobs, err := job.NewClient(t.ctx, conn, job.ClientConfig{Keys: keys, Streams: c.Queue.options(), Log: t.log})
	if err != nil {
		return err
	}
	defer jobs.Close()
	front, err := api.New(c.Front.config(t, jobs, quota.NewRedis(redis), c.Provider))
	if err != nil {
		return err
	}
	stopAdmin, err := c.Admin.start(t, conn)
	if err != nil {
		return err
	}
	defer stopAdmin()
	return c.Front.HTTP.serve(t, front, func(url string) {
		fmt.Fprintf(t.stdout, "biom api: serving on %s\n", url)
	})
}

func (f *frontFlags) config(t *terminal, jobs *job.Client, store quota.Store, model string) api.Config {
	limits := api.PublicLimits()
	limits.BiomAI = quota.Credits(f.Quotas.QuotaBiomAI)
	limits.BiomAIBYOK = quota.Credits(f.Quotas.QuotaBiomAIBYOK)
	limits.BiomJSON = quota.Credits(f.Quotas.QuotaBiomJSON)
	return api.Config{
		Queue: api.Jobs(jobs), Quota: store,
		AppVersion: version(), Model: model, Environment: f.HTTP.Environment,
		Limits:   limits,
		Capacity: quota.Credits(f.Quotas.Capacity), CapacityPublic: quota.Credits(f.Quotas.CapacityPublic),
		MaxUpload: int(f.Upload.MaxUpload), UploadMemory: int(f.UploadMemory),
		ExtractTimeout: f.Times.ExtractTimeout, ExtractTimeoutSlow: f.Times.ExtractTimeoutSlow,
		TrustedProxies: f.HTTP.TrustedProxies, Log: t.log,
	}
}

// stopTime bounds an orderly stop; orchestrators commonly kill after 30 s.
const stopTime = 25 * time.Second

// serve listens until t.ctx ends, then lets what is under way come to its end.
func (h *listenFlags) serve(t *terminal, front *api.Server, ready func(url string)) error {
	listener, scheme, err := h.open()
	if err != nil {
		return err
	}
	server := front.HTTP()
	failed := make(chan error, 1)
	go func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			failed <- err
		}
	}()
	ready(fmt.Sprintf("%s://%s", scheme, shown(listener.Addr())))
	select {
	case err = <-failed:
	case <-t.ctx.Done():
	}
	ctx, cancel := context.WithTimeout(context.Background(), stopTime)
	defer cancel()
	return errors.Join(err, front.Shutdown(ctx))
}

func (h *listenFlags) open() (l net.Listener, scheme string, err error) {
	if l, err = net.Listen("tcp", h.Listen); err != nil {
		return nil, "", fmt.Errorf("public listener: %w; set BIOM_LISTEN to another address", err)
	}
	if h.TLSCert == "" && h.TLSKey == "" {
		return l, "http", nil
	}
	cert, err := tls.LoadX509KeyPair(h.TLSCert, h.TLSKey)
	if err != nil {
		_ = l.Close()
		return nil, "", fmt.Errorf("BIOM_TLS_CERT and BIOM_TLS_KEY: %w", err)
	}
	return tls.NewListener(l, &tls.Config{
		Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"},
	}), "https", nil
}

// shown is an address as a person types it.
func shown(a net.Addr) string {
	host, port, err := net.SplitHostPort(a.String())
	if err != nil {
		return a.String()
	}
	if ip := net.ParseIP(host); ip.IsLoopback() || ip.IsUnspecified() {
		host = "localhost"
	}
	return net.JoinHostPort(host, port)
}
