package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"

	"biom/cmd/internal/display"
	"biom/cmd/internal/listen"
	"biom/worker/llm/attachment"
	"biom/worker/llm/llmtest"
	"biom/worker/provider/gemini"
	"biom/worker/provider/openai"
)

type providerSimCmd struct {
	Dir     string             `arg:"" optional:"" type:"existingdir" help:"Documents that it knows, with NAME.expected.json beside each, e.g. of biomdev samples. Of others it says that they hold nothing."`
	Listen  string             `default:"127.0.0.1:9099" help:"Address to listen on."`
	Keys    []string           `placeholder:"KEY" help:"Keys that it accepts. Default: all."`
	Fault   map[string]float64 `placeholder:"FAULT=SHARE" help:"Share of the calls that go wrong so, e.g. 429=0.05: ${sim_faults}."`
	Latency time.Duration      `default:"0s" help:"Time that an answer takes."`
	Late    time.Duration      `default:"2s" help:"Time more on the fault delay, and between the bytes of drip."`
	Retry   time.Duration      `default:"2s" help:"Pause that 429-retry asks for."`
	Altered float64            `default:"0.05" help:"Share of the values in which the fault alter changes a digit."`
	Images  bool               `help:"Know PDFs as the images of their pages too, for --provider-images."`
	Seed    uint64             `default:"1" help:"Of what is random."`
	WorkDir string             `env:"BIOM_WORK_DIR" help:"Where documents lie while child processes read them; this user's alone, swept at start. Default: in memory where there is room."`
}

// Validate returns an error for a fault that does not exist, for a negative share, and
// if the shares are more than 1 together.
func (c *providerSimCmd) Validate() error {
	sum := 0.0
	for name, share := range c.Fault {
		if !slices.Contains(llmtest.Faults(), llmtest.Fault(name)) {
			return fmt.Errorf("--fault %s: there is no such fault; choose from: %s", display.Printable(name), faultNames())
		}
		if share < 0 {
			return fmt.Errorf("--fault %s: a share is from 0 to 1", name)
		}
		sum += share
	}
	if sum > 1 {
		return errors.New("--fault: the shares are more than 1 together")
	}
	return nil
}

// faultNames returns the names of all faults, for help and errors.
func faultNames() string {
	var names []string
	for _, f := range llmtest.Faults() {
		names = append(names, string(f))
	}
	return strings.Join(names, ", ")
}

// Run answers in place of a vendor until the process is told to stop. Then it prints
// the number of calls with each fault.
func (c *providerSimCmd) Run(p *process) error {
	known, err := c.known(p)
	if err != nil {
		return err
	}
	rates := map[llmtest.Fault]float64{}
	for name, share := range c.Fault {
		rates[llmtest.Fault(name)] = share
	}
	standIn := llmtest.New(llmtest.Config{
		Keys: c.Keys, Known: known, Latency: llmtest.After(c.Latency), Late: llmtest.After(c.Late),
		Retry: c.Retry, Rates: rates, Altered: c.Altered, Seed: c.Seed,
	})
	if err := c.serve(p, standIn, len(known)); err != nil {
		return err
	}
	calls := standIn.Calls()
	fmt.Fprintf(p.Stdout, "%s\n", display.Plural(standIn.Total(), "call"))
	for _, fault := range slices.Sorted(maps.Keys(calls)) {
		fmt.Fprintf(p.Stdout, "%7d  %s\n", calls[fault], cmp.Or(string(fault), "right"))
	}
	return nil
}

func (c *providerSimCmd) serve(p *process, standIn *llmtest.StandIn, known int) error {
	listener, err := net.Listen("tcp", c.Listen)
	if err != nil {
		return fmt.Errorf("%w; set --listen to another address", err)
	}
	server := &http.Server{Handler: standIn, ReadHeaderTimeout: 5 * time.Second}
	url := "http://" + listen.Address(listener.Addr())
	fmt.Fprintf(p.Stdout, "biomdev provider-sim: knows %s\n  --provider gemini --provider-url %s\n  --provider openai --provider-url %s/v1 --model any\n",
		display.Plural(known, "form")+" of documents", url, url)
	stop := context.AfterFunc(p.ctx, func() { _ = server.Close() })
	defer stop()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// known returns the answers to the documents of the folder, in each form in which an
// adapter sends them.
func (c *providerSimCmd) known(p *process) (known map[string][]byte, err error) {
	if c.Dir == "" {
		return nil, nil
	}
	configs := []attachment.Config{{Side: gemini.Side}, {Side: openai.Side}}
	if c.Images {
		configs = append(configs, attachment.Config{Side: openai.Side, ImagesOnly: true})
	}
	var openers []*attachment.Opener
	for _, cfg := range configs {
		cfg.WorkDir = c.WorkDir
		o, err := attachment.New(cfg)
		if err != nil {
			return nil, err
		}
		defer o.Close()
		openers = append(openers, o)
	}
	return llmtest.Folder(p.ctx, c.Dir, openers...)
}
