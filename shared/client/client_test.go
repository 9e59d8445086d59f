package client_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"biom/shared/client"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const (
	serviceKey  = "biom_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG"
	providerKey = "provider-key-0123456789"
	response    = `{"data":{"biometer":{"device_name":"IOLMaster700","manufacturer":"Zeiss"},"exam_date":null,"patient":{},` +
		`"right_eye":{"AL":23.45,"CCT":545},"left_eye":{}},"extra_data":null,"metadata":{"request_id":"r-1","schema_version":"1.1.0",` +
		`"app_version":"v1","extraction":{"method":"AI","timestamp":"2026-01-02T03:04:05Z","llm":"local","byok":false,"input_schema_version":null}},` +
		`"biompin":null,"of_a_later_version":1}`
)

// setup starts a server with handler and returns a client of it with both keys.
func setup(t *testing.T, handler http.HandlerFunc, change ...func(*client.Config)) *client.Client {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	cfg := client.Config{BaseURL: server.URL, APIKey: serviceKey, ProviderKey: providerKey}
	for _, f := range change {
		f(&cfg)
	}
	c, err := client.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// unreachable returns a client of a server that is closed.
func unreachable(t *testing.T) *client.Client {
	t.Helper()
	server := httptest.NewServer(nil)
	server.Close()
	c, err := client.New(client.Config{BaseURL: server.URL, APIKey: serviceKey, ProviderKey: providerKey})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// report returns a small upload.
func report() client.Upload {
	return client.Upload{Filename: "report.pdf", Content: strings.NewReader("%PDF-1.7 and so on")}
}

// writeJSON writes a JSON response.
func writeJSON(w http.ResponseWriter, status int, body string) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(body))
}

// expectNoKeys fails the test if text holds a key.
func expectNoKeys(t *testing.T, text string) {
	t.Helper()
	if strings.Contains(text, serviceKey) || strings.Contains(text, providerKey) {
		t.Errorf("a key is shown: %s", text)
	}
}

func TestNewRefusesInvalidConfig(t *testing.T) {
	t.Parallel()
	good := client.Config{BaseURL: "http://localhost:8080"}
	for want, change := range map[string]func(*client.Config){
		"BaseURL is not":               func(c *client.Config) { c.BaseURL = "" },
		"BaseURL is not an http":       func(c *client.Config) { c.BaseURL = "localhost:8080" },
		"BaseURL is not an http or":    func(c *client.Config) { c.BaseURL = "ftp://localhost" },
		"BaseURL is not an http or h":  func(c *client.Config) { c.BaseURL = "http://a b/" },
		"BaseURL must hold no user":    func(c *client.Config) { c.BaseURL = "http://me:" + providerKey + "@localhost" },
		"BaseURL must hold no user, q": func(c *client.Config) { c.BaseURL = "http://localhost?api_key=" + serviceKey },
		"APIKey holds characters":      func(c *client.Config) { c.APIKey = serviceKey + "\r\nX-Evil: 1" },
		"ProviderKey holds characters": func(c *client.Config) { c.ProviderKey = "“" + providerKey + "”" },
	} {
		cfg := good
		change(&cfg)
		_, err := client.New(cfg)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
			continue
		}
		expectNoKeys(t, err.Error())
	}
}

func TestPrintingShowsNoKeys(t *testing.T) {
	t.Parallel()
	cfg := client.Config{BaseURL: "http://me:" + providerKey + "@localhost?k=" + serviceKey, APIKey: serviceKey, ProviderKey: providerKey}
	good := cfg
	good.BaseURL = "http://localhost/prefix"
	c, err := client.New(good)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []any{cfg, &cfg, c, *c} {
		expectNoKeys(t, fmt.Sprintf("%v %+v %#v %s", v, v, v, v))
	}
}
