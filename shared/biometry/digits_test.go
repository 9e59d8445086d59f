package biometry_test

import (
	"encoding/json"
	"os"
	"testing"

	"biom/shared/biometry"
)

// The app runs through the same cases (TestDigitsOfTheApp in api/web/browsertest).
func TestDigits(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/digits.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Field, Printed, Shown string
		Value                 float64
	}
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	fields := map[string]biometry.Field{}
	for _, f := range biometry.EyeFields() {
		fields[f.Name] = f.Field
	}
	for _, f := range biometry.PosteriorFields() {
		fields[f.Name] = f.Field
	}
	for _, c := range cases {
		f := fields[c.Field]
		if got := f.Digits(c.Value, c.Printed); f.Name == "" || got != c.Shown {
			t.Errorf("%s %v, printed %q: %q, want %q", c.Field, c.Value, c.Printed, got, c.Shown)
		}
	}
	if len(cases) < 20 {
		t.Errorf("only %d cases", len(cases))
	}
}
