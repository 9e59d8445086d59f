package damage

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
)

// maxFailures is of how many documents a failure of one kind is printed.
const maxFailures = 10

// Tally counts verdicts by kind of damage.
type Tally struct {
	kinds map[string]*count
}

type count struct {
	documents int
	values    int // that the truth has
	verdicts  map[Verdict]int
	failures  []failure
}

// failure is a wrong value and what reproduces it.
type failure struct {
	Finding
	document string
	seed     uint64
}

// Add adds the verdicts on one document.
func (t *Tally) Add(kind, document string, seed uint64, findings []Finding) {
	if t.kinds == nil {
		t.kinds = map[string]*count{}
	}
	c := t.kinds[kind]
	if c == nil {
		c = &count{verdicts: map[Verdict]int{}}
		t.kinds[kind] = c
	}
	c.documents++
	for _, f := range findings {
		c.verdicts[f.Verdict]++
		if f.Want != nil {
			c.values++
		}
		if f.Verdict.Wrong() {
			c.failures = append(c.failures, failure{f, document, seed})
		}
	}
}

func orNull(v any) any {
	if v == nil {
		return "null"
	}
	return v
}

// Wrong returns how many values of a kind of damage are moved, changed or invented.
func (t *Tally) Wrong(kind string) (n int) {
	if c := t.kinds[kind]; c != nil {
		return len(c.failures)
	}
	return 0
}

// Print writes a table with a row for each kind of damage, then the failures, with what
// reproduces each of them.
func (t *Tally) Print(w io.Writer) {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "documents\tvalues\tkept %\tlost\tmoved\tchanged\tinvented\t  damage")
	for _, kind := range Damages() {
		c := t.kinds[kind.Name]
		if c == nil {
			continue
		}
		percent := "–"
		if c.values > 0 {
			percent = fmt.Sprintf("%.1f", 100*float64(c.verdicts[Kept])/float64(c.values))
		}
		fmt.Fprintf(table, "%d\t%d\t%s\t%d\t%d\t%d\t%d\t  %s\n", c.documents, c.values, percent, c.verdicts[Lost],
			c.verdicts[Moved], c.verdicts[Changed], c.verdicts[Invented], kind.Name)
	}
	_ = table.Flush()
	for _, kind := range Damages() {
		if c := t.kinds[kind.Name]; c != nil && len(c.failures) > 0 {
			c.printFailures(w, kind.Name)
		}
	}
}

// printFailures writes the worst failure of each of the first documents, those first that
// moved a value.
func (c *count) printFailures(w io.Writer, kind string) {
	order := []Verdict{Moved, Changed, Invented}
	slices.SortFunc(c.failures, func(a, b failure) int {
		return cmp.Or(slices.Index(order, a.Verdict)-slices.Index(order, b.Verdict), cmp.Compare(a.document, b.document), cmp.Compare(a.Path, b.Path))
	})
	inDocument := map[string]int{}
	for _, f := range c.failures {
		inDocument[f.document]++
	}
	fmt.Fprintf(w, "\n%s: %d wrong in %d documents\n", kind, len(c.failures), len(inDocument))
	shown := map[string]bool{}
	for _, f := range c.failures {
		if shown[f.document] || len(shown) == maxFailures {
			continue
		}
		shown[f.document] = true
		fmt.Fprintf(w, "  %s: -damage %q -document %q -damage-seed %d: %s: want %v, got %v (%d wrong)\n",
			f.Verdict, kind, f.document, f.seed, f.Path, orNull(f.Want), orNull(f.Got), inDocument[f.document])
	}
}
