package main

import (
	"context"
	"fmt"
	"text/tabwriter"

	"biom/shared/callback"
)

type failedCallbacksCmd struct {
	Store keyStoreFlags `embed:""`
}

// Run lists the callbacks that were given up, the latest last. Nothing is kept of their jobs but how
// they ended.
func (c *failedCallbacksCmd) Run(t *terminal) error {
	var list []callback.Failure
	err := c.Store.use(t, func(ctx context.Context, s adminStores) (err error) {
		list, err = callback.RecentFailures(ctx, s.callbacks, t.Now())
		return err
	})
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(t.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "GIVEN UP\tUSER\tENDPOINT\tJOB\tENDED\tATTEMPTS\tREASON")
	for _, f := range list {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%d\t%s\n", timestamp(f.Failed), f.User, f.Endpoint, f.Status, timestamp(f.Ended), f.Attempts, f.Reason)
	}
	return w.Flush()
}
