package reader_test

import (
	"strings"
	"testing"

	"biom/worker/document/layout"
	"biom/worker/reader"
)

// TestDoubts: what a careful reader would not take for a value of today, or of this
// eye, or as printed.
func TestDoubts(t *testing.T) {
	t.Parallel()
	both := want{"right_eye.AL": 23.45, "left_eye.AL": 24.1}
	for _, tt := range []struct {
		name, text string
		want       want
		withheld   []string
	}{
		{"earlier examination below", `
OD                          OS
AL: 23.45 mm                AL: 24.10 mm
Previous examination 12/03/2019
OD  AL 25.10 mm  LT 4.80 mm
OS  AL 23.62 mm  LT 4.90 mm`, both, nil},
		{"column of an eye's earlier examination", `
            RA          LA          LA Vorbefund (22.01.2021)
Achslänge   23,45 mm    24,10 mm    23,40 mm
LD          4,50 mm     4,60 mm     4,40 mm`, want{"right_eye.AL": 23.45, "left_eye.AL": 24.1, "right_eye.LT": 4.5, "left_eye.LT": 4.6}, nil},
		{"an eye in a remark without a known title", `
            OD          OS
AL          23.45 mm    24.10 mm
LT          4.50 mm     4.60 mm
Quality: OS - AL borderline, new acquisition is advised`, want{"right_eye.AL": 23.45, "left_eye.AL": 24.1, "right_eye.LT": 4.5, "left_eye.LT": 4.6}, nil},
		{"comparison", `
OD                          OS
AL: 23.45 mm                AL: 24.10 mm
Comparison with another device: OD AL 25.04 mm, OS AL 24.19 mm`, both, nil},
		{"columns under dates", `
OD
          24.06.2024     24.09.2025
AL        25.36 mm       23.45 mm
LT        4.40 mm`, want{"right_eye.AL": 23.45}, nil},
		{"single readings beside the mean", `
OD
          Mean      SD      M1       M2       M3
AL        23.45     0.02    23.44    23.46    23.45
LT        4.50      0.12    4.40     4.60     4.50`, want{"right_eye.AL": 23.45, "right_eye.LT": 4.5}, nil},
		{"single readings and no mean", `
OD
AL              ACD
23.44 mm        3.12 mm
23.46 mm        3.14 mm`, want{}, nil},
		{"names of both eyes in one heading", `
OS Right eye
AL: 23.45 mm`, want{}, nil},
		{"one heading, and values on both sides of the labels", `
OD
23.45    AL [mm]    24.10
3.12     ACD [mm]   3.20`, want{}, nil},
		{"one heading, and two columns", `
OD
AL [mm]      23.45    24.10
ACD [mm]     3.12     3.20`, want{}, nil},
		{"the eye named before single values", `
AL             ACD
23.45 mm       3.12 mm
OS 24.10 mm    OS 3.20 mm`, want{}, nil},
		{"point read as a blank", "OD\nAL: 23;45 mm\nACD: 3.12 mm", want{"right_eye.ACD": 3.12}, []string{"right_eye.AL"}},
		{"rows of both eyes below one eye's heading", `
OD (right)

OS (left)

Eye         ?       r1/r2                              n
OD (right)  17 mmHg 8.23 mm / 96 ° / 8.15 mm / 6 °     1.3375
OS (left)   18 mmHg 8.08 mm / 46 ° / 7.94 mm / 136 °   1.3375`, want{
			"left_eye.K1_magnitude": 41.77, "left_eye.K1_axis": 46.0, "left_eye.K2_magnitude": 42.51, "left_eye.K2_axis": 136.0,
			"left_eye.keratometric_index": 1.3375,
		}, nil},
		{"constants after a lens and a formula", "OD\nAL: 23.45 mm\nIOL   SRK/T   A=118.7   ACD 5.40", want{"right_eye.AL": 23.45}, nil},
		{"constants after an A constant", "OD\nAL: 23.45 mm\nlOL   SRKIT   A=118.7   ACD 5.40", want{"right_eye.AL": 23.45}, nil},
		{"constants after a formula", "OD\nAL: 23.45 mm\nTestlens   Hoffer Q   ACD 5.80", want{"right_eye.AL": 23.45}, nil},
		{"label and number in one word", "OD\nAchslänge23,45mm", want{"right_eye.AL": 23.45}, nil},
		{"letters beside the state of the lens", "OD\nLens status: doophakic", want{}, []string{"right_eye.lens_status"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			check(t, tt.want, tt.withheld, page(tt.text))
		})
	}
}

// TestPagesOfTwoPatients: nobody knows whose report it is.
func TestPagesOfTwoPatients(t *testing.T) {
	t.Parallel()
	first := "Name: Doe, Jane   ID: 4711\nOD\nAL 23.45 mm"
	second := "Name: Muster, Max   ID: 4712\nOS\nLT 4.50 mm"
	check(t, want{}, []string{"left_eye.LT", "patient.id", "patient.name", "right_eye.AL"}, page(first), page(second))
}

// TestNamesInParts: a name in two parts is compared with one that stands in one.
func TestNamesInParts(t *testing.T) {
	t.Parallel()
	parts := "Last name: Doe\nFirst name: Jane\nOD\nAL 23.45 mm"
	for name, want := range map[string]any{"Muster, Max": nil, "Jane Doe": 23.45} {
		got := found(t, reader.Find([]layout.Page{page(parts), page("Name: " + name + "\nOS\nLT 4.50 mm")}).Report())
		if got["right_eye.AL"] != want {
			t.Errorf("%s: AL = %v, want %v", name, got["right_eye.AL"], want)
		}
	}
}

// TestDamagedIdentifiers: a frame is no part of an identifier, and one with the mark of an eye in it is not known.
func TestDamagedIdentifiers(t *testing.T) {
	t.Parallel()
	for printed, want := range map[string]any{
		"4542 ‘3405": "4542 3405", "“RM-55120": "RM-55120", "‘DN738819": "DN738819", "00813224 0D | Erika": "00813224",
		"7099 0D 3229": nil, "7859 OD 1450": nil, "do": nil,
	} {
		if got := found(t, reader.Find([]layout.Page{page("ID: " + printed + "\nOD\nAL 23.45 mm")}).Report()); got["patient.id"] != want {
			t.Errorf("%s: %v, want %v", printed, got["patient.id"], want)
		}
	}
}

// TestAmbiguousIsNotReadAgain: where two numbers stand, to read one of them again would
// make a guess sure.
func TestAmbiguousIsNotReadAgain(t *testing.T) {
	t.Parallel()
	p := page("OD\nK1   42.80 D @ 20°    42.87 D @ 18°\nAL   23.45 mm")
	p.OCR = true
	look := reader.Find([]layout.Page{p})
	for _, c := range reader.Cells(look) {
		if c.Y0 < 0.03 { // in the line of K1
			t.Errorf("the cell at %.2f, %.2f is read again", c.X0, c.Y0)
		}
	}
}

// TestMeridiansOfTwoTables has the K1 of one table and the K2 of another, whose heading was lost.
func TestMeridiansOfTwoTables(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]any{
		"OD\nAL       23.45 mm\nFlat K   44.00 D\nSteep K  45.13 D": 44.0,
		"OD\nAL       23.45 mm\nFlat K   44.00 D\nK2       44.03 D": nil,
		"OD\nAL       23.45 mm\nFlat K1  44.00 D\nK2       45.13 D": 44.0,
	} {
		got := found(t, reader.Find([]layout.Page{page(text)}).Report())
		if got["right_eye.K1_magnitude"] != want || want == nil && got["right_eye.K2_magnitude"] != nil {
			t.Errorf("%s\n%v", text, got)
		}
	}
}

// TestEyeBesideItsLabel has a page of one eye whose map stands beside the patient's data.
func TestEyeBesideItsLabel(t *testing.T) {
	t.Parallel()
	got := found(t, reader.Find([]layout.Page{page(`
ID:          K-5520       44.4        42.8
Auge:        Rechts       42.1  42.3  42.4  44.5
Hornhaut
K1:     43,2 dpt @ 12,3°
K2:     44,5 dpt @ 102,3°
AL:     23,05 mm`)}).Report())
	if got["right_eye.AL"] != 23.05 || got["right_eye.K2_magnitude"] != 44.5 || got["left_eye.AL"] != nil {
		t.Error(got)
	}
}

// TestMisreadSingleReadings has tables of single readings whose numbers OCR did not all see: the mean counts, or
// nothing where it is not told.
func TestMisreadSingleReadings(t *testing.T) {
	t.Parallel()
	const table = `OD
No      AL(mm)   ACD(mm)  LENS(mm)
at      22.07    2.45     yp oe
2       22.07    2.46     5.11
3       22.09    2.45     SLL
AVE     22.08    2.46     5.11
SD      0.01     0.01     0.02`
	for text, want := range map[string]any{
		table: 22.08,
		strings.Replace(table, "AVE     22.08    2.46     5.11\n", "", 1): nil,
		strings.Replace(table, "2       22.07", ":\n2       22.07", 1):    22.08, // a sign alone between the rows
		`OD
No   AL        LT      CCT
1:23:61       4:28     519
223.61        4.28     520
3   23.60     4.28     521
AV  23.61     4.28     520`: nil, // points read as colons make more numbers of the first row, and "AV" is no known word
	} {
		p := page(text)
		p.OCR = true
		got := found(t, reader.Find([]layout.Page{p}).Report())
		if got["right_eye.AL"] != want || want == nil && got["right_eye.CCT"] != nil {
			t.Errorf("%s\n%v", text, got)
		}
	}
}

// TestRepeatsThatLostTheirPoints has a row of readings behind its label, of which OCR read only the first whole.
func TestRepeatsThatLostTheirPoints(t *testing.T) {
	t.Parallel()
	for row, want := range map[string]any{
		"WTW [mm] 12.29 1229' 1231| 1231) 0.02": nil,
		"WTW [mm] 12.29":                        12.29,
		"WTW [mm] 12.29 2300":                   12.29, // another quantity
	} {
		p := page("OD\n" + row + "\nAL [mm] 23.45")
		p.OCR = true
		if got := found(t, reader.Find([]layout.Page{p}).Report()); got["right_eye.WTW"] != want {
			t.Errorf("%s: %v, want %v", row, got["right_eye.WTW"], want)
		}
	}
}

// TestValuesAboveLabelsAtOneDistance has lines of values and labels at equal distances: the first line tells which
// belong together.
func TestValuesAboveLabelsAtOneDistance(t *testing.T) {
	t.Parallel()
	got := found(t, reader.Find([]layout.Page{page(`
OD                      OS
23.49 mm (SNR = 133)    21.87 mm (SNR = 139)
Axial length            Axial length
3.63 mm (SNR = 140)     ---
ACD                     ACD
4.55 mm (SNR = 111)     3.72 mm (SNR = 109)
Lens thickness          Lens thickness`)}).Report())
	for path, want := range map[string]any{
		"right_eye.AL": 23.49, "right_eye.ACD": 3.63, "right_eye.LT": 4.55,
		"left_eye.AL": 21.87, "left_eye.ACD": nil, "left_eye.LT": 3.72,
	} {
		if got[path] != want {
			t.Errorf("%s: %v, want %v", path, got[path], want)
		}
	}
}

// TestNumbersBesideEmptyLabels: a label without a value takes no number that is of a lens table, an earlier
// examination, a single reading or another label.
func TestNumbersBesideEmptyLabels(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"powers of lenses under a heading above": `
OD
             IOL calculation
             IOL  Rx
Optical biometry
AL (mm):                19.7    0.60
ACD (mm):               20.2    0.24
LT (mm):  3.95          20.7    -0.12
                        21.2    -0.48`,
		"the earlier of two dates": `
OD
             12/05/2025 12/02/2024
LT   (mm)    3.95       3.96
ACD  (mm)               4.96`,
		"a single reading": `
OD
            Ø     1     2     3     SD
LT  (mm)    3.95  3.95  3.95  3.95  0.02
ACD (mm)                3.35        0.02`,
		"the number of another label": `
OD
LT [mm]    3.95
ACD [mm]
2.79  AQD [mm]`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := found(t, reader.Find([]layout.Page{page(text)}).Report())
			if got["right_eye.LT"] != 3.95 {
				t.Errorf("LT = %v, want 3.95", got["right_eye.LT"])
			}
			for _, field := range []string{"AL", "ACD", "WTW"} {
				if v := got["right_eye."+field]; v != nil {
					t.Errorf("%s = %v, want null", field, v)
				}
			}
		})
	}
}

// TestEarlierVisits: what was measured at an earlier visit is nothing of this report, also if the title of the list
// cannot be read, or a page has nothing else.
func TestEarlierVisits(t *testing.T) {
	t.Parallel()
	const now = "OD\nAL 23.45 mm\nOS\nAL 24.10 mm"
	for name, pages := range map[string][]string{
		"a title with a colon": {"OD            OS             Previous visit: 2019\nAL 23.45 mm   AL 24.10 mm    OD  AL 24.99 mm  ACD 3.42 mm\n" +
			"CCT 555 µm    CCT 566 µm     OS  AL 25.54 mm  ACD 3.38 mm"},
		"a page of its own":      {now, "Examen 2019-03-12\n\nEsame precedente 2019-03-12\nOD  AL 24.62 mm  ACD 2.84 mm\nOS  AL 25.86 mm  ACD 2.70 mm"},
		"a list without a title": {now + "\n\n           Eye     AL     ACD\n2019-03-12 OD      24.62  2.84\n2019-03-12 OS      25.86  2.70"},
	} {
		var all []layout.Page
		for _, text := range pages {
			all = append(all, page(text))
		}
		got := found(t, reader.Find(all).Report())
		if got["right_eye.AL"] != 23.45 || got["left_eye.AL"] != 24.1 || got["right_eye.ACD"] != nil || got["left_eye.ACD"] != nil {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestPartsOfNumbers: what may be a part of a number or of a date is none.
func TestPartsOfNumbers(t *testing.T) {
	t.Parallel()
	split := page("OD\nAL 22 77 mm\nACD 3.21 mm")
	for i := range split.Words {
		if split.Words[i].Text == "77" {
			split.Words[i].X0 += 2 // wider than a space between words
			split.Words[i].X1 += 2
		}
	}
	check(t, want{"right_eye.ACD": 3.21}, []string{"right_eye.AL"}, split)
	check(t, want{"right_eye.ACD": 3.21}, []string{"exam_date", "patient.date_of_birth"}, page(
		"Date of birth: 1957-01-1 5\nExam date: 02.08.20\nPrinted: 02/08/2024\nOD\nACD 3.21 mm"))
}

// TestApexBesideDamagedLabel: the thickness at the apex is not the CCT where a label of that is printed, although its
// value is gone or a letter misread.
func TestApexBesideDamagedLabel(t *testing.T) {
	t.Parallel()
	for _, label := range []string{"Pupil center (CCT)       µm", "Pupil center (CC7)  541  µm"} {
		check(t, want{"right_eye.AL": 23.45}, nil, page("OD\n"+label+"\nPachy Apex 543 µm\nAL 23.45 mm"))
	}
}

// TestMarksOfMovedHeadings: the name of an eye before a value is no heading, although more stands behind the value.
func TestMarksOfMovedHeadings(t *testing.T) {
	t.Parallel()
	for path, v := range found(t, reader.Find([]layout.Page{page(`
OS
OS
AL (mm)                 AL/CR
        23.02           3.07
OD / R  24.86     OD / R  2.94
ACD (mm)                CCT (µm)
        3.53            488
OD / R  2.83      OD / R  579
LT (mm)                 WTW (mm)
        3.99            11.7
OD / R  4.01      OD / R  11.4`)}).Report()) {
		if strings.HasPrefix(path, "right_eye.") {
			t.Errorf("%s = %v, want null", path, v)
		}
	}
}

// TestHeadingsAtTheEndsOfTheirColumns has an eye that was not measured: the other one's block stands before its
// heading, right of the first.
func TestHeadingsAtTheEndsOfTheirColumns(t *testing.T) {
	t.Parallel()
	got := found(t, reader.Find([]layout.Page{page(`
                   Right eye                             Left eye
Not measured                 Keratometric values
                             Flat K           41.57 D / 129°
                             Steep K          41.83 D / 39°
                             Axial length     25.01 mm
                             CCT              525 µm`)}).Report())
	for path := range got {
		if strings.HasPrefix(path, "right_eye.") {
			t.Errorf("%s: %v", path, got[path])
		}
	}
}

// TestPhrasesOverTheEdge has one eye that was not measured, and lines of the other one's that reach under its heading.
func TestPhrasesOverTheEdge(t *testing.T) {
	t.Parallel()
	got := found(t, reader.Find([]layout.Page{page(`
 OD                                          OG
                                             Pas de mesure
Biométrie
Longueur axiale (AL),mm 22.95; AL/CR 2.89;
Prof. CA (distance épithélium-cristallin, ACD),mm 4.49;
Ép. du cristallin (LTH),mm -; CCT (vertex),mm 0.518;
Blanc à blanc (WTW),mm 12.4
Kératométrie antérieure
Méridien cambré 48.02; Méridien cambré @ 2.9deg;
Méridien plat 46.47; Méridien plat @ 92.8deg;`)}).Report())
	for path, v := range got {
		if strings.HasPrefix(path, "left_eye.") {
			t.Errorf("%s: %v", path, v)
		}
	}
}

// TestRepeatedThicknesses are in millimetres, and the mean stands last.
func TestRepeatedThicknesses(t *testing.T) {
	t.Parallel()
	got := found(t, reader.Find([]layout.Page{page("OD\nCCT (vertex)   0,535   0,534   0,531   0,533 mm\nAL   23,45 mm")}).Report())
	if got["right_eye.CCT"] != nil || got["right_eye.AL"] != 23.45 {
		t.Error(got)
	}
}
