package samples

import "math/rand/v2"

// dozen is the committed samples: three devices, two languages, four media.
// Together they hold every field of the data model.
var dozen = []recipe{
	{"iolmaster700-en-01", printIOLMaster, iolmaster("en"), TextPDF},
	{"iolmaster700-en-02-missing", printIOLMaster, iolmaster("en", pseudophakicRight, missing, noted), TextPDF},
	{"iolmaster700-en-03-scan", printIOLMaster, iolmaster("en", noted), ImagePDF},
	{"iolmaster700-en-04", printIOLMaster, iolmaster("en", phakicIOLLeft), PNG},
	{"iolmaster700-de-05", printIOLMaster, iolmaster("de", myopicRight, noted), TextPDF},
	{"lenstar900-de-06", printLenstar, lenstar("de"), TextPDF},
	{"lenstar900-de-07-pages", printLenstarPages, lenstar("de", pseudophakicRight, missing), TextPDF},
	{"lenstar900-de-08", printLenstar, lenstar("de", myopicLeft), JPG},
	{"lenstar900-en-09-scan", printLenstar, lenstar("en", phakicIOLLeft), ImagePDF},
	{"anterion-en-10-right", printAnterion, anterion("en", radialRight, onlyRight), PNG},
	{"anterion-de-11", printAnterion, anterion("de", aphakicLeft, hyperopicLeft, noted), TextPDF},
	{"anterion-en-12-scan", printAnterion, anterion("en", myopicRight, missing, noted), ImagePDF},
}

// change makes an exam other than healthy.
type change func(*exam)

func pseudophakicRight(e *exam) { e.eyes[right].lens(e, "Pseudophakic") }
func phakicIOLLeft(e *exam)     { e.eyes[left].lens(e, "Phakic IOL") }
func aphakicLeft(e *exam)       { e.eyes[left].lens(e, "Aphakic") }
func myopicRight(e *exam)       { e.eyes[right].PostRefractive = new("Myopic LVC") }
func hyperopicLeft(e *exam)     { e.eyes[left].PostRefractive = new("Hyperopic LVC") }
func myopicLeft(e *exam)        { e.eyes[left].PostRefractive = new("Radial Keratotomy") }
func radialRight(e *exam)       { e.eyes[right].PostRefractive = new("Radial Keratotomy") }
func onlyRight(e *exam)         { e.eyes[left] = nil }

func (m *measured) lens(_ *exam, status string) {
	m.LensStatus = &status
	if status == "Aphakic" {
		m.LT = nil
	}
}

// missing takes from the left eye what the device could not measure.
func missing(e *exam) {
	m := e.eyes[left]
	m.WTW, m.LT, m.PostRefractive = nil, nil, nil
	m.K1Axis, m.K2Axis = nil, nil
	m.PK1Magnitude, m.PK1Axis, m.PK2Magnitude, m.PK2Axis = nil, nil, nil, nil
}

func noted(e *exam) {
	e.notes = map[string]string{
		"en": "Left eye blinked during the scan, repeated once.",
		"de": "Linkes Auge mit unruhiger Fixation, Messung wiederholt.",
	}[e.lang]
}

// iolmaster, lenstar and anterion draw exams as those devices measure them.
func iolmaster(lang string, changes ...change) func(*rand.Rand) *exam {
	return func(r *rand.Rand) *exam {
		e := draw(r, lang, changes)
		e.device, e.maker, e.posterior = "IOLMaster700", "Zeiss", "IOLMaster700"
		return e
	}
}

func lenstar(lang string, changes ...change) func(*rand.Rand) *exam {
	return func(r *rand.Rand) *exam {
		e := draw(r, lang, changes)
		e.device, e.maker = "LenstarLS900", "HaagStreit"
		for _, m := range e.both() {
			m.KeratometricIndex = new(1.332)
		}
		return e
	}
}

func anterion(lang string, changes ...change) func(*rand.Rand) *exam {
	return func(r *rand.Rand) *exam {
		e := draw(r, lang, changes)
		e.device, e.maker, e.posterior = "Anterion", "Heidelberg", "Anterion"
		for _, m := range e.both() {
			m.TK1Magnitude, m.TK1Axis, m.TK2Magnitude, m.TK2Axis = nil, nil, nil, nil
		}
		return e
	}
}
