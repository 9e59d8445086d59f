package main

import (
	"encoding/json"
	"encoding/pem"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"biom/shared/apikey"
	"biom/shared/database"
	"biom/shared/job"
	"biom/shared/testenv"
)

var callbackSecret = regexp.MustCompile(`^whsec_[A-Za-z0-9+/]{43}=\n$`)

func TestCallbackEndpoints(t *testing.T) {
	t.Parallel()
	keyDatabases(t, func(t *testing.T, flag string, _ apikey.Store) {
		sealing := []string{flag, "--job-key=" + job.NewKey()}
		command := func(say string, args ...string) (stdout string) {
			t.Helper()
			out, said, err := biomKeys(t, append([]string{"callbacks"}, args...)...)
			if err != nil {
				said += err.Error()
			}
			if !strings.Contains(said, say) || strings.Contains(said, "whsec_") || strings.Contains(said, "s3cret") {
				t.Errorf("%v said %q, want %q", args, said, say)
			}
			return out
		}
		add := func(say, user, name, url string) string {
			t.Helper()
			return command(say, append([]string{"add", "--user=" + user, name, url}, sealing...)...)
		}
		mustCreate(t, flag, "--user=ada")
		first := add("This is the secret of the endpoint crm of user ada", "ada", "crm", "https://hooks.example/biom")
		second := add("erp", "ada", "erp", "https://10.0.0.7:8443/")
		third := command("This is the secret", append([]string{"rotate", "--user=ada", "crm"}, sealing...)...)
		for _, secret := range []string{first, second, third} {
			if !callbackSecret.MatchString(secret) {
				t.Errorf("printed %d bytes that are no secret", len(secret))
			}
		}
		if first == second || first == third {
			t.Error("secrets are equal")
		}
		const at = `20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ`
		want := regexp.MustCompile(`^USER  NAME  URL +CREATED +ROTATED\n` +
			`ada   crm   https://hooks\.example/biom  ` + at + `  ` + at + `\n` +
			`ada   erp   https://10\.0\.0\.7:8443/      ` + at + `  –\n$`)
		if out := command("", "list", flag); !want.MatchString(out) {
			t.Errorf("listed\n%s", out)
		}
		for say, args := range map[string][3]string{
			"has an endpoint of this name":   {"ada", "crm", "https://other.example/s3cret"},
			"this user has no service key":   {"bob", "crm", "https://hooks.example/s3cret"},
			"begins with https://":           {"ada", "new", "http://hooks.example/s3cret"},
			"neither a user and password":    {"ada", "new", "https://ada:s3cret@hooks.example"},
			"the name of an endpoint is 1 t": {"ada", "n/w", "https://hooks.example/s3cret"},
		} {
			if out := add(say, args[0], args[1], args[2]); out != "" {
				t.Errorf("%s: printed %d bytes", say, len(out))
			}
		}
		command("is removed", "remove", "--user=ada", "crm", flag)
		command("has no endpoint of this name", "remove", "--user=ada", "crm", flag)
		command("has no endpoint of this name", append([]string{"rotate", "--user=ada", "crm"}, sealing...)...)
		if out := command("", "list", flag); strings.Count(out, "\n") != 2 {
			t.Errorf("listed\n%s", out)
		}
	})
}

// A user whose only key was revoked can name no endpoint.
func TestCallbackEndpointOfRevokedKey(t *testing.T) {
	t.Parallel()
	keyDatabases(t, func(t *testing.T, flag string, server apikey.Store) {
		key := mustCreate(t, flag, "--user=ada")
		r, err := server.Find(t.Context(), apikey.HashOf(key))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := server.Revoke(t.Context(), r.ID, time.Now()); err != nil {
			t.Fatal(err)
		}
		_, _, err = biomKeys(t, "callbacks", "add", "--user=ada", "crm", "https://hooks.example", flag, "--job-key="+job.NewKey())
		if err == nil || !strings.Contains(err.Error(), "no service key") {
			t.Errorf("said %v", err)
		}
	})
}

// The secret is sealed with the key of biom serve, which must exist.
func TestCallbackEndpointsNeedTheJobKey(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db, err := database.OpenSQLite(t.Context(), filepath.Join(dir, "biom.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	mustCreate(t, "--data="+dir, "--user=ada")
	add := []string{"callbacks", "add", "--user=ada", "crm", "https://hooks.example", "--data=" + dir}
	if out, _, err := biomKeys(t, add...); err == nil || !strings.Contains(err.Error(), "BIOM_JOB_KEY") || out != "" {
		t.Errorf("without a key: %q, %v", out, err)
	}
	if out, _, err := biomKeys(t, append(add, "--job-key=short")...); err == nil || strings.Contains(err.Error(), "short") || out != "" {
		t.Errorf("with a wrong key: %q, %v", out, err)
	}
	if err := os.WriteFile(filepath.Join(dir, "job.key"), []byte(job.NewKey()+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, _, err := biomKeys(t, add...); err != nil || !callbackSecret.MatchString(out) {
		t.Errorf("with the key of biom serve: %q, %v", out, err)
	}
}

// A secret that could not be printed is lost: the error says how to go on.
func TestCallbackSecretThatCannotBePrinted(t *testing.T) {
	t.Parallel()
	keyDatabases(t, func(t *testing.T, flag string, _ apikey.Store) {
		mustCreate(t, flag, "--user=ada")
		args := []string{"keys", "callbacks", "add", "--user=ada", "crm", "https://hooks.example", flag, "--job-key=" + job.NewKey()}
		err := runBiom(t.Context(), args, brokenWriter{}, &strings.Builder{})
		if err == nil || !strings.Contains(err.Error(), "biom keys callbacks remove --user ada crm") || strings.Contains(err.Error(), "whsec_") {
			t.Errorf("said %v", err)
		}
	})
}

// A job tells the endpoint that its request names, which finds the result where the message says. biom jobs
// lists what was given up.
func TestCallbackOfAJob(t *testing.T) {
	t.Parallel()
	r, receiver := newRig(t), startReceiver(t)
	url, api := r.api("SSL_CERT_FILE="+receiver.authority, "BIOM_CALLBACK_ALLOW=127.0.0.1/32")
	r.worker()
	flag, sealing := "--database-url="+r.database, "--job-key="+r.key
	key := mustCreate(t, flag, "--user=ada")
	secrets := map[string]string{}
	for name, path := range map[string]string{"crm": "/biom", "old": "/gone"} {
		secret, _, err := biomKeys(t, "callbacks", "add", "--user=ada", name, receiver.URL+path, flag, sealing)
		if err != nil {
			t.Fatal(err)
		}
		secrets[path] = strings.TrimSpace(secret)
	}
	ada := newCaller(t, url)
	ada.headers.Set("Authorization", "Bearer "+key)
	ada.headers.Set("Prefer", "respond-async")
	for _, name := range []string{"crm", "old"} {
		ada.process("a.pdf", document(1, ""), "callback", name, "batch", "monday").want(t, http.StatusAccepted)
		p := <-receiver.posts
		w, err := standardwebhooks.NewWebhook(secrets[p.path])
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Verify(p.body, p.header); err != nil {
			t.Error(err)
		}
		var event struct {
			Type string
			Data struct {
				ID, Status, Batch string
				Links             map[string]string
			}
		}
		if err := json.Unmarshal(p.body, &event); err != nil {
			t.Fatal(err)
		}
		if event.Type != "job.succeeded" || event.Data.Status != "succeeded" || event.Data.Batch != "monday" || len(event.Data.Links) != 3 {
			t.Errorf("posted %s", p.body)
		}
		for _, link := range event.Data.Links {
			ada.get(link).want(t, http.StatusOK)
		}
		if result := ada.get(event.Data.Links["result"]); !strings.Contains(string(result.body), "number 1") {
			t.Errorf("the result is %s", result.body)
		}
	}
	const at = `20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ`
	want := regexp.MustCompile(`^GIVEN UP +USER  ENDPOINT  JOB +ENDED +ATTEMPTS  REASON\n` +
		at + `  ada   old       succeeded  ` + at + `  1         answered with status 410: the endpoint wants no more of this\n$`)
	var listed string
	testenv.Await(t, "the failure in the list", func() bool {
		var out strings.Builder
		if err := runBiom(t.Context(), []string{"queue", "failed-callbacks", flag}, &out, io.Discard); err != nil {
			t.Fatal(err)
		}
		listed = out.String()
		return strings.Count(listed, "\n") > 1
	})
	if !want.MatchString(listed) {
		t.Errorf("listed\n%s", listed)
	}
	api.out.await(t, "a callback was given up")
	for _, secret := range []string{"ada", "monday", "whsec_", receiver.URL, secrets["/biom"]} {
		if strings.Contains(api.out.String(), secret) {
			t.Errorf("the log has %s", secret)
		}
	}
}

// receiver is an endpoint of callbacks, with a certificate of authority. It is gone at /gone.
type receiver struct {
	*httptest.Server

	authority string // a file
	posts     chan post
}

type post struct {
	path   string
	header http.Header
	body   []byte
}

func startReceiver(t *testing.T) *receiver {
	t.Helper()
	r := &receiver{authority: filepath.Join(t.TempDir(), "authority.pem"), posts: make(chan post, 10)}
	r.Server = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		body, _ := io.ReadAll(req.Body)
		r.posts <- post{req.URL.Path, req.Header, body}
		if req.URL.Path == "/gone" {
			w.WriteHeader(http.StatusGone)
		}
	}))
	t.Cleanup(r.Close)
	certificate := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: r.Certificate().Raw})
	if err := os.WriteFile(r.authority, certificate, 0o600); err != nil {
		t.Fatal(err)
	}
	return r
}
