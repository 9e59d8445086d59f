package recheck

import (
	"biom/shared/biometry"
	"biom/worker/reader"
)

// judgement is what the text says to an answer.
type judgement struct {
	doubts    []spot
	verdicts  map[spot]reader.Verdict // of the numbers
	exchanged bool                    // the eyes
	silent    bool                    // the text is not the report's
}

// judge holds an answer's numbers against the text. By the majority of those
// that tell the eyes apart the two are exchanged: then nothing is believed that
// the reader did not find itself, words included.
func judge(text *reader.Witness, a *answer) judgement {
	j := judgement{verdicts: map[spot]reader.Verdict{}}
	upright, crossed, printed := 0, 0, 0
	for _, s := range a.spots() {
		n, ok := s.number(a)
		if !ok {
			continue
		}
		v := text.Says(s.eye, s.field, n)
		j.verdicts[s] = v
		if v.Doubtful() {
			j.doubts = append(j.doubts, s)
		}
		if v == reader.OtherEyes {
			crossed++
		} else if !v.Doubtful() && text.Says(s.other().eye, s.field, n).Doubtful() {
			upright++
		}
		if v != reader.Unprinted && v != reader.Refuted {
			printed++
		}
	}
	j.silent = text.Silent() && 2*printed < len(j.verdicts)
	if j.exchanged = crossed > upright; j.exchanged {
		j.doubts = j.untold(a)
	}
	return j
}

// untold is every value of both eyes that the reader did not find, but for
// those that both eyes have alike.
func (j judgement) untold(a *answer) (out []spot) {
	for _, s := range a.spots() {
		v, number := j.verdicts[s]
		if value := a.value(s); value != nil && (!number || v != reader.Found) && value != a.value(s.other()) {
			out = append(out, s)
		}
	}
	return out
}

func (j judgement) paths() []string {
	out := make([]string, len(j.doubts))
	for i, s := range j.doubts {
		out[i] = s.path()
	}
	return out
}

// faults are what the model is told. They name no value, for it would be
// repeated.
func (j judgement) faults() []biometry.Fault {
	out := make([]biometry.Fault, len(j.doubts))
	for i, s := range j.doubts {
		message := "is not what the document's text says of this eye"
		if j.exchanged || j.verdicts[s] == reader.OtherEyes {
			message = "seems to be the other eye's; right is OD, by the words printed at the values"
		}
		out[i] = biometry.Fault{Path: s.full(), Message: message}
	}
	return out
}
