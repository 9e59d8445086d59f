package biometry

import "strings"

// extra reads extra_data. In an empty object both members are null.
func (d *decoder) extra(m *member) *Extra {
	if !d.isObject(m) {
		return nil
	}
	return &Extra{
		Notes:                d.notes(m.child(notesField.Name)),
		PosteriorKeratometry: d.posteriors(m.child("posterior_keratometry")),
	}
}

// posteriors reads posterior_keratometry, which may be null.
func (d *decoder) posteriors(m *member) *Posteriors {
	if d.value(m).kind == 'n' || !d.isObject(m) {
		return nil
	}
	device := m.child(posteriorDeviceField.Name)
	p := &Posteriors{
		DeviceName: d.enum(device, &posteriorDeviceField),
		RightEye:   d.posterior(m.child("right_eye")),
		LeftEye:    d.posterior(m.child("left_eye")),
	}
	if d.hasTotal(m) && (p.DeviceName == nil || *p.DeviceName != TotalKeratometryDevice) {
		d.fault(device, RuleTotalDevice, `must be "`+TotalKeratometryDevice+`", because a TK value is given`)
	}
	return p
}

// posterior reads one eye of posterior_keratometry. If the eye is absent, all
// its values are nil.
func (d *decoder) posterior(m *member) (p Posterior) {
	if d.isObject(m) {
		readFields(d, m, posteriorFields, &p)
		checkPairs(d, m, posteriorFields, posteriorPairs, &p)
	}
	return p
}

// hasTotal reports whether a TK value of either eye is given, valid or not
// (specification, PosteriorKeratometryData, rule 1).
func (d *decoder) hasTotal(m *member) bool {
	for _, eye := range []string{"right_eye", "left_eye"} {
		for _, child := range m.child(eye).members {
			if strings.HasPrefix(child.name, "TK") && d.value(child).given() {
				return true
			}
		}
	}
	return false
}
