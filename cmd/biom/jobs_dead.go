package main

import (
	"fmt"
	"text/tabwriter"
	"time"

	"biom/shared/broker"
	"biom/shared/job"
)

type deadCmd struct {
	NATSURL string `name:"nats-url" env:"BIOM_NATS_URL" secret:"" required:"" help:"NATS servers (nats://…, comma separated)."`
}

// Run lists the dead jobs. Their records hold nothing of the documents.
func (c *deadCmd) Run(t *terminal) error {
	conn, err := broker.Connect(t.ctx, broker.Config{URL: c.NATSURL, Name: "biom jobs", Wait: 5 * time.Second})
	if err != nil {
		return err
	}
	defer conn.Close()
	w := tabwriter.NewWriter(t.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "REQUEST\tTIER\tACCEPTED\tDELIVERIES\tSTARTED\tREASON")
	for d, err := range job.DeadJobs(t.ctx, conn) {
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%d\t%s\n", d.ID, d.Tier, d.Accepted.Format(time.RFC3339), d.Deliveries, d.Attempts, d.Reason)
	}
	return w.Flush()
}
