package clientconfig_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"biom/cmd/internal/clientconfig"
)

const (
	fileKey = "biom_key-in-the-configuration-file-0123456789abc"
	envKey  = "biom_key-in-the-environment-0123456789abcdefghij"
)

// service notes the keys of the last request that it got.
type service struct {
	*httptest.Server

	key, providerKey string
}

func newService(t *testing.T) *service {
	s := &service{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.key, s.providerKey = r.Header.Get("Authorization"), r.Header.Get("X-Provider-Api-Key")
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{}`)
	}))
	t.Cleanup(s.Close)
	return s
}

// keys returns the keys that a client with the configuration sends.
func (s *service) keys(t *testing.T, cfg clientconfig.Config) (service, provider string) {
	t.Helper()
	c, _, err := clientconfig.Dial(cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := c.Usage(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	return s.key, s.providerKey
}

// withEnv is a configuration of an environment and a user's directory. An empty
// directory means that there is none.
func withEnv(env map[string]string, configDir string) clientconfig.Config {
	return clientconfig.Config{
		Getenv: func(name string) string { return env[name] },
		UserConfigDir: func() (string, error) {
			if configDir == "" {
				return "", errors.New("no home")
			}
			return configDir, nil
		},
	}
}

func configFile(t *testing.T, content string, mode os.FileMode) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "biom", "config.json")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil { // umask
		t.Fatal(err)
	}
	return path
}

func TestDial(t *testing.T) {
	t.Parallel()
	s := newService(t)
	path := configFile(t, `{"server":"`+s.URL+`","api_key":"`+fileKey+`\n","provider_key":"provider"}`, 0o600)
	userDir := filepath.Dir(filepath.Dir(path))
	env := map[string]string{clientconfig.EnvAPIKey: envKey}

	named := withEnv(nil, "")
	named.File = path
	if key, provider := s.keys(t, named); key != "Bearer "+fileKey || provider != "provider" {
		t.Errorf("named: got %s, %s", key, provider)
	}
	if key, _ := s.keys(t, withEnv(nil, userDir)); key != "Bearer "+fileKey {
		t.Errorf("at the usual place: got %s", key)
	}
	if key, provider := s.keys(t, withEnv(env, userDir)); key != "Bearer "+envKey || provider != "provider" {
		t.Errorf("the environment comes first: got %s, %s", key, provider)
	}
	for name, configDir := range map[string]string{"without a file": t.TempDir(), "without a home": ""} {
		cfg := withEnv(env, configDir)
		cfg.Server = s.URL
		if key, provider := s.keys(t, cfg); key != "Bearer "+envKey || provider != "" {
			t.Errorf("%s: got %s, %s", name, key, provider)
		}
	}
}

func TestDialRefusesBadFiles(t *testing.T) {
	t.Parallel()
	const good = `{"api_key":"` + fileKey + `"}`
	for name, c := range map[string]struct {
		path, want string
	}{
		"readable by all":   {configFile(t, good, 0o604), "other users have access to it; correct that with: chmod 600 "},
		"readable by group": {configFile(t, good, 0o640), "other users have access"},
		"missing":           {filepath.Join(t.TempDir(), "x.json"), "no such file"},
		"a directory":       {t.TempDir(), "is not a file"},
		"no JSON":           {configFile(t, fileKey, 0o600), "is not such as"},
		"another member":    {configFile(t, `{"apikey":"`+fileKey+`"}`, 0o600), "is not such as"},
		"another type":      {configFile(t, `{"api_key":["`+fileKey+`"]}`, 0o600), "is not such as"},
		"a bad server":      {configFile(t, `{"server":"http://me:`+fileKey+`@x"}`, 0o600), "BaseURL must hold no user"},
	} {
		cfg := withEnv(nil, "")
		cfg.File = c.path
		_, _, err := clientconfig.Dial(cfg)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), fileKey) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}
