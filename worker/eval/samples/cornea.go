package samples

import (
	"math"
)

// The cornea's surfaces, in the forms in which documents print them.

// kform is how a meridian is printed.
type kform string

const (
	kAt          kform = "43.21 D @ 12°"
	kTimes       kform = "43.21 D x 12°"
	kSlash       kform = "43.21 D / 12°"
	kBracket     kform = "43.21 D (12°)"
	kAx          kform = "43.21 D Ax: 12°"
	kRadiusFirst kform = "7.81 mm / 43.21 D @ 12°"
	kRadiusAfter kform = "43.21 D (7.81 mm) x 12°"
	kRadius      kform = "7.81 mm @ 12°"
	kTight       kform = "43.21@12"
	kPlain       kform = "43.21 x 12"
	kAll         kform = "43.21 D / 7.81 mm / 12°"
	kRows        kform = "43.21 D, and the axis in a row of its own"
	kRadiusRows  kform = "7.81 mm, and the axis in a row of its own"
	kColumns     kform = "power, radius and axis in columns"
)

// radii reports a form without powers.
func (k kform) radii() bool { return k == kRadius || k == kRadiusRows }

// form is the layout's form in this document.
func (s folio) form(e *exam) kform { return s.forms[e.choice("k form", len(s.forms))] }

// posteriorIndex turns posterior powers into radii: (1.376-1.336)*1000/K.
const posteriorIndex = 1.04

// keys is one of several pairs of names for meridians, flat and steep.
func (d *desk) keys(what string, pairs [][2]string) [2]string {
	return pairs[d.e.choice(what, len(pairs))]
}

func (d *desk) frontKeys() [2]string {
	if d.form(d.e).radii() {
		return d.keys("radius names", d.lex.radii)
	}
	return d.keys("front names", d.lex.fronts)
}

// surface gives a section its meridians, in lines or in a table.
func (d *desk) surface(s section, keys [2]string, n float64, of meridian) section {
	if d.form(d.e) == kColumns {
		s.table = d.columns(keys, n, of)
		return s
	}
	s.facts = append(d.meridians(keys, len(s.facts) > 0, n, of), s.facts...)
	return s
}

// columns is both meridians, power, radius and axis beside each other.
func (d *desk) columns(keys [2]string, n float64, of meridian) func(*measured) [][]string {
	e := d.e
	return func(m *measured) [][]string {
		axis := e.say(axisWord) + " (°)"
		out := [][]string{{"", "D", "mm", axis}, keys[:1:1], keys[1:2:2]}
		for i := range 2 {
			k, a := of(m, i == 1)
			out[i+1] = append(out[i+1], e.num(k, 2), e.radius(unsigned(k), n), whole(a, ""))
		}
		if e.choice("radius first", 2) == 0 {
			for _, row := range out {
				row[1], row[2] = row[2], row[1]
			}
		}
		return out
	}
}

func unsigned(v *float64) *float64 {
	if v == nil {
		return nil
	}
	return new(math.Abs(*v))
}

// meridian is one power of a surface and its axis.
type meridian func(m *measured, steep bool) (*float64, *int)

func front(m *measured, steep bool) (*float64, *int) {
	if steep {
		return m.K2Magnitude, m.K2Axis
	}
	return m.K1Magnitude, m.K1Axis
}

func total(m *measured, steep bool) (*float64, *int) {
	if steep {
		return m.TK2Magnitude, m.TK2Axis
	}
	return m.TK1Magnitude, m.TK1Axis
}

// behind is the posterior surface, its powers signed as the document has them.
func (d *desk) behind(m *measured, steep bool) (*float64, *int) {
	if steep {
		return d.e.behind(m.PK2Magnitude), m.PK2Axis
	}
	return d.e.behind(m.PK1Magnitude), m.PK1Axis
}

// front is what is printed of the front surface beside its meridians.
func (d *desk) front() []fact {
	e := d.e
	out := []fact{
		{"mean", "D", func(m *measured) string { return e.mean(m.K1Magnitude, m.K2Magnitude) }, -1},
		{"cylinder", "D", func(m *measured) string { return e.difference(m.K1Magnitude, m.K2Magnitude) }, -1},
	}
	if e.posterior != "" && e.device != "IOLMaster700" && e.choice("total power", 2) == 0 {
		out = append(out, fact{"total", "D", func(m *measured) string { return e.other(m, 41, 45, 2) }, -1})
	}
	if d.prints(e, "index") {
		out = append(out, fact{"index", "", func(m *measured) string { return e.num(m.KeratometricIndex, 4) }, -1})
	}
	return out
}

// withoutRadius is the forms of the surfaces whose radii no page has.
var withoutRadius = map[kform]kform{kRadiusFirst: kAt, kRadiusAfter: kTimes, kAll: kSlash, kRadius: kAt, kRadiusRows: kRows}

// meridians prints a surface in the document's form.
func (d *desk) meridians(keys [2]string, anterior bool, n float64, of meridian) []fact {
	var out []fact
	form := d.form(d.e)
	if other, ok := withoutRadius[form]; ok && !anterior {
		form = other
	}
	for i, key := range keys {
		power := func(m *measured) *float64 { k, _ := of(m, i == 1); return k }
		axis := func(m *measured) *int { _, a := of(m, i == 1); return a }
		switch form {
		case kRows:
			out = append(out, fact{key, "D", func(m *measured) string { return d.e.num(power(m), 2) }, 2})
		case kRadiusRows:
			out = append(out, fact{key, "mm", func(m *measured) string { return d.e.radius(power(m), n) }, 2})
		default:
			out = append(out, fact{key, "", func(m *measured) string { return d.e.meridian(form, power(m), axis(m), n) }, -1})
			continue
		}
		out = append(out, fact{"axis " + key, "°", func(m *measured) string { return whole(axis(m), "") }, -1})
	}
	return out
}

// meridian writes a meridian in a form of one cell.
func (e *exam) meridian(form kform, k *float64, a *int, n float64) string {
	if k == nil && a == nil && e.bare {
		return none
	}
	power, radius, axis := e.unit(k, 2, "D"), e.radius(k, n)+" mm", whole(a, "°")
	switch form {
	case kTimes:
		return power + " x " + axis
	case kSlash:
		return power + " / " + axis
	case kBracket:
		return power + " (" + axis + ")"
	case kAx:
		return power + " Ax: " + axis
	case kRadiusFirst:
		return radius + " / " + power + " @ " + axis
	case kRadiusAfter:
		return power + " (" + radius + ") x " + axis
	case kTight:
		return e.num(k, 2) + "@" + whole(a, "")
	case kPlain:
		return e.num(k, 2) + " x " + whole(a, "")
	case kAll:
		return power + " / " + radius + " / " + axis
	case kRadius:
		return radius + " @ " + axis
	}
	return power + " @ " + axis
}
