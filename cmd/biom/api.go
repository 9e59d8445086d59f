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
	"biom/shared/broker"
	"biom/shared/job"
	"biom/shared/quota"
)

type apiCmd struct {
	RedisURL    string `env:"BIOM_REDIS_URL" required:"" help:"Redis that keeps quotas and which extractions may be rated (redis://…)."`
	DatabaseURL string `env:"BIOM_DATABASE_URL" required:"" help:"Postgres that keeps shares and service keys (postgres://…)."`

	Model   modelFlags   `embed:""`
	Cluster clusterFlags `embed:""`
	Front   frontFlags   `embed:""`
	Queue   queueFlags   `embed:""`
	Admin   adminFlags   `embed:""`
}

// Run serves until the process is told to stop. The provider is only named
// here: the workers hold it.
func (c *apiCmd) Run(t *terminal) (err error) {
	if err := c.Model.known(); err != nil {
		return err
	}
	conn, keys, err := c.Cluster.connect(t, "api", c.Front.Upload.largest())
	if err != nil {
		return err
	}
	defer conn.Close()
	kept, err := openStores(t, storesAt{redisURL: c.RedisURL, databaseURL: c.DatabaseURL}, c.Front.Shares)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, kept.close()) }()
	front, stop, err := c.Front.open(t, conn, keys, c.Queue, kept, c.Model.shown())
	if err != nil {
		return err
	}
	defer stop()
	stopAdmin, err := c.Admin.start(t, connected(conn))
	if err != nil {
		return err
	}
	defer stopAdmin()
	return c.Front.HTTP.serve(t, front, func(url string) {
		fmt.Fprintf(t.stdout, "biom api: serving on %s\n", url)
	})
}

// open makes the front end, which is served elsewhere. Once it is shut down,
// stop ends what it stands on.
func (f *frontFlags) open(t *terminal, conn *broker.Conn, keys *job.Keyring, q queueFlags, kept *stores, model string,
) (front *api.Server, stop func(), err error) {
	jobs, err := job.NewClient(t.ctx, conn, job.ClientConfig{Keys: keys, Streams: q.options(), Log: t.log})
	if err != nil {
		return nil, nil, err
	}
	events, err := f.Events.open(t, conn, q, kept.references)
	if err != nil {
		jobs.Close()
		return nil, nil, err
	}
	stop = func() { jobs.Close(); events.close() }
	export, err := f.export(t)
	if err != nil {
		stop()
		return nil, nil, err
	}
	if front, err = api.New(f.config(t, jobs, kept, events, model, export)); err != nil {
		stop()
		return nil, nil, err
	}
	return front, stop, nil
}

func (f *frontFlags) config(t *terminal, jobs *job.Client, kept *stores, events pipeline, model string, export api.Export) api.Config {
	cfg := api.Config{
		Queue: api.Jobs(jobs), Quota: kept.quotas, QuotaTimeout: kept.patience, Shares: kept.shares, Keys: kept.keys, Providers: jobs, Repeats: jobs, Export: export,
		AppVersion: version(), Model: model, Environment: f.Site.Environment,
		Limits: f.Quotas.limits(), Capacity: quota.Credits(f.Quotas.Capacity), CapacityPublic: quota.Credits(f.Quotas.CapacityPublic),
		MaxUpload: int(f.Upload.MaxUpload), UploadMemory: int(f.UploadMemory),
		ExtractTimeout: f.Times.ExtractTimeout, ExtractTimeoutSlow: f.Times.ExtractTimeoutSlow,
		TrustedProxies: f.Site.TrustedProxies, Log: t.log,
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

// stopTime bounds the end of what is under way; the events that wait and the
// connections take some seconds more, and orchestrators commonly kill after 30.
const stopTime = 22 * time.Second

// server is what listens: an *api.Server or an *exporter.Server.
type server interface {
	HTTP() *http.Server
	Shutdown(ctx context.Context) error
}

// serve listens until t.ctx ends, then lets what is under way come to its end.
func (h *listenFlags) serve(t *terminal, front server, ready func(url string)) error {
	listener, scheme, err := h.open()
	if err != nil {
		return err
	}
	web := front.HTTP()
	failed := make(chan error, 1)
	go func() {
		if err := web.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
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
	if ip := net.ParseIP(host); host == "127.0.0.1" || host == "::1" || ip.IsUnspecified() { // another loopback address is not reached by that name
		host = "localhost"
	}
	return net.JoinHostPort(host, port)
}
