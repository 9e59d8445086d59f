package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"text/tabwriter"

	"biom/cmd/internal/display"
	"biom/cmd/internal/explain"
	"biom/shared/client"
)

type usageCmd struct {
	Validate bool `help:"Have the provider key checked by the provider, which takes a second or two."`
	JSON     bool `name:"json" help:"Print it as JSON."`

	Service serverFlags `embed:""`
}

// Run shows the use of each quota. The request is not charged.
func (c *usageCmd) Run(t *terminal) error {
	service, err := c.Service.dial(t)
	if err != nil {
		return err
	}
	defer service.Close()
	ctx, cancel := context.WithTimeout(t.ctx, statusTimeout)
	defer cancel()
	u, err := service.Usage(ctx, c.Validate)
	if err != nil {
		return errors.New(explain.Error(err, c.Service.Server))
	}
	if c.JSON {
		raw, err := json.Marshal(u)
		if err != nil {
			return err
		}
		return writeJSON(t.Stdout, raw)
	}
	return writeUsage(t.Stdout, u, c.Validate)
}

// writeUsage writes tables of the quotas and of the keys. validated says that the
// provider key was to be checked.
func writeUsage(w io.Writer, u *client.Usage, validated bool) error {
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(out, "QUOTA\tFOR\tUSED\tLIMIT\tLEFT\tMORE IN")
	for _, row := range []struct {
		name, purpose string
		engine        client.EngineUsage
	}{
		{"biomai", "PDFs and images", u.Engines.BiomAI},
		{"biomai_byok", "the same with your provider key", u.Engines.BiomAIBYOK},
		{"biomjson", "JSON", u.Engines.BiomJSON},
		{"retrieve", "share codes", u.Engines.Retrieve},
	} {
		more := display.None
		if wait := display.Wait(row.engine.ResetsIn()); wait != "" {
			more = wait
		}
		fmt.Fprintf(out, "%s\t%s\t%s\t%s\t%s\t%s\n", row.name, row.purpose,
			inCredits(row.engine.Used), inCredits(row.engine.Limit), inCredits(max(row.engine.Limit-row.engine.Used, 0)), more)
	}
	if err := out.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(w)
	out = tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(out, "Counted by\t%s\n", countedBy(u))
	fmt.Fprintf(out, "Service key\t%s\n", keyState(u.Keys.Service.Provided, u.Keys.Service.Valid, validated))
	fmt.Fprintf(out, "Provider key\t%s\n", keyState(u.Keys.Provider.Provided, u.Keys.Provider.Valid, validated))
	return out.Flush()
}

func inCredits(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

// countedBy returns the subject of the quotas in words.
func countedBy(u *client.Usage) string {
	if u.UserID == nil {
		return "address: the public limits"
	}
	return "user " + display.Printable(*u.UserID)
}

// keyState returns the state of a key in words. valid is nil if it was not checked, or
// could not be checked although that was asked for.
func keyState(provided bool, valid *bool, asked bool) string {
	switch {
	case !provided:
		return "none"
	case valid == nil && asked:
		return "given; it could not be checked, try again later"
	case valid == nil:
		return "given; --validate has it checked"
	case *valid:
		return "valid"
	}
	return "not valid"
}
