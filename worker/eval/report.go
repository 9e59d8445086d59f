package eval

import (
	"cmp"
	"maps"
	"slices"

	"biom/worker/provider"
)

// Report is the result of reading a folder.
type Report struct {
	Model   string  `json:"model"`
	Jobs    int     `json:"jobs"`    // number of documents that were read at once
	Seconds float64 `json:"seconds"` // for all documents
	Group           // of all documents

	// Nothing counts the documents that hold no biometry. The only right answer to
	// such a document is that it holds none.
	Nothing Nothing `json:"nothing"`

	Calls     int             `json:"calls"`      // of the provider
	Tokens    provider.Tokens `json:"tokens"`     // of the answered calls
	ReadAgain int             `json:"read_again"` // documents with more than one call
	Withheld  int             `json:"withheld"`   // values that were read but not trusted

	Failures []Failure `json:"failures"` // by reason
	Tags     []Tag     `json:"tags"`     // device first
	Fields   []Field   `json:"fields"`   // in the specification's order

	Items           []Document `json:"items"`      // in the order of their names
	Unexpected      []string   `json:"unexpected"` // documents without an expected answer, not read
	WithoutDocument []string   `json:"lonely"`     // expected answers without a document
}

// Group sums up some documents and their values.
type Group struct {
	Documents int `json:"documents"`
	Failed    int `json:"failed"` // documents that failed as a whole; their values count as missed
	Score
	Time Time `json:"time"`
}

// Nothing counts the documents without biometry.
type Nothing struct {
	Documents int `json:"documents"`
	Right     int `json:"right"` // in which no value was found
}

// Failure lists the documents that failed as a whole for one reason.
type Failure struct {
	Reason    string   `json:"reason"`
	Documents []string `json:"documents"`
}

// Tag groups the documents by one of their tags.
type Tag struct {
	Name   string  `json:"name"`
	Values []Value `json:"values"`
}

// Value sums up the documents with one value of a tag; "" are those without the tag.
type Value struct {
	Value string `json:"value"`
	Group
}

// Field is the score of one field, by its path.
type Field struct {
	Path string `json:"path"`
	Score
}

// Document is the result of one document.
type Document struct {
	Name           string            `json:"name"`
	Tags           map[string]string `json:"tags"`
	ExpectsNothing bool              `json:"expects_nothing,omitempty"`
	Reason         string            `json:"reason,omitempty"` // why the document failed as a whole; "": it did not fail
	Cause          string            `json:"cause,omitempty"`  // only with Config.Values
	Calls          int               `json:"calls"`
	Tokens         provider.Tokens   `json:"tokens"`
	Withheld       int               `json:"withheld"`
	Milliseconds   float64           `json:"milliseconds"`
	Score
	Differences []Difference `json:"differences"` // empty if the document failed as a whole
}

// score compares the values of a document with the expected ones. found is nil if the
// document was not read.
func (o *outcome) score(d *document, found *answer, keepValues bool) {
	scores, differences := compare(d.answer, found)
	for _, s := range scores {
		o.add(s)
	}
	o.computeAccuracy()
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

// report sums up the outcomes. They are in the order of the documents, so the report does
// not depend on the order in which the documents were read.
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
	g.computeAccuracy()
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
		fields[i].computeAccuracy()
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

// orEmpty returns a list that JSON shows as [] instead of null.
func orEmpty(names []string) []string { return append([]string{}, names...) }
