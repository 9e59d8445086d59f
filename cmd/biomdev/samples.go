package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync/atomic"

	"biom/cmd/internal/display"
	"biom/worker/document/poppler"
	generator "biom/worker/eval/samples"
)

type samplesCmd struct {
	Dir       string   `arg:"" type:"path" help:"Folder to make them in: new or empty, so that documents of two runs are never measured as one."`
	Seed      uint64   `default:"1" help:"Another seed makes other documents; the same makes the same."`
	Count     int      `default:"100" help:"How many documents."`
	Media     []string `placeholder:"MEDIUM" help:"text, outline, image (PDFs with a text layer, of drawn letters, of scans), png, jpg, gif, bmp. Default: all. All but text and outline need pdftoppm."`
	Devices   []string `placeholder:"DEVICE" help:"Devices by their names in reports, e.g. IOLMaster700. Default: all."`
	Languages []string `placeholder:"LANGUAGE" help:"en, de, es, fr, pt, it. Default: all."`
	DPI       int      `name:"dpi" placeholder:"N" help:"Resolution of what is an image. Default: drawn for each document."`
}

// Validate returns an error if the number of documents is less than one.
func (c *samplesCmd) Validate() error {
	if c.Count < 1 {
		return errors.New("--count must be at least 1")
	}
	return nil
}

// Run makes the samples.
func (c *samplesCmd) Run(p *process) error {
	if err := requireNewOrEmpty(c.Dir); err != nil {
		return err
	}
	if err := c.requirePrograms(p.LookPath); err != nil {
		return err
	}
	bar := p.bar("made", c.Count)
	var made atomic.Int64
	err := generator.Write(p.ctx, c.Dir, c.options(), func(string) {
		made.Add(1)
		bar.Step(false)
	})
	bar.Close()
	if errors.Is(err, context.Canceled) && p.ctx.Err() != nil {
		err = errors.New("stopped")
	}
	if err != nil && made.Load() > 0 {
		return fmt.Errorf("%w; %d of %d documents are in %s", err, made.Load(), c.Count, display.Printable(c.Dir))
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(p.Stdout, "%s of seed %d made in %s, with the expected answer beside each. biom eval measures a provider on them.\n",
		display.Plural(c.Count, "document"), c.Seed, display.Printable(c.Dir))
	return nil
}

func (c *samplesCmd) options() generator.Options {
	o := generator.Options{Seed: c.Seed, Count: c.Count, Devices: c.Devices, Languages: c.Languages, DPI: c.DPI}
	for _, m := range c.Media {
		o.Media = append(o.Media, generator.Medium(m))
	}
	return o
}

// vectorMedia are the media that are made without another program.
var vectorMedia = []string{string(generator.TextPDF), string(generator.OutlinePDF)}

// requirePrograms returns an error if pdftoppm is needed but not installed. It is
// called before the first document is made.
func (c *samplesCmd) requirePrograms(lookPath func(string) (string, error)) error {
	needed := c.Media == nil || slices.ContainsFunc(c.Media, func(m string) bool { return !slices.Contains(vectorMedia, m) })
	if !needed {
		return nil
	}
	if _, err := lookPath("pdftoppm"); err != nil {
		return errors.New("pdftoppm, which draws scans and images, is missing: apt-get install " + poppler.Debian + ", or ask for --media text,outline")
	}
	return nil
}

// requireNewOrEmpty returns an error if dir has files. They could be
// overwritten, or measured together with the new ones.
func requireNewOrEmpty(dir string) error {
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil
	case err != nil:
		return err
	case len(entries) > 0:
		return fmt.Errorf("%s is not empty: name a new folder, or remove what is in it", display.Printable(dir))
	}
	return nil
}
