package reader_test

import (
	"maps"
	"testing"

	"biom/worker/document/layout"
	"biom/worker/reader"
)

// The mean power that is printed for each eye's front cornea is found, and nothing else that is like it.
func TestPrintedMeans(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text string
		want map[string]string
	}{
		"both eyes": {`
                OD                  OS
K1         43.10 D @ 10°       43.50 D @ 170°
K2         44.10 D @ 100°      44.60 D @ 80°
Mean K     43.60 D             44.05 D`, map[string]string{"right_eye.K_mean": "43.60", "left_eye.K_mean": "44.05"}},
		"behind a radius": {`
OD
R1 / K1: 7.83 mm / 43.10 D @ 10°
R2 / K2: 7.65 mm / 44.12 D @ 100°
R/SE: 7.74 mm / 43,61 D`, map[string]string{"right_eye.K_mean": "43,61"}},
		"of the back of the cornea": {`
OD
Cornea front
K1 43.10 D
K2 44.10 D
Cornea back
Km -6.20 D`, nil},
		"of a refraction": {`
OD
AL 23.45 mm
Spherical equivalent -0.50 D`, nil},
		"two of them": {`
OD
K1 43.10 D
K2 44.10 D
Km 43.60 D
Kavg 43.72 D`, nil},
	} {
		got := map[string]string{}
		for _, s := range reader.Find([]layout.Page{page(c.text)}).Report().Means {
			got[s.Path] = s.Text
		}
		if !maps.Equal(got, c.want) {
			t.Errorf("%s: %v", name, got)
		}
	}
}
