package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"biom/api/web/openapitest"
	"biom/api/web/openapitest/randomrequest"
	"biom/shared/testenv"
)

var (
	randomRequests = flag.Int("requests", 5000, "how many random requests TestLongRandomRequests sends")
	requestsSeed   = flag.Uint64("seed", 1, "the seed of the random requests")
)

// TestLongRandomRequests sends requests that are made from the service's own /openapi.json, right ones
// and wrong ones. Every response must be one that the document describes, and none may be a fault
// of the service.
func TestLongRandomRequests(t *testing.T) {
	t.Parallel()
	r := alone(t)
	r.executable = testenv.Biom(t)
	url, process := r.serve(t.TempDir(), "BIOM_TRUSTED_PROXIES=127.0.0.0/8", "BIOM_ENVIRONMENT=development", "BIOM_EXTRACT_TIMEOUT=2m")
	doc, err := openapitest.Document()
	if err != nil {
		t.Fatal(err)
	}
	statuses := &statusCounts{counts: map[int]int{}}
	const callers = 4
	var all sync.WaitGroup
	for i := range uint64(callers) {
		all.Go(func() {
			m, client := randomrequest.New(doc, *requestsSeed*callers+i, requestFiles(t)), openapitest.Client(t)
			for n := range *randomRequests / callers {
				req, what, err := m.Next(url)
				if err != nil {
					continue // net/http does not send it
				}
				req.Header.Set("X-Forwarded-For", fmt.Sprintf("10.%d.%d.1", i, n/40%256)) // each address 40 requests
				if location := sendRandom(t, client, req, what, statuses); location != "" {
					m.Know(path.Base(location))
				}
			}
		})
	}
	all.Wait()
	t.Logf("responses by status: %v", statuses.counts)
	if strings.Contains(process.out.String(), "panic") {
		t.Error("the service panicked")
	}
}

// statusCounts counts responses by their status.
type statusCounts struct {
	mu     sync.Mutex
	counts map[int]int
}

func (s *statusCounts) add(status int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.counts[status]++
}

// sendRandom sends a request and fails the test if the service is at fault. It returns the Location of
// the response.
func sendRandom(t *testing.T, client *http.Client, req *http.Request, what string, statuses *statusCounts) (location string) {
	failed := t.Failed()
	res, err := client.Do(req.WithContext(t.Context()))
	if err != nil {
		if !strings.Contains(err.Error(), "invalid") && !strings.Contains(err.Error(), "malformed") {
			t.Errorf("%s: %v", what, err)
		}
		return ""
	}
	body, err := io.ReadAll(res.Body)
	_ = res.Body.Close()
	statuses.add(res.StatusCode)
	var refusal struct {
		Error struct {
			Code string `json:"code"`
		} `json:"error"`
	}
	_ = json.Unmarshal(body, &refusal) // other bodies have no code
	if err != nil || res.StatusCode == http.StatusInternalServerError && refusal.Error.Code == "INTERNAL_ERROR" {
		t.Errorf("%d, %v: %s", res.StatusCode, err, body)
	}
	if t.Failed() && !failed {
		t.Logf("the request was %s", what)
	}
	return res.Header.Get("Location")
}

// requestFiles returns small files of every kind that the service takes.
func requestFiles(t *testing.T) map[string][]byte {
	files := map[string][]byte{}
	for _, pattern := range []string{"*-text.pdf", "*.expected.json", "*.png", "*.gif"} {
		paths, err := filepath.Glob(samples + "/" + pattern)
		if err != nil || len(paths) == 0 {
			t.Errorf("no sample %s", pattern)
			continue
		}
		data, err := os.ReadFile(paths[0])
		if err != nil {
			t.Error(err)
		}
		name := filepath.Base(paths[0])
		files[name] = data[:min(len(data), 200_000)]
	}
	files["small.json"] = []byte(`{"data":{"biometer":{"device_name":"Other","manufacturer":"Other"},"patient":{"name":"Ann Other"},"right_eye":{"AL":23.45,"K1_magnitude":43.1,"K1_axis":5,"K2_magnitude":44,"K2_axis":95},"left_eye":{}},"extra_data":{"notes":"x"},"metadata":{"schema_version":"1.1.0"}}`)
	files["page.txt"] = []byte("text")
	return files
}
