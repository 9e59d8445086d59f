package share_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"biom/shared/share"
	"biom/shared/share/sharetest"
)

// The tests of this file run on both stores.

// restartAndWipe checks that shares and their failures survive a restart of the
// program, and that a wiped database is empty and has another ID.
func restartAndWipe(t *testing.T, open func(wipe bool) (s *share.Shares, closeStore func())) {
	t.Helper()
	s, closeStore := open(false)
	created, err := s.Create(t.Context(), "caller", []byte("{}"))
	if err != nil {
		t.Fatal(err)
	}
	for n := range 2 {
		if _, err := s.Retrieve(t.Context(), "caller", sharetest.Wrong(t, created.Code, n+1)); !errors.Is(err, share.ErrNotFound) {
			t.Error(err)
		}
	}
	closeStore()
	s, closeStore = open(false)
	if found, err := s.Retrieve(t.Context(), "caller", created.Code); err != nil || found.DBID != created.DBID || s.DBID() != created.DBID {
		t.Errorf("after a restart: database %s, was %s: %v", found.DBID, created.DBID, err)
	}
	if _, err := s.Retrieve(t.Context(), "caller", sharetest.Wrong(t, created.Code, 3)); !errors.Is(err, share.ErrDestroyed) {
		t.Errorf("the failures did not survive a restart: %v", err)
	}
	last, err := s.Create(t.Context(), "caller", []byte("{}"))
	if err != nil {
		t.Fatal(err)
	}
	closeStore()
	s, closeStore = open(true)
	defer closeStore()
	if _, err := s.Retrieve(t.Context(), "caller", last.Code); !errors.Is(err, share.ErrNotFound) {
		t.Errorf("after a wipe: %v", err)
	}
	if id := s.DBID(); id == "" || id == created.DBID {
		t.Errorf("database ID %q after a wipe, was %q", id, created.DBID)
	}
}

// scan reads one value with an SQL query, past the store.
type scan func(query string, to any) error

// everyTryWrites checks that every retrieval writes that there was a try, with
// any outcome.
func everyTryWrites(t *testing.T, store share.Store, scan scan) {
	t.Helper()
	s := newShares(t, share.Config{Store: store})
	created, err := s.Create(t.Context(), "caller", []byte("{}"))
	if err != nil {
		t.Fatal(err)
	}
	tries := func() (n int64) {
		t.Helper()
		if err := scan(`SELECT CAST(sum(tries) AS bigint) FROM share`, &n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	for i, code := range []share.Code{
		created.Code, created.Code, sharetest.Wrong(t, created.Code, 1), created.Code,
		sharetest.Code(t, "no-such-000000"), sharetest.Code(t, "no-such-000000"),
	} {
		before := tries()
		_, err := s.Retrieve(t.Context(), "caller", code)
		if err != nil && !errors.Is(err, share.ErrNotFound) {
			t.Fatal(err)
		}
		if n := tries() - before; n != 1 {
			t.Errorf("%d: %d tries written", i, n)
		}
	}
	var failures int64
	if err := scan(`SELECT failures FROM share WHERE expires IS NOT NULL`, &failures); err != nil || failures != 1 {
		t.Errorf("%d failures (%v), want 1", failures, err)
	}
}

// decryptedByPython checks that an independent implementation can decrypt a
// stored row.
func decryptedByPython(t *testing.T, store share.Store, scan scan) {
	t.Helper()
	const document = `{"data":{"patient":{"name":"JDD"}},"note":"ünïcödé"}`
	s, err := share.New(share.Config{Store: store, StoreTimeout: sharetest.Timeout}) // with Argon2id
	if err != nil {
		t.Fatal(err)
	}
	created, err := s.Create(t.Context(), "caller", []byte(document))
	if err != nil {
		t.Fatal(err)
	}
	var id string
	var payload []byte
	if err := errors.Join(
		scan(`SELECT id FROM share WHERE expires IS NOT NULL`, &id),
		scan(`SELECT payload FROM share WHERE expires IS NOT NULL`, &payload),
	); err != nil {
		t.Fatal(err)
	}
	number, ok := strings.CutPrefix(created.Code.Pin(), id+"-")
	if !ok || bytes.Contains(payload, []byte("patient")) {
		t.Errorf("row %q of %d bytes", id, len(payload))
	}
	if got := decrypt(t, id, number, payload); got != document {
		t.Errorf("decrypted %q, want %q", got, document)
	}
	t.Logf("python3-argon2 and python3-cryptography opened the row: %d bytes", len(payload))
}
