package eval

import (
	"cmp"
	"maps"
	"slices"

	"biom/worker/provider"
)

// Report is what a reading of a folder came to.
type Report struct {
	Model   string  `json:"model"`
	Jobs    int     `json:"jobs"`    // documents at once: more of them make each take longer
	Seconds float64 `json:"seconds"` // of the whole
	Group           // everything

	// Nothing tells of the documents that hold no biometry: that the reader
	// says so is the one right answer.
	Nothing Nothing `json:"nothing"`

	Calls     int             `json:"calls"`      // of the model
	Tokens    provider.Tokens `json:"tokens"`     // of those that were answered
	ReadAgain int             `json:"read_again"` // documents whose first answer was not valid
	Withheld  int             `json:"withheld"`   // values that were read but not trusted

	Failures []Failure `json:"failures"` // by reason
	Tags     []Tag     `json:"tags"`     // device first
	Fields   []Field   `json:"fields"`   // in the specification's order

	Items           []Document `json:"items"`      // in the order of their names
	Unexpected      []string   `json:"unexpected"` // documents without an expected answer, not read
	WithoutDocument []string   `json:"lonely"`     // expected answers without a document
}

// Group is some documents and their values together.
type Group struct {
	Documents int `json:"documents"`
	Failed    int `json:"failed"` // as a whole: their values are missed
	Score
	Time Time `json:"time"`
}

// Nothing counts the documents without biometry.
type Nothing struct {
	Documents int `json:"documents"`
	Right     int `json:"right"`
}

// Failure is a reason for which documents failed as a whole.
type Failure struct {
	Reason    string   `json:"reason"`
	Documents []string `json:"documents"`
}

// Tag holds the documents apart by one of their tags.
type Tag struct {
	Name   string  `json:"name"`
	Values []Value `json:"values"`
}

// Value is the documents that have a tag's value; "" are those without it.
type Value struct {
	Value string `json:"value"`
	Group
}

// Field is the score of one field, by its path.
type Field struct {
	Path string `json:"path"`
	Score
}

// Document is what became of one document.
type Document struct {
	Name           string            `json:"name"`
	Tags           map[string]string `json:"tags"`
	ExpectsNothing bool              `json:"expects_nothing,omitempty"`
	Reason         string            `json:"reason,omitempty"` // it failed as a whole
	Cause          string            `json:"cause,omitempty"`  // only with Config.Values
	Calls          int               `json:"calls"`
	Tokens         provider.Tokens   `json:"tokens"`
	Withheld       int               `json:"withheld"`
	Milliseconds   float64           `json:"milliseconds"`
	Score
	Differences []Difference `json:"differences"` // none if it failed as a whole
}

// score fills in what the values come to.
func (o *outcome) score(d *document, found *answer, keepValues bool) {
	scores, differences := compare(d.answer, found)
	for _, s := range scores {
		o.add(s)
	}
	o.settle()
	o.scores, o.Differences = scores, []Difference{}
	if o.Reason != "" {
		return
	}
	for _, diff := range differences {
		if !keepValues {
			diff.Expected, diff.Found = nil, nil
		}
		o.Differences = append(o.Differences, diff)
	}
}

// report adds everything up. It does not depend on who was read first.
func (f *Folder) report(outcomes []outcome) *Report {
	r := &Report{
		Group: groupOf(outcomes), Unexpected: orEmpty(f.Unexpected), WithoutDocument: orEmpty(f.WithoutDocument),
		Failures: failuresOf(outcomes), Fields: fieldsOf(outcomes), Items: []Document{}, Tags: []Tag{},
	}
	for i := range outcomes {
		o := &outcomes[i]
		r.Items = append(r.Items, o.Document)
		r.Calls += o.Calls
		r.Tokens = r.Tokens.Add(o.Tokens)
		r.Withheld += o.Withheld
		if o.Calls > 1 {
			r.ReadAgain++
		}
		if o.ExpectsNothing {
			r.Nothing.Documents++
			if o.Reason == "" && o.Invented == 0 {
				r.Nothing.Right++
			}
		}
	}
	for _, name := range f.Tags() {
		r.Tags = append(r.Tags, Tag{name, valuesOf(outcomes, name)})
	}
	return r
}

func groupOf(outcomes []outcome) (g Group) {
	for i := range outcomes {
		g.Documents++
		if outcomes[i].Reason != "" {
			g.Failed++
		}
		g.add(outcomes[i].Score)
	}
	g.settle()
	g.Time = timeOf(outcomes)
	return g
}

func fieldsOf(outcomes []outcome) []Field {
	fields := make([]Field, len(places))
	for i := range fields {
		fields[i].Path = places[i].path
		for _, o := range outcomes {
			fields[i].add(o.scores[i])
		}
		fields[i].settle()
	}
	return fields
}

func valuesOf(outcomes []outcome, tag string) (values []Value) {
	byValue := map[string][]outcome{}
	for _, o := range outcomes {
		byValue[o.Tags[tag]] = append(byValue[o.Tags[tag]], o)
	}
	for _, value := range slices.Sorted(maps.Keys(byValue)) {
		values = append(values, Value{value, groupOf(byValue[value])})
	}
	return values
}

func failuresOf(outcomes []outcome) []Failure {
	byReason := map[string][]string{}
	for _, o := range outcomes {
		if o.Reason != "" {
			byReason[o.Reason] = append(byReason[o.Reason], o.Name)
		}
	}
	failures := []Failure{}
	for reason, documents := range byReason {
		failures = append(failures, Failure{reason, documents})
	}
	slices.SortFunc(failures, func(a, b Failure) int { return cmp.Compare(a.Reason, b.Reason) })
	return failures
}

// orEmpty is a list that JSON shows as [], not null.
func orEmpty(names []string) []string { return append([]string{}, names...) }
