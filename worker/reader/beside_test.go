package reader_test

import (
	"testing"

	"biom/worker/document/layout"
)

// TestBesideOtherTables: what stands beside and between the values of pages that strangers drew.
func TestBesideOtherTables(t *testing.T) {
	t.Parallel()
	lengths := want{
		"right_eye.AL": 23.74, "right_eye.ACD": 2.95, "right_eye.LT": 4.77,
		"left_eye.AL": 23.69, "left_eye.ACD": 2.91, "left_eye.LT": 4.82,
	}
	powers := want{
		"right_eye.K1_magnitude": 44.02, "right_eye.K1_axis": 15.0, "right_eye.K2_magnitude": 45.96, "right_eye.K2_axis": 105.0,
		"left_eye.K1_magnitude": 44.18, "left_eye.K1_axis": 164.0, "left_eye.K2_magnitude": 45.83, "left_eye.K2_axis": 74.0,
	}
	index := want{"right_eye.keratometric_index": 1.3375, "left_eye.keratometric_index": 1.3375}
	right := func(w want) want {
		out := want{}
		for path, value := range w {
			if path[:5] == "right" {
				out[path] = value
			}
		}
		return out
	}
	checkEach(t, map[string]pageTest{
		"powers under the word for their mean": {`
IOLMaster 500
Right eye
Comp. AL      MV K1              MV K2               WTW
23.74 mm      44.02 D @ 15°      45.96 D @ 105°      11.8 mm
(SNR = 318)   7.67 mm            7.34 mm             Ix -0.2
Corneal curvature values
#             K1                 K2
1             44.00 D @ 14°      45.90 D @ 104°
2             44.04 D @ 16°      46.02 D @ 106°`,
			merged(right(powers), want{"right_eye.AL": 23.74, "right_eye.WTW": 11.8}), nil},
		"both eyes on a card": {`
AL                                Lens
OD 23.74 mm – OS 23.69 mm         OD 4.77 mm – OS 4.82 mm
ACD                               CCT
OD 2.95 mm – OS 2.91 mm           OD 527 µm – OS 529 µm`,
			merged(lengths, want{"right_eye.CCT": 527.0, "left_eye.CCT": 529.0}), nil},
		"the sign of the axis in labels beside each other": {`
OD                                                         OS
R1 [mm] / @   7.67 @ 15    K1 [D] / @   44.02 @ 15         R1 [mm] / @   7.64 @ 164   K1 [D] / @   44.18 @ 164
R2 [mm] / @   7.34 @ 105   K2 [D] / @   45.96 @ 105        R2 [mm] / @   7.36 @ 74    K2 [D] / @   45.83 @ 74`, powers, nil},
		"radius and power of a meridian behind one label": {`
                             OD                       OS
R1 [mm] / K1 [D] @ axis      7.67 / 44.02 @ 15°       7.64 / 44.18 @ 164°
R2 [mm] / K2 [D] @ axis      7.34 / 45.96 @ 105°      7.36 / 45.83 @ 74°`, powers, nil},
		"the index behind a label in the middle": {`
      OD                                               OS
44.02 D @ 15°           K1 n=1.3375           44.18 D @ 164°
45.96 D @ 105°          K2                    45.83 D @ 74°`, merged(powers, index), nil},
		"the index in the title between both eyes": {`
      OD                                               OS
               Keratometry Ø 2.5 mm – index 1.3375
44.02 D @ 15°           K1                    44.18 D @ 164°
45.96 D @ 105°          K2                    45.83 D @ 74°`, merged(powers, index), nil},
		"the diameter of the zone among the heads": {`
OD
Φ 2.5 mm    R1     K1       Axis    R2     K2       Axis
Mean        7.67   44.02    15°     7.34   45.96    105°`, right(powers), nil},
		"letters for cornea, lens and retina on a scan": {`
OD                                                     OS
    C    L              R            C     L             R
    23.74 mm                AL                    23.69 mm
    2.95 mm                 ACD                   2.91 mm
    4.77 mm                 LT                    4.82 mm`, lengths, nil},
		"labels on a drawing of one eye": {`
Right eye   OD
Axial length (AL)          23.74 mm
SD (AL), 8 scans           0.01 mm        Cornea   Lens   RPE
Anterior chamber depth     2.95 mm
Lens thickness             4.77 mm
CCT                        527 µm
                                          Pachymetry   thinnest 521 µm`,
			merged(right(lengths), want{"right_eye.CCT": 527.0}), nil},
		"the thickness at the apex": {`
              AL        Paquim. ápex
Derecho       23.74     527
Izquierdo     23.69     529`, want{"right_eye.AL": 23.74, "left_eye.AL": 23.69, "right_eye.CCT": 527.0, "left_eye.CCT": 529.0}, nil},
		"a form that offers both":        {"Sex: ☐ M  ☒ F\nOD\nAL 23.74 mm\nACD 2.95 mm", want{"patient.gender": "Female", "right_eye.AL": 23.74, "right_eye.ACD": 2.95}, nil},
		"a form with a letter as a tick": {"Sex:  M    X F\nOD\nAL 23.74 mm\nACD 2.95 mm", want{"patient.gender": "Female", "right_eye.AL": 23.74, "right_eye.ACD": 2.95}, nil},
		"a form that nobody filled in":   {"Sex: M / F\nOD\nAL 23.74 mm\nACD 2.95 mm", want{"right_eye.AL": 23.74, "right_eye.ACD": 2.95}, nil},
		"the sex behind the age": {"Name: Ejemplo, Ana   Born: 16/07/1939 (83) · F\nOD\nAL 23.74 mm\nACD 2.95 mm",
			want{"patient.name": "Ejemplo, Ana", "patient.date_of_birth": "1939-07-16", "patient.gender": "Female", "right_eye.AL": 23.74, "right_eye.ACD": 2.95}, nil},
		"blocks side by side without names, below a table of both eyes": {`
Right                                             Left
23.74                     AL [mm]                23.69
2.95                      ACD [mm]                2.91
4.77                      LT [mm]                 4.82
Keratometry      D      mm    axis       Keratometry      D      mm    axis
K1 (flat)      44.02   7.67   15°        K1 (flat)      44.18   7.64   164°
K2 (steep)     45.96   7.34   105°       K2 (steep)     45.83   7.36   74°`, merged(lengths, powers), nil},
		"the times at which the eyes were examined": {`
MS-39        OD 09:14 · OS 09:16
Right eye
AL 23.74 mm
ACD 2.95 mm
LT 4.77 mm
Left eye
AL 23.69 mm
ACD 2.91 mm
LT 4.82 mm`, lengths, nil},
		"the eye at the end of the title": {"Cataract report – OS (left eye)\nPatient: Sample, Ann   Born: 29.03.1948\nAL 23.69 mm\nACD 2.91 mm\nLT 4.82 mm",
			want{"patient.name": "Sample, Ann", "patient.date_of_birth": "1948-03-29", "left_eye.AL": 23.69, "left_eye.ACD": 2.91, "left_eye.LT": 4.82}, nil},
		"rows of another day on a page of one eye": {`
RE
Name: Sample, Ann   Date of exam: 10/19/2024
Eye Optical axial length (AXL)   K1      K2
08/22/2023 LE   23.69            44.18   45.83
08/22/2023      23.43            43.68   44.79`, want{"patient.name": "Sample, Ann", "exam_date": "2024-10-19"}, nil},
		"tiles with labels of one line and of two": {`
Right eye
Axial length      Aqueous depth     Lens thickness     White-to-white
(AL)              2.44 mm           4.77 mm            (WTW)
23.74 mm          SD 0.02           SD 0.03            11.8 mm
Left eye
Axial length      Aqueous depth     Lens thickness     White-to-white
(AL)              2.48 mm           4.82 mm            (WTW)
23.69 mm          SD 0.02           SD 0.03            11.7 mm`, want{
			"right_eye.AL": 23.74, "right_eye.LT": 4.77, "right_eye.WTW": 11.8, "left_eye.AL": 23.69, "left_eye.LT": 4.82, "left_eye.WTW": 11.7,
		}, nil},
		"single readings without axes above their means": {`
IOLMaster 700
OD
SE: 44.99 D   ΔK: -1.90 D @ 14°   K1: 44.00 D   K2: 45.90 D
SE: 44.95 D   ΔK: -1.98 D @ 16°   K1: 44.02 D   K2: 46.00 D
SE: 44.90 D   ΔK: -1.94 D @ 15°   K1: 44.04 D   K2: 45.98 D
SE: 44.95 D (SD = 0.01 D)         K1: 44.02 D @ 15°
ΔK: -1.94 D @ 15°                 K2: 45.96 D @ 105°
OS
SE: 45.00 D   ΔK: -1.64 D @ 164°  K1: 44.16 D   K2: 45.80 D
SE: 45.01 D   ΔK: -1.66 D @ 165°  K1: 44.18 D   K2: 45.84 D
SE: 45.03 D   ΔK: -1.65 D @ 163°  K1: 44.20 D   K2: 45.85 D
SE: 45.01 D (SD = 0.01 D)         K1: 44.18 D @ 164°
ΔK: -1.65 D @ 164°                K2: 45.83 D @ 74°`, powers, nil},
		"the time beside the name of an eye": {`
ANTERION       Image quality: good     Axial length     Anterior segment
OD  Acquired 14:21:08
AL   23.74 mm      ACD   2.95 mm
LT   4.77 mm
ANTERION       Image quality: good     Axial length     Anterior segment
OS  Acquired 14:22:41
AL   23.69 mm      ACD   2.91 mm
LT   4.82 mm`, lengths, nil},
		"a form whose ticks OCR lost": {"OD\nAL 23.74 mm\nACD 2.95 mm\nRefractive surgery: X No DU LASIK/PRK myopic hypermettonic OQR",
			want{"right_eye.AL": 23.74, "right_eye.ACD": 2.95}, []string{"right_eye.post_refractive"}},
		"numbered readings beside a table that is not level": {`
OA-2000
R
     Axial    Pachy   ACD    Lens        Kerato φ2.5mm  n=1.3375
      mm       µm      mm     mm
                                               mm      D     Axis
1    23.73    526     2.95   4.76
                                        1 R1   7.66   44.06   16
2    23.75    528     2.95   4.78
                                          R2   7.34   45.98   106
3    23.74    527     2.95   4.77
                                        2 R1   7.68   43.98   14
Ave. 23.74    527     2.95   4.77
                                          R2   7.34   45.94   104
S.D. 0.01     1       0.00   0.01
                                     Ave. R1   7.67   44.02   15
                                     Ave. R2   7.34   45.96   105`,
			merged(right(lengths), right(index), right(powers), want{"right_eye.CCT": 527.0}), nil},
	})
}

// TestLettersInTheMargin: a letter much larger than the rows beside it is no word of one of them.
func TestLettersInTheMargin(t *testing.T) {
	t.Parallel()
	p := page(`
OA-2000
       1       2       3       Mean     SD
   AL  23.73   23.75   23.74   23.74    0.01
   ACD 2.95    2.94    2.96    2.95     0.01
R  LT  4.76    4.78    4.77    4.77     0.01
   CCT 526     528     527     527      1
   Emme.       23.77
       1       2       3       Mean     SD
   AL  23.68   23.70   23.69   23.69    0.01
   ACD 2.91    2.90    2.92    2.91     0.01
L  LT  4.81    4.83    4.82    4.82     0.01
   CCT 528     530     529     529      1`)
	for i, w := range p.Words {
		if w.Text == "R" || w.Text == "L" {
			p.Words[i].Box = layout.Box{X0: w.X0 - 3, Y0: w.Y0 - 12, X1: w.X1 + 3, Y1: w.Y1 + 12}
		}
	}
	check(t, want{
		"right_eye.AL": 23.74, "right_eye.ACD": 2.95, "right_eye.LT": 4.77, "right_eye.CCT": 527.0,
		"left_eye.AL": 23.69, "left_eye.ACD": 2.91, "left_eye.LT": 4.82, "left_eye.CCT": 529.0,
	}, nil, p)
}
