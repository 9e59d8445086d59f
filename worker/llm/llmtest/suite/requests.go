package suite

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"biom/shared/biometry"
	"biom/worker/llm/llmtest"
	"biom/worker/llm/prompt"
	"biom/worker/provider"
)

// requests compares the requests with golden files: for a PDF, for a picture in the
// discounted tier, and for the second call after an answer with faults.
func requests(t *testing.T, open Adapter, update bool) {
	// A picture that is sent unchanged, because what Go's encoders write may change.
	png := provider.Document{Kind: provider.PNG, Data: load(t, samples+"iolmaster700-en-04.png")}
	again := biometry.Faults{{Path: "data.right_eye.AL", Message: "must be a number from 14 to 40"}}
	for name, c := range map[string]struct {
		doc    provider.Document
		slow   bool
		faults biometry.Faults
	}{
		"pdf":     {pdf(t), false, nil},
		"picture": {png, true, nil},
		"again":   {png, false, again},
	} {
		s, url := standIn(t, llmtest.Config{Record: true})
		p, err := opened(t, open, url, key1).Prepare(t.Context(), c.doc, provider.Options{Slow: c.slow})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Extract(t.Context(), c.faults); err != nil {
			t.Error(err)
		}
		p.Close()
		text := strings.ReplaceAll(string(shown(t, s.Requests()[0])), asJSON(t, prompt.User(c.faults)), fmt.Sprintf(`"[prompt.User(%d faults)]"`, len(c.faults)))
		golden(t, "testdata/"+name+".golden", []byte(text), update)
	}
}

func golden(t *testing.T, file string, got []byte, update bool) {
	t.Helper()
	if update {
		if err := os.WriteFile(file, got, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if want := load(t, file); string(got) != string(want) {
		t.Errorf("%s differs (-update writes it):\n%s", file, got)
	}
}

var base64Data = regexp.MustCompile(`[A-Za-z0-9+/]{40,}={0,2}`)

// shown returns a request without what changes from run to run or with the SDK: its
// version, the remaining time, the bytes of the document.
func shown(t *testing.T, r llmtest.Request) []byte {
	t.Helper()
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s %s\n", r.Method, r.Path)
	for _, name := range slices.Sorted(maps.Keys(r.Header)) {
		if value, ok := header(name, r.Header); ok {
			fmt.Fprintf(&b, "%s: %s\n", name, value)
		}
	}
	var body any
	if err := json.Unmarshal(r.Body, &body); err != nil {
		t.Fatal(err)
	}
	text, err := json.MarshalIndent(shortened(t, body), "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	text = base64Data.ReplaceAllFunc(text, func(data []byte) []byte {
		return []byte("[sha256:" + llmtest.Hash(data)[:16] + "]")
	})
	return append(append(append(b.Bytes(), '\n'), text...), '\n')
}

// shortened replaces the parts of the prompt, which have golden files of their own, by
// their names.
func shortened(t *testing.T, v any) any {
	t.Helper()
	switch v := v.(type) {
	case string:
		return strings.ReplaceAll(v, prompt.System(), "[prompt.System()]")
	case []any:
		for i := range v {
			v[i] = shortened(t, v[i])
		}
	case map[string]any:
		var schema any
		if err := json.Unmarshal(prompt.Schema(), &schema); err != nil {
			t.Fatal(err)
		}
		if reflect.DeepEqual(v, schema) {
			return "[prompt.Schema()]"
		}
		for name := range v {
			v[name] = shortened(t, v[name])
		}
	}
	return v
}

// header returns a header as it is shown; ok is false if it is not.
func header(name string, h http.Header) (value string, ok bool) {
	switch name {
	case "User-Agent", "X-Goog-Api-Client", "X-Server-Timeout", "Content-Length", "Accept-Encoding":
		return "", false
	}
	if strings.HasPrefix(name, "X-Stainless") {
		return "", false
	}
	return strings.ReplaceAll(h.Get(name), key1, "[key]"), true
}
