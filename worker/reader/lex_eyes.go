package reader

import (
	"regexp"
	"slices"
	"strings"

	"biom/worker/document/layout"
)

// The headings of the eyes are short and large, so OCR misreads them more often than
// other words, and with a heading all values of an eye are lost.

// spacedEyeMarks are the abbreviations of the eyes as OCR, and a letter-spaced
// heading, give them: "O S", "Ö S".
var spacedEyeMarks = map[string]string{"OD": "OD", "OS": "OS", "ÖD": "OD", "ÖS": "OS", "0D": "OD", "0S": "OS"}

// framedEyeMark is an abbreviation of an eye in a frame: "<R>", "[OD]".
var framedEyeMark = regexp.MustCompile(`^[<\[{«‹|]([RL]|O[DSIGE]|RA|LA|RE|LE)[>\]}»›|]$`)

// framedSides are the eyes that such abbreviations name.
var framedSides = map[string]string{
	"R": rightEye, "OD": rightEye, "RA": rightEye, "RE": rightEye,
	"L": leftEye, "OS": leftEye, "OI": leftEye, "OG": leftEye, "OE": leftEye, "LA": leftEye, "LE": leftEye,
}

// framedLetter is a letter for an eye as strips of paper have it at the beginning of a line: "<D>", in the Romance
// languages.
var framedLetter = regexp.MustCompile(`^<([DISGE])>$`)

// framedMark is the abbreviation without its frame that the word at i is, "" if it is none.
// "<R>" may stand before a label, and is no radius.
func framedMark(words []layout.Word, i int) string {
	if m := framedEyeMark.FindStringSubmatch(words[i].Text); m != nil {
		return map[string]string{rightEye: "OD", leftEye: "OS"}[framedSides[m[1]]]
	}
	m := framedLetter.FindStringSubmatch(words[i].Text)
	switch {
	case m == nil || i > 0:
		return ""
	case m[1] == "D":
		return "OD"
	}
	return "OS"
}

// withoutOrnament takes from a line what has neither letters nor digits beside a framed
// abbreviation of an eye: "------- <R> -------".
func withoutOrnament(words []layout.Word) []layout.Word {
	marks := slices.DeleteFunc(slices.Clone(words), func(w layout.Word) bool { return fold(w.Text) == "" })
	if len(marks) == 1 && framedMark(marks, 0) != "" {
		return marks
	}
	return words
}

// joinEyeMarks joins the letters of a spaced abbreviation of an eye that stands
// by itself or before a word, and takes the frame from one.
func joinEyeMarks(words []layout.Word) []layout.Word {
	words = withoutOrnament(words)
	out := make([]layout.Word, 0, len(words))
	for i := 0; i < len(words); i++ {
		w := words[i]
		if mark := framedMark(words, i); mark != "" {
			w.Text = mark
		}
		if mark := spacedMark(words, i); mark != "" {
			next := words[i+1]
			w.Text, w.Box, w.Conf = mark, w.Union(next.Box), min(w.Conf, next.Conf)
			i++
		} else if whole, ok := spacedEyeMarks[w.Text]; ok && whole != w.Text && strings.HasPrefix(w.Text, "Ö") {
			w.Text = whole
		}
		out = append(out, w)
	}
	return out
}

// spacedMark is the mark that the words at i and after it spell, "" if they spell
// none.
func spacedMark(words []layout.Word, i int) string {
	if i+1 >= len(words) || !apartBy(words, i-1, 1) || words[i+1].X0-words[i].X1 > 1.5*words[i].Height() {
		return ""
	}
	if i+2 < len(words) && !apartBy(words, i+1, 1) && hasDigit(words[i+2].Text) {
		return ""
	}
	return spacedEyeMarks[words[i].Text+words[i+1].Text]
}

// sideWords are the words for the eyes that stand in headings, folded.
var sideWords = [2][]string{
	{"right", "rechts", "rechtes", "droit", "droite", "derecho", "derecha", "destro", "destra", "direito", "direita"},
	{"left", "links", "linkes", "gauche", "izquierdo", "izquierda", "sinistro", "sinistra", "esquerdo", "esquerda"},
}

// eyeMarks are the abbreviations of the eyes as OCR gives them. An O may have
// become a 0 or a small letter, but a mark of which only digits are left is a number.
var eyeMarks = [2]*regexp.Regexp{regexp.MustCompile(`^[O0o][DdO0]$`), regexp.MustCompile(`^(?:[O0o][SsGE]|O[Il1|]|0[Il|])$`)}

// plainMarks are the abbreviations that OCR has read well.
var plainMarks = [2]*regexp.Regexp{regexp.MustCompile(`^[O0o]D$`), regexp.MustCompile(`^O[SGEI]$`)}

// eyeEvidence is what a cell says of the eyes: index 0 is the right one. Clear evidence
// is a word or an abbreviation that was read well.
type eyeEvidence struct{ some, clear [2]bool }

// evidenceOf looks at the words of a cell. ok is false if the cell says something else.
func evidenceOf(cell []layout.Word) (e eyeEvidence, ok bool) {
	for _, w := range cell {
		text := strings.Trim(w.Text, "()[]{}<>|:.,;")
		known := len([]rune(text)) <= 1 // a piece of a frame
		for side := range 2 {
			d := distanceToAny(fold(text), sideWords[side])
			plain := plainMarks[side].MatchString(text)
			e.clear[side] = e.clear[side] || d == 0 || plain
			if d <= 2 || plain || eyeMarks[side].MatchString(text) {
				e.some[side], known = true, true
			}
		}
		if !known && len([]rune(text)) > 3 || text != "00" && strings.Trim(text, "0123456789") == "" && len(text) > 1 {
			return e, false
		}
	}
	return e, true
}

// distanceToAny is the least number of letters by which s differs from one of the
// words; 3 or more is another word.
func distanceToAny(s string, words []string) int {
	least := 3
	for _, w := range words {
		if 2*len(s) > len(w) {
			least = min(least, distanceUpTo(s, w, 2))
		}
	}
	return least
}

// mendEyePair mends the headings of two eyes beside each other: "OD tight   OS ett",
// "Value   oD   0S". Both must be there, in cells of their own and in a row without
// numbers, and one must have been read well. Nothing else looks like that.
func mendEyePair(words []layout.Word) []layout.Word {
	var out []layout.Word
	seen, sure := [2]int{}, false
	for from := 0; from < len(words); {
		upto := from + 1
		for upto < len(words) && !apartBy(words, upto-1, 1.5) {
			upto++
		}
		cell := words[from:upto]
		from = upto
		e, ok := evidenceOf(cell)
		if !ok || e.some[0] == e.some[1] {
			if slices.ContainsFunc(cell, func(w layout.Word) bool { return hasDigit(w.Text) }) || e.some[0] {
				return words
			}
			out = append(out, cell...)
			continue
		}
		side := 0
		if e.some[1] {
			side = 1
		}
		seen[side]++
		sure = sure || e.clear[side]
		whole := cell[0]
		whole.Text = [2]string{"OD", "OS"}[side]
		for _, w := range cell[1:] {
			whole.Box, whole.Conf = whole.Union(w.Box), min(whole.Conf, w.Conf)
		}
		out = append(out, whole)
	}
	if seen != [2]int{1, 1} || !sure {
		return words
	}
	return out
}

// apartBy reports that the word after i is a new cell: a gap of so many heights
// lies between, or there is no word before or after.
func apartBy(words []layout.Word, i int, heights float64) bool {
	return i < 0 || i+1 >= len(words) || words[i+1].X0-words[i].X1 > heights*words[i+1].Height()
}
