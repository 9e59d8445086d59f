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
	name := namer(files)
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
		request.Responses = append(request.Responses, client.SavedResponse{Response: raw, Filename: strings.TrimSuffix(name(f), batch.Suffix)})
	}
	setFormats(&request, formats)
	return request, errors.Join(errs...)
}

// Batch returns the request to export the responses of a batch, those of earlier runs too. It lists the files
// that failed, with the reasons. server is the address of the service, which reasons name.
func Batch(files []*batch.File, formats []string, server string) (request client.Export, err error) {
	var named []filenames.Named
	for _, f := range files {
		named = append(named, filenames.Named{Path: f.Path, Below: f.Below})
	}
	name := namer(named)
	for i, f := range files {
		switch {
		case f.Saved || f.SavedBefore:
			raw, _, err := batch.ReadSaved(f.Target)
			if err != nil {
				return request, errors.New(explain.Plain(err))
			}
			request.Responses = append(request.Responses, client.SavedResponse{Response: raw, Filename: name(named[i])})
		case f.Err != nil:
			request.Failed = append(request.Failed, client.FailedFile{Filename: name(named[i]), Message: oneLine(explain.Upload(f.Err, server))})
		}
	}
	setFormats(&request, formats)
	return request, nil
}

// oneLine puts an explanation of several lines, one for each fault, into the cell of a table.
func oneLine(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return strings.Join(lines, "; ")
}

// namer returns a function that names files in an export: by their paths below the directory that was named, so that
// reports of two folders can be told apart, or by their whole paths if two would have the same name.
func namer(files []filenames.Named) func(filenames.Named) string {
	paths := map[string]map[string]bool{} // name → paths
	for _, f := range files {
		if paths[f.Below] == nil {
			paths[f.Below] = map[string]bool{}
		}
		paths[f.Below][filepath.Clean(f.Path)] = true
	}
	return func(f filenames.Named) string {
		if len(paths[f.Below]) > 1 {
			return filepath.ToSlash(filepath.Clean(f.Path))
		}
		return filepath.ToSlash(f.Below)
	}
}

func setFormats(request *client.Export, formats []string) {
	request.CSVBOM = true // people open the table with a double click
	for _, f := range formats {
		request.Formats = append(request.Formats, client.Format(f))
	}
}

// Download is one download of an archive.
type Download struct {
	Service *client.Client
	Server  string // address of the service, named in errors
	Retry   *retry.Retrier
	Waiting func(wait time.Duration, cause error) // called before each wait
}

// Formats returns what a file of this name is to hold: one table, if its extension is .csv or .xlsx, else an archive of
// the given formats.
func Formats(path string, ofArchive []string) []string {
	if extension := strings.ToLower(filepath.Ext(path)); isTable(extension) {
		return []string{extension[1:]}
	}
	return ofArchive
}

func isTable(extension string) bool { return extension == ".csv" || extension == ".xlsx" }

// Save downloads an archive and saves it under the name path, or the one table in it if that is what [Formats] says.
// The file gets its name once it is complete. It returns its size in bytes.
func (d Download) Save(ctx context.Context, path string, request client.Export) (size int64, err error) {
	target, err := draft.Open(path)
	if err != nil {
		return 0, fmt.Errorf("there is no place for the archive: %w", err)
	}
	defer target.Discard()
	if isTable(strings.ToLower(filepath.Ext(path))) {
		size, err = d.saveTable(ctx, target, path, request)
	} else {
		size, _, err = d.fetch(ctx, target, request)
	}
	if err != nil {
		return 0, err
	}
	return size, target.Commit()
}

// saveTable writes the table of an archive to target.
func (d Download) saveTable(ctx context.Context, target io.Writer, path string, request client.Export) (size int64, err error) {
	whole, err := draft.New(path)
	if err != nil {
		return 0, err
	}
	defer whole.Discard()
	_, content, err := d.fetch(ctx, whole, request)
	if err != nil {
		return 0, err
	}
	for _, f := range content.File {
		if !strings.EqualFold(filepath.Ext(f.Name), filepath.Ext(path)) || strings.HasSuffix(f.Name, "-failed.csv") {
			continue
		}
		table, err := f.Open()
		if err != nil {
			return 0, err
		}
		defer func() { _ = table.Close() }()
		return io.Copy(target, table) //nolint:gosec // the service made the archive
	}
	return 0, errors.New("the archive arrived without the table and was not saved")
}

// fetch writes the archive to target, from the start at each attempt.
func (d Download) fetch(ctx context.Context, target *draft.Draft, request client.Export) (size int64, content *zip.Reader, err error) {
	err = d.Retry.Do(ctx, func() error { return d.attempt(ctx, target, request) }, d.Waiting)
	if err != nil {
		return 0, nil, errors.New(d.explain(err))
	}
	if size, err = target.Seek(0, io.SeekEnd); err != nil {
		return 0, nil, err
	}
	if content, err = zip.NewReader(target, size); err != nil {
		return 0, nil, fmt.Errorf("the archive arrived damaged and was not saved: %w", err)
	}
	return size, content, nil
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
