package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"runtime/debug"
	"time"

	"github.com/alecthomas/kong"
	"github.com/prometheus/client_golang/prometheus"

	"biom/api"
	"biom/shared/apikey"
	"biom/shared/clock"
	"biom/shared/quota"
	"biom/shared/share"
	"biom/shared/telemetry"
	"biom/worker/provider/gemini"
)

// cli is every command, flag and environment variable; kong makes the help
// from it.
type cli struct {
	Serve    serveCmd    `cmd:"" help:"Run everything in one process: api, queue, worker. Needs no server beside it."`
	API      apiCmd      `cmd:"" name:"api" help:"Run the HTTP front end against real NATS, Redis and Postgres."`
	Worker   workerCmd   `cmd:"" help:"Run an extraction worker against real NATS."`
	Exporter exporterCmd `cmd:"" help:"Run an exporter, to which an api forwards exports. Needs no server beside it."`

	Process  processCmd  `cmd:"" help:"Upload reports with live progress, show both eyes, save the responses."`
	Retrieve retrieveCmd `cmd:"" help:"Show or save the response behind a share code."`
	Export   exportCmd   `cmd:"" help:"Make one ZIP of saved responses: a table as CSV and XLSX, and a JSON file for each."`
	Usage    usageCmd    `cmd:"" help:"Show what was used of each quota, and whether the keys are valid."`

	Eval   evalCmd   `cmd:"" help:"Measure a provider on a folder of documents with known answers."`
	Status statusCmd `cmd:"" help:"Show which service answers, and what it runs."`
	Jobs   struct {
		Dead deadCmd `cmd:"" help:"List the jobs that were given up in the last seven days."`
	} `cmd:"" help:"Look into the queue."`
	Keys       keysCmd          `cmd:"" help:"Create, list and revoke service keys, beside running servers."`
	Completion completionCmd    `cmd:"" help:"Print the script that completes biom's commands and flags in a shell."`
	Complete   completeCmd      `cmd:"" hidden:"" help:"What a command line may go on with, for that script."`
	Version    kong.VersionFlag `help:"Print the version and exit."`
}

// terminal is where a command runs.
type terminal struct {
	ctx            context.Context
	stdin          io.Reader
	stdout, stderr io.Writer
	log            *slog.Logger
	metrics        *prometheus.Registry // what the admin listener shows
	now            func() time.Time
	pause          func(context.Context, time.Duration) error // until the time is over or the context ends
}

// exit carries the status with which kong ends the program, as after --help.
type exit int

func run(ctx context.Context, args []string, stdout, stderr io.Writer) (err error) {
	var commands cli
	parser, err := kong.New(&commands, kong.Name("biom"),
		kong.Description("Turns optical-biometer reports into structured, validated biometry."),
		kong.Writers(stdout, stderr),
		kong.Exit(func(code int) { panic(exit(code)) }),
		defaults())
	if err != nil {
		return err
	}
	defer func() {
		switch p := recover().(type) {
		case nil:
		case exit:
			if p != 0 {
				err = errors.New("stopped")
			}
		default:
			panic(p)
		}
	}()
	command, err := parser.Parse(args)
	if err != nil {
		return fmt.Errorf("%w; --help after a command shows its flags and their environment variables", err)
	}
	log := slog.New(slog.NewTextHandler(stderr, nil))
	return command.Run(&terminal{ctx, os.Stdin, stdout, stderr, log, telemetry.NewRegistry(), time.Now, clock.Sleep})
}

// defaults are what flags' tags take from the packages that know it.
func defaults() kong.Vars {
	public, key := api.PublicLimits(), apikey.DefaultLimits()
	credits := func(n quota.Credits) string { return n.String() }
	return kong.Vars{
		"version": version(), "gemini_model": gemini.DefaultModel,
		"biomai": credits(public.BiomAI), "biomai_byok": credits(public.BiomAIBYOK),
		"biomjson": credits(public.BiomJSON), "retrieve": credits(public.Retrieve),
		"key_biomai": credits(quota.Credits(key.BiomAI)), "key_biomai_byok": credits(quota.Credits(key.BiomAIBYOK)),
		"key_biomjson": credits(quota.Credits(key.BiomJSON)), "key_retrieve": credits(quota.Credits(key.Retrieve)),
		"share_ttl": fmt.Sprintf("%.0fh", share.DefaultTTL.Hours()),
	}
}

// version is the build's: a release's tag, or the commit of a development build.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "development"
	}
	return info.Main.Version
}
