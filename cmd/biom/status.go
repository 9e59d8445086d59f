package main

import (
	"context"
	"errors"
	"fmt"
	"text/tabwriter"
	"time"
)

type statusCmd struct {
	Service serverFlags `embed:""`
}

// statusWait is ample for an answer that costs the service nothing.
const statusWait = 10 * time.Second

// Run shows how the service is. It asks the cheap endpoint, not the one that
// tries the provider.
func (c *statusCmd) Run(t *terminal) error {
	service, err := c.Service.dial()
	if err != nil {
		return err
	}
	defer service.Close()
	ctx, cancel := context.WithTimeout(t.ctx, statusWait)
	defer cancel()
	status, err := service.Status(ctx)
	if err != nil {
		return errors.New(explain(err, c.Service.Server))
	}
	w := tabwriter.NewWriter(t.stdout, 0, 0, 2, ' ', 0)
	for _, row := range [][2]string{
		{"Server", c.Service.Server}, {"Status", status.Status}, {"Provider", status.ProviderLLM}, {"Environment", status.Environment},
		{"Version", status.AppVersion}, {"Report schema", status.SchemaVersion}, {"Share database", orNone(status.DBID)},
	} {
		fmt.Fprintf(w, "%s\t%s\n", row[0], printable(row[1]))
	}
	return w.Flush()
}
