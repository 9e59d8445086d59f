package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

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

// Validate refuses what cannot be meant, before anything is read.
func (c *evalCmd) Validate() error {
	if err := c.Reader.Model.known(); err != nil {
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

// filters takes TAG=VALUE apart.
func filters(only []string) (map[string][]string, error) {
	tags := map[string][]string{}
	for _, o := range only {
		name, value, ok := strings.Cut(o, "=")
		if !ok || name == "" {
			return nil, fmt.Errorf("--only %s: write it as TAG=VALUE", printable(o))
		}
		tags[name] = append(tags[name], value)
	}
	return tags, nil
}

// Run reads the folder and prints how well it was read. What is wrong with the
// folder is told before a document is.
func (c *evalCmd) Run(t *terminal) error {
	folder, err := c.folder()
	if err != nil {
		return err
	}
	place, err := c.place()
	if err != nil {
		return err
	}
	if place != nil {
		defer place.discard()
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
	if err := c.show(t, report, place); err != nil {
		return err
	}
	return report.Check(eval.Limits{MinRight: c.MinRight, MaxWrong: c.MaxWrong})
}

// folder opens what is to be read.
func (c *evalCmd) folder() (*eval.Folder, error) {
	folder, err := eval.Open(c.Dir)
	if err != nil {
		return nil, err
	}
	tags := strings.Join(folder.Tags(), ", ")
	for _, by := range c.By {
		if by != byField && !slices.Contains(folder.Tags(), by) {
			return nil, fmt.Errorf("--by %s: no document has this tag; choose from: %s, %s", printable(by), printable(tags), byField)
		}
	}
	only, err := filters(c.Only)
	if err != nil {
		return nil, err
	}
	folder.Only(only)
	if folder.Len() == 0 {
		return nil, errors.New("no document is left by --only; there are the tags " + printable(tags))
	}
	return folder, nil
}

// place makes the place for --out, which is nil if it is not given. A report
// that cannot be kept would be known too late.
func (c *evalCmd) place() (*draft, error) {
	if c.Out == "" {
		return nil, nil
	}
	place, err := newDraft(c.Out)
	if err != nil {
		return nil, fmt.Errorf("there is no place for --out, so nothing was read: %w", err)
	}
	return place, nil
}

func (c *evalCmd) read(t *terminal, folder *eval.Folder, extractor provider.Extractor) (*eval.Report, error) {
	bar := newBar(t, "read", folder.Len(), c.JSON)
	defer bar.close()
	report, err := folder.Read(t.ctx, eval.Config{
		Provider: extractor, Jobs: c.Jobs, MaxBytes: int64(c.Upload.MaxUpload), Timeout: c.Timeout, Values: c.Values, Log: t.log,
		Progress: func(d eval.Document) { bar.step(d.Reason != "") },
	})
	if t.ctx.Err() != nil {
		return nil, errors.New("stopped before every document was read, so there is no report")
	}
	return report, err
}

// show prints the report, and saves it if that is asked for.
func (c *evalCmd) show(t *terminal, report *eval.Report, place *draft) error {
	text, err := json.MarshalIndent(report, "", "  ")
	if err != nil {
		return err
	}
	if place != nil {
		if err := place.commitJSON(text); err != nil {
			return fmt.Errorf("--out: the report was not saved: %w", err)
		}
	}
	if c.JSON {
		_, err = fmt.Fprintf(t.stdout, "%s\n", text)
		return err
	}
	writeEvaluation(t.stdout, report, c.By)
	return nil
}
