package main

import (
	"fmt"
	"strconv"
	"strings"

	"biom/shared/biometry"
)

// none stands where a report says nothing.
const none = "–"

// cellWithheld stands where a value was read but is not trusted.
const cellWithheld = "withheld"

// eyeRow is one line of the table of both eyes.
type eyeRow struct{ label, unit, right, left string }

// doubt holds the withheld fields: "right_eye.AL" → true.
type doubt map[string]bool

// doubtful takes the last two parts of each path, since the same field of the
// same eye is never in two tables.
func doubtful(paths []string) doubt {
	d := doubt{}
	for _, path := range paths {
		d[tail(path)] = true
	}
	return d
}

func tail(path string) string {
	parts := strings.Split(path, ".")
	return strings.Join(parts[max(len(parts)-2, 0):], ".")
}

// eyeRows makes a row of each field of the table, and one of each magnitude
// with its axis, as keratometry is read: 43.25 @ 12°.
func eyeRows[T any](fields []biometry.FieldOf[T], right, left *T, d doubt) (rows []eyeRow) {
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
		rows = append(rows, eyeRow{humanName(label), unitSign(f.Unit), cell(f, axis, right, d, "right_eye."), cell(f, axis, left, d, "left_eye.")})
	}
	return rows
}

// cell is a value as the report has it: never rounded, no digit added.
func cell[T any](f, axis *biometry.FieldOf[T], eye *T, d doubt, side string) string {
	value := single(f, eye, d, side)
	if axis == nil {
		return value
	}
	switch at := single(axis, eye, d, side); at {
	case none:
		return value
	case cellWithheld:
		return value + " @ " + at
	default:
		return fmt.Sprintf("%s @ %s%s", value, at, unitSign(axis.Unit))
	}
}

func single[T any](f *biometry.FieldOf[T], eye *T, d doubt, side string) string {
	switch v := f.Value(eye).(type) {
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case int:
		return strconv.Itoa(v)
	case string:
		return printable(v)
	}
	if d[side+f.Name] {
		return cellWithheld
	}
	return none
}

// present leaves out the rows that say nothing of either eye.
func present(rows []eyeRow) (out []eyeRow) {
	for _, r := range rows {
		if r.right != none || r.left != none {
			out = append(out, r)
		}
	}
	return out
}
