package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"github.com/go-json-experiment/json"
)

// clientConfig is the configuration file of the client commands. It is read
// here and not by kong: its resolvers know flags only, which keys must not be.
type clientConfig struct {
	Server      string `json:"server"`
	APIKey      string `json:"api_key"`
	ProviderKey string `json:"provider_key"`
}

// longestConfig is far more than an address and two keys.
const longestConfig = 64 << 10

// readClientConfig reads path, or the file at the usual place if there is one.
// Errors repeat nothing of the content.
func readClientConfig(path string) (c clientConfig, err error) {
	named := path != ""
	if !named {
		dir, err := os.UserConfigDir()
		if err != nil { // no home: no file
			return c, nil
		}
		path = filepath.Join(dir, "biom", "config.json")
	}
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) && !named {
		return c, nil
	}
	if err != nil {
		return c, fmt.Errorf("the configuration file cannot be read: %w", err)
	}
	defer file.Close()
	if err := private(file); err != nil {
		return c, err
	}
	text, err := io.ReadAll(io.LimitReader(file, longestConfig))
	if err != nil {
		return c, fmt.Errorf("the configuration file cannot be read: %w", err)
	}
	if json.Unmarshal(text, &c, json.RejectUnknownMembers(true)) != nil {
		return c, fmt.Errorf(`%s is not such as {"server":"https://…","api_key":"…","provider_key":"…"}; each member may be absent, and there are no others`, printable(path))
	}
	return c, nil
}

// private refuses a file that others than its owner may read or change. Windows
// has no such mode.
func private(file *os.File) error {
	info, err := file.Stat()
	switch {
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is not a file", printable(file.Name()))
	case info.Mode().Perm()&0o077 != 0 && runtime.GOOS != "windows":
		return fmt.Errorf("%s may hold keys, and other users have access to it; correct that with: chmod 600 %s", printable(file.Name()), printable(file.Name()))
	}
	return nil
}
