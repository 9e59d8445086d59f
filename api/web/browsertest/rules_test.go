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

// filledForm is what the form makes of typed values.
type filledForm struct {
	Document string   `json:"document"` // the document that the form would send
	Faulty   []string `json:"faulty"`   // the names of the inputs with an error
}

func TestFormAndServiceFindTheSameFaults(t *testing.T) {
	t.Parallel()
	compareFormWithService(t, 150)
}

func TestLongFormAndServiceFindTheSameFaults(t *testing.T) {
	t.Parallel()
	compareFormWithService(t, 1500)
}

// compareFormWithService fills in the form at random, this many times. The form, which
// repeats the service's rules, must find the same faults as the service.
func compareFormWithService(t *testing.T, forms int) {
	t.Helper()
	const seed = 7
	refused := 0
	for _, form := range eval[[]filledForm](open(t, "/#transcribe"), fmt.Sprintf("%s(%d, %d)", fillForms, seed, forms)) {
		byForm, byService := map[string]bool{}, map[string]bool{}
		for _, name := range form.Faulty {
			byForm[pathOf(name)] = true
		}
		_, err := biometry.Decode([]byte(form.Document), time.Now())
		var faults biometry.Faults
		if err != nil && !errors.As(err, &faults) {
			t.Fatalf("%v: %s", err, form.Document)
		}
		for _, f := range faults {
			byService[f.Path] = true
		}
		if !maps.Equal(byForm, byService) {
			t.Errorf("the form finds faults in %q, the service in %q: %s", sorted(byForm), sorted(byService), form.Document)
		}
		if len(faults) > 0 {
			refused++
		}
	}
	if refused < forms/5 || refused > forms*9/10 {
		t.Errorf("%d of %d documents are faulty; the test needs enough of both kinds", refused, forms)
	}
}

// pathOf returns the path of an input's value in the document.
func pathOf(input string) string {
	switch rest, posterior := strings.CutPrefix(input, "posterior."); {
	case posterior:
		return "extra_data.posterior_keratometry." + rest
	case input == "notes":
		return "extra_data.notes"
	}
	return "data." + input
}

func sorted(names map[string]bool) []string { return slices.Sorted(maps.Keys(names)) }
