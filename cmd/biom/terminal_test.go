package main

import (
	"context"
	"errors"
	"io"
	"maps"
	"strings"

	"biom/cmd/internal/commandline"
	"biom/worker/provider"
)

// testProviders are the built-in providers and those of the tests.
func testProviders() providerSet {
	providers := maps.Clone(builtInProviders)
	for name, extractor := range map[string]provider.Extractor{"standin": newStandIn(), "parrot": parrot{}, "instant": instant{}} {
		providers[name] = func(readerFlags, *terminal) (provider.Extractor, error) { return extractor, nil }
	}
	return providers
}

// testProcess has no input, environment or configuration of its user.
func testProcess(stdout, stderr io.Writer) commandline.Process {
	p := commandline.OS()
	p.Stdin, p.Stdout, p.Stderr = strings.NewReader(""), stdout, stderr
	p.Getenv = func(string) string { return "" }
	p.UserConfigDir = noConfigDir
	return p
}

func noConfigDir() (string, error) { return "", errors.New("no home") }

// runBiom runs a command line in this process.
func runBiom(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	return runWith(ctx, args, testProcess(stdout, stderr), options{providers: testProviders(), hideSecrets: func() error { return nil }})
}
