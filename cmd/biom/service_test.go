package main

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const (
	fileKey = "biom_key-in-the-configuration-file-0123456789abc"
	envKey  = "biom_key-in-the-environment-0123456789abcdefghij"
)

// asked returns the keys with which usage is asked under the flags.
func asked(t *testing.T, f *fakeService, flags serverFlags) (service, provider string) {
	t.Helper()
	f.resident = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		service, provider = r.Header.Get("Authorization"), r.Header.Get("X-Provider-Api-Key")
		fakeJSON(w, 200, `{}`)
	})
	c, err := flags.dial()
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := c.Usage(t.Context(), false); err != nil {
		t.Fatal(err)
	}
	return service, provider
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

func TestClientConfig(t *testing.T) {
	f := newFakeService(t)
	path := configFile(t, `{"server":"`+f.URL+`","api_key":"`+fileKey+`\n","provider_key":"provider"}`, 0o600)
	if service, provider := asked(t, f, serverFlags{Config: path}); service != "Bearer "+fileKey || provider != "provider" {
		t.Errorf("named: got %s, %s", service, provider)
	}
	t.Setenv("XDG_CONFIG_HOME", filepath.Dir(filepath.Dir(path)))
	if service, _ := asked(t, f, serverFlags{}); service != "Bearer "+fileKey {
		t.Errorf("at the usual place: got %s", service)
	}
	t.Setenv(envAPIKey, envKey)
	if service, provider := asked(t, f, serverFlags{}); service != "Bearer "+envKey || provider != "provider" {
		t.Errorf("the environment comes first: got %s, %s", service, provider)
	}
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	if service, provider := asked(t, f, serverFlags{Server: f.URL}); service != "Bearer "+envKey || provider != "" {
		t.Errorf("without a file: got %s, %s", service, provider)
	}
}

func TestClientConfigRefuses(t *testing.T) {
	t.Parallel()
	const good = `{"api_key":"` + fileKey + `"}`
	for name, c := range map[string]struct {
		path, want string
	}{
		"readable by all":   {configFile(t, good, 0o604), "other users have access to it; correct that with: chmod 600 "},
		"readable by group": {configFile(t, good, 0o640), "other users have access"},
		"not there":         {filepath.Join(t.TempDir(), "x.json"), "no such file"},
		"a directory":       {t.TempDir(), "is not a file"},
		"no JSON":           {configFile(t, fileKey, 0o600), "is not such as"},
		"another member":    {configFile(t, `{"apikey":"`+fileKey+`"}`, 0o600), "is not such as"},
		"another type":      {configFile(t, `{"api_key":["`+fileKey+`"]}`, 0o600), "is not such as"},
		"a bad server":      {configFile(t, `{"server":"http://me:`+fileKey+`@x"}`, 0o600), "BaseURL must hold no user"},
	} {
		_, err := (&serverFlags{Config: c.path}).dial()
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), fileKey) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}
