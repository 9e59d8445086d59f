// Package archive downloads exports of saved responses.
package archive

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"biom/cmd/internal/batch"
	"biom/cmd/internal/draft"
	"biom/cmd/internal/explain"
	"biom/cmd/internal/filenames"
	"biom/cmd/internal/retry"
	"biom/shared/client"
)

// DefaultName returns the name of an archive that was made at a time.
func DefaultName(at time.Time) string { return at.Format("biom-export-20060102-150405.zip") }

// Request reads saved responses, each file once, and returns the request to export
// them. Its error names every file that cannot be used.
func Request(files []filenames.Named, formats []string) (request client.Export, err error) {
	var errs []error
	seen := map[string]bool{}
	for _, f := range files {
		path := filepath.Clean(f.Path)
		if seen[path] {
			continue
		}
		seen[path] = true
		raw, _, err := batch.ReadSaved(f.Path)
		if err != nil {
			errs = append(errs, errors.New(explain.Plain(err)))
			continue
		}
		name := strings.TrimSuffix(filepath.Base(f.Path), batch.Suffix)
		request.Responses = append(request.Responses, client.SavedResponse{Response: raw, Filename: name})
	}
	for _, f := range formats {
		request.Formats = append(request.Formats, client.Format(f))
	}
	return request, errors.Join(errs...)
}

// Download is one download of an archive.
type Download struct {
	Service *client.Client
	Server  string // address of the service, named in errors
	Retry   *retry.Retrier
	Waiting func(wait time.Duration, cause error) // called before each wait
}

// To writes the archive to target, from the start at each attempt. It commits
// target once the archive is complete, and returns its size in bytes.
func (d Download) To(ctx context.Context, target *draft.Draft, request client.Export) (size int64, err error) {
	err = d.Retry.Do(ctx, func() error { return d.attempt(ctx, target, request) }, d.Waiting)
	if err != nil {
		return 0, errors.New(d.explain(err))
	}
	if size, err = target.Seek(0, io.SeekEnd); err != nil {
		return 0, err
	}
	if _, err := zip.NewReader(target, size); err != nil {
		return 0, fmt.Errorf("the archive arrived damaged and was not saved: %w", err)
	}
	return size, target.Commit()
}

// attempt downloads the archive once.
func (d Download) attempt(ctx context.Context, target *draft.Draft, request client.Export) error {
	if _, err := target.Seek(0, io.SeekStart); err != nil {
		return err
	}
	if err := target.Truncate(0); err != nil {
		return err
	}
	return d.Service.Export(ctx, request, target)
}

// explain returns the text of an error. Unless the service refused the request, the
// text adds that nothing was saved.
func (d Download) explain(err error) string {
	if _, refused := errors.AsType[*client.Error](err); refused {
		return explain.Error(err, d.Server)
	}
	return explain.Error(err, d.Server) + "; nothing was saved"
}
