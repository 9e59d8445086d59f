package recheck

import (
	"encoding/json"

	"biom/shared/biometry"
	"biom/shared/evidence"
	"biom/worker/reader"
)

// judgement lists the values of an answer that are in doubt: the values that are not
// valid, and those that the document contradicts.
type judgement struct {
	doubts    []string                           // paths in the answer
	messages  map[string]string                  // for the model, without any value: path → message
	reasons   map[string]biometry.WithheldReason // for the user: path → reason
	verdicts  map[place]reader.Verdict
	exchanged bool // the answer has the values of each eye in the place of the other
	eyesAlike bool // no heading shows which eye the values belong to
	noText    bool // there is no text, or it is not that of the report
	invalid   int  // number of values that were not valid, and of those tied to them
}

// witness is the document's own text, or what OCR saw.
type witness struct {
	*reader.Witness

	pictures bool // see [Text]
}

// silent reports whether the reader understands nothing of the text. If a picture may
// show the rest, it is enough that the reader understands little.
func (w *witness) silent() bool { return w.Silent() || w.pictures && w.KnowsLittle() }

// evidence returns where the values of an answer are printed, and where those stand that are withheld of it;
// nothing if there is no text.
func (w *witness) evidence(a *answer, withheld []biometry.Withheld) evidence.Evidence {
	if w == nil {
		return evidence.Evidence{}
	}
	return w.Evidence(func(path string) any {
		v := get(a.doc, dataPrefix+path)
		if v == nil {
			v = get(a.doc, extraPrefix+path)
		}
		if n, ok := v.(json.Number); ok {
			v, _ = n.Float64() // decode has let only numbers of the data model pass
		}
		return v
	}, biometry.WithheldFields(withheld))
}

// judge compares an answer with the text, which may be nil, and adds the faults that
// parse has found. If most of the numbers that tell the eyes apart are in the other
// eye's place, or if none does and the left eye is printed first, the eyes are exchanged.
// Then every value that the reader has not found itself is in doubt, including those that
// are not numbers.
func judge(text *witness, a *answer) *judgement {
	j := &judgement{messages: map[string]string{}, reasons: map[string]biometry.WithheldReason{}, verdicts: map[place]reader.Verdict{}, invalid: len(a.faults)}
	for _, path := range a.invalidPaths() {
		j.doubt(path, a.faults[path], biometry.BreaksRule)
	}
	if text == nil || !j.compare(text, a) {
		j.noText = true
		return j
	}
	if j.exchanged {
		j.doubtNotFound(a)
		return j
	}
	for _, p := range a.places() {
		switch v := j.verdicts[p]; {
		case v == reader.OtherEyes:
			j.doubt(p.path(), doubtMessage, biometry.EyeUnclear)
		case v.Doubtful():
			j.doubt(p.path(), doubtMessage, biometry.NotInDocument)
		}
	}
	return j
}

// doubtMessage is what the model is told about a doubt. It does not say that a value
// belongs to the other eye, because the model would then move it there, right or wrong.
const doubtMessage = "could not be confirmed: find the heading of its eye, then its label, and read it anew"

// compare asks the text about every number. It reports false if the text is not the
// report's own: the reader understands nothing of it, and less than half of the numbers
// stand in it.
func (j *judgement) compare(text *witness, a *answer) bool {
	text.Answer(a.numbers())
	inPlace, crossed, printed := 0, 0, 0 // numbers of their own eye alone; of the other eye; that are printed at all
	for _, p := range a.places() {
		n, ok := p.number(a)
		if !ok {
			continue
		}
		v := text.Says(p.eye, p.field, n)
		j.verdicts[p] = v
		if v == reader.OtherEyes {
			crossed++
		} else if !v.Doubtful() && text.Says(p.other().eye, p.field, n).Doubtful() {
			inPlace++
		}
		if v != reader.Unprinted && v != reader.Refuted {
			printed++
		}
	}
	j.eyesAlike = crossed+inPlace == 0
	j.exchanged = crossed > inPlace || j.eyesAlike && text.Reversed()
	return !text.silent() || 2*printed >= len(j.verdicts)
}

// doubtNotFound adds a doubt for every value that the reader did not find, unless both
// eyes have the same value.
func (j *judgement) doubtNotFound(a *answer) {
	for _, p := range a.places() {
		verdict, isNumber := j.verdicts[p]
		if (!isNumber || verdict != reader.Found) && a.value(p) != a.value(p.other()) {
			j.doubt(p.path(), doubtMessage, biometry.EyeUnclear)
		}
	}
}

// doubt adds a value to those in doubt, with what the model is told about it, and the user.
func (j *judgement) doubt(path, message string, reason biometry.WithheldReason) {
	j.doubts = append(j.doubts, path)
	j.messages[path], j.reasons[path] = message, reason
}

// reason returns why the value at a path is withheld: because it is in doubt, or one that it is tied to.
func (j *judgement) reason(path string) biometry.WithheldReason {
	for _, p := range append([]string{path}, tied(path)...) {
		if reason := j.reasons[p]; reason != "" {
			return reason
		}
	}
	return ""
}

// faults returns the doubts as the model is told them. They contain no value, because
// the model would repeat it.
func (j *judgement) faults() []biometry.Fault {
	out := make([]biometry.Fault, len(j.doubts))
	for i, path := range j.doubts {
		out[i] = biometry.Fault{Path: path, Message: j.messages[path]}
	}
	return out
}

// why returns what the user is told about the second call.
func (j *judgement) why() string {
	if len(j.doubts) > j.invalid {
		return "Reading the report again: some values are not those of its text"
	}
	return "Reading the report again: some values were not valid"
}
