// Command biomdev has the tools for developing and measuring biom that are not part
// of the production binary: the generator of sample reports, a measure of the local
// reader on layouts that it does not know, a profile of its passes of OCR, a stand-in for the vendors of models, and a print of the API description.
package main

import (
	"context"

	"github.com/alecthomas/kong"

	"biom/cmd/internal/commandline"
	"biom/cmd/internal/progress"
)

func main() { commandline.Main("biomdev", run) }

// cli has every command, flag and environment variable. kong makes the help from it.
type cli struct {
	Layouts layoutsCmd       `cmd:"" help:"Draw random layouts of reports and measure the local reader on them."`
	OpenAPI openapiCmd       `cmd:"" name:"openapi" help:"Print the description of the API, from which the types of the clients are generated."`
	Passes  passesCmd        `cmd:"" help:"Profile the passes of OCR: what each took, and the values that would be missing without it."`
	Samples samplesCmd       `cmd:"" help:"Make synthetic reports with known answers, for eval."`
	Sim     providerSimCmd   `cmd:"" name:"provider-sim" help:"Stand in for a vendor, faults included, for load tests without a bill."`
	Version kong.VersionFlag `help:"Print the version and exit."`
}

// process is what every command gets: the process and the context.
type process struct {
	commandline.Process

	ctx context.Context
}

// bar starts a bar of progress for so many documents.
func (p *process) bar(verb string, total int) *progress.Bar {
	return progress.StartBar(progress.BarConfig{Stdout: p.Stdout, Stderr: p.Stderr, Term: p.Getenv("TERM"), Now: p.Now, Verb: verb, Total: total})
}

func run(ctx context.Context, args []string, p commandline.Process) error {
	var commands cli
	program := commandline.Program{
		Name: "biomdev", Description: "Makes sample reports for biom, stands in for the vendors of models, and prints the description of the API.",
		Commands: &commands, Vars: kong.Vars{"sim_faults": faultNames()},
	}
	return program.Run(args, p.Stdout, p.Stderr, &process{p, ctx})
}
