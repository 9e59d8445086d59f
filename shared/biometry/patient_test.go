package biometry_test

import (
	"encoding/json"
	"testing"
	"unicode"
)

func TestNamesBecomeInitials(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"John Douglas Doe":    `"JDD"`,
		"DOE, JOHN":           `"DJ"`,
		"Doe,John":            `"DJ"`,
		"SMITH":               `"S"`,
		"JD":                  `"JD"`,
		" JD ":                `"JD"`,
		"É":                   `"É"`,
		"ИП":                  `"ИП"`,
		"JDD":                 `"J"`, // may be a surname: the document is not a saved response
		"Jd":                  `"J"`,
		"Li":                  `"L"`,
		"J1":                  `"J"`,
		"山田":                  `"山"`, // a whole surname: the script has no case
		"J. D.":               `"JD"`,
		"j.d.":                `"JD"`,
		"smith^john^a":        `"SJA"`,
		"Anna-Maria O'Brien":  `"AO"`,
		"D’Arcy Ní":           `"DN"`,
		"élodie":              `"É"`,
		"e\u0301lodie ß":      `"E` + string(unicode.ToUpper('ß')) + `"`,
		"山田 太郎":               `"山太"`,
		"Иван Петров":         `"ИП"`,
		"a b c d e f g h":     `"ABCD"`,
		"  x  ":               `"X"`,
		"":                    `null`,
		" ":                   `null`,
		"12 34":               `null`,
		"-":                   `null`,
		"4711 Doe":            `"D"`,
		"Doe\tJohn\n":         `"DJ"`,
		"Doe\x00John":         `"DJ"`,
		"'Quoted' -Hyphened-": `"QH"`,
	} {
		quoted, _ := json.Marshal(in)
		if got := jsonOf(t, decode(t, withPatient(`"name":`+string(quoted))).Data.Patient.Name); got != want {
			t.Errorf("%q became %s, want %s", in, got, want)
		}
	}
}

// In a saved response one word of up to four capitals stays as it is.
func TestInitialsStayInSavedResponses(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"JDD": `"JDD"`, "ABCD": `"ABCD"`, "ABCDE": `"A"`, "SMITH": `"S"`, "Jdd": `"J"`, "John Doe": `"JD"`, "J D": `"JD"`,
		"É": `"É"`, "山太": `"山太"`, "J1": `"J"`, " JD ": `"JD"`, "DOE": `"DOE"`, "": `null`,
	} {
		quoted, _ := json.Marshal(in)
		doc := `{"data":{` + biometer + `,"patient":{"name":` + string(quoted) + `},"right_eye":{},"left_eye":{}},"metadata":{"request_id":"r","extraction":{}}}`
		if got := jsonOf(t, decode(t, doc).Data.Patient.Name); got != want {
			t.Errorf("%q became %s, want %s", in, got, want)
		}
	}
}

// A saved response has both a string request_id and an object extraction.
func TestSavedResponseIsRecognised(t *testing.T) {
	t.Parallel()
	for metadata, saved := range map[string]bool{
		`{"request_id":"","extraction":{}}`:      true,
		`{"request_id":"x","extraction":{}}`:     true,
		`{"request_id":5,"extraction":{}}`:       false,
		`{"request_id":null,"extraction":{}}`:    false,
		`{"extraction":{}}`:                      false,
		`{"request_id":"x"}`:                     false,
		`{"request_id":{},"schema_version":"1"}`: false,
	} {
		if saved {
			decode(t, withRoot(`"extra_data":null,"metadata":`+metadata))
			continue
		}
		if got := faults(t, withRoot(`"extra_data":null,"metadata":`+metadata)); got[0].Path != "extra_data" {
			t.Errorf("%s: %v", metadata, got)
		}
	}
}

func TestDatesMustBeOfTheCalendar(t *testing.T) {
	t.Parallel()
	for _, good := range []string{`"2026-03-14"`, `"2024-02-29"`, `"0001-01-01"`, `"9999-12-31"`, "null", `"2026\u002d03-14"`} {
		decode(t, withData(`"exam_date":`+good))
		decode(t, withPatient(`"date_of_birth":`+good))
	}
	for _, bad := range []string{
		`"2023-02-29"`, `"2026-13-01"`, `"2026-00-10"`, `"2026-04-31"`, `"2026-4-1"`, `"14.03.2026"`, `"03/14/2026"`, `"20260314"`,
		`"2026-03-14T00:00:00Z"`, `""`, `" 2026-03-14"`, `"2026-03-14 "`, `"0000-01-01"`, `"２０２６-03-14"`, `20260314`, `true`, `{}`, `[]`,
	} {
		expectFaults(t, faults(t, withData(`"exam_date":`+bad)), "data.exam_date: date")
		expectFaults(t, faults(t, withPatient(`"date_of_birth":`+bad)), "data.patient.date_of_birth: date")
	}
}

func TestPatientTextIsOneReadableLine(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		`"MRN-1"`: `"MRN-1"`, `" 007 "`: `" 007 "`, `""`: "null", `"  "`: "null", "null": "null", `"=1+1"`: `"=1+1"`, `"é\u00e9"`: `"éé"`,
	} {
		if got := jsonOf(t, decode(t, withPatient(`"id":`+in)).Data.Patient.ID); got != want {
			t.Errorf("id %s became %s, want %s", in, got, want)
		}
	}
	for _, bad := range []string{`"a\u0000"`, `"a\nb"`, `"\u001b[2J"`, `"\u007f"`, `"a\u0085"`, `"x\u009b"`, `"\u202e321"`, `"\u20661\u2069"`} {
		expectFaults(t, faults(t, withPatient(`"id":`+bad)), "data.patient.id: control characters")
	}
	for _, bad := range []string{`5`, `true`, `[]`, `{}`} {
		expectFaults(t, faults(t, withPatient(`"name":`+bad+`,"id":`+bad)), "data.patient.name: string", "data.patient.id: string")
	}
	for _, good := range []string{`"Male"`, `"Female"`, `null`} {
		decode(t, withPatient(`"gender":`+good))
	}
	expectFaults(t, faults(t, withPatient(`"gender":"male"`)), "data.patient.gender: must be one of Male, Female")
}
