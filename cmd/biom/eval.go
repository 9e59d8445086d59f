package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"biom/cmd/internal/display"
	"biom/cmd/internal/draft"
	"biom/cmd/internal/evaltable"
	"biom/cmd/internal/progress"
	"biom/worker/eval"
	"biom/worker/provider"
)

type evalCmd struct {
	Dir      string        `arg:"" type:"existingdir" help:"Folder of documents (PDF, JPG, PNG, GIF, BMP) with NAME.expected.json beside each: data, extra_data and, if you like, tags; or a saved response. data null: the document holds no biometry."`
	Only     []string      `sep:"none" placeholder:"TAG=VALUE" help:"Read only the documents with this tag, e.g. medium=png or device=Argos. Several values of a tag are alternatives, several tags must all be there."`
	By       []string      `placeholder:"TAG" help:"Show only these tables: device, any other tag, field. Default: all."`
	MinRight *float64      `placeholder:"PERCENT" help:"Fail (status 1) if fewer of the expected values are right."`
	MaxWrong *float64      `placeholder:"PERCENT" help:"Fail (status 1) if more values are wrong or invented, in percent of those expected."`
	Jobs     int           `short:"j" placeholder:"N" help:"Documents read at once. Default: one for each core."`
	Timeout  time.Duration `default:"2m" help:"Time limit of one document."`
	Values   bool          `help:"Show what was expected and found, and why documents failed. These may be patients' data."`
	JSON     bool          `name:"json" help:"Print the whole report as JSON instead of tables."`
	Out      string        `type:"path" placeholder:"FILE" help:"Save the whole report as JSON in this file as well, replacing an earlier one."`

	Reader readerFlags `embed:""`
	Upload uploadFlags `embed:""`
}

// Validate returns an error for wrong values of flags. kong calls it before Run.
func (c *evalCmd) Validate() error {
	if err := c.Reader.Model.validate(); err != nil {
		return err
	}
	for name, limit := range map[string]*float64{"--min-right": c.MinRight, "--max-wrong": c.MaxWrong} {
		if limit != nil && !(0 <= *limit && *limit <= 100) {
			return fmt.Errorf("%s is in percent, from 0 to 100", name)
		}
	}
	if c.Jobs < 0 {
		return errors.New("--jobs must be at least 1")
	}
	if c.Timeout <= 0 {
		return errors.New("--timeout must be above 0")
	}
	_, err := filters(c.Only)
	return err
}

// filters parses texts of the form TAG=VALUE and returns the wanted values of each tag.
func filters(only []string) (map[string][]string, error) {
	tags := map[string][]string{}
	for _, o := range only {
		name, value, ok := strings.Cut(o, "=")
		if !ok || name == "" {
			return nil, fmt.Errorf("--only %s: write it as TAG=VALUE", display.Printable(o))
		}
		tags[name] = append(tags[name], value)
	}
	return tags, nil
}

// Run reads the folder and prints how well it was read. Errors of the folder are
// reported before the first document is read.
func (c *evalCmd) Run(t *terminal) error {
	folder, err := c.folder()
	if err != nil {
		return err
	}
	target, err := c.target()
	if err != nil {
		return err
	}
	if target != nil {
		defer target.Discard()
	}
	if _, err := c.Reader.Sandbox.check(t); err != nil {
		return err
	}
	extractor, err := c.Reader.open(t)
	if err != nil {
		return err
	}
	if closer, ok := extractor.(io.Closer); ok {
		defer closer.Close()
	}
	report, err := c.read(t, folder, extractor)
	if err != nil {
		return err
	}
	if err := c.show(t, report, target); err != nil {
		return err
	}
	return report.Check(eval.Limits{MinRight: c.MinRight, MaxWrong: c.MaxWrong})
}

// folder opens the documents that are to be read.
func (c *evalCmd) folder() (*eval.Folder, error) {
	folder, err := eval.Open(c.Dir)
	if err != nil {
		return nil, err
	}
	tags := strings.Join(folder.Tags(), ", ")
	for _, by := range c.By {
		if by != evaltable.ByField && !slices.Contains(folder.Tags(), by) {
			return nil, fmt.Errorf("--by %s: no document has this tag; choose from: %s, %s", display.Printable(by), display.Printable(tags), evaltable.ByField)
		}
	}
	only, err := filters(c.Only)
	if err != nil {
		return nil, err
	}
	folder.Only(only)
	if folder.Len() == 0 {
		return nil, errors.New("no document is left by --only; there are the tags " + display.Printable(tags))
	}
	return folder, nil
}

// target opens the file for --out; it returns nil if --out is not given. It is called
// first, so that a report that could not be saved is an error before the documents are
// read.
func (c *evalCmd) target() (*draft.Draft, error) {
	if c.Out == "" {
		return nil, nil
	}
	target, err := draft.New(c.Out)
	if err != nil {
		return nil, fmt.Errorf("there is no place for --out, so nothing was read: %w", err)
	}
	return target, nil
}

func (c *evalCmd) read(t *terminal, folder *eval.Folder, extractor provider.Extractor) (*eval.Report, error) {
	bar := progress.StartBar(progress.BarConfig{
		Stdout: t.Stdout, Stderr: t.Stderr, Term: t.Getenv("TERM"), Quiet: c.JSON, Now: t.Now, Verb: "read", Total: folder.Len(),
	})
	defer bar.Close()
	report, err := folder.Read(t.ctx, eval.Config{
		Provider: extractor, Jobs: c.Jobs, MaxBytes: int64(c.Upload.MaxUpload), Timeout: c.Timeout, Values: c.Values, Log: t.log,
		Progress: func(d eval.Document) { bar.Step(d.Reason != "") },
	})
	if t.ctx.Err() != nil {
		return nil, errors.New("stopped before every document was read, so there is no report")
	}
	return report, err
}

// show prints the report, and saves it in target unless that is nil.
func (c *evalCmd) show(t *terminal, report *eval.Report, target *draft.Draft) error {
	text, err := json.MarshalIndent(report, "", "  ")
	if err != nil {
		return err
	}
	if target != nil {
		if err := target.CommitJSON(text); err != nil {
			return fmt.Errorf("--out: the report was not saved: %w", err)
		}
	}
	if c.JSON {
		_, err = fmt.Fprintf(t.Stdout, "%s\n", text)
		return err
	}
	evaltable.Write(t.Stdout, report, c.By)
	return nil
}
