package reader

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// Rows whose label says only a part: the meridian above, or the surface over
// the column says the rest.

// prepared makes lines that say all by themselves.
func (p part) prepared() part {
	p.lines = withDetails(withoutSinglesAbove(p.lines))
	var out []line
	for _, l := range p.lines {
		l.items = withoutReckoned(withoutUnitColumn(l.items))
		out = append(out, p.bySurface(l)...)
	}
	p.lines = out
	return p
}

// withoutReckoned takes the mean of both meridians and their difference from the end of a row, where they stand without labels of their own, under heads:
// "K1 42.18   K2 43.31   42.75   1.13".
func withoutReckoned(items []item) []item {
	first := slices.IndexFunc(items, func(it item) bool { return it.is(power) && strings.HasSuffix(it.field, "1") })
	if first < 0 || first+4 >= len(items) {
		return items
	}
	a, label, b, mean := items[first+1], items[first+2], items[first+3], items[first+4]
	if !a.plain(number) || !label.is(power) || label.field != strings.TrimSuffix(items[first].field, "1")+"2" || !b.plain(number) || !mean.plain(number) {
		return items
	}
	unit := math.Pow10(-decimals(mean.text))
	if decimals(mean.text) != decimals(a.text) || math.Abs(atof(mean.text)-(atof(a.text)+atof(b.text))/2) > unit {
		return items
	}
	end := first + 5
	if end < len(items) && items[end].plain(number) && math.Abs(math.Abs(atof(items[end].text))-math.Abs(atof(b.text)-atof(a.text))) < 2*unit {
		end++
	}
	return slices.Concat(items[:first+4], items[end:])
}

// withoutUnitColumn takes the units of a row that has several from its end, where they stand in a column of their own: "K1  43.71 / 22   D / °". They would be
// taken for those of the last number.
func withoutUnitColumn(items []item) []item {
	cells := cellsOf(items)
	if len(cells) < 2 {
		return items
	}
	last, units := cells[len(cells)-1], 0
	for _, it := range last {
		switch {
		case it.plain(word) && unitOf(it.text) != "", it.text == "°":
			units++
		case !it.plain(symbol) && !it.plain(at):
			return items
		}
	}
	if units < 2 {
		return items
	}
	return items[:len(items)-len(last)]
}

// withoutSinglesAbove leaves out the rows of single readings above a line with nothing but the word for the mean, if below it the same labels stand, of
// meridians or of radii: "R1 7.92 ..., R2 7.71 ..., AVERAGE, K1 7.92 ..., K2 7.71 ...".
func withoutSinglesAbove(lines []line) []line {
	var out []line
	for n, l := range lines {
		if len(l.items) == 1 && isMean(l.items[0]) && n+1 < len(lines) {
			below := map[string]bool{}
			for _, row := range lines[n+1:] {
				if !ofMeridian(row) {
					break
				}
				below[row.items[0].field] = true
			}
			for k := len(out) - 1; k >= 0 && ofMeridian(out[k]) && below[out[k].items[0].field]; k-- {
				out = out[:k]
			}
		}
		out = append(out, l)
	}
	return out
}

// ofMeridian: the line begins with the label of a meridian, and something follows.
func ofMeridian(l line) bool {
	return len(l.items) > 1 && (l.items[0].is(power) || l.items[0].is(radius))
}

// withDetails puts a meridian's power, radius and axis, in lines of their own
// below its name, into one line.
func withDetails(lines []line) []line {
	var out []line
	for n := 0; n < len(lines); n++ {
		l := lines[n]
		last := len(l.items) - 1
		if last < 0 || !l.items[last].is(power) && !l.items[last].is(radius) {
			out = append(out, l)
			continue
		}
		l.items = slices.Clone(l.items)
		upto := n + 1
		for upto < len(lines) && upto <= n+mostDetails {
			values := detail(lines[upto].items, l.items[last])
			if values == nil {
				break
			}
			l.items = append(l.items, values...)
			upto++
		}
		out = append(out, l)
		n = upto - 1
	}
	return out
}

// detail returns what a line like "Radius: 7.11 mm" adds to the meridian above
// it, nil if it is none.
func detail(items []item, meridian item) []item {
	if len(items) < 2 || math.Abs(items[0].X0-meridian.X0) > farDetail*meridian.Height() {
		return nil
	}
	first := items[0]
	if first.is(axis) {
		return items
	}
	if means := meaningsOf(fold(first.text)); first.label != nil || len(means) != 1 || means[0] != "power" && means[0] != "radius" {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(items[1:]), func(it item) bool { return it.text == ":" || it.text == "=" })
}

// bySurface makes a line for each of the cornea's surfaces, of one whose values
// stand in columns headed by them.
func (p part) bySurface(l line) []line {
	i := slices.IndexFunc(l.items, func(it item) bool {
		return it.is(power) || it.is(radius) || it.is(axis) || it.is(measure) && strings.HasSuffix(it.field, "_axis")
	})
	if i < 0 {
		return []line{l}
	}
	heads := p.surfacesOver(l, l.items[i])
	columns := make([][]item, len(heads))
	for _, cell := range cellsOf(l.items[i+1:]) {
		k := len(heads) - 1
		for k > 0 && cell[0].X0 < heads[k].at-columnGap*cell[0].Height() {
			k--
		}
		if k < 0 {
			break
		}
		columns[k] = append(columns[k], cell...)
	}
	if first := slices.IndexFunc(l.items[i+1:], ofNumber); len(heads) < 2 || first >= 0 && l.items[i+1+first].X1 < heads[0].at {
		return []line{l} // the heads are of something else, as captions of maps beside the table
	}
	var out []line
	if i > 0 { // what stands before it in the line is of another block
		before := l
		before.items = l.items[:i]
		out = append(out, before)
	}
	for k, values := range columns {
		own, label := l, l.items[i]
		label.X0, label.X1 = heads[k].at, heads[k].at
		own.items = append([]item{label}, values...)
		out = append(out, own)
	}
	return out
}

// surfacesOver returns the headings of different surfaces in the nearest line of
// headings above l, from left to right, without those of another block left of the label; none, if one does not stand right of
// the label. The title of the table may stand over the label, before several surfaces: its values stand in the first column then,
// "Keratometry (3 mm)  Ant.  Posterior  Total corneal power".
func (p part) surfacesOver(l line, label item) (heads []zone) {
	nearest := math.Inf(-1)
	for _, z := range slices.Backward(p.sections) {
		if z.y >= l.CenterY() {
			continue
		}
		if !math.IsInf(nearest, -1) && math.Abs(nearest-z.y) > 1 {
			break
		}
		nearest = z.y
		if z.at > label.X0-farMargin*label.Height() {
			heads = append(heads, z)
		}
	}
	slices.SortFunc(heads, func(a, b zone) int { return cmp.Compare(a.at, b.at) })
	if len(heads) > 2 && heads[0].what == front && heads[0].at < label.X1 {
		heads[0].at = label.X1
	}
	for i, z := range heads {
		if z.at < label.X1 || i > 0 && z.what == heads[i-1].what {
			return nil
		}
	}
	return heads
}

// hasChoice: one of a few words stands beside its label.
func hasChoice(l line) bool {
	for i, it := range l.items {
		if it.is(choice) {
			if c := l.choiceAt(it.field, i); c.known && !c.missing {
				return true
			}
		}
	}
	return false
}

// choiceWords is what stands beside the label of a choice: the value of the data
// model that the words mean, if it is known.
type choiceWords struct {
	value          string
	conf           float64
	known, missing bool
	tokens         []token // the words
}

// kindFollows: the label at i says that the eye was treated, or with a laser, and another label of the field behind it, or the one before it, says how:
// "LVC: LASIK   LVC mode: myopic".
func (l line) kindFollows(i int) bool {
	field := l.items[i].field
	raw, _ := join(l.choiceAt(field, i).tokens)
	byLaser := laserAlone.MatchString(fold(raw))
	if !byLaser && !treated.MatchString(fold(raw)) {
		return false
	}
	before := -1
	for k, it := range l.items[:i] {
		if it.label != nil {
			before = k
		}
	}
	says := before >= 0 && l.items[before].fieldOf(choice) == field && l.choiceAt(field, before).known
	for k, next := range l.items[i+1:] {
		says = says || next.fieldOf(choice) == field && (byLaser || l.choiceAt(field, i+1+k).known)
	}
	return says
}

// closesAt: a colon directly follows the word at i, or its full stop, "Ref.:".
func (l line) closesAt(i int) bool {
	if i+1 < len(l.items) && l.items[i+1].text == "." {
		i++
	}
	return i+1 < len(l.items) && l.items[i+1].text == ":"
}

// otherBegins: with item i begins what is said of something else than the field: of a label that is not known, "Phakic  Mode: cataract", or of a
// surgery behind the state of the lens, "phakic, myopic LASIK".
func (l line) otherBegins(field string, i int) bool {
	if l.items[i].plain(word) {
		return l.closesAt(i)
	}
	return field == "lens_status" && len(l.surgeryAfter(i)) > 0
}

// surgeryAfter is the words for a surgery of the cornea, or for none, behind the sign at i that ends the state of the lens: "phakic, myopic LASIK",
// "phakic – no refractive surgery".
func (l line) surgeryAfter(i int) []item {
	sign := l.items[i]
	if hyphen := sign.plain(dash) && sign.isHyphen(); !hyphen && sign.text != "," && sign.text != "." && sign.text != "+" {
		return nil
	}
	end := i + 1
	for end < len(l.items) && isStateWord(l.items[end]) && near(l.items[end-1].token, l.items[end].token) {
		end++
	}
	words := l.items[i+1 : end]
	if _, ok := surgery(foldedItems(words)); !ok {
		return nil
	}
	return words
}

// endsChoice: item i is a sign behind which something else is said: "Phakic · Mode: cataract", "Fáquico – 09:12".
func (l line) endsChoice(i int) bool {
	it := l.items[i]
	return it.plain(symbol) && strings.ContainsAny(it.text, "·•|;") || it.plain(dash) && i+1 < len(l.items) && l.items[i+1].plain(number)
}

// choiceAt reads the words after the label at i, up to the next label or gap.
func (l line) choiceAt(field string, i int) choiceWords {
	folded, conf, missing := "", 100.0, true
	var tokens []token
	framed := ""                // with the letters that look like frames
	behind, joined := "", false // what stands behind a bar
	for n, it := range l.items[i+1:] {
		if it.plain(word) && isFrame(it.text) {
			framed += fold(it.text)
			continue
		}
		if folded != "" && l.endsChoice(i+1+n) || it.label != nil && (folded != "" || announcesOther(it)) || n > 0 && !near(l.items[i+n].token, it.token) {
			if k := i + n + 2; k < len(l.items) && it.plain(symbol) {
				behind, joined = fold(l.items[k].text), l.items[k].glued
			}
			break
		}
		if folded != "" && l.otherBegins(field, i+1+n) {
			break
		}
		missing = missing && (it.plain(dash) || fold(it.raw) == "" && it.label == nil)
		folded, framed, conf = folded+fold(it.text), framed+fold(it.text), min(conf, it.conf)
		tokens = append(tokens, it.token)
	}
	value, known := choose(field, folded)
	otherwise := func(words string) bool {
		other, ok := choose(field, words)
		return ok && other != value
	}
	if joined || otherwise(folded+behind) || otherwise(framed) {
		known = false // "Phakic |OL", "Phakic | IOL", "Phakic I OL"
	}
	return choiceWords{value, conf, known, missing, tokens}
}
