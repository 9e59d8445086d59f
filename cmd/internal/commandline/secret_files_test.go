package commandline_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"biom/cmd/internal/commandline"
)

// vault is a command line with a secret.
type vault struct {
	Open openCmd `cmd:""`
}

type openCmd struct {
	Key  string   `env:"VAULT_KEY" required:"" secret:""`
	Keys []string `env:"VAULT_KEYS" secret:""`
	Name string   `env:"VAULT_NAME"`
}

// Run notes the settings.
func (c *openCmd) Run(got *[]string) error {
	*got = append(append([]string{c.Key}, c.Keys...), c.Name)
	return nil
}

func TestSecretsFromFiles(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"key": "sesame=\n", "keys": "one,two", "empty": "\n", "lines": "a\nb\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, c := range map[string]struct {
		env  []string // name and value in turn; a value with @ is a file
		args []string
		want []string
		err  string
	}{
		"files":               {env: []string{"VAULT_KEY_FILE", "@key", "VAULT_KEYS_FILE", "@keys"}, want: []string{"sesame=", "one", "two", ""}},
		"a flag comes first":  {env: []string{"VAULT_KEY_FILE", "@key"}, args: []string{"--key", "flag"}, want: []string{"flag", ""}},
		"no secret, no file":  {env: []string{"VAULT_KEY", "k", "VAULT_NAME_FILE", "@key"}, want: []string{"k", ""}},
		"both":                {env: []string{"VAULT_KEY", "k", "VAULT_KEY_FILE", "@key"}, err: "VAULT_KEY and VAULT_KEY_FILE are both set"},
		"no such file":        {env: []string{"VAULT_KEY_FILE", "@none"}, err: "VAULT_KEY_FILE: cannot read " + dir + "/none: no such file"},
		"an empty file":       {env: []string{"VAULT_KEY_FILE", "@empty"}, err: "VAULT_KEY_FILE: " + dir + "/empty must contain one line"},
		"a file of two lines": {env: []string{"VAULT_KEY_FILE", "@lines"}, err: "VAULT_KEY_FILE: " + dir + "/lines must contain one line"},
		"nothing":             {err: "missing flags: --key"},
	} {
		t.Run(name, func(t *testing.T) {
			for i := 0; i < len(c.env); i += 2 {
				t.Setenv(c.env[i], strings.Replace(c.env[i+1], "@", dir+"/", 1))
			}
			var out strings.Builder
			var got []string
			err := commandline.Program{Name: "vault", Commands: &vault{}}.Run(append([]string{"open"}, c.args...), &out, &out, &got)
			if c.err == "" && (err != nil || !slices.Equal(got, c.want)) || c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)) {
				t.Errorf("%q, %v", got, err)
			}
		})
	}
}
