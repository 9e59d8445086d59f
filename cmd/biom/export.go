package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"biom/cmd/internal/archive"
	"biom/cmd/internal/batch"
	"biom/cmd/internal/display"
	"biom/cmd/internal/filenames"
	"biom/cmd/internal/progress"
	"biom/cmd/internal/retry"
	"biom/shared/client"
)

type exportCmd struct {
	Files    []string      `arg:"" name:"file" help:"Saved responses (FILE.biom.json); directories (of which those are taken); patterns."`
	Out      string        `type:"path" placeholder:"FILE" help:"Name of the archive (.zip), or of the one table that is wanted (.xlsx or .csv); an earlier file is replaced. Default: biom-export-DATE-TIME.zip."`
	Formats  []string      `enum:"csv,xlsx,json" default:"csv,xlsx,json" help:"What to put into an archive, comma separated: ${enum}."`
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
	if c.Out == "" {
		c.Out = archive.DefaultName(t.Now())
	}
	request, err := archive.Request(files, archive.Formats(c.Out, c.Formats))
	if err != nil {
		return err
	}
	service, err := c.Service.dial(t)
	if err != nil {
		return err
	}
	defer service.Close()
	return saveExport(t, t.Stdout, service, c.Service.Server, c.RetryFor, c.Out, request)
}

// saveExport downloads an export and tells says what was saved.
func saveExport(t *terminal, says io.Writer, service *client.Client, server string, patience time.Duration, out string, request client.Export) error {
	size, err := archive.Download{
		Service: service, Server: server, Retry: retry.New(patience, t.Pause),
		Waiting: func(wait time.Duration, cause error) { fmt.Fprintln(t.Stderr, progress.NextAttempt(wait, cause)) },
	}.Save(t.ctx, out, request)
	if err != nil {
		return err
	}
	fmt.Fprintf(says, "%s saved as %s (%d KiB)\n", display.Plural(len(request.Responses), "report"), display.Printable(out), (size+1023)>>10)
	return nil
}
