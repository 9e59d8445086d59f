package biometry_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"biom/shared/evidence"
)

// What is unusual is named once, with its eye; after surgery other values are usual.
func TestUnusuals(t *testing.T) {
	t.Parallel()
	for right, want := range map[string]string{
		`"AL":23.5,"ACD":3.1`: "",
		`"AL":28.1`:           "right_eye: AL 28.1 mm lies outside of what is usual in adults, 21.2 to 26.6 mm",
		`"CCT":400`:           "right_eye: CCT 400 µm lies outside of what is usual in adults, 450 to 630 µm",
		`"CCT":400,"post_refractive":"Myopic LVC"`:                           "",
		`"CCT":400,"post_refractive":"None"`:                                 "right_eye: CCT 400 µm lies outside of what is usual in adults, 450 to 630 µm",
		`"ACD":5.2,"LT":1.1,"lens_status":"Pseudophakic"`:                    "",
		`"K1_magnitude":42.13,"K2_magnitude":44.63`:                          "", // exactly 2.5 D, though not in binary
		`"K1_magnitude":42.12,"K2_magnitude":44.63`:                          "right_eye: ΔK is 2.51 D, usually no more than 2.5 D",
		`"K1_magnitude":38,"K2_magnitude":38.5`:                              "right_eye: mean K 38.25 D lies outside of what is usual in adults, 41 to 47 D",
		`"K1_magnitude":37,"K2_magnitude":38,"post_refractive":"Myopic LVC"`: "",
		`"K1_magnitude":38,"K2_magnitude":44,"post_refractive":"Myopic LVC"`: "right_eye: ΔK is 6.00 D, usually no more than 2.5 D", // also after surgery
	} {
		doc := `{"data":{` + biometer + `,"patient":{},"left_eye":{},"right_eye":{` + right + `}}}`
		var got []string
		for _, u := range decode(t, doc).Unusuals() {
			got = append(got, strings.Join(u.Eyes, "+")+": "+u.Text)
		}
		if strings.Join(got, "; ") != want {
			t.Errorf("%s: %q", right, got)
		}
	}
	both := `{"data":{` + biometer + `,"patient":{},"left_eye":{"AL":22,"K1_magnitude":42,"K2_magnitude":42},"right_eye":{"AL":22.71,"K1_magnitude":43,"K2_magnitude":43}}}`
	var got []string
	for _, u := range decode(t, both).Unusuals() {
		got = append(got, strings.Join(u.Eyes, "+")+": "+u.Text)
	}
	if want := []string{
		"right_eye+left_eye: AL of the two eyes differs by 0.71 mm, usually by no more than 0.7 mm",
		"right_eye+left_eye: mean K of the two eyes differs by 1.00 D, usually by no more than 0.9 D",
	}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// A mean K that the document prints is compared with that of K1 and K2, whichever way the device has computed it.
func TestOtherMeanPrinted(t *testing.T) {
	t.Parallel()
	const text = "right_eye: the report prints a mean K of %s D, K1 and K2 come to %s D"
	for _, c := range []struct{ k1, k2, printed, want string }{
		{"42.13", "44.63", "43.38", ""},
		{"42.13", "44.63", "43,38 D", ""},
		{"42.13", "44.63", "43.4", ""},
		{"42.13", "44.63", "43.34", ""}, // of the radii
		{"40.00", "46.00", "42.79", ""}, // of the radii
		{"42.73", "44.63", "43.38", fmt.Sprintf(text, "43.38", "43.68")},
		{"42.13", "44.83", "43,38", fmt.Sprintf(text, "43,38", "43.48")},
		{"42.13", "44.63", "7.78 43.38", ""}, // a word that also has the radius
		{"42.13", "44.63", "", ""},
	} {
		doc := `{"data":{` + biometer + `,"patient":{},"left_eye":{},"right_eye":{"K1_magnitude":` + c.k1 + `,"K2_magnitude":` + c.k2 + `}}}`
		r := decode(t, doc)
		r.Evidence = &evidence.Evidence{Values: map[string]evidence.Source{"right_eye.K_mean": {Text: c.printed}}}
		var got []string
		for _, u := range r.Unusuals() {
			if strings.Contains(u.Text, "prints") {
				got = append(got, strings.Join(u.Eyes, "+")+": "+u.Text)
			}
		}
		if strings.Join(got, "; ") != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}
