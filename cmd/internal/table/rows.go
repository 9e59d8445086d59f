package table

import (
	"fmt"
	"strconv"
	"strings"

	"biom/cmd/internal/display"
	"biom/shared/biometry"
)

// withheldCell stands where a value was withheld.
const withheldCell = "withheld"

// eyeRow is one line of the table of both eyes.
type eyeRow struct{ label, unit, right, left string }

// withheldSet is a set of withheld fields, such as "right_eye.AL".
type withheldSet map[string]bool

// withheldFields returns the set of the fields. It keeps the last two parts of each path,
// which are enough because no field of an eye is in two tables.
func withheldFields(values []biometry.Withheld) withheldSet {
	set := withheldSet{}
	for _, v := range values {
		set[eyeAndField(v.Field)] = true
	}
	return set
}

// eyeAndField returns the last two parts of a path.
func eyeAndField(path string) string {
	parts := strings.Split(path, ".")
	return strings.Join(parts[max(len(parts)-2, 0):], ".")
}

// eyeRows returns a row for each field of the table. A magnitude and its axis share a
// row in the usual form of keratometry: 43.25 @ 12°.
func eyeRows[T any](fields []biometry.FieldOf[T], right, left *T, withheld withheldSet) (rows []eyeRow) {
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
			humanName(label), unitSign(f.Unit),
			cell(f, axis, right, withheld, "right_eye."), cell(f, axis, left, withheld, "left_eye."),
		})
	}
	return rows
}

// cell returns the value of one eye with its axis, if there is one. Numbers are neither
// rounded nor padded with zeros.
func cell[T any](f, axis *biometry.FieldOf[T], eye *T, withheld withheldSet, side string) string {
	value := fieldText(f, eye, withheld, side)
	if axis == nil {
		return value
	}
	switch at := fieldText(axis, eye, withheld, side); at {
	case display.None:
		return value
	case withheldCell:
		return value + " @ " + at
	default:
		return fmt.Sprintf("%s @ %s%s", value, at, unitSign(axis.Unit))
	}
}

func fieldText[T any](f *biometry.FieldOf[T], eye *T, withheld withheldSet, side string) string {
	switch v := f.Value(eye).(type) {
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case int:
		return strconv.Itoa(v)
	case string:
		return display.Printable(v)
	}
	if withheld[side+f.Name] {
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
