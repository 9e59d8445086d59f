// Package clientconfig makes a client of the service from flags, environment
// variables and the user's configuration file, in this order.
package clientconfig

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"github.com/go-json-experiment/json"

	"biom/cmd/internal/display"
	"biom/shared/client"
)

// DefaultServer is the service's address if nothing names another.
const DefaultServer = "http://localhost:8080"

// The environment variables with the caller's keys. No flag takes a key, because flags
// appear in process listings and in the shell's history.
const (
	EnvAPIKey      = "BIOM_API_KEY"      //nolint:gosec // the name of a variable, not a key
	EnvProviderKey = "BIOM_PROVIDER_KEY" // the same
)

// Config says where a client's settings come from.
type Config struct {
	Server        string                   // "": the file's, else DefaultServer
	File          string                   // path of the file, which must exist; "": biom/config.json in the user's directory, if it exists
	Getenv        func(name string) string // looks up the keys
	UserConfigDir func() (string, error)   // os.UserConfigDir
	Version       string                   // of this program, sent as User-Agent
}

// Dial returns a client and the address of its service.
func Dial(cfg Config) (*client.Client, string, error) {
	settings, err := read(cfg)
	if err != nil {
		return nil, "", err
	}
	server := cmp.Or(cfg.Server, settings.Server, DefaultServer)
	c, err := client.New(client.Config{
		BaseURL:     server,
		APIKey:      cmp.Or(cfg.Getenv(EnvAPIKey), settings.APIKey),
		ProviderKey: cmp.Or(cfg.Getenv(EnvProviderKey), settings.ProviderKey),
		UserAgent:   "biom/" + cfg.Version,
	})
	if err != nil {
		return nil, "", fmt.Errorf("the server or a key cannot be used (from --server, BIOM_SERVER, BIOM_API_KEY, BIOM_PROVIDER_KEY or the configuration file): %w", err)
	}
	return c, server, nil
}

// file is the content of the configuration file. kong cannot read it, because its
// resolvers set only flags.
type file struct {
	Server      string `json:"server"`
	APIKey      string `json:"api_key"`
	ProviderKey string `json:"provider_key"`
}

// maxSize is the number of bytes of the file that are read, far more than an address
// and two keys need.
const maxSize = 64 << 10

// read reads the configuration file. Errors repeat nothing of its content.
func read(cfg Config) (settings file, err error) {
	path := cfg.File
	if path == "" {
		dir, err := cfg.UserConfigDir()
		if err != nil { // without a home there is no file
			return settings, nil
		}
		path = filepath.Join(dir, "biom", "config.json")
	}
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) && cfg.File == "" {
		return settings, nil
	}
	if err != nil {
		return settings, fmt.Errorf("the configuration file cannot be read: %w", err)
	}
	defer f.Close()
	if err := requirePrivate(f); err != nil {
		return settings, err
	}
	text, err := io.ReadAll(io.LimitReader(f, maxSize))
	if err != nil {
		return settings, fmt.Errorf("the configuration file cannot be read: %w", err)
	}
	if json.Unmarshal(text, &settings, json.RejectUnknownMembers(true)) != nil {
		return settings, fmt.Errorf(`%s is not such as {"server":"https://…","api_key":"…","provider_key":"…"}; each member may be absent, and there are no others`, display.Printable(path))
	}
	return settings, nil
}

// requirePrivate returns an error if others than its owner may read or change
// the file. Windows has no such mode.
func requirePrivate(f *os.File) error {
	info, err := f.Stat()
	switch {
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is not a file", display.Printable(f.Name()))
	case info.Mode().Perm()&0o077 != 0 && runtime.GOOS != "windows":
		return fmt.Errorf("%s may hold keys, and other users have access to it; correct that with: chmod 600 %s", display.Printable(f.Name()), display.Printable(f.Name()))
	}
	return nil
}
