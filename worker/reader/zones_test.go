package reader_test

import (
	"testing"

	"biom/worker/document/layout"
	"biom/worker/reader"
)

// TestZonesOfTheCornea: devices print the powers of several zones; those of one zone are the eye's.
func TestZonesOfTheCornea(t *testing.T) {
	t.Parallel()
	powers := func(k1, a1, k2, a2 float64) want {
		return want{"right_eye.K1_magnitude": k1, "right_eye.K1_axis": a1, "right_eye.K2_magnitude": k2, "right_eye.K2_axis": a2}
	}
	both := []string{"right_eye.K1_axis", "right_eye.K1_magnitude", "right_eye.K2_axis", "right_eye.K2_magnitude"}
	checkEach(t, map[string]pageTest{
		"below each other": {`
NIDEK AL-Scan
<R>
KERATO
(phi 2.4)  mm     D    AXIS
 R1       7.75  43.55    33
 R2       7.64  44.17   123
 CYL            -0.62    33
(phi 3.3)
 R1       7.77  43.46    35
 R2       7.65  44.10   125
 CYL            -0.64    35`, powers(43.55, 33, 44.17, 123), nil},
		"below each other, with heads": {`
NIDEK AL-Scan
<R>
KERATO  φ2,4
           mm     D    AXIS
 R1       7.75  43.55    33
 R2       7.64  44.17   123
KERATO  φ3,3
           mm     D    AXIS
 R1       7.77  43.46    35
 R2       7.65  44.10   125`, powers(43.55, 33, 44.17, 123), nil},
		"below each other, one of them like simulated keratometry": {`
TOMEY OA-2000
<R>
(phi 2.5)  mm     D    AXIS
 R1       7.75  43.55    33
 R2       7.64  44.17   123
(phi 3.0)
 R1       7.77  43.46    35
 R2       7.65  44.10   125`, powers(43.46, 35, 44.10, 125), nil},
		"in brackets, one of them like simulated keratometry": {`
TOMEY OA-2000
<R>
K(φ2.5mm)   mm     D    deg
 R1       7.75  43.55    33
 R2       7.64  44.17   123
 AVG      7.70  43.86
K(φ3.0mm)   mm     D    deg
 R1       7.77  43.46    35
 R2       7.65  44.10   125
 AVG      7.71  43.78`, powers(43.46, 35, 44.10, 125), nil},
		"below each other, none of them known to be meant": {`
NIDEK AL-Scan
<R>
(phi 2.4)  mm     D    AXIS
 R1       7.75  43.55    33
 R2       7.64  44.17   123
(phi 2.8)
 R1       7.77  43.46    35
 R2       7.65  44.10   125`, nil, both},
		"for both eyes, under the word for a zone": {`
NIDEK AL-Scan
<R>                            <L>
CCT  [um] 536 534 536          CCT  [um] 540 541 539
  AVG     535                    AVG     540
  zona 2.4 mm                    zona 2.4 mm
  R1  7.75mm  43.55D  179°       R1  7.76mm  43.49D    5°
  R2  7.59mm  44.47D   89°       R2  7.56mm  44.64D   95°
  zona 3.3 mm                    zona 3.3 mm          CT ASPHINA
  R1  7.77mm  43.44D  178°       R1  7.78mm  43.38D    4°
                                                      24.0  -0.95
  R2  7.60mm  44.41D   88°       R2  7.57mm  44.58D   94°
  WTW     11.9 mm                WTW     11.8 mm`, merged(powers(43.55, 179, 44.47, 89), want{
			"right_eye.CCT": 535.0, "right_eye.WTW": 11.9, "left_eye.CCT": 540.0, "left_eye.WTW": 11.8,
			"left_eye.K1_magnitude": 43.49, "left_eye.K1_axis": 5.0, "left_eye.K2_magnitude": 44.64, "left_eye.K2_axis": 95.0,
		}), nil},
		"before the first row": {`
TOMEY OA-2000
<R>
KERATO        mm      D    AXIS
φ2.5 R1      7.91   42.67    9°
R2           7.70   43.83   99°
AVG          7.80   43.25
CYL                 -1.16    9°
φ3.0 R1      7.93   42.56   11°
R2           7.71   43.77  101°
AVG          7.82   43.17
CYL                 -1.21   11°`, powers(42.56, 11, 43.77, 101), nil},
		"in the heads of both eyes, left of their columns": {`
NIDEK AL-Scan
                  <R>                                                       <L>
 AL                23.64 mm  SD  0.01                      AL               23.71 mm  SD  0.01
 φ 2.4 mm         mm         D         °                   φ 2.4 mm        mm         D         °
 R1                 7.73       43.66      177              R1                7.75       43.55      4
 R2                 7.57       44.58       87              R2                7.55       44.70     94
 AVG                7.65       44.12                       AVG               7.65       44.13
 φ 3.3 mm         mm         D         °                   φ 3.3 mm        mm         D         °
 R1                 7.75       43.55      178              R1                7.77       43.44      5
 R2                 7.59       44.47       88              R2                7.58       44.53     95
 AVG                7.67       44.01                       AVG               7.67       43.98`, merged(powers(43.66, 177, 44.58, 87), want{
			"right_eye.AL": 23.64, "left_eye.AL": 23.71,
			"left_eye.K1_magnitude": 43.55, "left_eye.K1_axis": 4.0, "left_eye.K2_magnitude": 44.70, "left_eye.K2_axis": 94.0,
		}), nil},
		"behind short titles, for each eye": {`
TOMEY OA-2000
D (Direito)                                    E (Esquerdo)
Cerat. φ2.5mm    mm     D      Eixo            Cerat. φ2.5mm    mm     D      Eixo
KF               7.69   43.89  3°              KF               7.66   44.06  176°
KS               7.50   45.00  93°             KS               7.46   45.24  86°
Cerat. φ3.0mm    mm     D      Eixo            Cerat. φ3.0mm    mm     D      Eixo
KF               7.70   43.83  4°              KF               7.67   44.00  178°
KS               7.52   44.88  94°             KS               7.48   45.12  88°`, merged(powers(43.83, 4, 44.88, 94), want{
			"left_eye.K1_magnitude": 44.0, "left_eye.K1_axis": 178.0, "left_eye.K2_magnitude": 45.12, "left_eye.K2_axis": 88.0,
		}), nil},
		"behind the labels": {`
OD
K1 2.4mm  D    43.55
   axis  deg   33
K2 2.4mm  D    44.17
   axis  deg   123
K1 3.3mm  D    43.46
K2 3.3mm  D    44.10`, powers(43.55, 33, 44.17, 123), nil},
		"behind the labels, one zone": {`
OD
K1 (flat) φ2,5 mm   D   43.55 @ 33°
K2 (steep) φ2,5 mm  D   44.17 @ 123°`, powers(43.55, 33, 44.17, 123), nil},
		"beside each other, and the page names one": {`
OD
Kerato    Φ2.0 mm     Φ2.5 mm     Φ3.0 mm     Axis
Rf        7.83        7.85        7.86
Rs        7.70        7.72        7.74
Kf (D)    43.10       42.99       42.94       88°
Ks (D)    43.80       43.71       43.60       178°
Zone: Φ2.5 mm`, powers(42.99, 88, 43.71, 178), nil},
	})
}

// TestNamesOnPictures: the name of an eye on a picture beside a table of both eyes is no heading, and what stands in its row is not that eye's alone.
func TestNamesOnPictures(t *testing.T) {
	t.Parallel()
	lengths := want{
		"right_eye.AL": 23.74, "right_eye.ACD": 2.95, "right_eye.LT": 4.77, "right_eye.CCT": 527.0, "right_eye.WTW": 11.8,
		"left_eye.AL": 23.69, "left_eye.ACD": 2.91, "left_eye.LT": 4.82, "left_eye.CCT": 529.0, "left_eye.WTW": 11.7,
	}
	checkEach(t, map[string]pageTest{
		"right of the table": {`
                OD (right)     OS (left)
AL (mm)         23.74          23.69
ACD (mm)        2.95           2.91             OD
LT (mm)         4.77           4.82
CCT (µm)        527            529
                                                OS
WTW (mm)        11.8           11.7`, lengths, nil},
		"on both sides of a table with its labels in the middle": {`
             OD                            OS
            23.74 mm      AL        23.69 mm
            2.95 mm       ACD       2.91 mm
 OD         4.77 mm       LT        4.82 mm          OS
            527 µm        CCT       529 µm
            11.8 mm       WTW       11.7 mm`, lengths, nil},
	})
}

// TestNumberBelowItsLabel: a number that stands directly below a label is not the value of another one in its row, far before it.
func TestNumberBelowItsLabel(t *testing.T) {
	t.Parallel()
	check(t, want{"right_eye.AL": 23.74, "right_eye.LT": 4.74}, nil, page(`
OD
AL: 23.74 mm
                     LT
ACD                  4.74 mm
2.66 mm`))
}

// TestSingleReadingsCutOff: another table beside numbered readings cuts the mean off from their heads. None of the readings is a value.
func TestSingleReadingsCutOff(t *testing.T) {
	t.Parallel()
	const block = `
N.   AL [mm]   SNR   CCT [µm]   ACD [mm]   LT [mm]    Cheratometria    K1 [D]         K2 [D]
1    27.37     24.3   549        3.65       4.18       Ø 3 mm         37.84 @ 58°    39.02 @ 148°
2    27.34     25.2   547        3.65       4.08       Ø 5 mm         38.31 @ 60°    39.54 @ 150°
3    27.35     21.7   547        3.67       4.12       Ø 7 mm         38.96 @ 60°    40.25 @ 150°
4    27.36     22.6   550        3.65       4.10       WTW   Pup. fot.   Pup. mes.
5    27.38     19.1   546        3.68       4.08       12.38 mm   2.61 mm   4.02 mm
Media  27.36   23.3   548        3.66       4.11
DS   0.014            1.5        0.013      0.038
`
	pages := page("OD" + block + "OS" + block)
	for path, value := range found(t, reader.Find([]layout.Page{pages}).Report()) {
		for _, single := range []any{27.37, 549.0, 3.65, 4.18} {
			if value == single {
				t.Errorf("%s = %v, a single reading", path, value)
			}
		}
	}
}

// TestZonesUnderHeads: the diameters stand below the heads of the columns, and their unit over a column of powers.
func TestZonesUnderHeads(t *testing.T) {
	t.Parallel()
	p := layout.Page{Number: 1, Width: 595, Height: 842}
	for _, w := range []struct {
		text  string
		x0, y float64
	}{
		{"TOMEY", 40, 20}, {"OA-2000", 80, 20}, {"OD", 40, 60}, {"AL", 46, 80}, {"23.45", 93, 80}, {"mm", 125, 80},
		{"Kerato", 47, 182}, {"mm", 93, 182}, {"D", 132, 182}, {"Axis", 162, 182}, {"mm", 195, 182}, {"D", 234, 182}, {"Axis", 265, 182},
		{"φ", 120, 193}, {"2.5", 126, 193}, {"mm", 139, 193}, {"φ", 222, 193}, {"3.0", 229, 193}, {"mm", 241, 193},
		{"K1", 46, 205}, {"7.83", 93, 205}, {"43.61", 125, 205}, {"35°", 164, 205}, {"7.84", 195, 205}, {"43.55", 227, 205}, {"33°", 267, 205},
		{"K2", 46, 217}, {"7.63", 93, 217}, {"44.23", 125, 217}, {"125°", 164, 217}, {"7.64", 195, 217}, {"44.17", 227, 217}, {"123°", 267, 217},
	} {
		p.Words = append(p.Words, layout.Word{Text: w.text, Box: layout.Box{X0: w.x0, Y0: w.y, X1: w.x0 + 4.4*float64(len([]rune(w.text))), Y1: w.y + 8}, Conf: layout.Certain})
	}
	check(t, want{
		"right_eye.AL": 23.45, "right_eye.K1_magnitude": 43.55, "right_eye.K1_axis": 33.0, "right_eye.K2_magnitude": 44.17, "right_eye.K2_axis": 123.0,
	}, nil, p)
}

// TestZonesOfOA2000: OCR loses the sign of the diameters of both zones, or takes it for something else.
func TestZonesOfOA2000(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]string{
		"lost":    "2.5 mm                  3.0 mm",
		"misread": "9 2.5 mm              q 3.0 mm",
		"glued":   "92.5 mm                93.0 mm",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			check(t, want{
				"right_eye.AL": 23.45, "right_eye.K1_magnitude": 43.55, "right_eye.K1_axis": 33.0, "right_eye.K2_magnitude": 44.17, "right_eye.K2_axis": 123.0,
			}, nil, seen(`
TOMEY OA-2000
OD
AL             23.45 mm
Kerato       mm      D      Axis    mm      D      Axis
             `+row+`
K1 (R1)     7.83   43.61    35°    7.84   43.55    33°
K2 (R2)     7.63   44.23   125°    7.64   44.17   123°`))
		})
	}
}

// TestZonesBesideMeridians: the heads of a table of zones, at the right, stand in the line of the first meridian of simulated keratometry.
func TestZonesBesideMeridians(t *testing.T) {
	t.Parallel()
	check(t, want{
		"right_eye.K1_magnitude": 42.38, "right_eye.K1_axis": 176., "right_eye.K2_magnitude": 43.57, "right_eye.K2_axis": 86., "right_eye.keratometric_index": 1.3375, "right_eye.WTW": 11.94,
	}, nil, page(`
Occhio    OD
SimK (n=1,3375)                                Meridiani anteriori
K1     42,38 D @ 176°     7,96 mm                      K piatto        K curvo         Cyl
K2     43,57 D @ 86°      7,75 mm              3 mm    42,44 @ 177°    43,62 @ 87°     -1,18
Media  42,98 D            7,85 mm              5 mm    42,25 @ 178°    43,47 @ 88°     -1,22
Cyl    -1,19 D ax 176°                         7 mm    41,96 @ 177°    43,23 @ 87°     -1,27
HVID   11,94 mm`))
}

// TestEndsOfScale: the ends of a map's scale of thicknesses, over the caption of the scale, are no thickness of the cornea.
func TestEndsOfScale(t *testing.T) {
	t.Parallel()
	check(t, want{"right_eye.CCT": 543., "right_eye.WTW": 11.8}, nil, page(`
Eye: Right
                                                  Corneal Thickness
                                                           900
                    Pachy:     x[mm]    y[mm]
Pachy Apex:         543 µm     0.00     0.00
Thinnest Locat.:    538 µm    -0.61    -0.38

                                                           300
HWTW:  11.8 mm                                             Pachymetry [µm]`))
}

// TestZoneBeforeMean: the diameter of the zone stands once more before the row of its mean.
func TestZoneBeforeMean(t *testing.T) {
	t.Parallel()
	check(t, want{"right_eye.AL": 22.84, "right_eye.K1_magnitude": 43.83, "right_eye.K1_axis": 12., "right_eye.K2_magnitude": 45., "right_eye.K2_axis": 102.}, nil, page(`
OD
Axial       22,84 mm
Keratometrie
            R1      7,68 mm    43,92 D    13°
φ 2,5 mm
            R2      7,49 mm    45,09 D    103°
            R1      7,70 mm    43,83 D    12°
φ 3,0 mm
            R2      7,50 mm    45,00 D    102°
φ 3,0 mm    MW      7,60 mm    44,42 D`))
}

// TestUnmeasuredZone: a zone of one eye could not be measured, and its diameter stands before the word for that. The diameter of a map is that of no zone.
func TestUnmeasuredZone(t *testing.T) {
	t.Parallel()
	check(t, want{
		"right_eye.K1_magnitude": 42.88, "right_eye.K1_axis": 174.0, "right_eye.K2_magnitude": 43.83, "right_eye.K2_axis": 84.0, "right_eye.WTW": 11.6,
		"left_eye.K1_magnitude": 43.16, "left_eye.K1_axis": 12.0, "left_eye.K2_magnitude": 43.77, "left_eye.K2_axis": 102.0, "left_eye.WTW": 11.7,
	}, nil, page(`
OD
             R1    7.86 mm   42.94 D   176°
             R2    7.69 mm   43.89 D    86°
ø 2.5 mm
             AVG   7.78 mm   43.41 D
             CYL            -0.95 D    176°
             R1    7.87 mm   42.88 D   174°
             R2    7.70 mm   43.83 D    84°
ø 3.0 mm
             AVG   7.79 mm   43.36 D              Axial [D]  ø 5.5 mm
             CYL            -0.95 D    174°
WTW 11.6 mm

OS
ø 2.5 mm     Error
             R1    7.82 mm   43.16 D    12°
             R2    7.71 mm   43.77 D   102°
ø 3.0 mm
             AVG   7.77 mm   43.47 D              Axial [D]  ø 5.5 mm
             CYL            -0.61 D     12°
WTW 11.7 mm`))
}

// TestTitledZones: OCR misread the signs of diameters behind the word for the mean power, beside the index, and the state of the lens stands in brackets
// behind the title of the next section.
func TestTitledZones(t *testing.T) {
	t.Parallel()
	p := page(`
AL-Scan
OD                                      OS
KM 92.4mm (n=1.3375)                    KM 92.4mm (n=1.3375)
R1    7.91mm   42.67D   23°             R1    7.88mm   42.83D   158°
R2    7.74mm   43.60D   113°            R2    7.69mm   43.89D   68°
KM 3.3mm                                KM 3.3mm
R1    7.93mm   42.56D   21°             R1    7.90mm   42.72D   160°
R2    7.76mm   43.49D   111°            R2    7.71mm   43.77D   70°
BIOMETRIE OPTIQUE [PHAQUE]              BIOMETRIE OPTIQUE [PHAQUE]
AL                23.34 mm              AL                23.29 mm
ACD               3.07 mm               ACD               3.09 mm`)
	p.OCR = true
	check(t, want{
		"right_eye.AL": 23.34, "right_eye.ACD": 3.07, "right_eye.keratometric_index": 1.3375, "right_eye.lens_status": "Phakic",
		"right_eye.K1_magnitude": 42.67, "right_eye.K1_axis": 23.0, "right_eye.K2_magnitude": 43.6, "right_eye.K2_axis": 113.0,
		"left_eye.AL": 23.29, "left_eye.ACD": 3.09, "left_eye.keratometric_index": 1.3375, "left_eye.lens_status": "Phakic",
		"left_eye.K1_magnitude": 42.83, "left_eye.K1_axis": 158.0, "left_eye.K2_magnitude": 43.89, "left_eye.K2_axis": 68.0,
	}, nil, p)
}

// TestZonesBesideAMap: zones with their axes under plain diameters are those of a table beside maps, and its simulated keratometry counts.
func TestZonesBesideAMap(t *testing.T) {
	t.Parallel()
	check(t, want{
		"left_eye.K1_magnitude": 43.06, "left_eye.K1_axis": 168.0, "left_eye.K2_magnitude": 44.52, "left_eye.K2_axis": 78.0, "left_eye.CCT": 536.0, "left_eye.LT": 3.71,
		"left_eye.keratometric_index": 1.3375,
	}, nil, page(`
CSO MS-39
Occhio: OS – Sinistro
Curvatura tangenziale [D]      Sim-K (n = 1.3375)                                   Indici
                               K1      43.06 D     7.84 mm      @ 168°              Spessore centrale (CCT)    536 µm
                          55   K2      44.52 D     7.58 mm      @ 78°               ThkMin                     527 µm
                          52   Meridiani anteriori
                                       3 mm            5 mm            7 mm
                          49   K1      43.11 @ 167°    42.74 @ 169°    42.20 @ 171°
                          46   K2      44.60 @ 77°     44.02 @ 79°     43.31 @ 81°  Spessore cristallino (LT)  3.71 mm`))
}

// TestTableUnderSingles: the axes of a keratometry with heads of its own do not stand in the columns of the single readings above.
func TestTableUnderSingles(t *testing.T) {
	t.Parallel()
	check(t, want{
		"right_eye.AL": 25.83, "right_eye.CCT": 498.0, "right_eye.keratometric_index": 1.3375, "right_eye.K1_magnitude": 39.66, "right_eye.K1_axis": 177.0, "right_eye.K2_magnitude": 40.32, "right_eye.K2_axis": 87.0,
		"left_eye.AL": 25.61, "left_eye.CCT": 503.0, "left_eye.keratometric_index": 1.3375, "left_eye.K1_magnitude": 39.47, "left_eye.K1_axis": 6.0, "left_eye.K2_magnitude": 40.71, "left_eye.K2_axis": 96.0,
	}, nil, page(`
ARGOS
OD Right                                                         OS Left
                 Mean      SD       #1       #2       #3                          Mean      SD       #1       #2       #3
AL [mm]          25.83     0.01     25.83    25.84    25.83      AL [mm]          25.61     0.02     25.60    25.63    25.61
CCT [µm]         498       2        497      498      500        CCT [µm]         503       1        503      502      504
Keratometry n=1.3375       Power    Radius   Axis                Keratometry n=1.3375       Power    Radius   Axis
K1 (flat)                  39.66 D  8.51 mm  177°                K1 (flat)                  39.47 D  8.55 mm    6°
K2 (steep)                 40.32 D  8.37 mm   87°                K2 (steep)                 40.71 D  8.29 mm   96°`))
}
