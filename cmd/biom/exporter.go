package main

import (
	"fmt"

	"biom/api"
	"biom/cmd/internal/commandline"
	"biom/exporter"
)

type exporterCmd struct {
	HTTP   listenFlags `embed:""`
	Export exportFlags `embed:""`
	Admin  adminFlags  `embed:""`
	Log    logFlags    `embed:""`
}

// Run serves until the process is told to stop.
func (c *exporterCmd) Run(t *terminal) error {
	stopTracing, err := t.begin("exporter", c.Log)
	if err != nil {
		return err
	}
	defer stopTracing()
	e, err := c.Export.open(t)
	if err != nil {
		return err
	}
	stopAdmin, err := c.Admin.start(t, "exporter") // an exporter needs no other server
	if err != nil {
		return err
	}
	defer stopAdmin()
	return c.HTTP.config().Serve(t.ctx, exporter.NewServer(e), func(url string) {
		fmt.Fprintf(t.Stdout, "biom exporter: serving on %s\n", url)
	})
}

func (f exportFlags) open(t *terminal) (*exporter.Exporter, error) {
	return exporter.New(exporter.Config{MaxBody: int(f.MaxBody), MaxResponses: f.MaxResponses, Version: commandline.Version(), Metrics: t.metrics, Log: t.log})
}

// export returns the exporter for the front end: one in this process, or the client of
// a separate one.
func (f *frontFlags) export(t *terminal) (api.Export, error) {
	if f.ExporterURL == "" {
		return f.Export.open(t)
	}
	forward, err := api.NewForward(f.ExporterURL)
	if err != nil {
		return nil, fmt.Errorf("BIOM_EXPORTER_URL: %w", err)
	}
	return forward, nil
}
