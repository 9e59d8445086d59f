package reader

import (
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"biom/worker/document/layout"
)

// line is one row with the labels found in it.
type line struct {
	layout.Box
	tokens []token
	items  []item
	again  bool // the second one of a pair, with the tokens of the line before it
}

// sheet is a page with what its headings say about the places below them.
type sheet struct {
	page      layout.Page
	lines     []line
	printed   []line    // as they were before anything was moved or left out
	headings  []heading // of eyes, from top to bottom
	rows      map[int]matrixRow
	listed    map[int]bool // lines of a list: the eye, the label, the value
	cards     map[int][]card
	recorded  map[int][]record
	bands     []card       // of bands and tiles
	inBand    map[int]bool // their lines
	german    bool         // the eyes are RA and LA
	unclear   bool         // beside one eye's heading the other is named in another way
	disagrees bool         // a heading names both eyes
	all       []line       // with the remarks
	remarks   []remark
	zones
}

// zones are the headings that say what stands below them.
type zones struct {
	sections []zone // from top to bottom
	columns  []zone // over columns that hold no values, or axes
}

// zone is a heading and how far it reaches to the sides. It reaches down to
// the next heading of its kind.
type zone struct {
	y, x0, x1 float64
	what      string  // the section; of a column its role or unit
	at        float64 // where a section's heading begins
	singles   bool    // the columns beside it have no mean, "No.  1  2  3"
	unitless  bool    // its numbers say how sure values are, "SNR"
}

// The roles of columns.
const (
	spreadColumn = "spread"
	axisColumn   = "axis"
	meanColumn   = "mean"
	noColumn     = "" // ends the columns above
)

// resetSection is the entry that an eye's heading makes among the sections.
const resetSection = "reset"

// without is the page without words that are of no value, and makes its lines anew.
func (s *sheet) without(page layout.Page, steps ...func(layout.Page, []line) []layout.Word) layout.Page {
	for _, step := range steps {
		if words := step(page, s.lines); len(words) < len(page.Words) {
			page.Words = words
			s.lines = s.linesOf(words)
		}
	}
	return page
}

// levelled returns the page with labels and names that stand apart from their values brought level with them, and reads its lines anew.
func (s *sheet) levelled(page layout.Page) layout.Page {
	return s.movedBy(page, raisedMeans, titledMeans, levelTiles, stackedAxes, meridiansBelow, wrapped, spanned, arranged)
}

// movedBy returns the page after steps that move or change words, and reads its lines anew after each that did.
func (s *sheet) movedBy(page layout.Page, steps ...func(layout.Page, []line) (layout.Page, bool)) layout.Page {
	for _, step := range steps {
		var moved bool
		if page, moved = step(page, s.lines); moved {
			s.lines = s.linesOf(page.Words)
		}
	}
	return page
}

func newSheet(page layout.Page) *sheet {
	page = withoutScales(withoutMaps(page))
	if !page.OCR { // which sees no turned words
		page.Words = joinTurned(page.Words)
	}
	s := &sheet{page: page}
	s.lines = s.linesOf(page.Words)
	if !s.german && languageOf([]*sheet{s}) == "de" { // no German page abbreviates the axial length so
		s.german = true
		s.lines = s.linesOf(page.Words)
	}
	page = s.movedBy(page, withAxisSigns)
	s.printed = slices.Clone(s.lines)
	page = s.without(page, withoutPlaces, withoutZones, withoutVisits, withoutEarlier, withoutReadings, withoutSeries)
	s.page = s.levelled(page)
	s.hideLegends()
	s.unnameStates()
	s.hideCaptions()
	s.hideTitles()
	s.hideConstants()
	s.hideLenses()
	s.hideVisits()
	s.remarks = s.findRemarks()
	s.joinMiddleLabels()
	s.hideCorners()
	s.rows = s.matrixRows()
	s.listed = listed(s.lines)
	divideList(s.lines, s.listed, page.OCR)
	s.cards, s.recorded = findCards(s.lines), findRecords(s.lines)
	s.bands, s.inBand = s.findBands()
	for _, find := range []func() ([]card, map[int]bool){s.findTiles, s.findNamed, s.findOverLabels, s.findHeadedOnce} {
		cells, lines := find()
		s.bands = append(s.bands, cells...)
		maps.Copy(s.inBand, lines)
	}
	s.disagrees = s.namesMeet()
	for n, l := range s.lines {
		if _, row := s.rows[n]; row || s.listed[n] || s.cards[n] != nil || s.recorded[n] != nil || s.inBand[n] {
			continue
		}
		l = s.withoutRemarks(l, n) // "Left eye blinked" is no heading, wherever the line breaks
		measured := false
		if s.addHeadings(l, n) {
			what := resetSection
			if measured = s.measuresBelow(n); measured {
				what = front
			}
			s.reset(s.topOf(l), what)
			if !s.besideRows(n) {
				s.endColumns(l, page.Width)
			}
		}
		if s.beginsMeasured(n) || s.beginsAgain(n) {
			s.sections = append(s.sections, zone{y: s.statesAbove(n), x1: page.Width, what: front})
		}
		s.sections = append(s.sections, s.afterSingles(s.lines, n)...)
		k := len(s.sections)
		s.add(l, s.lines[n+1:], page.Width)
		if measured && s.titlesEach(n) { // what is measured stands first
			s.sections = slices.DeleteFunc(s.sections, func(z zone) bool { return z.what == foreign && z.y == l.CenterY() })
		}
		s.keepBetween(s.sections[k:], n)
		s.keepBeside(s.sections[k:], n)
		keepCaption(s.sections[k:], s.lines, n)
		s.keepMeans(s.sections[k:], n)
		if s.isTitle(n) {
			s.sections = s.sections[:k] // "IOL calculation" over all of it
		}
	}
	s.hideRemarks()
	s.headings = s.withoutUnmeasured()
	return s
}

// beginsMeasured: line n has the axial length, and it and the next two have other measurements of an eye, each with a number, so that a lens table above
// has ended. In the third line a length counts alone: a lens calculation repeats AL, K1 and K2.
func (s *sheet) beginsMeasured(n int) bool {
	var fields []string
	if at := slices.IndexFunc(s.lines[n].items, func(it item) bool { return it.fieldOf(measure) == "AL" }); at < 0 || s.sectionAt(s.lines[n].items[at].Box) != foreign {
		return false
	}
	for k := n; k < min(len(s.lines), n+3) && (k == n || s.lines[k].CenterY()-s.lines[k-1].CenterY() < blockLine*s.lines[n].Height()); k++ {
		for i, it := range s.lines[k].items {
			of := ofEye(it) && (k < n+2 || it.is(measure))
			if of && i+1 < len(s.lines[k].items) && s.lines[k].items[i+1].plain(number) && !slices.Contains(fields, it.field) {
				fields = append(fields, it.field)
			}
		}
		if !slices.Contains(fields, "AL") {
			return false
		}
	}
	return len(fields) >= fewTwins
}

// afterSingles is what begins with line n because single readings end above it: under their title stand rows with one label again and again, and in line n
// stands another label, which no row with a number has again; or line n says without numbers what the state of the eye is.
func (z *zones) afterSingles(lines []line, n int) (out []zone) {
	rows := func(among []line, it item) int {
		return countOf(among, func(l line) bool {
			return l.hasNumber() && slices.ContainsFunc(l.items, func(other item) bool {
				return other.label == it.label && math.Abs(other.X0-it.X0) < farApart*it.Height()
			})
		})
	}
	for _, it := range lines[n].items {
		state := it.is(choice) && !lines[n].hasNumber()
		if !state && (!it.is(measure) || it.field == indexField || rows(lines[n:], it) != 1) || z.sectionAt(it.Box) != foreign {
			continue
		}
		title, from := z.titleOf(it.Box, lines[:n])
		if title == nil || !hasStem(fold(title.text), singleStems) {
			continue
		}
		above := lines[from+1 : n]
		if state || rows(above, it) == 0 && slices.ContainsFunc(above, func(l line) bool {
			return slices.ContainsFunc(l.items, func(single item) bool {
				return single.label != nil && math.Abs(single.X0-it.X0) < farApart*it.Height() && rows(above, single) > 1
			})
		}) {
			out = append(out, zone{y: lines[n].Y0, x0: it.X0 - columnGap*it.Height(), x1: math.Inf(1), what: front})
		}
	}
	return out
}

// titleOf is the title of the section in which b stands, among the lines above it, and its line; nil if it has none.
func (z *zones) titleOf(b layout.Box, lines []line) (title *item, at int) {
	for k, l := range slices.Backward(lines) {
		for i, it := range l.items {
			if it.is(section) && it.X0 <= b.X0 && slices.ContainsFunc(z.sections, func(z zone) bool {
				return z.at == it.X0 && z.x0 <= b.X0 && b.X0 < z.x1 && math.Abs(z.y-l.CenterY()) < l.Height()
			}) {
				return &l.items[i], k
			}
		}
	}
	return nil, 0
}

// statesAbove is where the measurements begin that line n has first: at the state of the lens that stands one or two lines above.
func (s *sheet) statesAbove(n int) float64 {
	for k := max(0, n-2); k < n; k++ {
		l := s.lines[k]
		if s.lines[n].CenterY()-l.CenterY() < blockLine*l.Height() && slices.ContainsFunc(l.items, func(it item) bool { return it.fieldOf(choice) == "lens_status" }) {
			return l.Y0
		}
	}
	return s.lines[n].Y0
}

// beginsAgain: line n has the labels of the first measurements of the page again, at the same place, so that a lens table above has ended. The names of the
// two eyes stand in the margin, each beside a block that begins with such a line.
func (s *sheet) beginsAgain(n int) bool {
	labels := measuredIn(s.lines[n])
	if len(labels) < fewTwins || s.sectionAt(labels[0].Box) != foreign {
		return false
	}
	first := slices.IndexFunc(s.lines[:n], func(l line) bool { return len(measuredIn(l)) >= fewTwins })
	same := func(a, b item) bool { return a.label == b.label && math.Abs(a.X0-b.X0) < flush*a.Height() }
	if first < 0 || !slices.EqualFunc(measuredIn(s.lines[first]), labels, same) {
		return false
	}
	upper, lower := nameBeside(s.lines[first:n], labels[0].X0), nameBeside(s.lines[n:], labels[0].X0)
	return upper != "" && lower != "" && upper != lower
}

// measuredIn are the labels of measurements in the line.
func measuredIn(l line) []item {
	return slices.DeleteFunc(slices.Clone(l.items), func(it item) bool { return !isMeasurement(it) })
}

// nameBeside is the eye that is named first in the margin left of x, "" for none.
func nameBeside(lines []line, x float64) string {
	for _, l := range lines {
		if len(l.items) > 0 && ofOneEye(l.items[0]) && l.items[0].X1 < x {
			return l.items[0].field
		}
	}
	return ""
}

// reset begins what follows the headings of the last line at y. The titles right of a large name are of its block, also those in the lines that
// the name reaches up to.
func (s *sheet) reset(y float64, what string) {
	h, k := s.headings[len(s.headings)-1], len(s.sections)
	if s.amongPatients(h) { // it may stand level with any section
		return
	}
	for k > 0 && s.sections[k-1].y > h.Y0 && s.sections[k-1].at > h.X1 {
		k--
	}
	if k < len(s.sections) {
		y = h.Y0
	}
	s.sections = slices.Insert(s.sections, k, zone{y: y, x1: s.page.Width, what: what})
}

// topOf is from where on the names of the eyes in line l, the last headings so far, say whose values are: with those in their own line if these are a row
// of both blocks.
func (s *sheet) topOf(l line) float64 {
	if k := len(s.headings); k > 1 && (s.rowBeside(s.headings[k-2], s.headings[k-1]) != nil || s.endsRows(s.headings[k-2], s.headings[k-1])) {
		return l.Y0
	}
	return l.CenterY()
}

// titlesEach: each of several names of eyes in line n has the title of a lens calculation beside it: "OD right   IOL calculation   OS left
// IOL calculation".
func (s *sheet) titlesEach(n int) bool {
	names, titles := 0, 0
	for _, h := range s.headings {
		if h.line == n {
			names++
		}
	}
	for _, it := range s.lines[n].items {
		if it.fieldOf(section) == foreign {
			titles++
		}
	}
	return names > 1 && names == titles
}

// besideRows: the names of an eye in line n stand left of rows of values, of which one is in the line or next to it, under the heads of their columns:
// they are beside a table.
func (s *sheet) besideRows(n int) bool {
	right := 0.0
	for _, h := range s.headings {
		if h.line == n {
			right = max(right, h.X1)
		}
	}
	row := func(l line) bool {
		i := slices.IndexFunc(l.items, ofValue)
		return i >= 0 && l.items[i].X0 > right && l.hasNumber()
	}
	above := slices.ContainsFunc(s.lines[max(0, n-1):n], row)
	return above || row(s.lines[n]) && len(s.zones.columns) > 0 && s.zones.columns[len(s.zones.columns)-1].what != noColumn && s.zones.columns[len(s.zones.columns)-1].x0 > right
}

// hideTitles takes the title at the head of the page, above the patient's data, from before the name of the eye whose measurements stand below it, so that the name is a
// heading: "IOL calculation - right eye (OD)", "EyeSuite IOL OD", "Cataract report – OS" on a page of one eye.
func (s *sheet) hideTitles() {
	for n, l := range s.lines[:max(0, slices.IndexFunc(s.lines, line.saysPatient))] {
		for _, cell := range cellsOf(l.items) {
			k := slices.IndexFunc(cell, ofOneEye)
			ofLenses := k > 0 && (sectionAmong(cell[:k]) == foreign || slices.ContainsFunc(cell[:k], func(it item) bool { return ofLens(it.text) }))
			if (ofLenses || k > 0 && s.titlesOneEye(cell, k)) && s.measuresBelow(n) {
				s.hide(n, func(b layout.Box) bool { return cell[0].X0 <= b.X0 && b.X0 < cell[k].X0 })
			}
		}
	}
}

// titlesOneEye: a title ends with the name of an eye behind a dash, "Cataract report – OS (left eye)", and nothing on the page names the other one.
func (s *sheet) titlesOneEye(cell []item, k int) bool {
	other := func(it item) bool { return ofOneEye(it) && it.field != cell[k].field }
	return cell[k-1].plain(dash) && nameEnd(cell[k:]) == len(cell)-k && !slices.ContainsFunc(s.lines, func(l line) bool { return slices.ContainsFunc(l.items, other) })
}

// hideConstants takes the constants that follow the name of a formula, or an A constant, from what the eyes'
// values are read from: "Hoffer Q  ACD 5.80", "A=118.7  ACD 5.40".
func (s *sheet) hideConstants() {
	for n, l := range s.lines {
		x := math.Inf(1)
		for i, it := range l.items {
			if isAConstant(l.items[i:]) {
				x = min(x, it.X0)
			}
		}
		for _, t := range l.tokens { // "IOL SRK/T" is one label
			if formulas[fold(t.raw)] {
				x = min(x, t.X0)
			}
		}
		depth := slices.IndexFunc(l.items, func(it item) bool { return it.X0 > x && it.fieldOf(measure) == "ACD" })
		if depth < 0 && !math.IsInf(x, 1) {
			depth = slices.IndexFunc(l.items, isConstantDepth(l.items))
		}
		if depth < 0 {
			continue
		}
		x = l.items[depth].X0
		s.hide(n, func(b layout.Box) bool { return b.X0 >= x })
	}
}

// isConstantDepth tells of the items those that begin with the constant of a lens, a depth without unit before nothing but other constants: "ACD 4.94   A 118.8".
func isConstantDepth(items []item) func(item) bool {
	measured := slices.ContainsFunc(items, func(it item) bool { return ofValue(it) && it.fieldOf(measure) != "ACD" })
	return func(it item) bool {
		i := slices.IndexFunc(items, func(o item) bool { return o.from == it.from })
		return !measured && it.fieldOf(measure) == "ACD" && i+2 < len(items) && items[i+1].plain(number) && items[i+2].is(other)
	}
}

// isAConstant: the items begin with the A constant of a lens: "A=118.7", "A const: 118.7".
func isAConstant(items []item) bool {
	if len(items) < 2 || !items[0].is(other) || !strings.HasPrefix(fold(items[0].text), "a") || !items[1].plain(number) {
		return false
	}
	n := atof(items[1].text)
	return decimals(items[1].text) > 0 && n > leastAConstant && n < mostAConstant
}

// lensRow is a row of a table of lenses: a power, and the refraction that remains.
type lensRow struct {
	line        int
	power, rest item
}

// hideLenses takes the rows of tables of lenses from what the eyes' values are read from:
// powers that rise by equal steps below each other, beside refractions that fall, or the other way round. A star may mark
// the power nearest to the target. A row may stand beside the label of a measurement.
func (s *sheet) hideLenses() {
	var open [][]lensRow
	for n, l := range s.lines {
		for i := range max(0, len(l.items)-1) {
			row := lensRow{n, l.items[i], l.items[i+1]}
			if l.items[i+1].text == "*" && i+2 < len(l.items) {
				row.rest = l.items[i+2]
			}
			if !row.isLens() {
				continue
			}
			k := slices.IndexFunc(open, row.follows)
			if k < 0 {
				open = append(open, []lensRow{row})
				continue
			}
			open[k] = append(open[k], row)
		}
	}
	for _, rows := range open {
		if len(rows) >= fewLenses {
			s.hideRows(rows)
		}
	}
}

// isLens: the numbers can be a power and a refraction.
func (r lensRow) isLens() bool {
	return r.power.plain(number) && r.rest.plain(number) && decimals(r.power.text) > 0 && decimals(r.rest.text) > 0 &&
		math.Abs(atof(r.rest.text)) < mostRefraction && r.rest.X0-r.power.X1 < farApart*r.power.Height()
}

// follows: the row goes on with the table of the rows before it.
func (r lensRow) follows(rows []lensRow) bool {
	last := rows[len(rows)-1]
	step, change := atof(r.power.text)-atof(last.power.text), atof(r.rest.text)-atof(last.rest.text)
	if math.Abs(r.power.X0-last.power.X0) > r.power.Height() || math.Abs(step) < leastLensStep || math.Abs(step) > 1 || step*change >= 0 {
		return false
	}
	return len(rows) < 2 || math.Abs(step-atof(last.power.text)+atof(rows[len(rows)-2].power.text)) < 0.01
}

// hideRows hides the two numbers of each row.
func (s *sheet) hideRows(rows []lensRow) {
	for _, r := range rows {
		s.hide(r.line, func(b layout.Box) bool { return r.power.X0 <= b.X0 && b.X0 <= r.rest.X0 })
	}
}

// hide takes what stands in some boxes of line n from what values are read from.
func (s *sheet) hide(n int, within func(layout.Box) bool) {
	l := &s.lines[n]
	l.tokens = slices.Clone(l.tokens)
	for i, t := range l.tokens {
		l.tokens[i].hidden = t.hidden || within(t.Box)
	}
	l.items = slices.DeleteFunc(slices.Clone(l.items), func(it item) bool { return within(it.Box) })
}

// formulas are the names, folded, of the formulas for the power of a lens.
var formulas = wordSet(fold, "SRK Haigis Hoffer Holladay Barrett Olsen Kane Camellin Shammas Binkhorst Castrop Ladas RBF PEARL")

// namesFormula: one of the item's words is the name of a formula.
func namesFormula(it item) bool {
	return slices.ContainsFunc(strings.FieldsFunc(it.text, partsPhrase), func(w string) bool { return formulas[fold(w)] })
}

// isTitle: nothing is measured above line n, and no eye's heading tells what is
// below it from the rest.
func (s *sheet) isTitle(n int) bool {
	measured := slices.IndexFunc(s.lines, func(l line) bool {
		return slices.ContainsFunc(l.items, func(it item) bool { return ofValue(it) && it.field != indexField })
	})
	if measured >= 0 && measured <= n {
		return false
	}
	overPatient := slices.ContainsFunc(s.lines[n+1:max(n+1, measured)], line.saysPatient)
	items := s.lines[n].items
	overMeasured := measured >= 0 && len(items) > 0 && items[0].fieldOf(section) == foreign && !s.lines[n].hasNumber() && s.measuresBelow(n)
	return overPatient || len(s.headings) == 0 && (overMeasured || len(s.listed) > 0 || len(s.rows) > 0)
}

// keepBetween keeps the lens tables of line n that stand between the eyes'
// columns from both of them. "OD   IOL calculation   OS" over labels of both eyes is the title of the page.
func (s *sheet) keepBetween(sections []zone, n int) {
	k := len(s.headings)
	if k < 2 || s.headings[k-1].eye == s.headings[k-2].eye {
		return
	}
	a, b := s.headings[k-2], s.headings[k-1]
	for i := range sections {
		z := &sections[i]
		if z.what == foreign && z.at > a.X1 && z.at < b.X0-betweenSections*b.Height() && measuresLeft(s.lines[n:], z.at-farSection*a.Height()) {
			z.x0, z.x1 = z.at-columnGap*a.Height(), min(z.x1, b.X0-b.Height())
			if a.line == n && b.line == n && labelsAgain(s.lines[n+1:], z.x0, z.x1) {
				z.what = front
			}
		}
	}
}

// labelsAgain: in the first of the lines labels of measurements that stand left of x0 stand again between x0 and x1.
func labelsAgain(lines []line, x0, x1 float64) bool { return countAgain(lines, x0, x1) >= fewTwins }

// countAgain counts them.
func countAgain(lines []line, x0, x1 float64) (again int) {
	for _, l := range lines[:min(len(lines), linesOfBlock)] {
		again += countOf(within(l.items, x0, x1), func(it item) bool {
			return isMeasurement(it) && slices.ContainsFunc(l.items, func(o item) bool { return o.label == it.label && o.X0 < x0 })
		})
	}
	return again
}

// keepBeside keeps a lens table whose columns begin in line n or under its title there, or whose title stands beside those of other boxes, from the measurements left of it.
func (s *sheet) keepBeside(sections []zone, n int) {
	l := s.lines[n]
	for i := range sections {
		z := &sections[i]
		heads := slices.IndexFunc(l.items, func(it item) bool { return it.X0 == z.at })
		ofLenses := func() bool { return headsLenses(l.items, heads) || s.titlesHeads(n, z.at) }
		if z.what == foreign && heads >= 0 && (ofLenses() && measuresLeft(s.lines[n:], z.at-farSection*l.Height()) || s.titlesLeft(n, l.items[:heads])) {
			z.x0 = max(z.x0, z.at-columnGap*l.Height())
		}
	}
}

// titlesHeads: under line n, from x on, the heads of a table of lenses begin, and no label of a measurement stands left of x and again right of it, as
// in the calculations of both eyes.
func (s *sheet) titlesHeads(n int, x float64) bool {
	below := s.lines[n+1 : min(len(s.lines), n+1+linesOfBlock)]
	return countAgain(below, x, math.Inf(1)) == 0 && slices.ContainsFunc(below, func(l line) bool {
		i := slices.IndexFunc(l.items, func(it item) bool { return math.Abs(it.X0-x) < columnGap*it.Height() })
		return i >= 0 && headsLenses(l.items, i)
	})
}

// keepCaption keeps the title of a picture in the middle of the page from the rows left of it, between two of which it stands as line n.
func keepCaption(sections []zone, lines []line, n int) {
	if n == 0 || n+1 >= len(lines) {
		return
	}
	above, below := lines[n-1], lines[n+1]
	apart := nextText * below.Height()
	if n > 1 && math.Abs(lines[n-2].X0-above.X0) <= above.Height() {
		apart = max(apart, evenRows*(above.CenterY()-lines[n-2].CenterY())) // rows that are as far apart without a title between them
	}
	if len(above.items) == 0 || len(below.items) == 0 || math.Abs(above.X0-below.X0) > below.Height() || below.CenterY()-above.CenterY() > apart {
		return
	}
	for i := range sections {
		if z := &sections[i]; z.x0 == 0 && z.at > above.items[0].X0+farSection*above.Height() && lines[n].X0 >= z.at {
			z.x0 = z.at - columnGap*above.Height()
		}
	}
}

// titlesLeft: one of the items, which begin line n, is the title of a box of its own: words that begin where the label of a value in the next line begins.
func (s *sheet) titlesLeft(n int, items []item) bool {
	if n+1 >= len(s.lines) || slices.ContainsFunc(items, func(it item) bool { return it.plain(number) || it.label != nil }) {
		return false
	}
	below := s.lines[n+1]
	return below.CenterY()-s.lines[n].CenterY() < blockLine*below.Height() && slices.ContainsFunc(items, func(it item) bool {
		return slices.ContainsFunc(below.items, func(label item) bool { return ofEye(label) && math.Abs(label.X0-it.X0) < it.Height()/2 })
	})
}

// keepMeans makes measurements of the table of single readings that line n heads, if a row of it is that of their means: no number of the other rows is a value then.
func (s *sheet) keepMeans(sections []zone, n int) {
	if !s.lines[n].saysSingles() {
		return
	}
	for _, l := range s.lines[n+1:] {
		if slices.ContainsFunc(l.items, func(it item) bool { return it.is(section) }) {
			return
		}
		if len(l.items) > 1 && isMean(l.items[0]) && l.items[1].plain(number) {
			for i := range sections {
				if sections[i].what == foreign {
					sections[i].what = front
				}
			}
			return
		}
	}
}

// measuresLeft: in the first of the lines a value's label stands left of x.
func measuresLeft(lines []line, x float64) bool {
	return slices.ContainsFunc(lines[:min(len(lines), linesOfBlock)], func(l line) bool {
		return slices.ContainsFunc(l.items, func(it item) bool { return ofValue(it) && it.X0 < x })
	})
}

// hideRemarks takes the remarks from what the eyes' values are read from:
// "Former biometer: AL 22.37 mm".
func (s *sheet) hideRemarks() {
	s.all = slices.Clone(s.lines)
	for _, r := range s.remarks {
		s.hide(r.line, inPart(besideRemark(s.all[r.line], r.label)))
		for _, n := range r.following {
			s.hide(n, inPart(column(s.all[n].tokens, r.label.X0, r.label.Height())))
		}
	}
}

// besideRemark is what stands of a remark beside its label. The name of the device far beside the label is none of it, and neither is what stands apart behind a
// dash in its place, as in the foot of a page: "Notes: –    Printed 19.01.2024".
func besideRemark(l line, it item) []token {
	own := column(beside(l, it), it.X1, it.Height())
	if text, _ := join(own); namesDevice(text) {
		return nil
	}
	if len(own) > 1 && strings.Trim(own[0].text, "-–—") == "" && !near(own[0], own[1]) {
		return own[:1]
	}
	return own
}

// namesDevice: the text is the name of a device, perhaps with its version, as in the foot of a page behind an empty remark.
func namesDevice(note string) bool {
	name := note
	if m := withVersion.FindStringSubmatch(note); m != nil {
		name = m[1]
	}
	return devicePhrases[fold(name)] != nil
}

var withVersion = regexp.MustCompile(`(?i)^(.{3,24}?)[\s,–-]+(version|ver|sw|software|v)[. ]*\d`)

// remark is where a page has one: its label, and the lines that continue it.
type remark struct {
	line      int
	label     item
	following []int
}

func (s *sheet) findRemarks() (out []remark) {
	for n, l := range s.lines {
		for _, it := range l.items {
			if it.is(text) && it.field == "notes" {
				out = append(out, remark{n, it, s.following(n, it)})
			}
		}
	}
	return out
}

// withoutRemarks is line n without what of it are remarks, those of another column and of
// lines before it as well.
func (s *sheet) withoutRemarks(l line, n int) line {
	for _, r := range s.remarks {
		if n == r.line || slices.Contains(r.following, n) {
			within := inPart(column(l.tokens, r.label.X0, r.label.Height()))
			l.items = slices.DeleteFunc(slices.Clone(l.items), func(it item) bool { return within(it.Box) })
		}
	}
	return l
}

// inPart reports of boxes whether they begin in a part of a line.
func inPart(part []token) func(layout.Box) bool {
	return func(b layout.Box) bool {
		return len(part) > 0 && part[0].X0 <= b.X0 && b.X0 < part[len(part)-1].X1
	}
}

// measuresBelow: an axial length, a diameter of the cornea or the state of the lens stands between the headings in line n and the
// next ones, so they are no headings of a lens table.
func (s *sheet) measuresBelow(n int) bool {
	for k, l := range s.lines[n+1:] {
		for i, it := range l.items {
			switch {
			case it.is(measure) && (it.field == "AL" || it.field == "WTW"), it.is(choice) && it.field == "lens_status":
				return true
			case k <= 1 && ofOneEye(it) && s.goesOnBelow(cellTo(l.items, i), it.field, n+1+k) >= 0:
			case it.is(section) && it.field == foreign && standsAlone(l.items, i, s.page.Width), it.is(eye) && it.field != "" && isHeading(l.items, i):
				return false
			}
		}
	}
	return false
}

// linesOf finds the labels in words of the page. Where RA is the right eye, and in German, LA is
// the left one, and no axial length.
func (s *sheet) linesOf(words []layout.Word) []line {
	lines := linesOf(words, s.page.OCR, s.page.Width)
	is := func(text string) func(item) bool {
		return func(it item) bool { return abbreviation.Replace(it.text) == text && it.label != nil }
	}
	s.german = s.german || slices.ContainsFunc(lines, func(l line) bool { return slices.ContainsFunc(l.items, is("RA")) })
	for _, l := range lines {
		for i, it := range l.items {
			if s.german && is("LA")(it) {
				l.items[i].entry = entry{label: eyeLabel(leftEye)}
			}
		}
	}
	return lines
}

func linesOf(words []layout.Word, ocr bool, width float64) []line {
	if ocr {
		words = levelDegrees(words)
	}
	rows := sideRows(explainedLetters(layout.Rows(words)))
	lines := make([]line, len(rows))
	pitches, usual := pitchesOf(rows, ocr), usualHeight(words)
	mendMeanSigns(rows)
	if ocr {
		for i, row := range rows {
			rows[i].Words = withoutCorners(row.Words)
		}
		mendEyeColumns(rows)
		mendLargeMarks(rows, usual)
		mendMeridians(rows)
		mendZones(rows, ocr)
		mendRowZones(rows)
		mendZonesOfRows(rows)
		mendCentredZones(rows)
		mendSpreadHeads(rows)
		mendDifferences(rows)
	} else {
		mendZones(rows, ocr)
	}
	for i, r := range rows {
		words := joinNumbers(unframeDiameters(r.Words))
		if ocr {
			words = mendSpacedHeadings(mendMarkAfterLetter(mendSmallMark(words)))
		}
		if words = joinEyeMarks(words); ocr {
			words = mendEyePair(mendWords(partJoined(words)))
		}
		tokens := withoutSums(lex(words))
		for k := range tokens {
			tokens[k].pitch = pitches[i]
		}
		mendAxisMarks(tokens)
		mendDiameters(tokens)
		markBroken(tokens, width, usual)
		lines[i] = line{Box: r.Box, tokens: tokens}
	}
	markColumns(lines)
	for i := range lines {
		lines[i].items = lensStates(withoutAxisMarks(withoutCutNames(lines[i].tokens, withSides(spreadRows(oneLabel(withOtherAxes(withAxes(axesOfCylinders(shortAxes(polishLabels(itemize(lines[i].tokens, ocr))))))))))))
	}
	if ocr {
		withoutUnsure(lines)
	}
	meanHeads(lines)
	countHeads(lines)
	meridiansApart(lines)
	signsBelow(lines)
	signsOver(lines)
	longerLabels(lines)
	birthAndSex(lines)
	corneaTitles(lines)
	surfaceTitles(lines)
	describedMeridians(lines)
	sinister(lines)
	pairsOfOthers(lines)
	depthsOfBoth(lines)
	innerDepths(lines)
	numberedOver(lines)
	axisHeads(lines)
	axisRows(lines)
	axesBelow(lines)
	axesOfBack(lines)
	largeSides(lines, ocr)
	lettersAlone(lines, ocr)
	lettersOfBlocks(lines)
	lettersInMargin(lines)
	lettersOfRows(lines)
	lettersOverColumns(lines)
	withoutTissues(lines)
	withoutTimes(lines)
	namesOverHeads(lines)
	return indexApart(slices.Concat(apart(lines)...))
}

// withoutUnsure takes the labels of measurements from abbreviations that OCR was not sure of: it makes "LT." of anything.
func withoutUnsure(lines []line) {
	for _, l := range lines {
		for i, it := range l.items {
			if it.is(measure) && it.conf < minConf && utf8.RuneCountInString(fold(it.text)) <= fewLetters {
				l.items[i].entry = entry{}
			}
		}
	}
}

// markColumns marks the words of a line without numbers that begin a cell
// because columns of numbers do.
func markColumns(lines []line) {
	for n, l := range lines {
		if hasNumber(l.tokens) {
			continue
		}
		var marked []int
		for i, t := range l.tokens {
			if i == 0 || t.kind != word || t.glued || !near(l.tokens[i-1], t) || ofLens(t.text) && phakic.MatchString(fold(l.tokens[i-1].text)) { // "Phakic IOL" is one state
				continue
			}
			above, under := lines[max(0, n-columnLines):n], lines[n+1:min(len(lines), n+1+columnLines)]
			if max(cellsBeginAt(above, t), cellsBeginAt(under, t)) >= columnCells {
				marked = append(marked, i)
			}
		}
		for _, i := range marked {
			l.tokens[i].first = len(marked) > 1
		}
	}
}

// cellsBeginAt counts the lines in which a number begins where t does.
func cellsBeginAt(lines []line, t token) (n int) {
	for _, l := range lines {
		if beginsCellAt(l.tokens, t) {
			n++
		}
	}
	return n
}

// beginsCellAt: a number begins where t does, apart from what stands before it.
func beginsCellAt(tokens []token, t token) bool {
	for i, u := range tokens {
		if u.kind == number && math.Abs(u.X0-t.X0) < flush*t.Height() {
			return i > 0 && u.X0-tokens[i-1].X1 > columnGap*u.Height()
		}
	}
	return false
}

// withSides makes eyes of "RA" and "LA", "R" and "L", or "D" and "G", that begin
// or end cells of a line without numbers but times of day, in turn. Alone they mean something
// else.
func withSides(items []item) []item {
	var at []int
	var sides []string
	for i, it := range items {
		if it.plain(number) && !isInTime(items, i) {
			return items
		}
		side := it.fieldOf(eye)
		if side == "" && unitOf(it.text) != "" && i+1 < len(items) && (unitOf(items[i+1].text) != "" || items[i+1].text == "@" || ofOneEye(items[i+1])) {
			continue // "D   mm   OS", "D   @" over columns
		}
		if side == "" && (i == 0 || !near(items[i-1].token, it.token) || endsHeading(items, i)) {
			side = sideUnder(it.text)
		}
		if side == "" {
			continue
		}
		if n := len(at); n > 0 && (sides[n-1] == side || !alikeNames(items[at[n-1]], it)) {
			return items
		}
		at, sides = append(at, i), append(sides, side)
	}
	if len(at)%2 != 0 {
		return items
	}
	for k, i := range at {
		if !items[i].is(eye) {
			items[i].entry = entry{label: eyeLabel(sides[k])}
		}
	}
	return items
}

// alikeNames: the two may be names of the two eyes, both abbreviations or both words. Letters that
// are names only beside each other are equally many, and of one language: R and L, or D and another one.
func alikeNames(a, b item) bool {
	if !a.is(eye) && !b.is(eye) {
		return len(a.text) == len(b.text) && (len(a.text) > 1 || isSideLetter(a) == isSideLetter(b))
	}
	return isShort(a) == isShort(b) || a.is(eye) && b.is(eye)
}

// endsHeading: what stands before item i in its cell is the heading of a
// section: "Puissance cornéenne antérieure OD".
func endsHeading(items []item, i int) bool {
	first := i
	for first > 0 && near(items[first-1].token, items[first].token) {
		first--
	}
	if first == i || i+1 < len(items) && near(items[i].token, items[i+1].token) {
		return false
	}
	return sectionAmong(items[first:i]) != ""
}

// eyeLabel is the table's label of an eye.
func eyeLabel(side string) *label {
	return labelOf(eye, side)
}

// zonesOf reads the headings of one eye's column, which are not always level
// with the other's.
func zonesOf(lines []line, width float64) zones {
	var z zones
	left := math.Inf(1) // where the column's labels begin
	for _, l := range lines {
		if i := slices.IndexFunc(l.items, ofValue); i >= 0 {
			left = min(left, l.items[i].X0)
		}
	}
	for i, l := range lines {
		z.sections = append(z.sections, z.afterSingles(lines, i)...)
		n := len(z.sections)
		z.add(l, lines[i+1:], width)
		if n == len(z.sections) {
			continue
		}
		keepCaption(z.sections[n:], lines, i)
		first := &z.sections[n]
		switch apart := first.at > left+sameColumn*width; {
		case !apart:
			first.x0 = 0
		case first.what == foreign && measuresLeft(lines[i:], first.at-farSection*l.Height()):
			first.x0 = first.at - columnGap*l.Height()
		}
	}
	return z
}

// add notes the headings of a line, with the lines below it.
func (z *zones) add(l line, below []line, width float64) {
	z.addSections(l, width)
	if len(below) > 0 && (l.titlesPowers() && z.axesUnderSpreads(below[0]) || l.titlesOne(below[0])) {
		z.endColumns(l, math.Inf(1))
	}
	heads := l
	heads.items = withoutZoneUnits(l.items)
	z.addColumns(heads)
	z.fitColumns(heads, below)
	z.fitDeviations(l, below)
}

// titlesPowers: the line is the title of a table of powers, or of two beside each other, with the index or the zone for which they are: "Keratometry
// (n = 1.3375)", "KERATO   φ2.5 mm".
func (l line) titlesPowers() bool {
	titles := countOf(l.items, func(it item) bool { return sectionOf(it) == front || sectionOf(it) == back })
	indices := countOf(l.items, func(it item) bool { return it.fieldOf(measure) == indexField })
	indices += len(diametersIn(l, 0))
	labels := countOf(l.items, func(it item) bool { return it.label != nil && it.fieldOf(measure) != indexField })
	return titles > 0 && titles == indices && labels == titles
}

// titlesOne: the line is the title of a section which begins with the row of what it names: "White to white" over "WTW [mm]   11.92".
func (l line) titlesOne(row line) bool {
	if len(row.items) == 0 || !row.items[0].is(measure) || !row.hasNumber() || row.items[0].X0-l.X0 < farMargin*l.Height() {
		return false
	}
	return len(l.items) == 1 && l.items[0].fieldOf(measure) == row.items[0].field
}

// axesUnderSpreads: the axis of a meridian stands where the tables above have deviations: "K1   43.05 D   7.84 mm   85°", or the first of its values does.
func (z *zones) axesUnderSpreads(row line) bool {
	if i := slices.IndexFunc(row.items, func(it item) bool { return it.plain(number) }); i > 0 && isMeridian(row.items[0]) && z.columnAt(row.items[i].Box) == spreadColumn {
		if first := row.items[i].text; decimals(first) > 0 && (isRadius(first) || inRange("K1_magnitude", first)) {
			return true
		}
	}
	return len(row.items) > 0 && isMeridian(row.items[0]) && slices.ContainsFunc(row.items, func(it item) bool {
		return it.plain(number) && z.columnAt(it.Box) == spreadColumn && slices.ContainsFunc(row.items, func(sign item) bool { return sign.text == "°" && near(it.token, sign.token) })
	})
}

func (z *zones) endColumns(l line, width float64) {
	z.columns = append(z.columns, zone{y: l.CenterY(), x1: width, what: noColumn})
}

// sameCell: the items that begin at both places stand in one cell.
func sameCell(items []item, x0, x1 float64) bool {
	return slices.ContainsFunc(cellsOf(items), func(cell []item) bool { return cell[0].X0 <= x0 && x1 <= cell[len(cell)-1].X0 })
}

// addSections notes the section headings of a line. The first reaches to the
// left edge, unless it stands apart on the right side, each up to the next
// one, the last to the right edge.
func (z *zones) addSections(l line, width float64) {
	if heads := surfaceHeads(l, width); heads != nil {
		z.endColumns(l, math.Inf(1)) // the table above may have deviations there
		z.sections = append(z.sections, heads...)
		return
	}
	var found []zone
	readings := l.headsReadings()
	for i := range l.items {
		it, what := sectionAt(l, i, width)
		if what == "" || what == foreign && (readings || titlesBiometry(l.items, i)) && !countsShots(l.items[i+1:]) {
			continue
		}
		s := zone{y: l.CenterY(), x0: it.X0 - columnGap*it.Height(), x1: width, what: what, at: it.X0}
		if n := len(found); n > 0 {
			last := &found[n-1]
			corrects := s.what == back && last.what == net // "Meridians Ø 3 mm – posterior"
			if (corrects || s.what == last.what) && sameCell(l.items, last.at, s.at) {
				last.what = s.what // "SimK (anterior, 3 mm ring)"
				continue
			}
			last.x1 = s.x0
		} else if cell := cellsOf(l.items[i:])[0]; !besideLabels(l.items, it) && (it.X0 < farSide*width || math.Abs((it.X0+cell[len(cell)-1].X1)/2-width/2) < sameColumn*width) {
			s.x0 = 0
		}
		found = append(found, s)
	}
	if n := len(found); n > 0 {
		last := &found[n-1]
		last.x1 = z.besidePanel(*last, l.Height())
	}
	z.sections = append(z.sections, found...)
}

// besidePanel is where the section of a heading ends at the right: where a panel begins whose heading stands right of it and a line or two above.
func (z *zones) besidePanel(s zone, height float64) float64 {
	end := s.x1
	for _, p := range slices.Backward(z.sections) {
		if s.y-p.y > linesOfHead*height {
			break
		}
		if p.at > s.at+farApart*height && p.y < s.y {
			end = min(end, p.at-columnGap*height)
		}
	}
	return end
}

// sectionAt returns the section heading, if it is one, that begins with the item
// at i, and the section that it announces.
func sectionAt(l line, i int, width float64) (heading item, what string) {
	heading = l.items[i]
	switch what = sectionOf(heading); {
	case what == front && countsShots(l.items[i+1:]):
		what = foreign
	case what == "" && heading.is(other) && simulated[fold(heading.text)] && (i == 0 || !near(l.items[i-1].token, heading.token)):
		what = front // "SimK (n = 1.3375)"
	}
	switch {
	case what == "" && (headsLenses(l.items, i) || titlesLenses(l, i, cellsOf(l.items[i:])[0])):
		return heading, foreign
	case what == "" || !standsAlone(l.items, i, width):
		return unlisted(l.items, i, width)
	}
	return heading, what
}

// simulated are the names, folded, of what keratometers measure, as the title of its table.
var simulated = wordSet(fold, "SimK Sim-K")

// countsShots: the items begin with the numbers of single readings, "(1-6)".
func countsShots(items []item) bool {
	return len(items) > 4 && items[0].text == "(" && items[1].text == "1" && items[2].isSign() && items[3].plain(number) && decimals(items[3].text) == 0 && items[4].text == ")"
}

// besideLabels: the label of a value stands left of the heading in its line, or another heading with a value, "Keratometry n: 1.3375", or a row of single readings.
func besideLabels(items []item, heading item) bool {
	left := func(it item) bool {
		return it.plain(number) && decimals(it.text) > 0 && heading.X0-it.X1 > columnGap*it.Height()
	}
	for i := 1; i < len(items); i++ {
		if items[i-1].fieldOf(other) == meanPower && left(items[i]) { // the row of the mean, beside the caption of a map
			return true
		}
	}
	return countOf(items, left) >= fewTwins || slices.ContainsFunc(items, func(it item) bool {
		return ofValue(it) && it.X1 < heading.X0 || sectionOf(it) != "" && heading.X0-it.X1 > columnGap*it.Height()
	})
}

// headsLenses: the item is the first heading over a table of lenses, "IOL  Formula
// Const.  Power  REF", in a line without values.
func headsLenses(items []item, i int) bool {
	if !ofLens(items[i].text) || i > 0 && near(items[i-1].token, items[i].token) || i+1 < len(items) && near(items[i].token, items[i+1].token) && items[i+1].text != "(" {
		return false
	}
	cells := 0
	for k := i + 1; k < len(items); k++ {
		if items[k].plain(number) || ofValue(items[k]) && !items[k].is(axis) && items[k].field != "post_refractive" {
			return false
		}
		if !near(items[k-1].token, items[k].token) {
			cells++
		}
	}
	return cells > 0
}

// titlesLenses: the cell at item i names a lens and the formula by which it was reckoned, "IOL – Barrett Universal II".
func titlesLenses(l line, i int, cell []item) bool {
	begins := i == 0 || !near(l.items[i-1].token, l.items[i].token)
	formula := slices.ContainsFunc(l.tokens, func(t token) bool { // "IOL – Barrett" is one label
		return formulas[fold(t.raw)] && cell[0].X0 < t.X0 && t.X0 < cell[len(cell)-1].X1
	})
	return begins && ofLens(l.items[i].text) && formula && !slices.ContainsFunc(cell, ofValue)
}

// standsAlone: a heading is no part of a sentence, and no value follows it.
func standsAlone(items []item, i int, width float64) bool {
	if i > 0 && near(items[i-1].token, items[i].token) && items[i-1].plain(word) {
		return false
	}
	return !hasValue(items[i], items[i+1:], width)
}

// hasValue: what follows the heading is its value.
func hasValue(heading item, after []item, width float64) bool {
	bracket := false // what is in brackets is no value: "(3 mm)"
	for i, next := range after {
		switch {
		case isZone(after[i:]):
		case next.text == "(":
			bracket = true
		case next.text == ")":
			bracket = false
		case bracket, next.plain(symbol), isDiameterSign(next.text), next.plain(dash) && next.isHyphen(), next.plain(word) && unitOf(next.text) != "", next.is(mean), next.is(spread):
		case next.plain(number):
			return next.X0-heading.X1 <= quarterColumn*width
		case next.plain(word):
			return next.X0-heading.X1 < cellGap*next.Height()
		default:
			return false
		}
	}
	return false
}

// isZone: the diameter of a zone of the cornea stands at the start, a whole number of millimetres, or one before the word, "4.0 mm zone".
func isZone(items []item) bool {
	if len(items) < 2 || !items[0].plain(number) || unitOf(items[1].text) != "mm" {
		return false
	}
	said := func(it item) bool { return it.plain(number) || it.text == ":" }                                                                          // a value of the zone follows
	listed := len(items) > 2 && (items[2].text == "," || items[2].text == "(") && atof(items[0].text) >= leastZone && atof(items[0].text) <= mostZone // "TCRP 3.0 mm, zone, pupil"
	return len(items[0].text) == 1 || listed || len(items) > 2 && hasStem(fold(items[2].text), zoneStems) && !slices.ContainsFunc(cellsOf(items)[0][1:], said)
}

// hasBothPowers: the powers of both meridians stand in the line, each directly behind its label: "K1 42.08 D @ 2°   K2 43.10 D @ 92°".
func (l line) hasBothPowers() bool {
	found := map[string]int{}
	for i, it := range l.items[:max(0, len(l.items)-1)] {
		if next := l.items[i+1]; it.is(power) && next.plain(number) && near(it.token, next.token) {
			found[it.field]++
		}
	}
	return found["K1"] == 1 && found["K2"] == 1
}

// addColumns notes column headings: "SD", "Axis" or "mm" in a line that has no
// values and no measurement of its own, or several in a row beside another
// panel's values.
func (z *zones) addColumns(l line) {
	if len(headLabels(l)) > 1 && slices.ContainsFunc(l.items, ofValue) || isUnits(l) {
		z.endColumns(l, math.Inf(1))
	}
	if z.listsSingles() && !l.hasNumber() {
		z.endColumns(l, math.Inf(1))
	}
	if l.hasBothPowers() || z.labelledInside(l) || z.hasSoleValue(l) {
		z.columns = append(z.columns, zone{y: l.Y0 - l.Height(), x1: math.Inf(1), what: noColumn}) // it is no row of a table above
	}
	alone := !slices.ContainsFunc(l.items, func(it item) bool {
		return it.plain(number) || it.plain(dash) && !it.isHyphen() || it.is(measure) || it.is(power) || it.is(radius)
	})
	shots := shotsOf(l)
	if len(shots) > 1 {
		alone = true
		first, last := l.items[0], l.items[len(l.items)-1]
		z.columns = append(z.columns, zone{y: l.CenterY(), x0: first.X0 - l.Height(), x1: last.X1 + l.Height(), what: noColumn}) // ends those above
		z.columns = append(z.columns, shotColumns(shots, l.items[0].X0 >= shots[0].X0, l.CenterY())...)
		z.reachUnder(l, shots)
		z.columns[len(z.columns)-1].singles = !slices.ContainsFunc(l.items, func(it item) bool { return it.is(mean) })
	}
	if last := len(l.items) - 1; l.titlesTable() {
		z.columns = append(z.columns, zone{y: l.CenterY(), x0: l.items[0].X0, x1: l.items[last].X1 + l.Height(), what: noColumn})
	}
	if alone && len(shots) < 2 {
		z.endColumnsUnder(l)
	}
	z.besideMean(l)
	z.earlierDates(l)
	from := l.headsFrom()
	for i, it := range l.items {
		if l.countsUnder(i) {
			z.columns = append(z.columns, zone{y: l.CenterY(), x0: it.X0 - it.Height(), x1: it.X1 + it.Height(), what: spreadColumn})
			continue
		}
		if l.headsColumn(i, from, alone) {
			z.columns = append(z.columns, l.columnUnder(i, from))
		}
	}
}

// titlesTable: a table of its own begins, in which the columns above end: "Keratometry   n = 1.3375   SD", "Keratometry n=1.3375   Power   Radius   Axis".
func (l line) titlesTable() bool {
	last := len(l.items) - 1
	if last < 1 || !slices.Contains([]string{front, back}, sectionOf(l.items[0])) {
		return false
	}
	measured := slices.ContainsFunc(l.items, func(it item) bool { return it.plain(number) && !it.isIndex() })
	return l.items[last].is(spread) || l.items[last].is(axis) && !measured
}

// headsColumn: item i heads a column, in a line that holds no values or beside other heads. What stands behind a colon is a value, "Mode: Std.".
func (l line) headsColumn(i, from int, alone bool) bool {
	it := l.items[i]
	if columnRole(it) == "" || !alone && !headsColumns(l.items, i) && i < from {
		return false
	}
	if i == 0 {
		return true
	}
	before := l.items[i-1]
	inBrackets := before.text == "(" || strings.HasPrefix(it.text, "(") && (it.is(mean) || before.is(mean)) // "Mean (SD)" is one column, "Posterior surface (values negative)" none
	return !inBrackets && before.text != ":" && !before.closed
}

// countsUnder: item i is the head over how many readings there were, "Mean   SD   n", perhaps beside a row of another table.
func (l line) countsUnder(i int) bool {
	return i > 0 && l.items[i-1].is(spread) && l.items[i].text == "n" && !line{items: l.items[i:]}.hasNumber()
}

// withoutZoneUnits leaves out the units of diameters, "φ2.4 mm": they head no column.
func withoutZoneUnits(items []item) (out []item) {
	for i, it := range items {
		signed := i > 0 && strings.ContainsAny(items[i-1].text, diameterSigns) || i > 1 && isDiameterSign(items[i-2].text) && hasDigit(items[i-1].text)
		if unitOf(it.text) != "mm" || !signed || !near(items[i-1].token, it.token) {
			out = append(out, it)
		}
	}
	return out
}

// columnUnder is the column under head i of a line, where the heads of a whole table begin with item from.
func (l line) columnUnder(i, from int) zone {
	it := l.items[i]
	c := zone{y: l.CenterY(), x0: it.X0 - it.Height(), x1: it.X1 + it.Height(), what: columnRole(it), unitless: isSNR(it)}
	if i >= from {
		c.x0, c.x1 = halfway(l.items[from:], i-from)
	}
	if c.what == meanColumn {
		c.what = noColumn
	}
	for k := i + 1; it.is(spread) && k < len(l.items) && near(l.items[k-1].token, l.items[k].token); k++ {
		c.x1 = l.items[k].X1 + it.Height() // "Δ OD - OS"
	}
	return c
}

// listsSingles: the last columns are those of single readings without their mean. Their table ends with its rows of numbers.
func (z *zones) listsSingles() bool {
	return len(z.columns) > 0 && z.columns[len(z.columns)-1].singles
}

// labelledInside: the line begins with a label, and its value behind it, where a table above has the columns of its values: it is none of its rows.
func (z *zones) labelledInside(l line) bool {
	if len(l.items) < 2 || !ofEye(l.items[0]) || !l.items[1].plain(number) {
		return false
	}
	first, y := math.Inf(1), 0.0
	for _, c := range z.columns {
		switch {
		case c.what == noColumn && math.IsInf(c.x1, 1), c.y > y+l.Height():
			first, y = math.Inf(1), c.y
		}
		if c.what != noColumn {
			first = min(first, c.x0)
		}
	}
	return l.items[0].X0 > first+columnGap*l.Height()
}

// hasSoleValue: the line is a label, one number that can be its value, and its unit, where a table above has numbers without one: it is none of its rows.
func (z *zones) hasSoleValue(l line) bool {
	if len(l.items) != 3 || !l.items[0].is(measure) || !l.items[1].plain(number) || unitOf(l.items[2].text) == "" || !inRange(l.items[0].field, l.items[1].text) {
		return false
	}
	return z.columnZone(l.items[1].Box).unitless
}

// headsFrom is the item with which the heads of a table begin whose every column has one: units and words for axes, means and deviations, at least three, at the end of
// the line, "KERATO n=1.3375   mm   D   deg". It is beyond the last item if there are none.
func (l line) headsFrom() int {
	from, heads := len(l.items), 0
	for i, it := range slices.Backward(l.items) {
		switch {
		case columnRole(it) != "":
			from, heads = i, heads+1
		case !it.plain(symbol) && it.text != "@":
			if heads < fewHeads || from == i+1 && near(it.token, l.items[from].token) {
				return len(l.items)
			}
			return from
		}
	}
	if heads < fewHeads {
		return len(l.items)
	}
	return 0
}

// fitColumns moves the columns of each table whose every column has a head to where its numbers stand, if both meridians have as many: numbers need not stand under the
// middle of their heads.
func (z *zones) fitColumns(l line, below []line) {
	for _, table := range l.headedTables() {
		z.fitTable(l, table, below)
	}
}

// headedTables are the tables that begin in the line, one for each eye: the words before their heads and, at the end, these.
func (l line) headedTables() (tables [][]item) {
	from := 0
	for i := 1; i <= len(l.items); i++ {
		if i == len(l.items) || columnRole(l.items[i]) == "" && columnRole(l.items[i-1]) != "" {
			tables, from = append(tables, l.items[from:i]), i
		}
	}
	return tables
}

// fitTable does so for one of the tables that begin in line l.
func (z *zones) fitTable(l line, table []item, below []line) {
	own := line{items: table}
	heads := slices.DeleteFunc(slices.Clone(table[own.headsFrom():]), func(it item) bool { return columnRole(it) == "" })
	if len(heads) == 0 {
		return
	}
	from, upto := math.Inf(-1), math.Inf(1)
	for _, it := range l.items {
		switch {
		case it.X0 < table[0].X0:
			from = table[0].X0 - columnGap*it.Height()
		case it.X0 > heads[len(heads)-1].X0:
			upto = min(upto, it.X0-it.Height())
		}
	}
	var rows []line
	for _, row := range below[:min(len(below), 2*linesOfHead)] {
		rows = append(rows, line{items: within(row.items, from, upto)})
	}
	columns := numberColumns(rows, len(heads))
	if columns == nil {
		return
	}
	z.columns = slices.DeleteFunc(z.columns, func(c zone) bool {
		return c.y == l.CenterY() && c.what != noColumn && c.x1 > heads[0].X0 && c.x0 < heads[len(heads)-1].X1
	})
	for i, it := range heads {
		c := zone{y: l.CenterY(), x0: columns[i].X0 - it.Height(), x1: columns[i].X1 + it.Height(), what: columnRole(it)}
		if i > 0 {
			c.x0 = max(c.x0, (columns[i-1].X1+columns[i].X0)/2)
		}
		if i+1 < len(heads) {
			c.x1 = min(c.x1, (columns[i].X1+columns[i+1].X0)/2)
		}
		if c.what != meanColumn {
			z.columns = append(z.columns, c)
		}
	}
}

// fitDeviations moves the column of deviations beside that of means to where its numbers stand, if means reach into it or deviations beyond it: heads may begin where their columns do, and
// numbers end where these end.
func (z *zones) fitDeviations(l line, below []line) {
	for i, head := range l.items {
		if !head.is(spread) || i == 0 || !isMean(l.items[i-1]) {
			continue
		}
		from, upto := l.items[i-1].X0-head.Height(), head.X1+farApart*head.Height()
		if i+1 < len(l.items) {
			upto = min(upto, l.items[i+1].X0)
		}
		var means, deviations layout.Box
		rows, reaches := 0, false
		for _, row := range below[:min(len(below), 2*linesOfHead)] {
			pair := within(row.items, from, upto)
			if len(pair) != 2 || !pair[0].plain(number) || !pair[1].plain(number) {
				continue
			}
			reaches = reaches || z.columnAt(pair[0].Box) == spreadColumn || z.columnAt(pair[1].Box) != spreadColumn
			if rows++; rows == 1 {
				means, deviations = pair[0].Box, pair[1].Box
			}
			means, deviations = means.Union(pair[0].Box), deviations.Union(pair[1].Box)
		}
		if edge := (means.X1 + deviations.X0) / 2; rows >= fewTwins && reaches && means.X1 < deviations.X0 {
			z.columns = append(z.columns, zone{y: l.CenterY(), x0: from, x1: edge, what: noColumn}, zone{y: l.CenterY(), x0: edge, x1: deviations.X1 + head.Height(), what: spreadColumn})
		}
	}
}

// numberColumns are n columns in which the numbers of all meridians of the lines stand, at least of two; nil if they do not.
func numberColumns(lines []line, n int) []layout.Box {
	columns, rows := make([]layout.Box, n), 0
	for _, l := range lines {
		if len(l.items) == 0 || !l.items[0].is(power) && !l.items[0].is(radius) {
			continue
		}
		numbers := slices.DeleteFunc(slices.Clone(l.items), func(it item) bool { return !it.plain(number) })
		if len(numbers) != n {
			return nil
		}
		for i, it := range numbers {
			if rows > 0 && (it.X0 > columns[i].X1 || it.X1 < columns[i].X0) {
				return nil
			}
			if columns[i] = columns[i].Union(it.Box); rows == 0 {
				columns[i] = it.Box
			}
		}
		rows++
	}
	if rows < 2 {
		return nil
	}
	return columns
}

// halfway is how far the column of head i reaches: half the way to the next heads, for numbers need not stand under the middle of theirs.
func halfway(items []item, i int) (x0, x1 float64) {
	it := items[i]
	end := max(it.X1, it.end) // with its unit
	reach := func(gap float64) float64 { return max(it.Height(), min(gap/2, columnGap*it.Height())) }
	left, right := math.Inf(1), math.Inf(1)
	for k, o := range items {
		switch {
		case columnRole(o) == "":
		case k < i:
			left = it.X0 - max(o.X1, o.end)
		case k > i && math.IsInf(right, 1):
			right = o.X0 - end
		}
	}
	return it.X0 - reach(left), end + reach(right)
}

// shotColumns are the columns under the headings of single readings, which are wider than "2" over them. They are alone if
// no other heads stand left of them.
func shotColumns(shots []item, alone bool, y float64) []zone {
	out := make([]zone, len(shots))
	for i, it := range shots {
		c := zone{y: y, x0: it.X0 - cellGap*it.Height(), x1: it.X1 + it.Height(), what: spreadColumn}
		switch {
		case i > 0:
			c.x0 = min(c.x0, (shots[i-1].X1+it.X0)/2)
		case len(shots) > 1 && alone: // as far as on the other side
			c.x0 = min(c.x0, it.X0-(shots[1].X0-it.X1)/2)
		}
		if i+1 < len(shots) {
			c.x1 = max(c.x1, (it.X1+shots[i+1].X0)/2)
		} else if i > 0 { // as far as on the other side
			c.x1 = max(c.x1, it.X1+(it.X0-shots[i-1].X1)/2)
		}
		out[i] = c
	}
	return out
}

// reachUnder lets the last column of single readings reach as far as one head stands from the next, where their mean stands left of them, up to what stands
// beside the table: numbers may end right of their heads.
func (z *zones) reachUnder(l line, shots []item) {
	c, last := &z.columns[len(z.columns)-1], shots[len(shots)-1]
	reach, meanLeft := last.X1+last.X0-shots[len(shots)-2].X1, false
	for _, it := range l.items {
		if meanLeft = meanLeft || it.is(mean) && it.X1 < shots[0].X0; it.X0 > last.X1 {
			reach = min(reach, it.X0-it.Height())
		}
	}
	if meanLeft {
		c.x1 = max(c.x1, reach)
	}
}

// endColumnsUnder ends the columns of a table above under a line that heads columns
// itself.
func (z *zones) endColumnsUnder(l line) {
	first, last, n := 0, 0, 0
	for i, it := range l.items {
		if columnRole(it) != "" {
			if n++; n == 1 {
				first = i
			}
			last = i
		}
	}
	if n > 0 && l.items[0].plain(word) && (len(cellsOf(l.items)) > 2 || hasStem(fold(l.items[0].text), powerStems)) { // "Parameter  Value  Unit  SD", "Power  Axis"
		first, n = 0, 2
	}
	if n > 1 {
		z.columns = append(z.columns, zone{y: l.CenterY(), x0: l.items[first].X0 - l.Height(), x1: l.items[last].X1 + l.Height(), what: noColumn})
	}
}

// besideMean notes the columns beside that of the mean, "Mean  SD  M1  M2  M3": they
// hold single readings and what else is no value. A line of an eye's heading or with
// a value is no line of columns.
func (z *zones) besideMean(l line) {
	if !slices.ContainsFunc(l.items, func(it item) bool { return it.is(mean) }) || slices.ContainsFunc(l.items, ofValue) || isRowOfMeans(l.items) {
		return
	}
	cells := cellsOf(l.items)
	for i, cell := range cells {
		if (line{items: cell}).saysSingles() { // "Single readings   SD   Mean": as wide as the others leave room
			c := zone{y: l.CenterY(), x0: math.Inf(-1), x1: math.Inf(1), what: spreadColumn}
			if i > 0 {
				c.x0 = boxOf(cells[i-1]).X1 + l.Height()
			}
			if i+1 < len(cells) {
				c.x1 = cells[i+1][0].X0 - l.Height()
			}
			z.columns = append(z.columns, c)
			continue
		}
		value := cell[0].plain(number) && len(cell) > 1 && unitOf(cell[1].text) != "" // "AVG  537 um"
		only := (cell[0].plain(word) || cell[0].plain(number) || cell[0].text == "#") && !value
		for _, it := range cell {
			only = only && (cell[0].plain(number) || it.plain(word) && unitOf(it.text) == "" || it.plain(number) && decimals(it.text) == 0 || it.text == "#" || it.text == ".")
		}
		if only && len(cell) <= 3 && decimals(cell[0].text) == 0 {
			first, last := cell[0], cell[len(cell)-1]
			z.columns = append(z.columns, zone{y: l.CenterY(), x0: first.X0 - first.Height(), x1: last.X1 + last.Height(), what: spreadColumn})
		}
	}
}

// isRowOfMeans: the word for the mean stands before numbers with decimals, or larger ones than heads of columns have.
func isRowOfMeans(items []item) bool {
	return isMean(items[0]) && slices.ContainsFunc(items, func(it item) bool { return it.plain(number) && (decimals(it.text) > 0 || atof(it.text) > mostShots) })
}

// earlierDates notes the columns under dates, "24.09.2025   24.06.2024": those under all
// but the latest hold earlier measurements. Where the order of days and months decides
// which date is the latest, nothing is known.
func (z *zones) earlierDates(l line) {
	if slices.ContainsFunc(l.items, ofValue) {
		return
	}
	heads, earlier := dateColumns(l, dayFirst)
	if other, before := dateColumns(l, monthFirst); len(other) > len(heads) {
		heads, earlier = other, before
	} else if len(other) == len(heads) && !slices.Equal(before, earlier) {
		return
	}
	if len(heads) == 1 {
		z.endColumns(l, math.Inf(1)) // the other date is not legible, or taken away with its column
	}
	if len(heads) < 2 {
		return
	}
	for i, head := range heads {
		what := noColumn
		if earlier[i] {
			what = spreadColumn
		}
		z.columns = append(z.columns, zone{y: l.CenterY(), x0: head.X0 - head.Height(), x1: head.X1 + head.Height(), what: what})
	}
}

// dateColumns returns where dates stand in cells of a line that are nothing but dates, perhaps with the word for their difference,
// and which of them are not the latest.
func dateColumns(l line, o order) (heads []layout.Box, earlier []bool) {
	var dates []string
	for _, cell := range cellsOf(l.items) {
		var boxes []layout.Box
		var days []string
		cell = slices.DeleteFunc(slices.Clone(cell), func(it item) bool { return isFrame(it.text) || it.is(spread) })
		for i := 0; i < len(cell); {
			n, date := dateAt(cell[i:], o)
			if n == 0 {
				boxes, days = nil, nil
				break
			}
			boxes, days, i = append(boxes, boxOf(cell[i:i+n])), append(days, date), i+n
		}
		heads, dates = append(heads, boxes...), append(dates, days...)
	}
	latest := ""
	for _, date := range dates {
		latest = max(latest, date)
	}
	for _, date := range dates {
		earlier = append(earlier, date != latest)
	}
	return heads, earlier
}

// dateAt is the date at the start of items, in the order of its days, and how many items
// it takes.
func dateAt(items []item, o order) (n int, date string) {
	var tokens []token
	for i, it := range items[:min(longestDate, len(items))] {
		if it.label != nil {
			break
		}
		tokens = append(tokens, it.token)
		raw, _ := join(tokens)
		if date, ok := day(raw, o, "", false); ok {
			return i + 1, date
		}
	}
	return 0, ""
}

// datesAt is the date at the start of items as read in each order, and how many items it takes; 0 if there is none.
func datesAt(items []item) (dates [len(orders)]string, upto int) {
	for i, o := range orders {
		n, date := dateAt(items, o)
		dates[i], upto = date, max(upto, n)
	}
	return dates, upto
}

// isDate: the cell is a date, in either order.
func isDate(cell []item) bool {
	_, upto := datesAt(cell)
	return upto > 0 && upto == len(cell)
}

// shotsOf returns the headings of single readings beside the mean's: "# 1  # 2
// # 3  Mean  SD", "Ø  1  2  3".
func shotsOf(l line) (shots []item) {
	mean := slices.ContainsFunc(l.items, func(it item) bool { return it.is(mean) })
	words := 0
	for i, it := range l.items {
		switch {
		case it.plain(number) && it.text == strconv.Itoa(len(shots)+1):
			if i > 0 && l.items[i-1].text == "#" {
				it.Box = it.Union(l.items[i-1].Box)
			}
			shots = append(shots, it)
		case it.plain(number):
			if mean && len(shots) > 1 && l.items[i-1].label != nil {
				return shots // of what stands beside the table: "Mean  1  2  3  SNR    Target: -0.75 D", "n = 1.3375"
			}
			return nil
		case it.label == nil && it.text != "#" && it.text != ".":
			words++
		}
	}
	if !mean && (words != 1 || slices.ContainsFunc(l.items, ofValue)) {
		return nil
	}
	return shots
}

// isSNR: the item is the label of a ratio of signal to noise.
func isSNR(it item) bool { return it.is(other) && fold(it.text) == "snr" }

// columnRole is what an item says of the column under it, "" if nothing.
func columnRole(it item) string {
	switch {
	case it.closed: // of a value in its own row
		return ""
	case it.is(spread), isSNR(it): // how sure the values are is none, either
		return spreadColumn
	case it.is(axis):
		return axisColumn
	case it.is(mean):
		return meanColumn
	case it.plain(word) && unitOf(it.text) == degrees:
		return axisColumn
	case it.plain(word):
		return unitOf(it.text)
	case it.plain(symbol) && it.text == "°":
		return axisColumn
	}
	return ""
}

// headsColumns: the item stands apart beside another heading of a column, as
// units after a value do not.
func headsColumns(items []item, i int) bool {
	apart := func(k int) bool {
		return k > 0 && k < len(items) && columnRole(items[k]) != "" && !near(items[k-1].token, items[k].token) && !items[k-1].plain(number)
	}
	return apart(i) && (apart(i-1) || apart(i+1))
}

// sectionAt returns the section of a place. A new eye's heading ends a section
// of the cornea, but not one that holds no measurements at all.
func (z *zones) sectionAt(b layout.Box) string {
	what := front
	for _, s := range z.sections {
		if s.y <= b.CenterY() && s.x0 <= b.X0 && b.X0 < s.x1 {
			if s.what == resetSection {
				if what != foreign {
					what = front
				}
				continue
			}
			what = s.what
		}
	}
	return what
}

// columnAt returns the role of the column that a place is in.
func (z *zones) columnAt(b layout.Box) string { return z.columnZone(b).what }

// columnZone is the column that a place is in, without a role if it is in none.
func (z *zones) columnZone(b layout.Box) (column zone) {
	for _, c := range z.columns {
		if c.y < b.Y0 && c.x0 <= b.CenterX() && b.CenterX() < c.x1 {
			column = c
		}
	}
	return column
}

func (l line) hasNumber() bool {
	return slices.ContainsFunc(l.items, func(it item) bool { return it.plain(number) })
}

func hasNumber(tokens []token) bool {
	return slices.ContainsFunc(tokens, func(t token) bool { return t.kind == number })
}

// beside returns the tokens after a label, unless those are a label of another
// column.
func beside(l line, it item) []token {
	for _, next := range l.items {
		if next.from == it.upto && next.label != nil && next.X0-it.X1 > tableGap*it.Height() {
			return nil
		}
	}
	return l.tokens[it.upto:]
}

// column returns the tokens from x on, up to a gap as between columns.
func column(tokens []token, x, height float64) []token {
	var out []token
	for _, t := range tokens {
		switch {
		case t.X1 < x-height:
		case len(out) > 0 && t.X0-out[len(out)-1].X1 > tableGap*height:
			return out
		default:
			out = append(out, t)
		}
	}
	return out
}

// following returns which lines after line n continue the remark at it: those
// that begin below it without a label, close to the line before. What stands in
// another column counts for nothing.
func (s *sheet) following(n int, it item) (out []int) {
	last := s.lines[n]
	text := besideRemark(last, it)
	for k := n + 1; k < len(s.lines); k++ {
		next := s.lines[k]
		own := column(next.tokens, it.X0, it.Height())
		reach := nextLine
		if len(text) == 0 && len(out) == 0 || len(own) > 0 && beginsSmall(own[0].text) { // under a label with nothing beside it, or in the middle of a sentence
			reach = nextText
		}
		if len(out) == 0 && k == n+1 && isTitleOf(s.lines[n], it, own) {
			reach = blockLine
		}
		if next.CenterY()-last.CenterY() > reach*it.Height() {
			break
		}
		if len(own) == 0 || own[0].X0 > it.X1+columnGap*it.Height() {
			continue // of another column alone
		}
		if raw, _ := join(own); s.page.OCR && fold(raw) == "" { // spots
			continue
		}
		if end := own[len(own)-1].X1; own[0].X0 < it.X0-it.Height() || s.isLabelled(next, own) || beginsLegend(own) || isFooter(next, end) || s.inSmallPrint(own, text) || headsBoth(next, own[0].X0, end) || beginsImprint(own, column(last.tokens, it.X0, it.Height())) {
			break
		}
		out, last = append(out, k), next
	}
	return out
}

// isTitleOf: the label is alone in its line, and the words below it, which begin where it does, are a sentence.
func isTitleOf(l line, label item, words []token) bool {
	return len(l.items) == 1 && endsSentence(words) && math.Abs(words[0].X0-label.X0) < aligned*label.Height()
}

// isLabelled: a label begins what the line has below a remark, or stands in it with a colon.
func (s *sheet) isLabelled(l line, own []token) bool {
	for i, x := range l.items {
		begins := x.X0 == own[0].X0 && (!x.is(section) || standsAlone(l.items, i, s.page.Width) && !hasNumber(own)) && (!x.is(other) || !endsSentence(own))
		if x.label != nil && x.role != eye && (begins || x.closed && x.X0 > own[0].X0 && x.X0 < own[len(own)-1].X1) {
			return true
		}
	}
	return false
}

// legendMarks begin a legend of what marks values have.
var legendMarks = wordSet(as, "* ! †")

// headsBoth: what stands from x0 to x1 in the line begins with the name of one eye, perhaps behind its letter, "D (OD)", and beside it stands that of the other one, as over two
// blocks.
func headsBoth(l line, x0, x1 float64) bool {
	own := slices.DeleteFunc(slices.Clone(l.items), func(it item) bool { return it.X0 < x0 || it.X1 > x1 })
	i := slices.IndexFunc(own, func(it item) bool { return ofOneEye(it) || utf8.RuneCountInString(it.text) > 1 })
	return i >= 0 && ofOneEye(own[i]) && slices.ContainsFunc(l.items, func(it item) bool {
		return (it.X0 > x1 || it.X1 < x0) && ofOneEye(it) && it.field != own[i].field
	})
}

// beginsImprint: the words begin with the name of a maker, below a line that ends with a full stop: "OCULUS Optikgeräte GmbH · Pentacam 1.26".
func beginsImprint(words, above []token) bool {
	return makers[fold(words[0].text)] != "" && len(above) > 0 && above[len(above)-1].text == "."
}

// beginsLegend: the items begin with such a mark, perhaps in brackets, "(!) = borderline value".
func beginsLegend(items []token) bool {
	if len(items) > 2 && items[0].text == "(" && items[2].text == ")" {
		items = items[1:]
	}
	return legendMarks[items[0].text]
}

// isFooter: right of x stands the number of the page or when it was printed, or the line ends with the number.
func isFooter(l line, x float64) bool {
	if slices.ContainsFunc(l.items, func(it item) bool { return it.X0 > x && it.is(other) && hasStem(fold(it.text), footerStems) }) {
		return true
	}
	raw, _ := join(l.tokens)
	behind, _ := join(l.tokens[slices.IndexFunc(l.tokens, func(t token) bool { return t.X1 >= x })+1:])
	return pageNumber.MatchString(raw) || bareNumber.MatchString(behind) || versionFirst.MatchString(raw)
}

// inSmallPrint: the words of a text page are smaller than the text above them, so they are of the foot of the page.
func (s *sheet) inSmallPrint(own, above []token) bool {
	return !s.page.OCR && len(above) > 0 && own[0].Height() < smallPrint*above[0].Height()
}

// versionFirst is the version of the device's program behind its name, with which the foot of a page may begin: "ANTERION 1.4.2.0".
var versionFirst = regexp.MustCompile(`^\pL[\pL\d-]+( \pL{2,9})? (v(er(sion)?)?\.? ?|i)?\d+\.\d+\.\d+(\.\d+)*\b`)

// pageNumber is the number of the page at the end of a line, "Page 1 of 2", "Pag. 1/2".
var pageNumber = regexp.MustCompile(`(?i)\b(page|seite|p[aá]g(ina)?|strona|str|bladzijde)[.:]?\s*\d+\s*((/|of|von|de|di|sur|z)\s*\d+)?$`)

// bareNumber is that number alone at the right edge, "1/2".
var bareNumber = regexp.MustCompile(`(^| )[1-9] ?/ ?[1-9]$`)

// endsSentence: the tokens are words and end with a full stop, "Fixation was poor on the left."
func endsSentence(tokens []token) bool {
	last := len(tokens) - 1
	return last >= fewRows && tokens[last].text == "." && !slices.ContainsFunc(tokens, func(t token) bool {
		return t.text == ":" || t.kind == number && decimals(t.text) > 0 // "for 4 weeks" is no measurement
	})
}

// footerStems begin the words before the number of a page and the date on which it was printed.
var footerStems = stems("page seite pagina pag print gedruckt druck ausdruck impres imprim stamp created erstellt creado cree criado creato")

// labelBefore returns the last label before an item of a line, nil if there is none.
func labelBefore(l line, i int) *item {
	for k := i - 1; k >= 0; k-- {
		if l.items[k].label != nil {
			return &l.items[k]
		}
	}
	return nil
}

// labelled: the line has a label of its own, and not only words that are labels
// elsewhere.
func (l line) labelled() bool {
	return slices.ContainsFunc(l.items, func(it item) bool { return announcesOther(it) || it.is(choice) && len(it.text) > 3 })
}

// languageOf counts labels. One that several languages share counts for each a
// part.
func languageOf(sheets []*sheet) string {
	counts := map[string]float64{}
	for _, s := range sheets {
		for _, l := range s.lines {
			for _, it := range l.items {
				if it.label != nil {
					for _, lang := range it.langs {
						counts[lang] += 1 / float64(len(it.langs))
					}
				}
			}
		}
	}
	best, most, tied := "", 0.0, false
	for _, lang := range languages {
		switch n := counts[lang]; {
		case n > most:
			best, most, tied = lang, n, false
		case n == most:
			tied = true
		}
	}
	if tied {
		return ""
	}
	return best
}

// place returns where on its page something is printed.
func (s *sheet) place(in printed) place {
	if s.page.Width <= 0 || s.page.Height <= 0 {
		return place{}
	}
	w, h := s.page.Width, s.page.Height
	in.Box = layout.Box{X0: in.X0 / w, X1: in.X1 / w, Y0: in.Y0 / h, Y1: in.Y1 / h}
	return place{s.page.Number, s.page.OCR, in}
}

// placeOf returns where tokens are printed that make one text.
func (s *sheet) placeOf(tokens ...token) place {
	if len(tokens) == 0 {
		return place{}
	}
	in := printed{Box: tokens[0].in.Box}
	for _, t := range tokens[1:] {
		in.Box = in.Union(t.in.Box)
	}
	in.text, _ = join(tokens)
	return s.place(in)
}
