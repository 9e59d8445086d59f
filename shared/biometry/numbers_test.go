package biometry_test

import (
	"strings"
	"testing"

	"biom/shared/biometry"
)

// A number outside the range is refused even if a float64 rounds it to the end
// of the range.
func TestRangesAreCheckedByDigits(t *testing.T) {
	t.Parallel()
	for number, valid := range map[string]bool{
		"40": true, "40.0": true, "4e1": true, "0.4e2": true, "4000e-2": true,
		"40." + strings.Repeat("0", 1000):       true,
		"39.99999999999999999999":               true,
		"40.0000000000000000001":                false,
		"4000000000000000000001e-20":            false,
		"40." + strings.Repeat("0", 1000) + "1": false,
		"4.00000000000000000001E+1":             false,
	} {
		_, err := biometry.Decode([]byte(withRightEye(`"AL":`+number)), noon)
		if (err == nil) != valid {
			t.Errorf("%.40s: %v", number, err)
		}
	}
}
