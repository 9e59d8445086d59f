package samples

import "strings"

// tableRow is a line of a table: what is measured, and how its value and its
// deviation are written for an eye.
type tableRow struct {
	label  string
	value  func(*measured) string
	spread int // decimals of the standard deviation, -1 for none
}

// columns is a table with the labels once and a column for each eye.
type columns struct {
	x, y, leading float64
	label         float64    // width of the labels
	eyes          [2]float64 // where the columns of values begin
	spread        float64    // where the deviation is, from there; 0 for none
	size          float64
	lines         bool
}

func (t columns) write(c *canvas, e *exam, rows []tableRow) {
	for i, row := range rows {
		y := t.y + t.leading*float64(i)
		c.within(t.x, y, t.label, t.size, row.label)
		for side := range e.eyes {
			c.text(t.eyes[side], y, t.size, e.cell(row.value(e.eye(side))))
			if t.spread > 0 && row.spread >= 0 && !missed(row.value(e.eye(side))) {
				c.text(t.eyes[side]+t.spread, y, t.size-0.5, e.spread(row.spread))
			}
		}
		if t.lines {
			c.line(t.x-2, y+t.leading*0.36, min(198, 2*t.eyes[1]-t.eyes[0]), y+t.leading*0.36)
		}
	}
}

// single is the same for one eye: label, value, deviation.
func (c *canvas) single(e *exam, x, y, leading, size float64, m *measured, rows []tableRow) {
	for i, row := range rows {
		at := y + leading*float64(i)
		c.within(x, at, 88, size, row.label)
		c.text(x+92, at, size, e.cell(row.value(m)))
		if row.spread >= 0 && !missed(row.value(m)) {
			c.text(x+140, at, size-0.5, "± "+e.spread(row.spread))
		}
		c.line(x-2, at+leading*0.36, x+170, at+leading*0.36)
	}
}

// missed reports a value that was not measured and has no deviation either.
func missed(value string) bool { return strings.HasPrefix(value, none) }

// cell is what stands in a table for a value.
func (e *exam) cell(value string) string {
	if e.blanks && missed(value) {
		return ""
	}
	return value
}

// millimetres, powers and the like are values of rows.
func (e *exam) length(v func(*measured) *float64, decimals int, unit string) func(*measured) string {
	return func(m *measured) string {
		if unit == "" {
			return e.num(v(m), decimals)
		}
		return e.unit(v(m), decimals, unit)
	}
}

func getAL(m *measured) *float64    { return m.AL }
func getACD(m *measured) *float64   { return m.ACD }
func getLT(m *measured) *float64    { return m.LT }
func getWTW(m *measured) *float64   { return m.WTW }
func getK1(m *measured) *float64    { return m.K1Magnitude }
func getK2(m *measured) *float64    { return m.K2Magnitude }
func getIndex(m *measured) *float64 { return m.KeratometricIndex }

func getThickness(unit string) func(*measured) string {
	return func(m *measured) string { return whole(m.CCT, unit) }
}

func (e *exam) lensOf(m *measured) string    { return e.word(m.LensStatus, lensWords) }
func (e *exam) surgeryOf(m *measured) string { return e.word(m.PostRefractive, surgeryWords) }

// constant is a value that is the same in both eyes and measures nothing here.
func constant(s string) func(*measured) string { return func(*measured) string { return s } }
