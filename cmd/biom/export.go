package main

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"biom/shared/client"
)

type exportCmd struct {
	Files    []string      `arg:"" name:"file" help:"Saved responses (FILE.biom.json); directories (of which those are taken); patterns."`
	Out      string        `type:"path" placeholder:"FILE" help:"Name of the archive; an earlier one is replaced. Default: biom-export-DATE-TIME.zip."`
	Formats  []string      `enum:"csv,xlsx,json" default:"csv,xlsx,json" help:"What to put into it, comma separated: ${enum}."`
	RetryFor time.Duration `default:"1m" help:"How long to wait, altogether, while the service is busy or away; 0s: not at all."`

	Service serverFlags `embed:""`
}

// Run makes one archive of saved responses. It has its name only once it is
// whole.
func (c *exportCmd) Run(t *terminal) error {
	files, err := findFiles(c.Files, "saved responses", func(name string) bool { return strings.HasSuffix(name, savedSuffix) })
	if err != nil {
		return err
	}
	request, err := exportOf(files, c.Formats)
	if err != nil {
		return err
	}
	service, err := c.Service.dial()
	if err != nil {
		return err
	}
	defer service.Close()
	if c.Out == "" {
		c.Out = t.now().Format("biom-export-20060102-150405.zip")
	}
	place, err := newPlace(c.Out)
	if err != nil {
		return fmt.Errorf("there is no place for the archive: %w", err)
	}
	defer place.discard()
	size, err := c.download(t, service, request, place)
	if err != nil {
		return err
	}
	fmt.Fprintf(t.stdout, "%d reports saved as %s (%d KiB)\n", len(request.Responses), printable(c.Out), (size+1023)>>10)
	return nil
}

// exportOf reads files, and names every one that cannot be used.
func exportOf(files []namedFile, formats []string) (e client.Export, err error) {
	var faults []error
	seen := map[string]bool{}
	for _, f := range files {
		path := filepath.Clean(f.path)
		if seen[path] {
			continue
		}
		seen[path] = true
		raw, _, err := readSaved(f.path)
		if err != nil {
			faults = append(faults, errors.New(plainWords(err)))
			continue
		}
		e.Responses = append(e.Responses, client.SavedResponse{Response: raw, Filename: strings.TrimSuffix(filepath.Base(f.path), savedSuffix)})
	}
	for _, f := range formats {
		e.Formats = append(e.Formats, client.Format(f))
	}
	return e, errors.Join(faults...)
}

// download fills place, from the start at each try, and commits it.
func (c *exportCmd) download(t *terminal, service *client.Client, request client.Export, place *draft) (size int64, err error) {
	retry := retrier{patience: c.RetryFor, pause: t.pause}
	err = retry.do(t.ctx, func() error { return tryExport(t.ctx, service, request, place) },
		func(wait time.Duration, because error) { fmt.Fprintln(t.stderr, nextTry(wait, because)) })
	if err != nil {
		return 0, errors.New(explainExport(err, c.Service.Server))
	}
	if size, err = place.Seek(0, io.SeekEnd); err != nil {
		return 0, err
	}
	if _, err := zip.NewReader(place, size); err != nil {
		return 0, fmt.Errorf("the archive arrived damaged and was not saved: %w", err)
	}
	return size, place.commit()
}

func tryExport(ctx context.Context, service *client.Client, request client.Export, place *draft) error {
	if _, err := place.Seek(0, io.SeekStart); err != nil {
		return err
	}
	if err := place.Truncate(0); err != nil {
		return err
	}
	return service.Export(ctx, request, place)
}

// explainExport adds that there is no archive.
func explainExport(err error, server string) string {
	if _, refused := errors.AsType[*client.Error](err); refused {
		return explain(err, server)
	}
	return explain(err, server) + "; nothing was saved"
}
