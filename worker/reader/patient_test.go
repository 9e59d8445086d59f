package reader_test

import (
	"strings"
	"testing"

	"biom/worker/document/layout"
	"biom/worker/reader"
)

func TestDocument(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, text string
		want       want
		withheld   []string
	}{
		{"patient", "Patient: Sample, Sally     ID: A-12.3/4\nSex: F     DOB: 1950-02-03",
			want{"patient.name": "Sample, Sally", "patient.id": "A-12.3/4", "patient.gender": "Female", "patient.date_of_birth": "1950-02-03"}, nil},
		{"a date of birth with the sex behind a dash", "ID: A-12\nNé le 13/02/1950 – Masculin", want{"patient.id": "A-12", "patient.date_of_birth": "1950-02-13", "patient.gender": "Male"}, nil},
		{"a date of birth behind a star and the sex, in cells of their own", "Sally Sample      * 13/02/1950      Female      ID A-12", want{"patient.id": "A-12", "patient.name": "Sally Sample", "patient.date_of_birth": "1950-02-13", "patient.gender": "Female"}, nil},
		{"a bare date beside the patient", "ID: A-12     Date: 2025-03-04\nDOB: 1950-02-13", want{"patient.id": "A-12", "patient.date_of_birth": "1950-02-13", "exam_date": "2025-03-04"}, nil},
		{"a bare date below the measurements", "ID: A-12\nDOB: 1950-02-13\nOD\nAL: 23.45 mm\nDate: 2025-03-04", want{"patient.id": "A-12", "patient.date_of_birth": "1950-02-13", "right_eye.AL": 23.45}, nil},
		{"two bare dates", "ID: A-12     Date: 2025-03-04\nDOB: 1950-02-13     Date: 2025-03-05", want{"patient.id": "A-12", "patient.date_of_birth": "1950-02-13"}, nil},
		{"a bare date beside the exam's", "ID: A-12     Date: 2025-03-04\nExam date: 2025-03-05", want{"patient.id": "A-12", "exam_date": "2025-03-05"}, nil},
		{"a date of birth by a word", "ID: A-12\nBIRTH   1950/02/03", want{"patient.id": "A-12", "patient.date_of_birth": "1950-02-03"}, nil},
		{"close together", "Patient: Sample, Sally ID: 007", want{"patient.name": "Sample, Sally", "patient.id": "007"}, nil},
		{"an ID like a label", "OD\nPatient ID: N-620386\nMRN: N-620386", want{"patient.id": "N-620386"}, nil},
		{"an ID like a value", "OD\nPatient ID: LT 4", want{"patient.id": "LT 4"}, nil},
		{"an empty ID", "OD\nPatient ID: AL: 23.45", want{"right_eye.AL": 23.45}, nil},
		{"an ID before the rest of a frame", "Patient ID: G 528346 =", want{"patient.id": "G 528346"}, nil},
		{"an ID before what OCR makes of a spot", "Patient ID: 00296795 +     DOB: 1950-02-03", want{"patient.id": "00296795", "patient.date_of_birth": "1950-02-03"}, nil},
		{"an ID before the sex", "Patient: Sample, Sally     ID: 2024-00318 m", want{"patient.name": "Sample, Sally", "patient.id": "2024-00318"}, nil},
		{"an ID that ends in a letter", "Patient ID: 2024-00318 k", want{"patient.id": "2024-00318 k"}, nil},
		{"a name before an ID with its label", "Patient: Sample, Sally NHC448120", want{"patient.name": "Sample, Sally"}, nil},
		{"a name with a title and the sex", "Patient: Ms Sample, Sally (F)     ID: 12", want{"patient.name": "Sample, Sally", "patient.id": "12"}, nil},
		{"a name before a label that is not known", "Patient: Sample Sally Xyzzy: 12-3", want{}, []string{"patient.name"}},
		{"a label that is known by its end, below a name", "Name:             Sample\nFirst name:       Sally\nN° ID", want{"patient.name": "Sample, Sally"}, nil},
		{"a name with a digit", "Patient: Sample, 5ally", want{}, []string{"patient.name"}},
		{"a title over the parts of a name", "Paziente                                Mappe\nCognome            Sample\nNome               Sally Ann\nCodice             A-12", want{"patient.name": "Sample, Sally Ann", "patient.id": "A-12"}, nil},
		{"an ID far behind its label, and another label with its value below that", "Sex:  F              ID:                     00418-17\nQuality:  good       Centring:  97%", want{"patient.gender": "Female", "patient.id": "00418-17"}, nil},
		{"the sex by a letter of one language", "ID pacjenta: A-12 K     Płeć: K", want{"patient.id": "A-12 K", "patient.gender": "Female"}, nil},
		{"the sex by a letter of another language", "ID: A-12     Sesso: K", want{"patient.id": "A-12"}, []string{"patient.gender"}},
		{"an ID that is too long", "Patient ID: " + strings.Repeat("1", 101), want{}, []string{"patient.id"}},
		{"another ID", "Exam ID: 12   Device ID: 13", want{}, nil},
		{"missing", "Patient: ---   ID:   DOB: ---", want{}, nil},
		{"two patients", "Patient: Sample, Sally\nPatient: Testcase, Theo", want{}, []string{"patient.name"}},
		{"german date", "Geburtsdatum: 03.02.1950", want{"patient.date_of_birth": "1950-02-03"}, nil},
		{"named month", "DOB: 3 Feb 1950", want{"patient.date_of_birth": "1950-02-03"}, nil},
		{"month first by name", "DOB: Feb 3, 1950", want{"patient.date_of_birth": "1950-02-03"}, nil},
		{"german month", "Geburtsdatum: 3. März 1950", want{"patient.date_of_birth": "1950-03-03"}, nil},
		{"with time", "Exam date: 2025-03-04 09:13", want{"exam_date": "2025-03-04"}, nil},
		{"strokes, not to be told", "DOB: 03/02/1950", want{}, []string{"patient.date_of_birth"}},
		{"strokes, told by the number", "DOB: 13/02/1950", want{"patient.date_of_birth": "1950-02-13"}, nil},
		{"strokes, told by another date", "DOB: 02/13/1950   Exam date: 03/04/2025", want{"patient.date_of_birth": "1950-02-13", "exam_date": "2025-03-04"}, nil},
		{"strokes, contradicting", "DOB: 02/13/1950   Exam date: 14/04/2025", want{}, []string{"exam_date", "patient.date_of_birth"}},
		{"strokes in German", "Geburtsdatum: 03/02/1950", want{"patient.date_of_birth": "1950-02-03"}, nil},
		{"no such day", "DOB: 31.02.1950", want{}, []string{"patient.date_of_birth"}},
		{"print date", "Print date: 2025-03-04", want{}, nil},
		{"gender unknown", "Gender: perhaps", want{}, []string{"patient.gender"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			check(t, tt.want, tt.withheld, page(tt.text))
		})
	}
}

func TestNotes(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, text, want string }{
		{"one line", "ANTERION\nNotes: AL measured twice, OD 23.45 mm", "AL measured twice, OD 23.45 mm"},
		{"a first word that labels leave out", "ANTERION\nNotes: optional toric lens", "optional toric lens"},
		{"two lines", "ANTERION\nNotes: blinked\n       twice\n\n\n  Page 1", "blinked\ntwice"},
		{"the name of a device", "ANTERION\nExam info: Anterion", ""},
		{"the device and its version, behind an empty remark", "Comment:     IOLMaster 700 Version 1.90.33", ""},
		{"a device in a remark", "ANTERION\nNotes: Pentacam planned before surgery", "Pentacam planned before surgery"},
		{"the place to sign, behind an empty remark", "ANTERION\nBemerkungen:       Datum / Unterschrift", ""},
		{"the device has none", "LENSTAR LS 900\nNotes: blinked", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := reader.Find([]layout.Page{page(tt.text)}).Report()
			got, _ := found(t, r)["notes"].(string)
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestDevices(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][2]string{
		"Biometry report IOLMaster 700":            {"IOLMaster700", "Zeiss"},
		"HAAG-STREIT LENSTAR LS 900":               {"LenstarLS900", "HaagStreit"},
		"EYESTAR ES900":                            {"EyestarES900", "HaagStreit"},
		"Oculus Pentacam® AXL":                     {"PentacamAXL", "Oculus"},
		"TOMEY OA-2000":                            {"OA-2000", "Tomey"},
		"CSO MS-39":                                {"MS39", "CSO"},
		"A N T E R I O N ® Cataract":               {"Anterion", "Heidelberg"},
		"IOLMaster 500":                            {"Other", "Zeiss"},
		"Revo NX            Alcon SN60WF  Barrett": {"Other", "Other"}, // a lens and a formula
		"Revo NX            LIO: Alcon SN60WF":     {"Other", "Other"}, // a lens
		"a new device":                             {"Other", "Other"},
		"ANTERION, compared with an IOLMaster 700": {"Other", "Other"},
		"Patient: Aladdin, Argos":                  {"Other", "Other"},
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			b := reader.Find([]layout.Page{page(text)}).Report().Data.Biometer
			if b.DeviceName != want[0] || b.Manufacturer != want[1] {
				t.Errorf("got %+v, want %v", b, want)
			}
		})
	}
}

// FuzzFind: whatever a page says, the answer is a report that can be written.
func FuzzFind(f *testing.F) {
	f.Add("OD right      OS left\nAL: 23.45 mm     AL: 24.10\nK1 43.21/7.81@93  K1 ---")
	f.Add("ANTERION\nOS\nPK1 -5.90 D @ 3°\nPK2 00.5\nNotes: x\nDOB: 03/02/1950")
	f.Add("OD\nCCT: 545.0 (!\nn: 1,3375[\nLS: - -\nPatient ID: -")
	f.Fuzz(func(t *testing.T, text string) {
		found(t, reader.Find([]layout.Page{page(text)}).Report())
	})
}

// TestLetterOfID: of "N.º historia" OCR read the second word alone, which begins right of the letter of the ID below.
func TestLetterOfID(t *testing.T) {
	t.Parallel()
	check(t, want{"patient.name": "GARCÍA EJEMPLO Pilar", "patient.id": "Z 880295", "patient.gender": "Female", "right_eye.AL": 23.4}, nil, page(`
Nombre                      historia        Sexo
GARCÍA EJEMPLO Pilar      Z 880295          Mujer
OD
AL   23.40 mm`))
}

// TestNoteUnderItsLabel: the first line under a label by itself may stand a little farther below it than lines of a text do below each other.
func TestNoteUnderItsLabel(t *testing.T) {
	t.Parallel()
	p := page("ANTERION\nComment\nblinked twice")
	for i := range p.Words {
		if w := &p.Words[i]; w.Y0 == 32 {
			w.Y0, w.Y1 = w.Y0+5, w.Y1+5
		}
	}
	check(t, want{"notes": "blinked twice"}, nil, p)
}
