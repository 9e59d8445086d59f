package main

import (
	"errors"
	"fmt"
	"time"
)

type processCmd struct {
	Files       []string      `arg:"" name:"file" help:"Reports: PDF, JPG, PNG, GIF, BMP or JSON; directories (of which the PDFs and images are taken); patterns such as 'reports/*.pdf'."`
	Share       bool          `help:"Ask for a share code for each result."`
	Tier        string        `enum:"standard,slow" default:"standard" help:"Service tier: ${enum}. slow costs half and may take minutes."`
	Concurrency int           `short:"j" default:"4" help:"Files under way at once."`
	Out         string        `type:"path" placeholder:"DIR" help:"Save the responses in this directory instead of beside their files. They are named FILE.biom.json."`
	Again       bool          `help:"Send files again whose responses are saved and not older."`
	RetryFor    time.Duration `default:"10m" help:"How long to wait for one file, altogether, while the service is busy or away; 0s: not at all."`
	Eyes        bool          `help:"Show the measurements of several files too, not of one alone."`
	JSON        bool          `name:"json" help:"Print what happens as lines of JSON."`

	Service serverFlags `embed:""`
}

// Run uploads every file whose response is not there yet, saves each response
// as it comes, and then shows them in the order of the arguments.
func (c *processCmd) Run(t *terminal) error {
	if c.Concurrency < 1 {
		return errors.New("--concurrency must be at least 1")
	}
	files, err := findFiles(c.Files, "PDFs or images", isDocument)
	if err != nil {
		return err
	}
	uploads, err := planUploads(files, c.Out)
	if err != nil {
		return err
	}
	service, err := c.Service.dial()
	if err != nil {
		return err
	}
	defer service.Close()
	resume(uploads, c.Again)
	start, view := t.now(), newProgressView(t, c.JSON)
	b := batch{
		service: service, share: c.Share, tier: c.Tier, view: view,
		retry: &retrier{patience: c.RetryFor, pause: t.pause},
	}
	b.run(t.ctx, uploads, c.Concurrency)
	s := summarize(uploads, t.now().Sub(start))
	view.close(s)
	if !c.JSON {
		c.report(t, uploads, s)
	}
	if s.Failed > 0 {
		return fmt.Errorf("%d of %d files failed", s.Failed, len(uploads))
	}
	return nil
}

// report shows what became of every upload.
func (c *processCmd) report(t *terminal, uploads []*uploadedFile, s summary) {
	for _, u := range uploads {
		if u.response != nil && (c.Eyes || len(uploads) == 1) {
			writeReport(t.stdout, u, c.Share)
		}
	}
	if len(uploads) > 1 {
		writeSummary(t.stdout, uploads, c.Share)
	}
	for _, u := range uploads {
		if u.err != nil {
			fmt.Fprintf(t.stdout, "%s\n  %s\n\n", printable(u.path), explainUpload(u.err, c.Service.Server))
		}
	}
	if s.KeyIgnored {
		fmt.Fprintln(t.stdout, "The service key was not accepted: what is above counted against the public limits.")
	}
	fmt.Fprintln(t.stdout, s)
}
