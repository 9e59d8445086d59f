package job_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"biom/shared/biometry"
	"biom/shared/job"
)

// keyring returns a keyring of keys.
func keyring(t testing.TB, keys ...string) *job.Keyring {
	t.Helper()
	r, err := job.ParseKeys(strings.Join(keys, ","))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestSealedMessageOpensWhileKeysRotate(t *testing.T) {
	t.Parallel()
	older, newer := job.NewKey(), job.NewKey()
	j := newJob()
	j.API = "api"
	for name, c := range map[string]struct {
		seal, open string
		ok         bool
	}{
		"same key":         {older, older, true},
		"new key is known": {older, older + "," + newer, true},
		"new key is used":  {newer + "," + older, older + "," + newer, true},
		"old key is gone":  {older, newer, false},
	} {
		msg, err := job.Seal(&j, keyring(t, c.seal))
		if err != nil {
			t.Fatal(err)
		}
		got, err := job.Open(keyring(t, c.open), msg)
		if (err == nil) != c.ok || err != nil && !errors.Is(err, job.ErrSealed) {
			t.Errorf("%s: %v", name, err)
		}
		if c.ok && (!bytes.Equal(got.File, j.File) || got.ProviderKey != j.ProviderKey || got.ID != j.ID) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestOpenRefusesEveryChangedByte(t *testing.T) {
	t.Parallel()
	keys := keyring(t, job.NewKey())
	j := newJob()
	j.API = "api"
	msg, err := job.Seal(&j, keys)
	if err != nil {
		t.Fatal(err)
	}
	for i := range msg {
		changed := bytes.Clone(msg)
		changed[i] ^= 1
		if _, err := job.Open(keys, changed); err == nil {
			t.Fatalf("a message with another byte %d was opened", i)
		}
	}
}

func TestResultOfAnotherJobIsRefused(t *testing.T) {
	t.Parallel()
	keys := keyring(t, job.NewKey())
	h := job.Header{ID: "a", API: "x"}
	msg, err := job.SealResult(keys, h, job.Result{Report: &biometry.Report{}, Started: true})
	if err != nil {
		t.Fatal(err)
	}
	if r, err := job.OpenResult(keys, "x", "a", msg); err != nil || !r.Started {
		t.Errorf("%+v, %v", r, err)
	}
	for _, other := range [][2]string{{"x", "b"}, {"y", "a"}, {"x a", ""}} {
		if _, err := job.OpenResult(keys, other[0], other[1], msg); err == nil {
			t.Errorf("it was opened as the result of %v", other)
		}
	}
	empty, err := job.SealResult(keys, h, job.Result{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := job.OpenResult(keys, "x", "a", empty); err == nil {
		t.Error("a result without a report and without a problem was opened")
	}
}

func TestParseKeysRefusesInvalidKeys(t *testing.T) {
	t.Parallel()
	for _, invalid := range []string{"", "x", "AAAA", job.NewKey() + ",", job.NewKey() + job.NewKey()} {
		if _, err := job.ParseKeys(invalid); err == nil || !strings.Contains(err.Error(), "BIOM_JOB_KEY") {
			t.Errorf("%q: %v", invalid, err)
		}
		if _, err := job.ParseKeys(invalid); err != nil && len(invalid) > 3 && strings.Contains(err.Error(), invalid) {
			t.Error("the error quotes the key")
		}
	}
}

func FuzzOpen(f *testing.F) {
	keys := keyring(f, job.NewKey())
	j := newJob()
	j.API = "api"
	msg, err := job.Seal(&j, keys)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(msg)
	f.Add(msg[:len(msg)/2])
	f.Add([]byte("B1"))
	f.Fuzz(func(t *testing.T, b []byte) {
		_, _ = job.OpenHeader(b)
		if got, err := job.Open(keys, b); err == nil && !bytes.Equal(got.File, j.File) {
			t.Error("a changed message was opened")
		}
		_, _ = job.OpenResult(keys, "api", j.ID, b)
	})
}

func TestDerivedKeys(t *testing.T) {
	t.Parallel()
	derive := func(keys, purpose string) string {
		ring, err := job.ParseKeys(keys)
		if err != nil {
			t.Fatal(err)
		}
		key, err := ring.Derive(purpose)
		if err != nil || len(key) != 32 {
			t.Fatalf("%d bytes, %v", len(key), err)
		}
		return string(key)
	}
	one, two := job.NewKey(), job.NewKey()
	if derive(one, "a") != derive(one+","+two, "a") {
		t.Error("a key that was added at the end changes what is derived")
	}
	if derive(one, "a") == derive(one, "b") || derive(one, "a") == derive(two, "a") {
		t.Error("purpose and job key do not matter")
	}
}

// A job whose file has enough spare capacity is sealed in the file's memory, and opened
// in that of the message.
func TestJobIsSealedAndOpenedInPlace(t *testing.T) {
	t.Parallel()
	keys := keyring(t, job.NewKey())
	for name, room := range map[string]int{"room": job.SealRoom, "no room": 0} {
		j := newJob()
		j.API, j.Filename, j.ProviderKey = "api", strings.Repeat("<", 255), strings.Repeat("<", 512)
		content := bytes.Repeat([]byte("0123456789abcdef"), 1000)
		file := make([]byte, len(content), len(content)+room)
		copy(file, content)
		j.File = file
		msg, err := job.Seal(&j, keys)
		if err != nil {
			t.Fatal(err)
		}
		if inPlace := &msg[0] == &file[0]; inPlace != (room > 0) {
			t.Errorf("%s: sealed in place: %t", name, inPlace)
		}
		got, err := job.Open(keys, msg)
		if err != nil || !bytes.Equal(got.File, content) {
			t.Fatalf("%s: %v", name, err)
		}
		if &got.File[len(content)-1] != &msg[len(msg)-17] { // the tag has 16 bytes
			t.Errorf("%s: the message was not opened in place", name)
		}
	}
}
