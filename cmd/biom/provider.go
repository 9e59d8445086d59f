package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"os/exec"
	"slices"
	"strings"

	"biom/worker/llm"
	"biom/worker/provider"
	"biom/worker/provider/gemini"
	"biom/worker/provider/local"
	"biom/worker/provider/openai"
	"biom/worker/recheck"
)

const (
	localProvider  = "local"
	geminiProvider = "gemini"
	openaiProvider = "openai"
)

// providers are the ways to read a document, by the name that BIOM_PROVIDER takes.
var providers = map[string]func(f readerFlags, t *terminal) (provider.Extractor, error){
	localProvider: openLocal, geminiProvider: openGemini, openaiProvider: openOpenAI,
}

// readers are who reads with the deployment's credentials, and with a caller's.
type readers struct{ provider, byok provider.Extractor }

func (p providerFlags) open(t *terminal) (readers, error) {
	main, err := p.Reader.open(t)
	if err != nil {
		return readers{}, err
	}
	name := p.byok()
	if name == p.Reader.Model.Provider {
		return readers{main, main}, nil
	}
	byok, err := p.reader(name).open(t)
	if err != nil {
		return readers{}, fmt.Errorf("BIOM_BYOK_PROVIDER=%s: %w", name, err)
	}
	return readers{main, byok}, nil
}

// byok is the provider that callers' keys are for: never the local reader,
// which has none.
func (p providerFlags) byok() string {
	switch {
	case p.BYOK != "":
		return p.BYOK
	case p.Reader.Model.Provider == localProvider:
		return geminiProvider
	}
	return p.Reader.Model.Provider
}

// reader are the flags of a provider for callers' keys alone. The address is
// the provider's own, unless that is the local reader, which has none.
func (p providerFlags) reader(name string) readerFlags {
	f := p.Reader
	f.Keys = nil
	f.forCallers = true
	if f.Model.Provider != localProvider {
		f.Model.Model, f.URL, f.Images = "", "", false
	}
	f.Model.Model = cmp.Or(p.BYOKModel, f.Model.Model)
	f.Model.Provider = name
	return f
}

func (f readerFlags) open(t *terminal) (provider.Extractor, error) {
	switch {
	case f.forCallers && f.Model.Provider == localProvider:
		return nil, errors.New("the local reader takes no key")
	case f.forCallers && f.Model.Provider == openaiProvider && f.Model.Model == "":
		return nil, errors.New("BIOM_BYOK_MODEL is required with openai: which models there are depends on the server")
	}
	if err := f.Model.known(); err != nil {
		return nil, err
	}
	return providers[f.Model.Provider](f, t)
}

// recheck holds what a model reads against the rules and, if that is wanted,
// against the document's own text.
func (f readerFlags) recheck(t *terminal, model *llm.Extractor) (provider.Extractor, error) {
	tellMissing(t, f.Model.Provider, model.Missing())
	cfg := recheck.Config{Metrics: t.metrics, Log: t.log}
	if f.SecondReading {
		layer, err := recheck.OpenLayer(f.WorkDir)
		switch {
		case err == nil:
			cfg.Source = layer
		case !errors.Is(err, exec.ErrNotFound): // which has been told
			return nil, err
		}
	}
	return recheck.New(model, cfg)
}

// known refuses a provider that there is not, or that needs a model's name.
func (m modelFlags) known() error {
	if providers[m.Provider] == nil {
		names := slices.Sorted(maps.Keys(providers))
		return fmt.Errorf("BIOM_PROVIDER: there is no provider %q; choose from: %s", m.Provider, strings.Join(names, ", "))
	}
	if m.Provider == openaiProvider && m.Model == "" {
		return errors.New("BIOM_MODEL is required with openai: which models there are depends on the server")
	}
	return nil
}

// shown is the model that status names.
func (m modelFlags) shown() string {
	switch {
	case m.Provider == geminiProvider && m.Model == "":
		return gemini.DefaultModel
	case m.Provider == geminiProvider || m.Provider == openaiProvider:
		return m.Model
	}
	return m.Provider
}

// openLocal opens the reader that needs no key and no network.
func openLocal(f readerFlags, t *terminal) (provider.Extractor, error) {
	e, err := local.New(local.Config{WorkDir: f.WorkDir})
	if err != nil {
		return nil, err
	}
	tellMissing(t, f.Model.Provider, e.Missing())
	return e, nil
}

func openGemini(f readerFlags, t *terminal) (provider.Extractor, error) {
	keys, err := f.vendor(t)
	if err != nil {
		return nil, err
	}
	e, err := gemini.New(gemini.Config{Model: f.Model.Model, Keys: keys, URL: f.URL, WorkDir: f.WorkDir, Metrics: t.metrics})
	if err != nil {
		return nil, err
	}
	return f.recheck(t, e)
}

func openOpenAI(f readerFlags, t *terminal) (provider.Extractor, error) {
	keys, err := f.vendor(t)
	if err != nil {
		return nil, err
	}
	e, err := openai.New(openai.Config{Model: f.Model.Model, Keys: keys, URL: f.URL, ImagesOnly: f.Images, WorkDir: f.WorkDir, Metrics: t.metrics})
	if err != nil {
		return nil, err
	}
	return f.recheck(t, e)
}

// vendor checks the address and returns the keys, each once.
func (f readerFlags) vendor(t *terminal) (keys []string, err error) {
	if u, err := url.Parse(f.URL); f.URL != "" && (err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https") {
		return nil, errors.New("BIOM_PROVIDER_URL is no address; write it as https://host or http://localhost:8000/v1")
	}
	for _, key := range f.Keys {
		if key = strings.TrimSpace(key); key != "" && !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	if len(keys) == 0 && !f.forCallers {
		t.log.Warn("BIOM_PROVIDER_KEYS is empty: only documents with the caller's own provider key are read")
	}
	return keys, nil
}

// tellMissing says at start what is not installed; the documents that need it
// say so too.
func tellMissing(t *terminal, name string, packages []string) {
	if len(packages) > 0 {
		t.log.Warn("the "+name+" provider cannot read every document, or check it before it costs: programs are missing",
			"install", "apt-get install "+strings.Join(packages, " "))
	}
}
