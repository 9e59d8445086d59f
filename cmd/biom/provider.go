package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
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

// providerSet has the function that opens each provider, by the name of the provider
// in BIOM_PROVIDER.
type providerSet map[string]func(f readerFlags, t *terminal) (provider.Extractor, error)

var builtInProviders = providerSet{
	localProvider: openLocal, geminiProvider: openVendor, openaiProvider: openVendor,
}

// adapters has the function that opens the adapter of each vendor of language models.
var adapters = map[string]func(f readerFlags, keys []string, t *terminal) (*llm.Extractor, error){
	geminiProvider: newGemini, openaiProvider: newOpenAI,
}

// extractorPair has the provider that uses the deployment's credentials, and the one
// that uses a caller's key.
type extractorPair struct{ provider, byok provider.Extractor }

// close closes the providers.
func (p extractorPair) close() {
	for _, e := range []provider.Extractor{p.provider, p.byok} {
		if c, ok := e.(io.Closer); ok {
			_ = c.Close() // what is left is removed at the next start
		}
	}
}

// open opens the providers of a worker, after a look at how the programs that read
// documents are confined.
func (p providerFlags) open(t *terminal) (extractorPair, error) {
	granted, err := p.Reader.Sandbox.check(t)
	if err != nil {
		return extractorPair{}, err
	}
	logSandbox(t, granted)
	own, err := p.Reader.open(t)
	if err != nil {
		return extractorPair{}, err
	}
	name := p.byokName()
	if name == p.Reader.Model.Provider {
		return extractorPair{own, own}, nil
	}
	byok, err := p.byokFlags(name).open(t)
	if err != nil {
		return extractorPair{}, fmt.Errorf("BIOM_BYOK_PROVIDER=%s: %w", name, err)
	}
	return extractorPair{own, byok}, nil
}

// byokName returns the name of the provider for callers' keys. It is never the
// local reader, which takes no key.
func (p providerFlags) byokName() string {
	switch {
	case p.BYOK != "":
		return p.BYOK
	case p.Reader.Model.Provider == localProvider:
		return geminiProvider
	}
	return p.Reader.Model.Provider
}

// byokFlags returns the flags of a provider that is used only with callers' keys. Model,
// address and images are those of the deployment's provider only if that is the local
// reader, which needs none of them itself.
func (p providerFlags) byokFlags(name string) readerFlags {
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
	if err := f.Model.validate(); err != nil {
		return nil, err
	}
	return f.Model.providers[f.Model.Provider](f, t)
}

// usesOCR reports whether documents are read by OCR: by the provider, or in the second reading.
func (f readerFlags) usesOCR() bool {
	return f.Model.Provider == localProvider || f.SecondReading && f.SecondReadingOCR
}

// recheck wraps the adapter of a model, so that its answers are compared with the rules
// and, if SecondReading is set, with the document's own text, or with what OCR reads in it.
func (f readerFlags) recheck(t *terminal, model *llm.Extractor) (provider.Extractor, error) {
	cfg := recheck.Config{Metrics: t.metrics, Log: t.log}
	if f.SecondReading {
		layer, err := recheck.OpenLayer(f.WorkDir)
		switch {
		case err == nil:
			cfg.Source = layer
		case !errors.Is(err, exec.ErrNotFound): // logMissing has logged a missing program
			return nil, err
		}
	}
	if f.usesOCR() {
		ocr, err := local.New(local.Config{WorkDir: f.WorkDir})
		if err != nil {
			return nil, err
		}
		logMissing(t, "OCR cannot read every scan and picture whose model's answer it should check", ocr.Missing())
		t.networks = ocr.Networks()
		cfg.OCR = ocr
	}
	return recheck.New(model, cfg)
}

// validate returns an error for an unknown provider, and if the provider needs the name
// of a model and none is given.
func (m modelFlags) validate() error {
	if m.providers[m.Provider] == nil {
		names := slices.Sorted(maps.Keys(m.providers))
		return fmt.Errorf("BIOM_PROVIDER: there is no provider %q; choose from: %s", m.Provider, strings.Join(names, ", "))
	}
	if m.Provider == openaiProvider && m.Model == "" {
		return errors.New("BIOM_MODEL is required with openai: which models there are depends on the server")
	}
	return nil
}

// displayName returns the name of the model that status shows.
func (m modelFlags) displayName() string {
	switch {
	case m.Provider == geminiProvider && m.Model == "":
		return gemini.DefaultModel
	case m.Provider == geminiProvider || m.Provider == openaiProvider:
		return m.Model
	}
	return m.Provider
}

// openLocal opens the provider that needs no key and no network.
func openLocal(f readerFlags, t *terminal) (provider.Extractor, error) {
	e, err := local.New(local.Config{WorkDir: f.WorkDir})
	if err != nil {
		return nil, err
	}
	logMissing(t, cannotRead(f), e.Missing())
	t.networks = e.Networks()
	return e, nil
}

// openVendor opens a provider that has documents read by a language model.
func openVendor(f readerFlags, t *terminal) (provider.Extractor, error) {
	e, err := f.vendor(t)
	if err != nil {
		return nil, err
	}
	return f.recheck(t, e)
}

// vendor opens the adapter of the vendor, without the second reading.
func (f readerFlags) vendor(t *terminal) (*llm.Extractor, error) {
	keys, err := f.vendorKeys(t)
	if err != nil {
		return nil, err
	}
	e, err := adapters[f.Model.Provider](f, keys, t)
	if err == nil {
		logMissing(t, cannotRead(f), e.Missing())
	}
	return e, err
}

func newGemini(f readerFlags, keys []string, t *terminal) (*llm.Extractor, error) {
	return gemini.New(gemini.Config{Model: f.Model.Model, Keys: keys, URL: f.URL, WorkDir: f.WorkDir, Metrics: t.metrics})
}

func newOpenAI(f readerFlags, keys []string, t *terminal) (*llm.Extractor, error) {
	return openai.New(openai.Config{Model: f.Model.Model, Keys: keys, URL: f.URL, ImagesOnly: f.Images, WorkDir: f.WorkDir, Metrics: t.metrics})
}

// vendorKeys checks the vendor's address and returns the keys, each once.
func (f readerFlags) vendorKeys(t *terminal) (keys []string, err error) {
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

// cannotRead says what follows if a program of a provider is not installed.
func cannotRead(f readerFlags) string {
	return "the " + f.Model.Provider + " provider cannot read every document, or check it before it costs"
}

// logMissing logs at the start which programs are not installed, and notes them. what says what
// cannot be done without them.
func logMissing(t *terminal, what string, packages []string) {
	t.missing = append(t.missing, packages...)
	if len(packages) > 0 {
		t.log.Warn(what+": programs are missing", "install", "apt-get install "+strings.Join(packages, " "))
	}
}
