package main

import (
	"errors"
	"fmt"
	"os"
	"time"

	"biom/shared/client"
)

// serverFlags say which service a client command talks to. The keys come from
// the environment only: flags are seen in process listings and shell history.
type serverFlags struct {
	Server string `env:"BIOM_SERVER" default:"http://localhost:8080" help:"Address of the service. Keys: BIOM_API_KEY, BIOM_PROVIDER_KEY in the environment."`
}

// The caller's keys, which are no flags.
const (
	envAPIKey      = "BIOM_API_KEY"      //nolint:gosec // the name of a variable, not a key
	envProviderKey = "BIOM_PROVIDER_KEY" // the same
)

func (f *serverFlags) dial() (*client.Client, error) {
	c, err := client.New(client.Config{
		BaseURL:     f.Server,
		APIKey:      os.Getenv(envAPIKey),
		ProviderKey: os.Getenv(envProviderKey),
		UserAgent:   "biom/" + version(),
	})
	if err != nil {
		return nil, fmt.Errorf("--server (BIOM_SERVER), BIOM_API_KEY or BIOM_PROVIDER_KEY cannot be used: %w", err)
	}
	return c, nil
}

type processCmd struct {
	Files       []string `arg:"" name:"file" help:"Reports: PDF, JPG, PNG, GIF, BMP or JSON."`
	Share       bool     `help:"Ask for a share code for each result."`
	Tier        string   `enum:"standard,slow" default:"standard" help:"Service tier: ${enum}. slow costs half and may take minutes."`
	Concurrency int      `short:"j" default:"4" help:"Files under way at once."`
	Out         string   `type:"path" placeholder:"DIR" help:"Save the responses in this directory instead of beside their files. They are named FILE.biom.json and replace earlier ones."`

	Service serverFlags `embed:""`
}

// Run uploads every file, saves each response as it comes, and then prints
// them in the order of the arguments.
func (c *processCmd) Run(t *terminal) error {
	if c.Concurrency < 1 {
		return errors.New("--concurrency must be at least 1")
	}
	uploads, err := planUploads(c.Files, c.Out)
	if err != nil {
		return err
	}
	service, err := c.Service.dial()
	if err != nil {
		return err
	}
	defer service.Close()
	start, view := time.Now(), newProgressView(t.stderr)
	b := batch{service: service, share: c.Share, tier: c.Tier, view: view}
	b.run(t.ctx, uploads, c.Concurrency)
	view.close()
	return c.report(t, uploads, time.Since(start))
}

// report prints what became of every upload.
func (c *processCmd) report(t *terminal, uploads []*uploadedFile, took time.Duration) error {
	failed := 0
	for _, u := range uploads {
		if u.response != nil {
			writeReport(t.stdout, u, c.Share)
		}
		if u.err != nil {
			failed++
			fmt.Fprintf(t.stdout, "%s\n  %s\n\n", printable(u.path), explain(u.err, c.Service.Server))
		}
	}
	if keyIgnored(uploads) {
		fmt.Fprintln(t.stdout, "BIOM_API_KEY was not accepted: what is above counted against the public limits.")
	}
	fmt.Fprintf(t.stdout, "%d processed, %d failed, in %s\n", len(uploads)-failed, failed, elapsed(took))
	if failed > 0 {
		return fmt.Errorf("%d of %d files failed", failed, len(uploads))
	}
	return nil
}

func keyIgnored(uploads []*uploadedFile) bool {
	for _, u := range uploads {
		if u.info.KeyStatus != "" {
			return true
		}
	}
	return false
}
