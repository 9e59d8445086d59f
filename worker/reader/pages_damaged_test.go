package reader_test

import (
	"testing"

	"biom/worker/document/layout"
)

// TestDamagedPages: of a damaged page values may be lost; none becomes the other eye's or another field's.
func TestDamagedPages(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, text string
		want       want
		withheld   []string
	}{
		{"the name of one eye before that of the other one", `
OD direito: AL 23,45 mm ACD 3,05 mm
OS esquerdo: AL 24,12 mm ACD 3,11 mm
OS OD direito: LT 4,51 mm WTW 11,7 mm
LT 4,61 mm WTW 11,9 mm
esquerdo:`, want{}, []string{"left_eye.ACD", "left_eye.AL", "right_eye.ACD", "right_eye.AL", "right_eye.LT", "right_eye.WTW"}},
		{"the right eye's name moved below the columns of both eyes", `
Axial measures                    OS left
AL          ---       24.74 mm
CCT      541 µm         568 µm
ACD     2.22 mm        3.95 mm
LT      4.37 mm            ---
Cornea                            OS left
K1          ---       42.43 D @ 2°
K2          ---       43.04 D @ 92°

OD right`, want{}, nil},
		{"a name that is misread, with values behind it", `
Rechtes Auge:  AL: 23,45 mm   ACD: 3,05 mm
Linkes Auge:   AL: 24,12 mm   ACD: 3,11 mm
Rechtcs Avge:  LT: 4,61 mm    WTW: 12,4 mm`,
			want{"right_eye.AL": 23.45, "right_eye.ACD": 3.05, "left_eye.AL": 24.12, "left_eye.ACD": 3.11}, nil},
		{"a name with another word behind it, over the other eye's block", `
OI   Medidas axiales
     AL       24.16 mm
     WTW      12.2 mm
OD   I Medidas axiales
     LT       4.61 mm`, want{"left_eye.AL": 24.16, "left_eye.WTW": 12.2}, nil},
		{"a misread @ behind the units of columns", `
Eye: Right
            D     mm    OS
K1        40.80  8.27  102 °
K2        42.08  8.02   12 °
Lens: phakic`, want{"right_eye.K1_magnitude": 40.8, "right_eye.K1_axis": 102.0, "right_eye.K2_magnitude": 42.08, "right_eye.K2_axis": 12.0, "right_eye.lens_status": "Phakic"}, nil},
		{"a misread @ behind the power alone", `
OD right
            D      OS
K1        40.80   102 °
K2        41.80    12 °
OS left
            D      OS
K1        43.80    12 °
K2        44.80   102 °`, want{"right_eye.K1_magnitude": 40.8, "left_eye.K1_magnitude": 43.8, "right_eye.K1_axis": 102.0, "left_eye.K1_axis": 12.0,
			"right_eye.K2_magnitude": 41.8, "left_eye.K2_magnitude": 44.8, "right_eye.K2_axis": 12.0, "left_eye.K2_axis": 102.0}, nil},
		{"a misread @ behind labels between the eyes", `
    570 um     CCT     596 um
    9.10 mm    R2      7.72 mm
      139      R2 OD     162
    9.37 mm    R1      8.09 mm
       49      R1 OD      72
    1.3375     n(k)    1.3375`, want{}, nil},
		{"the lens of one eye alone between the headings", `
                 Ojo derecho (OD)               Ojo izquierdo (OI)
AL 23,45; CCT 0,604; ACD 3,05
Cristalino Fáquico; Cirugía refractiva Ninguna
                                                     0,39`, want{"right_eye.lens_status": "Phakic", "right_eye.post_refractive": "None"}, nil},
		{"a value that is gone from a row whose label stands behind it", `
OD
  0.500   CCT [mm]
          ACD [mm]
  2.79    AQD [mm]
  23.42   AXL [mm]
  12.0    WTW [mm]
  48.2    Ksteep
  46.0    Kflat`, want{"right_eye.K1_magnitude": 46.0, "right_eye.K2_magnitude": 48.2, "right_eye.CCT": 500.0, "right_eye.AL": 23.42, "right_eye.WTW": 12.0}, nil},
		{"a piece of a frame between the dates of columns", `
OD
           2024-05-02 2023-05-02
LT         3.74 mm    3.73
                 2025-05-02 l 2024-02-02
AL                23.23 mm  23.27`, want{"right_eye.AL": 23.23, "right_eye.LT": 3.74}, nil},
		{"an ID with a piece of a frame between its numbers", "OD\nPatient ID: 1926 | 9702", want{}, []string{"patient.id"}},
		{"an unknown word before the state of the lens", `
OD
Lens status:  komora phakic
OS
Lens status:  syvyys phaque`, want{}, []string{"left_eye.lens_status", "right_eye.lens_status"}},
		{"a cataract is no missing lens", "OD\nLens status: catarata fáquica", want{"right_eye.lens_status": "Phakic"}, nil},
		{"nothing measured under the only heading", `
ID: 4711
                                                                                      Ojo izquierdo (OI)
Medidas axiales                                               Sin medición
AXL:  24,19 mm
ACD:  3,92 mm
WTW:  12,0 mm`, want{"patient.id": "4711"}, nil},
		{"labels twice, dashes and numbers under one heading", `
OD   25,26  Bulbuslänge
     CCT    -
     ACD    -
     WTW    12,7
     Bulbuslänge 24,03
     CCT    0,559
     ACD    2,83
     WTW    11,4`, want{}, nil},
		{"a misread @ behind an axis and far from it", `
K flat              42.96 D
Axis K flat                      OD 76.2º      AL:  23.82 mm
K steep             44.23 D
Axis K steep                     OD 166.2º     A0:  118.30
CCT                 547 um
ACD                 3.79 mm
LT                  3.98 mm`, want{}, []string{"right_eye.K1_axis", "right_eye.K2_axis"}},
		{"a name that is misread over rows of values", `
OD:  K1 42.44 D   K2 43.58 D
O6:  K1 42.12 D   K2 42.84 D
OD:  LT 4.51 mm   WTW 11.7 mm`, want{"right_eye.LT": 4.51, "right_eye.WTW": 11.7, "right_eye.K1_magnitude": 42.44, "right_eye.K2_magnitude": 43.58}, nil},
		{"a word before the other eye's name over rows of values", `
OD derecho:     CCT: 548  ACD: 3,21
QS izquierdo:   CCT: 538  LT: 4,64`, want{"right_eye.CCT": 548.0, "right_eye.ACD": 3.21}, nil},
		{"a letter misread in the name before rows of values", `
Direito:   LT 4,51 mm   WTW 11,7 mm
Esquerdo:  LT 4,61 mm   WTW 11,9 mm
Direito:   CCT 525 um
Fsquerdo:  ACD 3,13 mm`, want{"right_eye.LT": 4.51, "right_eye.WTW": 11.7, "left_eye.LT": 4.61, "left_eye.WTW": 11.9, "right_eye.CCT": 525.0}, nil},
		{"both names before one row", `
OD –  LT 4,47 mm   AL 23,54 mm
OI OD –  K1 43,03 D   K2 44,34 D
      –  K1 45,41 D   K2 46,52 D`, want{}, []string{"right_eye.K1_magnitude", "right_eye.K2_magnitude"}},
		{"OD read as CD", `
OD Direito  ACD 3,50 mm
CD Direito  8,57 mm`, want{"right_eye.ACD": 3.5}, nil},
		{"a title of an earlier visit that is not level with the rows beside it", `
OD
AL    23.45 mm
WTW   11.7 mm                    Previous visit: 2019-03-12
LT    4.51 mm
                                 OD  AL 22.82 mm  ACD 2.23 mm
CCT   525 um                     OS  AL 24.93 mm  ACD 3.57 mm`, want{"right_eye.AL": 23.45, "right_eye.WTW": 11.7, "right_eye.LT": 4.51, "right_eye.CCT": 525.0}, nil},
		{"a list of earlier visits alone, its eyes not legible", `
Ojo izqulerdo (0I)
Fecha del examen:  15/06/2024
Exámenes anteriores
                      Ojo    AL     K1     K2
18/04/2023   Ojo dorecho     23,47  43,88  44,22
18/04/2023   Ojo izqulerdo   24,27  43,49  44,48`, want{"exam_date": "2024-06-15"}, nil},
		{"a number and a dash in one column", `
          OD          OS
AL        22.80 mm    21.60 mm
ACD       3.61 mm     4.02 -
WTW       11.7 mm     11.3 mm`, want{"right_eye.AL": 22.8, "left_eye.AL": 21.6, "right_eye.ACD": 3.61, "right_eye.WTW": 11.7, "left_eye.WTW": 11.3}, nil},
		{"an axis behind a power whose other value is broken", "OD\nK2: 44,02 / 132\nK1: 7 ,82 mm / 42", want{}, []string{"right_eye.K1_magnitude", "right_eye.K2_magnitude"}},
		{"a length in units of the cornea", "OG\nACD 3,05 mm\nAL [D/°] 31.29 @ 97.2", want{"left_eye.ACD": 3.05}, []string{"left_eye.AL"}},
		{"an ID with the mark of an eye in it, below its label", `
Patient        Patient ID        Sex
Jean Modele    8737 OS 1878      F
OD
AL  23.45 mm`, want{"right_eye.AL": 23.45, "patient.gender": "Female", "patient.name": "Jean Modele"}, []string{"patient.id"}},
		{"a year in two pieces", "Exam date: 11 August 20 25\nOD\nAL: 23.45 mm", want{"right_eye.AL": 23.45}, []string{"exam_date"}},
		{"the words for a lens divided or not understood", `
OD
Lens status:  Phakic | IOL
OS
Lens status:  lenteFachico`, want{}, []string{"left_eye.lens_status", "right_eye.lens_status"}},
		{"a lens misread behind its state", "OD\nLens status:  Phake IQL", want{}, []string{"right_eye.lens_status"}},
		{"an artificial lens begins before its column", `
                 Direito   Esquerdo
AL               24,41     24,69
ACD              3,20      3,30
Lens status  LIO fácica  LIO fácica`, want{"right_eye.AL": 24.41, "left_eye.AL": 24.69, "right_eye.ACD": 3.2, "left_eye.ACD": 3.3,
			"right_eye.lens_status": "Phakic IOL", "left_eye.lens_status": "Phakic IOL"}, nil},
		{"the state of the lens behind an unknown word in a heading", `
OD  Syvyys phaque        OS  phaque
AL: 23.45 mm             AL: 24.12 mm`, want{"left_eye.lens_status": "Phakic", "right_eye.AL": 23.45, "left_eye.AL": 24.12}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			check(t, tt.want, tt.withheld, page(tt.text))
		})
	}
}

// TestCutPages: at the left edge of these pages the words before the bar are missing.
func TestCutPages(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, text string
		want       want
		withheld   []string
	}{
		{"the end of a device's name is no eye", `
|OS SN 3861
AL: 25.25 mm`, want{}, nil},
		{"the title of earlier visits is gone", `
|ts, Nowhere
|ents
      AL     K1     K2
 OS   23.47  43.76  44.40
 OD   23.43  43.29  44.85
|ion: 12
|ge 1`, want{}, nil},
		{"the other eye's heading is gone", `
|r & Partners
|et, Nowhere
              QF: 97 %         OS (left)
                              not measured
|ne           39.88 D
|index        1.332
|ss           3.68 mm (SNR = 115.9)`, want{}, nil},
		{"an ID that is cut", "|.456\nOD AL: 23.45 mm", want{}, nil},
		{"names under their labels", `
|r & Partners
|le Street, Nowhere
            ACD               CCT
            OD 2.60 mm        OD 609 um
            OS 2.83 mm        OS 413 um
            WTW               LT
            OD 11.7 mm        OD 4.41 mm
            OS 11.8 mm        OS 4.11 mm
|ion: 12
|ge 1`, want{"right_eye.ACD": 2.6, "left_eye.ACD": 2.83, "right_eye.CCT": 609.0, "left_eye.CCT": 413.0,
			"right_eye.WTW": 11.7, "left_eye.WTW": 11.8, "right_eye.LT": 4.41, "left_eye.LT": 4.11}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			check(t, tt.want, tt.withheld, cut(page(tt.text)))
		})
	}
}

// cut moves a page's words to its left edge, and takes the bars from them.
func cut(p layout.Page) layout.Page {
	edge := p.Width
	for _, w := range p.Words {
		edge = min(edge, w.X0)
	}
	for i := range p.Words {
		w := &p.Words[i]
		w.X0, w.X1 = w.X0-edge, w.X1-edge
		if w.Text[0] == '|' {
			w.Text = w.Text[1:]
		}
	}
	return p
}

// TestValuesOfTwoEyes: of pages under one eye's heading, of which one is the other's, what is alike on both is not believed
// either.
func TestValuesOfTwoEyes(t *testing.T) {
	t.Parallel()
	one := page("OD\nAL: 23.45 mm\nCCT: 525 um\nACD: 3.05 mm\nRefractive surgery: none")
	other := page("OD\nAL: 24.12 mm\nCCT: 531 um\nACD: 3.11 mm\nRefractive surgery: none")
	other.Number = 2
	check(t, want{}, []string{"right_eye.ACD", "right_eye.AL", "right_eye.CCT", "right_eye.post_refractive"}, one, other)
}

// TestPagesOfNamesakes: two pages are of different people although their names begin with the same letters.
func TestPagesOfNamesakes(t *testing.T) {
	t.Parallel()
	one := page("Patient Name: O'Sample, Paul\nOD\nAL: 23.45 mm")
	other := page("Patient Name: Otto Probe\nOD\nAL: 23.45 mm")
	other.Number = 2
	check(t, want{}, []string{"patient.name", "right_eye.AL"}, one, other)
}

// TestPatientsOfOneName: two pages are of different people if the ID and the sex differ, even under one name.
func TestPatientsOfOneName(t *testing.T) {
	t.Parallel()
	one := page("Patient Name: Paul Probe\nPatient ID: 471181\nGender: male\nOD\nAL: 23.45 mm")
	other := page("Patient Name: Probe, Paul\nPatient ID: 501293\nGender: female\nOD\nAL: 23.45 mm")
	check(t, want{}, []string{"patient.gender", "patient.id", "patient.name", "right_eye.AL"}, one, other)
}
