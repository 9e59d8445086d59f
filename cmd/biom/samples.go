package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"sync/atomic"

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
	Profile   string   `placeholder:"NAME" help:"second, third, fourth, fifth, sixth, seventh: other layouts, labels, fonts and dates than those that the reader was written with."`
}

// Validate refuses what makes nothing.
func (c *samplesCmd) Validate() error {
	if c.Count < 1 {
		return errors.New("--count must be at least 1")
	}
	return nil
}

// Run makes the samples.
func (c *samplesCmd) Run(t *terminal) error {
	if err := newOrEmpty(c.Dir); err != nil {
		return err
	}
	if err := c.canDraw(); err != nil {
		return err
	}
	bar := newBar(t, "made", c.Count, false)
	var made atomic.Int64
	err := generator.Write(t.ctx, c.Dir, c.options(), func(string) {
		made.Add(1)
		bar.step(false)
	})
	bar.close()
	if errors.Is(err, context.Canceled) && t.ctx.Err() != nil {
		err = errors.New("stopped")
	}
	if err != nil && made.Load() > 0 {
		return fmt.Errorf("%w; %d of %d documents are in %s", err, made.Load(), c.Count, printable(c.Dir))
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(t.stdout, "%s of seed %d made in %s, with the expected answer beside each. biom eval measures a provider on them.\n",
		plural(c.Count, "document"), c.Seed, printable(c.Dir))
	return nil
}

func (c *samplesCmd) options() generator.Options {
	o := generator.Options{Seed: c.Seed, Count: c.Count, Devices: c.Devices, Languages: c.Languages, DPI: c.DPI, Profile: c.Profile}
	for _, m := range c.Media {
		o.Media = append(o.Media, generator.Medium(m))
	}
	return o
}

// drawn are the media that need no program.
var drawn = []string{string(generator.TextPDF), string(generator.OutlinePDF)}

// canDraw asks for the program that draws scans before the first one is due.
func (c *samplesCmd) canDraw() error {
	needed := c.Media == nil || slices.ContainsFunc(c.Media, func(m string) bool { return !slices.Contains(drawn, m) })
	if !needed {
		return nil
	}
	if _, err := exec.LookPath("pdftoppm"); err != nil {
		return errors.New("pdftoppm, which draws scans and images, is missing: apt-get install " + poppler.Debian + ", or ask for --media text,outline")
	}
	return nil
}

// newOrEmpty holds that nothing in dir can be overwritten or mixed with what
// is made.
func newOrEmpty(dir string) error {
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil
	case err != nil:
		return err
	case len(entries) > 0:
		return fmt.Errorf("%s is not empty: name a new folder, or remove what is in it", printable(dir))
	}
	return nil
}
