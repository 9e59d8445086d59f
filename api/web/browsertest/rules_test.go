package browsertest_test

import (
	_ "embed"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"biom/shared/biometry"
)

//go:embed testdata/forms.js
var fillForms string

// try is what the form made of what was typed.
type try struct {
	Document string   `json:"document"` // that it would send
	Faulty   []string `json:"faulty"`   // the inputs that it finds faulty
}

// The form finds faulty what the service would refuse, and nothing else: the
// rules are written in both.
func TestFormAndServiceAgree(t *testing.T) {
	t.Parallel()
	const forms, seed = 1500, 7
	refused := 0
	for _, x := range look[[]try](open(t, "/#transcribe"), fmt.Sprintf("%s(%d, %d)", fillForms, seed, forms)) {
		mine, theirs := map[string]bool{}, map[string]bool{}
		for _, name := range x.Faulty {
			mine[placeOf(name)] = true
		}
		_, err := biometry.Decode([]byte(x.Document), time.Now())
		var faults biometry.Faults
		if err != nil && !errors.As(err, &faults) {
			t.Fatalf("%v: %s", err, x.Document)
		}
		for _, f := range faults {
			theirs[f.Path] = true
		}
		if !maps.Equal(mine, theirs) {
			t.Errorf("the form finds %q faulty, the service %q: %s", sorted(mine), sorted(theirs), x.Document)
		}
		if len(faults) > 0 {
			refused++
		}
	}
	if refused < forms/5 || refused > forms*9/10 {
		t.Errorf("%d of %d documents are faulty: that tries too little", refused, forms)
	}
}

// placeOf is where an input's value stands in the document.
func placeOf(input string) string {
	switch rest, posterior := strings.CutPrefix(input, "posterior."); {
	case posterior:
		return "extra_data.posterior_keratometry." + rest
	case input == "notes":
		return "extra_data.notes"
	}
	return "data." + input
}

func sorted(names map[string]bool) []string { return slices.Sorted(maps.Keys(names)) }
