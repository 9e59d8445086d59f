package biometry

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Fault is one validation error of a document.
type Fault struct {
	Path    string `json:"path"`    // such as "data.right_eye.AL"; "" is the document
	Message string `json:"message"` // what is wrong and what would be right
}

// Faults are all validation errors of a document that is JSON but not a valid
// report, in the specification's order. The API answers 422 with them.
type Faults []Fault

// Error returns all faults in one line.
func (f Faults) Error() string {
	var b strings.Builder
	for i, fault := range f {
		if i > 0 {
			b.WriteString("; ")
		}
		if fault.Path != "" {
			b.WriteString(fault.Path + ": ")
		}
		b.WriteString(fault.Message)
	}
	return b.String()
}

// SyntaxError says that a document is not JSON at all: bad syntax, invalid
// UTF-8, trailing data or nesting deeper than 64. The API answers 400.
type SyntaxError struct {
	Reason string // for the user; repeats nothing of the document
	Offset int64  // in bytes from the start of the document
}

// Error returns the reason, and the offset if it is not 0.
func (e *SyntaxError) Error() string {
	if e.Offset == 0 {
		return e.Reason
	}
	return fmt.Sprintf("%s (at byte %d)", e.Reason, e.Offset)
}

// locatedFault is a fault with the slot of its member, by which faults are
// sorted. Each known member has a few at most, so their number is bounded.
type locatedFault struct {
	slot    int
	path    string
	message string
}

// fault reports a fault of m and marks its value as faulty, so that no rule
// about other members builds on it.
func (d *decoder) fault(m *member, message string) {
	d.values[m.slot].faulty = true
	d.faults = append(d.faults, locatedFault{m.slot, m.path, message})
}

// sortedFaults returns the reported faults as Faults in the specification's
// order, or nil if there are none.
func (d *decoder) sortedFaults() error {
	if len(d.faults) == 0 {
		return nil
	}
	slices.SortStableFunc(d.faults, func(a, b locatedFault) int { return cmp.Compare(a.slot, b.slot) })
	out := make(Faults, len(d.faults))
	for i, f := range d.faults {
		out[i] = Fault{f.path, f.message}
	}
	return out
}
