package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"biom/shared/testenv"
)

// TestLongDeadJobIsRetried: a document kills each worker that reads it. When the cause is gone, the operator has it
// read once more, and the caller who comes back has the result and pays once.
func TestLongDeadJobIsRetried(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	url, _ := r.api("BIOM_RIG_LEASE=3s")
	stop := r.supervise(1)
	id := submitAsync(t, url, document(1, "poison"))
	waitForEnd := func() (status, body string) {
		var state struct{ Status string }
		testenv.Await(t, "the end of the job", func() bool {
			raw := newCaller(t, url).get(jobsPath + id + "?wait=30").body
			if err := json.Unmarshal(raw, &state); err != nil {
				t.Fatal(err)
			}
			body = string(raw)
			return state.Status == "failed" || state.Status == "succeeded"
		})
		return state.Status, body
	}
	if status, body := waitForEnd(); status != "failed" || !strings.Contains(body, "gave_up") {
		t.Fatalf("%s", body)
	}
	stop()
	r.worker("BIOM_RIG_IMMUNE=1")
	operator := func(args ...string) string {
		var out strings.Builder
		if err := runBiom(t.Context(), append(append([]string{"queue"}, args...), "--nats-url="+r.nats), &out, io.Discard); err != nil {
			t.Fatalf("%v: %v, printed %s", args, err, &out)
		}
		return out.String()
	}
	var dead string
	testenv.Await(t, "the dead job", func() bool {
		lines := strings.Split(operator("dead"), "\n")
		dead, _, _ = strings.Cut(lines[1], " ")
		return dead != ""
	})
	if out := operator("retry", dead); !strings.HasPrefix(out, dead+" is read once more, as ") {
		t.Errorf("printed %s", out)
	}
	if status, body := waitForEnd(); status != "succeeded" || !strings.Contains(body, `"id":"number 1"`) {
		t.Errorf("%s", body)
	}
	if used := r.used().Whole(); used != 1 {
		t.Errorf("%v credits", used)
	}
	if out := operator("dead"); strings.Contains(out, dead) {
		t.Errorf("still dead:\n%s", out)
	}
}

// submitAsync sends a document whose client does not wait, and returns the ID of its job.
func submitAsync(t *testing.T, url string, doc []byte) (id string) {
	t.Helper()
	contentType, form := formOf("report.pdf", doc)
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url+"/api/v1/biom/process", bytes.NewReader(form))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", contentType)
	req.Header.Set("Prefer", "respond-async")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusAccepted {
		t.Fatalf("status %d", res.StatusCode)
	}
	return strings.TrimPrefix(res.Header.Get("Location"), jobsPath)
}
