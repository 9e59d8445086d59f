package agent

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"biom/shared/client"
)

// readArgs are the arguments of read_report.
type readArgs struct {
	Path     string `json:"path"`
	Content  string `json:"content"`
	Filename string `json:"filename"`
	Share    bool   `json:"share"`
	SaveAs   string `json:"save_as"`
}

// addRead adds the tool read_report. Paths are those of the user's machine, so only a server that runs
// there takes them.
func (s *Server) addRead() {
	input := object(members{
		"content":  text("The file in base64"),
		"filename": text("Its name. The extension says how it is read: pdf, jpg, png, gif, bmp or json"),
		"share":    boolean("Store the result encrypted for 31 days, and return a share code with which anyone can retrieve it"),
	}, "content", "filename")
	if s.cfg.Files != nil {
		properties := input["properties"].(members)
		properties["path"] = text("The file on this machine, in place of content and filename")
		properties["save_as"] = text("Path of a new file in which the response is saved as JSON, for export_reports. End it in .biom.json")
		delete(input, "required")
	}
	addTool(s, &mcp.Tool{
		Name: "read_report", Title: "Read a biometry report",
		Description: "Reads the report of an optical biometer (PDF, scan, photo) and returns the validated biometry of both eyes: each value with its unit and the text that is printed, " +
			"and the values that are withheld because they are doubtful, with the reasons. Costs one credit. Takes up to a minute.",
		InputSchema: input, OutputSchema: responseSchema(),
		Annotations: &mcp.ToolAnnotations{DestructiveHint: new(false)},
	}, s.read)
}

func (s *Server) read(ctx context.Context, c call, in readArgs) (answer, error) {
	if s.cfg.Files == nil && in.SaveAs != "" {
		return answer{}, errNoFiles
	}
	upload, done, err := s.upload(in)
	if err != nil {
		return answer{}, err
	}
	defer done()
	if in.SaveAs == "" {
		return s.process(ctx, c, upload)
	}
	var a answer
	err = s.cfg.Files.Create(in.SaveAs, func(w io.Writer) (err error) { // the place is tried before the report is charged
		if a, err = s.process(ctx, c, upload); err != nil {
			return err
		}
		return writeIndented(w, a.output)
	})
	a.text += fmt.Sprintf("\nThe response is saved as %s.", in.SaveAs)
	return a, err
}

// errNoFiles is the error of a call that names a file where the tools have no access to files.
var errNoFiles = errors.New("this server has no access to files: send the file's content, and no path")

// upload returns what read_report is to upload; done ends its use.
func (s *Server) upload(in readArgs) (u client.Upload, done func(), err error) {
	switch {
	case in.Path != "" && s.cfg.Files == nil:
		return u, nil, errNoFiles
	case in.Path != "" && (in.Content != "" || in.Filename != ""):
		return u, nil, errors.New("path and content are both given: give path alone, or content and filename")
	case in.Path != "":
		file, err := s.cfg.Files.Open(in.Path)
		if err != nil {
			return u, nil, err
		}
		return client.Upload{Filename: filepath.Base(in.Path), Content: file, Share: in.Share, Evidence: true}, func() { file.Close() }, nil
	case in.Content == "" || in.Filename == "":
		return u, nil, errors.New("content or filename is missing: give the file in base64, and its name with the extension")
	}
	content, err := base64.StdEncoding.DecodeString(in.Content)
	if err != nil { // which quotes nothing of the content
		return u, nil, fmt.Errorf("content is not base64: %w", err)
	}
	return client.Upload{Filename: in.Filename, Content: bytes.NewReader(content), Share: in.Share, Evidence: true}, func() {}, nil
}

// process uploads a file and returns the response.
func (s *Server) process(ctx context.Context, c call, u client.Upload) (answer, error) {
	var info client.Info
	u.Info = &info
	for e, err := range s.cfg.Service.ProcessStream(ctx, u) {
		if err != nil {
			return answer{}, err
		}
		if e.Response != nil {
			return responseAnswer(e.Response, e.Raw, info.KeyStatus), nil
		}
		c.progress(ctx, e)
	}
	return answer{}, client.ErrIncomplete
}

// writeIndented writes a JSON document as people read it.
func writeIndented(w io.Writer, document json.RawMessage) error {
	var b bytes.Buffer
	if err := json.Indent(&b, document, "", "  "); err != nil {
		return err
	}
	b.WriteByte('\n')
	_, err := b.WriteTo(w)
	return err
}

// validateArgs are the arguments of validate_report.
type validateArgs struct {
	Report jsontext.Value `json:"report"`
}

// addValidate adds the tool validate_report.
func (s *Server) addValidate() {
	addTool(s, &mcp.Tool{
		Name: "validate_report", Title: "Validate a JSON report",
		Description: "Validates a report in JSON (a response of this service, or a document with data: biometer, patient, right_eye, left_eye) and returns it normalised, or every fault with its path. " +
			"No document is read.",
		InputSchema:  object(members{"report": anyObject("The document. Values that were edited need metadata.extraction.method DIRECT")}, "report"),
		OutputSchema: responseSchema(),
		Annotations:  &mcp.ToolAnnotations{ReadOnlyHint: true},
	}, s.validate)
}

func (s *Server) validate(ctx context.Context, c call, in validateArgs) (answer, error) {
	if len(in.Report) == 0 {
		return answer{}, errors.New("report is missing: give the JSON document")
	}
	return s.process(ctx, c, client.Upload{Filename: "report.json", Content: bytes.NewReader(in.Report)})
}
