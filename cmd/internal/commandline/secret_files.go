package commandline

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/alecthomas/kong"
)

// secretFileSuffix is added to the name of a setting that holds a secret: that variable names a
// file with the secret, as containers get them.
const secretFileSuffix = "_FILE"

// readSecretFile returns the value of a flag with the tag secret from the file that is named in
// the environment, nil if none is named.
func readSecretFile(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	if !flag.Tag.Has("secret") {
		return nil, nil
	}
	for _, setting := range flag.Envs {
		secretFile := setting + secretFileSuffix
		path := os.Getenv(secretFile)
		if path == "" {
			continue
		}
		if os.Getenv(setting) != "" {
			return nil, fmt.Errorf("%s and %s are both set; remove one of them", setting, secretFile)
		}
		return readSecret(secretFile, path)
	}
	return nil, nil
}

// readSecret returns the content of a file without the line end that editors add.
func readSecret(setting, path string) (string, error) {
	text, err := os.ReadFile(path) //nolint:gosec // the operator names the file
	if cause, ok := errors.AsType[*fs.PathError](err); ok {
		return "", fmt.Errorf("%s: cannot read %s: %w", setting, path, cause.Err)
	}
	secret := strings.TrimRight(string(text), "\r\n")
	if err == nil && (secret == "" || strings.ContainsAny(secret, "\r\n")) {
		err = fmt.Errorf("%s: %s must contain one line", setting, path)
	}
	return secret, err
}
