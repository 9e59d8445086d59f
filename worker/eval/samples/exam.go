package samples

import (
	"math/rand/v2"
	"time"

	"biom/shared/biometry"
)

const (
	right = 0
	left  = 1
)

// exam is the truth of one report, and how the document writes it.
type exam struct {
	lang          string
	device, maker string // of the data model
	posterior     string // pk_device_name; "" without posterior keratometry
	person        person
	id            string
	gender        string    // "": not printed
	born, on      time.Time // zero: not printed
	printed       time.Time // when the report was printed
	index         float64   // the keratometric index that the device is set to
	// eyes holds nil for an eye that was not examined; eye gives an empty one
	// for it.
	eyes  [2]*measured
	notes string
	noise *rand.Rand // for what is printed and is no measurement

	dateStyle string
	dates     []time.Time // that were printed so far
	comma     bool        // decimal comma
	dashes    string      // for what is missing
	bare      bool        // what is missing has no unit
	blanks    bool        // what is missing leaves its cell of a table empty
	upper     bool        // labels in capitals
	plain     bool        // labels without accents
	salt      uint64      // decides between synonyms

	noSteepAxis bool // Pentacam's axes are those of the flat meridians alone
}

// measured is what a device found in one eye.
type measured struct {
	biometry.Eye
	biometry.Posterior
}

// eye is what was found in an eye: nothing, if it was not examined.
func (e *exam) eye(side int) *measured {
	if e.eyes[side] == nil {
		return &measured{}
	}
	return e.eyes[side]
}

// both returns the eyes that were examined.
func (e *exam) both() []*measured {
	var out []*measured
	for _, m := range e.eyes {
		if m != nil {
			out = append(out, m)
		}
	}
	return out
}

// aqueous is the depth from the endothelium to the lens: printed, no field.
func (m *measured) aqueous() *float64 {
	if m.ACD == nil || m.CCT == nil {
		return nil
	}
	return new(*m.ACD - float64(*m.CCT)/1000)
}

// expected is the printed exam in the data model.
func (e *exam) expected() Expected {
	out := Expected{Data: biometry.Report{
		Biometer: biometry.Biometer{DeviceName: e.device, Manufacturer: e.maker},
		ExamDate: e.expectedDay(e.on),
		Patient: biometry.Patient{
			Name: given(e.person.initials), ID: given(e.id),
			DateOfBirth: e.expectedDay(e.born), Gender: given(e.gender),
		},
		RightEye: e.eye(right).Eye, LeftEye: e.eye(left).Eye,
	}}
	if biometry.CarriesExtra(e.device) {
		out.Extra = e.expectedExtra()
	}
	return out
}

func given(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func (e *exam) expectedExtra() *biometry.Extra {
	x := &biometry.Extra{Notes: given(e.notes)}
	p := &biometry.Posteriors{
		DeviceName: &e.posterior,
		RightEye:   e.eye(right).Posterior, LeftEye: e.eye(left).Posterior,
	}
	if p.RightEye != (biometry.Posterior{}) || p.LeftEye != (biometry.Posterior{}) {
		x.PosteriorKeratometry = p
	}
	if x.Notes == nil && x.PosteriorKeratometry == nil {
		return nil
	}
	return x
}
