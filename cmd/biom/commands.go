package main

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/alecthomas/kong"
	"github.com/prometheus/client_golang/prometheus"

	"biom/api"
	"biom/cmd/internal/commandline"
	"biom/cmd/internal/secrets"
	"biom/shared/apikey"
	"biom/shared/quota"
	"biom/shared/share"
	"biom/shared/telemetry"
	"biom/worker/provider/gemini"
)

// cli has every command, flag and environment variable. kong makes the help from it.
type cli struct {
	Serve    serveCmd    `cmd:"" help:"Run everything in one process: api, queue, worker. Needs no server beside it."`
	API      apiCmd      `cmd:"" name:"api" help:"Run the HTTP front end against real NATS, Redis and Postgres."`
	Worker   workerCmd   `cmd:"" help:"Run an extraction worker against real NATS."`
	Exporter exporterCmd `cmd:"" help:"Run an exporter, to which an api forwards exports. Needs no server beside it."`

	Process  processCmd  `cmd:"" help:"Upload reports with live progress, show both eyes, save the responses."`
	Retrieve retrieveCmd `cmd:"" help:"Show or save the response behind a share code."`
	Export   exportCmd   `cmd:"" help:"Make one ZIP of saved responses: a table as CSV and XLSX, and a JSON file for each."`
	Usage    usageCmd    `cmd:"" help:"Show what was used of each quota, and whether the keys are valid."`
	MCP      mcpCmd      `cmd:"" name:"mcp" help:"Serve tools for agents on standard input and output, by the Model Context Protocol: read, validate, retrieve, export, usage."`

	Eval       evalCmd          `cmd:"" help:"Measure a provider on a folder of documents with known answers."`
	Explain    explainCmd       `cmd:"" help:"Show how biom's own reader read reports: why each field has its value or none, and what each printed number was taken for."`
	Status     statusCmd        `cmd:"" help:"Show which service answers, and what it runs."`
	Jobs       jobsCmd          `cmd:"" help:"Wait for, cancel and list the jobs of process --async."`
	Queue      queueCmd         `cmd:"" help:"For operators of a cluster: look into the queue."`
	Doctor     doctorCmd        `cmd:"" help:"For operators: check the settings of a role against the real parts, and say how to mend what is wrong."`
	Keys       keysCmd          `cmd:"" help:"Create, list and revoke service keys, and the endpoints of their callbacks, beside running servers."`
	Completion completionCmd    `cmd:"" help:"Print the script that completes biom's commands and flags in a shell."`
	Complete   completeCmd      `cmd:"" hidden:"" help:"What a command line may go on with, for that script."`
	Version    kong.VersionFlag `help:"Print the version and exit."`
}

// newCLI returns the commands. providers are those that --provider can name.
func newCLI(providers providerSet) *cli {
	var c cli
	for _, model := range []*modelFlags{
		&c.Serve.Providers.Reader.Model, &c.API.Model, &c.Worker.Providers.Reader.Model, &c.Eval.Reader.Model,
		&c.Doctor.Serve.Role.Providers.Reader.Model, &c.Doctor.API.Role.Model, &c.Doctor.Worker.Role.Providers.Reader.Model,
	} {
		model.providers = providers
	}
	return &c
}

// terminal is what every command gets: the process, the context and the log.
type terminal struct {
	commandline.Process

	ctx      context.Context
	log      *slog.Logger
	metrics  *prometheus.Registry // shown by the admin listener
	missing  []string             // Debian packages that the providers did not find
	networks error                // why the local reader has no neural networks; nil: it has them, or no provider uses it
	sandbox  string               // what confines programs that read documents, for its /readyz; "": this process starts none

	options
}

// begin is the start of every server: it opens the log, hides the settings, and starts tracing. stop
// exports the last traces.
func (t *terminal) begin(role string, log logFlags) (stop func(), err error) {
	t.log = log.newLog(t.Stderr)
	if err := t.hideSecrets(); err != nil {
		return nil, err
	}
	return telemetry.StartTracing(t.ctx, role, commandline.Version(), t.log)
}

func run(ctx context.Context, args []string, p commandline.Process) error {
	return runWith(ctx, args, p, options{providers: builtInProviders, hideSecrets: secrets.Hide})
}

// options are the parts of the program that tests replace.
type options struct {
	providers    providerSet
	storeTimeout time.Duration // for one call of the quota store or the store of service keys; 0: the default of each
	lease        time.Duration // of a delivery; 0: 6 s
	hideSecrets  func() error  // called by a server when its settings are parsed
}

// runWith runs the command that args name.
func runWith(ctx context.Context, args []string, p commandline.Process, o options) error {
	program := commandline.Program{
		Name: "biom", Description: "Turns optical-biometer reports into structured, validated biometry.",
		Commands: newCLI(o.providers), Vars: defaults(),
	}
	log := slog.New(slog.NewTextHandler(p.Stderr, nil))
	return program.Run(args, p.Stdout, p.Stderr, &terminal{Process: p, ctx: ctx, log: log, metrics: telemetry.NewRegistry(), options: o})
}

// defaults returns the values for the variables in the tags of flags.
func defaults() kong.Vars {
	public, key := api.PublicLimits(), apikey.DefaultLimits()
	credits := func(n quota.Credits) string { return n.String() }
	return kong.Vars{
		"gemini_model": gemini.DefaultModel,
		"biomai":       credits(public.BiomAI), "biomai_byok": credits(public.BiomAIBYOK),
		"biomjson": credits(public.BiomJSON), "retrieve": credits(public.Retrieve),
		"key_biomai": credits(quota.Credits(key.BiomAI)), "key_biomai_byok": credits(quota.Credits(key.BiomAIBYOK)),
		"key_biomjson": credits(quota.Credits(key.BiomJSON)), "key_retrieve": credits(quota.Credits(key.Retrieve)),
		"share_ttl": fmt.Sprintf("%.0fh", share.DefaultTTL.Hours()),
	}
}
