package reader_test

import "testing"

// TestLayoutsOfBothEyes: tables, cards and headings as the grammar of layouts prints them.
func TestLayoutsOfBothEyes(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, text string
		want       want
		withheld   []string
	}{
		{"columns close together", `
            OD       OS
AL          23.45 mm 24.10 mm
ACD         3.21 mm  3.32 mm
Eye status
Lens status Phakic   Aphakic`,
			want{
				"right_eye.AL": 23.45, "right_eye.ACD": 3.21, "right_eye.lens_status": "Phakic",
				"left_eye.AL": 24.1, "left_eye.ACD": 3.32, "left_eye.lens_status": "Aphakic",
			}, nil},
		{"cards", `
AL               ACD              SimK1            SimK1 A
OS left 24.10 mm OS left 3.32 mm  OS left 42.10 D  OS left 93
OD right ---     OD right 3.21 mm OD right 41.00 D OD right 12

SimK2            SimK2 A
OS left 43.10 D  OS left 3
OD right 42.00 D OD right 102`,
			want{
				"right_eye.ACD": 3.21, "left_eye.AL": 24.1, "left_eye.ACD": 3.32,
				"right_eye.K1_magnitude": 41.0, "right_eye.K1_axis": 12.0, "right_eye.K2_magnitude": 42.0, "right_eye.K2_axis": 102.0,
				"left_eye.K1_magnitude": 42.1, "left_eye.K1_axis": 93.0, "left_eye.K2_magnitude": 43.1, "left_eye.K2_axis": 3.0,
			}, nil},
		{"a sign for the axis below the meridian", `
            OD        OS
SimK1:      41.00     42.10
@:          12 °      93 °
SimK2:      42.00     43.10
@:          102 °     3 °`,
			want{
				"right_eye.K1_magnitude": 41.0, "right_eye.K1_axis": 12.0, "right_eye.K2_magnitude": 42.0, "right_eye.K2_axis": 102.0,
				"left_eye.K1_magnitude": 42.1, "left_eye.K1_axis": 93.0, "left_eye.K2_magnitude": 43.1, "left_eye.K2_axis": 3.0,
			}, nil},
		{"the state of the lens before headings at the right", `
        (phakic)   OD           (pseudophakic)   OS
AL 23.45 mm             AL 24.10 mm
ACD 3.21 mm             ACD 3.32 mm`,
			want{
				"right_eye.AL": 23.45, "right_eye.ACD": 3.21, "right_eye.lens_status": "Phakic",
				"left_eye.AL": 24.1, "left_eye.ACD": 3.32, "left_eye.lens_status": "Pseudophakic",
			}, nil},
		{"time and maker beside headings", `
RA TOMEY
AL 23.45 mm
LA 14:20:00
AL 24.10 mm`,
			want{"right_eye.AL": 23.45, "left_eye.AL": 24.1}, nil},
		{"rows of which the names have two words", `
Eye             CCT           ACD
Right eye (OD)  493 µm        3.24 mm
Left eye (OS)   553 µm        3.65 mm

Eye             K1            K2
Right eye (OD)  44.01 @ 172   50.57 @ 82
Left eye (OS)   42.33 @ 9     42.60 @ 99`,
			want{
				"right_eye.CCT": 493.0, "right_eye.ACD": 3.24, "left_eye.CCT": 553.0, "left_eye.ACD": 3.65,
				"right_eye.K1_magnitude": 44.01, "right_eye.K1_axis": 172.0, "right_eye.K2_magnitude": 50.57, "right_eye.K2_axis": 82.0,
				"left_eye.K1_magnitude": 42.33, "left_eye.K1_axis": 9.0, "left_eye.K2_magnitude": 42.6, "left_eye.K2_axis": 99.0,
			}, nil},
		{"columns whose rows are not level", `
OD                            OS
AL   23.45 mm
ACD  3.21 mm                  WTW  12.2 mm
CCT  555 µm                   AL   24.10 mm
WTW  12.1 mm
                              ACD  3.32 mm
                              CCT  566 µm`,
			want{
				"right_eye.AL": 23.45, "right_eye.ACD": 3.21, "right_eye.CCT": 555.0, "right_eye.WTW": 12.1,
				"left_eye.AL": 24.1, "left_eye.ACD": 3.32, "left_eye.CCT": 566.0, "left_eye.WTW": 12.2,
			}, nil},
		{"one of two columns is empty", `
OD                            OS
No measurement                AL   24.10 mm
                              ACD  3.32 mm
n 1.3375`,
			want{"left_eye.AL": 24.1, "left_eye.ACD": 3.32, "left_eye.keratometric_index": 1.3375}, nil},
		{"both meridians in a line, beside each other", `
OD                                    OS
K1 / K2  41.00 D @ 12° / 42.00 D @ 102°    K1 / K2  42.10 D @ 93° / 43.10 D @ 3°`,
			want{
				"right_eye.K1_magnitude": 41.0, "right_eye.K1_axis": 12.0, "right_eye.K2_magnitude": 42.0, "right_eye.K2_axis": 102.0,
				"left_eye.K1_magnitude": 42.1, "left_eye.K1_axis": 93.0, "left_eye.K2_magnitude": 43.1, "left_eye.K2_axis": 3.0,
			}, nil},
		{"a list whose eyes stand in brackets", `
Eye  Parameter     Value
<R>  Axial length  23.45
<R>  SimK flat     41.00 x 12°
<R>  SimK steep    42.00 x 102°
<L>  Axial length  24.10
<L>  SimK flat     42.10 x 93°
<L>  SimK steep    43.10 x 3°`,
			want{
				"right_eye.AL": 23.45, "right_eye.K1_magnitude": 41.0, "right_eye.K1_axis": 12.0, "right_eye.K2_magnitude": 42.0, "right_eye.K2_axis": 102.0,
				"left_eye.AL": 24.1, "left_eye.K1_magnitude": 42.1, "left_eye.K1_axis": 93.0, "left_eye.K2_magnitude": 43.1, "left_eye.K2_axis": 3.0,
			}, nil},
		{"a power whose label is cut off beside a radius", `
OD
n = 1.3375
AL 23.45 mm
  47.54   R1(mm) 7.10   111°
  49.11   R2(mm) 6.87   21°`,
			want{"right_eye.AL": 23.45, "right_eye.keratometric_index": 1.3375}, []string{"right_eye.K1_axis", "right_eye.K1_magnitude", "right_eye.K2_axis", "right_eye.K2_magnitude"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			check(t, tt.want, tt.withheld, page(tt.text))
		})
	}
}
