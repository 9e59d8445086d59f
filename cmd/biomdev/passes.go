package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"text/tabwriter"
	"time"

	"biom/shared/filekind"
	"biom/worker/provider"
	"biom/worker/provider/local"
)

type passesCmd struct {
	Dir string `arg:"" type:"existingdir" help:"Folder of documents, as samples and layouts --keep make them."`
}

// Run has the local reader read the documents of a folder, one after another, and prints what each way of
// reading them took and gave.
func (c *passesCmd) Run(p *process) (err error) {
	files, err := documentsIn(c.Dir)
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "biom-passes-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	reader, err := local.New(local.Config{WorkDir: work, OCR: 1, OCRTime: time.Minute})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, reader.Close()) }()
	all, err := profile(p, reader, files)
	if err != nil {
		return err
	}
	return writePasses(p.Stdout, len(files), all)
}

// profile has the reader read the documents, one after another.
func profile(p *process, reader *local.Extractor, files []string) (all []passTotal, err error) {
	bar := p.bar("read", len(files))
	defer bar.Close()
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		readings, err := reader.Profile(p.ctx, provider.Document{Kind: filekind.Of(file), Data: data})
		if p.ctx.Err() != nil {
			return nil, errors.New("stopped")
		}
		all = added(all, readings)
		bar.Step(err != nil)
	}
	return all, nil
}

// documentsIn returns the paths of the documents in a folder.
func documentsIn(dir string) (files []string, err error) {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if filekind.Of(e.Name()).IsDocument() {
			files = append(files, filepath.Join(dir, e.Name()))
		}
	}
	if err == nil && len(files) == 0 {
		err = errors.New("there is no document in " + dir)
	}
	return files, err
}

// passTotal sums up one way of reading over all documents.
type passTotal struct {
	local.Reading

	documents, added, prevented int
}

// added adds the readings of a document to the totals, in the order in which they were first made.
func added(all []passTotal, readings []local.Reading) []passTotal {
	for _, r := range readings {
		i := slices.IndexFunc(all, func(t passTotal) bool { return t.Name == r.Name })
		if i < 0 {
			i, all = len(all), append(all, passTotal{Reading: local.Reading{Name: r.Name}})
		}
		t := &all[i]
		t.documents++
		t.Calls += r.Calls
		t.Time += r.Time
		t.Megapixels += r.Megapixels
		t.added += len(r.Added)
		t.prevented += len(r.Prevented)
	}
	return all
}

// writePasses prints the totals as a table.
func writePasses(w io.Writer, documents int, all []passTotal) error {
	fmt.Fprintf(w, "%d documents read. Added are the values that would be missing without a reading, prevented those that it contradicts.\n\n", documents)
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "reading\tdocuments\tcalls\tseconds of a processor\tmegapixels\tadded\tprevented\t")
	for _, t := range all {
		fmt.Fprintf(table, "%s\t%d\t%d\t%.1f\t%.0f\t%d\t%d\t\n", t.Name, t.documents, t.Calls, t.Time.Seconds(), t.Megapixels, t.added, t.prevented)
	}
	return table.Flush()
}
