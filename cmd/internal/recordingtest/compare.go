package recordingtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Compare returns a complaint for each answer that is neither as before nor, if points of the
// changelog's list change it, as recorded; and for each change that changes nothing.
func Compare(before Answers, changes Changes, got Answers) (complaints []string) {
	for _, name := range slices.Sorted(maps.Keys(got)) {
		got[name] = withoutRules(got[name])
		want, why := inMilliseconds(before[name]), "as before"
		if change, ok := changes[name]; ok {
			if same(want, change.Answer) {
				complaints = append(complaints, fmt.Sprintf("%s: the answer is as before, although it should be changed by %q", name, change.Points))
			}
			want, why = change.Answer, fmt.Sprintf("by %q", change.Points)
		}
		if !same(want, got[name]) {
			complaints = append(complaints, fmt.Sprintf("%s\nwant, %s:\n%s\ngot:\n%s", name, why, show(want), show(got[name])))
		}
	}
	return complaints
}

// Differences returns the changes between the answers of two bioms. points are the points of
// the list that change answers, as [Book.Changed] returns them; the other differences have none.
func Differences(before, got Answers, points map[string][]string) Changes {
	changes := Changes{}
	for name := range before {
		got[name] = withoutRules(got[name])
		if points[name] != nil || !same(inMilliseconds(before[name]), got[name]) {
			changes[name] = Change{Points: points[name], Answer: got[name]}
		}
	}
	return changes
}

// inMilliseconds returns an answer of before with the precision that times have now: the
// point [Timestamps] changes all answers with a time.
func inMilliseconds(a Answer) Answer {
	a.JSON, a.Text = json.RawMessage(precise(string(a.JSON))), precise(a.Text)
	return a
}

// Timed returns how many of the answers of before the point [Timestamps] changes.
func Timed(before Answers) (n int) {
	for _, a := range before {
		if !same(a, inMilliseconds(a)) {
			n++
		}
	}
	return n
}

// precise gives all times three decimals, except the end of a share in a response that a client
// has kept: an export passes that on as it is.
func precise(s string) string {
	s = strings.NewReplacer(timeOtherwise, timeInMilliseconds, endOtherwise, endInMilliseconds).Replace(s)
	return keptTimes.ReplaceAllStringFunc(s, func(text string) string {
		at, err := time.Parse(time.RFC3339, text)
		if err != nil {
			return text
		}
		return at.Format("2006-01-02T15:04:05.000Z07:00")
	})
}

var keptTimes = regexp.MustCompile(`("expires_at": ?")?` + times.String())

// rules are the names of broken rules, which faults have had since the recording.
var rules = regexp.MustCompile(`,\s*"rule":\s*"[a-z_]+"`)

// withoutRules returns an answer as a client sees it that does not know the member rule of faults:
// it is an addition to each of them.
func withoutRules(a Answer) Answer {
	a.JSON, a.Text = rules.ReplaceAll(a.JSON, nil), rules.ReplaceAllString(a.Text, "")
	return a
}

func same(a, b Answer) bool { return bytes.Equal(show(a), show(b)) }

func show(a Answer) []byte {
	text, err := compact(a)
	if err != nil {
		return []byte(err.Error())
	}
	return text
}
