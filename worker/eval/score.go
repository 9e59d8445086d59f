package eval

// Score counts values. Every value that is expected is right, wrong or missed;
// an invented one is given where none is expected.
type Score struct {
	Present  int `json:"present"` // expected
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

// Difference is a value that was not read as it is expected. Expected and Found
// are there only if [Config].Values asked for them.
type Difference struct {
	Path     string `json:"path"`
	Kind     string `json:"kind"`
	Expected any    `json:"expected,omitempty"`
	Found    any    `json:"found,omitempty"`
}

// verdict is what became of one value, "" if it is right.
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

// count counts one value that was expected to be want and found to be got.
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

// add adds up two scores.
func (s *Score) add(other Score) {
	s.Present += other.Present
	s.Right += other.Right
	s.Wrong += other.Wrong
	s.Missed += other.Missed
	s.Invented += other.Invented
}

// settle computes the accuracy once everything is counted.
func (s *Score) settle() {
	if s.Present > 0 {
		s.Accuracy = new(float64(s.Right) / float64(s.Present))
	}
}

// compare scores one document, place by place. found is nil if nothing was read.
func compare(want, found *answer) (scores []Score, differences []Difference) {
	scores = make([]Score, len(places))
	for i, p := range places {
		w, g := p.in(want), p.in(found)
		scores[i].count(w, g)
		if kind := verdict(w, g); kind != "" {
			differences = append(differences, Difference{p.path, kind, w, g})
		}
	}
	return scores, differences
}

func (p *place) in(a *answer) any {
	if a == nil {
		return nil
	}
	return p.value(a)
}
