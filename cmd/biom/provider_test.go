package main

import (
	"bytes"
	"io"
	"log/slog"
	"strings"
	"testing"

	"biom/shared/telemetry"
)

// quiet returns a terminal and its log.
func quiet(t *testing.T) (*terminal, *bytes.Buffer) {
	t.Helper()
	var log bytes.Buffer
	return &terminal{Process: testProcess(io.Discard, io.Discard), ctx: t.Context(), log: slog.New(slog.NewTextHandler(&log, nil)), metrics: telemetry.NewRegistry()}, &log
}

// The providers for the deployment's credentials and for a caller's.
func TestProviders(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		flags          providerFlags
		provider, byok string // models
		same           bool
	}{
		"nothing is set":            {flags("local", "", "", ""), "local", "gemini-3.8-flash", false},
		"a model for callers' keys": {flags("local", "gemini-x", "", ""), "local", "gemini-x", false},
		"openai for callers' keys":  {flags("local", "gpt-x", "openai", ""), "local", "gpt-x", false},
		"gemini":                    {flags("gemini", "", "", ""), "gemini-3.8-flash", "gemini-3.8-flash", true},
		"openai":                    {flags("openai", "gpt-x", "", "http://localhost:8000/v1"), "gpt-x", "gpt-x", true},
		"openai, callers' gemini":   {flags("openai", "gpt-x", "gemini", ""), "gpt-x", "gemini-3.8-flash", false},
		"gemini, callers' openai":   {byokModel(flags("gemini", "gemini-x", "openai", ""), "gpt-x"), "gemini-x", "gpt-x", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.flags.Reader.WorkDir = t.TempDir() + "/work"
			term, _ := quiet(t)
			got, err := c.flags.open(term)
			if err != nil {
				t.Fatal(err)
			}
			defer got.close()
			if got.provider.Model() != c.provider || got.byok.Model() != c.byok || (got.provider == got.byok) != c.same {
				t.Errorf("%s, and %s for callers", got.provider.Model(), got.byok.Model())
			}
			if shown := c.flags.Reader.Model.displayName(); shown != c.provider {
				t.Errorf("status shows %s", shown)
			}
		})
	}
}

func flags(name, model, byok, url string) providerFlags {
	m := modelFlags{Provider: name, Model: model, providers: builtInProviders}
	return providerFlags{Reader: readerFlags{Model: m, Keys: []string{" sk-canary ", "", "sk-canary"}, URL: url}, BYOK: byok}
}

func byokModel(f providerFlags, model string) providerFlags {
	f.BYOKModel = model
	return f
}

func TestProvidersRefuse(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		flags providerFlags
		want  string
	}{
		"no such provider":           {flags("nobody", "", "", ""), `BIOM_PROVIDER: there is no provider "nobody"; choose from: `},
		"openai without a model":     {flags("openai", "", "", ""), "BIOM_MODEL is required with openai"},
		"local for callers":          {flags("gemini", "", "local", ""), "BIOM_BYOK_PROVIDER=local: the local reader takes no key"},
		"callers' openai, no model":  {flags("gemini", "gemini-x", "openai", ""), "BIOM_BYOK_PROVIDER=openai: BIOM_BYOK_MODEL is required"},
		"an address without a host":  {flags("gemini", "", "", "localhost:8000"), "BIOM_PROVIDER_URL is no address"},
		"an address of another kind": {flags("gemini", "", "", "ftp://sk-canary@host"), "BIOM_PROVIDER_URL is no address"},
	} {
		c.flags.Reader.WorkDir = t.TempDir() + "/work"
		term, log := quiet(t)
		_, err := c.flags.open(term)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error()+log.String(), "canary") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestVendorWithoutKeysIsLoggedAtStart(t *testing.T) {
	t.Parallel()
	for keys, told := range map[string]bool{"": true, "sk-1": false} {
		f := flags("gemini", "", "", "")
		f.Reader.Keys, f.Reader.WorkDir = []string{keys}, t.TempDir()+"/work"
		term, log := quiet(t)
		got, err := f.open(term)
		if err != nil {
			t.Fatal(err)
		}
		got.close()
		if strings.Contains(log.String(), "BIOM_PROVIDER_KEYS is empty") != told {
			t.Errorf("keys %q: %s", keys, log)
		}
	}
}
