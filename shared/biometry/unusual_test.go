package biometry_test

import (
	"slices"
	"strings"
	"testing"
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
		`"K1_magnitude":38,"K2_magnitude":44,"post_refractive":"Myopic LVC"`: "",
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
