package llmtest_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"biom/shared/biometry"
	"biom/worker/llm/llmtest"
)

const samples = "../../../testdata/samples/"

// ask posts body to the stand-in and returns the response.
func ask(t *testing.T, s *llmtest.StandIn, path, body string) (int, string) {
	t.Helper()
	server := httptest.NewServer(s)
	defer server.Close()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer k")
	r.Header.Set("X-Goog-Api-Key", "k")
	res, err := server.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(text)
}

const (
	system   = `{"role":"system","content":"read"}`
	document = `{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image/png;base64,AAAA"}}]}`
	strict   = `"response_format":{"type":"json_schema","json_schema":{"name":"n","strict":true,"schema":{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false}}}`
)

// TestRequestsAreChecked sends requests that a vendor accepts or refuses.
func TestRequestsAreChecked(t *testing.T) {
	t.Parallel()
	const chat, generate = "/v1/chat/completions", "/v1beta/models/m:generateContent"
	for name, c := range map[string]struct{ path, body, complaint string }{
		"whole":               {chat, `{"model":"m","messages":[` + system + `,` + document + `],"max_tokens":9,` + strict + `}`, ""},
		"no JSON":             {chat, `{"model":`, "not JSON"},
		"no schema":           {chat, `{"model":"m","messages":[` + system + `,` + document + `],"max_tokens":9}`, "schema: there is none"},
		"a schema not closed": {chat, `{"model":"m","messages":[` + system + `,` + document + `],"max_tokens":9,` + strings.Replace(strict, `["a"]`, `[]`, 1) + `}`, "not closed"},
		"no document":         {chat, `{"model":"m","messages":[` + system + `],"max_tokens":9,` + strict + `}`, "no document"},
		"no instructions":     {chat, `{"model":"m","messages":[` + document + `],"max_tokens":9,` + strict + `}`, "no system message"},
		"no bound":            {chat, `{"model":"m","messages":[` + system + `,` + document + `],` + strict + `}`, "no bound"},
		"no model":            {chat, `{"messages":[` + system + `,` + document + `],"max_tokens":9,` + strict + `}`, "no model"},
		"a file elsewhere":    {chat, `{"model":"m","messages":[` + system + `,` + strings.Replace(document, "data:image/png;base64,", "https://x/", 1) + `],"max_tokens":9,` + strict + `}`, "no data URL"},
		"no such tier":        {chat, `{"model":"m","service_tier":"cheap","messages":[` + system + `,` + document + `],"max_tokens":9,` + strict + `}`, "service tier"},
		"nothing, of Gemini":  {generate, `{}`, "responseMimeType"},
		"another method":      {"/v1beta/models/m:countTokens", `{}`, ":generateContent"},
	} {
		s := llmtest.New(llmtest.Config{})
		status, _ := ask(t, s, c.path, c.body)
		complaints := strings.Join(s.Complaints(), "\n")
		if (status == http.StatusOK) != (c.complaint == "") || !strings.Contains(complaints, c.complaint) || c.complaint == "" && complaints != "" {
			t.Errorf("%s: %d, complaints: %s", name, status, complaints)
		}
	}
}

// TestRatesOfFaults expects that a share of the calls goes wrong, and the same calls for
// the same seed.
func TestRatesOfFaults(t *testing.T) {
	t.Parallel()
	counts := func() map[llmtest.Fault]int {
		s := llmtest.New(llmtest.Config{Seed: 3, Rates: map[llmtest.Fault]float64{llmtest.Status500: 0.1, llmtest.Refuse: 0.2}})
		for range 400 {
			ask(t, s, "/v1/chat/completions", `{"model":"m","messages":[`+system+`,`+document+`],"max_tokens":9,`+strict+`}`)
		}
		return s.Calls()
	}
	first, again := counts(), counts()
	for fault, about := range map[llmtest.Fault]int{llmtest.None: 280, llmtest.Status500: 40, llmtest.Refuse: 80} {
		if got := first[fault]; got < about*2/3 || got > about*3/2 || got != again[fault] {
			t.Errorf("%q: %d calls, then %d; want about %d", fault, got, again[fault], about)
		}
	}
}

// TestAlterChangesSingleDigits in about the configured share of the values.
func TestAlterChangesSingleDigits(t *testing.T) {
	t.Parallel()
	known, err := llmtest.Folder(t.Context(), samples)
	if err != nil {
		t.Fatal(err)
	}
	var values, changed int
	for _, answer := range known {
		s := llmtest.New(llmtest.Config{Seed: uint64(values), Fallback: func([]byte) []byte { return answer }})
		s.Script(llmtest.Alter)
		_, text := ask(t, s, "/v1/chat/completions", `{"model":"m","messages":[`+system+`,`+document+`],"max_tokens":9,`+strict+`}`)
		var res struct {
			Choices []struct{ Message struct{ Content string } }
		}
		if err := json.Unmarshal([]byte(text), &res); err != nil {
			t.Fatal(err)
		}
		before, after := numbers(t, string(answer)), numbers(t, res.Choices[0].Message.Content)
		for at, n := range before {
			values++
			if after[at] == n {
				continue
			}
			changed++
			if len(after[at]) != len(n) || differing(after[at], n) != 1 {
				t.Errorf("%s: %s became %s", at, n, after[at])
			}
		}
	}
	if changed*100 < values*2 || changed*100 > values*9 {
		t.Errorf("%d of %d values are changed", changed, values)
	}
}

func differing(a, b string) (n int) {
	for i := range a {
		if a[i] != b[i] {
			n++
		}
	}
	return n
}

// numbers returns the numbers in a document. path → number
func numbers(t *testing.T, text string) map[string]string {
	t.Helper()
	var doc any
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&doc); err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	var walk func(at string, v any)
	walk = func(at string, v any) {
		switch v := v.(type) {
		case map[string]any:
			for name, member := range v {
				walk(at+"."+name, member)
			}
		case json.Number:
			found[at] = v.String()
		}
	}
	walk("", doc)
	return found
}

// TestAnswersOfAFolderAreValid as answers of a model.
func TestAnswersOfAFolderAreValid(t *testing.T) {
	t.Parallel()
	known, err := llmtest.Folder(t.Context(), samples)
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(samples + "*.expected.json")
	if err != nil || len(known) < len(files)-5 { // some documents occur twice
		t.Errorf("%d documents known of %d files, %v", len(known), len(files), err)
	}
	for _, answer := range known {
		if _, _, err := biometry.DecodeExtraction(answer); err != nil {
			t.Error(err)
		}
	}
}
