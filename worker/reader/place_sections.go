package reader

import (
	"slices"
	"strings"
)

// Words of headings, folded and by their beginnings. Headings come in more
// wordings than a table can list ("Cornea, back face"), so what no phrase
// matches is told by its words.
var (
	surfaceStems   = stems("hh vorderflach ruckflach hinterflach corn hornhaut kerat querat cerat cherat meridian surface superfic flache face cara faccia oberflache curvat courbur krumm k simk")
	frontStems     = stems("anter front vorder vorn avant frontal delanter davant")
	backStems      = stems("poster back hinter hinten ruckflach ruck arrier trase retro rear")
	totalStems     = stems("total gesamt net true")
	powerStems     = stems("power brechkraft brechwert puissanc potenc poder poter refract refrak")
	lensStems      = stems("iol lio implant lens lins lent")
	reckonStems    = stems("calcul berechn kalkul constant konstant constante cost power starke puissanc potenc poder poter table tabelle tabla tabela tabella auswahl wahl select selec scelt choix recommend")
	singleStems    = stems("single singol individual einzel unitair")
	shotStems      = stems("measur reading shot mess medic medid mesur misur lectur")
	biometryStems  = stems("biometr")
	totalCompounds = stems("hornhautgesamt")
)

// retina begins with "net", too: "Netzhautdicke".
const retina = "netzhaut"

// Words over the columns of surfaces.
var (
	frontHeadStems    = stems("keratom queratom cheratom ceratom simk anterior")
	realHeadStems     = stems("real reel tcp tcrp")
	backHeadStems     = stems("poster hinter tyln")
	titleOfHeadsStems = stems("toct") // before them stands the title of the table, as Revo prints it
)

// shortSides are the abbreviations of the words for the sides of the cornea: "Face post."
var shortSides = map[string]string{"post": "posterior", "ant": "anterior"}

// sectionOfWords is the section that a heading's words announce, "" for none.
func sectionOfWords(words []string) string {
	for i, w := range words {
		if whole, short := shortSides[w]; short {
			words = slices.Clone(words)
			words[i] = whole
		}
	}
	has := func(stems []string) bool {
		return slices.ContainsFunc(words, func(w string) bool {
			return slices.ContainsFunc(stems, func(s string) bool {
				return strings.HasPrefix(w, s) && (len(s) > 1 || w == s) && !strings.HasPrefix(w, retina)
			})
		})
	}
	compound := func(stems []string) bool { // "Hornhautrückfläche", "Einzelmessungen"
		return slices.ContainsFunc(words, func(w string) bool {
			return len(w) > 9 && slices.ContainsFunc(stems, func(s string) bool { return len(s) > 3 && strings.Contains(w, s) })
		})
	}
	switch {
	case has(lensStems) && (has(reckonStems) || compound(reckonStems)) && (!has(totalStems) || !has(surfaceStems)): // not "Total corneal power for IOL selection"
		return foreign
	case has(singleStems) && (has(shotStems) || compound(shotStems)):
		return foreign
	case has(totalStems) && (has(surfaceStems) || has(powerStems)):
		if has(stems("kerat querat cerat cherat")) && !has(powerStems) {
			return total
		}
		return net
	case has(totalStems) && len(words) == 1:
		return net
	case has(surfaceStems) && (has(backStems) || compound(backStems)):
		return back
	case has(surfaceStems) && (has(frontStems) || compound(frontStems) || has(powerStems) || compound(powerStems)):
		return front
	}
	return ""
}

// surfaceHeads are the columns of surfaces of the cornea, if the line is nothing but their heads: "Keratometric   Real   Posterior", as CASIA prints them.
func surfaceHeads(l line, width float64) (heads []zone) {
	different := map[string]bool{}
	for i, cell := range cellsOf(l.items) {
		if i == 0 && hasStem(fold(cell[0].text), titleOfHeadsStems) {
			continue
		}
		what, name := "", cell
		if k := slices.IndexFunc(cell, func(it item) bool { return strings.HasPrefix(it.text, "(") }); k > 0 {
			name = cell[:k] // "SimK (3 mm ring, n = 1.3375)"
		}
		switch first := fold(cell[0].text); {
		case slices.ContainsFunc(name, func(it item) bool { return it.plain(number) || it.closed || ofValue(it) }):
		case hasStem(first, frontHeadStems):
			what = front
		case hasStem(first, realHeadStems):
			what = net
		case hasStem(first, backHeadStems):
			what = back
		}
		if what == "" {
			return nil
		}
		head := zone{y: l.CenterY(), x0: cell[0].X0 - columnGap*cell[0].Height(), x1: width, what: what, at: cell[0].X0}
		if n := len(heads); n > 0 {
			heads[n-1].x1 = head.x0
		}
		heads, different[what] = append(heads, head), true
	}
	if len(different) < 2 {
		return nil
	}
	return heads
}

// headsReadings: the line heads columns of single readings beside those of their means.
func (l line) headsReadings() bool {
	return l.saysSingles() && slices.ContainsFunc(l.items, func(it item) bool { return it.is(mean) }) && !slices.ContainsFunc(l.items, ofValue)
}

// titlesBiometry: item i stands in a cell with the word for biometry, as in the title of a page, "Biometry and IOL calculation".
func titlesBiometry(items []item, i int) bool {
	return slices.ContainsFunc(cellOf(items, i), func(it item) bool { return it.begins(biometryStems) })
}

// saysSingles: the line has words for single readings.
func (l line) saysSingles() bool {
	return slices.ContainsFunc(l.items, func(it item) bool { return it.begins(singleStems) })
}

// begins: a word of the item has one of the beginnings.
func (it item) begins(stems []string) bool {
	for w := range strings.FieldsFuncSeq(it.text, partsPhrase) {
		if f := fold(w); slices.ContainsFunc(stems, func(stem string) bool { return strings.HasPrefix(f, stem) }) {
			return true
		}
	}
	return false
}

// sectionOfTitle is the section that a title's words announce. What a title whose last word is cut off at
// the edge of the page says of the cornea is not known.
func sectionOfTitle(words []string, last item) string {
	what := sectionOfWords(words)
	if what == "" && last.cut {
		return net
	}
	return what
}

// sectionOf is the section that a label of the table announces.
func sectionOf(it item) string {
	what := it.fieldOf(section)
	if what != foreign {
		return what
	}
	if it.begins(totalStems) || it.begins(totalCompounds) {
		return net
	}
	return what
}

// unlisted returns the heading, if it is one, that begins with the cell at i: a
// few words without a number or a label of a value.
func unlisted(items []item, i int, width float64) (heading item, what string) {
	if i > 0 && near(items[i-1].token, items[i].token) {
		return item{}, ""
	}
	var words []string
	heading, last := items[i], i
	ofEye := false // the mark of an eye follows, which is no value
	for k := i; k < len(items) && (k == i || near(items[k-1].token, items[k].token)); k++ {
		it := items[k]
		if ofEye = k > i && it.plain(word) && sides[it.text] != ""; ofEye || k > i && explainsTitle(it) {
			break // "IOL calculator OD - Target: -0.30 D"
		}
		if noTitle(it) {
			return item{}, ""
		}
		for w := range strings.FieldsFuncSeq(it.text, partsPhrase) {
			if f := fold(w); f != "" && !small[f] {
				words = append(words, f)
			}
		}
		heading.Box, last = heading.Union(it.Box), k
	}
	if len(words) < 1 || len(words) > 5 || !ofEye && hasValue(items[last], items[last+1:], width) {
		return item{}, ""
	}
	return heading, sectionOfTitle(words, items[last])
}

// explainsTitle: what begins with the item explains the title before it, "(n = 1.3375)", "Ø 3 mm".
func explainsTitle(it item) bool {
	return it.is(eye) || it.text == "(" || isDiameterSign(it.text)
}

// noTitle: the item is a number, a missing value or the label of a value, which no title has, or begins with a bracket.
func noTitle(it item) bool {
	if it.text == "(" || it.plain(number) || it.plain(dash) && !it.isHyphen() || it.closed {
		return true
	}
	return it.label != nil && it.role != other && it.role != axis && it.role != section && it.role != mean
}
