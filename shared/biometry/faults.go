package biometry

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Fault is one validation error of a document.
type Fault struct {
	Path    string `json:"path"`           // such as "data.right_eye.AL"; "" is the document
	Message string `json:"message"`        // what is wrong and what would be right
	Rule    Rule   `json:"rule,omitempty"` // what was broken, for programs; "" if no rule has a name
}

// Rule names what a fault breaks, so that a program can say it in its user's language. Clients may
// rely on the names; later versions may have more.
type Rule string

// The rules.
const (
	RuleMissing            Rule = "missing"
	RuleKind               Rule = "wrong_kind"
	RuleValues             Rule = "not_allowed"
	RuleRange              Rule = "out_of_range"
	RuleWhole              Rule = "not_whole"
	RuleDate               Rule = "bad_date"
	RuleText               Rule = "bad_text"
	RuleLength             Rule = "too_long"
	RulePlace              Rule = "misplaced"
	RuleCase               Rule = "letter_case"
	RuleRepeated           Rule = "repeated"
	RuleBareAxis           Rule = "bare_axis"
	RuleTogether           Rule = "incomplete_pair"
	RuleSteeper            Rule = "flat_above_steep"
	RulePerpendicular      Rule = "not_perpendicular"
	RuleTotalDevice        Rule = "wrong_total_device"
	RuleVersion            Rule = "bad_version"
	RuleUnsupportedVersion Rule = "unsupported_version"
)

// Rules returns what each rule means, in words for a developer.
func Rules() map[Rule]string {
	return map[Rule]string{
		RuleMissing: "a required member is missing", RuleKind: "the value is of another kind of JSON than its field",
		RuleValues: "the value is none of the allowed ones", RuleRange: "the number is outside of the field's range",
		RuleWhole: "the number must be whole", RuleDate: "no date of the calendar in the form YYYY-MM-DD",
		RuleText: "the text has characters that are not allowed", RuleLength: "the text is too long",
		RulePlace: "the member does not belong where it stands", RuleCase: "the name is written in another letter case",
		RuleRepeated: "the member is there twice", RuleBareAxis: "an axis without its powers",
		RuleTogether: "its counterpart is given, so it must be given too", RuleSteeper: "the steep power is less than the flat one",
		RulePerpendicular: "the axes do not lie 90 degrees apart", RuleTotalDevice: "another device than that of total keratometry",
		RuleVersion: "no version of three numbers", RuleUnsupportedVersion: "a major version that is not supported",
	}
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
	rule    Rule
	message string
}

// fault reports a fault of m and marks its value as faulty, so that no rule
// about other members builds on it.
func (d *decoder) fault(m *member, rule Rule, message string) {
	d.values[m.slot].faulty = true
	d.faults = append(d.faults, locatedFault{m.slot, m.path, rule, message})
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
		out[i] = Fault{f.path, f.message, f.rule}
	}
	return out
}
