package reader_test

import "testing"

// Pages of which values were lost, though each is printed with its label and its eye.
func TestLostValues(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text string
		want want
	}{
		"nothing measured before some labels": {`
OD
23.45   AL (Axial length)
3.21    ACD
12.1    WTW
555     CCT
Cornea front
n/a     SimK flat
n/a     SimK steep
Cornea back
n/a     K1
n/a     K2
History
Phakic  Lens status`,
			want{"right_eye.AL": 23.45, "right_eye.ACD": 3.21, "right_eye.WTW": 12.1, "right_eye.CCT": 555.0, "right_eye.lens_status": "Phakic"}},
		"axes and qualities before labels": {`
OD
23.45 (SNR = 146.0)   AL
3.21 (SNR = 99.0)     ACD
12.1 (SNR = 110.2)    WTW
41.00 Ax: 12deg       SimK flat
42.00 Ax: 102deg      SimK steep`,
			want{
				"right_eye.AL": 23.45, "right_eye.ACD": 3.21, "right_eye.WTW": 12.1,
				"right_eye.K1_magnitude": 41.0, "right_eye.K1_axis": 12.0, "right_eye.K2_magnitude": 42.0, "right_eye.K2_axis": 102.0,
			}},
		"numbers at the ends of labels over values": {`
IOLMaster 700
OD
TK 2              TK 1
42.00 D @ 102°    41.00 D @ 12°`,
			want{
				"posterior_keratometry.right_eye.TK1_magnitude": 41.0, "posterior_keratometry.right_eye.TK1_axis": 12.0,
				"posterior_keratometry.right_eye.TK2_magnitude": 42.0, "posterior_keratometry.right_eye.TK2_axis": 102.0,
			}},
		"numbers in a pair of labels": {`
IOLMaster 700
OD
TK 1/TK 2    41.00 12° / 42.00 102°`,
			want{
				"posterior_keratometry.right_eye.TK1_magnitude": 41.0, "posterior_keratometry.right_eye.TK1_axis": 12.0,
				"posterior_keratometry.right_eye.TK2_magnitude": 42.0, "posterior_keratometry.right_eye.TK2_axis": 102.0,
			}},
		"axes in brackets": {`
OD
K1   41.00 (12)
K2   42.00 (102)
AL   23.45 (5)`,
			want{"right_eye.AL": 23.45, "right_eye.K1_magnitude": 41.0, "right_eye.K1_axis": 12.0, "right_eye.K2_magnitude": 42.0, "right_eye.K2_axis": 102.0}},
		"remarks in brackets": {`
OD
K1   41.00 (1)
K2   42.00 (2)`,
			want{"right_eye.K1_magnitude": 41.0, "right_eye.K2_magnitude": 42.0}},
		"the sign of an axis behind a bullet": {`
OD
• K1: 41.00 D
• @: 12°
• K2: 42.00 D
• @: 102°`,
			want{"right_eye.K1_magnitude": 41.0, "right_eye.K1_axis": 12.0, "right_eye.K2_magnitude": 42.0, "right_eye.K2_axis": 102.0}},
		"more records of one eye": {`
OD right  ACD          3.21 mm   OS left  ACD          3.32 mm
OD right  AL           23.45 mm  OS left  AL           24.10 mm
OD right  CCT          555 µm    OS left  Lens status  Aphakic
OD right  Lens status  Phakic`,
			want{
				"right_eye.AL": 23.45, "right_eye.ACD": 3.21, "right_eye.CCT": 555.0, "right_eye.lens_status": "Phakic",
				"left_eye.AL": 24.1, "left_eye.ACD": 3.32, "left_eye.lens_status": "Aphakic",
			}},
		"two words for an axis over cards": {`
K1               Axis (Ax) K1     K2               Axis (Ax) K2
Right 41.00 D    Right 12°        Right 42.00 D    Right 102°
Left 41.10 D     Left 13°         Left 42.10 D     Left 103°`,
			want{
				"right_eye.K1_magnitude": 41.0, "right_eye.K1_axis": 12.0, "right_eye.K2_magnitude": 42.0, "right_eye.K2_axis": 102.0,
				"left_eye.K1_magnitude": 41.1, "left_eye.K1_axis": 13.0, "left_eye.K2_magnitude": 42.1, "left_eye.K2_axis": 103.0,
			}},
		"an unknown heading at the end of a row": {`
Eye   AL          ACD         Q-ring
OD    23.45 mm    3.21 mm     0.12 mm
OS    24.10 mm    3.32 mm     0.17 mm`,
			want{"right_eye.AL": 23.45, "right_eye.ACD": 3.21, "left_eye.AL": 24.1, "left_eye.ACD": 3.32}},
		"pairs on both sides of their labels": {`
OD                                      OS
23.45                  AL               24.10
3.21                   ACD              3.32
41.00 12° / 42.00 102°  K1/K2           41.10 13° / 42.10 103°`,
			want{
				"right_eye.AL": 23.45, "right_eye.ACD": 3.21, "left_eye.AL": 24.1, "left_eye.ACD": 3.32,
				"right_eye.K1_magnitude": 41.0, "right_eye.K1_axis": 12.0, "right_eye.K2_magnitude": 42.0, "right_eye.K2_axis": 102.0,
				"left_eye.K1_magnitude": 41.1, "left_eye.K1_axis": 13.0, "left_eye.K2_magnitude": 42.1, "left_eye.K2_axis": 103.0,
			}},
		"a pair before other labels": {`
OD
K1/K2 41.00 D / 12° / 42.00 D / 102° | K avg 41.50 D`,
			want{"right_eye.K1_magnitude": 41.0, "right_eye.K1_axis": 12.0, "right_eye.K2_magnitude": 42.0, "right_eye.K2_axis": 102.0}},
		"a value as wide as the columns beside it": {`
OD
         Mean        1      2      3      SD
AL       23.45 mm    23.44  23.45  23.46  0.01
                                Mean  1  2  3  SD
Kflat            8.23 mm (41.00 D) @ 12°
Ksteep           8.04 mm (42.00 D) @ 102°`,
			want{"right_eye.AL": 23.45, "right_eye.K1_magnitude": 41.0, "right_eye.K1_axis": 12.0, "right_eye.K2_magnitude": 42.0, "right_eye.K2_axis": 102.0}},
		"columns of another table": {`
OD
Parameter   Value   Unit   SD
AL          23.45   mm     0.01
Parameter                           Value   Unit   SD
K1 [D/mm/°]                41.00/8.23@ 12
K2 [D/mm/°]               42.00/8.04@ 102`,
			want{"right_eye.AL": 23.45, "right_eye.K1_magnitude": 41.0, "right_eye.K1_axis": 12.0, "right_eye.K2_magnitude": 42.0, "right_eye.K2_axis": 102.0}},
		"lists with bullets under headings at the ends of their columns": {`
                            L                              R
• AL 23.45 mm                    • AL 24.10 mm
• ACD 3.21 mm                    • ACD 3.32 mm
• LT 4.50 mm                     • LT 4.60 mm`,
			want{"left_eye.AL": 23.45, "left_eye.ACD": 3.21, "left_eye.LT": 4.5, "right_eye.AL": 24.1, "right_eye.ACD": 3.32, "right_eye.LT": 4.6}},
		"constants of two lenses of one eye": {`
OD                                             OS
AL                     ACD                     AL                     ACD
23.45 mm               3.21 mm                 24.10 mm               3.32 mm
IOL calculation - Kane                         IOL calculation - Kane
Novalens Toric                                 Meridia 21             Solaris AS
LF: 1.67                                       ACD: +5.34             ACD: +5.34`,
			want{"right_eye.AL": 23.45, "right_eye.ACD": 3.21, "left_eye.AL": 24.1, "left_eye.ACD": 3.32}},
		"the mean under single readings, flush with their label": {`
OD
AL [mm]      SNR
  1  23.41   12.4
  2  23.42   14.1
  3  23.41    9.8
MED  23.42   14.9

ACD   3.12 mm`,
			want{"right_eye.AL": 23.42, "right_eye.ACD": 3.12}},
		"letters alone above blocks with the same labels": {`
Index: 1.3375
R
AL  23.45 mm   ACD 3.21 mm
K1  41.00 D @ 12°   K2 42.00 D @ 102°
L
AL  24.10 mm   ACD 3.32 mm
K1  41.10 D @ 13°   K2 42.10 D @ 103°`,
			want{
				"right_eye.AL": 23.45, "right_eye.ACD": 3.21, "right_eye.K1_magnitude": 41.0, "right_eye.K1_axis": 12.0, "right_eye.K2_magnitude": 42.0, "right_eye.K2_axis": 102.0,
				"left_eye.AL": 24.1, "left_eye.ACD": 3.32, "left_eye.K1_magnitude": 41.1, "left_eye.K1_axis": 13.0, "left_eye.K2_magnitude": 42.1, "left_eye.K2_axis": 103.0,
				"right_eye.keratometric_index": 1.3375, "left_eye.keratometric_index": 1.3375,
			}},
		"the patient's data beside the only heading, above labels at the right": {`
OS   Exam: 2022-08-09
                                           AL     24.10 mm
                                           ACD     3.32 mm
                                           LT      4.60 mm`,
			want{"exam_date": "2022-08-09", "left_eye.AL": 24.1, "left_eye.ACD": 3.32, "left_eye.LT": 4.6}},
		"the mean under single readings": {`
OD
#    AL       ACD
1    23.44    3.20
2    23.45    3.21
3    23.46    3.22
Ø    23.45    3.21
SD   0.01     0.01`,
			want{"right_eye.AL": 23.45, "right_eye.ACD": 3.21}},
		"sections and bullets left of the labels, of which one is of another power": {`
                            L                              R
Biometry                       Biometry
  • AL 23.45 mm                  • AL 24.10 mm
  • Kflat 41.00 D @ 12°          • Kflat 41.10 D @ 13°
  • Ksteep 42.00 D @ 102°        • Ksteep 42.10 D @ 103°
True Net Power                 True Net Power
  • K1 40.00 D                   • K1 40.10 D
  • K2 41.50 D                   • K2 41.60 D`,
			want{
				"left_eye.AL": 23.45, "left_eye.K1_magnitude": 41.0, "left_eye.K1_axis": 12.0, "left_eye.K2_magnitude": 42.0, "left_eye.K2_axis": 102.0,
				"right_eye.AL": 24.1, "right_eye.K1_magnitude": 41.1, "right_eye.K1_axis": 13.0, "right_eye.K2_magnitude": 42.1, "right_eye.K2_axis": 103.0,
			}},
		"front and back of the cornea of one eye": {`
OCULUS Pentacam AXL
ID: 5531-08                            AL:   23.45 mm
Date of Birth: 30.07.1972  Eye: Right  HWTW: 12.1 mm
Cornea Front                           Cornea Back
K1: 41.00 D @ 12°                      K1: -6.00 D @ 14°
K2: 42.00 D @ 102°                     K2: -6.50 D @ 104°`,
			want{
				"patient.id": "5531-08", "patient.date_of_birth": "1972-07-30",
				"right_eye.AL": 23.45, "right_eye.WTW": 12.1,
				"right_eye.K1_magnitude": 41.0, "right_eye.K1_axis": 12.0, "right_eye.K2_magnitude": 42.0, "right_eye.K2_axis": 102.0,
				"posterior_keratometry.right_eye.PK1_magnitude": 6.0, "posterior_keratometry.right_eye.PK1_axis": 14.0,
				"posterior_keratometry.right_eye.PK2_magnitude": 6.5, "posterior_keratometry.right_eye.PK2_axis": 104.0,
			}},
		"a line to write remarks on": {`
OD
AL 23.45 mm
Remarks: ____________ (!) Borderline value`,
			want{"right_eye.AL": 23.45}},
		"axes in brackets, each meridian in a record of its own": {`
LEFT   AL      23.45 mm
LEFT   ACD     3.21 mm
LEFT   CCT     555 um
LEFT   LT      4.50 mm
LEFT   WTW     12.1 mm
LEFT   Kflat   41.00 D (12)
LEFT   Ksteep  42.00 D (102)`,
			want{
				"left_eye.AL": 23.45, "left_eye.ACD": 3.21, "left_eye.CCT": 555.0, "left_eye.LT": 4.5, "left_eye.WTW": 12.1,
				"left_eye.K1_magnitude": 41.0, "left_eye.K1_axis": 12.0, "left_eye.K2_magnitude": 42.0, "left_eye.K2_axis": 102.0,
			}},
		"an ID that begins with the name of one": {`
ID MRN 600 4182`,
			want{"patient.id": "MRN 600 4182"}},
		"signs for axes as titles of their own": {`
OD
K plano    A      K curvo    A      K médio
41.00 D    12°    42.00 D    102°   41.50 D`,
			want{"right_eye.K1_magnitude": 41.0, "right_eye.K1_axis": 12.0, "right_eye.K2_magnitude": 42.0, "right_eye.K2_axis": 102.0}},
		"an ID that begins with a letter": {`
Record no. N 859443`,
			want{"patient.id": "N 859443"}},
		"an ID that begins with a letter, behind the sign of a number": {`
N.º do processo N 859443`,
			want{"patient.id": "N 859443"}},
		"a word before an axis": {`
OD
K plat     41,00 D à 12°
K cambré   42,00 D à 102°`,
			want{"right_eye.K1_magnitude": 41.0, "right_eye.K1_axis": 12.0, "right_eye.K2_magnitude": 42.0, "right_eye.K2_axis": 102.0}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			check(t, c.want, nil, page(c.text))
		})
	}
}

// TestLetterOfIDSeenByOCR: the letter with which an ID begins is no misread part of its label.
func TestLetterOfIDSeenByOCR(t *testing.T) {
	t.Parallel()
	check(t, want{"patient.id": "R 491211"}, nil, seen("N.º do processo R 491211"))
}

// TestStatesBesideUnlevelHeadings: what the line of a heading says of the eye is that eye's, also if the headings
// of the two columns are not level.
func TestStatesBesideUnlevelHeadings(t *testing.T) {
	t.Parallel()
	p := page(`
OD (phakic) LVC: None                          OS (pseudophakic) LVC: None
AL 23.45 mm                                    AL 24.10 mm
ACD 3.21 mm                                    ACD 3.32 mm
LT 4.50 mm                                     LT 4.60 mm`)
	for i, w := range p.Words {
		if w.X0 > 250 {
			p.Words[i].Y0, p.Words[i].Y1 = w.Y0+9, w.Y1+9
		}
	}
	check(t, want{
		"right_eye.AL": 23.45, "right_eye.ACD": 3.21, "right_eye.LT": 4.5, "right_eye.lens_status": "Phakic", "right_eye.post_refractive": "None",
		"left_eye.AL": 24.1, "left_eye.ACD": 3.32, "left_eye.LT": 4.6, "left_eye.lens_status": "Pseudophakic", "left_eye.post_refractive": "None",
	}, nil, p)
}

// TestMeanWithoutTitle: the last of several rows is the mean of the others if it is bold and holds their means. Of others none
// is the value.
func TestMeanWithoutTitle(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, last string
		wider      float64
		want       want
	}{
		{"bold", "23.45    3.21", 1.1, want{"right_eye.AL": 23.45, "right_eye.ACD": 3.21}},
		{"not bold", "23.45    3.21", 1, want{}},
		{"bold, and no mean", "23.48    3.21", 1.1, want{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := page("OD\nAL       ACD\n23.44    3.20\n23.46    3.22\n23.45    3.21\n" + tt.last)
			for i, w := range p.Words {
				if w.Y0 == p.Words[len(p.Words)-1].Y0 {
					p.Words[i].X1 = w.X0 + tt.wider*w.Width()
				}
			}
			check(t, tt.want, nil, p)
		})
	}
}
