package reader_test

import (
	"slices"
	"strings"
	"testing"
)

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

// TestLettersBeforeAllRows: on a page of one eye all rows of measurements begin with its letter. Without the letter before one of them, and with the other letter
// anywhere, they say nothing of an eye.
func TestLettersBeforeAllRows(t *testing.T) {
	t.Parallel()
	for text, read := range map[string]want{`
LENSTAR LS 900   Patient: Musterhaft, Moritz

R AxialLength 26.53 mm ±0.02   ACD opt. 4.43 mm ±0.03   WTW 11.7 mm ±0.0

R Kf/Ks 40.6 D / 112.6° / 41.3 D / 22.9°

R Linse Pseudophak (Acryl)`: {"right_eye.AL": 26.53, "right_eye.ACD": 4.43, "right_eye.WTW": 11.7, "right_eye.K1_magnitude": 40.6, "right_eye.K1_axis": 113.0,
		"right_eye.K2_magnitude": 41.3, "right_eye.K2_axis": 23.0, "right_eye.lens_status": "Pseudophakic"},
		`
Biometrie   Patient: Musterhaft, Moritz

L: Axiallänge (Comp. AL) 23.05 mm   ZHD (Pachy Apex) 502 µm   ACD (Ext.) 3.21 mm   Linsendicke (LTH) 4.44 mm

L: K1 (flach) 8.98 mm (37.42 dpt)@174°   K2 (steil) 8.78 mm (38.26 dpt)@84°`: {"left_eye.AL": 23.05, "left_eye.CCT": 502.0, "left_eye.ACD": 3.21, "left_eye.LT": 4.44,
			"left_eye.K1_magnitude": 37.42, "left_eye.K1_axis": 174.0, "left_eye.K2_magnitude": 38.26, "left_eye.K2_axis": 84.0},
	} {
		read["patient.name"] = "Musterhaft, Moritz"
		check(t, read, nil, page(text))
		rows := strings.Split(strings.TrimSpace(text), "\n")
		for _, row := range []int{2, 4} {
			bare := slices.Clone(rows)
			bare[row] = strings.TrimLeft(bare[row], "RL:")
			check(t, want{"patient.name": "Musterhaft, Moritz"}, nil, page(strings.Join(bare, "\n")))
			other := slices.Clone(rows)
			other[row] = strings.Map(func(r rune) rune { return map[rune]rune{'R': 'L', 'L': 'R'}[r] }, other[row][:1]) + other[row][1:]
			check(t, want{"patient.name": "Musterhaft, Moritz"}, nil, page(strings.Join(other, "\n")))
		}
	}
}

// TestLettersBeforeTimes: OCR's boxes of R and L are no higher than those of other words. In one line, each before the time of its examination, they name the
// blocks below; one of them alone, or before a measured number, does not.
func TestLettersBeforeTimes(t *testing.T) {
	t.Parallel()
	const text = `
ALADDIN   Patient: Muster, Moritz
L  17:38:00                             R  17:38:00
ACD: 3.11                               ACD: 3.25
AL: 21.89                               AL: 25.07
HH-Dicke: 579                           HH-Dicke: 502
HWTW: 11.60                             HWTW: 11.50`
	check(t, want{
		"patient.name": "Muster, Moritz",
		"left_eye.ACD": 3.11, "left_eye.AL": 21.89, "left_eye.CCT": 579.0, "left_eye.WTW": 11.6,
		"right_eye.ACD": 3.25, "right_eye.AL": 25.07, "right_eye.CCT": 502.0, "right_eye.WTW": 11.5,
	}, nil, seen(text))
	for _, other := range []string{replaced(t, text, "R  17:38:00", "   17:38:00"), replaced(t, text, "L  17:38:00", "L  17.38   ")} {
		check(t, want{"patient.name": "Muster, Moritz"}, nil, seen(other))
	}
}

// TestLettersInMargin: on a scan L and R stand left of everything, each beside the middle of its block. Where one is missing or stands between other words, or the
// lower block begins otherwise, they say nothing of an eye.
func TestLettersInMargin(t *testing.T) {
	t.Parallel()
	const text = `
C.S.O. MS-39   Patient: Muster, Bernd

     Hornhautwerte
     K1 (flach)   44.56 @ 100
     K2 (steil)   44.66 @ 10
L    Vorgeschichte
     Linsenstatus   Phak
     AL    22.59 mm       CCT   512 um
     ACD   3.55 mm        WTW   12.40 mm

     Hornhautwerte
     K1 (flach)   42.33 @ 166
     K2 (steil)   48.56 @ 76
R    Vorgeschichte
     Linsenstatus   Phak
     AL    24.27 mm       CCT   519 um
     ACD   3.10 mm        WTW   12.60 mm`
	check(t, want{
		"patient.name": "Muster, Bernd",
		"left_eye.AL":  22.59, "left_eye.ACD": 3.55, "left_eye.CCT": 512.0, "left_eye.WTW": 12.4, "left_eye.lens_status": "Phakic",
		"left_eye.K1_magnitude": 44.56, "left_eye.K1_axis": 100.0, "left_eye.K2_magnitude": 44.66, "left_eye.K2_axis": 10.0,
		"right_eye.AL": 24.27, "right_eye.ACD": 3.1, "right_eye.CCT": 519.0, "right_eye.WTW": 12.6, "right_eye.lens_status": "Phakic",
		"right_eye.K1_magnitude": 42.33, "right_eye.K1_axis": 166.0, "right_eye.K2_magnitude": 48.56, "right_eye.K2_axis": 76.0,
	}, nil, seen(text))
	for _, other := range []string{
		replaced(t, text, "R    Vor", "E    Vor"),
		replaced(t, text, "R    Vor", "     R Vor"),
		replaced(t, text, "     K1 (flach)   42.33 @ 166", "     AL    24.31 mm"),
	} {
		check(t, want{"patient.name": "Muster, Bernd"}, nil, seen(other))
	}
}

// TestLetterOverOnlyColumn: on a scan the letter of an eye stands over the only column of values. It says nothing if it stands beside that, or over one of two.
func TestLetterOverOnlyColumn(t *testing.T) {
	t.Parallel()
	const text = `
LENSTAR LS 900   Name: Beispiel, Bernd
                  R
Biometrische Werte
C.C.T.           524
ACD opt.         3.52
Lens Th.         4.58
AL              22.90
WTW              12.2`
	check(t, want{"patient.name": "Beispiel, Bernd", "right_eye.CCT": 524.0, "right_eye.ACD": 3.52, "right_eye.LT": 4.58, "right_eye.AL": 22.9, "right_eye.WTW": 12.2}, nil, seen(text))
	for _, other := range []string{
		replaced(t, text, "                  R", "                             R"),
		replaced(t, text, "AL              22.90", "AL              22.90    23.11"),
		replaced(t, text, "AL              22.90", "AL                       22.90"),
	} {
		check(t, want{"patient.name": "Beispiel, Bernd"}, nil, seen(other))
	}
}
