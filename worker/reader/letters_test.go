package reader_test

import "testing"

// TestLettersBesideBlocks: on a scan R and L stand left of the first of several rows with the same labels. One letter, another one, or other rows say nothing of
// an eye.
func TestLettersBesideBlocks(t *testing.T) {
	t.Parallel()
	const text = `
MS-39   Patientenname Muster, Moritz
R    CCT     570 µm
     ACD     4.19 mm
     AL      22.98 mm
     WTW     12.20 mm

L    CCT     526 µm
     ACD     3.12 mm
     AL      18.52 mm
     WTW     11.30 mm`
	check(t, want{
		"patient.name":  "Muster, Moritz",
		"right_eye.CCT": 570.0, "right_eye.ACD": 4.19, "right_eye.AL": 22.98, "right_eye.WTW": 12.2,
		"left_eye.CCT": 526.0, "left_eye.ACD": 3.12, "left_eye.AL": 18.52, "left_eye.WTW": 11.3,
	}, nil, seen(text))
	for _, other := range []string{
		replaced(t, text, "L    CCT", "|    CCT"),
		replaced(t, text, "     ACD     3.12", "     LT      3.12"),
		replaced(t, text, "     WTW     12.20", "L    WTW     12.20"),
	} {
		check(t, want{"patient.name": "Muster, Moritz"}, nil, seen(other))
	}
}

// TestFrameLeftOfLabels: the frame of a heading begins a little left of the labels below it. The other eye was not measured.
func TestFrameLeftOfLabels(t *testing.T) {
	t.Parallel()
	p := seen(`
ANTERION Cataract App

Destro                                                Sinistro
Nessun dato                                           AL     25.70 mm
                                                      ACD    3.63 mm
                                                      LT     4.39 mm
                                                      CCT    511 µm

Sinistro  Refrazione: 0.75 D  -1.00 D  x 35°`)
	for i := range p.Words {
		if p.Words[i].Text == "Sinistro" {
			p.Words[i].X0--
		}
	}
	check(t, want{"left_eye.AL": 25.7, "left_eye.ACD": 3.63, "left_eye.LT": 4.39, "left_eye.CCT": 511.0}, nil, p)
}

// TestLettersOfOneWidthInThreeSizes: small labels over large values, and titles between both, in letters of one width. Few rows have several long words.
func TestLettersOfOneWidthInThreeSizes(t *testing.T) {
	t.Parallel()
	p := seen(`
Patientenname  Niemandsland, Bernd
Geboren  22.03.1947    Gemessen  02.05.2024
OS
Biometrie
Achsenlaenge  Kammertiefe
25.50 mm      3.57 mm
Hornhaut vorne
r1            Achse (Ax) r1   r2         Achse (Ax) r2
9.60 mm       111 °           9.09 mm    21 °
Keratometrischer Index
1.332
Untersucher  Niemand, Befund unauffaellig`)
	for i := range p.Words {
		w := &p.Words[i]
		w.Y1 = w.Y0 + 6 // OCR's boxes are as high as the letters
		size := 1.1
		switch line := int(w.Y0) / 16; line {
		case 5, 8, 10:
			size = 1
		case 6, 9, 11:
			size = 1.2
		}
		w.X1 = w.X0 + w.Width()*size
	}
	check(t, want{
		"patient.name": "Niemandsland, Bernd", "patient.date_of_birth": "1947-03-22", "exam_date": "2024-05-02",
		"left_eye.AL": 25.5, "left_eye.ACD": 3.57, "left_eye.K1_magnitude": 34.58, "left_eye.K1_axis": 111.0, "left_eye.K2_magnitude": 36.52, "left_eye.K2_axis": 21.0,
		"left_eye.keratometric_index": 1.332,
	}, nil, p)
}
