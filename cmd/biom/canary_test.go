package main

import (
	"bytes"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/redis/go-redis/v9"

	"biom/shared/testenv"
)

// canaries are secrets that must not be readable in anything that biom writes.
type canaries map[string]string // kind of secret → the secret

// passCanaries sends every kind of secret through a service.
func (s *system) passCanaries(t *testing.T) canaries {
	t.Helper()
	c := newCaller(t, s.first())
	key := strings.TrimSpace(s.keys(t, "create", "--user", "ada"))
	ada := c.with("Authorization", "Bearer "+key)
	code := c.share(report("canary-patient-id"))
	ada.process("canary-file-name.pdf", document(987654321, ""), "biompin", "true", "stream", "true").want(t, http.StatusOK)
	repeatable := c.with("Idempotency-Key", "canary-idempotency-key")
	repeatable.process("canary-file-name.pdf", document(987654321, "")).want(t, http.StatusOK)
	repeatable.process("canary-file-name.pdf", document(987654321, "")).want(t, http.StatusOK)
	own := c.with("X-Provider-API-Key", "sk-canary-provider-key")
	own.process("canary-file-name.pdf", document(987654321, "")).want(t, http.StatusInternalServerError)
	own.get("/api/v1/biom/usage?validate=true&api_key="+key).want(t, http.StatusOK)
	c.retrieve(code).want(t, http.StatusOK)
	c.retrieve(wrong(code)).want(t, http.StatusNotFound)
	c.retrieve(code+"x").want(t, http.StatusBadRequest)
	c.process("canary-file-name.json", []byte(`{"data":{"patient":{"id":"canary-patient-id"}}}`)).want(t, http.StatusUnprocessableEntity)
	return canaries{
		"service key": key, "share code": code, "mistyped share code": wrong(code), "provider key": "sk-canary-provider-key",
		"file name": "canary-file-name", "idempotency key": "canary-idempotency-key", "patient ID": "canary-patient-id", "value of a document": "number 987654321",
	}
}

// absent fails the test for each canary in a text.
func (cs canaries) absent(t *testing.T, where string, text []byte) {
	t.Helper()
	for kind, canary := range cs {
		if bytes.Contains(text, []byte(canary)) {
			t.Errorf("%s: the %s is readable", where, kind)
		}
	}
}

// shareID returns the part of the share code that is stored.
func (cs canaries) shareID() string { return cs["share code"][:len(cs["share code"])-len("-123456")] }

// absentIn fails the test for each canary in the files of a directory. It expects a
// text that must be present, which shows that the directory is the right one.
func (cs canaries) absentIn(t *testing.T, dir, present string) {
	t.Helper()
	found := 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		text, err := os.ReadFile(path)
		cs.absent(t, path, text)
		found += bytes.Count(text, []byte(present))
		return err
	})
	if err != nil || found == 0 {
		t.Errorf("%s does not hold %q: %v", dir, present, err)
	}
}

// No secret that passes through the service is readable in logs or files.
func TestNoSecretIsStored(t *testing.T) {
	t.Parallel()
	t.Run("embedded parts", func(t *testing.T) {
		t.Parallel()
		r, dir := alone(t), t.TempDir()
		url, p := r.serve(dir, "BIOM_PROVIDER=standin", trustUs)
		s := &system{[]string{url}, r.keysIn("--data", dir)}
		cs := s.passCanaries(t)
		cs.absentIn(t, dir, cs.shareID()) // the write-ahead log included
		cs.absentIn(t, filepath.Join(dir, "nats"), "biom.jobs.standard")
		p.stop()
		cs.absentIn(t, dir, cs.shareID())
		cs.absent(t, "log", []byte(p.out.String()))
	})
	t.Run("Redis and Postgres", func(t *testing.T) {
		t.Parallel()
		store := testenv.StartRedis(t, testenv.RedisOptions{Durable: true})
		base := testenv.StartPostgres(t, testenv.PostgresOptions{Durable: true})
		r := newRig(t)
		r.redis, r.database = store.URL(), base.URL()
		url, api := r.api(trustUs)
		worker := r.worker()
		s := &system{[]string{url}, r.keysIn("--database-url", r.database)}
		cs := s.passCanaries(t)
		cs.absentIn(t, directoryOfPostgres(t, r.database), cs.shareID())
		cs.absentIn(t, directoryOfRedis(t, r.redis), "biom:quota:log:")
		api.stop()
		worker.stop()
		cs.absent(t, "log", []byte(api.out.String()+worker.out.String()))
	})
}

func directoryOfPostgres(t *testing.T, url string) (dir string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), `CHECKPOINT`); err != nil { // so that Postgres writes its buffers to files
		t.Fatal(err)
	}
	if err := conn.QueryRow(t.Context(), `SHOW data_directory`).Scan(&dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

func directoryOfRedis(t *testing.T, url string) string {
	t.Helper()
	opts, err := redis.ParseURL(url)
	if err != nil {
		t.Fatal(err)
	}
	client := redis.NewClient(opts)
	defer client.Close()
	dir, err := client.ConfigGet(t.Context(), "dir").Result()
	if err != nil {
		t.Fatal(err)
	}
	return dir["dir"]
}
