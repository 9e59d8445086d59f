package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"biom/cmd/internal/display"
	"biom/shared/job"
)

type queueShowCmd struct {
	JSON   bool          `name:"json" help:"Print all of it as JSON."`
	Within time.Duration `default:"1s" help:"How long apis and workers have to answer."`

	Queue operatorFlags `embed:""`
}

// queueView is what an operator sees of the queue.
type queueView struct {
	Queue job.QueueState `json:"queue"`
	// Parts are the apis and workers that have answered.
	Parts []job.Part `json:"parts"`
}

// Run shows the queue, and what the apis and workers do.
func (c *queueShowCmd) Run(t *terminal) error {
	conn, err := c.Queue.connect(t)
	if err != nil {
		return err
	}
	defer conn.Close()
	v := queueView{}
	if v.Queue, err = job.ReadQueue(t.ctx, conn); err != nil {
		return err
	}
	if v.Parts, err = job.Parts(t.ctx, conn, c.Within); err != nil {
		return err
	}
	if c.JSON {
		raw, err := json.Marshal(v)
		if err != nil {
			return err
		}
		return writeJSON(t.Stdout, raw)
	}
	return v.write(t.Stdout)
}

// write prints the tables.
func (v queueView) write(w io.Writer) error {
	p := printer{tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)}
	v.writeTiers(p)
	v.writeCallers(p)
	v.writeParts(p)
	v.writeRunning(p)
	return p.Flush()
}

// printer prints tables, one below the other.
type printer struct{ *tabwriter.Writer }

// table prints a table, unless it has no rows.
func (p printer) table(head string, rows [][]any) {
	if len(rows) == 0 {
		return
	}
	fmt.Fprintln(p, "\n"+strings.ReplaceAll(head, " | ", "\t"))
	for _, row := range rows {
		for i, cell := range row {
			if i > 0 {
				fmt.Fprint(p, "\t")
			}
			fmt.Fprint(p, cell)
		}
		fmt.Fprintln(p)
	}
}

func (v queueView) writeTiers(p printer) {
	fmt.Fprintln(p, "TIER\tWAITING\tRUNNING\tOLDEST")
	for _, t := range v.Queue.Tiers {
		fmt.Fprintf(p, "%s\t%d\t%d\t%s\n", t.Tier, t.Waiting, t.Running, age(v.oldest(t.Tier)))
	}
	fmt.Fprintf(p, "\njobs\t%s\noldest\t%s\nstored uploads\t%s\ngiven up\t%d\n",
		room(v.Queue.Jobs), age(v.Queue.Oldest), room(v.Queue.Uploads), v.Queue.Dead)
}

// oldest returns the age of the oldest job of a tier that an api or a worker knows, 0 if there is none.
func (v queueView) oldest(tier job.Tier) (seconds float64) {
	for _, part := range v.Parts {
		for _, a := range part.Awaited {
			if a.Tier == tier {
				seconds = max(seconds, a.Oldest)
			}
		}
		for _, r := range part.Running {
			if r.Tier == tier {
				seconds = max(seconds, r.Age)
			}
		}
	}
	return seconds
}

func (v queueView) writeCallers(p printer) {
	type key struct {
		job.Tier
		job.CallerKind
	}
	sums := map[key]job.Awaited{}
	for _, part := range v.Parts {
		for _, a := range part.Awaited {
			sum := sums[key{a.Tier, a.Caller}]
			sum.InLine, sum.Queued, sum.Running, sum.Oldest = sum.InLine+a.InLine, sum.Queued+a.Queued, sum.Running+a.Running, max(sum.Oldest, a.Oldest)
			sums[key{a.Tier, a.Caller}] = sum
		}
	}
	var rows [][]any
	for _, tier := range []job.Tier{job.Standard, job.Slow} {
		for _, kind := range []job.CallerKind{job.Public, job.KeyHolder, job.OwnProviders, ""} {
			if a, found := sums[key{tier, kind}]; found {
				rows = append(rows, []any{tier, orNone(kind), a.InLine, a.Queued, a.Running, age(a.Oldest)})
			}
		}
	}
	p.table("TIER | CALLERS | IN LINE | QUEUED | RUNNING | OLDEST", rows)
}

func (v queueView) writeParts(p printer) {
	var apis, workers [][]any
	for _, part := range v.Parts {
		if part.Role == job.RoleAPI {
			apis = append(apis, []any{display.Printable(part.Process), display.Printable(part.Version)})
		} else {
			workers = append(workers, []any{display.Printable(part.Process), display.Printable(part.Version), display.Printable(part.Model), len(part.Running), part.Slots})
		}
	}
	p.table("API | VERSION", apis)
	p.table("WORKER | VERSION | MODEL | BUSY | SLOTS", workers)
	if len(apis) == 0 || len(workers) == 0 {
		fmt.Fprintf(p, "\n%s and %s have answered.\n", display.Plural(len(apis), "api"), display.Plural(len(workers), "worker"))
	}
}

func (v queueView) writeRunning(p printer) {
	var rows [][]any
	for _, part := range v.Parts {
		for _, r := range part.Running {
			rows = append(rows, []any{
				display.Printable(r.RequestID), r.Tier, orNone(r.Caller), orNone(r.Stage), age(r.Age), r.Delivery, r.Attempt, display.Printable(part.Process),
			})
		}
	}
	p.table("REQUEST | TIER | CALLER | STAGE | AGE | DELIVERY | ATTEMPT | WORKER", rows)
}

// orNone returns a word that a part has sent, printable.
func orNone[T ~string](word T) string {
	text := string(word)
	return display.OrNone(&text)
}

// age returns a time in seconds for a table.
func age(seconds float64) string {
	if seconds == 0 {
		return display.None
	}
	d := time.Duration(seconds * float64(time.Second))
	if d < 10*time.Second {
		return d.Round(100 * time.Millisecond).String()
	}
	return d.Round(time.Second).String()
}

func room(r job.Room) string {
	const mebibyte = 1 << 20
	return fmt.Sprintf("%.1f of %.0f MiB", float64(r.Bytes)/mebibyte, float64(r.Limit)/mebibyte)
}
