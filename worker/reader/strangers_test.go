package reader_test

import (
	"maps"
	"strings"
	"testing"

	"biom/worker/document/layout"
	"biom/worker/reader"
)

// TestStrangersArrangements: arrangements of pages that others drew in the manner of real devices, of which the reader knew none.
func TestStrangersArrangements(t *testing.T) {
	t.Parallel()
	both := want{"right_eye.AL": 26.08, "right_eye.ACD": 3.74, "left_eye.AL": 25.86, "left_eye.ACD": 3.69}
	margin := want{"right_eye.AL": 23.45, "right_eye.ACD": 3.05, "right_eye.LT": 4.51, "left_eye.AL": 24.12, "left_eye.ACD": 3.11, "left_eye.LT": 4.61}
	checkEach(t, map[string]pageTest{
		"a row for each eye whose cells have several lines": {`
Eye       AL          ACD
                      (to lens)
          26.08       3.74
OD
          ± 0.01      ± 0.02
          25.86       3.69
OS
          ± 0.01      ± 0.02`, both, nil},
		"such a row under words that are not understood": {`
Eye       AL          ACD
          (total)     (to lens)
OD        26.08       3.74
OS        25.86       3.69`, both, nil},
		"axes below their powers, beside a deviation": {`
OD
SE:            K1:            K2:
43.98 D        43.44 D        44.53 D
SD: 0.03 D     @ 86°          @ 176°`,
			want{"right_eye.K1_magnitude": 43.44, "right_eye.K1_axis": 86.0, "right_eye.K2_magnitude": 44.53, "right_eye.K2_axis": 176.0}, nil},
		"columns that are flush left, of which one value is wide": {`
OD
K1 flat                                  K2 steep
43.66 D        @ 35°   7.73 mm           45.18 D        @ 125°   7.47 mm`,
			want{"right_eye.K1_magnitude": 43.66, "right_eye.K1_axis": 35.0, "right_eye.K2_magnitude": 45.18, "right_eye.K2_axis": 125.0}, nil},
		"meridians of one word": {`
OD
Hornhautvorderfläche
Flach    43.95 dpt @ 15°
Steil    45.06 dpt @ 105°`,
			want{"right_eye.K1_magnitude": 43.95, "right_eye.K1_axis": 15.0, "right_eye.K2_magnitude": 45.06, "right_eye.K2_axis": 105.0}, nil},
		"a target of plano is no meridian": {`
OD
Target: plano    SIA: 0.10 D
K1: 43.95 D @ 15°
K2: 45.06 D @ 105°`,
			want{"right_eye.K1_magnitude": 43.95, "right_eye.K1_axis": 15.0, "right_eye.K2_magnitude": 45.06, "right_eye.K2_axis": 105.0}, nil},
		"a head of two lines, with the units of each meridian": {`
           K1 flat                   K2 steep                 Mean            CYL
           mm      D       axis°     mm      D       axis°    mm      D       D       axis°
R (Right)  7.82    43.16   25        7.63    44.23   115      7.73    43.69   -1.07   25
L (Left)   7.78    43.38   158       7.66    44.06   68       7.72    43.72   -0.68   158`,
			want{
				"right_eye.K1_magnitude": 43.16, "right_eye.K1_axis": 25.0, "right_eye.K2_magnitude": 44.23, "right_eye.K2_axis": 115.0,
				"left_eye.K1_magnitude": 43.38, "left_eye.K1_axis": 158.0, "left_eye.K2_magnitude": 44.06, "left_eye.K2_axis": 68.0,
			}, nil},
		"the numbers of maps beside a table with its labels in the middle": {`
       90          OD                      OS             90
      43.1       41.87 D   K1 (flat)    42.03 D          43.4
      43.0       42.56 D   K2 (steep)   42.49 D          43.1
180   42.2   0   3.36 mm      ACD       3.39 mm    180   42.5   0
      41.9       531 µm       CCT       535 µm           42.3
      41.8                                               42.2
       270                                                270`,
			want{
				"right_eye.K1_magnitude": 41.87, "right_eye.K2_magnitude": 42.56, "right_eye.ACD": 3.36, "right_eye.CCT": 531.0,
				"left_eye.K1_magnitude": 42.03, "left_eye.K2_magnitude": 42.49, "left_eye.ACD": 3.39, "left_eye.CCT": 535.0,
			}, nil},
		"a legend at the foot of one eye's page": {`
OD droit
EC : Phaque          CV : Corps vitré
LA : 24.18 mm        PCA : 3.19 mm
EC : 4.52 mm         ECC : 556 µm
BB : 12.2 mm         P : 3.8 mm
K1 : 41.86 D @ 4°    K2 : 44.13 D @ 94°

LA longueur axiale · PCA profondeur PCA · EC epaisseur du cristallin · ECC
epaisseur corneenne centrale · BB blanc a blanc · CCL correction corneenne laser`,
			want{
				"right_eye.AL": 24.18, "right_eye.ACD": 3.19, "right_eye.LT": 4.52, "right_eye.CCT": 556.0, "right_eye.WTW": 12.2, "right_eye.lens_status": "Phakic",
				"right_eye.K1_magnitude": 41.86, "right_eye.K1_axis": 4.0, "right_eye.K2_magnitude": 44.13, "right_eye.K2_axis": 94.0,
			}, nil},
		"states in the line of an eye's name are no legend": {`
OD right eye   State of the lens: phakic | Refractive surgery: none
AL:  22.31 mm    ACD: 2.79 mm`,
			want{"right_eye.AL": 22.31, "right_eye.ACD": 2.79, "right_eye.lens_status": "Phakic", "right_eye.post_refractive": "None"}, nil},
		"a label that names its field twice, axes in the rows of meridians, and a flag": {`
                                                   Right eye (OD)   Left eye (OS)    Unit    Flag
Axial length (AL)                                  24.87            24.71            mm
Anterior chamber depth, epithelium to lens (ACD)   3.42             4.91             mm
Keratometry flat, K1 @ axis                        37.89 @ 062      42.18 @ 178              low (OD)
Keratometry steep, K2 @ axis                       39.21 @ 152      43.02 @ 088              low (OD)`,
			want{
				"right_eye.AL": 24.87, "right_eye.ACD": 3.42, "right_eye.K1_magnitude": 37.89, "right_eye.K1_axis": 62.0, "right_eye.K2_magnitude": 39.21, "right_eye.K2_axis": 152.0,
				"left_eye.AL": 24.71, "left_eye.ACD": 4.91, "left_eye.K1_magnitude": 42.18, "left_eye.K1_axis": 178.0, "left_eye.K2_magnitude": 43.02, "left_eye.K2_axis": 88.0,
			}, nil},
		"a legend between both eyes does not go on with the name of the second": {`
OD right
AL:  22.31 mm    ACD: 2.79 mm
LT:  4.84 mm     CCT: 551 µm
AL axial length · ACD anterior chamber depth · LT lens thickness
OS left
K1:  42.31 D     K2: 43.79 D
WTW: 11.8 mm     ACD: 2.83 mm`,
			want{
				"right_eye.AL": 22.31, "right_eye.ACD": 2.79, "right_eye.LT": 4.84, "right_eye.CCT": 551.0,
				"left_eye.K1_magnitude": 42.31, "left_eye.K2_magnitude": 43.79, "left_eye.WTW": 11.8, "left_eye.ACD": 2.83,
			}, nil},
		"a legend whose parts stand apart": {`
OD right
AL:  22.31 mm    ACD: 2.79 mm    LT:  4.84 mm
OS left
AL:  22.38 mm    ACD: 2.83 mm    LT:  4.79 mm

AL = axial length     ACD = anterior chamber depth     LT = lens thickness`,
			want{
				"right_eye.AL": 22.31, "right_eye.ACD": 2.79, "right_eye.LT": 4.84, "left_eye.AL": 22.38, "left_eye.ACD": 2.83, "left_eye.LT": 4.79,
			}, nil},
		"single readings that prove their mean": {`
OD
AL    22.87    22.89    22.85    22.88    22.86    22.87    0.02
OS
AL    22.71    0.01    22.70    22.72    22.71`,
			want{"right_eye.AL": 22.87, "left_eye.AL": 22.71}, nil},
		"single readings without a mean": {`
OD
AL    22.87    22.89    22.85    22.88`, want{}, []string{"right_eye.AL"}},
		"labels of two lines in the middle": {`
OD                                   OS
                    AL
23.51 mm                             23.38 mm
               Axial length
                    ACD
3.05 mm                              2.99 mm
               Chamber depth`,
			want{"right_eye.AL": 23.51, "right_eye.ACD": 3.05, "left_eye.AL": 23.38, "left_eye.ACD": 2.99}, nil},
		"names in the margin of their blocks": {`
       #       AL       ACD      LT
       1       23.44    3.05     4.50
OD     2       23.46    3.05     4.52
       Mean    23.45    3.05     4.51
       #       AL       ACD      LT
       1       24.11    3.11     4.60
OS     2       24.13    3.11     4.62
       Mean    24.12    3.11     4.61`, margin, nil},
		"a drawing that says values again": {`
OD
CCT  537 µm   LT 4.82 mm                          Thickness (CCT)   537 µm
ACD  2.88 mm                                      Lens thickness    4.82 mm
                                                  ACD               2.88 mm
                                                  AL                23.12 mm`,
			want{"right_eye.AL": 23.12, "right_eye.CCT": 537.0, "right_eye.LT": 4.82, "right_eye.ACD": 2.88}, nil},
		"a depth whose brackets say both of its ends": {`
OD
ACD (epithelium – lens)    2.88 mm
AL – signal`, want{"right_eye.ACD": 2.88}, nil},
		"the thickness at the apex below that at the pupil": {`
OD
                    Pachy     x [mm]
Pupil center   +    561 µm    -0.12
Apex (CCT):         559 µm    0.00`, want{"right_eye.CCT": 559.0}, nil},
		"the title of a lens calculation beside each name": {`
OD right   IOL calculation      OS left   IOL calculation
AL: 25.94 mm                    AL: 26.31 mm
K1: 39.34 D @ 24°               K1: 38.97 D @ 161°
K2: 40.13 D @ 114°              K2: 39.85 D @ 71°`,
			want{
				"right_eye.AL": 25.94, "right_eye.K1_magnitude": 39.34, "right_eye.K1_axis": 24.0, "right_eye.K2_magnitude": 40.13, "right_eye.K2_axis": 114.0,
				"left_eye.AL": 26.31, "left_eye.K1_magnitude": 38.97, "left_eye.K1_axis": 161.0, "left_eye.K2_magnitude": 39.85, "left_eye.K2_axis": 71.0,
			}, nil},
		"a chapter for each eye": {`
1. Eye to operate: LEFT EYE (OS)
AL    25.49 mm
2. Fellow eye: RIGHT EYE (OD)
AL    25.67 mm`, want{"left_eye.AL": 25.49, "right_eye.AL": 25.67}, nil},
		"tiles with both eyes": {`
AL  Axial length            ACD  epithelium – lens        Refractive surgery
   OD          OS              OD          OS                OD           OS
24.94 mm    25.19 mm        3.27 mm     3.41 mm           Radial       Radial
SD 0.02     SD 0.03         SD 0.02     ---               keratotomy   keratotomy`,
			want{
				"right_eye.AL": 24.94, "right_eye.ACD": 3.27, "right_eye.post_refractive": "Radial Keratotomy",
				"left_eye.AL": 25.19, "left_eye.ACD": 3.41, "left_eye.post_refractive": "Radial Keratotomy",
			}, nil},
		"cells of three lines under labels with their zone": {`
Eye     AL        K1 – flat     K2 – steep
        (mm)      Ø 2.5 mm      Ø 2.5 mm
                  45.36 D       46.11 D
OD      21.88     7.44 mm       7.32 mm
                  @ 85°         @ 175°
                  45.18 D       46.24 D
OS      21.95     7.47 mm       7.30 mm
                  @ 99°         @ 9°`,
			want{
				"right_eye.AL": 21.88, "right_eye.K1_magnitude": 45.36, "right_eye.K1_axis": 85.0, "right_eye.K2_magnitude": 46.11, "right_eye.K2_axis": 175.0,
				"left_eye.AL": 21.95, "left_eye.K1_magnitude": 45.18, "left_eye.K1_axis": 99.0, "left_eye.K2_magnitude": 46.24, "left_eye.K2_axis": 9.0,
			}, nil},
		"a block whose columns are not level": {`
OD right eye
WTW                                  Keratometry
12.06 mm            AL               K1 43.52 D @ 74°
                    23.04 mm         K2 44.71 D @ 164°
CCT                                  R1 7.76 mm   R2 7.55 mm
533 µm              ACD              Posterior keratometry
                    2.93 mm          K1 -6.08 D @ 69°
OS left eye
WTW                                  Keratometry
12.14 mm            AL               K1 43.38 D @ 102°
                    23.13 mm         K2 44.19 D @ 12°
CCT                                  R1 7.78 mm   R2 7.64 mm
529 µm              ACD              Posterior keratometry
                    3.08 mm          K1 -6.05 D @ 105°`,
			want{
				"right_eye.AL": 23.04, "right_eye.ACD": 2.93, "right_eye.CCT": 533.0, "right_eye.WTW": 12.06,
				"right_eye.K1_magnitude": 43.52, "right_eye.K1_axis": 74.0, "right_eye.K2_magnitude": 44.71, "right_eye.K2_axis": 164.0,
				"left_eye.AL": 23.13, "left_eye.ACD": 3.08, "left_eye.CCT": 529.0, "left_eye.WTW": 12.14,
				"left_eye.K1_magnitude": 43.38, "left_eye.K1_axis": 102.0, "left_eye.K2_magnitude": 44.19, "left_eye.K2_axis": 12.0,
			}, nil},
		"labels in the middle, above two pictures with the same title": {`
OD                                                              OS
                                  Biometry
23.84   ± 0.01                AL                23.61   ± 0.01
538     ± 2                   CCT               542     ± 2
3.15    ± 0.01                ACD               3.09    ± 0.01
AD  endothelium to lens
        CCT   min. 531                           CCT   min. 536`,
			want{"right_eye.AL": 23.84, "right_eye.CCT": 538.0, "right_eye.ACD": 3.15, "left_eye.AL": 23.61, "left_eye.CCT": 542.0, "left_eye.ACD": 3.09}, nil},
		"an eye among the patient's data, beside tiles that begin above it": {`
Surname:  Miller            AL              ACD
Name:     Rosa              26.43 mm        3.52 mm
Sex:      Female            CCT             WTW
Eye:      OD                536 µm          12.0 mm
Exam:     22/07/2025        CCT map: 536    AL, WTW: automatic`,
			want{
				"right_eye.AL": 26.43, "right_eye.ACD": 3.52, "right_eye.CCT": 536.0, "right_eye.WTW": 12.0,
				"patient.name": "Miller, Rosa", "patient.gender": "Female", "exam_date": "2025-07-22",
			}, nil},
		"single readings in wide columns, and their result": {`
OD
           1                2                3                Result
K1   43.82 D @ 15°    43.90 D @ 13°    43.89 D @ 14°    43.87 D @ 14°
K2   45.17 D @ 104°   45.21 D @ 105°   45.25 D @ 103°   45.21 D @ 104°`,
			want{"right_eye.K1_magnitude": 43.87, "right_eye.K1_axis": 14.0, "right_eye.K2_magnitude": 45.21, "right_eye.K2_axis": 104.0}, nil},
		"a power in the column of the means, behind its radius": {`
OD
                             Mean           SD          1             2
AL                           22.74          0.021     22.73         22.74
K1 / axis  R1 flat 7.61 mm   44.36 @ 97°    0.050   44.43 @ 96    44.31 @ 97
K2 / axis  R2 steep 7.48 mm  45.12 @ 7°     0.060   45.08 @ 7     45.10 @ 8`,
			want{"right_eye.AL": 22.74, "right_eye.K1_magnitude": 44.36, "right_eye.K1_axis": 97.0, "right_eye.K2_magnitude": 45.12, "right_eye.K2_axis": 7.0}, nil},
		"single readings below their labels, whose units stand apart": {`
OD
AL    mm          SNR
     24.96        9.2
     24.95        11.4
AVG  24.96        9.9
ACD   mm         CCT um
     3.38          530
     3.37          532
AVG  3.38          531`,
			want{"right_eye.AL": 24.96, "right_eye.ACD": 3.38, "right_eye.CCT": 531.0}, nil},
		"a mark of quality on the outer side of both eyes' values": {`
          OD                                          OS
●    43.52 D @ 3°          K1          43.70 D @ 176°    ●
●    44.87 D @ 93°         K2          44.62 D @ 86°     ●
●    23.08 mm              AL          22.95 mm          ●
●    2.97 mm               ACD         2.92 mm           ●
n = 1.3375`,
			want{
				"right_eye.keratometric_index": 1.3375, "left_eye.keratometric_index": 1.3375,
				"right_eye.AL": 23.08, "right_eye.ACD": 2.97, "right_eye.K1_magnitude": 43.52, "right_eye.K1_axis": 3.0, "right_eye.K2_magnitude": 44.87, "right_eye.K2_axis": 93.0,
				"left_eye.AL": 22.95, "left_eye.ACD": 2.92, "left_eye.K1_magnitude": 43.70, "left_eye.K1_axis": 176.0, "left_eye.K2_magnitude": 44.62, "left_eye.K2_axis": 86.0,
			}, nil},
		"rows that begin with a letter and its word, under heads of two lines": {`
                AL               ACD
                Mean    SD       Mean    SD
R (right)       23.36   0.01     3.04    0.01
L (left)        23.49   0.02     3.08    0.02`,
			want{"right_eye.AL": 23.36, "right_eye.ACD": 3.04, "left_eye.AL": 23.49, "left_eye.ACD": 3.08}, nil},
		"one heading over both keratometries, whose labels differ": {`
OD
Total keratometry
K1: 39.42 D @ 153°   TK1: 38.91 D @ 151°
K2: 40.16 D @ 63°    TK2: 39.70 D @ 61°`,
			want{
				"right_eye.K1_magnitude": 39.42, "right_eye.K1_axis": 153.0, "right_eye.K2_magnitude": 40.16, "right_eye.K2_axis": 63.0,
			}, nil},
		"the back's power and axis behind its radius": {`
OD
Anterior cornea
K1    43.52 D @ 3°
K2    44.87 D @ 93°
Posterior cornea
R1    6.73 / -5.94 @ 178°
R2    6.38 / -6.27 @ 88°`,
			want{"right_eye.K1_magnitude": 43.52, "right_eye.K1_axis": 3.0, "right_eye.K2_magnitude": 44.87, "right_eye.K2_axis": 93.0}, nil},
		"names of two lines beside the first rows of their blocks": {`
          IOL calculation
OD        AL:  23.81 mm                 OS        AL:  23.67 mm
          K1:  43.10 D @ 172°                     K1:  42.94 D @ 9°
right     K2:  44.06 D @ 82°            left      K2:  44.18 D @ 99°
          ACD: 3.24 mm                            ACD: 3.18 mm
          Eye status: phakic                      Eye status: phakic`,
			want{
				"right_eye.AL": 23.81, "right_eye.ACD": 3.24, "right_eye.K1_magnitude": 43.1, "right_eye.K1_axis": 172.0, "right_eye.K2_magnitude": 44.06, "right_eye.K2_axis": 82.0,
				"left_eye.AL": 23.67, "left_eye.ACD": 3.18, "left_eye.K1_magnitude": 42.94, "left_eye.K1_axis": 9.0, "left_eye.K2_magnitude": 44.18, "left_eye.K2_axis": 99.0,
				"right_eye.lens_status": "Phakic", "left_eye.lens_status": "Phakic",
			}, nil},
		"single readings around a value that stands elsewhere": {`
OD                                OS
AL: 22.94 mm                      AL: 23.02 mm
ACD: 2.87 mm                      ACD: 2.91 mm
AL    22.96    22.93    22.94     AL    23.02    23.01    23.03
ACD   2.86     2.87     2.86      ACD   2.90     2.92     2.92`,
			want{"right_eye.AL": 22.94, "right_eye.ACD": 2.87, "left_eye.AL": 23.02, "left_eye.ACD": 2.91}, nil},
		"a name behind the first row of its block, and one behind the second": {`
WTW    12.1 mm    OD
PD     2.57 mm
CCT    555 µm
LT     4.19 mm
WTW    12.0 mm
PD     4.90 mm    OS
CCT    548 µm
LT     4.33 mm`,
			want{"right_eye.WTW": 12.1, "right_eye.CCT": 555.0, "right_eye.LT": 4.19, "left_eye.WTW": 12.0, "left_eye.CCT": 548.0, "left_eye.LT": 4.33}, nil},
		"values above their labels, of which one is missing, beside another column": {`
OS
505 µm         5.13 mm        4.62 mm
CCT            ACD            AQD
---            21.54 mm       11.5 mm
LT             AL             WTW
3.09 mm
Pupil`, want{"left_eye.CCT": 505.0, "left_eye.ACD": 5.13, "left_eye.AL": 21.54, "left_eye.WTW": 11.5}, nil},
		"a drawing beside a table with its labels in the middle": {`
OD                      OD                                   OS
                        22.96 mm           AL                23.07 mm
     ACD 2.58 mm
                        552 µm             CCT               549 µm
                        2.58 mm            ACD               ---
                        4.97 mm            LT                4.93 mm`,
			want{"right_eye.AL": 22.96, "right_eye.CCT": 552.0, "right_eye.ACD": 2.58, "right_eye.LT": 4.97, "left_eye.AL": 23.07, "left_eye.CCT": 549.0, "left_eye.LT": 4.93}, nil},
		"a phakic eye before the label of surgery": {`
OD
Status of lens = Phakic, LVC status = None`, want{}, []string{"right_eye.lens_status"}}, // and no phakic IOL
	})
}

// TestBlocksOfNobody: pages on which the name of an eye does not stand where its block begins.
func TestBlocksOfNobody(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text     string
		withheld []string
	}{
		"a label twice below one name and never below the other": {`
OS
AL     23.45 mm
ACD    3.05 mm
OD
LT     4.51 mm
AL     24.12 mm
ACD    3.11 mm
LT     4.61 mm`, nil},
		"nothing measured under the only name": {`
              RIGHT
Not taken                          Biometry
                                   AL     30.31 mm
                                   CCT    451 µm
                                   LT     6.55 mm`, nil},
		"a label between two blocks stands once": {`
         LT      4.12 mm
OD       WTW     12.4 mm
         PD      4.63 mm
         AL      26.09 mm
         LT      4.51 mm
OS       WTW     12.3 mm
         PD      5.17 mm`, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			check(t, want{}, c.withheld, page(c.text))
		})
	}
}

// TestWrappedLabels: a value at half the height of the lines of its label. Rows that stand as close as those lines are no such labels.
func TestWrappedLabels(t *testing.T) {
	t.Parallel()
	p := page(`
OD
Sim-K flat
                 44.12 D @ 6°
K1
Sim-K steep
                 45.37 D @ 96°
K2
White-to-
white            11.62 mm
(WTW)`)
	tops := []float64{0, 0, 20, 25, 30, 44, 49, 54, 68, 78, 88}
	for i, w := range p.Words {
		top := tops[int(w.Y0)/16]
		p.Words[i].Y0, p.Words[i].Y1 = top, top+9
	}
	check(t, want{
		"right_eye.K1_magnitude": 44.12, "right_eye.K1_axis": 6.0, "right_eye.K2_magnitude": 45.37, "right_eye.K2_axis": 96.0, "right_eye.WTW": 11.62,
	}, nil, p)

	rows := page(`
OD
AL
                 23.45 mm
ACD
                 3.05 mm
LT
                 4.51 mm
WTW`)
	for i, w := range rows.Words {
		rows.Words[i].Y0, rows.Words[i].Y1 = w.Y0*0.4, w.Y0*0.4+9
	}
	check(t, want{}, nil, rows)
}

// TestNamesAtTheEndOfRows: large names end the first rows of their blocks, below the title of a lens calculation, which those rows are no part of.
func TestNamesAtTheEndOfRows(t *testing.T) {
	t.Parallel()
	p := page(`
Nome: FIGUEIREDO, Neusa
Cálculo de LIO
LS: Fácico   VS: Corpo vítreo     OD   LS: Fácico   VS: Corpo vítreo     OS
LVC: Não tratado                       LVC: Não tratado
AL:  22.31 mm    WTW: 11.5 mm          AL:  22.38 mm    WTW: 11.6 mm
ACD: 2.79 mm     CCT: 551 µm           ACD: 2.83 mm     CCT: 547 µm`)
	for i, w := range p.Words {
		if w.Text == "OD" || w.Text == "OS" {
			p.Words[i].Y1 += 4
		}
	}
	check(t, want{
		"patient.name": "FIGUEIREDO, Neusa", "right_eye.AL": 22.31, "right_eye.ACD": 2.79, "right_eye.WTW": 11.5, "right_eye.CCT": 551.0, "right_eye.lens_status": "Phakic", "right_eye.post_refractive": "None",
		"left_eye.AL": 22.38, "left_eye.ACD": 2.83, "left_eye.WTW": 11.6, "left_eye.CCT": 547.0, "left_eye.lens_status": "Phakic", "left_eye.post_refractive": "None",
	}, nil, p)
}

// TestTwinTitles: the letters of the eyes begin two titles of the same words.
func TestTwinTitles(t *testing.T) {
	t.Parallel()
	const rows = `
No      AXIAL      ACD     LENS     CCT                 No      AXIAL      ACD     LENS     CCT
1       22.30      2.71    4.95     517                 1       22.43      2.81    4.91     522
2       22.32      2.71    4.91     519                 2       22.45      2.75    4.85     524
Avg     22.31      2.71    4.93     518                 Avg     22.44      2.78    4.88     523`
	all := want{
		"right_eye.AL": 22.31, "right_eye.ACD": 2.71, "right_eye.LT": 4.93, "right_eye.CCT": 518.0,
		"left_eye.AL": 22.44, "left_eye.ACD": 2.78, "left_eye.LT": 4.88, "left_eye.CCT": 523.0,
	}
	check(t, all, nil, page("R – Axial data                                          L – Axial data"+rows))
	check(t, want{}, nil, page("R – Axial data                                          L – Other data"+rows))
}

// TestHeadsAtTheRight: the heads of the meridians end where the axes below them end, each over a power and its axis.
func TestHeadsAtTheRight(t *testing.T) {
	t.Parallel()
	k := want{
		"right_eye.keratometric_index": 1.3375, "right_eye.K1_magnitude": 44.37, "right_eye.K1_axis": 95.0, "right_eye.K2_magnitude": 45.26, "right_eye.K2_axis": 5.0,
		"posterior_keratometry.right_eye.PK1_magnitude": 6.12, "posterior_keratometry.right_eye.PK1_axis": 2.0,
		"posterior_keratometry.right_eye.PK2_magnitude": 6.38, "posterior_keratometry.right_eye.PK2_axis": 92.0,
	}
	check(t, k, nil, page(`
EYESTAR 900
OD right
Keratometry                    Flat (1)         Steep (2)     Mean   Astigm.
K n = 1.3375           44.37 D    @ 95°  45.26 D     @ 5°    44.81    0.89 D
R                      7.61 mm    @ 95°  7.46 mm     @ 5°     7.53
Posterior PK           -6.12 D     @ 2°  -6.38 D    @ 92°    -6.25    0.26 D
Total (ray traced)     43.62 D    @ 98°  44.31 D     @ 8°    43.97    0.69 D`))
}

// TestWhatIsNoValue: numbered single readings without a mean beside rows of values, deviations, and acuities beside the names of both eyes.
func TestWhatIsNoValue(t *testing.T) {
	t.Parallel()
	both := want{"right_eye.AL": 23.45, "right_eye.ACD": 3.05, "left_eye.AL": 24.12, "left_eye.ACD": 3.11}
	check(t, both, nil, page(`
OD right
AL [mm]   ACD [mm]
23.45     3.05
                                     #     AL      CCT
Radius    7.72     7.54     7.63     1     23.44   536
          7.61     7.44     7.52     2     23.46   533
OS left
AL [mm]   ACD [mm]
24.12     3.11
                                     #     AL      CCT
Radius    7.71     7.54     7.62     1     24.11   541
          7.60     7.44     7.52     2     24.13   540`))
	check(t, both, nil, page(`
AV OD 4/10  OG 10/10
OD right
AL   23.45 mm
SD AL 0.011 mm
ACD  3.05 mm
OS left
AL   24.12 mm
SD AL 0.012 mm
ACD  3.11 mm`))
	check(t, want{"right_eye.AL": 23.45, "right_eye.LT": 4.18, "left_eye.AL": 24.12, "left_eye.LT": 4.22}, nil, page(`
                      OD        OS
Axial length (AL)     23.45     24.12    mm
Axial length, SD      0.013     0.018    mm
Lens thickness (LT)   4.18      4.22     mm`))
}

// TestEyeEndsPatientsData: the last row of the patient's data names the eye of the page, beside the titles of maps.
func TestEyeEndsPatientsData(t *testing.T) {
	t.Parallel()
	const head = `
Last name:    Sample
First name:   Sally                  Pachymetry CCT
ID:           4711                   Anterior chamber ACD
`
	const values = `
AL   24.12 mm
ACD  3.11 mm`
	known := want{"patient.name": "Sample, Sally", "patient.id": "4711", "left_eye.AL": 24.12, "left_eye.ACD": 3.11}
	check(t, known, nil, page(head+"Eye:          Left (OS)"+values))
}

// TestUnequalBlocks: of two blocks of one line each the second one is higher, as where OCR saw one word too high.
func TestUnequalBlocks(t *testing.T) {
	t.Parallel()
	p := page(`
AL 23.45 mm    ACD 3.05 mm    LT 4.51 mm
AL 24.12 mm    ACD 3.11 mm    LT 4.61 mm`)
	for i, w := range p.Words {
		if w.Y0 > p.Words[0].Y1 {
			p.Words[i].Y1 = w.Y1 + 9
		}
	}
	check(t, want{}, nil, p)
}

// TestColumnsOfManyLines: the columns of a page of hundreds of lines are found in the time of a test. Each run of lines by itself would take hours.
func TestColumnsOfManyLines(t *testing.T) {
	t.Parallel()
	row := "Word   more   AL   23.45        text   ACD   3.12   x\n"
	for _, lines := range []int{150, 1500} {
		reader.Find([]layout.Page{page("OD\n" + strings.Repeat(row, lines))})
	}
}

// TestStrangersDocuments: what pages that others drew have beside the values, each of which hid values of both eyes.
func TestStrangersDocuments(t *testing.T) {
	t.Parallel()
	lengths := want{"right_eye.AL": 22.14, "right_eye.ACD": 2.74, "left_eye.AL": 21.96, "left_eye.ACD": 2.69}
	meridians := want{
		"right_eye.K1_magnitude": 42.18, "right_eye.K1_axis": 173.0, "right_eye.K2_magnitude": 43.44, "right_eye.K2_axis": 83.0,
		"left_eye.K1_magnitude": 42.35, "left_eye.K1_axis": 9.0, "left_eye.K2_magnitude": 43.72, "left_eye.K2_axis": 99.0,
	}
	checkEach(t, map[string]pageTest{
		"the nasal sides of two maps": {`
Eye: right
AL     22.14 mm     N               N
ACD    2.74 mm`, want{"right_eye.AL": 22.14, "right_eye.ACD": 2.74}, nil},
		"rows of eyes with names in the middle, over a line with a label": {`
Eye              AL        ACD       K1 plano     K2 curvo     Cil
                                     8.00 mm      7.77 mm      -1.26 D
 RIGHT (OD)      22.14     2.74      42.18 D      43.44 D      Ax 173°
                                     173°         83°
                                     7.97 mm      7.72 mm      -1.37 D
  LEFT (OS)      21.96     2.69      42.35 D      43.72 D      Ax 9°
                                     9°           99°
AL mode: phakic (OD), pseudophakic (OS)`,
			merged(lengths, meridians, want{"right_eye.lens_status": "Phakic", "left_eye.lens_status": "Pseudophakic"}), nil},
		"single readings of both meridians above their means, which alone have radii": {`
OD
K1: 41.50 D @ 94°      K2: 42.30 D @ 4°
K1: 41.50 D @ 94°      K2: 42.37 D @ 4°
K1: 41.38 D @ 94°      K2: 42.38 D @ 4°
MV: 41.46/42.35 D      SD: 0.04 D
K1: 41.46 D x 94°      R1: 8.14 mm
K2: 42.35 D x 4°       R2: 7.97 mm`,
			want{"right_eye.K1_magnitude": 41.46, "right_eye.K1_axis": 94.0, "right_eye.K2_magnitude": 42.35, "right_eye.K2_axis": 4.0}, nil},
		"single readings of both meridians below their means": {`
OD right                                              OS left
K1: 42.18 D @ 173°                                    K1: 42.35 D @ 9°
K2: 43.44 D @ 83°                                     K2: 43.72 D @ 99°
SE: 42.81 D  K1: 42.17 D @ 174°  K2: 43.45 D @ 84°    SE: 43.03 D  K1: 42.36 D @ 10°  K2: 43.71 D @ 100°
SE: 42.79 D  K1: 42.18 D @ 172°  K2: 43.40 D @ 82°    SE: 43.01 D  K1: 42.31 D @ 8°   K2: 43.71 D @ 98°
SE: 42.83 D  K1: 42.19 D @ 173°  K2: 43.47 D @ 83°    SE: 43.06 D  K1: 42.38 D @ 9°   K2: 43.74 D @ 99°
Printed 18.02.2025`, meridians, nil},
		"readings below others that are not their mean": {`
OD
K1: 42.30 D @ 173°
K2: 43.44 D @ 83°
K1: 42.17 D @ 174°    K2: 43.45 D @ 84°
K1: 42.18 D @ 172°    K2: 43.40 D @ 82°
K1: 42.19 D @ 173°    K2: 43.47 D @ 83°`, want{},
			[]string{"right_eye.K1_axis", "right_eye.K1_magnitude", "right_eye.K2_axis", "right_eye.K2_magnitude"}},
		"the mean in a row of its own below the readings": {`
<R>
AL   22.13 22.14 22.15
AVG  22.14 mm
CCT  535 538 538
AVG  537 um
WTW  11.8 mm
<L>
AL   21.95 21.96 21.97
AVG  21.96 mm
CCT  542 545 545
AVG  544 um
WTW  12.0 mm`,
			want{"right_eye.AL": 22.14, "right_eye.CCT": 537.0, "right_eye.WTW": 11.8, "left_eye.AL": 21.96, "left_eye.CCT": 544.0, "left_eye.WTW": 12.0}, nil},
		"a number below the readings that is not their mean": {`
OD
CCT  535 538 538
AVG  531 um`, want{}, []string{"right_eye.CCT"}},
		"a table of readings with a row of means beside another table": {`
OD right
   AL [mm] ACD [mm]                Keratometry
1    22.15    2.76                 K1   42.18 D @ 173°
2    22.13    2.73
3    22.14    2.74                 K2   43.44 D @ 83°
Ø    22.14    2.74
SD   0.014    0.012                AST  1.26 D
OS left
   AL [mm] ACD [mm]                Keratometry
1    21.96    2.68                 K1   42.35 D @ 9°
2    21.97    2.70
3    21.95    2.69                 K2   43.72 D @ 99°
Ø    21.96    2.69
SD   0.017    0.010                AST  1.37 D`, merged(lengths, meridians), nil},
		"labels in the middle, with readings outside of their means, on a page for biometry and lenses": {`
Biometry and IOL calculation
ID: 4711
              RIGHT (R)                               LEFT (L)
Single readings   SD      Mean               Mean     SD     Single readings
22.13 22.15      0.016    22.14     AL       21.96    0.016    21.95 21.97
2.73 2.75        0.019    2.74      ACD      2.69     0.012    2.68 2.70
                          538       CCT      541`,
			merged(lengths, want{"right_eye.CCT": 538.0, "left_eye.CCT": 541.0, "patient.id": "4711"}), nil},
		"a lens calculation in the title above the patient's data": {`
Right eye (OD)
IOL calculation - SRK/T
Patient ID: 4711
AL   22.14 mm
ACD  2.74 mm`, want{"right_eye.AL": 22.14, "right_eye.ACD": 2.74, "patient.id": "4711"}, nil},
		"a name that is elsewhere the left eye": {`
Nom : LE GOFF      ID : 4711
OD                 OG
AL  22.14 mm       AL  21.96 mm
ACD 2.74 mm        ACD 2.69 mm`, merged(lengths, want{"patient.name": "LE GOFF", "patient.id": "4711"}), nil},
		"the lens in other words than its thickness": {`
Right eye (OD)   Lens: phakic · Vitreous: normal
Lens thickness   4.38 mm      Lens tilt 4.4°
CLR 0.37 mm      LT  4.38 mm      Lens R front / back 9.5 / 6.0 mm`, want{"right_eye.LT": 4.38, "right_eye.lens_status": "Phakic"}, nil},
		"radii of the back as a pair with one unit": {`
OD
Anterior surface           Posterior surface
K1      42.18 D @ 173°     K1       -5.9 D @ 6°
K2      43.44 D @ 83°      K2       -6.3 D @ 96°
R1 / R2 8.00 / 7.77 mm     R1 / R2  6.78 / 6.35 mm`,
			want{"right_eye.K1_magnitude": 42.18, "right_eye.K1_axis": 173.0, "right_eye.K2_magnitude": 43.44, "right_eye.K2_axis": 83.0}, nil},
		"a state without a label, before another thing": {`
OD
AL  22.14 mm
Phakic | Std. dev. 0.014 mm`, want{"right_eye.AL": 22.14, "right_eye.lens_status": "Phakic"}, nil},
	})
}

// TestSmallerReadings: smaller numbers without units below a value are its single readings; a number of OCR may be lower than another by chance.
func TestSmallerReadings(t *testing.T) {
	t.Parallel()
	p := page(`
OD
CCT
569 µm
567
570`)
	for i, w := range p.Words {
		if w.Text == "567" || w.Text == "570" {
			p.Words[i].Y0 += 3
		}
	}
	check(t, want{"right_eye.CCT": 569.0}, nil, p)
	p.OCR = true
	check(t, want{}, nil, p)
}

// TestUnmeasuredEyes: below the names of both eyes stands that one was not measured, beside the values of the other.
func TestUnmeasuredEyes(t *testing.T) {
	t.Parallel()
	right := want{"right_eye.AL": 23.05, "right_eye.WTW": 11.4}
	left := want{"left_eye.AL": 23.05, "left_eye.WTW": 11.4}
	for name, c := range map[string]struct {
		text string
		want want
	}{
		"right of two columns of values": {`
OD                                             OS
AL     23.05 mm    CCT   438 µm                Not measured
WTW    11.4 mm     Pupil 3.1 mm`, merged(right, want{"right_eye.CCT": 438.0})},
		"right of labels that begin under the middle of a name, one with a blot": {`
OD                                 OS
 A (axis)                          Not measured
| AL          23.05 mm
 WTW          11.4 mm`, right},
		"left, far before a name over the middle of its column": {`
           OD                                            OS
Sin medición
                                         AL     23.05 mm
                                         WTW    11.4 mm`, left},
		"dashes in a table of both eyes": {`
             OD           OS
AL           ---          23.05 mm
WTW          ---          11.4 mm`, left},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			check(t, c.want, nil, page(c.text))
		})
	}
}

// TestStrangersTables: tables and lists as IOLMaster 500, AL-Scan, CASIA2, Argos and hospitals print them.
func TestStrangersTables(t *testing.T) {
	t.Parallel()
	meridians := want{"right_eye.K1_magnitude": 42.11, "right_eye.K1_axis": 7.0, "right_eye.K2_magnitude": 43.02, "right_eye.K2_axis": 97.0}
	for name, c := range map[string]struct {
		text string
		want want
	}{
		"means below numbered readings, and in a row below a row of readings": {`
OD rechts
Nr.   AL           SNR
1     23.87 mm     149.5
2     23.83 mm     226.1
3     23.91 mm     182.5
MV    23.87 mm     SD = 0.04 mm
Nr.   K1                   K2
1     42.23 dpt @ 6°       42.98 dpt @ 96°
2     42.07 dpt @ 7°       43.04 dpt @ 97°
3     42.03 dpt @ 8°       43.04 dpt @ 98°
MV    42.11 dpt @ 7°       43.02 dpt @ 97°
Vorderkammertiefe (ACD)
3.22 mm   3.22 mm   3.19 mm   3.22 mm   3.20 mm
MV 3.21 mm      SD = 0.014`, merged(meridians, want{"right_eye.AL": 23.87, "right_eye.ACD": 3.21})},
		"labels in the middle, whose readings are numbered": {`
          OD                            OS
23.04 mm  SNR 18     AL 1        28.63 mm  SNR 6
23.06 mm  SNR 14     AL 2        28.61 mm  SNR 7
23.05 mm             AL Prom.    28.62 mm
547  543  548        CCT (1-3)   545  535  540
546 µm               CCT Prom.   540 µm
11.9 mm              WTW         12.2 mm`,
			want{"right_eye.AL": 23.05, "right_eye.CCT": 546.0, "right_eye.WTW": 11.9, "left_eye.AL": 28.62, "left_eye.CCT": 540.0, "left_eye.WTW": 12.2}},
		"columns of surfaces": {`
OD
         Keratometric          Real (total)          Posterior
Ks       43.02 D @97°          42.1 D @96°           -6.4 D @88°
Kf       42.11 D @7°           41.5 D @6°            -6.2 D @178°`,
			meridians},
		"radii below the powers, and the state of the lens beside the name": {`
OD (Right)                                        Lens: Phakic · Index 1.3375
AL          LT
23.05 mm    4.44 mm
K1 (flat)                 K2 (steep)
42.11 D @ 7°              43.02 D @ 97°
8.01 mm                   7.85 mm`, merged(meridians, want{"right_eye.AL": 23.05, "right_eye.LT": 4.44, "right_eye.lens_status": "Phakic", "right_eye.keratometric_index": 1.3375})},
		"axes of two lines": {`
Auge    AL        K1 (flach)    Achse    K2 (steil)    Achse
        [mm]      [D]           K1       [D]           K2
RA      23.05     42.11         7°       43.02         97°
LA      24.61     42.33         101°     43.58         11°`,
			merged(meridians, want{"right_eye.AL": 23.05, "left_eye.AL": 24.61, "left_eye.K1_magnitude": 42.33, "left_eye.K1_axis": 101.0, "left_eye.K2_magnitude": 43.58, "left_eye.K2_axis": 11.0})},
		"the head of a list of earlier visits": {`
Measurement      OD (right)      OS (left)      Unit
AL               23.05           24.61          mm
Previous biometry (history, for comparison only)
Date          Device       AL OD      AL OS
03/02/2020    IOLMaster    23.01      24.58
IOL plan`, want{"right_eye.AL": 23.05, "left_eye.AL": 24.61}},
		"a zone of the cornea in a heading": {`
OCULUS PENTACAM AXL
OD
K1 (flach)    42.11 D @ 7°
K2 (steil)    43.02 D @ 97°
Rückfläche
K1    -6.2 D @ 178°
K2    -6.4 D @ 88°
TCRP 4.0 mm Zone/Apex
K1    41.5 D @ 6°
K2    42.1 D @ 96°`,
			merged(meridians, want{"posterior_keratometry.right_eye.PK1_magnitude": 6.2, "posterior_keratometry.right_eye.PK1_axis": 178.0,
				"posterior_keratometry.right_eye.PK2_magnitude": 6.4, "posterior_keratometry.right_eye.PK2_axis": 88.0})},
		"states by eye in one line": {`
OD                          OS
AL  23.05 mm                AL  24.61 mm
Lens status: OD phakic – OS pseudophakic`,
			want{"right_eye.AL": 23.05, "left_eye.AL": 24.61, "right_eye.lens_status": "Phakic", "left_eye.lens_status": "Pseudophakic"}},
		"the name of an eye under a picture between both columns": {`
       OD (derecho)                                  OI (izquierdo)
                         OD   Scheimpflug 0°
            24.18 mm     Longitud axial AL           24.31 mm
            4.38 mm      Espesor cristalino LT       4.33 mm
            12.03 mm     Diámetro limbo (W-W)        11.97 mm`,
			want{"right_eye.AL": 24.18, "right_eye.LT": 4.38, "right_eye.WTW": 12.03, "left_eye.AL": 24.31, "left_eye.LT": 4.33, "left_eye.WTW": 11.97}},
		"an index over a table of indices": {`
OD
Keratometry (n = 1.3375)
K1    42.11 D @ 7°
K2    43.02 D @ 97°
Index      Value     Normal range
ISV        21        < 37`, merged(meridians, want{"right_eye.keratometric_index": 1.3375})},
		"columns of surfaces right of the title of the table": {`
Heidelberg Engineering ANTERION
OD
Keratometry (3 mm)       Ant. (n = 1.3375)       Posterior           Total Corneal Power
Flat (K1)                42.11 D @ 7°            -6.12 D @ 95°       41.29 D @ 14°
Steep (K2)               43.02 D @ 97°           -6.31 D @ 5°        42.86 D @ 104°`,
			merged(meridians, want{"posterior_keratometry.right_eye.PK1_magnitude": 6.12, "posterior_keratometry.right_eye.PK1_axis": 95.0,
				"posterior_keratometry.right_eye.PK2_magnitude": 6.31, "posterior_keratometry.right_eye.PK2_axis": 5.0, "right_eye.keratometric_index": 1.3375})},
		"a lens whose name begins like a label": {`
OD
AL  23.05 mm
AcrySof IQ SN60WF     CT Asphina 509     Clareon Toric`, want{"right_eye.AL": 23.05}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			check(t, c.want, nil, page(c.text))
		})
	}
}

// TestRowsOfBothEyes: rows by eye as Anterion, Lenstar, Argos, Galilei and Revo print them.
func TestRowsOfBothEyes(t *testing.T) {
	t.Parallel()
	powers := func(side string, k1, a1, k2, a2 float64) want {
		return want{side + "_eye.K1_magnitude": k1, side + "_eye.K1_axis": a1, side + "_eye.K2_magnitude": k2, side + "_eye.K2_axis": a2}
	}
	both := merged(powers("right", 42.83, 22, 43.72, 112), powers("left", 42.67, 155, 43.89, 65))
	lengths := want{"right_eye.AL": 22.71, "right_eye.CCT": 541.0, "right_eye.LT": 4.39, "left_eye.AL": 22.58, "left_eye.CCT": 536.0, "left_eye.LT": 4.45}
	for name, c := range map[string]struct {
		text string
		want want
	}{
		"surfaces behind the names": {`
Œil / surface                     Plat (K1)     Axe      Cambré (K2)    Axe
OD antérieure (SimK)              42,83 D       22°      43,72 D        112°
OD postérieure                    6,71 mm       18°      6,42 mm        108°
OD puissance totale (TCP)         42,11 D       24°      43,02 D        114°
OG antérieure (SimK)              42,67 D       155°     43,89 D        65°
OG postérieure                    6,80 mm       159°     6,39 mm        69°
OG puissance totale (TCP)         41,88 D       153°     43,13 D        63°`, both},
		"dates behind the names": {`
Auge   Datum         AL [mm]   CCT [µm]   LD [mm]
OD     21.08.2023    22,71     541        4,39
       SD            0,015     2,4        0,03
OD     16.06.2020    22,68     545        4,28
OS     21.08.2023    22,58     536        4,45
       SD            0,019     1,9        0,04
OS     16.06.2020    22,55     539        4,31`, lengths},
		"dates of two days": {`
Auge   Datum         AL [mm]   CCT [µm]   LD [mm]
OD     21.08.2023    22,71     541        4,39
OS     23.08.2023    22,58     536        4,45`, lengths},
		"deviations in small print below the values": {`
          AL         CCT        LT

OD        22.71      541        4.39
          0.018      2.1        0.033

OS        22.58      536        4.45
          0.022      1.8        0.029`, lengths},
		"deviations beside labels in the middle, between pictures and lenses": {`
OD OCT 2D                      OD (Right)   SD     Measurement   SD     OS (Left)                   OS OCT 2D
                               22.71        0.01   AL [mm]       0.02   22.58
                               541          3      CCT [µm]      2      536
                               3.05         0.01   ACD [mm]      0.01   2.99
                               4.39         0.02   LT [mm]       0.03   4.45
                               42.83 @ 22°  0.06   K1 [D]        0.04   42.67 @ 155°
Keratometry / CW      Pupil    43.72 @ 112° 0.05   K2 [D]        0.07   43.89 @ 65°                 Keratometry / CW
`,
			merged(both, lengths, want{"right_eye.ACD": 3.05, "left_eye.ACD": 2.99})},
		"earlier and present values with their difference": {`
Parameter      Einh.            R (OD)                               L (OS)
                     2022-05-14 | 2023-11-21 Diff.        2022-05-14   2023-11-21   Diff.
Achslänge AL   mm    22,39        22,71      +0,32        22,31        22,58        +0,27
Hornhautdicke  µm    543          541        -2           537          536          -1
Linsendicke    mm    4,41         4,39       -0,02        4,48         4,45         -0,03`, lengths},
		"a narrow table under wide names": {`
              Right Eye (OD) Left Eye (OS)
AL [mm]       22.71          22.58
CCT [µm]      541            536
LT [mm]       4.39           4.45
SimK flat     42.83  22°     42.67  155°
SimK steep    43.72  112°    43.89  65°`, merged(both, lengths)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			check(t, c.want, nil, page(c.text))
		})
	}
}

// TestRowWithoutName: a row of a table by eye whose name is missing is of no eye, and may be of either.
func TestRowWithoutName(t *testing.T) {
	t.Parallel()
	r := reader.Find([]layout.Page{page(`
Œil / surface                     Plat (K1)     Axe      Cambré (K2)    Axe
OD                                42,83 D       22°      43,72 D        112°
OD                                42,95 D       18°      43,81 D        108°
                                  42,11 D       24°      43,02 D        114°
OG                                42,67 D       155°     43,89 D        65°
OG                                42,71 D       159°     43,95 D        69°`)}).Report()
	if got := found(t, r); got["left_eye.K1_magnitude"] != nil || got["right_eye.K1_magnitude"] != nil {
		t.Errorf("the answer has powers: %v", got)
	}
}

// TestNameBesideAll: the name of the only eye beside everything that was measured, or over the column of its values.
func TestNameBesideAll(t *testing.T) {
	t.Parallel()
	all := want{"right_eye.AL": 23.05, "right_eye.ACD": 3.21, "right_eye.LT": 4.44, "right_eye.CCT": 541.0, "right_eye.WTW": 11.9}
	left := want{"left_eye.AL": 24.61, "left_eye.ACD": 3.3, "left_eye.LT": 4.5, "left_eye.WTW": 12.1}
	for name, c := range map[string]struct {
		text string
		want want
	}{
		"left, beside the last row": {`
       AL     23.05 mm
       ACD    3.21 mm
       LT     4.44 mm
       CCT    541 µm
OD     WTW    11.9 mm`, all},
		"right, at half the height": {`
AL     23.05 mm
ACD    3.21 mm
LT     4.44 mm                                      OD
CCT    541 µm
WTW    11.9 mm`, all},
		"both, at half the heights of blocks that are not alike": {`
       AL     23.05 mm
       ACD    3.21 mm
OD     LT     4.44 mm
       CCT    541 µm
       WTW    11.9 mm



       AL     24.61 mm
       ACD    3.30 mm
OS     LT     4.50 mm
       WTW    12.1 mm`, merged(all, left)},
		"over the column of the values, right of long labels": {`
                                                              OD
Axial length AL                                               23.05
Anterior chamber depth ACD                                    3.21
Lens thickness LT                                             4.44
Central corneal thickness CCT                                 541
White to white WTW                                            11.9
Refractive surgery                                            hyperopic LASIK`,
			merged(all, want{"right_eye.post_refractive": "Hyperopic LVC"})},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			check(t, c.want, nil, page(c.text))
		})
	}
}

// TestNothingOfTheOtherEye: a value of one eye stands where one of the other is missing, and blocks of both below a name that was misread.
func TestNothingOfTheOtherEye(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text string
		want want
	}{
		"units under both names, and a value that is missing": {`
                     OD       OG
AL             22,40 mm 23,92 mm
CCT                  µm   596 µm
LT              4,66 mm  4,24 mm
WTW             11,2 mm  11,5 mm`, want{
			"right_eye.AL": 22.4, "left_eye.AL": 23.92, "left_eye.CCT": 596.0, "right_eye.LT": 4.66, "left_eye.LT": 4.24, "right_eye.WTW": 11.2, "left_eye.WTW": 11.5,
		}},
		"a block above a name in the margin": {`
OD Oestro     Misure assiali
               Lunghezza assiale (4XL) 35,77 nnm Profoudità camera anteriore (ACD) 3,53 mm Bianco-bianco (W-W) 14,7 mnn
               Pachimetria centrale (Pachy Vertex N.) 407 µm Diametro pupillare (P0) 2,21 mm
OS Sinistro    Misure assiali
               Lunghezza assiale (AXL) 23,76 mm Profondità camera auteriore (ACO) 3,67 mrn Bianco-bianco (W-W) 11,3 mnn
               Pachimetria contrale (Pachy Vertex N.) 569 µm Diametro pupillate (P0) 4,26 mnn
               Cheratometria
               R1 7,80 mm @ 135º R2 7,63 mm @ 45º Indice cheratometrico (ri) 1,332`, want{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			check(t, c.want, nil, page(c.text))
		})
	}
}

// TestValuesUnderTheirLabels: values that are flush right under labels flush left stand nearer to the next label. Single readings are no values.
func TestValuesUnderTheirLabels(t *testing.T) {
	t.Parallel()
	check(t, want{"right_eye.AL": 23.05, "right_eye.CCT": 541.0, "right_eye.ACD": 3.21, "right_eye.LT": 4.44}, nil, page(`
OD
AL                 CCT              ACD              LT
          23.05           541              3.21             4.44`))
	check(t, want{}, nil, page(`
OD
AL                 CCT              ACD              LT
          23.05           541              3.21             4.44
          23.06           543              3.22             4.40
          23.04           540              3.21             4.45`))
}

// merged is all values of several.
func merged(all ...want) want {
	out := want{}
	for _, w := range all {
		maps.Copy(out, w)
	}
	return out
}

// TestAxesBehindStrokes: rows of radii with their axes behind strokes, as their labels say, of single readings and of their mean.
func TestAxesBehindStrokes(t *testing.T) {
	t.Parallel()
	check(t, want{
		"right_eye.AL": 23.02, "right_eye.CCT": 543.0, "right_eye.WTW": 11.88, "right_eye.keratometric_index": 1.332,
		"right_eye.K1_magnitude": 41.81, "right_eye.K1_axis": 101.0, "right_eye.K2_magnitude": 42.51, "right_eye.K2_axis": 11.0,
		"left_eye.AL": 22.93, "left_eye.CCT": 539.0, "left_eye.WTW": 11.93, "left_eye.keratometric_index": 1.332,
		"left_eye.K1_magnitude": 41.66, "left_eye.K1_axis": 88.0, "left_eye.K2_magnitude": 42.62, "left_eye.K2_axis": 178.0,
	}, nil, page(`
LENSTAR LS 900
Keratometer-Brechungsindex n   1,332
OD rechts
                           1             2             3             4             5             MW             SD
AL [mm]                  23,04         22,99         23,03         23,01         23,03         23,02         0,016
HHD [µm]                 543           543           543           543           543           543           2,0
R1 [mm] / Achse [°]        7,94 / 101    7,94 / 100    7,93 / 100    7,95 / 101    7,95 / 100    7,94 / 101    0,012
R2 [mm] / Achse [°]        7,82 / 11     7,83 / 10     7,80 / 11     7,79 / 12     7,82 / 12     7,81 / 11     0,012
WZW [mm]                 11,88         11,88         11,87         11,94         11,83         11,88         0,040
OS links
                           1             2             3             4             5             MW             SD
AL [mm]                  22,93         22,93         22,94         22,93         22,92         22,93         0,016
HHD [µm]                 540           537           540           537           541           539           2,0
R1 [mm] / Achse [°]        7,97 / 89     7,96 / 88     7,96 / 88     7,97 / 88     7,98 / 87     7,97 / 88     0,012
R2 [mm] / Achse [°]        7,79 / 179    7,78 / 179    7,80 / 177    7,77 / 179    7,81 / 179    7,79 / 178    0,012
WZW [mm]                 11,97         11,89         11,86         12,01         11,92         11,93         0,040`))
}

// TestRepeatsOnAnotherPage: a page of single readings without a named mean does not doubt what another page gives once, if that lies between them.
func TestRepeatsOnAnotherPage(t *testing.T) {
	t.Parallel()
	values := page(`
IOLMaster 700
OD                                        OS
K1: 43,12 D @ 172°                        K1: 43,30 D @ 8°
K2: 44,06 D @ 82°                         K2: 44,02 D @ 98°`)
	readings := func(second, last string) string {
		return `
IOLMaster 700
OD                                        OS
K1: 43,09 D @ 173°   K2: 44,06 D @ 84°    K1: 43,27 D @ 7°    K2: 44,07 D @ 97°
K1: ` + second + ` D @ 170°   K2: 44,02 D @ 84°    K1: 43,32 D @ 7°    K2: 43,98 D @ 97°
K1: ` + last + ` D @ 172°   K2: 44,06 D @ 82°    K1: 43,30 D @ 8°    K2: 44,02 D @ 98°`
	}
	left := want{"left_eye.K1_magnitude": 43.3, "left_eye.K1_axis": 8.0, "left_eye.K2_magnitude": 44.02, "left_eye.K2_axis": 98.0}
	right := want{"right_eye.K1_magnitude": 43.12, "right_eye.K1_axis": 172.0, "right_eye.K2_magnitude": 44.06, "right_eye.K2_axis": 82.0}
	check(t, merged(left, right), nil, values, page(readings("43,13", "43,12")))
	check(t, merged(left, right), nil, values, page(readings("43,13", "43,11")))
	// Here the value is larger than all readings.
	powers := []string{"right_eye.K1_axis", "right_eye.K1_magnitude", "right_eye.K2_axis", "right_eye.K2_magnitude"}
	check(t, left, powers, values, page(readings("43,10", "43,11")))
}

// TestNamesBesideAddresses: the name ends where the address of the practice begins, which stands in a column of its own, though a long name leaves little space.
func TestNamesBesideAddresses(t *testing.T) {
	t.Parallel()
	p := page(`
Name:          Sample, Sally    Augenzentrum Lindenhof
ID:            4711             Lindenweg 12
Geb.-Datum:    17.08.1949       37099 Musterstadt
Geschlecht:    Weiblich         Tel. 0551 000
OD
AL: 23,06 mm`)
	for i, w := range p.Words { // the letters of the name are wide
		if w.Text == "Sally" {
			p.Words[i].X1 += 12
		}
	}
	check(t, want{"patient.name": "Sample, Sally", "patient.id": "4711", "patient.date_of_birth": "1949-08-17", "patient.gender": "Female", "right_eye.AL": 23.06}, nil, p)
}

// TestDoctorIsNoEye: "Dr. T." before a surname is no French "drt" for right.
func TestDoctorIsNoEye(t *testing.T) {
	t.Parallel()
	check(t, want{"left_eye.AL": 22.94}, nil, page(`
OA-2000
OS (Left)
Dr. T. Fallon
AL   22.94 mm`))
}

// TestZonesBesideReadings: the zones of OA-2000 stand beside the list of readings, whose rows are not level with theirs.
func TestZonesBesideReadings(t *testing.T) {
	t.Parallel()
	p := page(`
OA-2000
OD (Right)
No.    Axial     ACD     Lens     CCT    SNR      φ2.5mm        [mm]     [D]    [deg]
       [mm]     [mm]    [mm]     [µm]
  1    22.89     2.78     4.88    559     9.3             Rf     7.66   44.06     96

  2    22.85     2.80     4.89    559    12.0             Rs     7.49   45.06      6

  3    22.87     2.79     4.87    558    10.5             Av.    7.58   44.56

  4    22.88     2.79     4.90    564     7.7     φ3.0mm        [mm]     [D]    [deg]

  5    22.85     2.78     4.91    558     8.9             Rf     7.68   43.95     98

  6    22.88     2.80     4.88    564    13.2             Rs     7.51   44.94      8

Ave.   22.87     2.79    4.88    561`)
	for i, w := range p.Words {
		if w.X0 > 6*48+12 && w.Y0 > 4*16 {
			p.Words[i].Y0, p.Words[i].Y1 = w.Y0-10, w.Y1-10
		}
	}
	check(t, want{
		"right_eye.K1_magnitude": 43.95, "right_eye.K1_axis": 98.0, "right_eye.K2_magnitude": 44.94, "right_eye.K2_axis": 8.0,
		"right_eye.AL": 22.87, "right_eye.ACD": 2.79, "right_eye.LT": 4.88, "right_eye.CCT": 561.0,
	}, nil, p)
}

// TestMeridiansInTheirLanguage: words for the meridians and surfaces as Anterion and Pentacam print them.
func TestMeridiansInTheirLanguage(t *testing.T) {
	t.Parallel()
	powers := want{"right_eye.K1_magnitude": 42.61, "right_eye.K1_axis": 4.0, "right_eye.K2_magnitude": 44.35, "right_eye.K2_axis": 94.0}
	backs := want{
		"posterior_keratometry.right_eye.PK1_magnitude": 5.89, "posterior_keratometry.right_eye.PK1_axis": 2.0,
		"posterior_keratometry.right_eye.PK2_magnitude": 6.31, "posterior_keratometry.right_eye.PK2_axis": 92.0,
	}
	checkEach(t, map[string]pageTest{
		"feminine": {`
ANTERION
OD
SimK antérieure (n = 1,3375 ; zone 3 mm)
Cambrée                     44,35 D               @ 94°
Plate                       42,61 D                @ 4°
Courbure cornéenne postérieure (3 mm)
Cambrée                     -6,31 D               @ 92°
Plate                       -5,89 D                @ 2°`, merged(powers, backs, want{"right_eye.keratometric_index": 1.3375}), nil},
		"Dutch": {`
OCULUS - PENTACAM AXL
OD Rechts
Voorvlak cornea (n = 1,3375)
Rf:              7,92 mm      K1:             42,61 D
Rs:              7,61 mm      K2:             44,35 D
                              As (vlak):      4,2°
Achtervlak cornea
Rf:              6,79 mm      K1:             -5,89 D
Rs:              6,34 mm      K2:             -6,31 D
                              As (vlak):      2,3°`, merged(powers, backs, want{"right_eye.keratometric_index": 1.3375}), nil},
		"the meridian below the word for its axis": {`
OCULUS - PENTACAM AXL
OD Direito
Córnea anterior
Rf:              7.92 mm      K1:             42.61 D
Rs:              7.61 mm      K2:             44.35 D
QS:              OK           Eixo:           4.2°
                              (plano)
Córnea posterior
Rf:              6.79 mm      K1:             -5.89 D
Rs:              6.34 mm      K2:             -6.31 D
QS:              OK           Eixo:           2.3°
                              (plano)`, merged(powers, backs), nil},
	})
}

// TestReadingsOfNoLens: in a list of readings stand dashes in the column of a lens that was not measured.
func TestReadingsOfNoLens(t *testing.T) {
	t.Parallel()
	check(t, want{"right_eye.AL": 24.62, "right_eye.CCT": 561.0, "right_eye.K1_magnitude": 41.87, "right_eye.K1_axis": 86.0, "right_eye.K2_magnitude": 42.53, "right_eye.K2_axis": 176.0, "right_eye.WTW": 12.21}, nil, page(`
LENSTAR LS 900
OD
    Valeurs       Moyenne     ET         N°        AL     CCT      AD      LT         K1      @       K2      @      WTW
AL [mm]              24,62  0,01         1       24,61    563     4,40     ---     41,83     88    42,58    178    12,19
CCT [µm]               561    2          2       24,62    561     4,41     ---     41,87     86    42,53    176    12,21
AD [mm]               4,41  0,02         3       24,63    561     4,42     ---     41,91     86    42,48    176    12,23
LT [mm]                ---   ---         4       24,62    563     4,40     ---     41,87     88    42,53    178    12,21
R1 [mm]       7,93 @ 86°    0,01         5       24,63    559     4,42     ---     41,91     84    42,48    174    12,23
R2 [mm]      7,81 @ 176°    0,02
K1 [D]       41,87 @ 86°    0,06
K2 [D]      42,53 @ 176°    0,08
WTW [mm]             12,21  0,03`))
}

// TestDutchAnterion: words of a Dutch Anterion, whose total power is neither that of the front nor of the back.
func TestDutchAnterion(t *testing.T) {
	t.Parallel()
	check(t, want{
		"patient.name": "Visser, Anneke", "patient.gender": "Female", "exam_date": "2025-01-15",
		"left_eye.AL": 22.31, "left_eye.ACD": 3.03, "left_eye.keratometric_index": 1.3375, "left_eye.post_refractive": "Hyperopic LVC",
		"left_eye.K1_magnitude": 46.18, "left_eye.K1_axis": 63.0, "left_eye.K2_magnitude": 46.97, "left_eye.K2_axis": 153.0,
		"posterior_keratometry.left_eye.PK1_magnitude": 6.12, "posterior_keratometry.left_eye.PK1_axis": 70.0,
		"posterior_keratometry.left_eye.PK2_magnitude": 6.35, "posterior_keratometry.left_eye.PK2_axis": 160.0,
	}, nil, page(`
Patiënt:   Visser, Anneke     Geslacht: vrouw             ANTERION
Onderzoek: 15-01-2025 10:12   Arts:     drs. M. Kuiper
OS
AL                                     22,31 mm
AQD (kamerwaterdiepte)                  2,47 mm
ACD (voorste-kamerdiepte)               3,03 mm
Anterieure SimK (n = 1,3375)
Steil                                  46,97 D       @ 153°
Vlak                                   46,18 D       @ 63°
Posterieure corneakromming (Ø 3 mm)
Steil                                  -6,35 D       @ 160°
Vlak                                   -6,12 D       @ 70°
Totale corneasterkte (Ø 3 mm)
Steil                                  46,14 D       @ 156°
Vlak                                   45,46 D       @ 66°
Eerdere refractiechirurgie             Hyperope LASIK`))
}

// TestZonesOfSmallSigns: the zones of AL-Scan with the Danish letter for a diameter, and radii alone.
func TestZonesOfSmallSigns(t *testing.T) {
	t.Parallel()
	check(t, want{"right_eye.keratometric_index": 1.3375, "right_eye.K1_magnitude": 42.83, "right_eye.K1_axis": 1.0, "right_eye.K2_magnitude": 43.77, "right_eye.K2_axis": 91.0}, nil, page(`
NIDEK AL-Scan
Indice kérato.: 1,3375
OD
Kérato ø2,4          mm   axe
R1                 7,88    1°
R2                 7,71   91°

Kérato ø3,3          mm   axe
R1                 7,91    2°
R2                 7,73   92°`))
}

// TestDiametersAsPrinted: abbreviations of the white-to-white distance, one of them with a second one in brackets below.
func TestDiametersAsPrinted(t *testing.T) {
	t.Parallel()
	checkEach(t, map[string]pageTest{
		"Dutch": {"OD\nAL:     23,07 mm\nWOW:    11,7 mm", want{"right_eye.AL": 23.07, "right_eye.WTW": 11.7}, nil},
		"in two lines": {`
OD
Angolo iridocorneale N / T       41 ° / 40 °
Diam. corneale orizz.            11.76 mm
(HVID)
Spessore cristallino             3.87 mm`, want{"right_eye.WTW": 11.76, "right_eye.LT": 3.87}, nil},
	})
}

// TestPolishStatus: the state of an artificial lens with its material behind it.
func TestPolishStatus(t *testing.T) {
	t.Parallel()
	check(t, want{"right_eye.lens_status": "Phakic", "left_eye.lens_status": "Pseudophakic", "right_eye.AL": 22.87, "left_eye.AL": 22.95}, nil, page(`
OD prawe                        OS lewe
Status oka: fakijne             Status oka: pseudofakijne (akryl)
AL: 22,87 mm                    AL: 22,95 mm`))
}

// TestPowersOfAnotherSurface: powers under a title for both eyes, or beside others that are called simulated, are not those of the front.
func TestPowersOfAnotherSurface(t *testing.T) {
	t.Parallel()
	both := want{"right_eye.AL": 25.71, "right_eye.ACD": 3.29, "left_eye.AL": 24.21, "left_eye.ACD": 3.41}
	checkEach(t, map[string]pageTest{
		"a title in the middle": {`
OD / R                                          OS / L

Unknown  41.59   42°                            Unknown  43.24   19°
Unknown  40.48  132°                            Unknown  42.89  109°
                   Total corneal power
K1       39.38 D                                K1       41.79 D
K2       40.49 D                                K2       42.14 D
                         Biometry
AL       25.71 mm                               AL       24.21 mm
ACD      3.29 mm                                ACD      3.41 mm`, both, nil},
		"titles left of the labels, which follow their values": {`
OD / R                                          OS / L
Unknown unknown: 41.59 8.08  42°                Unknown unknown: 43.24 7.81  19°
Unknown unknown: 40.48 8.30 132°                Unknown unknown: 42.89 7.87 109°
Total corneal power                             Total corneal power
 39.38 D  K1                                     41.79 D  K1
 40.49 D  K2                                     42.14 D  K2
Biometry                                        Biometry
 25.71 mm AL                                     24.21 mm AL
 3.29 mm  ACD                                    3.41 mm  ACD`, both, nil},
		"a title that nobody knows": {`
OD
AL       26.54 mm
ACD      3.29 mm
Unknown unknown
7.69 mm / 43.69 47º  7.95 mm / 42.27 137º
 SimK2               SimK1
UNKNOWN
K1   41.17
K2   42.59`, want{"right_eye.AL": 26.54, "right_eye.ACD": 3.29}, []string{"right_eye.K1_axis", "right_eye.K1_magnitude", "right_eye.K2_axis", "right_eye.K2_magnitude"}},
	})
}

// TestHeadsBetweenLabelsBehindValues: the heads of columns stay where they are on a page whose labels stand behind their values.
func TestHeadsBetweenLabelsBehindValues(t *testing.T) {
	t.Parallel()
	check(t, want{
		"right_eye.AL": 21.91, "right_eye.CCT": 597.0, "right_eye.LT": 4.51, "right_eye.WTW": 12.3, "right_eye.keratometric_index": 1.3375,
		"posterior_keratometry.right_eye.PK1_magnitude": 5.87, "posterior_keratometry.right_eye.PK1_axis": 23.0,
		"posterior_keratometry.right_eye.PK2_magnitude": 6.33, "posterior_keratometry.right_eye.PK2_axis": 113.0,
	}, nil, page(`
Eyestar ES 900
OD
21,91   Longueur de l'œil
597     Épaisseur cornéenne centrale
4,51    Épaisseur du cristallin
12,3    Diamètre cornéen
1,3375  Indice K
            D     mm    Axe (°)
K1 (back):  5,87  6,81   23°
K2 (back):  6,33  6,32  113°`))
}

// TestSplitPhakicIOL: what OCR parts from "IOL" is no frame.
func TestSplitPhakicIOL(t *testing.T) {
	t.Parallel()
	check(t, want{"right_eye.AL": 25.92, "right_eye.ACD": 3.29}, []string{"right_eye.lens_status"}, page(`
OD
AL            25.92 mm
ACD           3.29 mm
Lens status   Phakic I OL`))
}

// TestResultsOfOneEye: a title behind the name of the eye, heads of two lines of which one has a label above its unit, and an average below them.
func TestResultsOfOneEye(t *testing.T) {
	t.Parallel()
	check(t, want{
		"right_eye.AL": 24.13, "right_eye.CCT": 553.0, "right_eye.ACD": 3.24, "right_eye.LT": 4.62, "right_eye.WTW": 11.86, "right_eye.keratometric_index": 1.3375,
	}, nil, page(`
ARGOS
OD (Right) – Measurement Results

Eye condition | n = 1.3375 | Assistant mode: OFF
             AL       CCT      AD       ACD      LT         CD         PS
            [mm]      [µm]    [mm]     [mm]     [mm]     (WTW) [mm]   [mm]
Average     24.13     553     2.69     3.24     4.62      11.86       4.47
   SD       0.01       3      0.01     0.01     0.01      0.02        0.08
Quality      OK       OK       OK       OK       OK        OK         OK`))
}

// TestOtherEyeNotMeasured: beside the name of the eye stands that the other one was not measured.
func TestOtherEyeNotMeasured(t *testing.T) {
	t.Parallel()
	check(t, want{"left_eye.AL": 25.31, "left_eye.ACD": 3.56, "left_eye.lens_status": "Phakic"}, nil, page(`
L (OS)     Eye status: Phakic     R (OD): not measured

AL       25.31 mm
ACD      3.56 mm`))
}

// TestRowUnderItsTitle: the row of a section that is named like its only value stands where the table above has deviations.
func TestRowUnderItsTitle(t *testing.T) {
	t.Parallel()
	check(t, want{"right_eye.ACD": 3.31, "right_eye.LT": 4.36, "right_eye.WTW": 11.92}, nil, page(`
OD
                       Valeur           ET
ACD [mm]               3,31           ± 0,02
LT [mm]                4,36           ± 0,04
Blanc à blanc
          WTW [mm]                     11,92`))
}

// TestBlocksWithOwnLabels: blocks beside each other whose labels follow their values are none below a table of both eyes.
func TestBlocksWithOwnLabels(t *testing.T) {
	t.Parallel()
	pk := "posterior_keratometry."
	check(t, want{
		"right_eye.K1_magnitude": 43.4, "right_eye.K1_axis": 9.0, "right_eye.K2_magnitude": 44.2, "right_eye.K2_axis": 99.0,
		"left_eye.K1_magnitude": 43.1, "left_eye.K1_axis": 174.0, "left_eye.K2_magnitude": 44.3, "left_eye.K2_axis": 84.0,
		pk + "right_eye.PK1_magnitude": 6.1, pk + "right_eye.PK1_axis": 12.0, pk + "right_eye.PK2_magnitude": 6.4, pk + "right_eye.PK2_axis": 102.0,
		pk + "left_eye.PK1_magnitude": 6.0, pk + "left_eye.PK1_axis": 169.0, pk + "left_eye.PK2_magnitude": 6.4, pk + "left_eye.PK2_axis": 79.0,
	}, nil, page(`
OCULUS – PENTACAM AXL
Olho direito (OD)                               Olho esquerdo (OE)

Córnea anterior                                 Córnea anterior
Rp:   7,78 mm   K1:             43,4 D          Rp:   7,83 mm   K1:             43,1 D
Rc:   7,64 mm   K2:             44,2 D          Rc:   7,62 mm   K2:             44,3 D
QS: OK          Eixo (plano):   9,3°            QS: OK          Eixo (plano):   173,8°

Córnea posterior                                Córnea posterior
Rp:   6,56 mm   K1:             -6,1 D          Rp:   6,67 mm   K1:             -6,0 D
Rc:   6,25 mm   K2:             -6,4 D          Rc:   6,25 mm   K2:             -6,4 D
QS: OK          Eixo (plano):   11,8°           QS: OK          Eixo (plano):   168,7°`))
}

// TestZonesUnderTitles: tables of two zones under titles that end with their diameters, beside a list of readings.
func TestZonesUnderTitles(t *testing.T) {
	t.Parallel()
	check(t, want{
		"right_eye.AL": 22.87, "right_eye.LT": 4.83, "right_eye.CCT": 556.0, "right_eye.WTW": 11.6,
		"right_eye.K1_magnitude": 44.23, "right_eye.K1_axis": 94.0, "right_eye.K2_magnitude": 45.3, "right_eye.K2_axis": 4.0,
	}, nil, page(`
TOMEY OA-2000
OD (Derecho)
 Nº    Axial  C.A.  Cristalino  Paquim.        Querato. φ 2.5 mm            Querato. φ 3.0 mm
  1    22.88  2.71     4.85       557              mm      D     Eje            mm      D     Eje
  2    22.86  2.72     4.81       555         R1  7.61   44.35   92°       R1  7.63   44.23   94°
  3    22.87  2.70     4.83       556
  4    22.87  2.71     4.84       558         R2  7.42   45.49    2°       R2  7.45   45.30    4°
  5    22.89  2.73     4.82       554         AV  7.52   44.92             AV  7.54   44.77
  6    22.85  2.71     4.83       556
Media  22.87  2.71     4.83       556         Blanco-blanco (WTW)   11.6 mm
 D.E.   0.01  0.01     0.02         1`))
}

// TestMisreadCentredZones: OCR takes the signs of both diameters, which stand below the first meridian of their zone, for letters and digits, and the label of a first meridian
// for another word.
func TestMisreadCentredZones(t *testing.T) {
	t.Parallel()
	p := page(`
OS
               mm       D   AXIS
        Rt    8.03   42.03     3
        R2    7.85   42.99    93
 p2.4
        AVG   7.94   42.51
        CYL         -0.96      3
        R1    8.02   42.08     5
        R2    7.86   42.94    95
 93.3
        AVG   7.94   42.51
        CYL         -0.86      5`)
	p.OCR = true
	check(t, want{"left_eye.K1_magnitude": 42.03, "left_eye.K1_axis": 3.0, "left_eye.K2_magnitude": 42.99, "left_eye.K2_axis": 93.0}, nil, p)
}

// TestLooksAtTwoZones: two looks saw the meridians of both zones, of which the others missed one each: nothing tells which is meant.
func TestLooksAtTwoZones(t *testing.T) {
	t.Parallel()
	look := func(first, second string) reader.Findings {
		p := page("OS\nAL   25.31 mm\nK1   " + first + " D\nK2   42.99 D\n" + second)
		p.OCR = true
		return reader.Find([]layout.Page{p})
	}
	both, one := look("42.03", "K1   42.08 D\nK2   42.94 D"), look("42.08", "")
	got := found(t, reader.Agree(both, one, both, one).Report())
	if got["left_eye.K1_magnitude"] != nil || got["left_eye.AL"] != 25.31 {
		t.Errorf("found %v, want no K1", got)
	}
}

// TestDeviationsBeforeTheSecondEye: the values of the second eye stand right of its name, and the deviations of the first one, whose signs OCR misread, left of it.
func TestDeviationsBeforeTheSecondEye(t *testing.T) {
	t.Parallel()
	p := page(`
            OD                                       OS links
AL [mm]              22.93   ± 0.02                           22.98   ± 0.02
CCT [µm]               547     2                                544     1
R1 [mm]               7.69   + 0.01                            7.71   + 0.02
R2 [mm]               7.57   + 0.01                            7.52   + 0.02
n                   1.3320                                   1.3320`)
	p.OCR = true
	check(t, want{
		"right_eye.AL": 22.93, "right_eye.CCT": 547.0, "right_eye.K1_magnitude": 43.17, "right_eye.K2_magnitude": 43.86, "right_eye.keratometric_index": 1.332,
		"left_eye.AL": 22.98, "left_eye.CCT": 544.0, "left_eye.K1_magnitude": 43.06, "left_eye.K2_magnitude": 44.15, "left_eye.keratometric_index": 1.332,
	}, nil, p)
}

// TestEyeOverPatient: the large name of the eye stands over the patient's data at the left, all values at the right.
func TestEyeOverPatient(t *testing.T) {
	t.Parallel()
	checkAmong(t, want{"right_eye.K1_magnitude": 42.67, "right_eye.K1_axis": 8.0, "right_eye.K2_magnitude": 43.89, "right_eye.CCT": 538.0, "right_eye.WTW": 11.84}, page(`
CSO MS-39             Riassunto topografico

OD                                                                 SimK (n=1.3375)
                                                                   K1 piatto       42.67 D      @ 8°
Cognome:         PELLEGRINI                                        K2 curvo        43.89 D      @ 98°
Nome:            MARIA
Nato il:         17/09/1961                                        CCT             538 µm
Sesso:           F
Codice ID:       PZ-004817
Esame:           06/03/2024 10:41                                  Diametro corneale (HVID)   11.84 mm`))
}

// TestLabelsOfTwoLines: the abbreviation of a label stands below it, and the value between both, in rows that are little farther apart.
func TestLabelsOfTwoLines(t *testing.T) {
	t.Parallel()
	p := page(`
OD
Longueur axiale (AL)                         24,06 mm
Épaisseur cornéenne centrale (CCT)           533 µm
Profundidad de la cámara anterior

Épaisseur du cristallin (LT)                 4,57 mm`)
	for i := range p.Words {
		if p.Words[i].Y0 >= 6*16 {
			p.Words[i].Y0, p.Words[i].Y1 = p.Words[i].Y0+3, p.Words[i].Y1+3
		}
	}
	add := func(text string, x, y float64) {
		p.Words = append(p.Words, layout.Word{Text: text, Box: layout.Box{X0: x, Y0: y, X1: x + 6*float64(len(text)), Y1: y + 11}, Conf: layout.Certain})
	}
	add("(ACD)", 12, 4*16+17)
	add("3,02", 12+45*6, 4*16+8)
	add("mm", 12+50*6, 4*16+8)
	check(t, want{"right_eye.AL": 24.06, "right_eye.CCT": 533.0, "right_eye.ACD": 3.02, "right_eye.LT": 4.57}, nil, p)
}

// TestZonesAsRows: the meridians of each zone stand in a row that begins with its diameter, close to the first value.
func TestZonesAsRows(t *testing.T) {
	t.Parallel()
	check(t, want{
		"right_eye.AL": 22.86, "right_eye.keratometric_index": 1.3375,
		"right_eye.K1_magnitude": 44.06, "right_eye.K1_axis": 88.0, "right_eye.K2_magnitude": 44.76, "right_eye.K2_axis": 178.0,
	}, nil, page(`
OD
AL       22.86 mm    SD 0.01
n=1.3375

KERATO  R1 mm         D      AX°   R2 mm        D      AX°   AVG mm       D      CYL   AX°
 φ2.5mm 7.65        44.12     86    7.52      44.88     176   7.58      44.50    -0.76  86
 φ3.0mm 7.66        44.06     88    7.54      44.76     178   7.60      44.41    -0.70  88`))
}

// TestRowsOfBothMeridians: single readings of both meridians stand in rows below the values, whose mean is printed.
func TestRowsOfBothMeridians(t *testing.T) {
	t.Parallel()
	text := `
OD
K1: 43,66 D @ 7°   7,73 mm
K2: 44,58 D @ 97°  7,57 mm
R/SE: 7,65 mm (SD 0,01 mm)  44,12 D
K1: 43,66 x 7°    K2: 44,52 x 96°   ΔD: -0,87 D
K1: 43,70 x 8°    K2: 44,67 x 96°   ΔD: -0,97 D
K1: 43,60 x 5°    K2: 44,57 x 95°   ΔD: -0,88 D`
	powers := want{"right_eye.K1_magnitude": 43.66, "right_eye.K1_axis": 7.0, "right_eye.K2_magnitude": 44.58, "right_eye.K2_axis": 97.0}
	check(t, powers, nil, page(text))
	withheld := []string{"right_eye.K1_axis", "right_eye.K1_magnitude", "right_eye.K2_axis", "right_eye.K2_magnitude"}
	check(t, nil, withheld, page(strings.Replace(text, "44,12", "44,62", 1)))

	rows := `
OD
MV: 43,83 D / 7,70 mm
K1: 43,55 D   7,75 mm   @ 104°
K2: 44,12 D   7,65 mm   @ 14°
Cyl.: -0,57 D           @ 104°
K1: 43,47 D          x 105°
K2: 44,07 D          x 15°
K1: 43,60 D          x 105°
K2: 44,18 D          x 15°
K1: 43,55 D          x 106°
K2: 44,18 D          x 16°`
	powers = want{"right_eye.K1_magnitude": 43.55, "right_eye.K1_axis": 104.0, "right_eye.K2_magnitude": 44.12, "right_eye.K2_axis": 14.0}
	check(t, powers, nil, page(rows))
	for _, replace := range [][2]string{{"43,83", "43,53"}, {"K1: 43,55 D   7", "K1: 43,85 D   7"}, {"Cyl.: -0,57 D           @ 104°", "MV: 43,83 D"}} {
		check(t, nil, withheld, page(strings.Replace(rows, replace[0], replace[1], 1)))
	}
}

// TestSentencesGoOn: a remark goes on in a line that begins with a small letter, though it stands little farther below than lines do.
func TestSentencesGoOn(t *testing.T) {
	t.Parallel()
	p := page(`
OCULUS PENTACAM AXL
OD
AL        23,71 mm
Comentario: Catarata densa, sin señal; repetir con
ecografía.`)
	lower(p, 5, 4)
	check(t, want{"right_eye.AL": 23.71, "notes": "Catarata densa, sin señal; repetir con\necografía."}, nil, p)
}

// TestNamesOfPlaces: labels of the thickness and the width of the cornea as Pentacam and Galilei print them.
func TestNamesOfPlaces(t *testing.T) {
	t.Parallel()
	check(t, want{"right_eye.CCT": 546.0, "right_eye.LT": 4.44, "right_eye.WTW": 11.73}, nil, page(`
OD
Vértice corneal:    546 µm
LT                  4.44 mm    SD 0.03
W-W (LD)            11.73 mm`))
}

// TestRadiiBesideMaps: on a page that the patient's data give to one eye, the radius and the axis of a power are not of the scale of a map at the right.
func TestRadiiBesideMaps(t *testing.T) {
	t.Parallel()
	checkAmong(t, want{"right_eye.K1_magnitude": 42.61, "right_eye.K1_axis": 4.0, "right_eye.K2_magnitude": 43.87, "right_eye.K2_axis": 94.0, "right_eye.CCT": 552.0}, page(`
MS-39
Cognome: FERRANTINI      Sesso: M       Occhio: Destro

Sim-K (n = 1.3375)                      Curvatura anteriore [D]
K piatto   42.61 D   7.92 mm   @ 4°              45.0
K curvo    43.87 D   7.69 mm   @ 94°             44.0
K avg      43.24 D   7.81 mm                     43.0
Cyl        -1.26 D             Ax 4°             42.0
                                                 41.0
Pachimetria
Spessore centrale        552 µm`))
}

// TestDutchAxes: "as" is the Dutch axis behind a stroke in the label of both.
func TestDutchAxes(t *testing.T) {
	t.Parallel()
	check(t, want{"right_eye.K1_magnitude": 42.51, "right_eye.K1_axis": 19.0, "right_eye.K2_magnitude": 43.34, "right_eye.K2_axis": 109.0}, nil, page(`
OD rechts
K1 [D] / as [°]        42,51 @ 19°        0,077
K2 [D] / as [°]        43,34 @ 109°       0,064
K [D]                  42,93`))
}

// TestRadiiOfZones: radii of zones in rows, and in columns beside lengths.
func TestRadiiOfZones(t *testing.T) {
	t.Parallel()
	powers := want{
		"right_eye.keratometric_index": 1.3375,
		"right_eye.K1_magnitude":       44.06, "right_eye.K1_axis": 88.0, "right_eye.K2_magnitude": 44.76, "right_eye.K2_axis": 178.0,
	}
	checkEach(t, map[string]pageTest{
		"rows": {`
OD
n=1.3375

KERATO    R1 mm      AX°   R2 mm      AX°
φ2.5mm    7.65        86   7.52       176
φ3.0mm    7.66        88   7.54       178`, powers, nil},
		"columns": {`
OD
                Śr.           S.D.     Ker. n=1.3375       φ 2.5 mm       φ 3.0 mm
Dł. osiowa AL   23,94   mm    0,02     R1                 7,65 mm @ 86°   7,66 mm @ 88°
CCT             528     µm    2        R2                 7,52 mm @ 176°  7,54 mm @ 178°
Soczewka LT     4,71    mm    0,03     Śr. R              7,59 mm         7,60 mm`, merged(powers, want{"right_eye.AL": 23.94, "right_eye.CCT": 528.0, "right_eye.LT": 4.71}), nil},
	})
}

// TestTotalCorneaInDutch: powers of the total cornea are not those of its front.
func TestTotalCorneaInDutch(t *testing.T) {
	t.Parallel()
	check(t, want{"right_eye.K1_magnitude": 45.06, "right_eye.K1_axis": 108.0, "right_eye.K2_magnitude": 45.61, "right_eye.K2_axis": 18.0}, nil, page(`
ANTERION
OD Rechts
Hoornvlies voorvlak (SimK)
K1 (vlak)      45,06 D @ 108°
K2 (steil)     45,61 D @ 18°
Totaal hoornvlies (TCP, 3 mm)
K1 (vlak)      44,59 D @ 110°
K2 (steil)     45,06 D @ 20°`))
}

// TestZonesUnderK: "K" before a diameter is the title of the rows below it, which begin where it does, beside other rows.
func TestZonesUnderK(t *testing.T) {
	t.Parallel()
	check(t, want{"right_eye.AL": 24.83, "right_eye.ACD": 3.41, "right_eye.K1_magnitude": 39.52, "right_eye.K1_axis": 87.0, "right_eye.K2_magnitude": 40.13, "right_eye.K2_axis": 177.0}, nil, page(`
[ R ]
AL    24.83mm             K φ2.4mm
SNR   14.2                R1        8.54mm      39.52D      87°
ACD   3.41mm              R2        8.41mm      40.13D      177°
PD    3.0mm               AVE       8.47mm      39.83D
PS    5.1mm               K φ3.3mm
                          R1        8.50mm      39.71D      85°
                          R2        8.38mm      40.27D      175°
                          AVE       8.44mm      39.99D`))
}

// TestEyeInThePatientsLine: the eye's name at the end of the line of the patient's data, over the letters of a map; the titles of maps are called like measurements.
func TestEyeInThePatientsLine(t *testing.T) {
	t.Parallel()
	checkAmong(t, want{"right_eye.K1_magnitude": 42.61, "right_eye.K1_axis": 178.0, "right_eye.K2_magnitude": 44.12, "right_eye.CCT": 533.0}, page(`
MS-39   Sommario
Paziente: Brambati Luca   Nato: 03/02/1988   Sesso: M                                      OD
                                       Tangenziale [D]                                  T       N
Cheratometria simulata
K1          42.61 D     @ 178°
K2          44.12 D     @ 88°
Spessore centrale     533 µm           Spessore corneale           µm`))
}

// TestNamesOfIndex: the keratometric index behind an n with a lowered K, behind an n that says of what it is, and beside the number of readings, which a
// table's head calls n, and the index of another surface.
func TestNamesOfIndex(t *testing.T) {
	t.Parallel()
	for _, index := range []string{"Hornhaut Vorderfläche (SimK, n K = 1,3375)", "n (Keratometrie): 1,3375", "SimK (n = 1.3375, Ø 0.5)\nTotal Corneal Power (TCP IOL, n = 1.336)"} {
		check(t, want{"right_eye.AL": 23.45, "right_eye.keratometric_index": 1.3375}, nil, page("OD\nAL 23,45 mm\n"+index))
	}
	check(t, want{"right_eye.AL": 23.45, "right_eye.keratometric_index": 1.3375}, nil, page(`
Keratometric index: 1.3375
OD
           Value    SD    n
AL         23.45   0.01   6`))
}

// TestPhakicLens: "phakic lens" may be the eye's own or one that was put before it, in every language and on either side of the word.
func TestPhakicLens(t *testing.T) {
	t.Parallel()
	for _, words := range []string{"phakic lens", "Fake lens", "phake Linse", "lente fáquica", "lentille phaque"} {
		check(t, want{"right_eye.AL": 23.45}, []string{"right_eye.lens_status"}, page("OD\nAL 23.45 mm\nLens status: "+words))
	}
	check(t, want{"right_eye.AL": 23.45, "right_eye.lens_status": "Phakic"}, nil, page("OD\nAL 23.45 mm\nLens status: phakic (natural lens)"))
	check(t, want{"right_eye.AL": 23.45, "right_eye.lens_status": "Phakic IOL"}, nil, page("OD\nAL 23.45 mm\nLens status: phakic IOL"))
}

// TestDutchStates: a surgery that was not done, or that is told by its kind, and the sex.
func TestDutchStates(t *testing.T) {
	t.Parallel()
	check(t, want{
		"patient.gender": "Female", "right_eye.AL": 23.45, "right_eye.post_refractive": "Myopic LVC", "left_eye.AL": 24.1, "left_eye.post_refractive": "None",
	}, nil, page(`
Geslacht  Vrouwelijk
OD                                         OS
LVC: Behandeld   LVC-modus: Myopie LVC     LVC: Onbehandeld   LVC-modus: -
AL: 23,45 mm                               AL: 24,10 mm`))
}

// TestDateBehindColumn: the colons of the head stand in a column of their own, far from the labels.
func TestDateBehindColumn(t *testing.T) {
	t.Parallel()
	check(t, want{"patient.name": "Cuthbert Wainscott", "patient.gender": "Male", "exam_date": "2020-03-13", "right_eye.AL": 23.45}, nil, page(`
Name                        : Cuthbert Wainscott
Sex                         : Male
Date                        : 13 Mar 2020  14:55
OD
AL 23.45 mm`))
}

// TestCompositeBelowNumbers: the numbers of single readings begin where the word for their mean does, so the table is no list beside another one.
func TestCompositeBelowNumbers(t *testing.T) {
	t.Parallel()
	check(t, want{"right_eye.AL": 24.63, "right_eye.CCT": 531.0, "right_eye.ACD": 3.25}, nil, page(`
OD
               AL [mm]   CCT [µm]   PA [mm]   ACD [mm]
1              24,62     529        2,73      3,26
2              24,63     531        2,72      3,25
3              24,64     533        2,71      3,24
4              24,64     533        2,71      3,24
5              24,62     529        2,73      3,26
Composite      24,63     531        2,72      3,25
Écart-type     0,012     1,8        0,010     0,011`))
}

// TestMeansUnderTitle: IOLMaster 500's means stand under the word for them, below single readings of which they need not be the exact means.
func TestMeansUnderTitle(t *testing.T) {
	t.Parallel()
	text := `
OD
K1: 41,72 D / 8,09 mm @ 35°
K2: 43,55 D / 7,75 mm @ 125°
ΔD: -1,83 D @ 35°
K1: 41,67 D / 8,10 mm @ 38°
K2: 43,60 D / 7,74 mm @ 128°
ΔD: -1,93 D @ 38°
K1: 41,77 D / 8,08 mm @ 36°
K2: 43,49 D / 7,76 mm @ 126°
ΔD: -1,72 D @ 36°
Mittelwert
K1: 41,73 D / 8,09 mm @ 36°
K2: 43,57 D / 7,75 mm @ 126°
Zyl.: -1,83 D @ 36°`
	check(t, want{"right_eye.K1_magnitude": 41.73, "right_eye.K1_axis": 36.0, "right_eye.K2_magnitude": 43.57, "right_eye.K2_axis": 126.0}, nil, page(text))
	withheld := []string{"right_eye.K1_axis", "right_eye.K1_magnitude", "right_eye.K2_axis", "right_eye.K2_magnitude"}
	check(t, nil, withheld, page(strings.Replace(text, "43,57", "43,67", 1))) // no mean of these
}

// TestWideLabelsBetween: the labels between the values of both eyes reach below the name of the second one, and the states of both stand below the names.
func TestWideLabelsBetween(t *testing.T) {
	t.Parallel()
	check(t, want{
		"right_eye.AL": 23.45, "left_eye.AL": 24.12, "right_eye.CCT": 563.0, "left_eye.CCT": 559.0, "right_eye.ACD": 2.87, "left_eye.ACD": 4.18, "right_eye.lens_status": "Phakic", "left_eye.lens_status": "Pseudophakic",
		"right_eye.post_refractive": "None", "left_eye.post_refractive": "None",
	}, nil, page(`
OD Droit                                           OS Gauche
Statut du cristallin : Phake · Chirurgie : Aucune  Statut du cristallin : Pseudophake · Chirurgie : Aucune

      23,45 mm                  Longueur axiale (AL)                   24,12 mm
      563 µm              Épaisseur cornéenne centrale (CCT)           559 µm
      2,87 mm         Profundidad de la cámara anterior (ACD)          4,18 mm`))
}

// TestStepsOfMap: the steps of the colors of a map, "Pachymetry · 10 µm", are no thickness beside that at the vertex.
func TestStepsOfMap(t *testing.T) {
	t.Parallel()
	check(t, want{"right_eye.AL": 23.45, "right_eye.CCT": 561.0}, nil, page(`
OD
AL                   23.45 mm
Pachy Vertex N.: ○   561 µm     0.00   0.00
Thinnest Locat.: ○   555 µm    -0.52  -0.34

                                        Pachymetry · 10 µm`))
}

// TestLensInBrackets: the word for the lens goes on with its thickness in brackets, and is no label of a state.
func TestLensInBrackets(t *testing.T) {
	t.Parallel()
	check(t, want{"right_eye.AL": 23.12, "right_eye.LT": 4.52, "right_eye.lens_status": "Phakic"}, nil, page(`
OD
Tryb oka: Fakijne
AL                    23.12 mm    SD 0.01
Soczewka (Lens)       4.52 mm     SD 0.02`))
}

// TestIndexOfLength: AL-Scan prints with what index it reckoned the length, over the readings.
func TestIndexOfLength(t *testing.T) {
	t.Parallel()
	check(t, want{"right_eye.AL": 24.73, "right_eye.CCT": 529.0}, nil, page(`
NIDEK  AL-Scan
<R>
AL   n=1.3549
  24.73 mm     SNR  11.9
  24.72 mm     SNR  12.7
  24.73 mm     SNR  11.2
  24.74 mm     SNR  12.9
AVG 24.73 mm    SD 0.01

CCT 529 um   SD 2`))
}

// TestTitleOverRemark: the title of a remark stands alone, more than a line above its sentence, which begins with the name of an eye.
func TestTitleOverRemark(t *testing.T) {
	t.Parallel()
	p := page(`
OCULUS PENTACAM AXL
OD
AL        23,71 mm
Bemerkung
OD Fixation eingeschränkt, Pat. hustet.`)
	lower(p, 5, 13)
	check(t, want{"right_eye.AL": 23.71, "notes": "OD Fixation eingeschränkt, Pat. hustet."}, nil, p)
}

// TestTitleBesideRows: the title of a lens calculation stands between two rows left of it that are as far apart as those above.
func TestTitleBesideRows(t *testing.T) {
	t.Parallel()
	p := page(`
OCULUS PENTACAM AXL
OD
AL        23,71 mm
Cornea Back
K1:       -6.0 D
K2:       -6.2 D
Km:       -6.1 D
Axis: (flat)    6.3°                                   IOL Calculator   Target refraction: -0.20 D
Pachy Vertex N:  561 µm                                IOL [D]   Refr. [D]`)
	p.Width = 1200
	for i := range p.Words { // rows are 2.9 times as high apart, and the title stands between two
		row := p.Words[i].Y0 / 16
		p.Words[i].Y0 = row * 32
		if row == 8 && p.Words[i].X0 > 300 {
			p.Words[i].Y0 -= 16
		}
		p.Words[i].Y1 = p.Words[i].Y0 + 11
	}
	check(t, want{
		"right_eye.AL": 23.71, "right_eye.CCT": 561.0, "posterior_keratometry.right_eye.PK1_magnitude": 6.0, "posterior_keratometry.right_eye.PK1_axis": 6.0,
		"posterior_keratometry.right_eye.PK2_magnitude": 6.2, "posterior_keratometry.right_eye.PK2_axis": 96.0,
	}, nil, p)
}

// TestTitlesApartFromZones: the title of a table of powers stands two spaces before its zone, below tables with deviations where the axes stand.
func TestTitlesApartFromZones(t *testing.T) {
	t.Parallel()
	check(t, want{
		"right_eye.AL": 24.61, "right_eye.K1_magnitude": 42.45, "right_eye.K1_axis": 7.0, "right_eye.K2_magnitude": 43.16, "right_eye.K2_axis": 97.0,
		"left_eye.AL": 24.53, "left_eye.K1_magnitude": 42.24, "left_eye.K1_axis": 169.0, "left_eye.K2_magnitude": 43.32, "left_eye.K2_axis": 79.0,
	}, nil, page(`
TOMEY OA-2000
OD                                         OS
                                 SD                                          SD
Axial Length   24.61   mm        0.01      Axial Length   24.53     mm       0.01
KERATO   φ2.5 mm                           KERATO   φ2.5 mm
R1             7.94 mm  42.51 D  9°        R1             7.98 mm   42.29 D  171°
R2             7.80 mm  43.27 D  99°       R2             7.77 mm   43.44 D  81°
AVG            7.87 mm  42.89 D            AVG            7.88 mm   42.86 D
KERATO   φ3.0 mm                           KERATO   φ3.0 mm
R1             7.95 mm  42.45 D  7°        R1             7.99 mm   42.24 D  169°
R2             7.82 mm  43.16 D  97°       R2             7.79 mm   43.32 D  79°
AVG            7.88 mm  42.80 D            AVG            7.89 mm   42.78 D`))
}

// TestTitleOverLenses: the title of a lens calculation stands over its columns, right of measurements that go on beside it.
func TestTitleOverLenses(t *testing.T) {
	t.Parallel()
	p := page(`
OCULUS PENTACAM AXL
OD
K1:            43.4 D
K2:            44.6 D
               Pachy:     x[mm]
                                                     IOL Calculator  Target refraction: 0.00 D
Centre:        549 µm     -0.11
Apex:          551 µm      0.00                      Alcon SN60WF                    Hoya iSert 250
HWTW:          11.8 mm                               IOL [D]     Refr. [D]           IOL [D]     Refr. [D]
AL:            23.18 mm                              21.0        -0.32               21.0        -0.44`)
	p.Width = 1200
	check(t, want{
		"right_eye.K1_magnitude": 43.4, "right_eye.K2_magnitude": 44.6, "right_eye.CCT": 551.0, "right_eye.WTW": 11.8, "right_eye.AL": 23.18,
	}, nil, p)
}

// TestPairsUnderEnds: columns of pairs end where their headings do, and stand close to each other.
func TestPairsUnderEnds(t *testing.T) {
	t.Parallel()
	p := page(`
Simulated K                                    Right                             Left
Flat K/Steep K     47.03 D@91 ° / 48.06 D@1 °        43.59 D@14 ° / 44.92 D@104 °
                                   Right     Left
Ax. length                      23.27 mm 25.06 mm`)
	for i := range p.Words {
		if w := &p.Words[i]; w.Y0 == 16 { // the headings end where the values do
			switch w.Text {
			case "Right":
				w.X1 = 12 + 45*6
				w.X0 = w.X1 - 30
			case "Left":
				w.X1 = 12 + 77*6
				w.X0 = w.X1 - 24
			}
		} else if w.Y0 == 32 && w.X0 > 12+45*6 { // two letters between the columns
			w.X0, w.X1 = w.X0-24, w.X1-24
		}
	}
	check(t, want{
		"right_eye.K1_magnitude": 47.03, "right_eye.K1_axis": 91.0, "right_eye.K2_magnitude": 48.06, "right_eye.K2_axis": 1.0,
		"left_eye.K1_magnitude": 43.59, "left_eye.K1_axis": 14.0, "left_eye.K2_magnitude": 44.92, "left_eye.K2_axis": 104.0,
		"right_eye.AL": 23.27, "left_eye.AL": 25.06,
	}, nil, p)
}

// TestNoColumnBeginsWithUnit: the unit of a number stands where the head of its column begins, and the number before it.
func TestNoColumnBeginsWithUnit(t *testing.T) {
	t.Parallel()
	check(t, want{
		"right_eye.LT": 4.98, "right_eye.K1_magnitude": 36.93, "right_eye.K1_axis": 129.0, "right_eye.K2_magnitude": 38.93, "right_eye.K2_axis": 39.0,
		"left_eye.LT": 4.7, "left_eye.K1_magnitude": 33.72, "left_eye.K1_axis": 86.0, "left_eye.K2_magnitude": 35.9, "left_eye.K2_axis": 176.0,
		"right_eye.keratometric_index": 1.3375, "left_eye.keratometric_index": 1.3375,
	}, nil, page(`
Index: 1.3375
Auge    Dicke der Linse   Chord mu    R flat         R steep
OD      4,98 mm       0,11 mm    9,14 mm  129°  8,67 mm   39°
OS      4,70 mm       0,13 mm   10,01 mm   86°  9,40 mm  176°`))
}

// TestLetterOfNextHead: one letter beside the label of the name is of the next head, and no name.
func TestLetterOfNextHead(t *testing.T) {
	t.Parallel()
	check(t, want{"right_eye.AL": 23.45}, nil, page("Nome                   N.\nOD\nAL 23.45 mm"))
}

// TestRemarkWithoutItsEnd: one that ends in a comma goes on elsewhere.
func TestRemarkWithoutItsEnd(t *testing.T) {
	t.Parallel()
	check(t, want{"right_eye.AL": 23.71}, nil, page("IOLMaster 700\nOD\nAL 23.71 mm\nRemarks: Poor fixation, cataract,"))
}
