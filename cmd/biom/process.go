package main

import (
	"biom/cmd/internal/batch"
	"biom/cmd/internal/filenames"
)

type processCmd struct {
	Files    []string `arg:"" name:"file" help:"Reports: PDF, JPG, PNG, GIF, BMP or JSON; directories (of which the PDFs and images are taken); patterns such as 'reports/*.pdf'."`
	Share    bool     `help:"Ask for a share code for each result."`
	Tier     string   `enum:"standard,slow" default:"standard" help:"Service tier: ${enum}. slow costs half and may take minutes."`
	Out      string   `type:"path" placeholder:"DIR" help:"Save the responses in this directory instead of beside their files. They are named FILE.biom.json."`
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
	service, err := c.Sending.Service.dial(t)
	if err != nil {
		return err
	}
	defer service.Close()
	batch.Resume(files, c.Again)
	sender := batch.Sender{Service: service, Share: c.Share, Tier: c.Tier, Name: c.Batch, Callback: c.Callback}
	if c.Async {
		return c.Sending.run(t, &sender, sender.SendAsync, files)
	}
	return c.Sending.run(t, &sender, sender.Send, files)
}
