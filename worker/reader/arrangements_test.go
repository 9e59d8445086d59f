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

// TestEarlierInOneLine: a line says what was measured at an earlier examination, under a title whose words are known or not.
func TestEarlierInOneLine(t *testing.T) {
	t.Parallel()
	for _, title := range []string{"Examen précédent   08/02/2023", "Wcześniejszy wynik 08/02/2023", "08/02/2023"} {
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			check(t, want{
				"exam_date":              "2024-01-15",
				"right_eye.K1_magnitude": 43.89, "right_eye.K1_axis": 176.0, "right_eye.K2_magnitude": 44.79, "right_eye.K2_axis": 86.0,
				"left_eye.AL": 22.74,
			}, nil, page(`
TOMEY OA-2000
Date de l'examen : 15/01/2024
OD
K1   43.89 D  176°
K2   44.79 D   86°
OG
Long. axiale  22.74 mm
`+title+`   OD : AL 22.65 mm, K1 43.77 D, K2 44.71 D   OG : AL 22.72 mm, K1 43.42 D, K2 45.02 D`))
		})
	}
}

// small makes the words of the page that begin in the column lower than the others, as on the scale of a map.
func small(p layout.Page, column int) layout.Page {
	for i := range p.Words {
		if w := &p.Words[i]; w.X0 == float64(12+6*column) {
			w.Y0, w.Y1 = w.Y0+4, w.Y1-4
		}
	}
	return p
}

// TestSmallScales: the numbers of a scale are printed small, so close to labels that these would be beside numbers of their own height, and far apart.
func TestSmallScales(t *testing.T) {
	t.Parallel()
	right := want{"right_eye.K1_magnitude": 37.75, "right_eye.K1_axis": 64.0, "right_eye.K2_magnitude": 38.53, "right_eye.K2_axis": 154.0, "right_eye.CCT": 541.0, "right_eye.WTW": 11.92}
	check(t, right, nil, small(page(`
OD             -4.4
               -4.7  K1   37.75 D @ 64°    CCT     541 µm
               -5.0  K2   38.53 D @ 154°
               -5.2  SimK                  WTW     11.92 mm
               -5.5
               -5.8
               -6.1
               -6.4
               -6.6`), 15))
	p := page(`
OD
K1   37.75 D @ 64°                         48.5
K2   38.53 D @ 154°                        47.5
CCT     541 µm                             46.5
Lens status: phakic                        45.5
AL   23.88 mm    SD 0.02                   44.5
ACD   3.21 mm    SD 0.03                   43.5
LT    4.45 mm    SD 0.04                   42.5
WTW  11.92 mm                              41.5`)
	check(t, merged(right, want{"right_eye.AL": 23.88, "right_eye.ACD": 3.21, "right_eye.LT": 4.45, "right_eye.lens_status": "Phakic"}), nil, small(p, 43))
}

// TestEyesBetweenRules: a strip of paper has the letter of each eye between two rules, in Spanish.
func TestEyesBetweenRules(t *testing.T) {
	t.Parallel()
	check(t, want{"right_eye.AL": 23.91, "right_eye.ACD": 3.27, "right_eye.CCT": 544.0, "left_eye.AL": 23.84, "left_eye.ACD": 4.62, "left_eye.CCT": 547.0}, nil, page(`
NIDEK AL-Scan
----------- D -----------
 LONG. AXIAL
   mm       SNR
  23.92     8.7
  23.90     9.3
  23.91     9.4
 MED 23.91 mm    SNR 11.4
ACD         3.27 mm
CCT          544 um
----------- I -----------
 LONG. AXIAL
   mm       SNR
  23.85     8.9
  23.83    12.2
  23.84     9.6
 MED 23.84 mm    SNR 11.6
ACD         4.62 mm
CCT          547 um`))
}

// TestZonesWithUnits: the unit of a zone's diameter stands between it and the meridian, and the cylinder has its axis below it.
func TestZonesWithUnits(t *testing.T) {
	t.Parallel()
	check(t, want{
		"right_eye.K1_magnitude": 43.77, "right_eye.K1_axis": 88.0, "right_eye.K2_magnitude": 44.41, "right_eye.K2_axis": 178.0, "right_eye.keratometric_index": 1.3375,
		"left_eye.K1_magnitude": 43.6, "left_eye.K1_axis": 97.0, "left_eye.K2_magnitude": 44.41, "left_eye.K2_axis": 7.0, "left_eye.keratometric_index": 1.3375,
	}, nil, page(`
TOMEY OA-2000
R                                                                L
        KERATO Ref. index 1.3375                                       KERATO Ref. index 1.3375
ø2.5 mm   R1   7.70 mm   43.83 D   86°    CYL -0.64 D            ø2.5 mm   R1   7.73 mm   43.66 D   99°    CYL -0.87 D
          R2   7.59 mm   44.47 D  176°    AX 86°                           R2   7.58 mm   44.53 D    9°    AX 99°
ø3.0 mm   R1   7.71 mm   43.77 D   88°    CYL -0.64 D            ø3.0 mm   R1   7.74 mm   43.60 D   97°    CYL -0.81 D
          R2   7.60 mm   44.41 D  178°    AX 88°                           R2   7.60 mm   44.41 D    7°    AX 97°`))
}

// TestZonesUnderMiddles: the titles of two zones beside each other stand over the middle of their tables.
func TestZonesUnderMiddles(t *testing.T) {
	t.Parallel()
	check(t, want{
		"right_eye.K1_magnitude": 42.99, "right_eye.K1_axis": 172.0, "right_eye.K2_magnitude": 44.0, "right_eye.K2_axis": 82.0, "right_eye.WTW": 11.7,
		"right_eye.AL": 23.08, "right_eye.CCT": 524.0,
	}, nil, page(`
TOMEY OA-2000
OD (rechts)
AL   23.08 mm    SD 0.01
CCT   524 µm     SD 2
           Keratometrie φ2.5mm                    Keratometrie φ3.0mm              WTW      11.7 mm
R1   7.86mm   42.94 D   171°          R1   7.85mm   42.99 D   172°
                                                                                   Pupille   3.9 mm
R2   7.66mm   44.06 D    81°          R2   7.67mm   44.00 D    82°
AVE  7.76mm   43.50 D                 AVE  7.76mm   43.50 D`))
}

// TestPolishPentacam: the surfaces of the cornea behind its word, a zone of the total power, and the word for an axis, also in a remark.
func TestPolishPentacam(t *testing.T) {
	t.Parallel()
	check(t, want{
		"right_eye.lens_status": "Phakic", "right_eye.post_refractive": "Hyperopic LVC", "notes": "Oś torycznej IOL do uzgodnienia.",
		"right_eye.K1_magnitude": 45.1, "right_eye.K1_axis": 179.0, "right_eye.K2_magnitude": 46.3, "right_eye.K2_axis": 89.0,
		"posterior_keratometry.right_eye.PK1_magnitude": 6.3, "posterior_keratometry.right_eye.PK1_axis": 2.0, "posterior_keratometry.right_eye.PK2_magnitude": 6.7, "posterior_keratometry.right_eye.PK2_axis": 92.0,
	}, nil, page(`
OCULUS – PENTACAM AXL
OP – oko prawe   Soczewka: fakijne   Rogówka: po nadwzrocznym LVC
Rogówka – przód
Rf:        7,48 mm         K1:       45,1 D
Rs:        7,29 mm         K2:       46,3 D
QS: OK     Oś (płaska):    178,7°    Astyg.: 1,2 D
Rogówka – tył
Rf:        6,35 mm         K1:       -6,3 D
Rs:        5,97 mm         K2:       -6,7 D
QS: OK     Oś (płaska):    1,9°      Astyg.: 0,4 D
TCRP 3,0 mm strefa, źrenica
K1: 44,2 D   K2: 45,5 D     Oś: 177,8°
Uwagi: Oś torycznej IOL do uzgodnienia.`))
}

// TestDescribedMeridians: a column says in words what the labels mean.
func TestDescribedMeridians(t *testing.T) {
	t.Parallel()
	check(t, want{"right_eye.AL": 23.18, "right_eye.K1_magnitude": 43.05, "right_eye.K1_axis": 172.0, "right_eye.K2_magnitude": 44.61, "right_eye.K2_axis": 82.0}, nil, page(`
OD – Droit
                                   Valeur             ET
AL        Longueur axiale          23,18   mm         0,01
K1        Kératométrie             43,05 D   @ 172°   0,07
K2                                 44,61 D   @ 82°    0,05`))
}

// TestPatientUnderHeads: the patient's data stand in larger letters below their heads, the sex behind the date of birth, the state of the lens with that of the vitreous.
func TestPatientUnderHeads(t *testing.T) {
	t.Parallel()
	p := page(`
ANTERION Cataract App                                          Right eye (OD)
Patient                   Patient ID     DOB / Sex           Exam date
Whitfield, Thomas George  A-77120        02/27/1949 / Male   04/18/2025 14:07
Physician                 Operator       Eye status                 Refractive surgery
R. Oakley, MD             tech03         Phakic, natural vitreous   None
AL    24.86 mm
CCT   529 µm
Notes
Dense NS right > left. Dry eye treated for 4 weeks.`)
	for i := range p.Words {
		if w := &p.Words[i]; w.Y0 == 32 { // small heads
			w.Y0, w.Y1 = w.Y0+1, w.Y1-4
		}
	}
	check(t, want{
		"patient.name": "Whitfield, Thomas George", "patient.id": "A-77120", "patient.date_of_birth": "1949-02-27", "patient.gender": "Male", "exam_date": "2025-04-18",
		"right_eye.AL": 24.86, "right_eye.CCT": 529.0, "right_eye.lens_status": "Phakic", "right_eye.post_refractive": "None", "notes": "Dense NS right > left. Dry eye treated for 4 weeks.",
	}, nil, p)
}

// TestDateBesideIndex: the bare date of the examination stands in the line of the date of birth, and the index behind it.
func TestDateBesideIndex(t *testing.T) {
	t.Parallel()
	check(t, want{
		"patient.name": "Ignacio Barrena Soto", "patient.id": "0000004418", "patient.date_of_birth": "1947-05-21", "patient.gender": "Male", "exam_date": "2024-09-03",
		"right_eye.AL": 23.19, "right_eye.keratometric_index": 1.3375,
	}, nil, page(`
NIDEK AL-Scan
Nombre: Ignacio Barrena Soto           ID: 0000004418            Sexo: Hombre
Fecha de nacimiento: 1947/05/21        Fecha: 2024/09/03 12:40   Índice refr.: 1.3375
OD
AL        23.19 mm`))
}

// TestMapWithUnit: the title of a map has the unit of its scale behind it, beside the row of the value that it shows.
func TestMapWithUnit(t *testing.T) {
	t.Parallel()
	check(t, want{"patient.name": "COLOMBARINI", "right_eye.K1_magnitude": 42.31, "right_eye.K1_axis": 12.0, "right_eye.K2_magnitude": 44.05, "right_eye.K2_axis": 102.0, "right_eye.CCT": 523.0}, nil, page(`
MS-39   Cognome: COLOMBARINI      OD - Occhio destro
K1                         42,31 D     @ 12°
K2                         44,05 D     @ 102°
Spessore corneale centrale (CCT)    523 µm      Spessore corneale   µm     Altitudine anteriore (Ø 8,00 mm)
Spessore minimo (ThkMin)            517 µm`))
}

// TestLenstarWithReadings: the thickness of the retina is no power of the whole cornea, and heads of single readings below a table of both eyes are no labels of columns.
func TestLenstarWithReadings(t *testing.T) {
	t.Parallel()
	check(t, want{
		"right_eye.AL": 22.93, "right_eye.CCT": 547.0, "right_eye.ACD": 3.04, "right_eye.K1_magnitude": 43.17, "right_eye.K1_axis": 22.0, "right_eye.K2_magnitude": 43.86, "right_eye.K2_axis": 112.0,
		"left_eye.AL": 22.98, "left_eye.CCT": 544.0, "left_eye.ACD": 4.22, "left_eye.K1_magnitude": 43.06, "left_eye.K1_axis": 163.0, "left_eye.K2_magnitude": 44.15, "left_eye.K2_axis": 73.0,
		"right_eye.keratometric_index": 1.332, "left_eye.keratometric_index": 1.332,
	}, nil, page(`
LENSTAR LS 900
                     OD rechts                    OS links
AL                   22,93 ± 0,02                 22,98 ± 0,02
CCT                  547 ± 2                      544 ± 1
ACD                  3,04 ± 0,02                  4,22 ± 0,03
Netzhautdicke RT     200*                         200*
R1                   7,69 @ 022 ± 0,01            7,71 @ 163 ± 0,02
R2                   7,57 @ 112 ± 0,01            7,52 @ 073 ± 0,02
n                    1,3320                       1,3320
#  AL     CCT   AD     R1 @         R2 @               #  AL     CCT   AD    R1 @         R2 @
1  22,94  549   2,51   7,70 @ 024   7,56 @ 114         1  22,99  546   3,70  7,72 @ 165   7,51 @ 075
2  22,91  545   2,47   7,68 @ 019   7,58 @ 109         2  22,96  542   3,66  7,70 @ 160   7,53 @ 070
3  22,96  548   2,49   7,69 @ 023   7,57 @ 113         3  23,01  545   3,68  7,71 @ 164   7,52 @ 074`))
}

// TestIndexBeforeValue: the index stands between the label of a meridian and its value.
func TestIndexBeforeValue(t *testing.T) {
	t.Parallel()
	check(t, want{
		"right_eye.AL": 24.12, "right_eye.K1_magnitude": 42.74, "right_eye.K1_axis": 91.0, "right_eye.K2_magnitude": 43.69, "right_eye.K2_axis": 1.0, "right_eye.keratometric_index": 1.3375,
		"left_eye.AL": 24.26, "left_eye.K1_magnitude": 42.18, "left_eye.K1_axis": 103.0, "left_eye.K2_magnitude": 44.27, "left_eye.K2_axis": 13.0, "left_eye.keratometric_index": 1.3375,
	}, nil, page(`
                 OD Derecho                                         OS Izquierdo
AL               24.12 mm           0.01 mm        AL               24.26 mm           0.02 mm
K1 (n=1.3375)    42.74 D @ 91°      0.06 D         K1 (n=1.3375)    42.18 D @ 103°     0.06 D
K2               43.69 D @ 1°       0.08 D         K2               44.27 D @ 13°      0.08 D`))
	check(t, want{"right_eye.K1_magnitude": 43.6, "right_eye.K1_axis": 83.0, "right_eye.K2_magnitude": 44.35, "right_eye.K2_axis": 173.0, "right_eye.keratometric_index": 1.3375}, nil, page(`
R (Right)
Kerato (Index 1.3375)      R1 (flat)     Axis     R2 (steep)     Axis     AVG
                           7.74 mm       83°      7.61 mm        173°     7.68 mm`))
}

// TestLabelsOfWideLetters: the words of a label stand apart, in letters of one width, and the value is below it.
func TestLabelsOfWideLetters(t *testing.T) {
	t.Parallel()
	p := page(`
Nom  du  patient      ID       Né(e) le
Mathilde Maquette     448310   18.11.1938
OS gauche
AL 24.07 mm`)
	p.OCR = true
	check(t, want{"patient.name": "Mathilde Maquette", "patient.id": "448310", "patient.date_of_birth": "1938-11-18", "left_eye.AL": 24.07}, nil, p)
}

// TestZonesLeftOfHeads: the diameters of zones stand left of the heads of meridians, with their sign, on a page that prints simulated keratometry.
func TestZonesLeftOfHeads(t *testing.T) {
	t.Parallel()
	check(t, want{"right_eye.K1_magnitude": 44.18, "right_eye.K1_axis": 21.0, "right_eye.K2_magnitude": 46.03, "right_eye.K2_axis": 111.0, "right_eye.CCT": 518.0, "right_eye.keratometric_index": 1.3375}, nil, page(`
CSO MS-39                            Occhio: OD
Sim-K (n = 1.3375)
K1 (piatto)   44.18 D    7.64 mm       @21°
K2 (curvo)    46.03 D    7.33 mm      @111°
Meridiani anteriori
           Piatto                           Curvo
Ø 3 mm     44.24 D    7.63 mm    @22°       46.11 D    7.32 mm    @112°
Ø 5 mm     43.97 D    7.68 mm    @20°       45.68 D    7.39 mm    @110°
CCT                     518 µm`))
}

// TestPowersUnderReadings: the powers of a table stand below the deviations of another one.
func TestPowersUnderReadings(t *testing.T) {
	t.Parallel()
	check(t, want{
		"right_eye.AL": 24.87, "right_eye.CCT": 552.0, "right_eye.K1_magnitude": 42.61, "right_eye.K1_axis": 176.0, "right_eye.K2_magnitude": 43.6, "right_eye.K2_axis": 86.0, "right_eye.keratometric_index": 1.3375,
		"left_eye.AL": 24.79, "left_eye.CCT": 549.0, "left_eye.K1_magnitude": 42.45, "left_eye.K1_axis": 9.0, "left_eye.K2_magnitude": 43.77, "left_eye.K2_axis": 99.0, "left_eye.keratometric_index": 1.3375,
	}, nil, page(`
LENSTAR LS 900
OD – Œil droit                                                  OG – Œil gauche
                 Moyenne          ET       #1       #2                           Moyenne          ET       #1       #2
AL [mm]            24,87       0,013    24,87    24,88          AL [mm]            24,79       0,013    24,79    24,79
CCT [µm]             552         1,9      552      554          CCT [µm]             549         1,9      551      549
Kératométrie    n = 1,3375    (zone 1,65 / 2,30 mm)             Kératométrie    n = 1,3375    (zone 1,65 / 2,30 mm)
K1 [D] / Axe [°]               42,61 @ 176    ET 0,06 / 3       K1 [D] / Axe [°]               42,45 @ 9      ET 0,06 / 3
K2 [D] / Axe [°]               43,60 @ 86     ET 0,08 / 3       K2 [D] / Axe [°]               43,77 @ 99     ET 0,08 / 3`))
}

// TestSpanishPentacam: the numbers of a short scale are no axes, the thickness at the vertex is that of the cornea, and the line of the maker below a remark is none of it.
func TestSpanishPentacam(t *testing.T) {
	t.Parallel()
	check(t, want{
		"right_eye.K1_magnitude": 37.8, "right_eye.K1_axis": 64.0, "right_eye.K2_magnitude": 39.4, "right_eye.K2_axis": 154.0, "right_eye.CCT": 560.0,
		"notes": "RK bilateral 1994 (8 incisiones). Refracción fluctuante durante el día.",
	}, nil, small(page(`
OCULUS - PENTACAM AXL
Ojo: Derecho
Córnea frontal
Rf: 8,93 mm        K1: 37,8 D           44,0
Rs: 8,57 mm        K2: 39,4 D           42,4
Rm: 8,75 mm        Km: 38,6 D           40,9
Eje (plano): 64,3° Astig: 1,6 D         39,3
Q-val. (6mm): 0,84 Rmin: 8,11 mm        37,7
Centro pupila: 561 µm                   36,1
Vértice:       560 µm                   34,6
Comentario
RK bilateral 1994 (8 incisiones). Refracción fluctuante durante el día.
OCULUS Optikgeräte GmbH · Pentacam 1.26r14 · Los resultados deben ser verificados por el cirujano.`), 40))
}

func pagesOf(p layout.Page) []layout.Page { return []layout.Page{p} }
