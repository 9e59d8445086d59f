package main

import (
	"fmt"
	"strings"
	"time"

	"biom/cmd/internal/archive"
	"biom/cmd/internal/batch"
	"biom/cmd/internal/display"
	"biom/cmd/internal/draft"
	"biom/cmd/internal/filenames"
	"biom/cmd/internal/progress"
	"biom/cmd/internal/retry"
)

type exportCmd struct {
	Files    []string      `arg:"" name:"file" help:"Saved responses (FILE.biom.json); directories (of which those are taken); patterns."`
	Out      string        `type:"path" placeholder:"FILE" help:"Name of the archive; an earlier one is replaced. Default: biom-export-DATE-TIME.zip."`
	Formats  []string      `enum:"csv,xlsx,json" default:"csv,xlsx,json" help:"What to put into it, comma separated: ${enum}."`
	RetryFor time.Duration `default:"1m" help:"How long to wait, altogether, while the service is busy or away; 0s: not at all."`

	Service serverFlags `embed:""`
}

// Run makes one archive of saved responses. The archive gets its name when it is
// complete.
func (c *exportCmd) Run(t *terminal) error {
	files, err := filenames.Find(c.Files, "saved responses", func(name string) bool { return strings.HasSuffix(name, batch.Suffix) })
	if err != nil {
		return err
	}
	request, err := archive.Request(files, c.Formats)
	if err != nil {
		return err
	}
	service, err := c.Service.dial(t)
	if err != nil {
		return err
	}
	defer service.Close()
	if c.Out == "" {
		c.Out = archive.DefaultName(t.Now())
	}
	target, err := draft.Open(c.Out)
	if err != nil {
		return fmt.Errorf("there is no place for the archive: %w", err)
	}
	defer target.Discard()
	size, err := archive.Download{
		Service: service, Server: c.Service.Server, Retry: retry.New(c.RetryFor, t.Pause),
		Waiting: func(wait time.Duration, cause error) { fmt.Fprintln(t.Stderr, progress.NextAttempt(wait, cause)) },
	}.To(t.ctx, target, request)
	if err != nil {
		return err
	}
	fmt.Fprintf(t.Stdout, "%d reports saved as %s (%d KiB)\n", len(request.Responses), display.Printable(c.Out), (size+1023)>>10)
	return nil
}
