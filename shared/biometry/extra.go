package biometry

import "strings"

// extra reads extra_data. An empty object gives both members null.
func (r *reading) extra(m *member) *Extra {
	if !r.isObject(m) {
		return nil
	}
	return &Extra{
		Notes:                r.notes(m.child(notesField.Name)),
		PosteriorKeratometry: r.posteriors(m.child("posterior_keratometry")),
	}
}

func (r *reading) posteriors(m *member) *Posteriors {
	if r.at(m).kind == 'n' || !r.isObject(m) {
		return nil
	}
	device := m.child(posteriorDeviceField.Name)
	p := &Posteriors{
		DeviceName: r.enum(device, &posteriorDeviceField),
		RightEye:   r.posterior(m.child("right_eye")),
		LeftEye:    r.posterior(m.child("left_eye")),
	}
	if r.givesTotal(m) && (p.DeviceName == nil || *p.DeviceName != TotalDevice) {
		r.fault(device, `must be "`+TotalDevice+`", because a TK value is given`)
	}
	return p
}

// givesTotal reports any TK field of either eye that is not null
// (PosteriorKeratometryData, rule 1), valid or not.
func (r *reading) givesTotal(m *member) bool {
	for _, eye := range []string{"right_eye", "left_eye"} {
		for _, c := range m.child(eye).members {
			if strings.HasPrefix(c.name, "TK") && r.at(c).given() {
				return true
			}
		}
	}
	return false
}
