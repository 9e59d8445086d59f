package samples_test

import (
	"testing"

	"biom/worker/provider/local/samples"
)

const fourth = "fourth"

func TestFourthAnswersAreValid(t *testing.T) {
	t.Parallel()
	valid(t, samples.Options{Seed: 51, Count: 1500, Profile: fourth})
}

func TestFourthPeople(t *testing.T) {
	t.Parallel()
	initialled(t, samples.FourthPeople())
}

func TestFourthDeterminism(t *testing.T) {
	t.Parallel()
	alike(t, fourth, third)
}

// TestFourthGlyphs: a letter that a font has not is a panic.
func TestFourthGlyphs(t *testing.T) {
	t.Parallel()
	collect(t, samples.Options{Seed: 8, Count: 162, Media: []samples.Medium{samples.OutlinePDF}, Profile: fourth})
}

func TestFourthCoverage(t *testing.T) {
	t.Parallel()
	complete(t, samples.Options{Seed: 1, Count: 400, Profile: fourth}, samples.FourthLayouts())
}

func TestFourthAnswersArePrinted(t *testing.T) {
	t.Parallel()
	printed(t, samples.Options{Seed: 52, Count: 120, Media: []samples.Medium{samples.TextPDF}, Profile: fourth})
}

func TestFourthFits(t *testing.T) {
	t.Parallel()
	fits(t, samples.Options{Seed: 53, Count: 216, Media: []samples.Medium{samples.TextPDF}, Profile: fourth})
}
