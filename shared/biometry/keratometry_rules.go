package biometry

import "fmt"

// The rules for a keratometry: the powers (magnitudes) and axes of the flat
// meridian, 1, and of the steep meridian, 2. They hold for K, PK and TK. Source:
// the specification, "Validation fails for inconsistent K/PK/TK pairs".

// pairFields holds the positions of the four fields of one keratometry in a
// table of fields.
type pairFields struct{ flat, flatAxis, steep, steepAxis int }

var (
	eyePairs       = []pairFields{findPair(eyeFields, "K")}
	posteriorPairs = []pairFields{findPair(posteriorFields, "PK"), findPair(posteriorFields, "TK")}
)

// findPair finds the fields whose names start with prefix, such as
// "PK" for PK1_magnitude. It panics if the table lacks one of them.
func findPair[T any](fields []FieldOf[T], prefix string) pairFields {
	position := func(suffix string) int {
		for i := range fields {
			if fields[i].Name == prefix+suffix {
				return i
			}
		}
		panic("biometry: no field " + prefix + suffix)
	}
	return pairFields{position("1_magnitude"), position("1_axis"), position("2_magnitude"), position("2_axis")}
}

// pairMembers holds the four members of one keratometry of one eye.
type pairMembers struct{ flat, flatAxis, steep, steepAxis *member }

// checkPairs applies the rules to each keratometry in t, which was read from
// the members of m.
func checkPairs[T any](d *decoder, m *member, fields []FieldOf[T], pairs []pairFields, t *T) {
	for _, p := range pairs {
		pair := pairMembers{
			flat: m.members[p.flat], flatAxis: m.members[p.flatAxis],
			steep: m.members[p.steep], steepAxis: m.members[p.steepAxis],
		}
		// This rule comes first, because a member counts as given once a fault was reported for it.
		d.requireMagnitudesWithAxes(pair)
		d.requireBothOrNeither(pair.flat, pair.steep)
		d.requireBothOrNeither(pair.flatAxis, pair.steepAxis)
		d.checkMeridians(pair, *fields[p.flat].number(t), *fields[p.steep].number(t),
			*fields[p.flatAxis].integer(t), *fields[p.steepAxis].integer(t))
	}
}

// requireMagnitudesWithAxes reports a fault if an axis is given but no
// magnitude. Magnitudes without axes are allowed.
func (d *decoder) requireMagnitudesWithAxes(pair pairMembers) {
	if d.value(pair.flat).given() || d.value(pair.steep).given() {
		return
	}
	for _, axis := range []*member{pair.flatAxis, pair.steepAxis} {
		if d.value(axis).given() {
			d.fault(axis, RuleBareAxis, "must not be given without "+pair.flat.name+" and "+pair.steep.name)
			return
		}
	}
}

// requireBothOrNeither reports a fault if exactly one of a and b is given.
func (d *decoder) requireBothOrNeither(a, b *member) {
	switch hasA, hasB := d.value(a).given(), d.value(b).given(); {
	case hasA && !hasB:
		d.fault(b, RuleTogether, "is missing: it must be given together with "+a.name)
	case hasB && !hasA:
		d.fault(a, RuleTogether, "is missing: it must be given together with "+b.name)
	}
}

// checkMeridians reports a fault if the flat magnitude is greater than the
// steep one, or if the axes do not lie 90 degrees apart. Nil is a value that
// is absent or faulty; a rule with such a value does not apply.
func (d *decoder) checkMeridians(pair pairMembers, flat, steep *float64, flatAxis, steepAxis *int) {
	if flat == nil || steep == nil {
		return
	}
	if *flat > *steep {
		d.fault(pair.steep, RuleSteeper, "must not be less than "+pair.flat.name+": 1 is the flat meridian, 2 the steep one")
	}
	// Equal powers are those of a sphere. It has no meridians, so any axes are accepted.
	if *flat != *steep && flatAxis != nil && steepAxis != nil {
		d.requirePerpendicular(pair, *flatAxis, *steepAxis)
	}
}

// AxisTolerance is by how many degrees the angle between the axes of the flat
// and the steep meridian may differ from 90.
const AxisTolerance = 5

// requirePerpendicular reports a fault if the axes do not lie 90 degrees apart.
func (d *decoder) requirePerpendicular(pair pairMembers, flatAxis, steepAxis int) {
	if AngleBetweenAxes(flatAxis, steepAxis) < 90-AxisTolerance {
		d.fault(pair.steepAxis, RulePerpendicular, fmt.Sprintf("must lie 90 degrees from %s, within %d degrees", pair.flatAxis.name, AxisTolerance))
	}
}

// AngleBetweenAxes returns the angle between two axes of 0 to 180 degrees. It is
// at most 90, because an axis has no direction: 0 and 180 are the same axis.
func AngleBetweenAxes[T int | float64](a, b T) T {
	difference := max(a-b, b-a)
	return min(difference, 180-difference)
}
