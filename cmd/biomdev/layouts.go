package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"biom/cmd/internal/evaltable"
	"biom/worker/eval"
	"biom/worker/eval/grammar"
	"biom/worker/eval/samples"
	"biom/worker/provider/local"
)

type layoutsCmd struct {
	Seed      uint64   `default:"1" help:"Another seed draws other layouts; the same draws the same."`
	Count     int      `default:"100" help:"How many documents."`
	HeldOut   string   `enum:"without,only,with" default:"without" help:"Parts of the grammar that are held out of development: without draws none of them, only draws them wherever a choice has some, with draws all parts."`
	Media     []string `placeholder:"MEDIUM" help:"text, outline, image, png, jpg, gif, bmp. Default: text, image (scans) and jpg (photos) in turns."`
	Devices   []string `placeholder:"DEVICE" help:"Devices by their names in reports, e.g. IOLMaster700 or Other. Default: all."`
	Languages []string `placeholder:"LANGUAGE" help:"en, de, es, fr, pt, it. Default: all."`
	DPI       int      `name:"dpi" placeholder:"N" help:"Resolution of scans and photos. Default: 150, 200 and 300 in turns."`
	Keep      string   `type:"path" placeholder:"DIR" help:"Make the documents in this new or empty folder and keep them. Default: a folder that is removed."`
	Values    bool     `help:"Show what was expected and found."`
	By        []string `placeholder:"TAG" help:"Show only these tables: device, language, arrangement, heading, medium, field. Default: all."`
	Jobs      int      `short:"j" default:"1" help:"Documents read at once."`
	MinRight  *float64 `placeholder:"PERCENT" help:"Fail (status 1) if fewer of the expected values are right."`
	MaxWrong  *float64 `placeholder:"PERCENT" help:"Fail (status 1) if more values are wrong or invented, in percent of those expected."`
}

// Run draws layouts, has the local reader read them and prints how well it did.
func (c *layoutsCmd) Run(p *process) (err error) {
	dir := c.Keep
	if dir == "" {
		if dir, err = os.MkdirTemp("", "biom-layouts-"); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	} else if err := requireNewOrEmpty(dir); err != nil {
		return err
	}
	if err := c.make(p, dir); err != nil {
		return err
	}
	folder, err := eval.Open(dir)
	if err != nil {
		return err
	}
	report, err := c.read(p, folder)
	if err != nil {
		return err
	}
	evaltable.Write(p.Stdout, report, c.By)
	return report.Check(eval.Limits{MinRight: c.MinRight, MaxWrong: c.MaxWrong})
}

// make draws the documents into dir.
func (c *layoutsCmd) make(p *process, dir string) error {
	parts := map[string]grammar.Parts{"without": grammar.Development, "only": grammar.Judgement, "with": grammar.Whole}[c.HeldOut]
	set := grammar.Set{
		Options: grammar.Options{Parts: parts, Languages: c.Languages, Devices: c.Devices},
		Seed:    c.Seed, Count: c.Count, DPI: c.DPI,
	}
	for _, m := range c.Media {
		set.Media = append(set.Media, samples.Medium(m))
	}
	bar := p.bar("made", c.Count)
	defer bar.Close()
	return set.Write(p.ctx, dir, func(string) { bar.Step(false) })
}

// read has the local reader read the documents.
func (c *layoutsCmd) read(p *process, folder *eval.Folder) (report *eval.Report, err error) {
	work, err := os.MkdirTemp("", "biom-layouts-work-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	reader, err := local.New(local.Config{WorkDir: work, OCRTime: time.Minute})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, reader.Close()) }()
	if missing := reader.Missing(); missing != nil {
		return nil, fmt.Errorf("programs that read documents are missing: apt-get install %s", strings.Join(missing, " "))
	}
	bar := p.bar("read", c.Count)
	defer bar.Close()
	return folder.Read(p.ctx, eval.Config{
		Provider: reader, Jobs: c.Jobs, Values: c.Values, Timeout: 10 * time.Minute,
		Progress: func(d eval.Document) { bar.Step(d.Reason != "") },
	})
}
