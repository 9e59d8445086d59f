package reader

import (
	"slices"

	"biom/worker/layout"
)

// line is one row with the labels found in it.
type line struct {
	layout.Box
	tokens []token
	items  []item
}

// sheet is a page with what its headings say about the places below them.
type sheet struct {
	page     layout.Page
	lines    []line
	headings []heading // of eyes, from top to bottom
	sections []zone    // section headings, from top to bottom
	columns  []zone    // headings of columns that hold no values
}

// zone is a heading and how far it reaches to the sides. It reaches down to
// the next heading of its kind.
type zone struct {
	y, x0, x1 float64
	what      string // the section; of a column its role
}

// The roles of columns.
const (
	spreadColumn = "spread"
	axisColumn   = "axis"
	noColumn     = "" // ends the columns above
)

func newSheet(page layout.Page) *sheet {
	s := &sheet{page: page, lines: linesOf(page.Words)}
	for _, l := range s.lines {
		s.addHeadings(l)
		s.addSections(l)
		s.addColumns(l)
	}
	return s
}

func linesOf(words []layout.Word) []line {
	rows := layout.Rows(words)
	lines := make([]line, len(rows))
	for i, r := range rows {
		tokens := lex(r.Words)
		lines[i] = line{Box: r.Box, tokens: tokens, items: itemize(tokens)}
	}
	return lines
}

// addSections notes the section headings of a line. The first reaches to the
// left edge, each up to the next one, the last to the right edge.
func (s *sheet) addSections(l line) {
	var found []zone
	for i, it := range l.items {
		if !it.is(section) || i+1 < len(l.items) && near(it.token, l.items[i+1].token) && l.items[i+1].plain(word) {
			continue
		}
		z := zone{y: l.CenterY(), x0: it.X0 - it.Height(), x1: s.page.Width, what: it.field}
		if len(found) == 0 {
			z.x0 = 0
		} else {
			found[len(found)-1].x1 = z.x0
		}
		found = append(found, z)
	}
	s.sections = append(s.sections, found...)
	if len(found) > 0 {
		s.columns = append(s.columns, zone{y: l.CenterY(), x1: s.page.Width, what: noColumn})
	}
}

// addColumns notes column headings: "SD" or "Axis" in a line that has no
// numbers and no measurement of its own.
func (s *sheet) addColumns(l line) {
	if slices.ContainsFunc(l.items, func(it item) bool { return it.plain(number) || it.is(measure) || it.is(power) }) {
		return
	}
	for _, it := range l.items {
		z := zone{y: l.CenterY(), x0: it.X0 - it.Height(), x1: it.X1 + it.Height()}
		switch {
		case it.is(spread):
			z.what = spreadColumn
		case it.is(axis):
			z.what = axisColumn
		default:
			continue
		}
		s.columns = append(s.columns, z)
	}
}

// sectionAt returns the section of a place. A new eye's heading ends a section
// of the cornea, but not one that holds no measurements at all.
func (s *sheet) sectionAt(b layout.Box) string {
	what := front
	for _, z := range s.sections {
		if z.y <= b.CenterY() && z.x0 <= b.X0 && b.X0 < z.x1 {
			if z.what == resetSection {
				if what != foreign {
					what = front
				}
				continue
			}
			what = z.what
		}
	}
	return what
}

// resetSection is the entry that an eye's heading makes among the sections.
const resetSection = "reset"

// columnAt returns the role of the column that a place is in.
func (s *sheet) columnAt(b layout.Box) string {
	what := noColumn
	for _, z := range s.columns {
		if z.y < b.Y0 && z.x0 <= b.CenterX() && b.CenterX() < z.x1 {
			what = z.what
		}
	}
	return what
}
