package reader_test

import "testing"

// TestArrangements: where labels, eyes and values can stand to each other. What
// stands beside them and is none of them gives no value.
// meridiansOfBoth are the meridians of tables that hold nothing else.
var meridiansOfBoth = want{
	"right_eye.K1_magnitude": 43.71, "right_eye.K1_axis": 22.0, "right_eye.K2_magnitude": 45.08, "right_eye.K2_axis": 112.0,
	"left_eye.K1_magnitude": 43.11, "left_eye.K1_axis": 12.0, "left_eye.K2_magnitude": 44.08, "left_eye.K2_axis": 102.0,
}

func TestArrangements(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, text string
		want       want
		withheld   []string
	}{
		{"values before their labels", `
Right eye (OD)                        Left eye (OS)
23.45 mm Axial length                 24.10 mm Axial length
 3.21 mm Anterior chamber              3.32 mm Anterior chamber
 4.50 mm Lens thickness                4.60 mm Lens thickness
  555 µm Central cornea                 566 µm Central cornea
 12.1 mm White to white                12.2 mm White to white`,
			want{
				"right_eye.AL": 23.45, "right_eye.ACD": 3.21, "right_eye.LT": 4.5, "right_eye.CCT": 555.0, "right_eye.WTW": 12.1,
				"left_eye.AL": 24.1, "left_eye.ACD": 3.32, "left_eye.LT": 4.6, "left_eye.CCT": 566.0, "left_eye.WTW": 12.2,
			}, nil},
		{"labels under their values", `
OD
23.45 mm        3.21 mm        4.50 mm
AL              ACD            LT


555 µm          12.1 mm        5.0 mm
CCT             WTW            Pupil


1.3375          41.00 D        42.00 D
Index           K1             K2`,
			want{
				"right_eye.AL": 23.45, "right_eye.ACD": 3.21, "right_eye.LT": 4.5, "right_eye.CCT": 555.0, "right_eye.WTW": 12.1,
				"right_eye.keratometric_index": 1.3375, "right_eye.K1_magnitude": 41.0, "right_eye.K2_magnitude": 42.0,
			}, nil},
		{"abbreviations, and what they mean in a column of its own", `
Right (OD)
                                                  SD        Axis
AL            Axial length             23.45      0.01
CCT           Corneal thickness        555        4
LT            Lens thickness           4.50
K1            flat                     41.00      0.05      37°
K2            steep                    42.00      0.02      127°`,
			want{
				"right_eye.AL": 23.45, "right_eye.CCT": 555.0, "right_eye.LT": 4.5, "right_eye.K1_magnitude": 41.0, "right_eye.K1_axis": 37.0,
				"right_eye.K2_magnitude": 42.0, "right_eye.K2_axis": 127.0,
			}, nil},
		{"a heading with a value beside that of another surface, whose label was not read", `
OS
Keratometry:  1.3375          Total Keratometry (TK®)         White-to-white                                   Remarks
K1: 39.18 D @ 31°             TK: 38.62 D @ 34°               WTW: 12.3 mm
K2: 40.35 D @ 121°            TK2: 39.71 D @ 124°`,
			want{
				"left_eye.K1_magnitude": 39.18, "left_eye.K1_axis": 31.0, "left_eye.K2_magnitude": 40.35, "left_eye.K2_axis": 121.0,
				"posterior_keratometry.left_eye.TK1_magnitude": nil, "left_eye.WTW": 12.3,
			}, nil},
		{"cards with something small in the corners", `
OD
AL                   SD 0.01  n=5
23.45 mm
CCT   SD 2           LT   SD 0.02
555 µm               4.50 mm
K1 (flat)            7.34 mm
45.99 D @ 110°
K2 (steep)           7.24 mm
46.61 D @ 20°`,
			want{
				"right_eye.AL": 23.45, "right_eye.CCT": 555.0, "right_eye.LT": 4.5,
				"right_eye.K1_magnitude": 45.99, "right_eye.K1_axis": 110.0, "right_eye.K2_magnitude": 46.61, "right_eye.K2_axis": 20.0,
			}, nil},
		{"rows of panels under pairs of names", `
AL                                            Anterior Segment
OD                 OS                         OD                     OS
23.45 mm           24.10 mm                   CCT    555 µm          CCT    566 µm
                                              ACD    3.21 mm         ACD    3.32 mm
SimK                                          Posterior
OD                 OS                         OD                     OS
K1  41.00 D @ 90°  K1  43.00 D @ 10°          K1  -5.90 D @ 80°      K1  -6.01 D @ 12°
K2  42.00 D @ 0°   K2  44.00 D @ 100°         K2  -6.10 D @ 170°     K2  -6.21 D @ 102°
Device: Anterion 1.4, all acquisitions fine, printed 3 April 2025, page one of one, version two`,
			want{
				"right_eye.AL": 23.45, "left_eye.AL": 24.1, "right_eye.CCT": 555.0, "left_eye.CCT": 566.0, "right_eye.ACD": 3.21, "left_eye.ACD": 3.32,
				"right_eye.K1_magnitude": 41.0, "right_eye.K1_axis": 90.0, "right_eye.K2_magnitude": 42.0, "right_eye.K2_axis": 0.0,
				"left_eye.K1_magnitude": 43.0, "left_eye.K1_axis": 10.0, "left_eye.K2_magnitude": 44.0, "left_eye.K2_axis": 100.0,
				"posterior_keratometry.right_eye.PK1_magnitude": 5.9, "posterior_keratometry.right_eye.PK1_axis": 80.0,
				"posterior_keratometry.right_eye.PK2_magnitude": 6.1, "posterior_keratometry.right_eye.PK2_axis": 170.0,
				"posterior_keratometry.left_eye.PK1_magnitude": 6.01, "posterior_keratometry.left_eye.PK1_axis": 12.0,
				"posterior_keratometry.left_eye.PK2_magnitude": 6.21, "posterior_keratometry.left_eye.PK2_axis": 102.0,
			}, nil},
		{"deviations outside, labels in the middle", `
OD                                             OS
SA       Mittelwert         R          Mittelwert       SA
0.01     23.45              AL         24.10            0.01
0.02     3.21               ACD        3.32             0.02
0.03     4.50               LT         4.60             0.03
2        555                CCT        566              2`,
			want{
				"right_eye.AL": 23.45, "right_eye.ACD": 3.21, "right_eye.LT": 4.5, "right_eye.CCT": 555.0,
				"left_eye.AL": 24.1, "left_eye.ACD": 3.32, "left_eye.LT": 4.6, "left_eye.CCT": 566.0,
			}, nil},
		{"a disc before the name of an eye, glued to its word", `
@ OD right      Phakic
AL   23.45 mm   SD 5 µm
@ OSleft        Phakic
AL   24.10 mm   SD 7 µm`,
			want{"right_eye.AL": 23.45, "left_eye.AL": 24.1, "right_eye.lens_status": "Phakic", "left_eye.lens_status": "Phakic"}, nil},
		{"pairs of single readings above their means", `
OD
K1: 44.00 D / 7.55 mm x 98°
K2: 44.92 D / 7.39 mm x 8°
K1: 44.09 D / 7.53 mm x 96°
K2: 44.92 D / 7.39 mm x 6°
K1: 43.97 D / 7.55 mm x 97°
K2: 44.80 D / 7.41 mm x 7°
K1: 44.02 D / 7.54 mm x 97°
K2: 44.88 D / 7.40 mm x 7°`,
			want{"right_eye.K1_magnitude": 44.02, "right_eye.K1_axis": 97.0, "right_eye.K2_magnitude": 44.88, "right_eye.K2_axis": 7.0}, nil},
		{"pairs of readings of several visits", `
OD
12.03.2024
K1: 44.00 D / 7.55 mm x 98°
K2: 44.92 D / 7.39 mm x 8°
K1: 44.09 D / 7.53 mm x 96°
K2: 44.92 D / 7.39 mm x 6°
Visit of 5 May 2023
K1: 43.97 D / 7.55 mm x 97°
K2: 44.80 D / 7.41 mm x 7°
K1: 44.02 D / 7.54 mm x 97°
K2: 44.88 D / 7.40 mm x 7°`,
			want{}, []string{"right_eye.K1_axis", "right_eye.K1_magnitude", "right_eye.K2_axis", "right_eye.K2_magnitude"}},
		{"pairs of readings of which the last is no mean", `
OD
K1: 44.00 D / 7.55 mm x 98°
K2: 44.92 D / 7.39 mm x 8°
K1: 44.09 D / 7.53 mm x 96°
K2: 44.92 D / 7.39 mm x 6°
K1: 43.97 D / 7.55 mm x 97°
K2: 44.80 D / 7.41 mm x 7°
K1: 44.02 D / 7.54 mm x 97°
K2: 44.98 D / 7.38 mm x 7°`,
			want{}, []string{"right_eye.K1_axis", "right_eye.K1_magnitude", "right_eye.K2_axis", "right_eye.K2_magnitude"}},
		{"both eyes in a line", `
1. Axial length: O.D. 23.45 mm, O.S. 24.10 mm
2. Lens: O.D. phakic, O.S. natural lens
3. K1 (flat): O.D. 41.00 D, O.S. 43.00 D
4. Axis: O.D. 90°, O.S. 10°
5. K2 (steep): O.D. 42.00 D, O.S. 44.00 D
6. Axis: O.D. 180°, O.S. 100°`,
			want{
				"right_eye.AL": 23.45, "left_eye.AL": 24.1, "right_eye.lens_status": "Phakic", "left_eye.lens_status": "Phakic",
				"right_eye.K1_magnitude": 41.0, "right_eye.K1_axis": 90.0, "right_eye.K2_magnitude": 42.0, "right_eye.K2_axis": 180.0,
				"left_eye.K1_magnitude": 43.0, "left_eye.K1_axis": 10.0, "left_eye.K2_magnitude": 44.0, "left_eye.K2_axis": 100.0,
			}, nil},
		{"both eyes in a label, abbreviated", `
AL Dto./Esq.: 23,45 / 24,10 mm
ACD (Ext.) Dcho./Izdo.: 3,07 / 3,09 mm
K1 Dto./Esq.: 41,00@90 / 43,00@10
K2 Dto./Esq.: 42,00@180 / 44,00@100`,
			want{
				"right_eye.AL": 23.45, "left_eye.AL": 24.1, "right_eye.ACD": 3.07, "left_eye.ACD": 3.09,
				"right_eye.K1_magnitude": 41.0, "right_eye.K1_axis": 90.0, "right_eye.K2_magnitude": 42.0, "right_eye.K2_axis": 180.0,
				"left_eye.K1_magnitude": 43.0, "left_eye.K1_axis": 10.0, "left_eye.K2_magnitude": 44.0, "left_eye.K2_axis": 100.0,
			}, nil},
		{"the heading of the units close to the first eye", `
                 Unit OE       OD
AL               mm   24.10    23.45
ACD              mm   3.32     3.21
OE   Refraction: -1.00 D
OD   Refraction: -2.25 D`, want{"right_eye.AL": 23.45, "left_eye.AL": 24.1, "right_eye.ACD": 3.21, "left_eye.ACD": 3.32}, nil},
		{"letters and dashes before the lines of the eyes", `
R - K1: 41.00 D @ 90°   K2: 42.00 D @ 180°
L - K1: 43.00 D @ 10°   K2: 44.00 D @ 100°
R - AL: 23.45 mm   ACD: 3.21 mm
L - AL: 24.10 mm   ACD: 3.32 mm`,
			want{
				"right_eye.AL": 23.45, "left_eye.AL": 24.1, "right_eye.ACD": 3.21, "left_eye.ACD": 3.32,
				"right_eye.K1_magnitude": 41.0, "right_eye.K1_axis": 90.0, "right_eye.K2_magnitude": 42.0, "right_eye.K2_axis": 180.0,
				"left_eye.K1_magnitude": 43.0, "left_eye.K1_axis": 10.0, "left_eye.K2_magnitude": 44.0, "left_eye.K2_axis": 100.0,
			}, nil},
		{"a state of two words before its label, one over the labels' edge", `
OD                                      OS
42.00   K1 (flat)                       43.00     K1 (flat)
43.00   K2 (steep)                      44.00     K2 (steep)
23.45   AL                              24.10     AL
3.21    ACD                             3.32      ACD
Phakic IOL   Lens status                Phakic    IOL   Lens status`,
			want{
				"right_eye.AL": 23.45, "left_eye.AL": 24.1, "right_eye.ACD": 3.21, "left_eye.ACD": 3.32, "right_eye.lens_status": "Phakic IOL",
				"right_eye.K1_magnitude": 42.0, "right_eye.K2_magnitude": 43.0, "left_eye.K1_magnitude": 43.0, "left_eye.K2_magnitude": 44.0,
			}, nil},
		{"single readings counted in their title, beside the values", `
OD right
Biometric values
AL: 23.45 mm    SD: 15 um    WTW: 12.1 mm
ACD: 3.21 mm    SD: 7 um     P: 3.4 mm
LT: 4.50 mm     SD: 18 um    CCT: 555 um
                             Biometric values (1-3)
                                  AL (mm)      ACD (mm)     LT (mm)      CCT (um)
                             1    23.44        3.20         4.51         554
                             2    23.45        3.21         4.50         555
                             3    23.46        3.22         4.49         556`,
			want{"right_eye.AL": 23.45, "right_eye.ACD": 3.21, "right_eye.LT": 4.5, "right_eye.CCT": 555.0, "right_eye.WTW": 12.1}, nil},
		{"names of the eyes beside rows under the heads of their columns", `
                       Mean     SD            1        2        3        4        5
 OD         AL         23.45    0.01   mm     23.44    23.45    23.46    23.45    23.45
            CCT        542      2      um     541      542      543      542      542
 right eye
            K1         42.78    0.05   D      42.78    42.84    42.72    42.78    42.78
            @ K1       91       2      °      91       89       93       89       91
            K2         43.60    0.06   D      43.60    43.63    43.57    43.60    43.60
            @ K2       1        2      °      179      1        3        1        1
                       Mean     SD            1        2        3        4        5
 OS         AL         24.10    0.01   mm     24.09    24.10    24.11    24.10    24.10
            CCT        550      2      um     549      550      551      550      550
 left eye
            K1         43.03    0.05   D      43.03    43.08    42.98    43.03    43.03
            @ K1       85       2      °      85       83       87       83       85
            K2         43.54    0.06   D      43.54    43.60    43.48    43.54    43.54
            @ K2       175      2      °      173      175      177      175      175`,
			want{
				"right_eye.AL": 23.45, "right_eye.CCT": 542.0, "right_eye.K1_magnitude": 42.78, "right_eye.K1_axis": 91.0, "right_eye.K2_magnitude": 43.6, "right_eye.K2_axis": 1.0,
				"left_eye.AL": 24.1, "left_eye.CCT": 550.0, "left_eye.K1_magnitude": 43.03, "left_eye.K1_axis": 85.0, "left_eye.K2_magnitude": 43.54, "left_eye.K2_axis": 175.0,
			}, nil},
		{"a surgery behind the state of the lens", `
OD
Eye status: phakic, myopic LASIK
AL: 23.45 mm`, want{"right_eye.AL": 23.45, "right_eye.lens_status": "Phakic", "right_eye.post_refractive": "Myopic LVC"}, nil},
		{"the surgeries of both eyes in one cell", `
OD
AL: 23.45 mm
Refraktive OP: Unbehandelt Radiäre Keratotomie`, want{"right_eye.AL": 23.45}, []string{"right_eye.post_refractive"}},
		{"no surgery behind the state of the lens", `
OD
Estado del ojo     Fáquico – sin cirugía refractiva previa
AL: 23.45 mm`, want{"right_eye.AL": 23.45, "right_eye.lens_status": "Phakic", "right_eye.post_refractive": "None"}, nil},
		{"the meridians and their mean over rows by eye", `
Keratometry
       Flat            Steep            Mean
OD     43.71 D @ 22°   45.08 D @ 112°   44.39 D
OS     43.11 D @ 12°   44.08 D @ 102°   43.59 D`, meridiansOfBoth, nil},
		{"rows by surface, the name of the eye in their middle", `
Keratometry
                     Flat            Steep            Mean
     SimK            43.71 D @ 22°   45.08 D @ 112°   44.39 D
OD   Posterior       -6.08 D @ 19°   -6.39 D @ 109°   -6.24 D
     TCP2            42.88 D @ 24°   44.10 D @ 114°   43.49 D
     SimK            43.11 D @ 12°   44.08 D @ 102°   43.59 D
OS   Posterior       -6.02 D @ 11°   -6.37 D @ 101°   -6.20 D
     TCP2            42.66 D @ 15°   43.81 D @ 105°   43.24 D`, meridiansOfBoth, nil},
		{"rows by surface, the name of the eye in the first", `
Keratometry
                     Flat            Steep            Mean
OD   SimK            43.71 D @ 22°   45.08 D @ 112°   44.39 D
     Posterior       -6.08 D @ 19°   -6.39 D @ 109°   -6.24 D
OS   SimK            43.11 D @ 12°   44.08 D @ 102°   43.59 D
     Posterior       -6.02 D @ 11°   -6.37 D @ 101°   -6.20 D`, meridiansOfBoth, nil},
		{"a label before a line of each eye", `
K1   OD  43.71 D à 22°
     OG  43.11 D à 12°
K2   OD  45.08 D à 112°
     OG  44.08 D à 102°`, meridiansOfBoth, nil},
		{"a label between a line of each eye", `
     OD  43.71 D à 22°
K1
     OG  43.11 D à 12°
     OD  45.08 D à 112°
K2
     OG  44.08 D à 102°`, meridiansOfBoth, nil},
		{"rows of the quantities of both meridians", `
OD                K1              K2              Cyl
Power (D)         43.71           45.08           -1.37
Radius (mm)       7.72            7.49
Axis (°)          22              112             22
OS                K1              K2              Cyl
D                 43.11           44.08           -0.97
mm                7.83            7.66
°                 12              102             12`, meridiansOfBoth, nil},
		{"a table of readings of both meridians beside other measurements", `
OD (right)
Phakic    Visual acuity: 6/12
Corneal curvature values                        Anterior chamber depth values
MV      K1                K2              ΔD        3.30 mm  3.27 mm  3.31 mm  3.32 mm  3.25 mm
1       43.70 D @ 21°     45.09 D @ 111°  -1.39 D   ACD: 3.29 mm
2       43.75 D @ 23°     45.03 D @ 113°  -1.28 D   White-to-white values
3       43.68 D @ 22°     45.12 D @ 112°  -1.44 D   WTW: 12.4 mm   Ix: +0.2 mm   P: 3.2 mm
MV      43.71 D @ 22°     45.08 D @ 112°  -1.37 D
R       8.02 mm           7.88 mm
SD      0.02 mm           0.02 mm
OS (left)
Phakic    Visual acuity: 6/18
Corneal curvature values                        Anterior chamber depth values
MV      K1                K2              ΔD        3.37 mm  3.34 mm  3.38 mm  3.39 mm  3.32 mm
1       43.10 D @ 11°     44.12 D @ 101°  -1.02 D   ACD: 3.36 mm
2       43.15 D @ 13°     44.06 D @ 103°  -0.91 D   White-to-white values
3       43.08 D @ 12°     44.06 D @ 102°  -0.98 D   WTW: 12.6 mm   Ix: -0.1 mm   P: 3.6 mm
MV      43.11 D @ 12°     44.08 D @ 102°  -0.97 D
R       8.05 mm           7.93 mm
SD      0.02 mm           0.02 mm`, want{
			"right_eye.K1_magnitude": 43.71, "right_eye.K1_axis": 22.0, "right_eye.K2_magnitude": 45.08, "right_eye.K2_axis": 112.0,
			"left_eye.K1_magnitude": 43.11, "left_eye.K1_axis": 12.0, "left_eye.K2_magnitude": 44.08, "left_eye.K2_axis": 102.0,
			"right_eye.ACD": 3.29, "right_eye.WTW": 12.4, "right_eye.lens_status": "Phakic",
			"left_eye.ACD": 3.36, "left_eye.WTW": 12.6, "left_eye.lens_status": "Phakic",
		}, nil},
		{"values below their labels, and their mean below", `
Eye: OD                              Eye: OS
Flat Meridian                        Flat Meridian
43.71 D (7.72 mm) @ 22°              43.11 D (7.83 mm) @ 12°
Steep Meridian                       Steep Meridian
45.08 D (7.49 mm) @ 112°             44.08 D (7.66 mm) @ 102°
Avg K  44.39 D   Cyl  1.37 D         Avg K  43.59 D   Cyl  0.97 D`, meridiansOfBoth, nil},
		{"a column of the units of both values of a pair", `
                 Right (OD)      Left (OS)
 K flat          43.71 / 22      43.11 / 12    D / °
 K steep         45.08 / 112     44.08 / 102   D / °
 WTW             11.9            11.8          mm`, want{
			"right_eye.K1_magnitude": 43.71, "right_eye.K1_axis": 22.0, "right_eye.K2_magnitude": 45.08, "right_eye.K2_axis": 112.0, "right_eye.WTW": 11.9,
			"left_eye.K1_magnitude": 43.11, "left_eye.K1_axis": 12.0, "left_eye.K2_magnitude": 44.08, "left_eye.K2_axis": 102.0, "left_eye.WTW": 11.8,
		}, nil},
		{"axes in rows of their own below the units", `
              OD            OS
K1   D        43.71         43.11
     mm       7.72          7.83
     axis     22            12
K2   (D)      45.08         44.08
     (°)      112           102`, meridiansOfBoth, nil},
		{"letters over columns, and lists of readings beside", `
No    AL      SNR                R           OPTICAL         L                 No    AL      SNR
 1    22.93   6                                                                 1    23.00   6
 2    22.94   6                                                                 2    23.00   8
 3    22.94   9    SD 0.01      22.94       AXIAL mm        23.02   SD 0.02     3    23.01   8
 4    22.94   9    SD 2         533         PACHY µm        529     SD 3        4    23.02   7
 5    22.93   6    SD 0.02      3.22        ACD mm          3.39    SD 0.03     5    23.03   6
                                11.9        WTW mm          12.0
                   7.57 mm   44.58 @ 178    Ks D @ °      44.47 @ 11    7.59 mm
                   7.80 mm   43.27 @ 88     Kf D @ °      43.49 @ 101   7.76 mm`, want{
			"right_eye.AL": 22.94, "right_eye.CCT": 533.0, "right_eye.ACD": 3.22, "right_eye.WTW": 11.9, "left_eye.AL": 23.02, "left_eye.CCT": 529.0, "left_eye.ACD": 3.39, "left_eye.WTW": 12.0,
			"right_eye.K1_magnitude": 43.27, "right_eye.K1_axis": 88.0, "right_eye.K2_magnitude": 44.58, "right_eye.K2_axis": 178.0,
			"left_eye.K1_magnitude": 43.49, "left_eye.K1_axis": 101.0, "left_eye.K2_magnitude": 44.47, "left_eye.K2_axis": 11.0,
		}, nil},
		{"the eye behind the date of birth", `
Date of birth: 29/09/1961 Eye: Right
K1: 43.71 D @ 22°
K2: 45.08 D @ 112°`, want{
			"patient.date_of_birth":  "1961-09-29",
			"right_eye.K1_magnitude": 43.71, "right_eye.K1_axis": 22.0, "right_eye.K2_magnitude": 45.08, "right_eye.K2_axis": 112.0,
		}, nil},
		{"states below the title of a lens calculation", `
OD                   IOL calculation               OS
LS: Phakic           LVC: Untreated                LS: Phakic           LVC: Untreated
Biometric values                                   Biometric values
AL: 23.47 mm                                       AL: 23.61 mm
ACD: 3.08 mm                                       ACD: 3.14 mm`, want{
			"right_eye.AL": 23.47, "right_eye.ACD": 3.08, "right_eye.lens_status": "Phakic", "right_eye.post_refractive": "None",
			"left_eye.AL": 23.61, "left_eye.ACD": 3.14, "left_eye.lens_status": "Phakic", "left_eye.post_refractive": "None",
		}, nil},
		{"an index in brackets behind simulated keratometry", `
OD
SimK (1.3375)
K1: 43.21 D @ 5°
K2: 44.21 D @ 95°`, want{"right_eye.K1_magnitude": 43.21, "right_eye.K1_axis": 5.0, "right_eye.K2_magnitude": 44.21, "right_eye.K2_axis": 95.0, "right_eye.keratometric_index": 1.3375}, nil},
		{"an earlier visit in a sentence of two lines", `
OD
R1   7.52   44.88   92°
R2   7.38   45.74    2°
Visita anterior 11/02/2023: 22.28 mm R1
44.81 R2 45.79`, want{"right_eye.K1_magnitude": 44.88, "right_eye.K1_axis": 92.0, "right_eye.K2_magnitude": 45.74, "right_eye.K2_axis": 2.0}, nil},
		{"a list of one value a line", `
Ojo   Categoría              Parámetro          Resultado
D     Biometría              Longitud axial     23,45 mm
I     Biometría              Longitud axial     24,10 mm
D     Biometría              ACD                3,21 mm
I     Biometría              ACD                3,32 mm
D     Córnea posterior       K1                 -5,90 D
I     Córnea posterior       K1                 -6,00 D
D     Córnea posterior       K2                 -6,10 D
I     Córnea posterior       K2                 -6,20 D
Dispositivo: Anterion`,
			want{
				"right_eye.AL": 23.45, "left_eye.AL": 24.1, "right_eye.ACD": 3.21, "left_eye.ACD": 3.32,
				"posterior_keratometry.right_eye.PK1_magnitude": 5.9, "posterior_keratometry.right_eye.PK2_magnitude": 6.1,
				"posterior_keratometry.left_eye.PK1_magnitude": 6.0, "posterior_keratometry.left_eye.PK2_magnitude": 6.2,
			}, nil},
		{"tables beside each other", `
Biometry    OD      OS        Cornea front   OD        OS
AL, mm      23.45   24.10     K1, D          41.00     43.00
ACD, mm     3.21    3.32      K2, D          42.00     44.00`,
			want{
				"right_eye.AL": 23.45, "left_eye.AL": 24.1, "right_eye.ACD": 3.21, "left_eye.ACD": 3.32,
				"right_eye.K1_magnitude": 41.0, "right_eye.K2_magnitude": 42.0, "left_eye.K1_magnitude": 43.0, "left_eye.K2_magnitude": 44.0,
			}, nil},
		{"two meridians in a cell", `
                     OD               OS
AL [mm]              23.45            24.10
K1 / K2 [D]          41.00 / 42.00    43.00 / 44.00
Axis K1 / Axis K2    90 / 180         10 / 100`,
			want{
				"right_eye.AL": 23.45, "left_eye.AL": 24.1,
				"right_eye.K1_magnitude": 41.0, "right_eye.K1_axis": 90.0, "right_eye.K2_magnitude": 42.0, "right_eye.K2_axis": 180.0,
				"left_eye.K1_magnitude": 43.0, "left_eye.K1_axis": 10.0, "left_eye.K2_magnitude": 44.0, "left_eye.K2_axis": 100.0,
			}, nil},
		{"a form with boxes to tick", `
OS
AL: 24.10 mm
Lens status
[ ] phakic      [X] pseudophakic
[ ] aphakic     [ ] phakic IOL
Refractive surgery
[ ] none        [ ] myopic LASIK`, want{"left_eye.AL": 24.1, "left_eye.lens_status": "Pseudophakic"}, nil},
		{"a lens table between the eyes", `
OD right                                                      OS left
AL  23.45 mm          IOL calculation                         AL  24.10 mm
R1   7.80 mm          22.50     0.62      23.00    0.62       R1   7.90 mm
R2   7.60 mm          23.00     0.26      23.50    0.26       R2   7.70 mm
n    1.3375           23.50    -0.10      24.00   -0.10       n    1.3375`,
			want{
				"right_eye.AL": 23.45, "left_eye.AL": 24.1, "right_eye.keratometric_index": 1.3375, "left_eye.keratometric_index": 1.3375,
				"right_eye.K1_magnitude": 43.27, "right_eye.K2_magnitude": 44.41, "left_eye.K1_magnitude": 42.72, "left_eye.K2_magnitude": 43.83,
			}, nil},
		{"normal ranges", `
Test            OD        OS        Unit   Normal range
AL              23.45     24.10     mm     22.0 - 24.5
ACD             3.21      ---       mm     2.6 - 3.6`, want{"right_eye.AL": 23.45, "left_eye.AL": 24.1, "right_eye.ACD": 3.21}, nil},
		{"ranges without a heading", `
                OD        OS
AL              23.45     24.10     mm     22.0 - 24.5
LT              n/a       4.60      mm     3.6 - 5.0`, want{"right_eye.AL": 23.45, "left_eye.AL": 24.1, "left_eye.LT": 4.6}, nil},
		{"another device's values", `
OS
ACD: 3.32 mm
Former biometer (2014): AL 22.37 mm, K1 41.34 D`, want{"left_eye.ACD": 3.32}, nil},
		{"an eye whose heading was not understood", `
          D.    OS left
AL        23.45     24.10
ACD       3.21      3.32`, want{}, nil},
		{"a list whose columns are close", `
Eye   Category             Parameter               Result
OD    Anterior cornea      K1                      41.00 D @ 90°
OD    Anterior cornea power K2                     42.00 D @ 180°
OD    Axial measurements   AL                      23.45 mm
OD    Axial measurements   ACD                     3.21 mm
OS    Axial measurements   AL                      24.10 mm
OS    Axial measurements   ACD                     3.32 mm
OS    Axial measurements   LT                      4.50 mm`,
			want{
				"right_eye.AL": 23.45, "right_eye.ACD": 3.21, "left_eye.AL": 24.1, "left_eye.ACD": 3.32, "left_eye.LT": 4.5,
				"right_eye.K1_magnitude": 41.0, "right_eye.K1_axis": 90.0, "right_eye.K2_magnitude": 42.0, "right_eye.K2_axis": 180.0,
			}, nil},
		{"three tables abreast, one headed without a gap", `
Biometry   OD        OS          Anterior corneal power OD        OS         Posterior cornea   OD       OS
AL         23.45     24.10       K1                     41.00     43.00      K1                 -5.90    -6.00
ACD        3.21      3.32        K2                     42.00     44.00      K2                 -6.10    -6.20
LT         4.50      4.60        Total corneal power    40.10     42.10`,
			want{
				"right_eye.AL": 23.45, "right_eye.ACD": 3.21, "right_eye.LT": 4.5, "left_eye.AL": 24.1, "left_eye.ACD": 3.32, "left_eye.LT": 4.6,
				"right_eye.K1_magnitude": 41.0, "right_eye.K2_magnitude": 42.0, "left_eye.K1_magnitude": 43.0, "left_eye.K2_magnitude": 44.0,
			}, nil},
		{"German eyes", `
RA                                    LA
Achslänge        23,45 mm             Achslänge        24,10 mm
VKT              3,21 mm              VKT              3,32 mm`,
			want{"right_eye.AL": 23.45, "left_eye.AL": 24.1, "right_eye.ACD": 3.21, "left_eye.ACD": 3.32}, nil},
		{"the least and the most of the meridians", `
OD
Kmin: 41.00 D @ 90°
Kmax: 42.00 D @ 180°`,
			want{"right_eye.K1_magnitude": 41.0, "right_eye.K1_axis": 90.0, "right_eye.K2_magnitude": 42.0, "right_eye.K2_axis": 180.0}, nil},
		{"the steepest point of a map", `
OD
K1: 41.00 D @ 90°
K2: 42.00 D @ 180°
Kmax: 47.30 D`,
			want{"right_eye.K1_magnitude": 41.0, "right_eye.K1_axis": 90.0, "right_eye.K2_magnitude": 42.0, "right_eye.K2_axis": 180.0}, nil},
		{"a remark across both columns", `
OD                                    OS
AL               23.45 mm             AL               24.10 mm
ACD              3.21 mm              ACD              3.32 mm

Notes: Other clinic: AL 22.26 mm and LT 4.11 mm, also LT 4.22 mm there`,
			want{"right_eye.AL": 23.45, "left_eye.AL": 24.1, "right_eye.ACD": 3.21, "left_eye.ACD": 3.32}, nil},
		{"a name without a label", `
Sample, Sally              Northgate Surgery, Tel. 555
Report - Sex: F; Patient ID: 4711
OD
AL: 23.45 mm`,
			want{"right_eye.AL": 23.45, "patient.name": "Sample, Sally", "patient.id": "4711", "patient.gender": "Female"}, nil},
		{"both eyes in one value", `
AL RE/LE: 23.45 / 24.10 mm
ACD (ext.) RE/LE: 3.21 / --- mm
K1 RE/LE: 41.00@90 / 43.00@10
K2 RE/LE: 42.00@180 / 44.00@100
Lens status RE/LE: phakic / aphakic`,
			want{
				"right_eye.AL": 23.45, "left_eye.AL": 24.1, "right_eye.ACD": 3.21,
				"right_eye.K1_magnitude": 41.0, "right_eye.K1_axis": 90.0, "right_eye.K2_magnitude": 42.0, "right_eye.K2_axis": 180.0,
				"left_eye.K1_magnitude": 43.0, "left_eye.K1_axis": 10.0, "left_eye.K2_magnitude": 44.0, "left_eye.K2_axis": 100.0,
				"right_eye.lens_status": "Phakic", "left_eye.lens_status": "Aphakic",
			}, nil},
		{"both eyes in one value that cannot be divided", `
AL RE/LE: 23.45 24.10 mm
OD
ACD 3.21 mm`, want{"right_eye.ACD": 3.21}, nil},
		{"two meridians in one value", `
OD
Corneal power: K1/K2 = 41.00 D @ 90° / 42.00 D @ 180°; Km = 41.50 D; n = 1.3375`,
			want{
				"right_eye.K1_magnitude": 41.0, "right_eye.K1_axis": 90.0, "right_eye.K2_magnitude": 42.0, "right_eye.K2_axis": 180.0,
				"right_eye.keratometric_index": 1.3375,
			}, nil},
		{"meridians in lines of their own", `
OD                         OS
Flat K                     Flat K
  Power: 41.00 D             Power: 43.00 D
  Radius: 8.23 mm            Radius: 7.85 mm
  Axis: 90°                  Axis: 10°
Steep K                    Steep K
  Power: 42.00 D             Power: 44.00 D
  Radius: 8.04 mm            Radius: 7.67 mm
  Axis: 180°                 Axis: 100°
AL: 23.45 mm               AL: 24.10 mm`,
			want{
				"right_eye.K1_magnitude": 41.0, "right_eye.K1_axis": 90.0, "right_eye.K2_magnitude": 42.0, "right_eye.K2_axis": 180.0,
				"left_eye.K1_magnitude": 43.0, "left_eye.K1_axis": 10.0, "left_eye.K2_magnitude": 44.0, "left_eye.K2_axis": 100.0,
				"right_eye.AL": 23.45, "left_eye.AL": 24.1,
			}, nil},
		{"a column for each surface", `
IOLMaster 700
OD
            Keratometry      Total keratometry   Posterior cornea
K1 [D]      41.00            41.20               -5.90
Axis [°]    90               92                  88
K2 [D]      42.00            42.30               -6.10
Axis [°]    180              2                   178`,
			want{
				"right_eye.K1_magnitude": 41.0, "right_eye.K1_axis": 90.0, "right_eye.K2_magnitude": 42.0, "right_eye.K2_axis": 180.0,
				"posterior_keratometry.right_eye.TK1_magnitude": 41.2, "posterior_keratometry.right_eye.TK1_axis": 92.0, "posterior_keratometry.right_eye.TK2_magnitude": 42.3, "posterior_keratometry.right_eye.TK2_axis": 2.0,
				"posterior_keratometry.right_eye.PK1_magnitude": 5.9, "posterior_keratometry.right_eye.PK1_axis": 88.0, "posterior_keratometry.right_eye.PK2_magnitude": 6.1, "posterior_keratometry.right_eye.PK2_axis": 178.0,
			}, nil},
		{"panels beside each other", `
               OD        OS                        OD        OS
AL             23.45     24.10      K flat         41.00     43.00
ACD            3.21      3.32       K steep        42.00     44.00
LT             4.50      4.60
                                    OD - Right eye
                                    Lens status: phakic
                                    OS - Left eye
                                    Lens status: aphakic`,
			want{
				"right_eye.AL": 23.45, "left_eye.AL": 24.1, "right_eye.ACD": 3.21, "left_eye.ACD": 3.32, "right_eye.LT": 4.5, "left_eye.LT": 4.6,
				"right_eye.K1_magnitude": 41.0, "right_eye.K2_magnitude": 42.0, "left_eye.K1_magnitude": 43.0, "left_eye.K2_magnitude": 44.0,
				"right_eye.lens_status": "Phakic", "left_eye.lens_status": "Aphakic",
			}, nil},
		{"single readings and their mean", `
OD          # 1     # 2     # 3     Mean       SD
AL          23.41   23.49   23.45   23.45 mm   0.02
ACD         3.20    3.22    3.21    3.21 mm    0.01`,
			want{"right_eye.AL": 23.45, "right_eye.ACD": 3.21}, nil},
		{"single readings line by line and their mean", `
OD
         AL [mm]     ACD [mm]    LT [mm]
1        23.44       3.20        4.49
2        23.46       3.22        4.51
3        23.45       3.21        4.50
Mean     23.45       3.21        4.50
SD       0.01        0.01        0.01`,
			want{"right_eye.AL": 23.45, "right_eye.ACD": 3.21, "right_eye.LT": 4.5}, nil},
		{"single readings without a mean", `
OD
         AL [mm]     ACD [mm]    LT [mm]
1        23.44       3.20        4.49
2        23.46       3.22        4.51`, want{}, nil},
		{"a surface without the value", `
OD
                 Cornea front     Cornea back
K1               43.8 D           -6.0 D
K2               44.2 D           -6.2 D
Axis (flat)                       119°
Axis (steep)                      29°
AL: 23.45 mm`,
			want{"right_eye.AL": 23.45, "right_eye.K1_magnitude": 43.8, "right_eye.K2_magnitude": 44.2}, nil},
		{"two columns of one eye, not level", `
OD
K1      41.00 D      90       0.02
                                      Axial length (AL)
K2      42.00 D      180      0.02
                                        23.45 mm
SE      41.50 D                       Lens thickness (LT)
                                        4.50 mm
n = 1.3375                            Lens status: phakic`,
			want{
				"right_eye.AL": 23.45, "right_eye.LT": 4.5, "right_eye.lens_status": "Phakic", "right_eye.keratometric_index": 1.3375,
				"right_eye.K1_magnitude": 41.0, "right_eye.K2_magnitude": 42.0,
			}, nil},
		{"a lens table beside the table", `
            OD         OS                                   IOL calculation
AL          23.45      24.10                                AL    24.10 mm
ACD         3.21       3.32                                 21.00     -0.58
LT          4.50       4.60                                 20.50     -0.23
CCT         ---        555                                  20.00     0.12`,
			want{
				"right_eye.AL": 23.45, "left_eye.AL": 24.1, "right_eye.ACD": 3.21, "left_eye.ACD": 3.32, "right_eye.LT": 4.5, "left_eye.LT": 4.6, "left_eye.CCT": 555.0,
			}, nil},
		{"both eyes' values under one eye's heading", `
            OS         OD
AL          23.45      24.10
OS                                  K1   -5.90 D x 90°   -6.00 D x 10°
Lens: phakic                        K2   -6.10 D x 180°  -6.20 D x 100°
OD
Lens: phakic`,
			want{"left_eye.AL": 23.45, "right_eye.AL": 24.1, "left_eye.lens_status": "Phakic", "right_eye.lens_status": "Phakic"}, nil},
		{"surfaces in rows, meridians in columns", `
OD
AL     23.45 mm                      K1 (flat)        K2 (steep)       Km [D]
CCT    555 µm       Anterior         41.00 D @ 90°    42.00 D @ 180°   41.50
LT     4.50 mm      Total (TCP)      40.10 D @ 92°    41.10 D @ 2°     40.60`,
			want{
				"right_eye.AL": 23.45, "right_eye.CCT": 555.0, "right_eye.LT": 4.5,
				"right_eye.K1_magnitude": 41.0, "right_eye.K1_axis": 90.0, "right_eye.K2_magnitude": 42.0, "right_eye.K2_axis": 180.0,
			}, nil},
		{"total power does not hide what stands below it", `
OD
Total (TCP)     D        Axis
K1 (flat)       40.10    90°
K2 (steep)      41.10    180°
CCT                      555 µm
AL                       23.45 mm`,
			want{"right_eye.AL": 23.45, "right_eye.CCT": 555.0}, nil},
		{"labels between the eyes, deviations in brackets", `
OD                                      OS
Mean (SD)                               Mean (SD)
23.45 (0.01)         AL [mm]            24.10 (0.02)
555 (1)              CCT [µm]           566 (3)
3.21 (0.05)          ACD [mm]           3.32 (0.01)
4.50 (0.05)          LENS [mm]          4.60 (0.01)
1.3375               n                  1.3375`,
			want{
				"right_eye.AL": 23.45, "left_eye.AL": 24.1, "right_eye.CCT": 555.0, "left_eye.CCT": 566.0, "right_eye.ACD": 3.21, "left_eye.ACD": 3.32,
				"right_eye.LT": 4.5, "left_eye.LT": 4.6, "right_eye.keratometric_index": 1.3375, "left_eye.keratometric_index": 1.3375,
			}, nil},
		{"a row's title in two lines", `
OD
Biometry    AL            ACD           LT
optical     23.45 mm      3.21 mm       4.50 mm`,
			want{"right_eye.AL": 23.45, "right_eye.ACD": 3.21, "right_eye.LT": 4.5}, nil},
		{"a strip of the patient's without labels", `
Sally Sample | female | DOB: 1950-02-03 | ID: 4711
OD
AL: 23.45 mm`,
			want{"right_eye.AL": 23.45, "patient.name": "Sally Sample", "patient.id": "4711", "patient.gender": "Female", "patient.date_of_birth": "1950-02-03"}, nil},
		{"options, none of them marked", `
OD
AL: 23.45 mm
Lens status: phakic / pseudophakic / aphakic
Refractive surgery: none / myopic / hyperopic`, want{"right_eye.AL": 23.45}, []string{"right_eye.lens_status", "right_eye.post_refractive"}},
		{"words for no value", `
OD
AL: not measured
LT: n. d.
CCT: 555 µm`, want{"right_eye.CCT": 555.0}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			check(t, tt.want, tt.withheld, page(tt.text))
		})
	}
}

// TestWordings: labels that no table lists are told by what their words mean,
// if every word is known.
func TestWordings(t *testing.T) {
	t.Parallel()
	for text, w := range map[string]want{
		"OD\nDepth of the anterior chamber 3.21 mm":            {"right_eye.ACD": 3.21},
		"OD\nDurchmesser der Hornhaut, horizontal 12,1 mm":     {"right_eye.WTW": 12.1},
		"OD\nLongueur axiale de l'œil (LA) 23,45 mm":           {"right_eye.AL": 23.45},
		"OD\nLunghezza assiale del bulbo (LA) 23,45 mm":        {"right_eye.AL": 23.45},
		"OD\nEspesor del cristalino (LT) 4,50 mm":              {"right_eye.LT": 4.5},
		"OD\nEspessura da córnea, central (CCT) 555 µm":        {"right_eye.CCT": 555.0},
		"OD\nØ corneal (WTW) 12,1 mm":                          {"right_eye.WTW": 12.1},
		"OD\nACD (Profundidade da câmara ant.) 3.21 mm":        {"right_eye.ACD": 3.21},
		"OD\nACD (Kammerwasser) 2.71 mm":                       {},
		"OD / D: Statut du cristallin: phaque":                 {"right_eye.lens_status": "Phakic"},
		"OD\nBr. a br. (mm)   11,5":                            {"right_eye.WTW": 11.5},
		"OD\nAchsmaße\nCCT 555 µm":                             {"right_eye.CCT": 555.0},
		"OD\nLens status: pIOL (ICL)":                          {"right_eye.lens_status": "Phakic IOL"},
		"OD\nCCT (pupil center) 555 µm":                        {"right_eye.CCT": 555.0},
		"OD\nRefractive surgery: not operated":                 {"right_eye.post_refractive": "None"},
		"OD\nDepth of the aqueous 2.61 mm":                     {},
		"OD\nPredicted axial length 23.45 mm":                  {}, // one word is not known
		"OD\nMean power 43.21 D":                               {},
		"Patient no. = 4711":                                   {"patient.id": "4711"},
		"Next visit date: 2027-05-12":                          {},
		"Geburtsdatum: 03.02.56":                               {"patient.date_of_birth": "1956-02-03"},
		"Geburtsdatum: 03.02.12":                               {}, // a child, or a hundred years old
		"Date of birth: 06-Jul-72":                             {"patient.date_of_birth": "1972-07-06"},
		"OD\nCirugía refractiva: no refiere":                   {"right_eye.post_refractive": "None"},
		"OD\nAnamnese Auge: Linse: Phak (eigene Linse)":        {"right_eye.lens_status": "Phakic"},
		"OD\nPrevious biometer: AL: 23.45 mm":                  {},
		"Untersuchungsdatum: 03.02.25":                         {"exam_date": "2025-02-03"},
		"This patient, examined on 2 May 2025, can see.":       {"exam_date": "2025-05-02"},
		"Name: Van Dummy, Ida; Patient ID: 4711; Sex (M/F): F": {"patient.name": "Van Dummy, Ida", "patient.id": "4711", "patient.gender": "Female"},
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			var withheld []string
			if text == "Geburtsdatum: 03.02.12" {
				withheld = []string{"patient.date_of_birth"}
			}
			check(t, w, withheld, page(text))
		})
	}
}
