package main

import (
	"cmp"
	"fmt"
	"os"

	"biom/shared/client"
)

// serverFlags say which service a client command talks to. Keys come from the
// environment or the configuration file only: flags are seen in process
// listings and shell history.
type serverFlags struct {
	Server string `env:"BIOM_SERVER" placeholder:"URL" help:"Address of the service. Default: the configuration file's, else http://localhost:8080."`
	Config string `env:"BIOM_CONFIG" type:"path" placeholder:"FILE" help:"JSON file with server, api_key and provider_key, readable by its owner alone. Default: biom/config.json in the user's configuration directory (~/.config)."`
}

const defaultServer = "http://localhost:8080"

// The caller's keys, which are no flags.
const (
	envAPIKey      = "BIOM_API_KEY"      //nolint:gosec // the name of a variable, not a key
	envProviderKey = "BIOM_PROVIDER_KEY" // the same
)

// dial makes a client of flags, environment and configuration file, in this
// order, and writes into f which server that is.
func (f *serverFlags) dial() (*client.Client, error) {
	file, err := readClientConfig(f.Config)
	if err != nil {
		return nil, err
	}
	f.Server = cmp.Or(f.Server, file.Server, defaultServer)
	c, err := client.New(client.Config{
		BaseURL:     f.Server,
		APIKey:      cmp.Or(os.Getenv(envAPIKey), file.APIKey),
		ProviderKey: cmp.Or(os.Getenv(envProviderKey), file.ProviderKey),
		UserAgent:   "biom/" + version(),
	})
	if err != nil {
		return nil, fmt.Errorf("the server or a key cannot be used (from --server, BIOM_SERVER, BIOM_API_KEY, BIOM_PROVIDER_KEY or the configuration file): %w", err)
	}
	return c, nil
}
