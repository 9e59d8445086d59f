package api_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"biom/shared/job"
)

// misplaced returns a report with measurements in the wrong places.
func misplaced() []byte {
	return document(`"right_eye":{`, `"right_eye":{"axial length":"CANARY",`, `"left_eye":{}`, `"left_eye":{},"AL":23.9,"notes":"CANARY"`)
}

const ignoredPaths = "data.right_eye.axial length, data.AL, data.notes"

// TestIgnoredMembersAreNamed: in the response, and, unless it is a stream, in a header. A
// response without such members has neither.
func TestIgnoredMembersAreNamed(t *testing.T) {
	t.Parallel()
	b := setup(t, atNoon)
	resp, body := b.post(upload("a.json", misplaced()))
	id := resp.Header.Get("X-Request-ID")
	want := strings.Replace(jsonResponse, `"source_version":null`,
		`"source_version":null,"ignored":["data.right_eye.axial length","data.AL","data.notes"]`, 1)
	if got := strings.ReplaceAll(string(body), id, "<id>"); got != want || resp.Header.Get("X-Biom-Ignored") != ignoredPaths {
		t.Errorf("%v\ngot  %s\nwant %s", resp.Header, got, want)
	}
	resp, body = b.post(upload("a.json", misplaced(), "stream", "true"))
	if !strings.Contains(string(body), `"ignored":["data.right_eye.axial length",`) {
		t.Errorf("%v %s", resp.Header, body)
	}
	resp, _ = b.post(upload("a.json", document(`"left_eye":{}}`, `"left_eye":{}},"extra_data":{"notes":"\\"ignored\\":[\\"data.AL\\"]"}`)))
	if got, given := resp.Header["X-Biom-Ignored"]; given {
		t.Errorf("%q", got)
	}
}

// TestIgnoredMembersOfARepeat are named as in the first response.
func TestIgnoredMembersOfARepeat(t *testing.T) {
	t.Parallel()
	r := setupReplicas(t, func(context.Context, *job.Delivery) (job.Result, error) {
		return job.Result{}, errors.New("a JSON document makes no job")
	})
	key := []string{"Idempotency-Key", "k"}
	_, first := r.a.post(upload("a.json", misplaced()), key...)
	resp, again := r.b.post(upload("a.json", misplaced()), key...)
	if resp.Header.Get("Idempotency-Replayed") != "true" || resp.Header.Get("X-Biom-Ignored") != ignoredPaths || string(first) != string(again) {
		t.Errorf("%v\nfirst %s\nagain %s", resp.Header, first, again)
	}
}
