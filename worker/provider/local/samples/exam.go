package samples

import (
	"math"
	"math/rand/v2"
	"time"

	"biom/shared/biometry"
)

const (
	right = 0
	left  = 1
)

// exam is the truth of one report.
type exam struct {
	lang          string
	device, maker string // of the data model
	posterior     string // pk_device_name; "" without posterior keratometry
	person        person
	id            string
	gender        string
	born, on      time.Time
	eyes          [2]*measured // nil: not examined
	notes         string
	noise         *rand.Rand // for what is printed and is no measurement
}

// measured is what a device found in one eye.
type measured struct {
	biometry.Eye
	biometry.Posterior
}

// person is a name as printouts have it, and as the service returns it.
type person struct{ printed, initials string }

// people are obviously not real ones.
var people = []person{
	{"Sample, Sally", "SS"}, {"Testcase, Theodore", "TT"}, {"Specimen, Dora", "SD"},
	{"Placeholder, Paul", "PP"}, {"Mustermann, Erika", "ME"}, {"Beispiel, Bernd", "BB"},
	{"Probefall, Jördis", "PJ"}, {"Musterfrau, Anna Lena", "MAL"},
}

func draw(r *rand.Rand, lang string, changes []change) *exam {
	pick := r.IntN(4)
	if lang == "de" {
		pick += 4
	}
	e := &exam{
		lang: lang, person: people[pick], noise: r,
		id:     string(rune('A'+r.IntN(26))) + "-" + digits(r, 6),
		gender: []string{"Male", "Female"}[r.IntN(2)],
		born:   time.Date(1938+r.IntN(30), time.Month(1+r.IntN(12)), 13+r.IntN(15), 0, 0, 0, 0, time.UTC),
		on:     time.Date(2025, time.Month(1+r.IntN(12)), 1+r.IntN(12), 9, r.IntN(60), 0, 0, time.UTC),
	}
	e.eyes[right], e.eyes[left] = drawEye(r), drawEye(r)
	for _, c := range changes {
		c(e)
	}
	return e
}

// drawEye draws one healthy eye, in the precision in which devices print.
func drawEye(r *rand.Rand) *measured {
	m := &measured{}
	m.AL, m.ACD, m.LT = between(r, 21.4, 26.8, 2), between(r, 2.5, 3.8, 2), between(r, 3.6, 5.1, 2)
	m.WTW, m.CCT = between(r, 11.2, 12.7, 1), new(480+r.IntN(130))
	m.LensStatus, m.PostRefractive = new("Phakic"), new("None")
	m.KeratometricIndex = new(1.3375)
	m.K1Magnitude = between(r, 40.5, 45, 2)
	m.K2Magnitude = between(r, *m.K1Magnitude+0.3, *m.K1Magnitude+2.6, 2)
	m.K1Axis, m.K2Axis = axes(r)
	m.TK1Magnitude = between(r, *m.K1Magnitude-0.3, *m.K1Magnitude+0.1, 2)
	m.TK2Magnitude = between(r, *m.K2Magnitude+0.12, *m.K2Magnitude+0.5, 2)
	m.TK1Axis, m.TK2Axis = axes(r)
	m.PK1Magnitude = between(r, 5.5, 6.1, 2)
	m.PK2Magnitude = between(r, *m.PK1Magnitude+0.1, *m.PK1Magnitude+0.5, 2)
	m.PK1Axis, m.PK2Axis = axes(r)
	return m
}

// axes draws two axes at right angles, in 1 to 180 as devices print them.
func axes(r *rand.Rand) (flat, steep *int) {
	a := 1 + r.IntN(180)
	b := a + 90
	if b > 180 {
		b -= 180
	}
	return &a, &b
}

// between draws a number of so many decimals.
func between(r *rand.Rand, lo, hi float64, decimals int) *float64 {
	scale := math.Pow10(decimals)
	v := math.Round((lo+r.Float64()*(hi-lo))*scale) / scale
	return &v
}

func digits(r *rand.Rand, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte('0' + r.IntN(10))
	}
	return string(b)
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

// expected is the exam in the data model.
func (e *exam) expected() Expected {
	out := Expected{Data: biometry.Report{
		Biometer: biometry.Biometer{DeviceName: e.device, Manufacturer: e.maker},
		ExamDate: new(e.on.Format(time.DateOnly)),
		Patient: biometry.Patient{Name: &e.person.initials, ID: &e.id,
			DateOfBirth: new(e.born.Format(time.DateOnly)), Gender: &e.gender},
	}}
	posteriors := &biometry.Posteriors{DeviceName: &e.posterior}
	if m := e.eyes[right]; m != nil {
		out.Data.RightEye, posteriors.RightEye = m.Eye, m.Posterior
	}
	if m := e.eyes[left]; m != nil {
		out.Data.LeftEye, posteriors.LeftEye = m.Eye, m.Posterior
	}
	if e.posterior != "" {
		out.Extra = &biometry.Extra{PosteriorKeratometry: posteriors}
		if e.notes != "" {
			out.Extra.Notes = &e.notes
		}
	}
	return out
}
