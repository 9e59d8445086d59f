package main

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const shareCodeSent = "apple-zebra-123456"

// sharing returns a service with one share.
func sharing(t *testing.T) *fakeService {
	f := newFakeService(t)
	f.otherRoutes = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/api/v1/biom/retrieve" || r.URL.Query().Get("biom_pin") != shareCodeSent {
			fakeJSON(w, 404, `{"success":false,"error":{"code":"NOT_FOUND","message":"There is no such share.","request_id":"r-404"}}`)
			return
		}
		w.Header().Set("X-Api-Key-Status", "invalid")
		fakeJSON(w, 200, fakeResponse("JD\u001b"))
	})
	return f
}

func runRetrieve(t *testing.T, f *fakeService, c retrieveCmd, stdin string) (out, err strings.Builder, failure error) {
	t.Helper()
	term := f.terminal(t.Context(), &out, &err)
	term.Stdin = strings.NewReader(stdin)
	c.Service.Server = f.URL
	return out, err, c.Run(term)
}

func TestRetrieve(t *testing.T) {
	t.Parallel()
	f := sharing(t)
	for name, c := range map[string]struct{ code, stdin string }{
		"an argument":                {shareCodeSent, ""},
		"standard input":             {"", "  " + shareCodeSent + " \r\nmore\n"},
		"standard input, unfinished": {"", shareCodeSent},
	} {
		out, errOut, err := runRetrieve(t, f, retrieveCmd{Code: c.code}, c.stdin)
		if err != nil || !strings.Contains(out.String(), "AL                  mm  23.50       –") || strings.Contains(out.String(), "\x1b") {
			t.Errorf("%s: %v\n%s", name, err, &out)
		}
		if !strings.Contains(errOut.String(), "The service key was not accepted") {
			t.Errorf("%s: %s", name, &errOut)
		}
	}
}

func TestRetrieveSaves(t *testing.T) {
	t.Parallel()
	f, path := sharing(t), filepath.Join(t.TempDir(), "a.json")
	out, _, err := runRetrieve(t, f, retrieveCmd{Code: shareCodeSent, Out: path, JSON: true}, "")
	if err != nil {
		t.Fatal(err)
	}
	saved, err := os.ReadFile(path)
	for name, text := range map[string][]byte{"saved": saved, "printed": []byte(out.String())} {
		var got struct{ Later string }
		if err != nil || json.Unmarshal(text, &got) != nil || got.Later != "<&>" {
			t.Errorf("%s: %s (%v)", name, text, err)
		}
	}
	if _, _, err := runRetrieve(t, f, retrieveCmd{Code: shareCodeSent, Out: filepath.Join(path, "x")}, ""); err == nil || !strings.Contains(err.Error(), "there is no place to save the response") {
		t.Errorf("got %v", err)
	}
}

func TestRetrieveIsStoppedWhileItWaitsForInput(t *testing.T) {
	t.Parallel()
	f := sharing(t)
	in, typing := io.Pipe()
	defer typing.Close()
	ctx, stop := context.WithCancel(t.Context())
	stop()
	term := f.terminal(ctx, io.Discard, io.Discard)
	term.Stdin = in
	c := retrieveCmd{Service: serverFlags{Server: f.URL}}
	if err := c.Run(term); err == nil || err.Error() != "stopped" {
		t.Errorf("got %v", err)
	}
}

func TestRetrieveFails(t *testing.T) {
	t.Parallel()
	f := sharing(t)
	for code, want := range map[string]string{
		"apple-zebra-000000": "Refused: There is no such share.\n    404 NOT_FOUND, request r-404",
		"":                   "there is no share code",
	} {
		_, _, err := runRetrieve(t, f, retrieveCmd{Code: code}, "\n")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	f.shutDown()
	if _, _, err := runRetrieve(t, f, retrieveCmd{Code: shareCodeSent}, ""); err == nil || strings.Contains(err.Error(), shareCodeSent) {
		t.Errorf("got %v", err) // errors may be logged, share codes must not
	}
}
