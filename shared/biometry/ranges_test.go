package biometry_test

import (
	"fmt"
	"strings"
	"testing"
)

// ranges repeats the specification's table on purpose, so that a change in the
// table of fields makes a test fail.
var ranges = []struct {
	name           string
	lo, hi         string
	below, above   string
	posterior, int bool
}{
	{"AL", "14", "40", "13.999", "40.001", false, false},
	{"ACD", "1", "6", "0.999", "6.001", false, false},
	{"K1_magnitude", "20", "99", "19.99", "99.01", false, false},
	{"K1_axis", "0", "180", "-1", "181", false, true},
	{"K2_magnitude", "20", "99", "19.99", "99.01", false, false},
	{"K2_axis", "0", "180", "-1", "181", false, true},
	{"WTW", "7", "17", "6.99", "17.01", false, false},
	{"LT", "0.1", "7", "0.0999", "7.01", false, false},
	{"CCT", "200", "900", "199", "901", false, true},
	{"keratometric_index", "1.33", "1.338", "1.3299", "1.3381", false, false},
	{"PK1_magnitude", "2", "10", "1.99", "10.01", true, false},
	{"PK1_axis", "0", "180", "-1", "181", true, true},
	{"PK2_magnitude", "2", "10", "1.99", "10.01", true, false},
	{"PK2_axis", "0", "180", "-1", "181", true, true},
	{"TK1_magnitude", "20", "99", "19.99", "99.01", true, false},
	{"TK1_axis", "0", "180", "-1", "181", true, true},
	{"TK2_magnitude", "20", "99", "19.99", "99.01", true, false},
	{"TK2_axis", "0", "180", "-1", "181", true, true},
}

// documentWith returns a document with a value in one field of one eye, together
// with the other values that the pair rules require, and the path of the field.
func documentWith(name, value string, posterior, left bool) (doc, path string) {
	eye := fmt.Sprintf("%q:%s", name, value)
	if prefix, rest, _ := strings.Cut(name, "_"); strings.HasSuffix(strings.TrimRight(prefix, "12"), "K") {
		eye = pairWith(strings.TrimRight(prefix, "12"), rest, value)
	}
	side := "right_eye"
	if left {
		side = "left_eye"
	}
	if !posterior {
		return strings.Replace(minimal, `"`+side+`":{}`, `"`+side+`":{`+eye+`}`, 1), "data." + side + "." + name
	}
	right, other := eye, ""
	if left {
		right, other = other, right
	}
	return withPosterior(`"IOLMaster700"`, right, other), "extra_data.posterior_keratometry." + side + "." + name
}

// pairWith gives both meridians the same values, so that no pair rule applies.
func pairWith(prefix, rest, value string) string {
	magnitude, axis := map[string]string{"K": "44", "PK": "6", "TK": "44"}[prefix], "90"
	if rest == "axis" {
		axis = value
	} else {
		magnitude = value
	}
	if magnitude == "null" {
		axis = "null"
	}
	return fmt.Sprintf(`"%[1]s1_magnitude":%[2]s,"%[1]s2_magnitude":%[2]s,"%[1]s1_axis":%[3]s,"%[1]s2_axis":%[3]s`, prefix, magnitude, axis)
}

func TestValuesOutsideTheRangeAreRefused(t *testing.T) {
	t.Parallel()
	for _, c := range ranges {
		for _, left := range []bool{false, true} {
			for _, in := range []string{c.lo, c.hi, "null"} {
				doc, _ := documentWith(c.name, in, c.posterior, left)
				decode(t, doc)
			}
			for _, out := range []string{c.below, c.above, "1e400", "-1e400", "1e9999999999999999999"} {
				doc, path := documentWith(c.name, out, c.posterior, left)
				expectFaultAt(t, doc, path, "must be between "+c.lo+" and "+c.hi)
			}
			for _, wrong := range []string{`"` + c.lo + `"`, "true", "[]", "{}", `""`} {
				doc, path := documentWith(c.name, wrong, c.posterior, left)
				expectFaultAt(t, doc, path, "must be a")
			}
		}
	}
}

// expectFaultAt expects a fault at path with this part of a message. Other faults
// are allowed, because the other meridian may have the same one.
func expectFaultAt(t *testing.T, doc, path, part string) {
	t.Helper()
	for _, f := range faults(t, doc) {
		if f.Path == path && strings.Contains(f.Message, part) {
			return
		}
	}
	t.Errorf("no fault at %s saying %q:\n\t%s\n%s", path, part, faultLines(faults(t, doc)), doc)
}

// "CCT and all K, PK and TK axes must be whole numbers; a fractional value
// fails validation and is not rounded."
func TestFractionsOfWholeNumbersAreRefused(t *testing.T) {
	t.Parallel()
	for _, c := range ranges {
		if !c.int {
			continue
		}
		for _, fraction := range []string{"89.5", "545.5", "90.00000000000000000001", "1e-400", "9.05e1", "0.5", "5455e-1"} {
			doc, path := documentWith(c.name, fraction, c.posterior, false)
			expectFaultAt(t, doc, path, "must be a whole number")
		}
	}
	for in, want := range map[string]string{
		"545": "545", "545.0": "545", "5.45e2": "545", "54500e-2": "545", "545.000000000000000000000": "545",
		"0.545E+3": "545", "545e0": "545", "545e-0": "545", "2e2": "200", "0.0000009e9": "900",
	} {
		if got := jsonOf(t, decode(t, withRightEye(`"CCT":`+in)).Data.RightEye.CCT); got != want {
			t.Errorf("CCT %s became %s, want %s", in, got, want)
		}
	}
	for _, zero := range []string{"0", "-0", "0.0", "-0.0e5", "0e99999999999999999999", "0e-99999999999999999999"} {
		doc, _ := documentWith("K1_axis", zero, false, false)
		if got := jsonOf(t, decode(t, doc).Data.RightEye.K1Axis); got != "0" {
			t.Errorf("axis %s became %s", zero, got)
		}
	}
}

func TestNumbersKeepTheirValue(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{"23.41": "23.41", "23.410": "23.41", "2341e-2": "23.41", "24": "24", "23.456789": "23.456789"} {
		if got := jsonOf(t, decode(t, withRightEye(`"AL":`+in)).Data.RightEye.AL); got != want {
			t.Errorf("AL %s became %s, want %s", in, got, want)
		}
	}
}

func TestEnumsTakeOnlyListedValues(t *testing.T) {
	t.Parallel()
	for name, values := range map[string][]string{
		"lens_status":     {"Phakic", "Phakic IOL", "Pseudophakic", "Aphakic"},
		"post_refractive": {"None", "Myopic LVC", "Hyperopic LVC", "Radial Keratotomy"},
	} {
		for _, v := range values {
			decode(t, withRightEye(fmt.Sprintf("%q:%q", name, v)))
		}
		for _, wrong := range []string{`"phakic"`, `"none"`, `""`, `"Phakic "`, `"\u0000"`} {
			expectFaults(t, faults(t, withRightEye(fmt.Sprintf("%q:%s", name, wrong))), "data.right_eye."+name+": must be one of "+strings.Join(values, ", "))
		}
		expectFaults(t, faults(t, withRightEye(fmt.Sprintf("%q:1", name))), "data.right_eye."+name+": must be a string or null, not a number")
	}
	if got := jsonOf(t, decode(t, withRightEye(`"lens_status":"\u0050hakic"`)).Data.RightEye.LensStatus); got != `"Phakic"` {
		t.Errorf("escaped value became %s", got)
	}
}
