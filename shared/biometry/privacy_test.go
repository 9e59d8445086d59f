package biometry_test

import (
	"strings"
	"testing"

	"biom/shared/biometry"
)

// Errors are logged, shown to people and sent to models. None repeats what the
// document holds, and all have a limited length.
func TestErrorsRepeatNothingOfTheDocument(t *testing.T) {
	t.Parallel()
	const canary = "CANARY"
	long := strings.Repeat(canary, 100_000)
	for _, doc := range []string{
		withPatient(`"gender":"CANARY","id":"CANARY\u0000","date_of_birth":"CANARY"`),
		withPatient(`"` + long + `":1,"` + long + `":2`),
		withPatient(`"id":"` + long + `\u0000","name":5`),
		withData(`"exam_date":"` + long + `"`),
		strings.Replace(minimal, "Zeiss", long, 1),
		strings.Replace(minimal, "IOLMaster700", canary, 1),
		withRightEye(`"AL":"CANARY","lens_status":"CANARY","CCT":545.5`),
		withRightEye(`"AL":777.` + strings.Repeat("7", 100_000)),
		withRightEye(`"CCT":` + strings.Repeat("7", 100_000)),
		withRoot(`"metadata":{"schema_version":"CANARY"}`),
		withRoot(`"metadata":{"schema_version":"` + long + `"}`),
		withPatient(`"id":"CANARY` + "\x01"),
		withPatient(`"id":CANARY`),
		withPatient("\"CANARY\xff\":1"),
		minimal + canary,
	} {
		_, err := biometry.Decode([]byte(doc), noon)
		if err == nil {
			t.Fatalf("accepted %.200s", doc)
		}
		if s := err.Error(); strings.Contains(s, canary) || strings.Contains(s, "777") || strings.Contains(s, "545") || len(s) > 1000 {
			t.Errorf("says too much: %.300s", s)
		}
	}
}

// A document has a few faults for each known member at most.
func TestFaultsAreBounded(t *testing.T) {
	t.Parallel()
	eye := func(prefixes ...string) string {
		var members []string
		for _, p := range prefixes {
			for _, m := range []string{"1_magnitude", "1_axis", "2_magnitude", "2_axis"} {
				members = append(members, `"`+p+m+`":"x","`+strings.ToLower(p+m)+`":1`)
			}
		}
		return strings.Join(members, ",")
	}
	got := faults(t, withPosterior(`"x"`, eye("PK", "TK"), eye("PK", "TK")))
	if len(got) > 100 || len(got.Error()) > 10_000 {
		t.Errorf("%d faults, %d bytes", len(got), len(got.Error()))
	}
}
