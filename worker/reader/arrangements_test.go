package reader_test

import (
	"testing"

	"biom/worker/document/layout"
	"biom/worker/reader"
)

// Printouts of arrangements that others drew and the reader once failed on.

// TestCountsUnderHeadBesideRows: the heads of a table stand beside the last row of another one, so that the n over the numbers of readings is no index, and they no
// second values. The name of the eye stands over the patient's data.
func TestCountsUnderHeadBesideRows(t *testing.T) {
	t.Parallel()
	check(t, want{
		"patient.name": "Thornbury, Alice", "patient.id": "G6-40117", "right_eye.keratometric_index": 1.3375,
		"right_eye.K1_magnitude": 41.11, "right_eye.K1_axis": 176.0, "right_eye.K2_magnitude": 41.93, "right_eye.K2_axis": 86.0,
		"right_eye.AL": 24.92, "right_eye.ACD": 3.58, "right_eye.LT": 4.02, "right_eye.CCT": 549.0,
	}, nil, page(`
OD Right
Last Name     Thornbury
First Name    Alice
Patient ID    G6-40117
SimK (n=1.3375)
Flat          41.11 D @ 176°
Steep         41.93 D @ 86°
Astigm.        0.82 D @ 86°             Optical Biometry     Value       SD     n
                                        AL                24.92 mm     0.01     6
                                        ACD (Epi)          3.58 mm     0.02     6
                                        AQD (Endo)         3.03 mm     0.02     6
                                        LT                 4.02 mm     0.03     6
                                        CCT                 549 µm        2     6`))
}

// TestBlocksWithSectionsAtOtherHeights: in one of two equal blocks a row of no surface stands level with the title of another section, and a label has two lines.
func TestBlocksWithSectionsAtOtherHeights(t *testing.T) {
	t.Parallel()
	check(t, want{
		"right_eye.K1_magnitude": 44.02, "right_eye.K1_axis": 176.0, "right_eye.K2_magnitude": 45.31, "right_eye.K2_axis": 86.0, "right_eye.CCT": 533.0, "right_eye.WTW": 11.74,
		"left_eye.K1_magnitude": 43.87, "left_eye.K1_axis": 3.0, "left_eye.K2_magnitude": 45.09, "left_eye.K2_axis": 93.0, "left_eye.CCT": 536.0,
		"posterior_keratometry.right_eye.PK1_magnitude": 6.21, "posterior_keratometry.right_eye.PK1_axis": 2.0, "posterior_keratometry.right_eye.PK2_magnitude": 6.58, "posterior_keratometry.right_eye.PK2_axis": 92.0,
		"posterior_keratometry.left_eye.PK1_magnitude": 6.18, "posterior_keratometry.left_eye.PK1_axis": 178.0, "posterior_keratometry.left_eye.PK2_magnitude": 6.51, "posterior_keratometry.left_eye.PK2_axis": 88.0,
	}, nil, page(`
CSO MS-39
OD - Ojo derecho
Queratometría simulada                   CCT                    533 µm
K1       44.02 D   @ 176°
K2       45.31 D    @ 86°                Volumen corneal      58.2 mm³
Queratometría posterior (3 mm)           Cámara anterior
K1       -6.21 D     @ 2°                Volumen               122 mm³
K2       -6.58 D    @ 92°                Ángulo                    34°
Potencia pupilar media total (MPP)
Ø 3.0 mm   43.36 D                       Blanco-blanco (WTW)  11.74 mm
OI - Ojo izquierdo
Queratometría simulada                   CCT                    536 µm
K1       43.87 D     @ 3°
K2       45.09 D    @ 93°                Volumen corneal      58.6 mm³
                                         Cámara anterior
Queratometría posterior (3 mm)
K1       -6.18 D   @ 178°                Volumen               124 mm³
K2       -6.51 D    @ 88°
Potencia pupilar media total (MPP)       Ángulo                    35°
Ø 3.0 mm   43.17 D
                                         Blanco-blanco
                                                                   ---
                                         (WTW)`))
}

// TestNamesBeforeTitles: the name of each eye begins a line with the titles of pictures and tables, the same ones for both eyes.
func TestNamesBeforeTitles(t *testing.T) {
	t.Parallel()
	check(t, want{
		"right_eye.K1_magnitude": 37.75, "right_eye.K1_axis": 64.0, "right_eye.K2_magnitude": 38.53, "right_eye.K2_axis": 154.0, "right_eye.CCT": 541.0, "right_eye.WTW": 11.92,
		"left_eye.K1_magnitude": 42.83, "left_eye.K1_axis": 171.0, "left_eye.K2_magnitude": 43.72, "left_eye.K2_axis": 81.0, "left_eye.CCT": 546.0, "left_eye.WTW": 11.87,
		"right_eye.keratometric_index": 1.3375, "left_eye.keratometric_index": 1.3375,
		"posterior_keratometry.right_eye.PK1_magnitude": 5.28, "posterior_keratometry.right_eye.PK1_axis": 58.0, "posterior_keratometry.right_eye.PK2_magnitude": 5.51, "posterior_keratometry.right_eye.PK2_axis": 148.0,
		"posterior_keratometry.left_eye.PK1_magnitude": 5.94, "posterior_keratometry.left_eye.PK1_axis": 175.0, "posterior_keratometry.left_eye.PK2_magnitude": 6.21, "posterior_keratometry.left_eye.PK2_axis": 85.0,
	}, nil, page(`
CSO MS-39
OD Sagittale anteriore      Sagittale posteriore      SimK anteriore (n=1.3375)      CCT     541 µm
                                                      K1   37.75 D @ 64°             Punto più sottile  533 µm
                                                      K2   38.53 D @ 154°            WTW     11.92 mm
                                                      Media 38.14 D                  Pupilla 3.91 mm
                                                      PK1  -5.28 D @ 58°
                                                      PK2  -5.51 D @ 148°

OS Sagittale anteriore      Sagittale posteriore      SimK anteriore (n=1.3375)      CCT     546 µm
                                                      K1   42.83 D @ 171°            Punto più sottile  538 µm
                                                      K2   43.72 D @ 81°             WTW     11.87 mm
                                                      Media 43.27 D                  Pupilla 3.91 mm
                                                      PK1  -5.94 D @ 175°
                                                      PK2  -6.21 D @ 85°`))
}

// TestEarlierColumnWithOneDate: the column of an earlier visit has its date above it, and that of the present one the name of the eye.
func TestEarlierColumnWithOneDate(t *testing.T) {
	t.Parallel()
	check(t, want{
		"patient.name": "Grażyna Sobolewska", "patient.id": "49100512", "patient.date_of_birth": "1949-10-05", "exam_date": "2024-03-18", "patient.gender": "Female",
		"right_eye.AL": 21.96, "right_eye.K1_magnitude": 45.06, "right_eye.K1_axis": 93.0, "right_eye.K2_magnitude": 45.86, "right_eye.K2_axis": 3.0,
		"right_eye.ACD": 2.71, "right_eye.CCT": 557.0, "right_eye.LT": 4.81, "right_eye.WTW": 11.64,
		"left_eye.AL": 22.03, "left_eye.K1_magnitude": 45.18, "left_eye.K1_axis": 88.0, "left_eye.K2_magnitude": 46.17, "left_eye.K2_axis": 178.0,
		"left_eye.ACD": 2.68, "left_eye.LT": 4.85, "left_eye.WTW": 11.58,
	}, nil, page(`
ALADDIN biometria optyczna                                                               TOPCON
Grażyna Sobolewska   ur. 1949-10-05   Kobieta        ID pacjenta: 49100512         Data badania: 2024-03-18
  poprzednio                                                                  poprzednio
  2023-04-12        OD (prawe)                         OS (lewe)              2023-04-12
  21.94             21.96 mm              AL           22.03 mm               22.05
  45.12 D           45.06 D    93°        K1           45.18 D   88°          45.24 D
  45.80 D           45.86 D     3°        K2           46.17 D  178°          46.11 D
  2.73              2.71 mm               ACD          2.68 mm                2.70
                    557 µm                CCT          ---
  4.78              4.81 mm               LT           4.85 mm                4.80
  11.61             11.64 mm              WTW          11.58 mm               11.60`))
}

// TestNoEarlierColumnUnderAnEye: what stands under the name of an eye and an earlier date is withheld or that eye's, and never counts as another visit of the other one.
func TestNoEarlierColumnUnderAnEye(t *testing.T) {
	t.Parallel()
	got := found(t, reader.Find(pagesOf(page(`
Exam date: 2024-03-18
       OD             OS
       2023-04-12
AL     21.94 mm       22.05 mm
ACD     2.73 mm        2.70 mm
LT      4.78 mm        4.80 mm
WTW    11.61 mm       11.60 mm`))).Report())
	for field, value := range map[string]float64{"right_eye.AL": 21.94, "left_eye.AL": 22.05} {
		if v, ok := got[field]; ok && v != value {
			t.Errorf("%s = %v, want %v or null", field, v, value)
		}
	}
}

// TestBornBehindName: the word for the date of birth stands behind the name, with nothing between, in a line without labels.
func TestBornBehindName(t *testing.T) {
	t.Parallel()
	check(t, want{
		"patient.name": "Brandstätter-Koll, Ute", "patient.date_of_birth": "1957-01-30", "patient.gender": "Female", "patient.id": "118826", "exam_date": "2025-07-12", "right_eye.AL": 23.12,
	}, nil, page(`
EYESTAR 900
Brandstätter-Koll, Ute  geb. 30.01.1957  weiblich | Pat.-Nr. 118826 | Untersuchung 12.07.2025, 08:32:54
Rechts (OD)
AL 23.12 mm`))
}

// TestMarkBehindItsLetter: OCR reads the large abbreviation behind the letter for the same eye in pieces, or in small letters.
func TestMarkBehindItsLetter(t *testing.T) {
	t.Parallel()
	for mark, ok := range map[string]bool{
		"L   os": true, "L   Oo S": true, "L   (0) Ss": true, "L   O S": true, "R   od": false, "L   od": false, "L   do": false,
	} {
		t.Run(mark, func(t *testing.T) {
			t.Parallel()
			p := page(`
ANTERION Cataract App
Pemberton, George        Patient ID: AN-77120              ` + mark + `
DOB: 08 Apr 1953         Exam: 17 Jan 2025
AL        23.49 mm
ACD        3.08 mm
CCT         543 µm`)
			p.OCR = true
			got := found(t, reader.Find(pagesOf(p)).Report())
			if v := got["left_eye.AL"]; ok && v != 23.49 || !ok && v != nil {
				t.Errorf("left_eye.AL = %v", v)
			}
		})
	}
}

// TestStatesUnderHeadings: the states of both eyes in cells under their headings.
func TestStatesUnderHeadings(t *testing.T) {
	t.Parallel()
	both := want{"right_eye.AL": 23.87, "left_eye.AL": 23.69, "right_eye.lens_status": "Phakic", "left_eye.lens_status": "Aphakic"}
	checkEach(t, map[string]pageTest{
		"below their label": {`
                  OD                                        OS
AL: 23,87 mm                              AL: 23,69 mm
Augenstatus
phak                                      aphak`, both, nil},
		"behind the word for the eye": {`
Direito (OD)                              Esquerdo (OS)
Olho: Fáquico                             Olho: Afáquico
No.       Axial    ACD                    No.       Axial    ACD
1         23.87    3.08                   1         23.69    ---
2         23.87    3.09                   2         23.69    ---
3         23.87    3.09                   3         23.69    ---
Méd.      23.87    3.09                   Méd.      23.69    ---`, merged(both, want{"right_eye.ACD": 3.09}), nil},
	})
}

// TestMisreadL: OCR takes the Polish ł for t.
func TestMisreadL(t *testing.T) {
	t.Parallel()
	p := page("Oko: Prawe\nDtugosc osiowa (AL)            25.73 mm\nGteb. komory przedn. (zewn.)   3.55 mm\nGteb. komory przedn. (wewn.)   3.03 mm\nWierzchotek pachym.: O        522 µm")
	p.OCR = true
	check(t, want{"right_eye.AL": 25.73, "right_eye.ACD": 3.55, "right_eye.CCT": 522.0}, nil, p)
}

// TestNameBesideStates: the name of the only eye stands left of the last rows, below a title as far from the rows as the other titles, and again in a row below.
func TestNameBesideStates(t *testing.T) {
	t.Parallel()
	p := page(`
              Misure assiali
              Lungh. assiale       22,72 mm
              Bianco-bianco        12,4 mm
              Camera anteriore      3,53 mm
              Spessore corneale     572 µm

              Cheratometria
              K piatto             43,54 D (13°)
              K curvo              43,63 D (103°)

              Anamnesi
              Stato lente          Fachico
Sinistro      Chirurgia refrattiva No
Sinistro Refrazione: -2,25 D`)
	for i := range p.Words { // rows are farther apart than letters are high
		p.Words[i].Y0 += 3
		p.Words[i].Y1 -= 3
	}
	check(t, want{
		"left_eye.AL": 22.72, "left_eye.WTW": 12.4, "left_eye.ACD": 3.53, "left_eye.CCT": 572.0, "left_eye.K1_magnitude": 43.54, "left_eye.K1_axis": 13.0,
		"left_eye.K2_magnitude": 43.63, "left_eye.K2_axis": 103.0, "left_eye.lens_status": "Phakic", "left_eye.post_refractive": "None",
	}, nil, p)
}

// TestWordsOfArrangements: words of these printouts.
func TestWordsOfArrangements(t *testing.T) {
	t.Parallel()
	checkEach(t, map[string]pageTest{
		"surfaces and the apex on a Pentacam, in Italian": {`
OCULUS - PENTACAM HR
Occhio: Destro
Cornea - sup. anteriore
Rf: 7.68 mm                        K1: 44.0 D
Rs: 7.49 mm                        K2: 45.1 D
QS: OK Asse: (piatto) 7.3°         Astig: 1.1 D
Cornea - sup. posteriore
Rf: 6.41 mm                        K1: -6.2 D
Rs: 6.10 mm                        K2: -6.6 D
QS: OK Asse: (piatto) 3.9°         Astig: 0.3 D
Centro pupilla: +                  541 µm    +0.12
Apice pachim.: o                   538 µm     0.00`, want{
			"right_eye.K1_magnitude": 44.0, "right_eye.K1_axis": 7.0, "right_eye.K2_magnitude": 45.1, "right_eye.K2_axis": 97.0, "right_eye.CCT": 538.0,
		}, nil},
		"myopic surgery and the index, in Dutch": {"Hoornvliesindex n     1,3375\nOD\nK1: 39,15 D @ 168°\nK2: 39,85 D @ 78°\nLVC: Lasik | LVC-modus: Myoop", want{
			"right_eye.K1_magnitude": 39.15, "right_eye.K1_axis": 168.0, "right_eye.K2_magnitude": 39.85, "right_eye.K2_axis": 78.0, "right_eye.keratometric_index": 1.3375,
			"right_eye.post_refractive": "Myopic LVC",
		}, nil},
	})
}

// TestLanguagesOfOCR: Dutch and Polish pages are told by their labels, so that OCR can take the data of their language.
func TestLanguagesOfOCR(t *testing.T) {
	t.Parallel()
	for lang, text := range map[string]string{
		"nl": "Patiënt\nGeboortedatum 02-03-1950\nRechteroog\nAslengte 23,45 mm",
		"pl": "Pacjent\nData urodzenia 02.03.1950\nOko prawe\nDługość gałki 23,45 mm",
	} {
		if got := reader.Language(pagesOf(page(text))); got != lang {
			t.Errorf("%s: %q", lang, got)
		}
	}
}

func pagesOf(p layout.Page) []layout.Page { return []layout.Page{p} }
