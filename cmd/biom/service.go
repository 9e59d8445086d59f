package main

import (
	"biom/cmd/internal/clientconfig"
	"biom/cmd/internal/commandline"
	"biom/shared/client"
)

// serverFlags say which service a client command talks to. No flag has a key:
// keys come from the environment or the configuration file.
type serverFlags struct {
	Server string `env:"BIOM_SERVER" placeholder:"URL" help:"Address of the service. Default: the configuration file's, else http://localhost:8080."`
	Config string `env:"BIOM_CONFIG" type:"path" placeholder:"FILE" help:"JSON file with server, api_key and provider_key, readable by its owner alone. Default: biom/config.json in the user's configuration directory (~/.config)."`
}

// dial returns a client, and sets f.Server to the address that it uses.
func (f *serverFlags) dial(t *terminal) (c *client.Client, err error) {
	c, f.Server, err = clientconfig.Dial(clientconfig.Config{
		Server: f.Server, File: f.Config, Getenv: t.Getenv, UserConfigDir: t.UserConfigDir, Version: commandline.Version(),
	})
	return c, err
}
