package biometry

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Fault is one thing wrong with a document.
type Fault struct {
	Path    string `json:"path"`    // e.g. "data.right_eye.AL"; "" is the document
	Message string `json:"message"` // what is wrong and what would be right
}

// Faults is every fault found in a document that is well-formed JSON but no
// valid report. The API answers 422 with them.
type Faults []Fault

func (f Faults) Error() string {
	var b strings.Builder
	for i, x := range f {
		if i > 0 {
			b.WriteString("; ")
		}
		if x.Path != "" {
			b.WriteString(x.Path + ": ")
		}
		b.WriteString(x.Message)
	}
	return b.String()
}

// SyntaxError says that a document is not JSON at all: bad syntax, invalid
// UTF-8, trailing data or nesting deeper than 64. The API answers 400.
type SyntaxError struct {
	Reason string // for the user; holds nothing of the document's content
	Offset int64  // bytes from the start
}

func (e *SyntaxError) Error() string {
	if e.Offset == 0 {
		return e.Reason
	}
	return fmt.Sprintf("%s (at byte %d)", e.Reason, e.Offset)
}

// located is a fault and the number of its member, by which faults are
// ordered. There are a few for each known member, so they are bounded.
type located struct {
	slot    int
	path    string
	message string
}

// fault reports something wrong with m and marks its value, so that no rule
// about other members builds on it.
func (r *reading) fault(m *member, message string) {
	r.values[m.slot].bad = true
	r.faults = append(r.faults, located{m.slot, m.path, message})
}

// verdict is nil, or Faults in the specification's order.
func (r *reading) verdict() error {
	if len(r.faults) == 0 {
		return nil
	}
	slices.SortStableFunc(r.faults, func(a, b located) int { return cmp.Compare(a.slot, b.slot) })
	out := make(Faults, len(r.faults))
	for i, f := range r.faults {
		out[i] = Fault{f.path, f.message}
	}
	return out
}
