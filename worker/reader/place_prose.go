package reader

import (
	"math"
	"slices"
	"unicode"
	"unicode/utf8"

	"biom/worker/document/layout"
)

// Letters tell the measurements in sentences, a paragraph for each eye:
//
//	Right eye. The axial length is 23.88 mm (composite of five readings, SNR 287) with an anterior chamber
//	depth of 3.14 mm. Keratometry averages K1 43.05 D at 4° and K2 44.41 D at 94°.
//
// A label stands anywhere in a sentence, and may go on in the next line. Its value is the next number, which must have the unit of the field. A paragraph that names both
// eyes tells nothing, nor does a sentence about another time.

// prose reads such paragraphs.
func (s *sheet) prose() (out []part) {
	for _, paragraph := range s.paragraphs() {
		side := eyeOfParagraph(paragraph)
		if side == "" {
			continue
		}
		var lines []line
		for _, sentence := range sentencesOf(paragraph) {
			if !saysOtherTime(sentence) {
				lines = append(lines, statements(sentence)...)
			}
		}
		if len(lines) >= fewStatements {
			out = append(out, part{eye: side, lines: lines, page: s})
		}
	}
	return out
}

// paragraphs are the tokens of each run of lines that begin at the same place and follow each other as closely as any lines of sentences do, if most of
// the lines hold sentences.
func (s *sheet) paragraphs() (out [][]token) {
	var lines []line
	for _, l := range s.lines {
		if l.tokens = slices.DeleteFunc(slices.Clone(l.tokens), func(t token) bool { return t.hidden }); !l.again && len(l.tokens) > 0 { // without remarks
			lines = append(lines, l)
		}
	}
	prose := make([]bool, len(lines))
	for n, l := range lines {
		prose[n] = isProse(l.tokens)
	}
	closest := math.Inf(1)
	for n := 1; n < len(lines); n++ {
		if prose[n] && prose[n-1] {
			closest = min(closest, lines[n].CenterY()-lines[n-1].CenterY())
		}
	}
	for from := 0; from < len(lines); {
		upto, sentences := from, 0
		var tokens []token
		for upto < len(lines) && (upto == from || lines[upto].CenterY()-lines[upto-1].CenterY() < nextParagraph*closest && math.Abs(lines[upto].X0-lines[from].X0) < aligned*lines[from].Height()) {
			tokens = append(tokens, lines[upto].tokens...)
			if prose[upto] {
				sentences++
			}
			upto++
		}
		if 2*sentences >= upto-from && sentences > 0 {
			out = append(out, tokens)
		}
		from = upto
	}
	return out
}

// isProse: the tokens are a line of sentences: many words in small letters that belong to no label and are no units, with no gaps and no colons between.
func isProse(tokens []token) bool {
	small := 0
	for i := 0; i < len(tokens); i++ {
		t := tokens[i]
		if i > 0 && t.X0-tokens[i-1].X1 > columnGap*t.Height() || t.text == ":" || t.text == "|" {
			return false
		}
		if n, e := match(tokens[i:]); n > 0 && (e.role == measure || e.role == power || e.role == radius) {
			i += n - 1
			continue
		}
		if t.kind == word && beginsSmall(t.raw) && utf8.RuneCountInString(t.raw) > 1 && unitOf(t.text) == "" {
			small++
		}
	}
	return small >= fewProse
}

// The beginnings of the words for the sides, in every language.
var (
	rightStems = stems("right recht droit derech destr direit")
	leftStems  = stems("left link gauche izquierd sinistr esquerd")
)

// eyeOfParagraph is the eye that the tokens name, "" if none or both. A word for a side names an eye beside the word for it, "am rechten, phaken Auge"; of the other
// eye any word for its side will do.
func eyeOfParagraph(tokens []token) (side string) {
	mentioned := map[string]bool{}
	for i, t := range tokens {
		named := sideOfWord(t)
		if named != "" {
			mentioned[named] = true
			if !slices.ContainsFunc(tokens[max(0, i-2):min(len(tokens), i+5)], func(t token) bool { return isWordEye(item{token: t}) }) {
				continue
			}
		} else if n, e := match(tokens[i:]); n > 0 && e.role == eye && e.field != "" && (n > 1 || isAbbreviatedEye(t)) {
			named = e.field
			mentioned[named] = true
		}
		if named != "" {
			side = named
		}
	}
	if len(mentioned) > 1 {
		return ""
	}
	return side
}

func isAbbreviatedEye(t token) bool { return utf8.RuneCountInString(t.raw) == 2 && sides[t.raw] != "" }

func sideOfWord(t token) string {
	switch f := fold(t.text); {
	case t.kind != word:
	case hasStem(f, rightStems):
		return rightEye
	case hasStem(f, leftStems):
		return leftEye
	}
	return ""
}

// sentencesOf divides tokens at full stops before capitals.
func sentencesOf(tokens []token) (out [][]token) {
	from := 0
	for i, t := range tokens {
		if t.text != "." || i+1 == len(tokens) {
			continue
		}
		if next, _ := utf8.DecodeRuneInString(tokens[i+1].raw); !tokens[i+1].glued && unicode.IsUpper(next) {
			out, from = append(out, tokens[from:i]), i+1
		}
	}
	return append(out, tokens[from:])
}

// saysOtherTime: the sentence has a year, or a word for what was before.
func saysOtherTime(sentence []token) bool {
	return slices.ContainsFunc(sentence, func(t token) bool {
		year := t.kind == number && decimals(t.text) == 0 && len(t.text) == 4
		return year || t.kind == word && (hasStem(fold(t.text), priorStems) || isDay(t.raw))
	})
}

// priorStems begin the words in a sentence for what was before.
var priorStems = stems("previ preced prior earlier before former last fruher vorher letzt avant dernier antes ultim prima")

// statements are the labels of the sentence with their values, each a line.
func statements(sentence []token) (out []line) {
	for i := 0; i < len(sentence); {
		n, e := match(sentence[i:])
		if n == 0 || unitBehind(e) == "" {
			i++
			continue
		}
		label := item{token: sentence[i], entry: e, from: 0, upto: n}
		for _, t := range sentence[i+1 : i+n] {
			label.text += " " + t.text
		}
		if value := valueOf(sentence[i+n:], e); value != nil {
			at := value[0].Box
			label.Box = layout.Box{X0: at.X0 - 3*at.Height(), Y0: at.Y0, X1: at.X0 - at.Height(), Y1: at.Y1} // directly before the value, also if that stands in the next line
			items := []item{label}
			tokens := []token{label.token}
			for k, t := range value {
				if k > 0 { // the next line of the paragraph
					t.Box = layout.Box{X0: items[k].X1 + 1, Y0: at.Y0, X1: items[k].X1 + 1 + t.Width(), Y1: at.Y1}
				}
				items, tokens = append(items, item{token: t, from: k + 1, upto: k + 2}), append(tokens, t)
			}
			out = append(out, line{Box: boxOf(items), tokens: tokens, items: items})
		}
		i += n
	}
	return out
}

// unitBehind is the unit of the number that stands first behind the label of a measurement, "" behind any other one.
func unitBehind(e entry) string {
	switch e.role {
	case power:
		return fields[e.field+"_magnitude"].Unit
	case measure:
		return fields[e.field].Unit
	}
	return ""
}

// valueOf is the next number, if it has the unit of the label, with the unit, and with the axis behind a power; nil if there is none before another label, or in a
// bracket.
func valueOf(tokens []token, e entry) []token {
	unit := unitBehind(e)
	depth := 0
	for i := 0; i+1 < min(len(tokens), longestStatement); i++ {
		t := tokens[i]
		switch {
		case t.text == "(":
			depth++
		case t.text == ")":
			depth--
		case depth > 0:
		case t.kind == word && (ofLens(t.text) || formulas[fold(t.text)] || hasStem(fold(t.text), constantStems)):
			return nil // "the ACD constant of the lens is 5.2 mm"
		case t.kind == number:
			if unitOf(tokens[i+1].text) != unit {
				return nil
			}
			return append(slices.Clone(tokens[i:i+2]), axisBehind(tokens[i+2:], e)...)
		default:
			if n, f := match(tokens[i:]); n > 0 && (f.role == measure || f.role == power || f.role == radius) {
				return nil
			}
		}
	}
	return nil
}

// constantStems begin the words for a constant of a lens.
var constantStems = stems("const konst cost")

// axisBehind is the axis of a power, with the sign before it: "at 4°", "@ 4°", "in 178 °".
func axisBehind(tokens []token, e entry) []token {
	if e.role != power || len(tokens) < 3 || tokens[1].kind != number || tokens[2].text != "°" {
		return nil
	}
	if sign := tokens[0]; sign.kind == word || sign.kind == at || sign.kind == symbol {
		sign.kind, sign.text = at, "@"
		return []token{sign, tokens[1], tokens[2]}
	}
	return nil
}
