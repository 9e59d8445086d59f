package eval

// Score counts values. Every expected value is right, wrong or missed; a value that was
// found although none is expected is invented.
type Score struct {
	Present  int `json:"present"` // expected values
	Right    int `json:"right"`
	Wrong    int `json:"wrong"`
	Missed   int `json:"missed"`
	Invented int `json:"invented"`
	// Accuracy is Right/Present, null if nothing is expected.
	Accuracy *float64 `json:"accuracy"`
}

// The kinds of a [Difference].
const (
	Wrong    = "wrong"
	Missed   = "missed"
	Invented = "invented"
)

// Difference is a value that was not read as expected. Expected and Found are nil unless
// [Config].Values asks for them.
type Difference struct {
	Path     string `json:"path"`
	Kind     string `json:"kind"`
	Expected any    `json:"expected,omitempty"`
	Found    any    `json:"found,omitempty"`
}

// verdict returns the kind of difference between two values, "" if they are equal.
func verdict(want, got any) string {
	switch {
	case want == got:
		return ""
	case want == nil:
		return Invented
	case got == nil:
		return Missed
	}
	return Wrong
}

// count counts one value: want was expected and got was found.
func (s *Score) count(want, got any) {
	if want != nil {
		s.Present++
	}
	switch verdict(want, got) {
	case Wrong:
		s.Wrong++
	case Missed:
		s.Missed++
	case Invented:
		s.Invented++
	default:
		if want != nil {
			s.Right++
		}
	}
}

// add adds the counts of another score.
func (s *Score) add(other Score) {
	s.Present += other.Present
	s.Right += other.Right
	s.Wrong += other.Wrong
	s.Missed += other.Missed
	s.Invented += other.Invented
}

// computeAccuracy sets Accuracy after everything has been counted.
func (s *Score) computeAccuracy() {
	if s.Present > 0 {
		s.Accuracy = new(float64(s.Right) / float64(s.Present))
	}
}

// compare scores one document, place by place. want is nil if no biometry is expected,
// and found is nil if no answer was read.
func compare(want, found *answer) (scores []Score, differences []Difference) {
	scores = make([]Score, len(places))
	for i, p := range places {
		wanted, got := p.valueIn(want), p.valueIn(found)
		scores[i].count(wanted, got)
		if kind := verdict(wanted, got); kind != "" {
			differences = append(differences, Difference{p.path, kind, wanted, got})
		}
	}
	return scores, differences
}

// valueIn returns the value at the place in an answer. It is nil if the answer is nil.
func (p *place) valueIn(a *answer) any {
	if a == nil {
		return nil
	}
	return p.value(a)
}
