package samples

import (
	"math"
	"math/rand/v2"
	"time"

	"biom/shared/biometry"
)

// drawExam draws what a device may find, and how the document writes it.
func drawExam(r *rand.Rand, d *deviceSpec, lang string) *exam {
	list := people[lang]
	e := &exam{
		lang: lang, device: d.name, maker: d.maker, posterior: d.posterior,
		person: list[r.IntN(len(list))], id: drawID(r), gender: []string{"Male", "Female"}[r.IntN(2)],
		born:  time.Date(1934+r.IntN(62), time.Month(1+r.IntN(12)), 1+r.IntN(28), 0, 0, 0, 0, time.UTC),
		on:    time.Date(2024+r.IntN(2), time.Month(1+r.IntN(12)), 1+r.IntN(28), 8+r.IntN(10), r.IntN(60), 0, 0, time.UTC),
		index: d.index[r.IntN(len(d.index))],
		noise: rand.New(rand.NewPCG(r.Uint64(), r.Uint64())), salt: r.Uint64(),
		dateStyle: dateStyles[lang][r.IntN(len(dateStyles[lang]))],
		comma:     lang != "en" && r.IntN(6) > 0, dashes: []string{none, none, "----", "--"}[r.IntN(4)], bare: r.IntN(2) == 0,
		blanks: r.IntN(5) == 0, upper: r.IntN(8) == 0, plain: lang != "en" && r.IntN(8) == 0,
	}
	e.printed = e.on.AddDate(0, 0, []int{0, 0, 1, 3, 17, 40}[r.IntN(6)])
	extreme := r.IntN(6) == 0
	for side := range e.eyes {
		e.eyes[side] = drawEye(r, d, e.index, extreme)
	}
	if d.posterior != "" && r.IntN(3) == 0 {
		e.notes = drawNotes(r, lang)
	}
	if r.IntN(4) == 0 {
		e.eyes[r.IntN(2)].lose(r)
	}
	if r.IntN(12) == 0 {
		e.gender = ""
	}
	if r.IntN(14) == 0 {
		e.eyes[r.IntN(2)] = nil
	}
	return e
}

// drawEye draws one eye as this device can find it.
func drawEye(r *rand.Rand, d *deviceSpec, index float64, extreme bool) *measured {
	m := healthy(r)
	m.operated(r)
	if extreme {
		m.stretch(r)
	}
	m.KeratometricIndex = &index
	m.surfaces(r)
	if d.posterior == "" {
		m.Posterior = biometry.Posterior{}
	}
	if d.name != "IOLMaster700" {
		m.TK1Magnitude, m.TK1Axis, m.TK2Magnitude, m.TK2Axis = nil, nil, nil, nil
	}
	return m
}

// healthy draws a healthy eye, in the precision in which devices print.
func healthy(r *rand.Rand) *measured {
	m := &measured{}
	m.AL, m.ACD, m.LT = between(r, 21.4, 26.8, 2), between(r, 2.5, 3.8, 2), between(r, 3.6, 5.1, 2)
	m.WTW, m.CCT = between(r, 11.2, 12.7, 1), new(480+r.IntN(130))
	m.LensStatus, m.PostRefractive = new("Phakic"), new("None")
	m.K1Magnitude = between(r, 40.5, 45, 2)
	return m
}

// operated changes the lens or the cornea of every third eye or so.
func (m *measured) operated(r *rand.Rand) {
	switch r.IntN(9) {
	case 0:
		m.LensStatus, m.LT, m.ACD = new("Pseudophakic"), between(r, 0.5, 1.2, 2), between(r, 3.9, 5.2, 2)
		if r.IntN(2) == 0 {
			m.LT = nil
		}
	case 1:
		m.LensStatus = new("Phakic IOL")
	case 2:
		m.LensStatus, m.LT = new("Aphakic"), nil
		if r.IntN(2) == 0 {
			m.ACD = nil
		}
	}
	switch r.IntN(9) {
	case 0:
		m.PostRefractive, m.K1Magnitude, m.CCT = new("Myopic LVC"), between(r, 36, 40.5, 2), new(400+r.IntN(90))
	case 1:
		m.PostRefractive, m.K1Magnitude = new("Hyperopic LVC"), between(r, 44.5, 48.5, 2)
	case 2:
		m.PostRefractive, m.K1Magnitude = new("Radial Keratotomy"), between(r, 33.5, 39.5, 2)
	}
}

// stretch makes some values as extreme as eyes can be.
func (m *measured) stretch(r *rand.Rand) {
	m.AL = [...]*float64{between(r, 14.5, 19, 2), between(r, 30, 39, 2)}[r.IntN(2)]
	if r.IntN(2) == 0 {
		m.K1Magnitude = [...]*float64{between(r, 28, 34, 2), between(r, 52, 63, 2)}[r.IntN(2)]
	}
	if r.IntN(2) == 0 {
		m.CCT = new([...]int{300 + r.IntN(90), 680 + r.IntN(170)}[r.IntN(2)])
	}
	if m.ACD != nil && r.IntN(2) == 0 {
		m.ACD = [...]*float64{between(r, 1.2, 1.9, 2), between(r, 5.2, 5.8, 2)}[r.IntN(2)]
	}
	if *m.LensStatus == "Phakic" && r.IntN(2) == 0 {
		m.LT = [...]*float64{between(r, 2.6, 3.2, 2), between(r, 5.8, 6.7, 2)}[r.IntN(2)]
	}
	if r.IntN(2) == 0 {
		m.WTW = [...]*float64{between(r, 8.1, 10, 1), between(r, 13.5, 15.2, 1)}[r.IntN(2)]
	}
}

// surfaces draws the other powers of a cornea whose flat meridian is drawn.
func (m *measured) surfaces(r *rand.Rand) {
	astigmatism := *between(r, 0.08, 2.6, 2)
	if r.IntN(8) == 0 {
		astigmatism = *between(r, 3, 7, 2)
	}
	m.K2Magnitude = new(rounded(*m.K1Magnitude+astigmatism, 2))
	m.K1Axis, m.K2Axis = axes(r)
	m.TK1Magnitude = between(r, *m.K1Magnitude-0.3, *m.K1Magnitude+0.1, 2)
	m.TK2Magnitude = between(r, *m.K2Magnitude+0.12, *m.K2Magnitude+0.5, 2)
	m.TK1Axis, m.TK2Axis = axes(r)
	m.PK1Magnitude = between(r, *m.K1Magnitude/7.6, *m.K1Magnitude/7.2, 2)
	m.PK2Magnitude = between(r, *m.PK1Magnitude+0.1, *m.PK1Magnitude+0.5, 2)
	m.PK1Axis, m.PK2Axis = axes(r)
}

// lose takes from an eye what the device could not measure. Powers and axes go
// in pairs: one meridian alone is no keratometry.
func (m *measured) lose(r *rand.Rand) {
	for range 1 + r.IntN(3) {
		switch r.IntN(11) {
		case 0:
			m.AL = nil
		case 1:
			m.ACD = nil
		case 2:
			m.LT = nil
		case 3:
			m.WTW = nil
		case 4:
			m.CCT = nil
		case 5:
			m.K1Magnitude, m.K1Axis, m.K2Magnitude, m.K2Axis = nil, nil, nil, nil
			m.TK1Magnitude, m.TK1Axis, m.TK2Magnitude, m.TK2Axis = nil, nil, nil, nil
		case 6:
			m.K1Axis, m.K2Axis = nil, nil
		case 7:
			m.PK1Magnitude, m.PK1Axis, m.PK2Magnitude, m.PK2Axis = nil, nil, nil, nil
			m.TK1Magnitude, m.TK1Axis, m.TK2Magnitude, m.TK2Axis = nil, nil, nil, nil
		case 8:
			m.PK1Axis, m.PK2Axis = nil, nil
		case 9:
			m.LensStatus = nil
		case 10:
			m.PostRefractive = nil
		}
	}
}

// axes draws two axes at right angles. Devices write 1 to 180, a few 0.
func axes(r *rand.Rand) (flat, steep *int) {
	a := 1 + r.IntN(180)
	if r.IntN(20) == 0 {
		a = [...]int{0, 90, 180, 5, 95}[r.IntN(5)]
	}
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
