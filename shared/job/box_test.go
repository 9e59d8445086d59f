package job_test

import (
	"errors"
	"testing"

	"biom/shared/job"
)

// box returns the box of a purpose with keys.
func box(t *testing.T, purpose string, keys ...string) *job.Box {
	t.Helper()
	b, err := keyring(t, keys...).Box(purpose)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestBoxOpensOnlyWhatItSealed(t *testing.T) {
	t.Parallel()
	older, newer := job.NewKey(), job.NewKey()
	sealed, err := box(t, "letters", older).Seal([]byte("the text"), "ada", "crm")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		box     *job.Box
		context []string
		want    string // "": it does not open
	}{
		"as it was sealed":  {box(t, "letters", older), []string{"ada", "crm"}, "the text"},
		"a new key":         {box(t, "letters", newer, older), []string{"ada", "crm"}, "the text"},
		"the key is gone":   {box(t, "letters", newer), []string{"ada", "crm"}, ""},
		"another purpose":   {box(t, "parcels", older), []string{"ada", "crm"}, ""},
		"another context":   {box(t, "letters", older), []string{"ada", "cr"}, ""},
		"a shifted context": {box(t, "letters", older), []string{"adac", "rm"}, ""},
		"no context":        {box(t, "letters", older), nil, ""},
	} {
		for range 2 { // opening leaves the message as it is
			text, err := c.box.Open(sealed, c.context...)
			if string(text) != c.want || (err == nil) != (c.want != "") || err != nil && !errors.Is(err, job.ErrSealed) {
				t.Errorf("%s: %q, %v", name, text, err)
			}
		}
	}
	for i := range sealed {
		sealed[i] ^= 1
		if _, err := box(t, "letters", older).Open(sealed, "ada", "crm"); !errors.Is(err, job.ErrSealed) {
			t.Errorf("with byte %d changed: %v", i, err)
		}
		sealed[i] ^= 1
	}
	for n := range sealed {
		if _, err := box(t, "letters", older).Open(sealed[:n], "ada", "crm"); !errors.Is(err, job.ErrSealed) {
			t.Errorf("cut to %d bytes: %v", n, err)
		}
	}
}

func TestBoxTellsTheCurrentKey(t *testing.T) {
	t.Parallel()
	older, newer := job.NewKey(), job.NewKey()
	sealed, err := box(t, "letters", older, newer).Seal([]byte("the text"))
	if err != nil {
		t.Fatal(err)
	}
	if !box(t, "letters", older, newer).Current(sealed) || box(t, "letters", newer, older).Current(sealed) || box(t, "letters", older).Current(nil) {
		t.Error("Current is wrong about the key")
	}
}
