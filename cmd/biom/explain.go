package main

import (
	"encoding/json"
	"fmt"
	"os"
	"text/tabwriter"

	"biom/cmd/internal/display"
	"biom/shared/filekind"
	"biom/worker"
	"biom/worker/provider"
	"biom/worker/provider/local"
	"biom/worker/reader"
)

type explainCmd struct {
	Files []string `arg:"" type:"existingfile" help:"Reports as PDF, JPG, PNG, GIF or BMP."`
	JSON  bool     `name:"json" help:"Print a line of JSON for each report instead of tables."`

	Sandbox sandboxFlags `embed:""`
	WorkDir string       `env:"BIOM_WORK_DIR" help:"Where documents lie while child processes read them; this user's alone, swept at start. Default: in memory where there is room."`
}

// Validate returns an error for a file that is no document.
func (c *explainCmd) Validate() error {
	for _, file := range c.Files {
		if !filekind.Of(file).IsDocument() {
			return fmt.Errorf("%s: only PDF, JPG, PNG, GIF and BMP are read", display.Printable(file))
		}
	}
	return nil
}

// Run reads the reports with biom's own reader and prints why each field has its value
// or none, and what each printed number was taken for.
func (c *explainCmd) Run(t *terminal) error {
	if _, err := c.Sandbox.check(t); err != nil {
		return err
	}
	e, err := local.New(local.Config{WorkDir: c.WorkDir})
	if err != nil {
		return err
	}
	defer e.Close()
	for _, file := range c.Files {
		if err := c.explain(t, e, file); err != nil {
			return fmt.Errorf("%s: %w", display.Printable(file), err)
		}
	}
	return nil
}

func (c *explainCmd) explain(t *terminal, e *local.Extractor, file string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	x, err := e.Explain(t.ctx, provider.Document{Kind: filekind.Of(file), Data: data})
	if err != nil {
		return worker.ProblemOf(err)
	}
	if c.JSON {
		return json.NewEncoder(t.Stdout).Encode(struct {
			File string `json:"file"`
			reader.Explanation
		}{file, x})
	}
	out := tabwriter.NewWriter(t.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintf(out, "%s\n\nfield\tvalue\twhy\n", display.Printable(file))
	for _, f := range x.Fields {
		fmt.Fprintf(out, "%s\t%s\t%s\n", f.Path, display.Printable(f.Value), display.Printable(f.Why))
	}
	fmt.Fprintf(out, "\npage\tnumber\ttaken for\tin the line\n")
	for _, n := range x.Numbers {
		fmt.Fprintf(out, "%d\t%s\t%s\t%s\n", n.Page, display.Printable(n.Text), display.Printable(n.As), display.Printable(n.Line))
	}
	fmt.Fprintln(out)
	return out.Flush()
}
