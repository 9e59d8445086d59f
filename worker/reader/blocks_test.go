package reader_test

import "testing"

// TestReadingsAndMeans: the mean stands among single readings with the same label.
func TestReadingsAndMeans(t *testing.T) {
	t.Parallel()
	checkEach(t, map[string]pageTest{
		"whose deviation is printed": {`
OD right                                              OS left
AL: 24.03 mm   DE: 5 µm   ACD: 3.02 mm   DE: 6 µm     AL: 23.78 mm   DE: 8 µm   ACD: 2.95 mm   DE: 7 µm
AL: 24.04 mm              ACD: 3.00 mm                AL: 23.77 mm              ACD: 2.94 mm
AL: 24.04 mm              ACD: 3.04 mm                AL: 23.79 mm              ACD: 2.97 mm
AL: 24.02 mm              ACD: 3.04 mm                AL: 23.78 mm              ACD: 2.95 mm
AL: 24.02 mm              ACD: 3.01 mm                AL: 23.76 mm              ACD: 2.94 mm`,
			want{"right_eye.AL": 24.03, "right_eye.ACD": 3.02, "left_eye.AL": 23.78, "left_eye.ACD": 2.95}, nil},
		"and none has a deviation": {`
OD right                      OS left
AL: 24.03 mm   ACD: 3.02 mm   AL: 23.78 mm   ACD: 2.95 mm
AL: 24.04 mm   ACD: 3.00 mm   AL: 23.77 mm   ACD: 2.94 mm
AL: 24.05 mm   ACD: 3.04 mm   AL: 23.79 mm   ACD: 2.97 mm
AL: 24.02 mm   ACD: 3.05 mm   AL: 23.76 mm   ACD: 2.96 mm`, nil, []string{"left_eye.ACD", "left_eye.AL", "right_eye.ACD", "right_eye.AL"}},
		"named in a line above, and the last reading is as large": {`
OD
MW: 42.61/43.72 D   SD = 0.01 mm
K1: 42.61 D @ 4°    7.92 mm
K2: 43.72 D @ 94°   7.72 mm
K1: 42.66 D @ 4°    K2: 43.75 D @ 94°   ΔD: -1.10 D
K1: 42.57 D @ 6°    K2: 43.69 D @ 96°   ΔD: -1.12 D
K1: 42.61 D @ 6°    K2: 43.72 D @ 96°   ΔD: -1.11 D`,
			want{"right_eye.K1_magnitude": 42.61, "right_eye.K1_axis": 4.0, "right_eye.K2_magnitude": 43.72, "right_eye.K2_axis": 94.0}, nil},
		"as large as the last reading, and no line names it": {`
OD
K1: 42.61 D @ 4°
K2: 43.72 D @ 94°
K1: 42.66 D @ 4°    K2: 43.75 D @ 94°   ΔD: -1.10 D
K1: 42.57 D @ 6°    K2: 43.69 D @ 96°   ΔD: -1.12 D
K1: 42.61 D @ 6°    K2: 43.72 D @ 96°   ΔD: -1.11 D`,
			nil, []string{"right_eye.K1_axis", "right_eye.K1_magnitude", "right_eye.K2_axis", "right_eye.K2_magnitude"}},
	})
}

// TestMarginsOfCalculations: the name of each eye stands in the margin of a block that holds a lens table, too.
func TestMarginsOfCalculations(t *testing.T) {
	t.Parallel()
	check(t, want{
		"right_eye.AL": 23.14, "right_eye.CCT": 529.0, "right_eye.ACD": 2.91, "right_eye.LT": 4.74,
		"left_eye.AL": 24.96, "left_eye.CCT": 455.0, "left_eye.ACD": 3.28, "left_eye.LT": 4.36,
		"right_eye.K1_magnitude": 44.86, "right_eye.K1_axis": 60.0, "right_eye.K2_magnitude": 45.41, "right_eye.K2_axis": 150.0,
		"left_eye.K1_magnitude": 37.84, "left_eye.K1_axis": 118.0, "left_eye.K2_magnitude": 38.62, "left_eye.K2_axis": 28.0,
	}, nil, page(`
          AL         CCT      ACD (epi)   LT
          23.14 mm   529 µm   2.91 mm     4.74 mm
                       Flat      Axis    Steep     Axis
          SimK         44.86 D   60°     45.41 D   150°
 OD
          IOL          A const   Formula       IOL → Ref
          SN60WF       118.9     Barrett UII   21.5 → -0.77
          ZCB00        119.3     Barrett UII   21.5 → -0.48

          AL         CCT      ACD (epi)   LT
          24.96 mm   455 µm   3.28 mm     4.36 mm
                       Flat      Axis    Steep     Axis
          SimK         37.84 D   118°    38.62 D   28°
 OS
          IOL          A const   Formula       IOL → Ref
          SN60WF       118.9     Shammas-PL    24.5 → -0.90
          ZCB00        119.3     Shammas-PL    25.0 → -0.97`))
}

// TestHeadsOfTables: heads and names of rows that say of which eye or meridian the values are.
func TestHeadsOfTables(t *testing.T) {
	t.Parallel()
	lengths := want{
		"right_eye.AL": 24.57, "right_eye.CCT": 527.0, "right_eye.ACD": 3.41, "right_eye.LT": 4.29,
		"left_eye.AL": 24.81, "left_eye.CCT": 532.0, "left_eye.ACD": 3.48, "left_eye.LT": 4.22,
	}
	checkEach(t, map[string]pageTest{
		"once above the rows of both eyes": {`
        AL mm    CCT µm   ACD mm   LT mm
OD   right eye
        24.57    527      3.41     4.29
OS   left eye
        24.81    532      3.48     4.22`, lengths, nil},
		"and the second name is missing": {`
        AL mm    CCT µm   ACD mm   LT mm
OD   right eye
        24.57    527      3.41     4.29

        24.81    532      3.48     4.22`, nil, nil},
		"in degrees, behind meridians": {`
OD
Cornea       K1 [D]   A1 [°]   K2 [D]   A2 [°]
Anterior     42.15    5        43.02    95`,
			want{"right_eye.K1_magnitude": 42.15, "right_eye.K1_axis": 5.0, "right_eye.K2_magnitude": 43.02, "right_eye.K2_axis": 95.0}, nil},
		"letters that begin the rows": {`
       AL       CCT      ACD      LT
R      24.57    527      3.41     4.29
L      24.81    532      3.48     4.22`, lengths, nil},
		"a letter of one eye alone": {`
       AL       CCT      ACD      LT
R      24.57    527      3.41     4.29`, nil, nil},
		"surfaces beside another table": {`
OD
           Anterior         Posterior        Total            AL      24.57 mm
K flat     41.37 D @ 22°    -5.86 D @ 18°    40.72 D @ 24°    CCT     527 µm
K steep    42.18 D @ 112°   -6.13 D @ 108°   41.58 D @ 114°   ACD     3.41 mm`,
			want{
				"right_eye.K1_magnitude": 41.37, "right_eye.K1_axis": 22.0, "right_eye.K2_magnitude": 42.18, "right_eye.K2_axis": 112.0,
				"right_eye.AL": 24.57, "right_eye.CCT": 527.0, "right_eye.ACD": 3.41,
			}, nil},
		"powers of both meridians below a table of readings": {`
OD
         1       2       3       Mean    SD
AL       24.56   24.58   24.57   24.57   0.01
R1       8.03    8.02    8.01    8.02    0.01
K1 42.08 D @ 2°   K2 43.10 D @ 92°`,
			want{"right_eye.AL": 24.57, "right_eye.K1_magnitude": 42.08, "right_eye.K1_axis": 2.0, "right_eye.K2_magnitude": 43.10, "right_eye.K2_axis": 92.0}, nil},
		"cells that have their middle under the heads": {`
OD
Keratometry                Kf             Ks         CYL
Keratometric (n=1.3375)    42.4 D @ 62°   43.9 D @ 152°   1.5 D
Posterior                  -6.0 D @ 58°   -6.3 D @ 148°   0.3 D`,
			want{"right_eye.K1_magnitude": 42.4, "right_eye.K1_axis": 62.0, "right_eye.K2_magnitude": 43.9, "right_eye.K2_axis": 152.0, "right_eye.keratometric_index": 1.3375}, nil},
		"under the values, with deviations below": {`
OD
24.57 mm    527 µm    3.41 mm    4.29 mm
   AL        CCT        ACD        LT
SD 0.01     SD 2      SD 0.02    SD 0.02
12.44 mm    2.88 mm   4.88 mm    42.59 D
  WTW         AD      Pupil      Mean K
SD 0.02     SD 0.01   SD 0.09    SD 0.05`,
			want{"right_eye.AL": 24.57, "right_eye.CCT": 527.0, "right_eye.ACD": 3.41, "right_eye.LT": 4.29, "right_eye.WTW": 12.44}, nil},
		"SN for the left eye": {`
DX – occhio destro
AL  24.57 mm   CCT  527 µm   ACD  3.41 mm
SN – occhio sinistro
AL  24.81 mm   CCT  532 µm   ACD  3.48 mm`,
			want{"right_eye.AL": 24.57, "right_eye.CCT": 527.0, "right_eye.ACD": 3.41, "left_eye.AL": 24.81, "left_eye.CCT": 532.0, "left_eye.ACD": 3.48}, nil},
		"a sum of the cornea and the aqueous": {`
OD
CCT        AD         CCT + AD    WTW
562 µm     2.63 mm    3.19 mm     11.94 mm`, want{"right_eye.CCT": 562.0, "right_eye.ACD": 3.19, "right_eye.WTW": 11.94}, nil},
	})
}

// TestSurgeryBesideTheName: what the heading of an eye says of its cornea needs no label.
func TestSurgeryBesideTheName(t *testing.T) {
	t.Parallel()
	checkEach(t, map[string]pageTest{
		"laser": {`
OD right   Phakic · LASIK hyperopic (2008)
AL  22.41 mm
CCT 541 µm`, want{"right_eye.AL": 22.41, "right_eye.CCT": 541.0, "right_eye.lens_status": "Phakic", "right_eye.post_refractive": "Hyperopic LVC"}, nil},
		"none": {`
OD right   Phakic | No refractive surgery
AL  22.41 mm
CCT 541 µm`, want{"right_eye.AL": 22.41, "right_eye.CCT": 541.0, "right_eye.lens_status": "Phakic", "right_eye.post_refractive": "None"}, nil},
		"of which it is not said which": {`
OD right   Phakic · LASIK
AL  22.41 mm
CCT 541 µm`, want{"right_eye.AL": 22.41, "right_eye.CCT": 541.0, "right_eye.lens_status": "Phakic"}, nil},
	})
}

// TestWherePicturesStand: a caption that says of both eyes where their pictures stand names no eye, and a heading that names both does.
func TestWherePicturesStand(t *testing.T) {
	t.Parallel()
	table := `
Eye   AL      CCT   ACD    LT
OD    24.57   527   3.41   4.29
OS    24.81   532   3.48   4.22
`
	all := want{
		"right_eye.AL": 24.57, "right_eye.CCT": 527.0, "right_eye.ACD": 3.41, "right_eye.LT": 4.29,
		"left_eye.AL": 24.81, "left_eye.CCT": 532.0, "left_eye.ACD": 3.48, "left_eye.LT": 4.22,
	}
	checkEach(t, map[string]pageTest{"a caption": {table + "B-scan OD (left) and OS (right).", all, nil}})
}

// TestDatesOfThePatient: dates among the patient's data are those of no visit below them.
func TestDatesOfThePatient(t *testing.T) {
	t.Parallel()
	checkEach(t, map[string]pageTest{
		"under their labels": {`
Exam date    Time    Doctor     Index
25/05/2022   16:20   Dr. Sarti  1.3375
OD
AL  24.57 mm   CCT  527 µm   ACD  3.41 mm`,
			want{"exam_date": "2022-05-25", "right_eye.AL": 24.57, "right_eye.CCT": 527.0, "right_eye.ACD": 3.41}, nil},
		"of an earlier visit": {`
Examen du 23/05/2024   Visite préc. 12/03/2024   Opérateur : Roy
                  OD          OG
AL                23.32 mm    23.44 mm
ACD               3.62 mm     3.02 mm
CCT               571 µm      556 µm
LT                4.71 mm     4.86 mm`,
			want{
				"exam_date": "2024-05-23", "right_eye.AL": 23.32, "right_eye.CCT": 571.0, "right_eye.ACD": 3.62, "right_eye.LT": 4.71,
				"left_eye.AL": 23.44, "left_eye.CCT": 556.0, "left_eye.ACD": 3.02, "left_eye.LT": 4.86,
			}, nil},
		"with the sex in brackets": {`
Patient: Weber, Anna   Born: 28/02/1946 (F)   Exam date: 30/10/2018
OD
AL  24.57 mm   CCT  527 µm   ACD  3.41 mm`,
			want{
				"exam_date": "2018-10-30", "patient.name": "Weber, Anna", "patient.date_of_birth": "1946-02-28", "patient.gender": "Female",
				"right_eye.AL": 24.57, "right_eye.CCT": 527.0, "right_eye.ACD": 3.41,
			}, nil},
	})
}

// TestBlocksThatDiffer: the blocks of the two eyes do not hold the same.
func TestBlocksThatDiffer(t *testing.T) {
	t.Parallel()
	left := want{"left_eye.AL": 23.06, "left_eye.ACD": 3.02, "left_eye.CCT": 545.0, "left_eye.LT": 4.17}
	powers := want{"left_eye.K1_magnitude": 43.77, "left_eye.K1_axis": 94.0, "left_eye.K2_magnitude": 44.58, "left_eye.K2_axis": 4.0}
	checkEach(t, map[string]pageTest{
		"the power and the meridian of one eye have labels of their own": {`
Right                              Left
Axial length    CCT                Axial length    CCT
24.34           518                23.06           545
WTW                                ACD             LT
11.7                               3.02            4.17
                                   K1 flat    K1 flat Meridian    K2 steep
                                   43.77      94°                 44.58
                                   K2 steep Meridian
                                   4°`, merged(left, powers, want{"right_eye.AL": 24.34, "right_eye.CCT": 518.0, "right_eye.WTW": 11.7}), nil},
		"the total power of one eye": {`
OS                                 OD
AL: 23.06 mm     CCT: 545 µm       AL: 24.34 mm     WTW: 11.7 mm
ACD: 3.02 mm     LT: 4.17 mm       CCT: 518 µm
Kf: 43.77 D (94°)  Ks: 44.58 D (4°)
Total corneal power
K1: 42.60 D      K2: 43.40 D`, merged(left, powers, want{"right_eye.AL": 24.34, "right_eye.CCT": 518.0, "right_eye.WTW": 11.7}), nil},
		"no values of one eye": {`
               OD                                 OS
Keine Messdaten                    Achslänge
                                   23.06 mm

                                   ACD
                                   3.02 mm

                                   CCT
                                   545 µm

                                   Linsendicke
                                   4.17 mm`, left, nil},
		"an unknown label first among labels over their values": {`
OS
Augeninnendruck
13 mmHg

R1
7.71 mm @ 94°

R2
7.57 mm @ 4°

nK
1.3375`, want{
			"left_eye.K1_magnitude": 43.77, "left_eye.K1_axis": 94.0, "left_eye.K2_magnitude": 44.58, "left_eye.K2_axis": 4.0, "left_eye.keratometric_index": 1.3375,
		}, nil},
		"single readings beside a lens table": {`
OS
Axial measurements                      Lens calculation - Haigis
         Mean      1      2      3      SNR      Target: -0.75 D
AL       23.06 mm  23.05  23.07  23.06  169.7    Clarovue 60
ACD       3.02 mm   3.02   3.03   3.01  110.4    IOL     REF
CCT        545 µm    545    544    546  148.6    21.0    0.79
LT        4.17 mm   4.16   4.18   4.17  125.3    21.5    0.39`, left, nil},
		"the letter of the only eye above everything": {`
L
Sample Eye Clinic
Patient: Sally Sample     ID: 4711
AL              23.06 mm
ACD             3.02 mm
CCT             545 µm
LT              4.17 mm`, merged(left, want{"patient.name": "Sally Sample", "patient.id": "4711"}), nil},
		"the letter of the only eye beside the word for the units, and again": {`
                Unit        L
AL              mm          23.06
ACD             mm          3.02
CCT             µm          545
LT              mm          4.17

L
Lens calculation - Haigis
IOL     REF`, left, nil},
		"radii, and the total power of the cornea": {`
OS
R1:    7.71 mm    94°
R2:    7.57 mm    4°
n (K): 1.3375
Potere corneale totale
K1:    42.60 D
K2:    43.40 D`, merged(powers, want{"left_eye.keratometric_index": 1.3375}), nil},
		"names beside the rows of something else with which they end": {`
AL              24.34 mm
WTW             11.7 mm
CCT             518 µm
LT              4.62 mm
IOP             12 mmHg         Right eye

AL              23.06 mm
WTW             11.8 mm
CCT             545 µm
LT              4.17 mm
IOP             13 mmHg         Left eye`, want{
			"right_eye.AL": 24.34, "right_eye.WTW": 11.7, "right_eye.CCT": 518.0, "right_eye.LT": 4.62,
			"left_eye.AL": 23.06, "left_eye.WTW": 11.8, "left_eye.CCT": 545.0, "left_eye.LT": 4.17,
		}, nil},
	})
}

// TestColumnsThatAreNotLevel: labels stand over their values in two columns, of which one is some points lower, so that the labels of one are level with the values
// of the other.
func TestColumnsThatAreNotLevel(t *testing.T) {
	t.Parallel()
	text := `
OS                                                OD


K flat                K steep
43.77 / 7.71@ 94      44.58 / 7.57@ 4

WTW                   Pupil             CCT
11.90 mm              2.72 mm           554 µm

ACD                   LT
3.02 mm               4.08 mm

AL
23.06 mm`
	right := `



                                                  K flat                K steep
                                                  43.60 / 7.74@ 2       44.35 / 7.61@ 92

                                                  WTW                   Pupil             CCT
                                                  11.30 mm              4.92 mm           580 µm

                                                  ACD                   LT
                                                  3.14 mm               4.39 mm

                                                  AL
                                                  23.31 mm`
	for name, lower := range map[string]float64{"the right one higher": -14, "the right one lower": 14} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p, beside := page(text), page(right)
			for i := range beside.Words {
				beside.Words[i].Y0 += lower
				beside.Words[i].Y1 += lower
			}
			p.Words, p.Width = append(p.Words, beside.Words...), max(p.Width, beside.Width)
			check(t, want{
				"left_eye.K1_magnitude": 43.77, "left_eye.K1_axis": 94.0, "left_eye.K2_magnitude": 44.58, "left_eye.K2_axis": 4.0,
				"left_eye.WTW": 11.9, "left_eye.CCT": 554.0, "left_eye.ACD": 3.02, "left_eye.LT": 4.08, "left_eye.AL": 23.06,
				"right_eye.K1_magnitude": 43.6, "right_eye.K1_axis": 2.0, "right_eye.K2_magnitude": 44.35, "right_eye.K2_axis": 92.0,
				"right_eye.WTW": 11.3, "right_eye.CCT": 580.0, "right_eye.ACD": 3.14, "right_eye.LT": 4.39, "right_eye.AL": 23.31,
			}, nil, p)
		})
	}
}
