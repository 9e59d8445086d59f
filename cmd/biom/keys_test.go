package main

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"biom/shared/apikey"
	"biom/shared/database"
	"biom/shared/testenv"
)

// biomKeys runs a command and returns what it printed on standard output and on
// standard error.
func biomKeys(t *testing.T, args ...string) (stdout, stderr string, err error) {
	t.Helper()
	var out, errOut strings.Builder
	err = runBiom(t.Context(), append([]string{"keys"}, args...), &out, &errOut)
	return out.String(), errOut.String(), err
}

// keyDatabases are the databases in which keys are stored: the flag that names each,
// and the store of a running server on it.
func keyDatabases(t *testing.T, test func(t *testing.T, flag string, server apikey.Store)) {
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		db, err := database.OpenSQLite(t.Context(), filepath.Join(dir, "biom.db"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = db.Close() })
		test(t, "--data="+dir, apikey.NewSQLite(db))
	})
	t.Run("Postgres", func(t *testing.T) {
		t.Parallel()
		url := testenv.Postgres(t)
		db, err := database.OpenPostgres(url+testenv.PostgresTimeouts, nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = db.Close() })
		test(t, "--database-url="+url, apikey.NewPostgres(db))
	})
}

func TestKeys(t *testing.T) {
	t.Parallel()
	keyDatabases(t, func(t *testing.T, flag string, server apikey.Store) {
		keys := apikey.NewCache(apikey.CacheConfig{Store: server, Timeout: time.Minute}) // the machine may be busy
		defer func() { _ = keys.Close() }()
		first := mustCreate(t, flag, "--user=ada")
		second := mustCreate(t, flag, "--user=ada", "--biomai=0.5", "--biomai-byok=0", "--biomjson=7", "--retrieve=12.5")
		for key, want := range map[string]apikey.Limits{first: apikey.DefaultLimits(), second: {BiomAI: 1, BiomJSON: 14, Retrieve: 25}} {
			if r, err := keys.Lookup(t.Context(), key); err != nil || r.User != "ada" || r.Limits != want {
				t.Errorf("the server finds %+v, %v, want limits %v", r, err, want)
			}
		}
		r, err := server.Find(t.Context(), apikey.HashOf(first))
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if out, said, err := biomKeys(t, "revoke", r.ID, flag); err != nil || out != "" || !strings.Contains(said, r.ID+" of user ada is revoked") {
				t.Errorf("revoke: %q, %q, %v", out, said, err)
			}
		}
		if _, err := server.Find(t.Context(), apikey.HashOf(first)); !errors.Is(err, apikey.ErrInvalid) {
			t.Errorf("after it was revoked: %v", err)
		}
		wantKeyTable(t, flag, first, second)
	})
}

// mustCreate creates a key. It expects the key alone on standard output.
func mustCreate(t *testing.T, args ...string) string {
	t.Helper()
	out, said, err := biomKeys(t, append([]string{"create"}, args...)...)
	if err != nil {
		t.Fatal(err)
	}
	key, ok := strings.CutSuffix(out, "\n")
	if !ok || !apikey.WellFormed(key) {
		t.Fatalf("%d bytes on standard output are no key", len(out))
	}
	if strings.Contains(said, key) || !strings.Contains(said, "user ada") {
		t.Errorf("standard error has the key, or does not say whose it is")
	}
	return key
}

func wantKeyTable(t *testing.T, flag string, keys ...string) {
	t.Helper()
	out, _, err := biomKeys(t, "list", flag)
	if err != nil {
		t.Fatal(err)
	}
	const id, at = `[0-9a-f]{12}`, `20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ`
	want := regexp.MustCompile(`^ID +USER  BIOMAI  BIOMAI-BYOK  BIOMJSON  RETRIEVE  CREATED +REVOKED\n` +
		id + `  ada   300     3000         3000      10000     ` + at + `  ` + at + `\n` +
		id + `  ada   0.5     0            7         12.5      ` + at + `  –\n$`)
	if !want.MatchString(out) {
		t.Errorf("listed\n%s", out)
	}
	for _, key := range keys {
		if strings.Contains(out, key[5:15]) {
			t.Error("a part of a key is listed")
		}
	}
}

func TestKeysMistakes(t *testing.T) {
	t.Parallel()
	keyDatabases(t, func(t *testing.T, flag string, server apikey.Store) {
		key := apikey.Generate()
		for say, args := range map[string][]string{
			"--user":                        {"create"},
			"a user is 1 to 64":             {"create", "--user=a b"},
			"is no number of credits":       {"create", "--user=ada", "--biomai=0.25"},
			"biomjson":                      {"create", "--user=ada", "--biomjson=-1"},
			"no key has this ID":            {"revoke", key},
			"<id>":                          {"revoke"},
			"unexpected argument 000000000": {"list", "000000000"},
		} {
			out, said, err := biomKeys(t, append(args, flag)...)
			if err == nil || !strings.Contains(err.Error(), say) {
				t.Errorf("%v: %v, want that it says %q", args[:1], err, say)
			}
			if all := out + said + err.Error(); strings.Contains(all, key) || out != "" {
				t.Errorf("%v: printed %q or showed a key", args[:1], out)
			}
		}
		if list, err := server.List(t.Context()); err != nil || len(list) != 0 {
			t.Errorf("kept %v, %v", list, err)
		}
	})
}

// A key in a database that no server uses would be useless.
func TestKeysMakeNoDatabase(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, args := range [][]string{{"list"}, {"create", "--user=ada"}, {"revoke", "x"}} {
		out, _, err := biomKeys(t, append(args, "--data="+dir)...)
		if err == nil || !strings.Contains(err.Error(), "start biom serve once") || out != "" {
			t.Errorf("%v: %q, %v", args, out, err)
		}
	}
	if files, _ := os.ReadDir(dir); len(files) != 0 {
		t.Errorf("made %v", files)
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("no space left") }

// A key that could not be printed is lost. The error has its ID, so that it can
// be revoked.
func TestKeyThatCannotBePrinted(t *testing.T) {
	t.Parallel()
	keyDatabases(t, func(t *testing.T, flag string, server apikey.Store) {
		err := runBiom(t.Context(), []string{"keys", "create", "--user=ada", flag}, brokenWriter{}, &strings.Builder{})
		list, listErr := server.List(t.Context())
		if listErr != nil || len(list) != 1 {
			t.Fatal(list, listErr)
		}
		if err == nil || !strings.Contains(err.Error(), "biom keys revoke "+list[0].ID) || strings.Contains(err.Error(), "biom_") {
			t.Errorf("said %v", err)
		}
	})
}

// If no server listens, or a server never answers, the command ends, says what to do
// and does not show the password.
func TestKeysWithoutDatabase(t *testing.T) {
	t.Parallel()
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = silent.Close() })
	for _, addr := range []string{"127.0.0.1:1", silent.Addr().String()} {
		t.Run(addr, func(t *testing.T) {
			t.Parallel()
			began := time.Now()
			_, said, err := biomKeys(t, "create", "--user=ada", "--database-url=postgres://biom:hunter2@"+addr+"/biom?sslmode=disable")
			if d := time.Since(began); d > maxTestWait {
				t.Errorf("took %v", d)
			}
			if err == nil || !strings.Contains(err.Error(), "start Postgres") || !strings.Contains(err.Error(), "BIOM_DATABASE_URL") {
				t.Errorf("said %v", err)
			}
			if strings.Contains(said+err.Error(), "hunter2") {
				t.Error("the password is shown")
			}
		})
	}
}
