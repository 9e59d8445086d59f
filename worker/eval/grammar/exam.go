package grammar

import (
	"math"
	"slices"
	"strings"
	"time"

	"biom/shared/biometry"
	"biom/worker/eval/samples"
)

// exam is what was found, and in whom.
type exam struct {
	device   device
	printed  string               // the device's name as it is printed
	eyes     [3]*samples.Measured // by Eye; nil: not examined
	surname  string
	given    string
	id       string
	gender   string // of the data model
	born, on time.Time
	name     string // as it is printed; "": in two fields, surname first
	notes    string // what is printed as remarks and belongs to the answer
	index    float64
}

// device is a biometer, with the names under which it is printed, "a|b|c".
type device struct {
	name, maker string // of the data model
	printed     string
	lacks       string // fields that it does not measure
	posterior   bool   // it prints the back of the cornea
}

// devices are those of the data model, then others, whose name there is "Other".
var devices = []device{
	{"IOLMaster700", "Zeiss", "IOLMaster 700|ZEISS IOLMaster 700|Carl Zeiss Meditec IOLMaster 700|IOLMaster® 700", "", true},
	{"LenstarLS900", "HaagStreit", "LENSTAR LS 900|Haag-Streit LENSTAR LS900|Lenstar LS 900®|HAAG-STREIT Lenstar 900", "", false},
	{"EyestarES900", "HaagStreit", "Eyestar ES900|Haag-Streit EYESTAR ES 900|Eyestar 900|HAAG-STREIT Eyestar ES 900", "", true},
	{"Anterion", "Heidelberg", "ANTERION|Heidelberg Engineering ANTERION|ANTERION® Cataract App|Heidelberg ANTERION", "", true},
	{"Argos", "Alcon", "ARGOS|Alcon ARGOS|ARGOS® Biometer|Argos Optical Biometer (Alcon)", "", false},
	{"Aladdin", "Topcon", "ALADDIN|Topcon ALADDIN|Aladdin HW3.0|TOPCON Aladdin-M", "", false},
	{"OA-2000", "Tomey", "OA-2000|TOMEY OA-2000|Optical Biometer OA-2000|Tomey OA-2000 Ver. 5F", "", false},
	{"MS39", "CSO", "MS-39|CSO MS-39|MS39 (CSO)|C.S.O. MS-39", "LT", true},
	{"PentacamAXL", "Oculus", "Pentacam AXL|OCULUS Pentacam AXL|Pentacam® AXL Wave|OCULUS - PENTACAM AXL", "LT", true},
	{"Other", "Other", "NIDEK AL-Scan|AL-Scan (NIDEK)|NIDEK Optical Biometer AL-Scan", "LT", false},
	{"Other", "Zeiss", "IOLMaster 500|Carl Zeiss IOLMaster 500|ZEISS IOLMaster V.5", "LT CCT", false},
	{"Other", "Tomey", "TOMEY OA-1000|OA-1000 Optical Biometer (Tomey)", "LT", false},
	{"Other", "Other", "Optopol REVO NX|REVO FC (OPTOPOL Technology)|REVO NX Biometry OCT", "", false},
	{"Other", "Other", "GALILEI G6|Ziemer GALILEI G6|Galilei G6 Lens Professional", "", true},
	{"Other", "Topcon", "Topcon MYAH|MYAH (Topcon)", "LT ACD CCT", false},
	{"Other", "Oculus", "OCULUS Myopia Master|Myopia Master (OCULUS)", "LT ACD CCT", false},
}

// drawExam draws the device, the patient and both eyes.
func (g *generator) drawExam() {
	e := &g.exam
	e.device = g.drawDevice()
	e.printed = g.synonym("device "+e.device.name+" "+e.device.maker, e.device.printed)
	e.on = time.Date(2023+g.IntN(3), time.Month(1+g.IntN(12)), 1+g.IntN(28), 8+g.IntN(10), g.IntN(60), 0, 0, time.UTC)
	e.born = time.Date(1934+g.IntN(62), time.Month(1+g.IntN(12)), 1+g.IntN(28), 0, 0, 0, 0, time.UTC)
	e.gender = []string{"Male", "Female"}[g.IntN(2)]
	e.surname, e.given = g.drawPerson()
	e.id = g.drawID()
	e.index = decide(g.chooser, "keratometric index", alternative[float64]{5, "1.3375", 1.3375}, alternative[float64]{2, "1.332", 1.332}, alternative[float64]{1, "1.336", 1.336})
	e.eyes[Right], e.eyes[Left] = g.drawEye(), g.drawEye()
	decide(g.chooser, "eyes",
		alternative[func()]{10, "both", func() {}},
		alternative[func()]{1, "right only", func() { e.eyes[Left] = nil }},
		alternative[func()]{1, "left only", func() { e.eyes[Right] = nil }},
		alternative[func()]{1, "left not measured", func() { e.eyes[Left], g.unmeasured = nil, Left }},
		alternative[func()]{1, "right not measured", func() { e.eyes[Right], g.unmeasured = nil, Right }},
	)()
}

func (g *generator) drawDevice() device {
	var names []string
	for _, d := range devices {
		if !slices.Contains(names, d.name) && (g.opts.Devices == nil || slices.Contains(g.opts.Devices, d.name)) {
			names = append(names, d.name)
		}
	}
	name := names[g.IntN(len(names))]
	all := slices.DeleteFunc(slices.Clone(devices), func(d device) bool { return d.name != name })
	return all[g.IntN(len(all))]
}

// drawEye draws one eye with what this device measures and this document prints.
func (g *generator) drawEye() *samples.Measured {
	m := samples.DrawEye(g.Rand)
	m.KeratometricIndex = &g.exam.index
	if g.millis {
		for _, v := range []*float64{m.AL, m.ACD, m.LT} {
			if v != nil {
				*v = rounded(*v+float64(g.IntN(10)-5)/1000, 3)
			}
		}
	}
	m.K1Magnitude, m.K2Magnitude = g.printedPower(*m.K1Magnitude), g.printedPower(*m.K2Magnitude)
	m.TK1Magnitude, m.TK2Magnitude = new(rounded(*m.TK1Magnitude, g.powerDecimals)), new(rounded(*m.TK2Magnitude, g.powerDecimals))
	for field := range strings.FieldsSeq(g.exam.device.lacks) {
		clearField(&m.Eye, field)
	}
	if !g.exam.device.posterior {
		m.Posterior = biometry.Posterior{}
	}
	if g.exam.device.name != biometry.TotalKeratometryDevice {
		m.TK1Magnitude, m.TK1Axis, m.TK2Magnitude, m.TK2Axis = nil, nil, nil, nil
	}
	if g.IntN(6) == 0 {
		g.lose(&m)
	}
	return &m
}

// printedPower is a power of the front as it can be read from the print: rounded to the
// decimals that are printed, or the power of the rounded radius if only that is printed.
func (g *generator) printedPower(k float64) *float64 {
	if g.powers == radiiAlone {
		radius := rounded((g.exam.index-1)*1000/k, 2)
		return new(rounded((g.exam.index-1)*1000/radius, 2))
	}
	return new(rounded(k, g.powerDecimals))
}

// lose takes from an eye what the device could not measure. A power is lost with its axis,
// and one meridian with the other.
func (g *generator) lose(m *samples.Measured) {
	for range 1 + g.IntN(2) {
		switch g.IntN(6) {
		case 0:
			clearField(&m.Eye, "AL")
		case 1:
			clearField(&m.Eye, "LT")
		case 2:
			clearField(&m.Eye, "WTW")
		case 3:
			clearField(&m.Eye, "CCT")
		case 4:
			clearField(&m.Eye, "ACD")
		case 5:
			for _, field := range []string{"K1_magnitude", "K1_axis", "K2_magnitude", "K2_axis"} {
				clearField(&m.Eye, field)
			}
			m.Posterior = biometry.Posterior{}
		}
	}
}

func clearField(e *biometry.Eye, name string) {
	for _, f := range biometry.EyeFields() {
		if f.Name == name {
			f.Clear(e)
		}
	}
}

// expected is the answer: of what was found, what is printed as a value.
func (e *exam) expected(all []Printed) samples.Expected {
	type place struct {
		eye   Eye
		field string
	}
	shown := map[place]bool{}
	for _, p := range all {
		if p.Role == RoleValue {
			shown[place{p.Eye, p.Field}] = true
		}
	}
	text := func(field, value string) *string {
		if !shown[place{NoEye, field}] {
			return nil
		}
		return &value
	}
	name := e.name
	if name == "" {
		name = e.surname + " " + e.given
	}
	out := samples.Expected{Data: biometry.Report{
		Biometer: biometry.Biometer{DeviceName: e.device.name, Manufacturer: e.device.maker},
		ExamDate: text("exam_date", e.on.Format(time.DateOnly)),
		Patient: biometry.Patient{
			Name: text("patient.name", initials(name)), ID: text("patient.id", e.id),
			DateOfBirth: text("patient.date_of_birth", e.born.Format(time.DateOnly)), Gender: text("patient.gender", e.gender),
		},
	}}
	extra := biometry.Extra{Notes: text("notes", e.notes)}
	posteriors := biometry.Posteriors{DeviceName: posteriorDevice(e.device.name)}
	for eye, to := range map[Eye]*biometry.Eye{Right: &out.Data.RightEye, Left: &out.Data.LeftEye} {
		if e.eyes[eye] == nil {
			continue
		}
		*to = e.eyes[eye].Eye
		for _, f := range biometry.EyeFields() {
			if !shown[place{eye, f.Name}] && !shown[place{NoEye, f.Name}] {
				f.Clear(to)
			}
		}
		posterior := e.eyes[eye].Posterior
		for _, f := range biometry.PosteriorFields() {
			if !shown[place{eye, f.Name}] {
				f.Clear(&posterior)
			}
		}
		*map[Eye]*biometry.Posterior{Right: &posteriors.RightEye, Left: &posteriors.LeftEye}[eye] = posterior
	}
	if posteriors.RightEye != (biometry.Posterior{}) || posteriors.LeftEye != (biometry.Posterior{}) {
		extra.PosteriorKeratometry = &posteriors
	}
	if biometry.CarriesExtra(e.device.name) && extra != (biometry.Extra{}) {
		out.Extra = &extra
	}
	return out
}

func posteriorDevice(name string) *string {
	for _, d := range biometry.Devices() {
		if d.Name == name && d.PosteriorDeviceName != "" {
			return &d.PosteriorDeviceName
		}
	}
	return nil
}

// initials are the first letters of the words of a name, four at most.
func initials(name string) string {
	var out []rune
	for word := range strings.FieldsFuncSeq(name, func(r rune) bool { return r == ' ' || r == ',' }) {
		out = append(out, []rune(strings.ToUpper(word))[0])
	}
	return string(out[:min(4, len(out))])
}

// rounded is a number with so many decimals.
func rounded(v float64, decimals int) float64 {
	scale := math.Pow10(decimals)
	return math.Round(v*scale) / scale
}
