package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Format is a file format of an export.
type Format string

// The formats.
const (
	CSV  Format = "csv"  // one table of all reports, a row for each eye
	XLSX Format = "xlsx" // the same as a workbook
	JSON Format = "json" // a file for each report
)

// Export says what a ZIP archive is to contain.
type Export struct {
	Responses []SavedResponse `json:"responses"`
	Formats   []Format        `json:"formats,omitempty"` // empty: all of them
	// Failed are files that were not read. The archive lists them with the reasons.
	Failed []FailedFile `json:"failed,omitempty"`
	// CSVBOM puts a byte order mark before the tables in CSV, without which Excel does not read them as UTF-8.
	CSVBOM bool `json:"csv_bom,omitempty"`
}

// FailedFile is a file that was not read.
type FailedFile struct {
	Filename string `json:"filename"`
	Message  string `json:"message"` // why
}

// SavedResponse is a response of the service as JSON, and the name of the file
// that was processed.
type SavedResponse struct {
	Response json.RawMessage `json:"json_data"`
	Filename string          `json:"filename"`
}

// Export requests an archive and writes it to w while it arrives. After an error,
// throw away what was written to w: if the service fails in the middle of an
// archive it breaks the connection, and Export returns [ErrIncomplete].
func (c *Client) Export(ctx context.Context, e Export, w io.Writer) error {
	if len(e.Responses) == 0 {
		return errors.New("client: Export.Responses is empty: there is nothing to put into an archive")
	}
	for i, r := range e.Responses {
		if !json.Valid(r.Response) {
			return fmt.Errorf("client: Export.Responses[%d] is not JSON", i)
		}
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	req, err := c.postRequest(ctx, "/api/v1/biom/export", e)
	if err != nil {
		return err
	}
	res, err := c.do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if !hasMediaType(res, "application/zip") {
		return c.responseError(res)
	}
	defer c.watchSilence(res, cancel)()
	return copyArchive(ctx, w, res.Body)
}

// copyArchive copies body to w. Its error says whether w failed or the connection.
func copyArchive(ctx context.Context, w io.Writer, body io.Reader) error {
	out := &errorKeeper{w: w}
	_, err := io.Copy(out, body)
	switch {
	case out.err != nil:
		return fmt.Errorf("client: the archive cannot be written: %w", out.err)
	case err != nil:
		return connectionError(ctx, err)
	}
	return nil
}

// errorKeeper passes everything on to w and keeps the error of the last Write.
type errorKeeper struct {
	w   io.Writer
	err error
}

func (k *errorKeeper) Write(p []byte) (n int, err error) {
	n, k.err = k.w.Write(p)
	return n, k.err
}
