package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
)

// Format is a kind of file in an export.
type Format string

// The formats.
const (
	CSV  Format = "csv"  // one table of all reports, a row for each eye
	XLSX Format = "xlsx" // the same as a workbook
	JSON Format = "json" // a file for each report
)

// Export is what to put into a ZIP archive.
type Export struct {
	Responses []SavedResponse `json:"responses"`
	Formats   []Format        `json:"formats,omitempty"` // empty: all of them
}

// SavedResponse is a response of the service and the name of the file that it
// was read from.
type SavedResponse struct {
	Response json.RawMessage `json:"json_data"`
	Filename string          `json:"filename"`
}

// Export writes the archive to w as it arrives. After an error w may hold a
// part of it, which is of no use: the service breaks the connection off rather
// than end an archive that it could not finish.
func (c *Client) Export(ctx context.Context, e Export, w io.Writer) error {
	if len(e.Responses) == 0 {
		return errors.New("client: Export.Responses is empty: there is nothing to put into an archive")
	}
	for i, r := range e.Responses {
		if !json.Valid(r.Response) {
			return fmt.Errorf("client: Export.Responses[%d] is not JSON", i)
		}
	}
	body, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("client: %w", err)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	req, err := c.request(ctx, http.MethodPost, "/api/v1/biom/export", bytes.NewReader(body)) // of known length, as the route wants it
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := c.do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if !answers(res, "application/zip") {
		return c.refusal(res)
	}
	defer c.watch(res, cancel)()
	return copyTo(ctx, w, res.Body)
}

// copyTo tells a writer that fails from a connection that breaks.
func copyTo(ctx context.Context, w io.Writer, body io.Reader) error {
	to := &sink{w: w}
	_, err := io.Copy(to, body)
	switch {
	case to.err != nil:
		return fmt.Errorf("client: the archive cannot be written: %w", to.err)
	case err != nil:
		return brokenOff(ctx, err)
	}
	return nil
}

// sink remembers why a Write failed.
type sink struct {
	w   io.Writer
	err error
}

func (s *sink) Write(p []byte) (n int, err error) {
	n, s.err = s.w.Write(p)
	return n, s.err
}
