package reader_test

import (
	"strings"
	"testing"

	"biom/worker/document/layout"
	"biom/worker/reader"
)

// TestStarredMeans: the mean below single readings begins with a star. Without it none of the readings is the value.
func TestStarredMeans(t *testing.T) {
	t.Parallel()
	const lengths = `
OD
AXIAL        SNR
     23.37   6.2
     23.39   7.4
     23.38   6.9
`
	const depths = `ACD
     3.05  3.06  3.07
`
	const thicknesses = `CCT
     533  534  535
`
	check(t, want{}, nil, page(lengths+depths+thicknesses))
	check(t, want{"right_eye.AL": 23.38, "right_eye.ACD": 3.06, "right_eye.CCT": 534.0}, nil,
		page(lengths+"   * 23.38 mm\n"+depths+"   * 3.06 mm\n"+thicknesses+"   * 534 um"))
}

// TestStarredReadings: a star may mark a reading that was typed in; it is no mean.
func TestStarredReadings(t *testing.T) {
	t.Parallel()
	check(t, want{}, nil, page(`
OD
ACD
     3.05
   * 3.09
     3.07
     3.06`))
}

// TestStarredMeansOfTwo: a mean without a unit is one if it can be reckoned.
func TestStarredMeansOfTwo(t *testing.T) {
	t.Parallel()
	check(t, want{"right_eye.ACD": 3.22, "right_eye.CCT": 541.0}, nil, page(`
OD
      ACD mm     CCT um
      3.23       539
      3.22       541
      3.21       544
    * 3.22       541`))
}

// TestSignalsAreNoLengths: the quality of the axial signal is no axial length.
func TestSignalsAreNoLengths(t *testing.T) {
	t.Parallel()
	check(t, want{"right_eye.AL": 23.73, "left_eye.AL": 23.69}, nil, page(`
                       OD        OS
Axial length (mm)      23.73     23.69
SNR axial              38.2      31.6`))
}

// TestTitlesOfBothEyes: "OD / OS" in the title of a page heads no column.
func TestTitlesOfBothEyes(t *testing.T) {
	t.Parallel()
	check(t, want{"patient.name": "Sample, Anna", "patient.date_of_birth": "1946-11-07"}, nil, page(`
Aladdin                   Summary of biometry – OD / OS
Name: Sample, Anna        Born: 07.11.1946
            xy        zw       CYL         WTW
            23.14     561      -0.61       11.63`))
}

// TestHeadsOfSpreadsAreMended: OCR makes digits of the σ beside the names of the eyes.
func TestHeadsOfSpreadsAreMended(t *testing.T) {
	t.Parallel()
	p := page(`
Measurements         OD        5         OS
AL     mm            25.92     0.009     26.07     0.012
CCT    um            487       1.4       481       1.8
LT     mm            3.96      0.014     3.91      0.020`)
	p.OCR = true
	compare(t, "OCR", want{
		"right_eye.AL": 25.92, "right_eye.CCT": 487.0, "right_eye.LT": 3.96,
		"left_eye.AL": 26.07, "left_eye.CCT": 481.0, "left_eye.LT": 3.91,
	}, p)
}

// TestVisitsWithDifferences: the A that OCR makes of a Δ over the differences hides no column of the present visit.
func TestVisitsWithDifferences(t *testing.T) {
	t.Parallel()
	p := page(`
OD – right eye                                          OS – left eye
            18-06-2022     17-06-2023                               18-06-2022     17-06-2023
                                           A                                                       A
            last visit     current visit                            last visit     current visit
AL[mm]      24.86          25.11           +0.25        AL[mm]      24.61          24.79           +0.18
CCT[um]     541            544             +3           CCT[um]     549            550             +1
ACD[mm]     3.62           3.57            -0.05        ACD[mm]     3.55           3.51            -0.04
LT[mm]      3.79           3.86            +0.07        LT[mm]      3.84           3.90            +0.06`)
	p.OCR = true
	compare(t, "OCR", want{"right_eye.AL": 25.11, "right_eye.CCT": 544.0, "right_eye.ACD": 3.57, "right_eye.LT": 3.86,
		"left_eye.AL": 24.79, "left_eye.CCT": 550.0, "left_eye.ACD": 3.51, "left_eye.LT": 3.9}, p)
}

// TestVisitsBelowStates: the rows of states under the dates of the visits are of their table, and the earlier column is not read.
func TestVisitsBelowStates(t *testing.T) {
	t.Parallel()
	block := func(name, status, al, cct string) string {
		return name + `
                           Anterior 12/06/2020     Actual 24/12/2024     DE       Dif.
Estado del cristalino      Fáquico                 ` + status + `
LVC                        Sin tratar              Sin tratar
AL                         23,52 mm                ` + al + ` mm              7 um     -0,07 mm
CCT                        554 um                  ` + cct + ` um                3 um     -3 um
ACD                        3,16 mm                 4,61 mm               9 um     +1,45 mm
WTW                        12,2 mm                 12,1 mm                        -0,1 mm
`
	}
	check(t, want{
		"right_eye.lens_status": "Phakic", "right_eye.post_refractive": "None", "right_eye.AL": 23.38, "right_eye.CCT": 557.0, "right_eye.ACD": 4.61, "right_eye.WTW": 12.1,
		"left_eye.lens_status": "Pseudophakic", "left_eye.post_refractive": "None", "left_eye.AL": 23.45, "left_eye.CCT": 551.0, "left_eye.ACD": 4.61, "left_eye.WTW": 12.1,
	}, nil, page("\n"+block("OD derecho", "Fáquico", "23,38", "557")+"\n"+block("OS izquierdo", "Pseudofáquico", "23,45", "551")))
}

// TestScannedForms: forms that scans of random layouts have, as OCR sees them: a dash is as low as its ink, a degree sign may be a head of its own or lost.
func TestScannedForms(t *testing.T) {
	t.Parallel()
	powers := want{"right_eye.K1_magnitude": 41.3, "right_eye.K1_axis": 46.0, "right_eye.K2_magnitude": 42.9, "right_eye.K2_axis": 136.0,
		"left_eye.K1_magnitude": 36.2, "left_eye.K1_axis": 13.0, "left_eye.K2_magnitude": 37.5, "left_eye.K2_axis": 103.0}
	lengths := want{"right_eye.AL": 24.2, "right_eye.ACD": 3.48, "left_eye.AL": 22.79, "left_eye.ACD": 2.54}
	widths := want{"right_eye.LT": 3.78, "right_eye.WTW": 12.5, "left_eye.LT": 4.41, "left_eye.WTW": 12.6}
	for _, tt := range []struct {
		name, text string
		want       want
	}{
		{"names with a dash on cards", `
Comp. AL                    ACD (Ext.)
OD - Right Eye  24.20 mm    OD - Right Eye  3.48 mm
OS - Left Eye   22.79 mm    OS - Left Eye   2.54 mm

LTH                         HWTW
OD - Right Eye  3.78 mm     OD - Right Eye  12.5 mm
OS - Left Eye   4.41 mm     OS - Left Eye   12.6 mm`, merged(lengths, widths)},
		{"how sure the means are", `
RE                                              LE
              1      2      3     AVG    SNR                  1      2      3     AVG    SNR
AXL [mm]   24.20  24.22  24.18  24.20  163.7    AXL [mm]   22.79  22.78  22.80  22.79  135.3
ACD [mm]    3.48   3.47   3.49   3.48  116.3    ACD [mm]    2.54   2.53   2.55   2.54  156.6
W-W [mm]    12.5   12.4   12.6   12.5   91.9    W-W [mm]    12.6   12.6   12.6   12.6  140.2
LTH [mm]    3.78   3.78   3.79   3.78  138.9    LTH [mm]    4.41   4.41   4.41   4.41  140.9`, merged(lengths, widths)},
		{"both meridians with their words over the eyes", `
AXL
Ojo derecho     24.20 mm
Ojo izquierdo   22.79 mm

K1 (flat)/K2 (steep)
Ojo derecho    8.17 mm / 41.3 D @ 46° / 7.87 mm / 42.9 D @ 136°
Ojo izquierdo    9.32 mm / 36.2 D @ 13° / 9.00 mm / 37.5 D @ 103°

ACD
Ojo derecho    3.48 mm
Ojo izquierdo    2.54 mm

LTH
Ojo derecho    3.78 mm
Ojo izquierdo    4.41 mm`, merged(powers, lengths, want{"right_eye.LT": 3.78, "left_eye.LT": 4.41})},
		{"names beside the last rows of blocks whose heads OCR saw in part", `
           D        @
 Kf      41.3      46
 Ks      42.9     136
 AXL     24.20 mm
 ACD     3.48 mm
 LTH     3.78 mm
OD Right Eye    W-W     12.5 mm

           D
 Kf      36.2      13
 Ks      37.5     103
           D        @
 PK1    -5.32      13
 PK2    -5.80     103
 AXL     22.79 mm
 ACD     2.54 mm
 LTH     4.41 mm
OS Left Eye     W-W     12.6 mm`, merged(powers, lengths, widths)},
		{"the figure of r1 as a letter", `
OD
ri: 7.93 mm
r1 axis: 81°
r2: 7.48 mm
r2 axis: 171°
n = 1.332`, want{"right_eye.K1_magnitude": 41.87, "right_eye.K1_axis": 81.0, "right_eye.K2_magnitude": 44.39, "right_eye.K2_axis": 171.0, "right_eye.keratometric_index": 1.332}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := page(tt.text)
			p.OCR = true
			for i := range p.Words {
				if w := &p.Words[i]; w.Text == "-" {
					w.Y0, w.Y1 = w.Y0+4, w.Y0+6
				}
				p.Words[i].Conf = 90
			}
			compare(t, "OCR", tt.want, p)
		})
	}
}

// TestCornersOfFrames: OCR takes the corner of a frame for a quotation mark before the title of a card.
func TestCornersOfFrames(t *testing.T) {
	t.Parallel()
	p := page(`
“Pachy                  “ACD
OD   546 µm             OD   3,68 mm
OS   604 µm             OS   3,52 mm

“ AXL                   “LT
OD   24,28 mm           OD   4,21 mm
OS   26,79 mm           OS   5,08 mm`)
	p.OCR = true
	for i := range p.Words {
		if w := &p.Words[i]; w.Text[0] > 127 { // the frame stands left of what it holds
			w.X0, w.X1 = w.X0-6, w.X1-6
		} else if w.Text == "AXL" {
			w.X0, w.X1 = w.X0-12, w.X1-12
		}
	}
	check(t, want{
		"right_eye.CCT": 546.0, "left_eye.CCT": 604.0, "right_eye.ACD": 3.68, "left_eye.ACD": 3.52, "right_eye.AL": 24.28, "left_eye.AL": 26.79,
		"right_eye.LT": 4.21, "left_eye.LT": 5.08,
	}, nil, p)
}

// TestLettersOfOneWidth: a page in letters of one width, in two sizes. The word for a radius and its meridian stand a letter apart, which is more than
// the height of the words allows.
func TestLettersOfOneWidth(t *testing.T) {
	t.Parallel()
	p := page(`
Patient: Example, Erika   Geburtsdatum: 27.9.1991
Untersuchung vom 25.4.2024   Geschlecht weiblich
Untersucher Niemand, Befund unauffaellig

Auge    Dicke der Linse   Chord mu    R flat            R steep
OD      4,98 mm          0,11 mm    9,14 mm  129°     8,67 mm   39°
OS      4,70 mm          0,13 mm    9,01 mm   86°     8,40 mm  176°
Brechungsindex 1,3375
Kommentar: Messung wiederholt, Patient unruhig`)
	p.OCR = true
	for i := range p.Words {
		w := &p.Words[i]
		w.Y1 = w.Y0 + 7  // OCR's boxes are as high as the letters
		if w.Y0 < 5*16 { // the head is larger
			w.X0, w.X1 = w.X0*1.3, w.X1*1.3
		}
	}
	check(t, want{
		"right_eye.K1_magnitude": 36.93, "right_eye.K1_axis": 129.0, "right_eye.K2_magnitude": 38.93, "right_eye.K2_axis": 39.0, "right_eye.LT": 4.98,
		"left_eye.K1_magnitude": 37.46, "left_eye.K1_axis": 86.0, "left_eye.K2_magnitude": 40.18, "left_eye.K2_axis": 176.0, "left_eye.LT": 4.7,
		"right_eye.keratometric_index": 1.3375, "left_eye.keratometric_index": 1.3375,
		"patient.name": "Example, Erika", "patient.date_of_birth": "1991-09-27", "patient.gender": "Female", "exam_date": "2024-04-25",
	}, nil, p)
}

// TestLettersOfOneWidthWithSigns: the same, of words with a sign at their end, whose boxes are narrower.
func TestLettersOfOneWidthWithSigns(t *testing.T) {
	t.Parallel()
	p := page(`
Nom        Prenom       ID          Date de naissance   Genre
Maquette   Mathilde     2016/6711   20 juin 1949        Femme

OD
Longueur axiale   (AXL):   21.87 mm
Profondeur totale (ACD):    3.52 mm
OG
Longueur axiale   (AXL):   26.53 mm
Profondeur totale (ACD):    2.71 mm
Tableau imprime hier, Modeles. (fin)
Cabinet modeles, quatre lignes, (fin).
Mesures faites debout. Toutes, (fin)
Oculiste absente ce jour. Imprime, (fin)`)
	p.OCR = true
	for i := range p.Words {
		w := &p.Words[i]
		w.Y1 = w.Y0 + 7 // OCR's boxes are as high as the letters
		switch {
		case strings.TrimRight(w.Text, ".,:)") != w.Text:
			w.X1 -= 5
		case w.Text != "mm":
			w.X1--
		}
		if w.Y0 < 4*16 { // the head is larger
			w.X0, w.X1 = w.X0*1.3, w.X1*1.3
		}
	}
	lower(p, 2, -3)
	check(t, want{
		"right_eye.AL": 21.87, "left_eye.AL": 26.53, "right_eye.ACD": 3.52, "left_eye.ACD": 2.71,
		"patient.name": "Maquette, Mathilde", "patient.id": "2016/6711", "patient.date_of_birth": "1949-06-20", "patient.gender": "Female",
	}, nil, p)
}

// TestDepthsInApartWords: OCR saw the words of a label of a depth as far apart as those of two columns.
func TestDepthsInApartWords(t *testing.T) {
	t.Parallel()
	for _, label := range []string{"Internal  ACD", "ACD  const."} {
		p := page("OS\nAL 25.51 mm\n" + label + "    3.67 mm\nVKT  4.18 mm")
		for i := range p.Words { // as high as the letters
			p.Words[i].Y1 = p.Words[i].Y0 + 7
		}
		p.OCR = true
		check(t, want{"left_eye.AL": 25.51, "left_eye.ACD": 4.18}, nil, p)
	}
}

// TestLensConstantBetween: labels stand between the values of both eyes, and behind one of them stands that of a constant.
func TestLensConstantBetween(t *testing.T) {
	t.Parallel()
	check(t, want{"right_eye.AL": 22.11, "left_eye.AL": 25.51, "right_eye.LT": 4.27, "left_eye.LT": 4.5}, []string{"right_eye.ACD"}, page(`
OD                             OS
22.11 mm      Eye length       25.51 mm
4.27 mm       LT               4.50 mm
118.7         ACD     SF          5.20`))
}

// TestSignsApart: OCR sees a blank before the full stop of a remark, and a line behind an identifier.
func TestSignsApart(t *testing.T) {
	t.Parallel()
	p := page(`
ANTERION
ID: CP422081 —
OD
AL 23.45 mm
Notes: Dichte Katarakt , Messung : wiederholt (gut) .`)
	p.OCR = true
	check(t, want{"patient.id": "CP422081", "right_eye.AL": 23.45, "notes": "Dichte Katarakt, Messung: wiederholt (gut)."}, nil, p)
}

// TestNamesInEveryRow: in a table whose rows name their eyes, OCR read a value of one row as another label or not at all. The names in it are
// no headings, and the other values stay.
func TestNamesInEveryRow(t *testing.T) {
	t.Parallel()
	for _, misread := range []string{"@  K2                 3n", ".  @ K2               3"} {
		p := page(`
Occhio          Parametro    Misura               Occhio            Parametro    Misura
Occhio destro   K1           40.68 D ( 8.30 mm )  Occhio sinistro   K1           43.48 D ( 7.76 mm )
Occhio destro   @ K1                   156°       Occhio sinistro   @ K1                  93°
Occhio destro   K2           47.63 D ( 7.09 mm )  Occhio sinistro   K2           45.90 D ( 7.35 mm )
Occhio destro   @ K2                    66°       Occhio sinistro   ` + misread + `
Occhio destro   Comp. AL     25.64 mm             Occhio sinistro   ACD          3.11 mm
Occhio destro   Q            -0.40                Occhio sinistro   Comp. AL     24.11 mm
                                                  Occhio sinistro   Q            -0.06`)
		p.OCR = true
		check(t, want{
			"right_eye.K1_magnitude": 40.68, "right_eye.K1_axis": 156.0, "right_eye.K2_magnitude": 47.63, "right_eye.K2_axis": 66.0, "right_eye.AL": 25.64,
			"left_eye.K1_magnitude": 43.48, "left_eye.K2_magnitude": 45.9, "left_eye.ACD": 3.11, "left_eye.AL": 24.11,
		}, []string{"left_eye.K1_axis"}, p)
	}
}

// TestSmallInitials: OCR took a capital letter with an accent for a small one. Words that are small in names are not meant, nor names in small letters.
func TestSmallInitials(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]any{"Inventado Ruiz, fnigo": nil, "von der Muster, Erika": "von der Muster, Erika", "muster, erika": "muster, erika"} {
		p := page("Name: " + name + "\nOD\nAL 23.71 mm")
		p.OCR = true
		if got := found(t, reader.Find([]layout.Page{p}).Report())["patient.name"]; got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

// TestHeadsReadAsDigits: over the second column OCR took the Spanish OI for 01, or for small letters.
func TestHeadsReadAsDigits(t *testing.T) {
	t.Parallel()
	for _, heads := range []string{"OD         01", "OD         ol", "OD         O!"} {
		p := page(`
            ` + heads + `
AL          26.56 mm   35.20 mm
ACD (epi)   3.38 mm    1.82 mm
LTH         4.33 mm    3.95 mm`)
		p.OCR = true
		check(t, want{
			"right_eye.AL": 26.56, "right_eye.ACD": 3.38, "right_eye.LT": 4.33, "left_eye.AL": 35.2, "left_eye.ACD": 1.82, "left_eye.LT": 3.95,
		}, nil, p)
	}
}
