package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"biom/api"
	"biom/cmd/internal/commandline"
	"biom/cmd/internal/datadir"
	"biom/cmd/internal/display"
	"biom/cmd/internal/doctor"
	"biom/shared/analytics"
	"biom/shared/callback"
	"biom/shared/fair"
	"biom/shared/job"
	"biom/shared/telemetry"
	"biom/worker/document/sandbox"
	"biom/worker/llm"
	"biom/worker/provider/gemini"
	"biom/worker/provider/openai"
)

// doctorCmd has a command for each role, with the role's settings.
type doctorCmd struct {
	Serve    doctorServeCmd    `cmd:"" help:"Check the settings of biom serve, beside a running one too."`
	API      doctorAPICmd      `cmd:"" name:"api" help:"Check the settings of an api."`
	Worker   doctorWorkerCmd   `cmd:"" help:"Check the settings of a worker, on its machine."`
	Exporter doctorExporterCmd `cmd:"" help:"Check the settings of an exporter."`
}

type doctorFlags struct {
	JSON        bool     `name:"json" help:"Print the findings as JSON."`
	NATSMonitor []string `name:"nats-monitor" placeholder:"URL" help:"Monitoring of the NATS servers (http://HOST:8222, comma separated), which shows sync_interval and disks."`
}

type doctorServeCmd struct {
	Role   serveCmd    `embed:""`
	Doctor doctorFlags `embed:""`
}

type doctorAPICmd struct {
	Role   apiCmd      `embed:""`
	Doctor doctorFlags `embed:""`
}

type doctorWorkerCmd struct {
	Role   workerCmd   `embed:""`
	Doctor doctorFlags `embed:""`
}

type doctorExporterCmd struct {
	Role   exporterCmd `embed:""`
	Doctor doctorFlags `embed:""`
}

// examination is one run of the command.
type examination struct {
	*doctor.Report
	*terminal

	flags doctorFlags
}

// run makes the checks, and returns an error if they have found a problem.
func (f doctorFlags) run(t *terminal, checks func(examination)) error {
	if err := t.hideSecrets(); err != nil {
		return err
	}
	t.log = slog.New(slog.DiscardHandler)
	e := examination{&doctor.Report{}, t, f}
	if !f.JSON {
		e.Show = func(finding doctor.Finding) { fmt.Fprintln(t.Stdout, finding.Line()) }
	}
	checks(e)
	if err := t.ctx.Err(); err != nil {
		return fmt.Errorf("not all was checked: %w", err)
	}
	if f.JSON {
		if err := e.WriteJSON(t.Stdout); err != nil {
			return err
		}
	} else {
		fmt.Fprintf(t.Stdout, "\n%s\n", e.Summary())
	}
	if n := e.Count(doctor.Problem); n > 0 {
		return fmt.Errorf("%s to mend", display.Plural(n, "problem"))
	}
	return nil
}

// Run checks an api.
func (c *doctorAPICmd) Run(t *terminal) error {
	return c.Doctor.run(t, func(e examination) {
		e.front(&c.Role.Front, c.Role.Model, c.Role.Admin)
		e.Memory(doctor.Memory{Uploads: int64(c.Role.Front.UploadMemory)})
		needs := append(job.ClientRights(), callback.Rights()...)
		streams := append(job.Streams(), callback.Stream)
		if c.Role.Front.Events.Analytics {
			needs, streams = append(needs, analytics.Rights()...), append(streams, analytics.Stream)
		}
		e.queue(c.Role.Cluster.JobKey, doctor.NATS{
			URL: c.Role.Cluster.NATSURL, Role: "api", MaxMessage: c.Role.Front.Upload.maxMessage(), Replicas: max(c.Role.Queue.Replicas, 1),
			Streams: streams, Needs: needs, NeedsNot: job.ClientNeedsNot(),
		}, true)
		e.Redis(e.ctx, c.Role.RedisURL, e.Now)
		e.Postgres(e.ctx, c.Role.DatabaseURL, e.Now)
	})
}

// Run checks a worker.
func (c *doctorWorkerCmd) Run(t *terminal) error {
	return c.Doctor.run(t, func(e examination) {
		e.Admin(c.Role.Admin.AdminListen, nil)
		e.Memory(doctor.Memory{Jobs: c.Role.Providers.Concurrency, MaxUpload: int64(c.Role.Upload.MaxUpload), Processors: fair.Processors()})
		e.providers(c.Role.Providers)
		e.queue(c.Role.Cluster.JobKey, doctor.NATS{
			URL: c.Role.Cluster.NATSURL, Role: "worker", MaxMessage: c.Role.Upload.maxMessage(),
			Streams: []string{job.StreamJobs, job.StreamResults, job.StreamUploads}, Needs: job.WorkerRights(), NeedsNot: job.WorkerNeedsNot(),
		}, false)
	})
}

// Run checks an exporter.
func (c *doctorExporterCmd) Run(t *terminal) error {
	return c.Doctor.run(t, func(e examination) {
		_, err := c.Role.Export.open(e.terminal)
		e.settings(err)
		e.Admin(c.Role.Admin.AdminListen, nil)
		e.Listener(e.listener(c.Role.HTTP, nil))
	})
}

// Run checks biom serve. It does not use the data directory, because a server may do so.
func (c *doctorServeCmd) Run(t *terminal) error {
	return c.Doctor.run(t, func(e examination) {
		r := &c.Role
		e.front(&r.Front, r.Providers.Reader.Model, r.Admin)
		dir := doctor.DataDir{Path: r.Data, Reserve: int64(r.DiskReserve), File: r.RedisURL == "" || r.DatabaseURL == ""}
		if r.NATSURL == "" {
			dir.Streams = r.Queue.options(0).Bytes()
		}
		running := e.DataDir(e.ctx, dir)
		e.Memory(doctor.Memory{
			Uploads: int64(r.Front.UploadMemory), Jobs: r.Providers.Concurrency, MaxUpload: int64(r.Front.Upload.MaxUpload), Processors: fair.Processors(),
		})
		e.providers(r.Providers)
		e.servers(r)
		if running {
			e.Running(e.ctx, r.Admin.AdminListen)
		}
	})
}

// servers checks the servers that biom serve was given in the place of its own parts.
func (e examination) servers(r *serveCmd) {
	if r.NATSURL != "" {
		key := r.JobKey
		if key == "" {
			key, _ = datadir.JobKey(r.Data) // before the first start there is none
		}
		needs := append(append(job.ClientRights(), job.WorkerRights()...), callback.Rights()...)
		e.queue(key, doctor.NATS{
			URL: r.NATSURL, Role: "a user without limits", MaxMessage: r.Front.Upload.maxMessage(), Replicas: max(r.Queue.Replicas, 1),
			Streams: append(job.Streams(), callback.Stream), Needs: needs,
		}, false)
	}
	if r.RedisURL != "" {
		e.Redis(e.ctx, r.RedisURL, e.Now)
	}
	if r.DatabaseURL != "" {
		e.Postgres(e.ctx, r.DatabaseURL, e.Now)
	}
}

// front checks the settings of the HTTP front end, and the exporter.
func (e examination) front(f *frontFlags, model modelFlags, admin adminFlags) {
	cfg := f.config(e.terminal, nil, nil, queueFlags{}, &stores{}, pipeline{}, "", nil)
	e.settings(errors.Join(model.validate(), cfg.CheckSettings()))
	listener := e.listener(f.HTTP, f)
	e.Listener(listener)
	e.Proxies(listener)
	e.Admin(admin.AdminListen, nil)
	if f.ExporterURL == "" {
		return
	}
	if _, err := api.NewForward(f.ExporterURL); err != nil {
		e.Problem("Exporter", "Correct BIOM_EXPORTER_URL.", "%v", err)
		return
	}
	e.Exporter(e.ctx, f.ExporterURL, commandline.Version())
}

// listener returns the public listener. front may be nil.
func (e examination) listener(f listenFlags, front *frontFlags) doctor.Listener {
	l := doctor.Listener{Address: f.Listen, CertFile: f.TLSCert, KeyFile: f.TLSKey, Now: e.Now}
	if front != nil {
		l.TrustedProxies = front.Site.TrustedProxies
	}
	return l
}

// settings reports whether the process would accept its settings.
func (e examination) settings(err error) {
	if err != nil {
		e.Problem("Settings", "", "%v", err)
		return
	}
	e.OK("Settings", "they are valid and fit together")
}

// queue checks NATS, and who has the job key. askWorkers is set for a role that workers answer.
func (e examination) queue(key string, cfg doctor.NATS, askWorkers bool) {
	cfg.Monitors, cfg.Now = e.flags.NATSMonitor, e.Now
	var keys *job.Keyring
	if key != "" {
		var err error
		if keys, err = job.ParseKeys(key); err != nil {
			e.Problem("Job key", "", "%v", err)
		}
	}
	conn := e.NATS(e.ctx, cfg)
	if conn == nil {
		e.NotChecked("Job key", "Mend NATS first.", "the queue cannot be used")
		return
	}
	defer conn.Close()
	if keys == nil {
		return
	}
	if !askWorkers || !e.Workers(e.ctx, conn, keys, commandline.Version(), e.Now) {
		e.Results(e.ctx, conn, keys)
	}
}

// providers checks what a worker reads documents with.
func (e examination) providers(f providerFlags) {
	granted, err := sandbox.Granted()
	if err == nil {
		err = f.Reader.Sandbox.judge(granted)
	}
	e.Sandbox(granted.String(), granted.Missing(), err)
	if err != nil {
		return
	}
	opened := e.fresh()
	extractors, err := f.open(opened)
	if err != nil {
		e.Problem("Provider", "", "%v", err)
		return
	}
	defer extractors.close()
	programs := []doctor.Program{{Name: "pdftotext", VersionFlag: "-v"}}
	if f.Reader.usesOCR() {
		programs = append(programs, doctor.Program{Name: "tesseract", VersionFlag: "--version"})
	}
	e.Programs(e.ctx, opened.missing, programs...)
	if f.Reader.usesOCR() {
		e.Networks(opened.networks)
	}
	e.vendor(f.Reader)
}

// vendor checks the address of the provider, and each key there.
func (e examination) vendor(f readerFlags) {
	address, ok := map[string]string{geminiProvider: gemini.DefaultURL, openaiProvider: openai.DefaultURL}[f.Model.Provider]
	if !ok {
		e.OK("Provider", "%s, which needs no key", f.Model.Provider)
		return
	}
	if f.URL != "" {
		address = f.URL
	}
	e.Provider(e.ctx, address, e.Now)
	keys, _ := f.vendorKeys(e.fresh()) // open has returned its error
	var asked []doctor.Key
	for _, key := range keys {
		asked = append(asked, func(ctx context.Context) (bool, error) {
			return e.withKey(f, key, func(v *llm.Extractor) (bool, error) { return v.Check(ctx, "") })
		})
	}
	e.Keys(e.ctx, asked)
}

// withKey calls ask with an adapter that has one key alone.
func (e examination) withKey(f readerFlags, key string, ask func(*llm.Extractor) (bool, error)) (bool, error) {
	f.Keys = []string{key}
	v, err := f.vendor(e.fresh())
	if err != nil {
		return false, err
	}
	defer v.Close()
	return ask(v)
}

// fresh returns a terminal without what opened parts have left in it.
func (e examination) fresh() *terminal {
	t := *e.terminal
	t.metrics, t.missing, t.networks = telemetry.NewRegistry(), nil, nil
	return &t
}
