package reader

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"biom/worker/document/layout"
)

type kind int

const (
	word   kind = iota
	number      // 23.45, -5,90: one value
	dash        // --- for "not measured"
	at          // the sign before an axis
	symbol      // any other character
)

// token is a part of a word that means something by itself.
type token struct {
	kind kind
	text string // a number has a point and an ASCII minus
	raw  string // as printed
	layout.Box
	conf   float64
	glued  bool // directly follows the token before it
	first  bool // begins a cell of a list
	hidden bool // of a remark, and no value of an eye
	broken bool // a number beside which its rest may stand
	cut    bool // at the edge of the page
	in     printed
	moved  layout.Offset // as of its word
	pitch  float64       // width of a letter on a page of equally wide ones; 0: they are not
}

// lex divides the words of a row into tokens.
func lex(words []layout.Word) []token {
	var out []token
	for _, w := range words {
		out = append(out, lexWord(w)...)
	}
	return out
}

// lexer walks through the characters of one word.
type lexer struct {
	word  layout.Word
	chars []rune
	out   []token
}

// degreeSigns are what fonts and keyboards have for °.
var degreeSigns = strings.NewReplacer("º", "°", "˚", "°", "∘", "°", "⁰", "°", "ᵒ", "°")

// polishAxis is the Polish word for an axis, which without its accent would name the left eye.
var polishAxis = regexp.MustCompile(`^([\[(]?)([oO]ś)(\P{L}|$)`)

func lexWord(w layout.Word) []token {
	text := degreeSigns.Replace(w.Text)
	axis := ""
	if strings.Contains(text, "ś") { // few words have it
		if m := polishAxis.FindStringSubmatch(text); m != nil {
			axis = m[2]
		}
		text = polishAxis.ReplaceAllString(text, "${1}axis$3")
	}
	l := &lexer{word: w, chars: []rune(text)}
	for i := 0; i < len(l.chars); {
		i = l.next(i)
	}
	if i := slices.IndexFunc(l.out, func(t token) bool { return axis != "" && t.text == "axis" }); i >= 0 {
		l.out[i].raw = axis // as a remark prints it
	}
	n := 0
	for i := range l.out {
		t := &l.out[i]
		t.moved, t.in = w.Moved, printed{Box: w.Printed(), text: t.raw}
		if t.kind == number {
			n++
			t.in.nth = n
		}
	}
	for i := range l.out {
		if l.out[i].kind == number {
			l.out[i].in.of = n
		}
	}
	return l.out
}

// next makes the token that starts at i and returns where it ends.
func (l *lexer) next(i int) int {
	switch c := l.chars[i]; {
	case l.isNumber(i):
		return l.number(i)
	case strings.ContainsRune("ΦφϕøD⌀∅", c) && isDiameter.MatchString(l.withoutClose(i)):
		return l.add(word, i, i+utf8.RuneCountInString(l.withoutClose(i)))
	case unicode.IsLetter(c):
		return l.add(word, i, l.endOfWord(i))
	case isDash(c):
		return l.dashes(i)
	case strings.ContainsRune("@©®×", c): // OCR takes one for the other
		return l.add(at, i, i+1)
	default:
		return l.add(symbol, i, i+1)
	}
}

// withoutClose is the rest of the word without a bracket that ends it: "φ2.5mm" of "K(φ2.5mm)".
func (l *lexer) withoutClose(i int) string { return strings.TrimSuffix(string(l.chars[i:]), ")") }

// isNumber: digits, or a sign that a digit follows and no letter or digit
// precedes ("C-707585" is no negative number).
func (l *lexer) isNumber(i int) bool {
	if isDigit(l.chars[i]) {
		return true
	}
	signed := isDash(l.chars[i]) || l.chars[i] == '+'
	return signed && i+1 < len(l.chars) && isDigit(l.chars[i+1]) &&
		(i == 0 || !unicode.IsLetter(l.chars[i-1]) && !isDigit(l.chars[i-1]))
}

// number reads one number with at most one decimal mark. More marks make a
// date or a version, letters other than a unit a name: those are words.
func (l *lexer) number(i int) int {
	end, marks := i+1, 0
	for end < len(l.chars) && (isDigit(l.chars[end]) || l.isMark(end)) {
		if l.isMark(end) {
			marks++
		}
		end++
	}
	tail := end
	if end < len(l.chars) && unicode.IsLetter(l.chars[end]) {
		tail = l.endOfWord(end)
	}
	if marks > 1 || end-i > 9 || tail > end && unitOf(string(l.chars[end:tail])) == "" {
		return l.add(word, i, tail)
	}
	return l.add(number, i, end)
}

// isMark: a decimal point or comma between digits.
func (l *lexer) isMark(i int) bool {
	return (l.chars[i] == '.' || l.chars[i] == ',') && i+1 < len(l.chars) && isDigit(l.chars[i+1]) && isDigit(l.chars[i-1])
}

// endOfWord: a hyphen is inside a word. What stands behind it is no negative
// number, for "N-620386" is an identifier and not an index.
func (l *lexer) endOfWord(i int) int {
	start := i
	for i < len(l.chars) && (i <= start+2 && (i != start+2 || unitOf(string(l.chars[start:i])) == "") || !l.isDecimal(i)) && (unicode.IsLetter(l.chars[i]) || unicode.IsMark(l.chars[i]) || isDigit(l.chars[i]) ||
		strings.ContainsRune("-‐'’", l.chars[i]) && i+1 < len(l.chars) && (unicode.IsLetter(l.chars[i+1]) || isDigit(l.chars[i+1]))) {
		i++
	}
	return i
}

// isDecimal: a number with its decimals begins, glued to the word before it:
// "Achslänge23,22mm", "mm13,7". More than one mark makes a date or a version.
func (l *lexer) isDecimal(i int) bool {
	return isDigit(l.chars[i]) && !isDigit(l.chars[i-1]) && decimalAhead.MatchString(string(l.chars[i:]))
}

var decimalAhead = regexp.MustCompile(`^\d+[.,]\d+([^\d.,]|$)`)

// dashes: two or more, or one that is the whole word, say "not measured".
func (l *lexer) dashes(i int) int {
	end := i
	for end < len(l.chars) && isDash(l.chars[end]) {
		end++
	}
	if end-i > 1 || len(l.chars) == 1 || l.chars[i] == '—' {
		return l.add(dash, i, end)
	}
	return l.add(symbol, i, end)
}

func (l *lexer) add(k kind, from, to int) int {
	text := string(l.chars[from:to])
	if k == number {
		text = strings.NewReplacer(",", ".", "−", "-", "–", "-", "‐", "-", "‑", "-", "+", "").Replace(text)
	}
	box, each := l.word.Box, l.word.Width()/float64(len(l.chars))
	box.X0, box.X1 = l.word.X0+each*float64(from), l.word.X0+each*float64(to)
	l.out = append(l.out, token{kind: k, text: text, raw: string(l.chars[from:to]), Box: box, conf: l.word.Conf, glued: from > 0})
	return to
}

func isDigit(c rune) bool { return c >= '0' && c <= '9' }

func hasDigit(s string) bool { return strings.ContainsFunc(s, isDigit) }

func hasLetter(s string) bool { return strings.ContainsFunc(s, unicode.IsLetter) }

func isDash(c rune) bool { return strings.ContainsRune("-−–—‐‑", c) }

// degrees is the unit of an axis.
const degrees = "degrees"

// unitOf names the unit that a word is: "mm", "micrometers", "diopters" as in
// the field table, or "". OCR takes µ for u, p or y.
func unitOf(s string) string {
	switch strings.ToLower(s) {
	case "mm":
		return "mm"
	case "µm", "μm", "um", "pm", "ym", "µ", "microns", "mikrometer":
		return "micrometers"
	case "d", "dpt", "dptr", "diopters", "dioptrien", "dioptrías", "dioptrias", "dioptries", "diottrie":
		return "diopters"
	case "mmhg":
		return "mmHg" // of the eye's pressure, which is none of ours
	case "deg", "degrees", "grad", "graus", "grados", "gradi", "degrés":
		return degrees
	}
	return ""
}

// near reports that b follows a as the next word of a phrase does. Columns lie
// further apart.
func near(a, b token) bool {
	small, large := min(a.Height(), b.Height()), max(a.Height(), b.Height())
	beside := large > muchLarger*small && a.kind != dash && b.kind != dash // a letter in the margin, beside several lines; a dash is low
	return b.glued || !b.first && !beside && b.X0-a.X1 < max(wordGap(a, b)*large, typewriterGap*b.pitch)
}

// wordGap is how far apart, in heights of a word, the words of a phrase may stand.
// The boxes of a text layer are as high as the font, those of OCR as their letters.
func wordGap(a, b token) float64 {
	if a.conf == layout.Certain && b.conf == layout.Certain {
		return printedSpace
	}
	return seenSpace
}

// pitchesOf returns the width of the letters of each row of a page if all letters have the same; 0 of each row otherwise. OCR sees the letters
// closer than they were printed, so that there it may be a different width in each size of print.
func pitchesOf(rows []layout.Row, ocr bool) []float64 {
	var all []layout.Word
	for _, row := range rows {
		all = append(all, row.Words...)
	}
	out := make([]float64, len(rows))
	if widths := letterWidths(all, longWord); len(widths) >= fewLong && areEven(widths) {
		for i := range out {
			out[i] = widths[len(widths)/2]
		}
		return out
	}
	if !ocr {
		return out
	}
	even, uneven := 0, 0
	var plain []layout.Word
	for i, row := range rows {
		words := slices.DeleteFunc(slices.Clone(row.Words), hasOuterSign)
		switch widths := letterWidths(words, longWord); {
		case len(widths) < fewInRow:
		case areEven(widths):
			even++
		default:
			uneven++
		}
		if widths := letterWidths(words, shortWord); len(widths) > 0 {
			out[i] = widths[len(widths)/2]
		}
		plain = append(plain, words...)
	}
	if ofFewSizes(letterWidths(plain, longWord)) {
		return out
	}
	if even < fewEven || float64(uneven) > seldomUneven*float64(even) {
		clear(out)
	}
	return out
}

// hasOuterSign: the word begins or ends with a sign, "(AXL):", which is narrower than a letter's cell, as is the box that OCR draws around it.
func hasOuterSign(w layout.Word) bool { return strings.TrimFunc(w.Text, unicode.IsPunct) != w.Text }

// letterWidths are the widths of the letters of the words that have at least so many, in order.
func letterWidths(words []layout.Word, least int) (widths []float64) {
	for _, w := range words {
		if n := utf8.RuneCountInString(w.Text); n >= least {
			widths = append(widths, w.Width()/(float64(n)-0.2))
		}
	}
	slices.Sort(widths)
	return widths
}

// areEven: the widths, in order, are those of letters that are all equally wide.
func areEven(widths []float64) bool {
	return widths[len(widths)*3/4]-widths[len(widths)/4] <= evenLetters*widths[len(widths)/2]
}

// ofFewSizes: nearly all widths, in order, are close to one of a few: those of letters that are all equally wide, printed in a few sizes.
func ofFewSizes(widths []float64) bool {
	if len(widths) < manyLong {
		return false
	}
	left := slices.Clone(widths)
	for range fewSizes {
		var from, upto int // the most widths of one size
		for i, w := range left {
			end := i
			for end < len(left) && left[end] <= w*(1+sameSize) {
				end++
			}
			if end-i > upto-from {
				from, upto = i, end
			}
		}
		left = slices.Delete(left, from, upto)
	}
	return float64(len(left)) <= otherSizes*float64(len(widths))
}

// isRoundedMean: the number is the rounded mean of the readings, which are rounded themselves.
func isRoundedMean(text string, readings []float64) bool {
	sum := 0.0
	for _, r := range readings {
		sum += r
	}
	return math.Abs(sum/float64(len(readings))-atof(text)) <= roundedMean*math.Pow10(-decimals(text))
}

// beginsSmall: the text begins with a small letter.
func beginsSmall(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	return unicode.IsLower(first)
}
