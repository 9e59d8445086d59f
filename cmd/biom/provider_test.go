package main

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"biom/shared/telemetry"
	"biom/worker/provider"
)

// quiet is a terminal that keeps its log.
func quiet(t *testing.T) (*terminal, *bytes.Buffer) {
	t.Helper()
	var log bytes.Buffer
	return &terminal{ctx: t.Context(), stdout: io.Discard, stderr: io.Discard, log: slog.New(slog.NewTextHandler(&log, nil)), metrics: telemetry.NewRegistry()}, &log
}

// Who reads, with the deployment's credentials and with a caller's.
func TestProviders(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		flags          providerFlags
		provider, byok string // models
		same           bool
	}{
		"nothing is set":            {flags(modelFlags{Provider: "local"}, "", ""), "local", "gemini-3.8-flash", false},
		"a model for callers' keys": {flags(modelFlags{"local", "gemini-x"}, "", ""), "local", "gemini-x", false},
		"openai for callers' keys":  {flags(modelFlags{"local", "gpt-x"}, "openai", ""), "local", "gpt-x", false},
		"gemini":                    {flags(modelFlags{Provider: "gemini"}, "", ""), "gemini-3.8-flash", "gemini-3.8-flash", true},
		"openai":                    {flags(modelFlags{"openai", "gpt-x"}, "", "http://localhost:8000/v1"), "gpt-x", "gpt-x", true},
		"openai, callers' gemini":   {flags(modelFlags{"openai", "gpt-x"}, "gemini", ""), "gpt-x", "gemini-3.8-flash", false},
		"gemini, callers' openai":   {byokModel(flags(modelFlags{"gemini", "gemini-x"}, "openai", ""), "gpt-x"), "gemini-x", "gpt-x", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.flags.Reader.WorkDir = t.TempDir() + "/work"
			term, _ := quiet(t)
			got, err := c.flags.open(term)
			if err != nil {
				t.Fatal(err)
			}
			defer closeReaders(got)
			if got.provider.Model() != c.provider || got.byok.Model() != c.byok || (got.provider == got.byok) != c.same {
				t.Errorf("%s, and %s for callers", got.provider.Model(), got.byok.Model())
			}
			if shown := c.flags.Reader.Model.shown(); shown != c.provider {
				t.Errorf("status shows %s", shown)
			}
		})
	}
}

func flags(m modelFlags, byok, url string) providerFlags {
	return providerFlags{Reader: readerFlags{Model: m, Keys: []string{" sk-canary ", "", "sk-canary"}, URL: url}, BYOK: byok}
}

func byokModel(f providerFlags, model string) providerFlags {
	f.BYOKModel = model
	return f
}

func closeReaders(r readers) {
	for _, e := range []provider.Extractor{r.provider, r.byok} {
		if closer, ok := e.(io.Closer); ok {
			_ = closer.Close()
		}
	}
}

func TestProvidersRefuse(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		flags providerFlags
		want  string
	}{
		"no such provider":           {flags(modelFlags{Provider: "nobody"}, "", ""), `BIOM_PROVIDER: there is no provider "nobody"; choose from: `},
		"openai without a model":     {flags(modelFlags{Provider: "openai"}, "", ""), "BIOM_MODEL is required with openai"},
		"local for callers":          {flags(modelFlags{Provider: "gemini"}, "local", ""), "BIOM_BYOK_PROVIDER=local: the local reader takes no key"},
		"callers' openai, no model":  {flags(modelFlags{"gemini", "gemini-x"}, "openai", ""), "BIOM_BYOK_PROVIDER=openai: BIOM_BYOK_MODEL is required"},
		"an address without a host":  {flags(modelFlags{Provider: "gemini"}, "", "localhost:8000"), "BIOM_PROVIDER_URL is no address"},
		"an address of another kind": {flags(modelFlags{Provider: "gemini"}, "", "ftp://sk-canary@host"), "BIOM_PROVIDER_URL is no address"},
	} {
		c.flags.Reader.WorkDir = t.TempDir() + "/work"
		term, log := quiet(t)
		_, err := c.flags.open(term)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error()+log.String(), "canary") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAVendorWithoutKeysIsToldOfAtStart(t *testing.T) {
	t.Parallel()
	for keys, told := range map[string]bool{"": true, "sk-1": false} {
		f := flags(modelFlags{Provider: "gemini"}, "", "")
		f.Reader.Keys, f.Reader.WorkDir = []string{keys}, t.TempDir()+"/work"
		term, log := quiet(t)
		got, err := f.open(term)
		if err != nil {
			t.Fatal(err)
		}
		closeReaders(got)
		if strings.Contains(log.String(), "BIOM_PROVIDER_KEYS is empty") != told {
			t.Errorf("keys %q: %s", keys, log)
		}
	}
}

// The stand-in as an operator uses it: it knows a folder, and biom eval reads
// the folder through it, faults included.
func TestProviderSim(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, name := range []string{"iolmaster700-en-01.pdf", "iolmaster700-en-04.png"} {
		for _, file := range []string{name, strings.TrimSuffix(name, filepath.Ext(name)) + ".expected.json"} {
			data, err := os.ReadFile("../../testdata/samples/" + file)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, file), data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	ctx, stop := context.WithCancel(t.Context())
	out, ended := newLines(), make(chan error, 1)
	go func() {
		ended <- run(ctx, []string{"provider-sim", "--listen=127.0.0.1:0", "--images", "--keys=sk-sim", "--fault=delay=1", "--late=1ms",
			"--work-dir=" + t.TempDir() + "/work", dir}, out, io.Discard)
	}()
	line := out.await(t, "--provider openai")
	_, address, _ := strings.Cut(line, "--provider-url ")
	url, _, _ := strings.Cut(address, "/v1")
	for _, args := range [][]string{
		{"--provider=gemini", "--provider-url=" + url},
		{"--provider=openai", "--provider-url=" + url + "/v1", "--model=any"},
		{"--provider=openai", "--provider-url=" + url + "/v1", "--model=any", "--provider-images"},
	} {
		var text strings.Builder
		args = append([]string{"eval", "--min-right=100", "--provider-keys=sk-sim", "--work-dir=" + t.TempDir() + "/work"}, append(args, dir)...)
		if err := run(t.Context(), args, &text, io.Discard); err != nil {
			t.Errorf("%v: %v\n%s", args, err, text.String())
		}
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if text := out.String(); !strings.Contains(text, "6 calls\n      6  delay\n") {
		t.Error(text)
	}
	for _, bad := range []string{"--fault=x=1", "--fault=429=-1", "--fault=429=0.6", "--fault=429=0.6;500=0.6"} {
		err := run(t.Context(), []string{"provider-sim", "--listen=no address", bad}, io.Discard, io.Discard)
		if err == nil || strings.Contains(err.Error(), "--fault") != (bad != "--fault=429=0.6") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}
