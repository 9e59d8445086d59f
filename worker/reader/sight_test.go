package reader_test

import (
	"strings"
	"testing"

	"biom/worker/document/layout"
	"biom/worker/reader"
)

// sawIn returns the Witness of a document that OCR has read in several passes. Each is given by what
// it misread of the page: "23,40>23,48".
func sawIn(t *testing.T, passes ...string) *reader.Witness {
	t.Helper()
	page := strings.Join([]string{
		" | OD | OS",
		"AL [mm] | 23,40 | 24,10",
		"ACD [mm] | 3,10 | 3,25",
		"LT [mm] | 4,50 | 4,50",
		"CCT [mm] | 0,545 | 0,561",
		"K1 | 43,21 D @ 93° | 42,18 D @ 80,4°",
		"K2 | 44,02 D @ 3° | 43,50 D @ 170,4°",
		"WTW | --- | 12,30",
	}, "\n")
	var read [][]layout.Page
	var found []reader.Findings
	for _, misread := range passes {
		text := page
		if from, to, ok := strings.Cut(misread, ">"); ok {
			text = strings.ReplaceAll(page, from, to)
		}
		pages := printed(strings.Split(text, "\n")...)
		pages[0].OCR = true
		read, found = append(read, pages), append(found, reader.Find(pages))
	}
	return reader.Saw(reader.Agree(found...), reader.Pages{}, read...)
}

func TestWitnessOfOCR(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		passes     []string
		eye, field string
		value      float64
		want       reader.Verdict
	}{
		"agreed":                           {[]string{"", ""}, "right_eye", "AL", 23.4, reader.Found},
		"another number is agreed":         {[]string{"", ""}, "right_eye", "AL", 23.9, reader.Refuted},
		"the other eye's is agreed":        {[]string{"", ""}, "right_eye", "AL", 24.1, reader.OtherEyes},
		"one pass saw it":                  {[]string{"", "23,40>23,48"}, "right_eye", "AL", 23.4, reader.Placed},
		"both misread it in another way":   {[]string{"23,40>23,46", "23,40>23,48"}, "right_eye", "AL", 23.4, reader.Unknown},
		"neither saw it":                   {[]string{"23,40>x", "23,40>x"}, "right_eye", "AL", 23.4, reader.Unknown},
		"without labels, a digit altered":  {[]string{"AL>Zyx", "AL>Zyx"}, "right_eye", "AL", 23.9, reader.Refuted},
		"without labels, the right number": {[]string{"AL>Zyx", "AL>Zyx"}, "right_eye", "AL", 23.4, reader.Unknown},
		"one pass is not enough":           {[]string{"AL>Zyx", "23,40>x"}, "right_eye", "AL", 23.9, reader.Unknown},
		"two digits altered":               {[]string{"AL>Zyx", "AL>Zyx"}, "right_eye", "AL", 29.9, reader.Unknown},
		"printed again, rounded":           {[]string{"WTW>K2 | 44,0 D | 43,5 D\nWTW", "WTW>K2 | 44,0 D | 43,5 D\nWTW"}, "right_eye", "K2_magnitude", 44, reader.Found},
		"rounded, and not printed so":      {[]string{"", ""}, "right_eye", "K2_magnitude", 44, reader.Refuted},
		"printed in mm":                    {[]string{"CCT>Zyx", "CCT>Zyx"}, "right_eye", "CCT", 546, reader.Refuted},
		"the axis behind its power":        {[]string{"@ 93°>93", "@ 93°>93"}, "right_eye", "K1_axis", 98, reader.Refuted},
		"an axis with decimals":            {[]string{"K1>Zyx", "K1>Zyx"}, "left_eye", "K1_axis", 80, reader.Unknown},
		"altered, with decimals":           {[]string{"K1>Zyx", "K1>Zyx"}, "left_eye", "K1_axis", 89, reader.Refuted},
		"dashes":                           {[]string{"", ""}, "right_eye", "WTW", 11.9, reader.Refuted},
		"dashes, and the number is seen":   {[]string{"--->--- 11,90", "--->--- 11,90"}, "right_eye", "WTW", 11.9, reader.Unknown},
		"not printed":                      {[]string{"", ""}, "right_eye", "TK1_magnitude", 51.7, reader.Unknown},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := sawIn(t, tt.passes...)
			w.Answer(map[string]map[string]float64{tt.eye: {tt.field: tt.value, "K1_magnitude": 43.21}})
			if got := w.Says(tt.eye, tt.field, tt.value); got != tt.want {
				t.Errorf("%d, want %d", got, tt.want)
			}
		})
	}
}

// TestAxisAtRightAnglesIsNotDoubted although two passes misread it alike, if one saw the other axis.
func TestAxisAtRightAnglesIsNotDoubted(t *testing.T) {
	t.Parallel()
	w := sawIn(t, "K1>Zyx", "K1>Zyx")
	for other, want := range map[float64]reader.Verdict{3: reader.Unknown, 30: reader.Refuted} {
		w.Answer(map[string]map[string]float64{"right_eye": {"K1_axis": 92, "K2_axis": other}})
		if got := w.Says("right_eye", "K1_axis", 92); got != want {
			t.Errorf("the other axis is %v: %d, want %d", other, got, want)
		}
	}
}

// TestNumberOfAnotherPlaceIsNoEvidence: that K1 is 43.21 says nothing against a K2 of 43.27 that OCR
// did not see.
func TestNumberOfAnotherPlaceIsNoEvidence(t *testing.T) {
	t.Parallel()
	w := sawIn(t, "K2>Zyx", "K2>Zyx")
	for known, want := range map[float64]reader.Verdict{43.21: reader.Unknown, 45: reader.Refuted} {
		w.Answer(map[string]map[string]float64{"right_eye": {"K1_magnitude": known, "K2_magnitude": 43.27}})
		if got := w.Says("right_eye", "K2_magnitude", 43.27); got != want {
			t.Errorf("K1 %v: %d, want %d", known, got, want)
		}
	}
}
