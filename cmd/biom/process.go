package main

import (
	"errors"
	"fmt"
	"time"

	"biom/cmd/internal/batch"
	"biom/cmd/internal/commandline"
	"biom/cmd/internal/filenames"
	"biom/cmd/internal/progress"
	"biom/cmd/internal/retry"
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

// Run uploads every file whose response is not saved yet and saves each response when
// it arrives. Then it shows the responses in the order of the arguments.
func (c *processCmd) Run(t *terminal) error {
	if c.Concurrency < 1 {
		return errors.New("--concurrency must be at least 1")
	}
	named, err := filenames.Find(c.Files, "PDFs or images", batch.IsDocument)
	if err != nil {
		return err
	}
	files, err := batch.Plan(named, c.Out)
	if err != nil {
		return err
	}
	service, err := c.Service.dial(t)
	if err != nil {
		return err
	}
	defer service.Close()
	batch.Resume(files, c.Again)
	start, view := t.Now(), c.view(t)
	sender := batch.Sender{Service: service, Share: c.Share, Tier: c.Tier, View: view, Retry: retry.New(c.RetryFor, t.Pause)}
	sender.Send(t.ctx, files, c.Concurrency)
	summary := batch.Summarize(files, t.Now().Sub(start))
	view.Close(summary)
	if !c.JSON {
		batch.Report{Files: files, Summary: summary, Server: c.Service.Server, ShareAsked: c.Share, ShowEyes: c.Eyes}.Write(t.Stdout)
	}
	if summary.ToGo > 0 {
		return commandline.Interrupted(fmt.Sprintf("stopped: %d to go; run the same command again to continue", summary.ToGo))
	}
	if summary.Failed > 0 {
		return fmt.Errorf("%d of %d files failed", summary.Failed, len(files))
	}
	return nil
}

// view returns the view of the batch: lines of JSON if --json is set, else live lines
// if the terminal can draw them, else plain lines.
func (c *processCmd) view(t *terminal) batch.View {
	switch {
	case c.JSON:
		return progress.NewJSON(t.Stdout)
	case progress.CanRedraw(t.Stderr, t.Getenv("TERM")):
		return progress.NewLive(t.Stderr, t.Now)
	}
	return progress.NewPlain(t.Stderr)
}
