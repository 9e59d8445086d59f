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

	docs "biom/worker/llm/attachment"
	"biom/worker/llm/llmtest"
	"biom/worker/provider/gemini"
	"biom/worker/provider/openai"
)

type providerSimCmd struct {
	Dir     string             `arg:"" optional:"" type:"existingdir" help:"Documents that it knows, with NAME.expected.json beside each, e.g. of biom samples. Of others it says that they hold nothing."`
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

// Validate refuses faults that there are not.
func (c *providerSimCmd) Validate() error {
	sum := 0.0
	for name, share := range c.Fault {
		if !slices.Contains(llmtest.Faults(), llmtest.Fault(name)) {
			return fmt.Errorf("--fault %s: there is no such fault; choose from: %s", printable(name), simFaults())
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

func simFaults() string {
	var names []string
	for _, f := range llmtest.Faults() {
		names = append(names, string(f))
	}
	return strings.Join(names, ", ")
}

// Run stands in until the process is told to stop, and counts the calls.
func (c *providerSimCmd) Run(t *terminal) error {
	known, err := c.known(t)
	if err != nil {
		return err
	}
	rates := map[llmtest.Fault]float64{}
	for name, share := range c.Fault {
		rates[llmtest.Fault(name)] = share
	}
	s := llmtest.New(llmtest.Config{
		Keys: c.Keys, Known: known, Latency: llmtest.After(c.Latency), Late: llmtest.After(c.Late),
		Retry: c.Retry, Rates: rates, Altered: c.Altered, Seed: c.Seed,
	})
	if err := c.serve(t, s, len(known)); err != nil {
		return err
	}
	calls := s.Calls()
	fmt.Fprintf(t.stdout, "%s\n", plural(s.Total(), "call"))
	for _, fault := range slices.Sorted(maps.Keys(calls)) {
		fmt.Fprintf(t.stdout, "%7d  %s\n", calls[fault], cmp.Or(string(fault), "right"))
	}
	return nil
}

func (c *providerSimCmd) serve(t *terminal, s *llmtest.StandIn, known int) error {
	listener, err := net.Listen("tcp", c.Listen)
	if err != nil {
		return fmt.Errorf("%w; set --listen to another address", err)
	}
	server := &http.Server{Handler: s, ReadHeaderTimeout: 5 * time.Second}
	url := "http://" + shown(listener.Addr())
	fmt.Fprintf(t.stdout, "biom provider-sim: knows %s\n  --provider gemini --provider-url %s\n  --provider openai --provider-url %s/v1 --model any\n",
		plural(known, "form")+" of documents", url, url)
	stop := context.AfterFunc(t.ctx, func() { _ = server.Close() })
	defer stop()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// known reads the folder, in the forms in which each adapter sends it.
func (c *providerSimCmd) known(t *terminal) (known map[string][]byte, err error) {
	if c.Dir == "" {
		return nil, nil
	}
	configs := []docs.Config{{Side: gemini.Side}, {Side: openai.Side}}
	if c.Images {
		configs = append(configs, docs.Config{Side: openai.Side, ImagesOnly: true})
	}
	var openers []*docs.Opener
	for _, cfg := range configs {
		cfg.WorkDir = c.WorkDir
		o, err := docs.New(cfg)
		if err != nil {
			return nil, err
		}
		defer o.Close()
		openers = append(openers, o)
	}
	return llmtest.Folder(t.ctx, c.Dir, openers...)
}
