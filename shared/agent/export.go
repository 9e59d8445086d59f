package agent

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"biom/shared/client"
)

// exportArgs are the arguments of export_reports.
type exportArgs struct {
	Reports []exportedReport `json:"reports"`
	Files   []string         `json:"files"`
	Formats []client.Format  `json:"formats"`
	SaveAs  string           `json:"save_as"`
}

type exportedReport struct {
	Response jsontext.Value `json:"response"`
	Filename string         `json:"filename"`
}

// exported is the output of export_reports.
type exported struct {
	Filename string `json:"filename"`
	Reports  int    `json:"reports"`
	Bytes    int    `json:"bytes"`
}

// archiveName is the name of an archive that is returned and not saved.
const archiveName = "biom-export.zip"

// addExport adds the tool export_reports. Where tools have access to files it takes saved responses by
// their paths, because a model that copies a response may change a digit.
func (s *Server) addExport() {
	input := object(members{
		"reports": list("The responses to export", object(members{
			"response": anyObject("A response of read_report, validate_report or retrieve_share, unchanged"),
			"filename": text("Name of the file that was read, shown in the tables"),
		}, "response")),
		"formats": members{
			"type": "array", "items": members{"type": "string", "enum": []string{"csv", "xlsx", "json"}},
			"description": "What to put into the archive; all three without it",
		},
	}, "reports")
	description := "Makes a ZIP of responses: a table with a row for each eye as CSV and XLSX, and a JSON file for each. "
	if s.cfg.Files != nil {
		properties := input["properties"].(members)
		properties["files"] = list("Paths of saved responses, *.biom.json, in place of reports or beside them", members{"type": "string"})
		properties["save_as"] = text("Path of the new archive, ending in .zip")
		input["required"] = []string{"save_as"}
		description += "The archive is saved under the path that save_as names. Prefer files over reports, because their digits are not copied by a model."
	} else {
		description += "The archive is returned as an embedded resource in base64."
	}
	addTool(s, &mcp.Tool{
		Name: "export_reports", Title: "Export reports as a ZIP", Description: description, InputSchema: input,
		OutputSchema: object(members{
			"filename": text("Path of the archive, or its name if it is returned"),
			"reports":  integer("How many reports are in it"),
			"bytes":    integer("Its size"),
		}, "filename", "reports", "bytes"),
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: s.cfg.Files == nil, DestructiveHint: new(false)},
	}, s.export)
}

func (s *Server) export(ctx context.Context, _ call, in exportArgs) (answer, error) {
	request, err := s.exportRequest(in)
	if err != nil {
		return answer{}, err
	}
	var archive bytes.Buffer
	if s.cfg.Files == nil {
		if in.SaveAs != "" {
			return answer{}, errNoFiles
		}
		if err := s.cfg.Service.Export(ctx, request, &archive); err != nil {
			return answer{}, err
		}
		a, err := exportAnswer(archiveName, request, archive.Len(), "is attached")
		a.content = append(a.content, &mcp.EmbeddedResource{Resource: &mcp.ResourceContents{
			URI: "biom://export/" + archiveName, MIMEType: "application/zip", Blob: archive.Bytes(),
		}})
		return a, err
	}
	if in.SaveAs == "" {
		return answer{}, errors.New("save_as is missing: name the file for the archive")
	}
	err = s.cfg.Files.Create(in.SaveAs, func(w io.Writer) error {
		if err := s.cfg.Service.Export(ctx, request, &archive); err != nil {
			return err
		}
		_, err := w.Write(archive.Bytes())
		return err
	})
	if err != nil {
		return answer{}, err
	}
	return exportAnswer(in.SaveAs, request, archive.Len(), "is saved as "+in.SaveAs)
}

// exportRequest returns the request for an archive.
func (s *Server) exportRequest(in exportArgs) (request client.Export, err error) {
	request.Formats = in.Formats
	for i, r := range in.Reports {
		if len(r.Response) == 0 {
			return request, fmt.Errorf("reports[%d].response is missing: give a response of this service", i)
		}
		request.Responses = append(request.Responses, client.SavedResponse{Response: json.RawMessage(r.Response), Filename: r.Filename})
	}
	for _, path := range in.Files {
		document, err := s.savedResponse(path)
		if err != nil {
			return request, err
		}
		name := strings.TrimSuffix(filepath.Base(path), ".biom.json")
		request.Responses = append(request.Responses, client.SavedResponse{Response: document, Filename: name})
	}
	if len(request.Responses) == 0 {
		return request, errors.New("there is nothing to export: give at least one response")
	}
	return request, nil
}

// maxSaved is the greatest number of bytes of a saved response; those of the service are far shorter.
const maxSaved = 1 << 20

// savedResponse reads a saved response.
func (s *Server) savedResponse(path string) (json.RawMessage, error) {
	if s.cfg.Files == nil {
		return nil, errNoFiles
	}
	file, err := s.cfg.Files.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	document, err := io.ReadAll(io.LimitReader(file, maxSaved+1))
	if err != nil {
		return nil, err
	}
	if len(document) > maxSaved || !json.Valid(document) {
		return nil, fmt.Errorf("%s is not a saved response", path)
	}
	return document, nil
}

func exportAnswer(name string, request client.Export, size int, where string) (answer, error) {
	output, err := json.Marshal(exported{name, len(request.Responses), size})
	return answer{text: fmt.Sprintf("The archive of %d reports (%d KiB) %s.", len(request.Responses), (size+1023)>>10, where), output: output}, err
}
