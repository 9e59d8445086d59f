package recheck

import (
	"biom/shared/biometry"
	"biom/worker/reader"
)

// judgement is what an answer must not be believed in: what is not valid, and
// what the text says otherwise.
type judgement struct {
	doubts    []string          // paths in the answer
	messages  map[string]string // of what is in doubt, for the model; no value is in them
	verdicts  map[spot]reader.Verdict
	exchanged bool // the eyes
	untold    bool // nothing tells the eyes apart
	unheard   bool // there is no text, or it is not the report's
	invalid   int
}

// witness is a document's own text.
type witness struct {
	*reader.Witness

	pictures bool // see [Text]
}

// silent: the reader understood nothing of it, or next to nothing where a
// picture may show the rest.
func (w *witness) silent() bool { return w.Silent() || w.pictures && w.KnowsLittle() }

// judge holds an answer against the rules, which parse has done, and against
// the text; nil is none. By the majority of the numbers that tell the eyes
// apart the two are exchanged: then nothing is believed that the reader did not
// find itself, words included.
func judge(text *witness, a *answer) *judgement {
	j := &judgement{messages: map[string]string{}, verdicts: map[spot]reader.Verdict{}, invalid: len(a.faults)}
	for _, path := range a.invalid() {
		j.doubt(path, a.faults[path])
	}
	if text == nil || !j.hears(text, a) {
		j.unheard = true
		return j
	}
	if j.exchanged {
		j.doubtUntold(a)
		return j
	}
	for _, s := range a.spots() {
		if j.verdicts[s].Doubtful() {
			j.doubt(s.full(), unconfirmed)
		}
	}
	return j
}

// unconfirmed is all that the model is told of a doubt. Were it told that a
// value is the other eye's, it would move it there, right or wrong.
const unconfirmed = "could not be confirmed: find the heading of its eye, then its label, and read it anew"

// hears asks the text about every number. It reports false if the text is not
// the report's.
func (j *judgement) hears(text *witness, a *answer) bool {
	upright, crossed, printed := 0, 0, 0
	for _, s := range a.spots() {
		n, ok := s.number(a)
		if !ok {
			continue
		}
		v := text.Says(s.eye, s.field, n)
		j.verdicts[s] = v
		if v == reader.OtherEyes {
			crossed++
		} else if !v.Doubtful() && text.Says(s.other().eye, s.field, n).Doubtful() {
			upright++
		}
		if v != reader.Unprinted && v != reader.Refuted {
			printed++
		}
	}
	j.exchanged, j.untold = crossed > upright, crossed+upright == 0
	return !text.silent() || 2*printed >= len(j.verdicts)
}

// doubtUntold doubts every value of both eyes that the reader did not find, but
// for those that both eyes have alike.
func (j *judgement) doubtUntold(a *answer) {
	for _, s := range a.spots() {
		v, number := j.verdicts[s]
		if (!number || v != reader.Found) && a.value(s) != a.value(s.other()) {
			j.doubt(s.full(), unconfirmed)
		}
	}
}

func (j *judgement) doubt(path, message string) {
	j.doubts = append(j.doubts, path)
	j.messages[path] = message
}

// faults are what the model is told. They name no value, for it would be
// repeated.
func (j *judgement) faults() []biometry.Fault {
	out := make([]biometry.Fault, len(j.doubts))
	for i, path := range j.doubts {
		out[i] = biometry.Fault{Path: path, Message: j.messages[path]}
	}
	return out
}

// why is what the user is told of a second request.
func (j *judgement) why() string {
	if len(j.doubts) > j.invalid {
		return "Reading the report again: some values are not those of its text"
	}
	return "Reading the report again: some values were not valid"
}
