package reader_test

import (
	"strings"
	"testing"

	"biom/worker/document/layout"
	"biom/worker/reader"
)

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
		{"cards whose eyes have two words, and letters", `
AL               ACD              CCT
Eye: right 23.45 Eye: right 3.21  Eye: right 555
Eye: left  24.10 Eye: left  3.32  Eye: left  566

LT               WTW              AXIAL
R 4.50 mm        R 12.1 mm        R 23.45 mm
L 4.60 mm        L 12.2 mm        L 24.10 mm`,
			want{
				"right_eye.AL": 23.45, "right_eye.ACD": 3.21, "right_eye.CCT": 555.0, "right_eye.LT": 4.5, "right_eye.WTW": 12.1,
				"left_eye.AL": 24.1, "left_eye.ACD": 3.32, "left_eye.CCT": 566.0, "left_eye.LT": 4.6, "left_eye.WTW": 12.2,
			}, nil},
		{"records of both eyes beside each other", `
OD right  ACD          3.21 mm   OS left  ACD          3.32 mm
OD right  AL           23.45 mm  OS left  AL           24.10 mm
OD right  Lens status  Phakic    OS left  Lens status  Aphakic`,
			want{
				"right_eye.AL": 23.45, "right_eye.ACD": 3.21, "right_eye.lens_status": "Phakic",
				"left_eye.AL": 24.1, "left_eye.ACD": 3.32, "left_eye.lens_status": "Aphakic",
			}, nil},
		{"labels of both meridians over their values", `
OD
CCT      ACD
555 µm   3.21 mm

SimK1 / SimK2
41.00 @ 12° / 42.00 @ 102°`,
			want{
				"right_eye.CCT": 555.0, "right_eye.ACD": 3.21,
				"right_eye.K1_magnitude": 41.0, "right_eye.K1_axis": 12.0, "right_eye.K2_magnitude": 42.0, "right_eye.K2_axis": 102.0,
			}, nil},
		{"values of both meridians with bare axes", `
OD
K1/K2   41.00 12° / 42.00 102°`,
			want{"right_eye.K1_magnitude": 41.0, "right_eye.K1_axis": 12.0, "right_eye.K2_magnitude": 42.0, "right_eye.K2_axis": 102.0}, nil},
		{"wide values over the middle of their labels", `
Eye         WTW              K1                      K2
Right eye  12.1 mm  41.00 D (7.80 mm) 12°  42.00 D (7.70 mm) 102°
Left eye   12.2 mm  42.10 D (7.75 mm) 93°  43.10 D (7.65 mm) 3°`,
			want{
				"right_eye.WTW": 12.1, "right_eye.K1_magnitude": 41.0, "right_eye.K1_axis": 12.0, "right_eye.K2_magnitude": 42.0, "right_eye.K2_axis": 102.0,
				"left_eye.WTW": 12.2, "left_eye.K1_magnitude": 42.1, "left_eye.K1_axis": 93.0, "left_eye.K2_magnitude": 43.1, "left_eye.K2_axis": 3.0,
			}, nil},
		{"labels behind their values, each section with a column of its own", `
OD                                   OS
phakic   Eye status                  aphakic  Eye status
none     LVC                         none     LVC
Biometry                             Biometry
23.45 mm     AL (Axial length)       24.10 mm     AL (Axial length)
3.21 mm      ACD                     3.32 mm      ACD
555 µm       CCT                     566 µm       CCT
12.1 mm      WTW                     12.2 mm      WTW`,
			want{
				"right_eye.AL": 23.45, "right_eye.ACD": 3.21, "right_eye.CCT": 555.0, "right_eye.WTW": 12.1, "right_eye.lens_status": "Phakic", "right_eye.post_refractive": "None",
				"left_eye.AL": 24.1, "left_eye.ACD": 3.32, "left_eye.CCT": 566.0, "left_eye.WTW": 12.2, "left_eye.lens_status": "Aphakic", "left_eye.post_refractive": "None",
			}, nil},
		{"axes in a column under a sign", `
OD
      D      mm    A
K1    41.00  8.04  38.4
K2    42.00  7.68  128.4
Name of a value   Value  SD
AL                23.45  0.02`,
			want{
				"right_eye.K1_magnitude": 41.0, "right_eye.K1_axis": 38.0, "right_eye.K2_magnitude": 42.0, "right_eye.K2_axis": 128.0, "right_eye.AL": 23.45,
			}, nil},
		{"the sign for an axis in brackets behind its word", `
OD
SimK1             41.00
Meridian (A)      12°
SimK2             42.00
Meridian (A)      102°`,
			want{"right_eye.K1_magnitude": 41.0, "right_eye.K1_axis": 12.0, "right_eye.K2_magnitude": 42.0, "right_eye.K2_axis": 102.0}, nil},
		{"powers in brackets behind their radii", `
OD
n                 1.332
K1 / K2           6.90 mm (48.13) Ax: 0° / 6.64 mm (49.98) Ax: 90°`,
			want{
				"right_eye.keratometric_index": 1.332,
				"right_eye.K1_magnitude":       48.13, "right_eye.K1_axis": 0.0, "right_eye.K2_magnitude": 49.98, "right_eye.K2_axis": 90.0,
			}, nil},
		{"an index below all eyes, and names in brackets with an abbreviation", `
                                     OD       OS
Corneal thickness (Pachy Vertex N.)  555 µm   566 µm
Ant. chamber (ACD opt.)              3.21     3.32


Surgeon: Nobody
n(k) = 1.3375`,
			want{
				"right_eye.CCT": 555.0, "right_eye.ACD": 3.21, "right_eye.keratometric_index": 1.3375,
				"left_eye.CCT": 566.0, "left_eye.ACD": 3.32, "left_eye.keratometric_index": 1.3375,
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

// TestPatientsWithoutLabels: a page may give its patient in one go.
func TestPatientsWithoutLabels(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		line string
		want want
	}{
		{"Sample, Sally, 12.03.1950 (F)", want{"patient.name": "Sample, Sally", "patient.date_of_birth": "1950-03-12", "patient.gender": "Female"}},
		{"ID: 4711 | SAMPLE Martin  *Mar 26, 1991", want{"patient.name": "SAMPLE Martin", "patient.date_of_birth": "1991-03-26", "patient.id": "4711"}},
		{"Winifred A. Testcase (16 Mar 1957)", want{"patient.name": "Winifred A. Testcase", "patient.date_of_birth": "1957-03-16"}},
		{"da Amostra, Antónia, Mulher, 1950-11-19", want{"patient.name": "da Amostra, Antónia", "patient.date_of_birth": "1950-11-19", "patient.gender": "Female"}},
		{"Sample Street 12, 12.03.1950", want{}},
		{"Last name Sample | First name Sally | ID 4711", want{"patient.name": "Sample, Sally", "patient.id": "4711"}},
	} {
		tt.want["right_eye.AL"] = 23.45
		check(t, tt.want, nil, page("\n"+tt.line+"\n\nOD\nAL 23.45 mm"))
	}
}

// TestPagesWithOneHeading: where the other eye's heading is gone, nothing says whose the
// values are.
func TestPagesWithOneHeading(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"two columns of values with ratios": `
                                          OS
AL     23.81 (SNR = 146.0)  18.42 (SNR = 154.0)
ACD    3.58 (SNR = 124.4)   1.38 (SNR = 159.0)`,
		"values of an eye, and words under the heading of the other one": `
                                                 OS
Biometry                                         No data
AL    21.58
ACD   3.25`,
		"two blocks": `
OD
AL    25.15 mm
ACD   3.11 mm
CCT   424 µm

AL    21.95 mm
ACD   4.76 mm
CCT   493 µm`,
		"a mark inside a row": `
                       OS
AL    25.892 OD  23.706
ACD   3.358      2.522`,
		"cards, and the mark of one eye is gone": `
Corn. thickness [µm]        Ant. chamber [mm]
    512                        2.88
OS  368                    OS  3.70
Lens thick. [mm]            Axial length [mm]
    4.88                       24.63
OS  2.94                   OS  31.60
OS  Refraction: -3.00 D`,
		"an eye that was not measured, and a column without a heading": `
OD
Not measured
                                  AL     23.45 mm
                                  ACD    3.21 mm`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for path, v := range found(t, reader.Find([]layout.Page{page(text)}).Report()) {
				t.Errorf("%s = %v, want null", path, v)
			}
		})
	}
}

// TestBlocksOfBothEyes: a block under one eye's heading that holds values of both eyes is
// nobody's, although the other eye has a heading further below.
func TestBlocksOfBothEyes(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"labels between the values of both eyes": `
OS
23.66    AL     24.53
3.74     ACD    2.87
OS   Refraction -0.50
OD   Refraction -2.25`,
		"two columns": `
OD
AL    23.05 mm                AL    35.20 mm
CCT   438 µm                  CCT   510 µm
WTW   11.4 mm                 ACD   1.29 mm
                              WTW   9.1 mm
OD   Refraction -0.50
OS   Refraction -2.25`,
		"the state of the lens far from the second heading": `
   Lens status: phakic                     OS
OD   Refraction -0.50`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for path, v := range found(t, reader.Find([]layout.Page{page(text)}).Report()) {
				t.Errorf("%s = %v, want null", path, v)
			}
		})
	}
}

// TestMisreadAxisSigns: an abbreviation of an eye that stands for the sign of an axis is no
// heading.
func TestMisreadAxisSigns(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"before a meridian": "OS                      Lens status: phakic\nAL 23.45 mm\nK1: 41.25 D\nOD K1: 117°\nRefractive surgery: none",
		"behind a label":    "AL 23.45 mm\nK1: 41.25 D\nK1 axis: OD 117°\nn: 1.3375",
		"before a colon":    "AL 23.45 mm\nR1 7.76 mm\nR1 OD :   152°\nn: 1.3375",
		"over columns":      "AL 23.45 mm\n\n      D      mm    OD\nK1    41.25  8.18  117°\n\nLens status: phakic",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for path, v := range found(t, reader.Find([]layout.Page{page(text)}).Report()) {
				if strings.HasPrefix(path, "right_eye.") {
					t.Errorf("%s = %v, want null", path, v)
				}
			}
		})
	}
}

// TestMeridiansInScans: OCR may lose the heading of a second table, and see the words of a
// label far apart.
func TestMeridiansInScans(t *testing.T) {
	t.Parallel()
	scan := func(text string) reader.Report {
		p := page(text)
		p.OCR = true
		for i := range p.Words {
			p.Words[i].Conf = 90
		}
		return reader.Find([]layout.Page{p}).Report()
	}
	lost := found(t, scan(`
OS
AL: 23.45 mm
#lat kK: 7.64 mm / 44.00
#teep Ki: 7.45 mm / 45.13

K1: 42.90
K2: 44.03`))
	if lost["left_eye.K1_magnitude"] != nil || lost["left_eye.K2_magnitude"] != nil {
		t.Errorf("powers of another table are read: %v", lost)
	}
	wide := found(t, scan(`
OS
Flat  K: 44.00 D
Steep  K: 45.13 D`))
	if wide["left_eye.K1_magnitude"] != 44.0 || wide["left_eye.K2_magnitude"] != 45.13 {
		t.Errorf("labels with a wide space are not read: %v", wide)
	}
}

// TestBlocksBesideEachOther has pages of devices' manuals whose blocks share lines.
func TestBlocksBesideEachOther(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]map[string]any{
		// a table of the cornea's surfaces in other languages beside the lengths
		`
                                     OD Œil droit
 Longueur axiale (AL)   23,61 mm   ●                    Antérieure        Postérieure     TCP
 Épaisseur (CCT)        551 µm     ● K1 (plat)          43,05 D @ 12°     -6,12 D @ 8°    42,43 D @ 13°
 Blanc à blanc (WTW)    11,8 mm    ● K2 (cambré)        43,88 D @ 102°    -6,44 D @ 98°   43,17 D @ 103°`: {
			"right_eye.AL": 23.61, "right_eye.CCT": 551.0, "right_eye.K1_magnitude": 43.05, "right_eye.K2_axis": 102.0, "right_eye.WTW": 11.8,
		},
		// a radius behind the power and axis of the cornea's back
		`
                          EYESTAR 900
OD
Hornhautrückfläche
PK1         -5,93 D @ 1°         6,75 mm
PK2         -6,24 D @ 91°        6,41 mm`: {
			"posterior_keratometry.right_eye.PK1_magnitude": 5.93, "posterior_keratometry.right_eye.PK2_axis": 91.0,
		},
		// the index of the cornea's back, and N for nasal
		`
n 1,3375      Rückfläche n 1,376 / 1,336
OD
AL     23,45 mm
ACD    3,12 mm
Kammerwinkel   38° N / 41° T`: {"right_eye.keratometric_index": 1.3375},
		// a row of both eyes under the block of one
		`
OD
AL      23.45 mm
ACD     3.12 mm
OS
AL      24.12 mm
ACD     3.11 mm
WTW: OD --- mm / OS --- mm`: {"right_eye.AL": 23.45, "left_eye.ACD": 3.11},
		// rows of a table of which nothing is known, at the left of headings over the middle
		`
                    OD right
AL      23.45 mm
ACD     3.12 mm
                    OS left
AL      24.12 mm
ACD     3.11 mm

Earlier
OD Refraction: 0.25 D -2.00 D x 35°
OS Refraction: 1.25 D -0.25 D x 140°`: {"right_eye.AL": 23.45, "right_eye.ACD": 3.12, "left_eye.AL": 24.12, "left_eye.ACD": 3.11},
		// a kind of identifier that belongs to it
		`
Patient Muster, Anna      Patient ID    MRN 600 4182      DOB 12-Jul-1953
OD
AL   23.45 mm`: {"patient.id": "MRN 600 4182", "right_eye.AL": 23.45},
		// units in a column between the eyes, and millimetres for the cornea
		`
                                          OD                              OS
Hornhautdicke CCT                         0.558 ±0.001      mm            0.561 ±0.001
Achslänge AL                              23.77 ±0.004      mm            23.69 ±0.004`: {"right_eye.CCT": 558.0, "left_eye.CCT": 561.0},
	} {
		got := found(t, reader.Find([]layout.Page{page(text)}).Report())
		for path, v := range want {
			if got[path] != v {
				t.Errorf("%s: %v, want %v in%s", path, got[path], v, text)
			}
		}
	}
}
