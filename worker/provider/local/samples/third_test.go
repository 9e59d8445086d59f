package samples_test

import (
	"testing"

	"biom/worker/provider/local/samples"
)

const third = "third"

func TestThirdAnswersAreValid(t *testing.T) {
	t.Parallel()
	valid(t, samples.Options{Seed: 41, Count: 1500, Profile: third})
}

// TestThirdPeople: where surname and given name have fields of their own, the
// initials are the same in either order.
func TestThirdPeople(t *testing.T) {
	t.Parallel()
	initialled(t, samples.ThirdPeople())
}

func TestThirdDeterminism(t *testing.T) {
	t.Parallel()
	alike(t, third, second)
}

// TestThirdGlyphs: a letter that a font has not is a panic.
func TestThirdGlyphs(t *testing.T) {
	t.Parallel()
	collect(t, samples.Options{Seed: 6, Count: 162, Media: []samples.Medium{samples.OutlinePDF}, Profile: third})
}

func TestThirdCoverage(t *testing.T) {
	t.Parallel()
	complete(t, samples.Options{Seed: 1, Count: 400, Profile: third}, samples.ThirdLayouts())
}

func TestThirdAnswersArePrinted(t *testing.T) {
	t.Parallel()
	printed(t, samples.Options{Seed: 42, Count: 120, Media: []samples.Medium{samples.TextPDF}, Profile: third})
}

func TestThirdFits(t *testing.T) {
	t.Parallel()
	fits(t, samples.Options{Seed: 43, Count: 216, Media: []samples.Medium{samples.TextPDF}, Profile: third})
}
