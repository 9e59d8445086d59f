package damage

import (
	"maps"
	"slices"
	"strings"

	"biom/shared/biometry"
)

// Truth is what a careful person reads in a document. Its paths and values are those of
// eval.Values.
type Truth struct {
	Values  map[string]any   // path → value; a path that is not in it must be null
	also    map[string][]any // path → other values that are right too
	open    map[string]bool  // paths that are not judged
	printed []any            // every measured value that the document had before it was damaged
}

// NewTruth returns the truth of an undamaged document from its expected values. Notes are
// not judged: most damages change words, and notes consist of them.
func NewTruth(expected map[string]any) Truth {
	t := Truth{Values: maps.Clone(expected), also: map[string][]any{}, open: map[string]bool{}}
	t.leaveOpen(biometry.NotesField().Name)
	for _, path := range sortedPaths(t.Values) {
		if isMeasured(path) {
			t.printed = append(t.printed, t.Values[path])
		}
	}
	return t
}

func (t *Truth) clone() Truth {
	return Truth{Values: maps.Clone(t.Values), also: maps.Clone(t.also), open: maps.Clone(t.open), printed: slices.Clone(t.printed)}
}

// leaveOpen excludes paths from judgement.
func (t *Truth) leaveOpen(paths ...string) {
	for _, p := range paths {
		t.open[p] = true
		delete(t.Values, p)
	}
}

// withhold says that no value of an eye can be known.
func (t *Truth) withhold(eyes ...side) {
	for _, e := range eyes {
		maps.DeleteFunc(t.Values, func(path string, _ any) bool { return strings.HasPrefix(path, e.prefix()) })
	}
}

// exchangeEyes gives the values of each eye to the other one.
func (t *Truth) exchangeEyes() {
	exchanged := map[string]any{}
	for path, v := range t.Values {
		exchanged[otherEye(path)] = v
	}
	t.Values = exchanged
}

// merge says that the values may be those of two patients, so that none can be known. The
// device may be either's, and both may be men.
func (t *Truth) merge(other Truth) {
	t.printed = append(t.printed, other.printed...)
	t.withhold(right, left)
	t.leaveOpen(devicePaths...)
	t.leaveOpen(patientGender)
	for path := range t.Values {
		if path == examDate || strings.HasPrefix(path, "patient.") {
			delete(t.Values, path)
		}
	}
}

// otherEye returns the path of the same field of the other eye.
func otherEye(path string) string {
	if rest, ok := strings.CutPrefix(path, right.prefix()); ok {
		return left.prefix() + rest
	}
	if rest, ok := strings.CutPrefix(path, left.prefix()); ok {
		return right.prefix() + rest
	}
	return path
}

const (
	patientName   = "patient.name"
	patientID     = "patient.id"
	patientGender = "patient.gender"
	examDate      = "exam_date"
)

var devicePaths = []string{"device_name", "manufacturer", "pk_device_name"}

// statePaths are the values that are printed as words.
var statePaths = []string{
	right.prefix() + "lens_status", right.prefix() + "post_refractive",
	left.prefix() + "lens_status", left.prefix() + "post_refractive",
}

// isMeasured reports whether a path is that of an eye.
func isMeasured(path string) bool {
	return strings.HasPrefix(path, right.prefix()) || strings.HasPrefix(path, left.prefix())
}

// Verdict says what became of a value.
type Verdict string

// The verdicts, from the best to the worst.
const (
	Kept     Verdict = "kept"
	Lost     Verdict = "lost"     // the truth has a value, the answer has none
	Invented Verdict = "invented" // the truth has no value, and the answer's is nowhere in the document
	Changed  Verdict = "changed"  // another value than the truth
	Moved    Verdict = "moved"    // the value of another field, eye or patient, or of an eye without a heading
)

// Wrong reports whether a verdict must not occur.
func (v Verdict) Wrong() bool { return v == Invented || v == Changed || v == Moved }

// Finding is the verdict on one value.
type Finding struct {
	Path      string
	Verdict   Verdict
	Want, Got any
}

// Judge compares an answer, path by path, with the truth. The answer is that of
// eval.Values; it is empty if the reader found no biometry.
func (t *Truth) Judge(answer map[string]any) []Finding {
	var out []Finding
	paths := maps.Clone(t.Values)
	maps.Copy(paths, answer)
	for _, path := range slices.Sorted(maps.Keys(paths)) {
		want, got := t.Values[path], answer[path]
		if t.open[path] || unknownDevice(path, want) && unknownDevice(path, got) {
			continue
		}
		out = append(out, Finding{path, t.verdict(path, want, got), want, got})
	}
	return out
}

func (t *Truth) verdict(path string, want, got any) Verdict {
	switch {
	case got == want, got != nil && slices.Contains(t.also[path], got):
		return Kept
	case got == nil, unknownDevice(path, got):
		return Lost
	case isMeasured(path) && slices.Contains(t.printed, got):
		return Moved
	case want == nil:
		return Invented
	}
	return Changed
}

// unknownDevice reports whether a value says that the device is not known, which is null
// for every other field.
func unknownDevice(path string, v any) bool {
	return (v == nil || v == "Other") && slices.Contains(devicePaths, path)
}
