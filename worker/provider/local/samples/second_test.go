package samples_test

import (
	"testing"

	"biom/worker/provider/local/samples"
)

const second = "second"

func TestSecondAnswersAreValid(t *testing.T) {
	t.Parallel()
	valid(t, samples.Options{Seed: 31, Count: 1500, Profile: second})
}

// TestSecondPeople: where surname and given name have fields of their own, the
// initials are the same in either order.
func TestSecondPeople(t *testing.T) {
	t.Parallel()
	initialled(t, samples.SecondPeople())
}

func TestSecondDeterminism(t *testing.T) {
	t.Parallel()
	alike(t, second, "")
}

// TestSecondGlyphs: a letter that a font has not is a panic.
func TestSecondGlyphs(t *testing.T) {
	t.Parallel()
	collect(t, samples.Options{Seed: 6, Count: 162, Media: []samples.Medium{samples.OutlinePDF}, Profile: second})
}

func TestSecondCoverage(t *testing.T) {
	t.Parallel()
	complete(t, samples.Options{Seed: 1, Count: 400, Profile: second}, samples.SecondLayouts())
}

func TestSecondAnswersArePrinted(t *testing.T) {
	t.Parallel()
	printed(t, samples.Options{Seed: 22, Count: 120, Media: []samples.Medium{samples.TextPDF}, Profile: second})
}

func TestSecondFits(t *testing.T) {
	t.Parallel()
	fits(t, samples.Options{Seed: 23, Count: 216, Media: []samples.Medium{samples.TextPDF}, Profile: second})
}
