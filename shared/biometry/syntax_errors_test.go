package biometry_test

import (
	"errors"
	"strings"
	"testing"

	"biom/shared/biometry"
)

// documentsThatAreNotJSON are documents that the API refuses with 400.
var documentsThatAreNotJSON = map[string]string{
	"empty":                 "",
	"only whitespace":       " \r\n\t ",
	"only a BOM":            "\ufeff",
	"two BOMs":              "\ufeff\ufeff" + minimal,
	"cut":                   minimal[:len(minimal)-2],
	"cut in a string":       `{"data":"abc`,
	"trailing text":         minimal + " x",
	"trailing value":        minimal + minimal,
	"trailing comma":        `{"data":{},}`,
	"trailing NUL":          minimal + "\x00",
	"NaN":                   withRightEye(`"AL":NaN`),
	"infinity":              withRightEye(`"AL":Infinity`),
	"negative infinity":     withRightEye(`"AL":-Infinity`),
	"leading zero":          withRightEye(`"AL":023.4`),
	"leading plus":          withRightEye(`"AL":+23.4`),
	"bare dot":              withRightEye(`"AL":23.`),
	"decimal comma":         withRightEye(`"AL":23,4`),
	"hexadecimal":           withRightEye(`"AL":0x17`),
	"single quotes":         `{'data':{}}`,
	"comment":               `{/* */"data":{}}`,
	"name without quotes":   `{data:{}}`,
	"number as name":        `{1:{}}`,
	"invalid UTF-8":         withPatient("\"id\":\"\xff\""),
	"invalid UTF-8, name":   withPatient("\"\xff\":1"),
	"UTF-16":                "\xff\xfe{\x00}\x00",
	"lone surrogate":        withPatient(`"id":"\ud800"`),
	"raw control character": withPatient("\"id\":\"a\x01\""),
	"raw NUL":               withPatient("\"id\":\"a\x00\""),
	"bad escape":            withPatient(`"id":"\x"`),
	"mismatched brackets":   `{"data":[}`,
	"not JSON at all":       "AL 23.4 mm",
	"a PDF":                 "%PDF-1.7",
	"5 MB of brackets":      strings.Repeat("[", 5<<20),
	"5 MB of objects":       strings.Repeat(`{"data":`, 600_000),
	"65 deep":               nested(65),
	"65 deep in a value":    withRightEye(`"AL":` + strings.Repeat("[", 62) + strings.Repeat("]", 62)),
	"array, not closed":     `[1,`,
	"array, trailing":       `[1] 2`,
	"array, 65 deep":        strings.Repeat("[", 65) + strings.Repeat("]", 65),
	"duplicate, then cut":   `{"data":{},"data":{}`,
	"duplicate, trailing":   `{"data":{},"data":{}} x`,
	"duplicate, then 65":    `{"a":1,"a":` + strings.Repeat("[", 64) + strings.Repeat("]", 64) + "}",
	"null, trailing":        "null null",
}

// nested returns a document with n levels of nesting, in a member that is ignored.
func nested(n int) string {
	return withRoot(`"x":` + strings.Repeat("[", n-1) + strings.Repeat("]", n-1))
}

func TestDocumentsThatAreNotJSONAreSyntaxErrors(t *testing.T) {
	t.Parallel()
	for name, doc := range documentsThatAreNotJSON {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			expectSyntaxError(t, func() error { _, err := biometry.Decode([]byte(doc), noon); return err })
			expectSyntaxError(t, func() error { _, _, err := biometry.DecodeExtraction([]byte(doc)); return err })
		})
	}
}

func expectSyntaxError(t *testing.T, decode func() error) {
	t.Helper()
	var s *biometry.SyntaxError
	if err := decode(); !errors.As(err, &s) {
		t.Fatalf("gave %v, want a SyntaxError", err)
	}
	if s.Reason == "" || len(s.Error()) > 100 {
		t.Errorf("the reason is empty or too long: %q", s.Error())
	}
}

func TestNestingOf64IsAccepted(t *testing.T) {
	t.Parallel()
	decode(t, nested(64))
	expectFaults(t, faults(t, withRightEye(`"AL":`+strings.Repeat("[", 61)+strings.Repeat("]", 61))),
		"data.right_eye.AL: must be a number or null, not an array")
}

func TestByteOrderMarkIsIgnored(t *testing.T) {
	t.Parallel()
	decode(t, "\ufeff"+minimal)
	decode(t, "\ufeff \n"+minimal+" \n")
}

func TestSyntaxErrorsHaveTheOffset(t *testing.T) {
	t.Parallel()
	for doc, want := range map[string]int64{
		`{"data":x}`:             8,
		"\ufeff" + `{"data":x}`:  11,
		"{\"data\":\"\xff\"}":    9,
		minimal + " x":           int64(len(minimal)),
		minimal[:20]:             20,
		"\ufeff" + minimal[:20]:  23,
		"\ufeff{\"a\":\"\xff\"}": 9,
	} {
		var s *biometry.SyntaxError
		if _, err := biometry.Decode([]byte(doc), noon); !errors.As(err, &s) || s.Offset != want {
			t.Errorf("%q: %v, want offset %d", doc, err, want)
		}
	}
}
