package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"biom/shared/testenv"
	"biom/worker/document/poppler/popplertest"
)

// TestSurvivesHostileDocuments has one address send PDFs that never end through 20 connections. Every
// good report of other addresses must be read right, and the attacker's reports are refused.
func TestSurvivesHostileDocuments(t *testing.T) { survivesHostileDocuments(t, 4) }

func TestLongSurvivesHostileDocuments(t *testing.T) { survivesHostileDocuments(t, 30) }

func survivesHostileDocuments(t *testing.T, good int) {
	t.Parallel()
	r := alone(t)
	r.executable = testenv.Biom(t)
	url, _ := r.serve(t.TempDir(), "BIOM_TRUSTED_PROXIES=127.0.0.0/8", "BIOM_EXTRACT_TIMEOUT=5m")
	documents, err := filepath.Glob(samples + "/*-text.pdf")
	if err != nil || len(documents) < good {
		t.Fatalf("%d samples, %v", len(documents), err)
	}
	idle := readAll(t, url, documents[:good])
	attacker := newCaller(t, url)
	stop := attack(t, attacker)
	attacked := readAll(t, url, documents[:good])
	stop()
	t.Logf("good reports: idle median %v, longest %v; under attack median %v, longest %v",
		idle[len(idle)/2], idle[len(idle)-1], attacked[len(attacked)/2], attacked[len(attacked)-1])
	testenv.Await(t, "the charges of documents that cannot be opened to be given back", func() bool { return attacker.used("biomai") == 0 })
}

// attack sends documents that never end through 20 connections until stop is called. It returns when
// the first was refused.
func attack(t *testing.T, attacker *caller) (stop func()) {
	ctx, cancel := context.WithCancel(t.Context())
	var connections sync.WaitGroup
	refused := make(chan struct{}, 1)
	for i := range 20 {
		connections.Go(func() {
			for n := 0; ctx.Err() == nil; n++ {
				contentType, form := formOf("a.pdf", popplertest.NestedForms(fmt.Sprint(i, n)))
				req, err := http.NewRequestWithContext(ctx, http.MethodPost, attacker.url+"/api/v1/biom/process", bytes.NewReader(form))
				if err != nil {
					t.Error(err)
					return
				}
				req.Header = attacker.headers.Clone()
				req.Header.Set("Content-Type", contentType)
				res, err := attacker.client.Do(req)
				if err != nil {
					continue
				}
				if body, err := io.ReadAll(res.Body); err == nil && res.StatusCode == http.StatusOK {
					t.Errorf("an endless document was read: %s", body)
				}
				_ = res.Body.Close()
				select {
				case refused <- struct{}{}:
				default:
				}
			}
		})
	}
	<-refused
	return func() { cancel(); connections.Wait() }
}

// readAll uploads documents, each from an address of its own, checks what is read, and returns how long
// each took, sorted.
func readAll(t *testing.T, url string, documents []string) (took []time.Duration) {
	t.Helper()
	for _, path := range documents {
		file, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		expected, err := os.ReadFile(strings.TrimSuffix(path, ".pdf") + ".expected.json")
		if err != nil {
			t.Fatal(err)
		}
		got := newCaller(t, url).process(filepath.Base(path), file)
		got.want(t, http.StatusOK)
		var response struct {
			Data  json.RawMessage `json:"data"`
			Extra json.RawMessage `json:"extra_data"`
		}
		if err := json.Unmarshal(got.body, &response); err != nil {
			t.Fatal(err)
		}
		read := indented(t, []byte(`{"data":`+string(response.Data)+`,"extra_data":`+string(response.Extra)+`}`))
		if want := withoutTags(t, expected); read != want {
			t.Errorf("%s: got\n%s\nwant\n%s", path, read, want)
		}
		took = append(took, got.took)
	}
	slices.Sort(took)
	return took
}
