package browsertest_test

import (
	"fmt"
	"os"
	"testing"
)

// The app writes numbers by the same rule as the command line: the cases are those of TestDigits in
// shared/biometry.
func TestDigitsOfTheApp(t *testing.T) {
	t.Parallel()
	cases, err := os.ReadFile("../../../shared/biometry/testdata/digits.json")
	if err != nil {
		t.Fatal(err)
	}
	b := open(t, "/")
	wrong := eval[[]string](b, fmt.Sprintf(`import('/static/any/app/measure.js').then(({digitsOf}) => %s.flatMap(({field, value, printed, shown}) => {
		const got = digitsOf(field, value, printed)
		return got === shown ? [] : [field + ' ' + value + ' (' + printed + '): ' + got + ', want ' + shown]
	}))`, cases))
	for _, w := range wrong {
		t.Error(w)
	}
}
