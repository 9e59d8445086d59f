package reader_test

import "testing"

// TestVisits: of several examinations on a page the latest is read.
func TestVisits(t *testing.T) {
	t.Parallel()
	lengths := want{"left_eye.AL": 22.34, "left_eye.ACD": 2.83, "left_eye.LT": 4.39, "left_eye.CCT": 525.0}
	checkEach(t, map[string]pageTest{
		"columns under dates, the later at the right": {`
OS (left)
           19/10/2021    14/06/2023     Change
AL         22.31 mm      22.34 mm       +0.03
ACD         2.89 mm       2.83 mm       -0.06
LT          4.30 mm       4.39 mm       +0.09
CCT          526 µm        525 µm       -1`, lengths, nil},
		"a bracket of a frame before a value of the earlier one": {`
OS (left)
           14/06/2023 19/10/2021
AL         22.34 mm (!) ( 22.31
ACD        2.83 mm        2.89
LT         4.39 mm        4.30
CCT        525 µm         526`, lengths, nil},
		"a table of both eyes under a title that nobody knows, with an earlier date": {`
Exam date: 17/10/2024
OD                              OS
AL [mm]       22.86             AL [mm]       22.34
ACD [mm]      ---               ACD [mm]      2.83
LT [mm]       ---               LT [mm]       4.39
CCT [µm]      561               CCT [µm]      525

Unknown unknown (12/03/2018)
              AL [mm]    ACD [mm]    LT [mm]    K1 [D]    K2 [D]    CCT [µm]
OD             22.91       2.74        4.88      42.38     43.41       555
OS             22.97       4.21        0.81      42.44     43.68       553`, merged(lengths, want{
			"exam_date": "2024-10-17", "right_eye.AL": 22.86, "right_eye.CCT": 561.0}), nil},
		"a line of an earlier examination in Dutch": {`
OS (links)
AL         22,34 mm
ACD         2,83 mm
LT          4,39 mm
CCT          525 µm
Vorige meting 12-03-2018:    AL 22,31 mm    ACD 2,89 mm    LT 4,30 mm`, lengths, nil},
		"the word for the present over the first column, deviations behind it, and the other eye beside it": {`
OS                                                 OD
            Aktuell  ± SD       19.10.2021                    Aktuell  ± SD       19.10.2021
AL [mm]      22.34   0.006        22.31            AL [mm]     23.34   0.006        23.31
ACD [mm]      2.83   0.010         2.89            ACD [mm]     3.83   0.010         3.89
LT [mm]       4.39   0.012         4.30            LT [mm]      4.49   0.012         4.40
CCT [µm]       525     1.2          526            CCT [µm]      535     1.2          536
WTW [mm]      11.9   0.031         11.8            WTW [mm]     11.7   0.031         11.6`, merged(lengths, want{
			"right_eye.AL": 23.34, "right_eye.ACD": 3.83, "right_eye.LT": 4.49, "right_eye.CCT": 535.0, "right_eye.WTW": 11.7, "left_eye.WTW": 11.9}), nil},
		"an earlier examination at the right, and the next eye below": {`
OD
AL         23.34 mm            K1         43.95 D @ 2°
ACD         3.83 mm            K2         44.76 D @ 92°
LT          4.49 mm            Previous examination 12/09/2022:
CCT          535 µm            AL 23.31 mm    ACD 3.89 mm

OS
AL         22.34 mm            K1         45.42 D @ 168°
ACD         2.83 mm            K2         46.61 D @ 78°
LT          4.39 mm
CCT          525 µm`, merged(lengths, want{
			"right_eye.AL": 23.34, "right_eye.ACD": 3.83, "right_eye.LT": 4.49, "right_eye.CCT": 535.0,
			"right_eye.K1_magnitude": 43.95, "right_eye.K1_axis": 2.0, "right_eye.K2_magnitude": 44.76, "right_eye.K2_axis": 92.0,
			"left_eye.K1_magnitude": 45.42, "left_eye.K1_axis": 168.0, "left_eye.K2_magnitude": 46.61, "left_eye.K2_axis": 78.0}), nil},
		"rows of both eyes under heads of which none is that of the eyes": {`
OD                            OS
AL      25.14 mm              AL      24.88 mm
ACD     3.05 mm               ACD     3.11 mm
CCT     561 µm                CCT     557 µm

Follow-up – previous examination 12-Mar-2024
            AL          ACD         CCT         LT
 OD      25.12 mm     3.08 mm     565 µm     4.68 mm
 OS      24.87 mm     3.13 mm     559 µm     4.66 mm`, want{
			"right_eye.AL": 25.14, "right_eye.ACD": 3.05, "right_eye.CCT": 561.0, "left_eye.AL": 24.88, "left_eye.ACD": 3.11, "left_eye.CCT": 557.0}, nil},
		"columns under dates, the later at the left": {`
OS (left)
           14/06/2023    19/10/2021
AL         22.34 mm      22.31 mm
ACD         2.83 mm       2.89 mm
LT          4.39 mm       4.30 mm
CCT          525 µm        526 µm`, lengths, nil},
		"columns under dates that depend on the order of days and months": {`
OS (left)
           05/06/2023    06/05/2023
AL         22.34 mm      22.31 mm
ACD         2.83 mm       2.89 mm
LT          4.39 mm       4.30 mm
CCT          525 µm        526 µm`, nil, nil},
		"a column under a word for the present": {`
OS (left)
           19/10/2021    Current       Change
AL         22.31 mm      22.34 mm       +0.03
ACD         2.89 mm       2.83 mm       -0.06
LT          4.30 mm       4.39 mm       +0.09
CCT          526 µm        525 µm       -1`, lengths, nil},
		"words over the dates, and the heading of the next eye below": {`
OS (left)
           Previous      Current
           19/10/2021    14/06/2023
AL         22.31 mm      22.34 mm
ACD         2.89 mm       2.83 mm
LT          4.30 mm       4.39 mm
CCT          526 µm        525 µm
OD (right)         n = 1.3375
           Previous      Current
           19/10/2021    14/06/2023
AL         23.31 mm      23.34 mm
ACD         3.89 mm       3.83 mm
LT          4.40 mm       4.49 mm
CCT          536 µm        535 µm`, merged(lengths, want{
			"right_eye.AL": 23.34, "right_eye.ACD": 3.83, "right_eye.LT": 4.49, "right_eye.CCT": 535.0,
			"right_eye.keratometric_index": 1.3375, "left_eye.keratometric_index": 1.3375,
		}), nil},
		"a line of an earlier examination": {`
OS (left)
AL         22.34 mm
ACD         2.83 mm
LT          4.39 mm
CCT          525 µm
Previous examination 14/02/2023:    AL 22.31 mm    ACD 2.89 mm    LT 4.30 mm`, lengths, nil},
		"the date of an earlier examination among the patient's data": {`
Name           Doe, Jane              Geschlecht      weiblich
Messung        14.06.2023             Operateur       Dr. Nobody
Zielrefraktion OD -0.25 D OS -0.25 D  Früh. Messung   14.02.2022 (AL OD 21.11 / OS 22.31)
OD rechts             phak | keine    OS links                      phak | keine
AL         23.31 mm                   AL         22.34 mm
ACD         3.89 mm                   ACD         2.83 mm
LT          4.40 mm                   LT          4.39 mm
CCT          536 µm                   CCT          525 µm`, merged(lengths, want{
			"patient.name": "Doe, Jane", "patient.gender": "Female", "exam_date": "2023-06-14", "right_eye.lens_status": "Phakic", "left_eye.lens_status": "Phakic",
			"right_eye.AL": 23.31, "right_eye.ACD": 3.89, "right_eye.LT": 4.40, "right_eye.CCT": 536.0,
		}), nil},
		"rows of visits of both eyes, beside an aim": {`
Exam: 14/06/2023
                OD                         OS
Date            AL       ACD     CCT       AL       ACD     CCT
14/06/2023      23.45    3.21    541       22.34    2.83    525
19/10/2021      23.31    3.25    542       22.31    2.89    526
AL aim at 18 years < 25.80`, want{
			"exam_date": "2023-06-14", "right_eye.AL": 23.45, "right_eye.ACD": 3.21, "right_eye.CCT": 541.0,
			"left_eye.AL": 22.34, "left_eye.ACD": 2.83, "left_eye.CCT": 525.0,
		}, nil},
		"dates with names of months close beside each other, the later that of the examination": {`
Examined: June 14, 2023
OS (left)
          June 14, 2023 October 19, 2021
AL        22.34 mm      22.31 mm
ACD        2.83 mm       2.89 mm
LT         4.39 mm       4.30 mm

          June 14, 2023 October 19, 2021
CCT        525 µm        526 µm`, merged(lengths, want{"exam_date": "2023-06-14"}), nil},
		"an axis that reaches over the column of its date": {`
Examined: 14/06/2023
OS (left)
           14/06/2023 19/10/2021
AL         22.34 mm   22.31
ACD         2.83 mm    2.89
LT          4.39 mm    4.30
CCT          525 µm     526
K1         43.16 D @ 120°
K2         44.37 D @ 30°`, merged(lengths, want{
			"exam_date": "2023-06-14", "left_eye.K1_magnitude": 43.16, "left_eye.K1_axis": 120.0, "left_eye.K2_magnitude": 44.37, "left_eye.K2_axis": 30.0,
		}), nil},
		"a date over each eye": {`
           OD            OS
           14/06/2023    14/06/2023
AL         23.45 mm      22.34 mm
ACD         3.21 mm       2.83 mm
LT          4.10 mm       4.39 mm
CCT          541 µm        525 µm`, merged(lengths, want{"right_eye.AL": 23.45, "right_eye.ACD": 3.21, "right_eye.LT": 4.1, "right_eye.CCT": 541.0}), nil},
	})
}

// TestNameBesideDates: the name of the eye stands beside the dates over its columns, somewhat lower.
func TestNameBesideDates(t *testing.T) {
	t.Parallel()
	p := page(`
           14/06/2023    19/10/2021      OS
AL         22.34 mm      22.31 mm
ACD         2.83 mm       2.89 mm
LT          4.39 mm       4.30 mm
CCT          525 µm        526 µm`)
	for i, w := range p.Words {
		if w.Text == "OS" {
			p.Words[i].Y0, p.Words[i].Y1 = w.Y0+3, w.Y1+9
		}
	}
	check(t, want{"left_eye.AL": 22.34, "left_eye.ACD": 2.83, "left_eye.LT": 4.39, "left_eye.CCT": 525.0}, nil, p)
}

// TestSpans: the name of an eye spans several rows of a table, and the heads of its columns have several lines.
func TestSpans(t *testing.T) {
	t.Parallel()
	lengths := want{
		"right_eye.AL": 22.41, "right_eye.CCT": 541.0, "right_eye.LT": 4.52,
		"left_eye.AL": 22.56, "left_eye.CCT": 547.0, "left_eye.LT": 4.58,
	}
	checkEach(t, map[string]pageTest{
		"single readings and their means": {`
Eye     No.    AL        CCT      LT
               mm        µm       mm
        1      22.40     541      4.52
        2      22.41     542      4.51
OD      3      22.42     540      4.53
        Mean   22.41     541      4.52
        SD     0.01      0.90     0.01
        1      22.55     548      4.57
        2      22.56     546      4.58
OS      3      22.57     547      4.59
        Mean   22.56     547      4.58
        SD     0.01      0.90     0.01`, lengths, nil},
		"heads of two lines": {`
Eye     Lens       AL       SD     CCT      LT
        status              AL
OD      phakic     22.41    0.02   541      4.52
OS      phakic     22.56    0.01   547      4.58`, merged(lengths, want{"right_eye.lens_status": "Phakic", "left_eye.lens_status": "Phakic"}), nil},
	})
}

// TestFoundOnStrangersPages: what others' pages have between and beside the values.
func TestFoundOnStrangersPages(t *testing.T) {
	t.Parallel()
	checkEach(t, map[string]pageTest{
		"an eccentricity, and how far the pupil stands beside the axis": {`
OD
CCT       550 µm
Ecc.      0.43
Dx / Dy   +0.13 / -0.05`, want{"right_eye.CCT": 550.0}, nil},
		"the index with the name of the instrument below both eyes": {`
       OD          OS
AL     22.41 mm    22.56 mm
CCT    541 µm      547 µm
n keratometer 1.3375`, want{
			"right_eye.AL": 22.41, "right_eye.CCT": 541.0, "right_eye.keratometric_index": 1.3375,
			"left_eye.AL": 22.56, "left_eye.CCT": 547.0, "left_eye.keratometric_index": 1.3375,
		}, nil},
		"a state of each eye behind the word for the lens": {`
       OD          OG
LA     22.41 mm    22.56 mm
CCT    541 µm      547 µm
Cristallin  OD : phaque   OG : pseudophaque`, want{
			"right_eye.AL": 22.41, "right_eye.CCT": 541.0, "right_eye.lens_status": "Phakic",
			"left_eye.AL": 22.56, "left_eye.CCT": 547.0, "left_eye.lens_status": "Pseudophakic",
		}, nil},
		"a list of deviations": {`
OD
AL             ACD            LT             CCT
27.45 mm       3.66 mm        4.12 mm        503 µm
SD: AL 0.01 · ACD 0.01 · LT 0.02 · CCT 1.4`, want{"right_eye.AL": 27.45, "right_eye.ACD": 3.66, "right_eye.LT": 4.12, "right_eye.CCT": 503.0}, nil},
		"readings without numbers, the mean named behind its row": {`
OD
AL [mm]     SNR
23.75       9.8
23.76       11.2
23.77       8.7
23.76       10.0   AVG
CCT   534 µm`, want{"right_eye.AL": 23.76, "right_eye.CCT": 534.0}, nil},
		"readings without numbers and without a mean": {`
OD
AL [mm]     SNR
23.75       9.8
23.76       41°52
23.77       8.7
CCT   534 µm`, want{"right_eye.CCT": 534.0}, nil},
		"a depth from inside the cornea": {`
OD
AL                        24.18 mm
AQD (endothelium - lens)   2.72 mm`, want{"right_eye.AL": 24.18}, nil},
		"signs before the values of the first eye": {`
OD                                                           OS
# 0.007e    26.71 mm      AL       26.38 mm    0.009
# 0.008e     3.68 mm      ACD       3.63 mm    0.006
# 0.014e     4.21 mm      LT        4.26 mm    0.012`, want{"left_eye.AL": 26.38, "left_eye.ACD": 3.63, "left_eye.LT": 4.26}, nil},
		"an option that was not chosen": {`
● K Index 1.3375   ○ K Index 1.332
OD
AL     24.18 mm`, want{"right_eye.AL": 24.18, "right_eye.keratometric_index": 1.3375}, nil},
		"two indices of which none is marked may be of two eyes": {`
K Index 1.3375     K Index 1.332
OD
AL     24.18 mm`, nil, nil},
		"what need not be filled in": {`
OD
AL (mm)                22.64     ACD (mm)               2.84
LT (mm) optional        4.88     CCT (µm) optional      528`, want{"right_eye.AL": 22.64, "right_eye.ACD": 2.84, "right_eye.LT": 4.88, "right_eye.CCT": 528.0}, nil},
		"a radius of the back under that of the front": {`
HAAG-STREIT Eyestar 900
OD
Posterior keratometry
K1 flat       -6.04 D @ 19°
K2 steep      -6.38 D @ 109°
R1            6.623`, want{
			"posterior_keratometry.right_eye.PK1_magnitude": 6.04, "posterior_keratometry.right_eye.PK1_axis": 19.0,
			"posterior_keratometry.right_eye.PK2_magnitude": 6.38, "posterior_keratometry.right_eye.PK2_axis": 109.0}, nil},
		"how many of how many readings were used": {`
OD (right)
            Mean       SD      n
AL         27.618 mm   0.009   6/6
ACD         3.164 mm   0.011   6/6
LT          4.027 mm   0.017   5/6`, want{"right_eye.AL": 27.618, "right_eye.ACD": 3.164, "right_eye.LT": 4.027}, nil},
		"radii beside powers that were not read": {`
OD
AL / K1 / K2
23.07      43.62 D @ 101°      45.41 D @ 11°
n 1.3375 | R1 7.74 mm R2 7.43 mm`, want{"right_eye.AL": 23.07, "right_eye.keratometric_index": 1.3375}, []string{"right_eye.K2_axis", "right_eye.K2_magnitude"}},
	})
}

// TestRadiiAndPowersOfLetters: powers of earlier visits in rows with the letters of eyes, on a page without the names of eyes, do not doubt what follows from the radii of this one.
func TestRadiiAndPowersOfLetters(t *testing.T) {
	t.Parallel()
	check(t, want{
		"right_eye.K1_magnitude": 43.6, "right_eye.K1_axis": 101.0, "right_eye.K2_magnitude": 45.42, "right_eye.K2_axis": 11.0, "right_eye.keratometric_index": 1.3375,
	}, nil, page(`
OD
R1 7.74 mm @ 101°
R2 7.43 mm @ 11°
n 1.3375`), page(`
Earlier visit
              Eye    AL (Optical axial length)    K1      K2
2022/04/10    R      24.12                        43.15   44.38
2021/04/10    R      24.28                        43.24   44.38`))
}
