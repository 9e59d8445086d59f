package table

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"biom/cmd/internal/display"
	"biom/shared/biometry"
)

// withheldCell stands where a value was withheld.
const withheldCell = "withheld"

// eyeRow is one line of the table of both eyes.
type eyeRow struct{ label, unit, right, left string }

// known is what a response says about its values beside them, by the last two parts of their
// paths, such as "right_eye.AL". They are enough because no field of an eye is in two tables.
type known struct {
	withheld map[string]bool
	printed  map[string]string // what the document has in the place of a value
}

func knownOf(r *biometry.Response) known {
	k := known{withheld: map[string]bool{}, printed: map[string]string{}}
	for _, v := range r.Metadata.Extraction.Withheld {
		k.withheld[eyeAndField(v.Field)] = true
	}
	if r.Evidence != nil {
		for path, source := range r.Evidence.Values {
			k.printed[eyeAndField(path)] = source.Text
		}
	}
	return k
}

// eyeAndField returns the last two parts of a path.
func eyeAndField(path string) string {
	parts := strings.Split(path, ".")
	return strings.Join(parts[max(len(parts)-2, 0):], ".")
}

// clinicalOrder are the first rows of the table, as in the app.
var clinicalOrder = []string{"AL", "ACD", "LT", "CCT", "WTW", "K1_magnitude", "K1_axis", "K2_magnitude", "K2_axis"}

// inOrder returns the fields of an eye in the order of the table.
func inOrder(fields []biometry.FieldOf[biometry.Eye]) []biometry.FieldOf[biometry.Eye] {
	at := func(f biometry.FieldOf[biometry.Eye]) int {
		if i := slices.Index(clinicalOrder, f.Name); i >= 0 {
			return i
		}
		return len(clinicalOrder)
	}
	slices.SortStableFunc(fields, func(a, b biometry.FieldOf[biometry.Eye]) int { return cmp.Compare(at(a), at(b)) })
	return fields
}

// computedRows are the astigmatism with the steep axis and the mean power, which no report has to print.
func computedRows(right, left *biometry.Eye) []eyeRow {
	power := func(v *float64) string {
		if v == nil {
			return display.None
		}
		return strconv.FormatFloat(math.Round(*v*100+1e-6)/100, 'f', 2, 64) // a half is rounded up, as in the app
	}
	delta := func(e *biometry.Eye) string {
		d := e.DeltaK()
		if d != nil && *d > 0 && e.K2Axis != nil {
			return fmt.Sprintf("%s @ %d°", power(d), *e.K2Axis)
		}
		return power(d)
	}
	return []eyeRow{
		{"ΔK (computed)", "D", delta(right), delta(left)},
		{"Mean K (computed)", "D", power(right.MeanK()), power(left.MeanK())},
	}
}

// eyeRows returns a row for each field of the table. A magnitude and its axis share a
// row in the usual form of keratometry: 43.25 @ 12°.
func eyeRows[T any](fields []biometry.FieldOf[T], right, left *T, k known) (rows []eyeRow) {
	for i := 0; i < len(fields); i++ {
		f, axis := &fields[i], (*biometry.FieldOf[T])(nil)
		label := f.Name
		if meridian, ok := strings.CutSuffix(f.Name, "_magnitude"); ok {
			label = meridian
			if i+1 < len(fields) && fields[i+1].Name == meridian+"_axis" {
				i++
				axis = &fields[i]
			}
		}
		rows = append(rows, eyeRow{
			humanName(label), f.Sign(),
			cell(f, axis, right, k, "right_eye."), cell(f, axis, left, k, "left_eye."),
		})
	}
	return rows
}

// cell returns the value of one eye with its axis, if there is one.
func cell[T any](f, axis *biometry.FieldOf[T], eye *T, k known, side string) string {
	value := fieldText(f, eye, k, side)
	if axis == nil {
		return value
	}
	switch at := fieldText(axis, eye, k, side); at {
	case display.None:
		return value
	case withheldCell:
		return value + " @ " + at
	default:
		return fmt.Sprintf("%s @ %s%s", value, at, axis.Sign())
	}
}

// fieldText returns a value; numbers as [biometry.Field.Digits] has them.
func fieldText[T any](f *biometry.FieldOf[T], eye *T, k known, side string) string {
	switch v := f.Value(eye).(type) {
	case float64:
		return f.Digits(v, k.printed[side+f.Name])
	case int:
		return f.Digits(float64(v), k.printed[side+f.Name])
	case string:
		return display.Printable(v)
	}
	if k.withheld[side+f.Name] {
		return withheldCell
	}
	return display.None
}

// withValues returns the rows with a value of at least one eye.
func withValues(rows []eyeRow) (out []eyeRow) {
	for _, r := range rows {
		if r.right != display.None || r.left != display.None {
			out = append(out, r)
		}
	}
	return out
}
