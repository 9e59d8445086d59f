package biometry_test

import (
	"strconv"
	"strings"
	"testing"

	"biom/shared/biometry"
)

const totalDeviceFault = `extra_data.posterior_keratometry.pk_device_name: must be "IOLMaster700"`

// Specification, PosteriorKeratometryData, rule 1.
func TestTotalNeedsIOLMaster700(t *testing.T) {
	t.Parallel()
	const total = `"TK1_magnitude":43,"TK2_magnitude":44`
	decode(t, withPosterior(`"IOLMaster700"`, total, ""))
	// The rule does not depend on the main biometer.
	decode(t, strings.Replace(withPosterior(`"IOLMaster700"`, total, ""), biometer, `"biometer":{"device_name":"Other","manufacturer":"Other"}`, 1))
	for _, device := range []string{"null", `"MS39"`, `"Pentacam"`, `"Other"`} {
		expectFaults(t, faults(t, withPosterior(device, total, "")), totalDeviceFault)
		expectFaults(t, faults(t, withPosterior(device, "", total)), totalDeviceFault)
		expectFaults(t, faults(t, withPosterior(device, total, total)), totalDeviceFault)
		decode(t, withPosterior(device, `"TK1_magnitude":null,"PK1_magnitude":5.9,"PK2_magnitude":6.1`, ""))
	}
	expectFaults(t, faults(t, withRoot(`"extra_data":{"posterior_keratometry":{"left_eye":{`+total+`}}}`)), totalDeviceFault)
	expectFaults(t, faults(t, withPosterior(`"IOLMaster"`, total, "")),
		"extra_data.posterior_keratometry.pk_device_name: must be one of Anterion, EyestarES900, Galilei, IOLMaster700, MS39, Pentacam, Other", totalDeviceFault)
	expectFaults(t, faults(t, withPosterior(`"MS39"`, `"TK1_axis":"x"`, "")), totalDeviceFault,
		"extra_data.posterior_keratometry.right_eye.TK1_axis: must be a whole number", "extra_data.posterior_keratometry.right_eye.TK1_axis: without", "extra_data.posterior_keratometry.right_eye.TK2_axis: missing")
}

func TestPosteriorPowersBecomePositive(t *testing.T) {
	t.Parallel()
	out := decode(t, withPosterior("null", `"PK1_magnitude":-5.9,"PK2_magnitude":-6.25`, `"PK1_magnitude":5.9,"PK2_magnitude":-6`))
	pk := out.ExtraData.PosteriorKeratometry
	for _, c := range []struct {
		got  *float64
		want string
	}{{pk.RightEye.PK1Magnitude, "5.9"}, {pk.RightEye.PK2Magnitude, "6.25"}, {pk.LeftEye.PK1Magnitude, "5.9"}, {pk.LeftEye.PK2Magnitude, "6"}} {
		if got := jsonOf(t, c.got); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
	// The sign is removed before the range is checked. TK is not a posterior power, so its sign stays.
	expectFaults(t, faults(t, withPosterior(`"IOLMaster700"`, `"PK1_magnitude":-1,"PK2_magnitude":-11,"TK1_magnitude":-43,"TK2_magnitude":-44`, "")),
		"extra_data.posterior_keratometry.right_eye.PK1_magnitude: between 2 and 10 diopters",
		"extra_data.posterior_keratometry.right_eye.PK2_magnitude: between",
		"extra_data.posterior_keratometry.right_eye.TK1_magnitude: between",
		"extra_data.posterior_keratometry.right_eye.TK2_magnitude: between")
}

func TestExtraDataNotesAndMissingMembers(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		`{}`: `{"notes":null,"posterior_keratometry":null}`,
		`{"posterior_keratometry":null,"notes":null}`: `{"notes":null,"posterior_keratometry":null}`,
		`{"notes":"a\nb\tc\r\nd"}`:                    `{"notes":"a\nb\tc\r\nd","posterior_keratometry":null}`,
		`{"notes":"4\u00002\u001b\u007f"}`:            `{"notes":"4 2  ","posterior_keratometry":null}`,
		`{"notes":"\u202ea\u2069"}`:                   `{"notes":" a ","posterior_keratometry":null}`,
		`{"notes":" "}`:                               `{"notes":null,"posterior_keratometry":null}`,
	} {
		if got := jsonOf(t, decode(t, withRoot(`"extra_data":`+in)).ExtraData); got != want {
			t.Errorf("%s became %s", in, got)
		}
	}
	golden(t, "posterior_empty.json", decode(t, withRoot(`"extra_data":{"posterior_keratometry":{}}`)).ExtraData)
	expectFaults(t, faults(t, withRoot(`"extra_data":{"notes":5,"posterior_keratometry":[]}`)),
		"extra_data.notes: must be a string", "extra_data.posterior_keratometry: must be an object, not an array")
	expectFaults(t, faults(t, withRoot(`"extra_data":{"posterior_keratometry":{"right_eye":null,"left_eye":5}}`)),
		"extra_data.posterior_keratometry.right_eye: not null", "extra_data.posterior_keratometry.left_eye: not a number")
}

// A text that is too long is a fault in an upload. In a model's answer the notes are
// shortened.
func TestLengthOfTexts(t *testing.T) {
	t.Parallel()
	const wide = "\u2028" // six bytes in JSON, one character
	direct := func(members string) string { return withRoot(`"metadata":{"extraction":{` + members + `}}`) }
	notes := func(text string) string { return withRoot(`"extra_data":{"notes":"` + text + `"}`) }
	for path, c := range map[string]struct {
		max int
		doc func(text string) string
	}{
		"extra_data.notes":                   {10_000, notes},
		"data.patient.id":                    {100, func(text string) string { return withPatient(`"id":"` + text + `"`) }},
		"metadata.extraction.source_app":     {100, func(text string) string { return direct(`"source_app":"` + text + `"`) }},
		"metadata.extraction.source_version": {100, func(text string) string { return direct(`"source_version":"` + text + `"`) }},
		"metadata.extraction.llm":            {200, func(text string) string { return saved(`"method":"AI","timestamp":"2026-03-01","llm":"` + text + `"`) }},
	} {
		decode(t, c.doc("x"+strings.Repeat(wide, c.max-1)))
		expectFaults(t, faults(t, c.doc("x"+strings.Repeat(wide, c.max))), path+": at most "+strconv.Itoa(c.max)+" characters")
	}
	for length, want := range map[int]string{10_000: strings.Repeat("é", 10_000), 10_001: strings.Repeat("é", 9_999) + "…"} {
		_, extra, err := biometry.DecodeExtraction([]byte(notes(strings.Repeat("é", length))))
		if err != nil || *extra.Notes != want {
			t.Errorf("%d characters of notes: %d bytes, %v", length, len(*extra.Notes), err)
		}
	}
}
