package samples

import "biom/shared/biometry"

// What layouts do not print, taken from the exam.

// noPosterior is for layouts that print the front surface alone.
func (e *exam) noPosterior() {
	for _, m := range e.both() {
		m.Posterior = biometry.Posterior{}
	}
}

// noIndex is for layouts that do not print the keratometric index.
func (e *exam) noIndex() {
	for _, m := range e.both() {
		m.KeratometricIndex = nil
	}
}

// radiiOnly is for layouts that print radii and no powers: what a reader can
// find is the power of the printed radius, K = (n-1)*1000/r.
func (e *exam) radiiOnly() {
	for _, m := range e.both() {
		for _, k := range []**float64{&m.K1Magnitude, &m.K2Magnitude} {
			if *k != nil {
				r := rounded((e.index-1)*1000 / **k, 2)
				*k = new(rounded((e.index-1)*1000/r, 2))
			}
		}
	}
}
