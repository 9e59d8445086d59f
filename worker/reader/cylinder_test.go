package reader_test

import (
	"maps"
	"testing"
)

// TestCylinderAxes: where the meridians have no axes, that of the cylinder tells both: of a negative one it is the flat meridian's, of another one what the page says. It is not
// believed if the cylinder is not the difference between both powers, and not asked where the meridians have axes of their own.
func TestCylinderAxes(t *testing.T) {
	t.Parallel()
	powers := func(more want) want {
		out := want{"right_eye.AL": 24.62, "right_eye.K1_magnitude": 41.77, "right_eye.K2_magnitude": 42.67}
		maps.Copy(out, more)
		return out
	}
	axes := func(flat, steep float64) want {
		return powers(want{"right_eye.K1_axis": flat, "right_eye.K2_axis": steep})
	}
	for _, tt := range []struct {
		name, rows string
		want       want
	}{
		{"negative", "R1   8.08   41.77\nR2   7.91   42.67\nCYL         -0.90  AX  4°", axes(4, 94)},
		{"positive", "R1   8.08   41.77\nR2   7.91   42.67\nCYL         +0.90  AX  94°", powers(nil)},
		{"of another zone", "R1   8.08   41.77\nR2   7.91   42.67\nCYL         -1.10  AX  4°", powers(nil)},
		{"beside axes", "R1   8.08   41.77   AX  6°\nR2   7.91   42.67   AX  96°\nCYL         -0.90  AX  4°", axes(6, 96)},
		{"named", "K1 (flat)    41.77 D   8.08 mm\nK2 (steep)   42.67 D   7.91 mm\nAstigmatism @ steep axis   0.90 D @ 178°", axes(88, 178)},
		{"positive, not named", "K1 (flat)    41.77 D   8.08 mm\nK2 (steep)   42.67 D   7.91 mm\nAstigmatism   0.90 D @ 178°", powers(nil)},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			check(t, tt.want, nil, page("OD\nAL   24.62 mm\n     mm     D\n"+tt.rows))
		})
	}
}
