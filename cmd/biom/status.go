package main

import (
	"context"
	"errors"
	"fmt"
	"text/tabwriter"
	"time"

	"biom/cmd/internal/display"
	"biom/cmd/internal/explain"
)

type statusCmd struct {
	Service serverFlags `embed:""`
}

// statusTimeout limits the commands status and usage. Their responses take the
// service little time.
const statusTimeout = 10 * time.Second

// Run shows the state of the service. It uses the endpoint that does not call the
// provider.
func (c *statusCmd) Run(t *terminal) error {
	service, err := c.Service.dial(t)
	if err != nil {
		return err
	}
	defer service.Close()
	ctx, cancel := context.WithTimeout(t.ctx, statusTimeout)
	defer cancel()
	status, err := service.Status(ctx)
	if err != nil {
		return errors.New(explain.Error(err, c.Service.Server))
	}
	w := tabwriter.NewWriter(t.Stdout, 0, 0, 2, ' ', 0)
	for _, row := range [][2]string{
		{"Server", c.Service.Server}, {"Status", status.Status}, {"Provider", status.ProviderLLM}, {"Environment", status.Environment},
		{"Version", status.AppVersion}, {"Report schema", status.SchemaVersion}, {"Share database", display.OrNone(status.DBID)},
	} {
		fmt.Fprintf(w, "%s\t%s\n", row[0], display.Printable(row[1]))
	}
	return w.Flush()
}
