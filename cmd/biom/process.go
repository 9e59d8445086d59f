package main

import (
	"errors"
	"fmt"

	"biom/cmd/internal/archive"
	"biom/cmd/internal/batch"
	"biom/cmd/internal/commandline"
	"biom/cmd/internal/draft"
	"biom/cmd/internal/filenames"
	"biom/shared/client"
)

type processCmd struct {
	Files    []string `arg:"" name:"file" help:"Reports: PDF, JPG, PNG, GIF, BMP or JSON; directories (of which the PDFs and images are taken); patterns such as 'reports/*.pdf'."`
	Share    bool     `help:"Ask for a share code for each result."`
	Tier     string   `enum:"standard,slow" default:"standard" help:"Service tier: ${enum}. slow costs half and may take minutes."`
	Out      string   `type:"path" placeholder:"DIR" help:"Save the responses in this directory instead of beside their files. They are named FILE.biom.json."`
	Export   string   `type:"path" placeholder:"FILE" help:"Save a table of all responses, those of earlier runs too: .xlsx or .csv; with another name, an archive with both and the responses. The workbook lists the files that failed."`
	Again    bool     `help:"Send files again whose responses are saved and not older."`
	Async    bool     `help:"Have the service keep each report as a job: it goes on reading if this command ends. The same command again, or biom jobs wait, fetches the responses."`
	Batch    string   `placeholder:"NAME" help:"Name under which the service lists the reports, for callers with a service key."`
	Callback string   `placeholder:"NAME" help:"Address that the service calls when a report has ended: the name under which the operator has registered it for the service key."`

	Sending sendingFlags `embed:""`
}

// Run uploads every file whose response is not saved yet and saves each response when
// it arrives. Then it shows the responses in the order of the arguments.
func (c *processCmd) Run(t *terminal) error {
	named, err := filenames.Find(c.Files, "PDFs or images", batch.IsDocument)
	if err != nil {
		return err
	}
	files, err := batch.Plan(named, c.Out)
	if err != nil {
		return err
	}
	if c.Export != "" {
		if _, err := draft.Check(c.Export); err != nil { // before anything is sent
			return fmt.Errorf("there is no place for the export: %w", err)
		}
	}
	service, err := c.Sending.Service.dial(t)
	if err != nil {
		return err
	}
	defer service.Close()
	batch.Resume(files, c.Again)
	sender := batch.Sender{Service: service, Share: c.Share, Tier: c.Tier, Name: c.Batch, Callback: c.Callback}
	work := sender.Send
	if c.Async {
		work = sender.SendAsync
	}
	err = c.Sending.run(t, &sender, work, files)
	if _, interrupted := errors.AsType[commandline.Interrupted](err); c.Export == "" || interrupted {
		return err
	}
	return errors.Join(err, c.export(t, service, files))
}

// export saves the export of all responses.
func (c *processCmd) export(t *terminal, service *client.Client, files []*batch.File) error {
	server := c.Sending.Service.Server
	request, err := archive.Batch(files, archive.Formats(c.Export, nil), server)
	if err != nil {
		return err
	}
	if len(request.Responses) == 0 {
		return errors.New("nothing was exported, because no report was read")
	}
	says := t.Stdout
	if c.Sending.JSON {
		says = t.Stderr
	}
	return saveExport(t, says, service, server, c.Sending.RetryFor, c.Export, request)
}
