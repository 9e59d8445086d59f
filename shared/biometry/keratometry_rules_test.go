package biometry_test

import (
	"strings"
	"testing"
)

// Each case is written for K and run for K, PK and TK of both eyes. m1 and m2
// stand for a flat and a steep magnitude that is valid there.
func TestKeratometryRules(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		eye  string
		want []string
	}{
		"none":                     {``, nil},
		"nulls":                    {`"K1_magnitude":null,"K2_axis":null`, nil},
		"all":                      {`"K1_magnitude":m1,"K1_axis":90,"K2_magnitude":m2,"K2_axis":0`, nil},
		"magnitudes alone":         {`"K1_magnitude":m1,"K2_magnitude":m2`, nil},
		"K1 alone":                 {`"K1_magnitude":m1`, []string{"K2_magnitude: together with K1_magnitude"}},
		"K2 alone":                 {`"K1_magnitude":null,"K2_magnitude":m2`, []string{"K1_magnitude: together with K2_magnitude"}},
		"one axis":                 {`"K1_magnitude":m1,"K1_axis":90,"K2_magnitude":m2`, []string{"K2_axis: together with K1_axis"}},
		"other axis":               {`"K1_magnitude":m1,"K2_axis":90,"K2_magnitude":m2`, []string{"K1_axis: together with K2_axis"}},
		"axes alone":               {`"K1_axis":90,"K2_axis":0`, []string{"K1_axis: without K1_magnitude and K2_magnitude"}},
		"second axis alone":        {`"K2_axis":0`, []string{"K1_axis: together with K2_axis", "K2_axis: without K1_magnitude and K2_magnitude"}},
		"one of each":              {`"K1_magnitude":m1,"K2_axis":0`, []string{"K1_axis: together", "K2_magnitude: together"}},
		"K2 < K1":                  {`"K1_magnitude":m2,"K2_magnitude":m1`, []string{"K2_magnitude: not be less than K1_magnitude"}},
		"equal":                    {`"K1_magnitude":m1,"K2_magnitude":m1`, nil},
		"equal, any axes":          {`"K1_magnitude":m1,"K1_axis":10,"K2_magnitude":m1,"K2_axis":10`, nil},
		"85 apart":                 {`"K1_magnitude":m1,"K1_axis":5,"K2_magnitude":m2,"K2_axis":90`, nil},
		"95 apart":                 {`"K1_magnitude":m1,"K1_axis":5,"K2_magnitude":m2,"K2_axis":100`, nil},
		"84 apart":                 {`"K1_magnitude":m1,"K1_axis":6,"K2_magnitude":m2,"K2_axis":90`, []string{"K2_axis: 90 degrees from K1_axis"}},
		"96 apart":                 {`"K1_magnitude":m1,"K1_axis":100,"K2_magnitude":m2,"K2_axis":4`, []string{"K2_axis: 90 degrees"}},
		"20 apart":                 {`"K1_magnitude":m1,"K1_axis":100,"K2_magnitude":m2,"K2_axis":120`, []string{"K2_axis: 90 degrees"}},
		"0 and 180 are one":        {`"K1_magnitude":m1,"K1_axis":180,"K2_magnitude":m2,"K2_axis":0`, []string{"K2_axis: 90 degrees"}},
		"180 and 90":               {`"K1_magnitude":m1,"K1_axis":180,"K2_magnitude":m2,"K2_axis":90`, nil},
		"K2 < K1, 20 apart":        {`"K1_magnitude":m2,"K1_axis":100,"K2_magnitude":m1,"K2_axis":120`, []string{"K2_magnitude: less", "K2_axis: 90 degrees"}},
		"bad one is not missing":   {`"K1_magnitude":"x","K2_magnitude":m2`, []string{"K1_magnitude: must be a number"}},
		"bad axis is not missing":  {`"K1_magnitude":m1,"K1_axis":1.5,"K2_magnitude":m2,"K2_axis":90`, []string{"K1_axis: whole number"}},
		"bad magnitude, good axes": {`"K1_magnitude":1000,"K1_axis":1,"K2_magnitude":m2,"K2_axis":2`, []string{"K1_magnitude: between"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, at := range []struct{ prefix, m1, m2 string }{{"K", "43.25", "44.1"}, {"PK", "5.9", "6.2"}, {"PK", "-5.9", "-6.2"}, {"TK", "43.25", "44.1"}} {
				eye := strings.NewReplacer("K1", at.prefix+"1", "K2", at.prefix+"2", "m1", at.m1, "m2", at.m2).Replace(c.eye)
				for i, side := range []string{"right_eye", "left_eye"} {
					doc, path := strings.Replace(minimal, `"`+side+`":{}`, `"`+side+`":{`+eye+`}`, 1), "data."
					if at.prefix != "K" {
						both := []string{"", ""}
						both[i] = eye
						doc, path = withPosterior(`"IOLMaster700"`, both[0], both[1]), "extra_data.posterior_keratometry."
					}
					checkPair(t, doc, path+side+".", at.prefix, c.want)
				}
			}
		})
	}
}

func checkPair(t *testing.T, doc, path, prefix string, want []string) {
	t.Helper()
	if want == nil {
		decode(t, doc)
		return
	}
	full := make([]string, len(want))
	for i, w := range want {
		full[i] = path + strings.NewReplacer("K1", prefix+"1", "K2", prefix+"2").Replace(w)
	}
	expectFaults(t, faults(t, doc), full...)
}
