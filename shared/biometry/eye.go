package biometry

// pair is where the members of one keratometry stand in a table of fields.
type pair struct{ flat, flatAxis, steep, steepAxis int }

var (
	eyePairs       = []pair{pairOf(eyeFields, "K")}
	posteriorPairs = []pair{pairOf(posteriorFields, "PK"), pairOf(posteriorFields, "TK")}
)

func pairOf[T any](fields []FieldOf[T], prefix string) pair {
	at := func(name string) int {
		for i := range fields {
			if fields[i].Name == prefix+name {
				return i
			}
		}
		panic("biometry: no field " + prefix + name)
	}
	return pair{at("1_magnitude"), at("1_axis"), at("2_magnitude"), at("2_axis")}
}

func (r *reading) eye(m *member) (e Eye) {
	if r.required(m) {
		fill(r, m, eyeFields, &e)
		consistent(r, m, eyeFields, eyePairs, &e)
	}
	return e
}

// posterior reads one eye of posterior_keratometry; one that is not there is
// all null.
func (r *reading) posterior(m *member) (p Posterior) {
	if r.isObject(m) {
		fill(r, m, posteriorFields, &p)
		consistent(r, m, posteriorFields, posteriorPairs, &p)
	}
	return p
}

// fill reads the members of m into t. The members are in the table's order:
// layout.go derives them from it.
func fill[T any](r *reading, m *member, fields []FieldOf[T], t *T) {
	for i := range fields {
		f, c := &fields[i], m.members[i]
		switch f.Kind {
		case Number:
			*f.number(t) = r.number(c, &f.Field)
		case Integer:
			*f.integer(t) = r.integer(c, &f.Field)
		case Enum:
			*f.text(t) = r.enum(c, &f.Field)
		case Date:
			*f.text(t) = r.date(c)
		case Text:
			*f.text(t) = r.nameOrText(c, &f.Field)
		}
	}
}

// consistent applies the rules that tie the members of a keratometry together
// ("Validation fails for inconsistent K/PK/TK pairs").
func consistent[T any](r *reading, m *member, fields []FieldOf[T], pairs []pair, t *T) {
	for _, p := range pairs {
		k := keratometry{
			flat: m.members[p.flat], flatAxis: m.members[p.flatAxis],
			steep: m.members[p.steep], steepAxis: m.members[p.steepAxis],
		}
		r.axesHaveMagnitudes(k) // first: what is missing counts as given once reported
		r.together(k.flat, k.steep)
		r.together(k.flatAxis, k.steepAxis)
		r.flatThenSteep(k, *fields[p.flat].number(t), *fields[p.steep].number(t),
			*fields[p.flatAxis].integer(t), *fields[p.steepAxis].integer(t))
	}
}

// keratometry is the members of one pair in one eye.
type keratometry struct{ flat, flatAxis, steep, steepAxis *member }

// together: both or neither.
func (r *reading) together(a, b *member) {
	switch given, other := r.at(a).given(), r.at(b).given(); {
	case given && !other:
		r.fault(b, "is missing: it must be given together with "+a.name)
	case other && !given:
		r.fault(a, "is missing: it must be given together with "+b.name)
	}
}

// axesHaveMagnitudes: axes only with magnitudes; magnitudes without axes are fine.
func (r *reading) axesHaveMagnitudes(k keratometry) {
	if r.at(k.flat).given() || r.at(k.steep).given() {
		return
	}
	for _, axis := range []*member{k.flatAxis, k.steepAxis} {
		if r.at(axis).given() {
			r.fault(axis, "must not be given without "+k.flat.name+" and "+k.steep.name)
			return
		}
	}
}

// axisTolerance is how far from 90 degrees apart the two axes may lie.
const axisTolerance = 5

// flatThenSteep: the flat meridian is not the stronger one, and the two lie at
// right angles. Equal magnitudes have no meridians, so any axes will do.
func (r *reading) flatThenSteep(k keratometry, flat, steep *float64, flatAxis, steepAxis *int) {
	if flat == nil || steep == nil {
		return
	}
	if *flat > *steep {
		r.fault(k.steep, "must not be less than "+k.flat.name+": 1 is the flat meridian, 2 the steep one")
	}
	if *flat == *steep || flatAxis == nil || steepAxis == nil {
		return
	}
	if angle(*flatAxis, *steepAxis) < 90-axisTolerance {
		r.fault(k.steepAxis, "must lie 90 degrees from "+k.flatAxis.name+", within 5 degrees")
	}
}

// angle is the angle between two axes, 0 to 90: 0 and 180 are the same axis.
func angle(a, b int) int {
	d := max(a-b, b-a)
	return min(d, 180-d)
}
