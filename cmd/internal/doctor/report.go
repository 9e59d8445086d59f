// Package doctor checks a configuration against the real parts: it asks NATS, Redis, Postgres, the
// provider, the workers and this machine what they are, and judges whether biom can work with that. It
// changes nothing that anybody would notice.
//
// What a part says is found out by the package that has its driver (see broker.Inspect); what is right
// is decided here, one file for each part.
package doctor

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"biom/cmd/internal/display"
)

// State is the outcome of a check.
type State string

// The states. A warning works, but not well or not safely; what was not checked could not be seen from here.
const (
	OK         State = "ok"
	Warning    State = "warning"
	Problem    State = "problem"
	NotChecked State = "not checked"
)

// Finding is what a check has found.
type Finding struct {
	Check  string `json:"check"`
	State  State  `json:"state"`
	Found  string `json:"found"`
	Remedy string `json:"remedy,omitempty"` // what to do, in sentences; "" if all is well
}

// Report collects findings.
type Report struct {
	// Show gets each finding when it is made; nil: nobody does.
	Show     func(Finding)
	Findings []Finding
}

func (r *Report) add(f Finding) {
	// One line, whatever a server has said.
	f.Found = display.Printable(strings.Join(strings.Fields(strings.ReplaceAll(f.Found, "\n", "; ")), " "))
	r.Findings = append(r.Findings, f)
	if r.Show != nil {
		r.Show(f)
	}
}

// OK adds a finding that all is well.
func (r *Report) OK(check, found string, args ...any) {
	r.add(Finding{Check: check, State: OK, Found: fmt.Sprintf(found, args...)})
}

// Warn adds a warning.
func (r *Report) Warn(check, remedy, found string, args ...any) {
	r.add(Finding{check, Warning, fmt.Sprintf(found, args...), remedy})
}

// Problem adds a problem.
func (r *Report) Problem(check, remedy, found string, args ...any) {
	r.add(Finding{check, Problem, fmt.Sprintf(found, args...), remedy})
}

// NotChecked adds something that cannot be seen from here. remedy says how to look.
func (r *Report) NotChecked(check, remedy, found string, args ...any) {
	r.add(Finding{check, NotChecked, fmt.Sprintf(found, args...), remedy})
}

// Count returns the number of findings in a state.
func (r *Report) Count(s State) (n int) {
	for _, f := range r.Findings {
		if f.State == s {
			n++
		}
	}
	return n
}

// Summary returns the number of findings in each state.
func (r *Report) Summary() string {
	return fmt.Sprintf("%s, %s, %d ok, %d not checked", display.Plural(r.Count(Problem), "problem"), display.Plural(r.Count(Warning), "warning"),
		r.Count(OK), r.Count(NotChecked))
}

// Line returns a finding as a line of text.
func (f Finding) Line() string {
	line := fmt.Sprintf("%-11s  %-19s  %s", f.State, f.Check, f.Found)
	if f.Remedy != "" {
		line += ". " + f.Remedy
	}
	return line
}

// WriteJSON writes the findings as one JSON document.
func (r *Report) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(struct {
		Problems   int       `json:"problems"`
		Warnings   int       `json:"warnings"`
		NotChecked int       `json:"not_checked"`
		Findings   []Finding `json:"findings"`
	}{r.Count(Problem), r.Count(Warning), r.Count(NotChecked), r.Findings})
}

// Clocks may differ by clockWarning without a word, and by clockLimit at most: deadlines of jobs are times.
const (
	clockWarning = 500 * time.Millisecond
	clockLimit   = 2 * time.Second
)

// clock judges a clock that is ahead of this machine's by gap, which is exact to around.
func (r *Report) clock(check, whose string, gap, around time.Duration) {
	const remedy = "Have both machines set their clocks by NTP (chrony, systemd-timesyncd): deadlines of jobs are times."
	side, size := "ahead of", gap
	if gap < 0 {
		side, size = "behind", -gap
	}
	found := fmt.Sprintf("%s is %s %s this machine's", whose, brief(size), side)
	switch {
	case size-around > clockLimit:
		r.Problem(check, remedy, "%s", found)
	case size-around > clockWarning:
		r.Warn(check, remedy, "%s", found)
	default:
		r.OK(check, "%s and this machine's agree within %s", whose, brief(size+around))
	}
}

// brief returns a duration without needless digits.
func brief(d time.Duration) string {
	switch {
	case d < time.Millisecond:
		return "1ms"
	case d < time.Second:
		return d.Round(time.Millisecond).String()
	}
	return d.Round(100 * time.Millisecond).String()
}

// bytes returns a size in words, such as "7.2 GiB".
func bytes(n int64) string {
	size, units := float64(n), []string{"bytes", "KiB", "MiB", "GiB", "TiB"}
	for size >= 1024 && len(units) > 1 {
		size, units = size/1024, units[1:]
	}
	if units[0] == "bytes" {
		return fmt.Sprintf("%d bytes", n)
	}
	return fmt.Sprintf("%.1f %s", size, units[0])
}

// atLeast reports whether a version such as "2.15.2" is not older than major.minor.
func atLeast(version string, major, minor int) bool {
	var gotMajor, gotMinor int
	_, _ = fmt.Sscanf(version, "%d.%d", &gotMajor, &gotMinor) // leaves 0 where it finds no number
	return gotMajor > major || gotMajor == major && gotMinor >= minor
}
