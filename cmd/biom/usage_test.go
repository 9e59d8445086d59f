package main

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"biom/cmd/internal/goldentest"
)

func TestUsage(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		command usageCmd
		answer  string
	}{
		"public": {usageCmd{}, `{"auth_type":"public","user_id":null,"engines":{"biomai":{"used":0.5,"limit":25,"resets_in_seconds":86399},` +
			`"biomai_byok":{"used":0,"limit":1000,"resets_in_seconds":0},"biomjson":{"used":300,"limit":300,"resets_in_seconds":59},` +
			`"retrieve":{"used":1001,"limit":1000,"resets_in_seconds":61}},"keys":{"service":{"provided":true,"valid":false},"provider":{"provided":true}}}`},
		"user": {usageCmd{Validate: true}, `{"auth_type":"authenticated","user_id":"clinic\u001b[2J","engines":{"biomai":{"used":0,"limit":300,"resets_in_seconds":0},` +
			`"biomai_byok":{"used":0,"limit":0,"resets_in_seconds":0},"biomjson":{"used":0,"limit":0,"resets_in_seconds":0},` +
			`"retrieve":{"used":0,"limit":0,"resets_in_seconds":0}},"keys":{"service":{"provided":true,"valid":true,"user_id":"clinic"},"provider":{"provided":true,"valid":true}}}`},
		"provider-away": {usageCmd{Validate: true}, `{"auth_type":"public","user_id":null,"engines":{"biomai":{"used":0,"limit":25,"resets_in_seconds":0},` +
			`"biomai_byok":{"used":0,"limit":0,"resets_in_seconds":0},"biomjson":{"used":0,"limit":0,"resets_in_seconds":0},` +
			`"retrieve":{"used":0,"limit":0,"resets_in_seconds":0}},"keys":{"service":{"provided":false},"provider":{"provided":true,"valid":null}}}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFakeService(t)
			f.otherRoutes = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if want := map[bool]string{true: "validate=true", false: ""}[c.command.Validate]; r.URL.RawQuery != want {
					t.Errorf("asked %s", r.URL)
				}
				fakeJSON(w, 200, c.answer)
			})
			var out strings.Builder
			c.command.Service.Server = f.URL
			if err := c.command.Run(f.terminal(t.Context(), &out, &out)); err != nil {
				t.Fatal(err)
			}
			goldentest.Compare(t, "testdata/golden/usage-"+name+".golden", out.String())
			out.Reset()
			c.command.JSON = true
			if err := c.command.Run(f.terminal(t.Context(), &out, &out)); err != nil || !json.Valid([]byte(out.String())) {
				t.Errorf("%v: %s", err, &out)
			}
		})
	}
}

func TestUsageFails(t *testing.T) {
	t.Parallel()
	f := newFakeService(t)
	f.otherRoutes = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fakeJSON(w, 503, busy) })
	c := usageCmd{Service: serverFlags{Server: f.URL}}
	if err := c.Run(f.terminal(t.Context(), &strings.Builder{}, &strings.Builder{})); err == nil || !strings.Contains(err.Error(), "503 INTERNAL_ERROR, request r-503") {
		t.Errorf("got %v", err)
	}
}
