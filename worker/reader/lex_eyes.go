package reader

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"biom/worker/document/layout"
)

// The headings of the eyes are short and large, so OCR misreads them more often than
// other words, and with a heading all values of an eye are lost.

// spacedEyeMarks are the abbreviations of the eyes as OCR, and a letter-spaced
// heading, give them: "O S", "Ö S".
var spacedEyeMarks = map[string]string{
	"OD": "OD", "OS": "OS", "OG": "OG", "OI": "OI", "OE": "OE", "ÖD": "OD", "ÖS": "OS", "0D": "OD", "0S": "OS", "0G": "OG",
}

// marksOf are the abbreviations that stand for an eye, whatever the page has for it.
var marksOf = map[string]string{rightEye: "OD", leftEye: "OS"}

// framedEyeMark is an abbreviation of an eye in a frame: "<R>", "[OD]".
var framedEyeMark = regexp.MustCompile(`^[<\[{«‹|]([RL]|O[DSIGE]|RA|LA|RE|LE)[>\]}»›|]$`)

// framedSides are the eyes that such abbreviations name.
var framedSides = map[string]string{
	"R": rightEye, "OD": rightEye, "RA": rightEye, "RE": rightEye,
	"L": leftEye, "OS": leftEye, "OI": leftEye, "OG": leftEye, "OE": leftEye, "LA": leftEye, "LE": leftEye,
}

// framedLetter is a letter for an eye as strips of paper have it at the beginning of a line, or in a line with nothing else:
// "<D>", in the Romance languages.
var framedLetter = regexp.MustCompile(`^<([DISGE])>$`)

// framedMark is the abbreviation without its frame that the word at i is, "" if it is none.
// "<R>" may stand before a label, and is no radius.
func framedMark(words []layout.Word, i int) string {
	text, closed := strings.CutSuffix(words[i].Text, ":")
	colon := map[bool]string{true: ":"}[closed]
	if m := framedEyeMark.FindStringSubmatch(text); m != nil {
		return marksOf[framedSides[m[1]]] + colon
	}
	m := framedLetter.FindStringSubmatch(text)
	switch {
	case m == nil || i > 0 && slices.ContainsFunc(words, func(w layout.Word) bool { return !framedLetter.MatchString(w.Text) }):
		return ""
	case m[1] == "D":
		return "OD" + colon
	}
	return "OS" + colon
}

// joinFrames joins a letter or an abbreviation for an eye with the signs of its frame: "< D >".
func joinFrames(words []layout.Word) (out []layout.Word) {
	for i := 0; i < len(words); i++ {
		w := words[i]
		if i+2 < len(words) && !apartBy(words, i, cellGap) && !apartBy(words, i+1, cellGap) {
			whole := w.Text + words[i+1].Text + words[i+2].Text
			if len(w.Text) == 1 && (framedEyeMark.MatchString(whole) || framedLetter.MatchString(whole)) {
				w.Text, w.Box, w.Conf = whole, w.Union(words[i+2].Box), min(w.Conf, words[i+1].Conf, words[i+2].Conf)
				i += 2
			}
		}
		out = append(out, w)
	}
	return out
}

// ornament is a run of signs that frames a title: "--- AXIAL LENGTH -- AL [mm] -----".
var ornament = regexp.MustCompile(`^[-=_*~–—]{2,}$`)

// leastRule is how many signs a line has at least, left and right of the name of an eye: "--- D ---" may be missing values.
const leastRule = 5

// framedByRules is the name of an eye alone in its line between two rules as in a frame: "----------- D -----------" is "<D>". It is nil if the line is none.
func framedByRules(words []layout.Word) []layout.Word {
	if len(words) != 3 || !ornament.MatchString(words[0].Text) || !ornament.MatchString(words[2].Text) || min(len(words[0].Text), len(words[2].Text)) < leastRule {
		return nil
	}
	name := words[1]
	if name.Text = "<" + name.Text + ">"; !framedEyeMark.MatchString(name.Text) && !framedLetter.MatchString(name.Text) {
		return nil
	}
	return []layout.Word{name}
}

// withoutOrnament takes from a line what has neither letters nor digits beside a framed
// abbreviation of an eye, "------- <R> -------", and the signs around and in a title. Signs of the same length on both sides may be missing values.
func withoutOrnament(words []layout.Word) []layout.Word {
	if name := framedByRules(words); name != nil {
		return name
	}
	marks := slices.DeleteFunc(slices.Clone(words), func(w layout.Word) bool { return fold(w.Text) == "" })
	if len(marks) == 1 && framedMark(marks, 0) != "" {
		return marks
	}
	last := len(words) - 1
	if last < 2 || apartBy(words, 0, cellGap) || !ornament.MatchString(words[0].Text) || !ornament.MatchString(words[last].Text) || len(words[0].Text) == len(words[last].Text) {
		return words
	}
	return slices.DeleteFunc(slices.Clone(words), func(w layout.Word) bool { return ornament.MatchString(w.Text) })
}

// bullets are what OCR makes of a disc before a heading.
var bullets = wordSet(as, "@ © ® • ● ■ °")

// withoutBullet takes a disc from the beginning of a line that goes on with the name of an eye.
func withoutBullet(words []layout.Word) []layout.Word {
	if len(words) < 2 || !bullets[words[0].Text] || words[1].X0-words[0].X1 > cellGap*words[1].Height() || markBefore(words[1].Text) == "" {
		return words
	}
	return words[1:]
}

// markBefore is the abbreviation of an eye that s is or begins with, before a word for the same eye: "OS", "OSleft"; "" if it is neither.
func markBefore(s string) string {
	for side, mark := range plainMarks {
		if mark.MatchString(s) {
			return s
		}
		if n := 2; len(s) > n && mark.MatchString(s[:n]) && slices.Contains(sideWords[side], fold(s[n:])) {
			return s[:n]
		}
	}
	return ""
}

// splitGluedName parts the abbreviation of an eye from the word for it, where OCR saw no space.
func splitGluedName(words []layout.Word) (out []layout.Word) {
	for _, w := range words {
		mark := markBefore(w.Text)
		if mark == "" || mark == w.Text {
			out = append(out, w)
			continue
		}
		name := w
		at := w.X0 + w.Width()*float64(len(mark))/float64(len(w.Text))
		name.Text, name.X0 = w.Text[len(mark):], at
		w.Text, w.X1 = mark, at
		out = append(out, w, name)
	}
	return out
}

// joinEyeMarks joins the letters of a spaced abbreviation of an eye that stands
// by itself or before a word, and takes the frame from one.
func joinEyeMarks(words []layout.Word) []layout.Word {
	words = splitGluedName(withoutBullet(withoutOrnament(joinFrames(words))))
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
	if i+1 >= len(words) || !apartBy(words, i-1, 1) || words[i+1].X0-words[i].X1 > cellGap*words[i].Height() {
		return ""
	}
	if i+2 < len(words) && !apartBy(words, i+1, 1) && hasDigit(words[i+2].Text) {
		return ""
	}
	return spacedEyeMarks[words[i].Text+words[i+1].Text]
}

// mendSmallMark mends "os" in a cell of its own, in a line without numbers: letters that small and large ones look
// like are of the size that OCR takes them for.
func mendSmallMark(words []layout.Word) []layout.Word {
	if slices.ContainsFunc(words, func(w layout.Word) bool { return hasDigit(w.Text) }) {
		return words
	}
	out := slices.Clone(words)
	for i, w := range words {
		if w.Text == "os" && w.Conf >= sureCell && apartBy(words, i-1, columnGap) && apartBy(words, i, columnGap) {
			out[i].Text = "OS"
		}
	}
	return out
}

// markAfter is the abbreviation of an eye that may stand behind the letter for the same one, "L  OS".
var markAfter = map[string]string{"R": "od", "L": "os"}

// mendMarkAfterLetter mends the abbreviation of an eye behind the letter for the same eye, alone in a cell: "L  Oo S", "L  (0) Ss". What is large OCR reads in
// pieces, and some of them twice.
func mendMarkAfterLetter(words []layout.Word) []layout.Word {
	for i, w := range words {
		mark := markAfter[w.Text]
		if mark == "" || !apartBy(words, i-1, columnGap) {
			continue
		}
		end := i + 1
		for end < len(words) && !apartBy(words, end-1, columnGap) {
			end++
		}
		if end == i+1 || onceEach(words[i+1:end]) != mark {
			continue
		}
		return slices.Concat(words[:i+1], []layout.Word{joinedAs(strings.ToUpper(mark), words[i+1:end])}, words[end:])
	}
	return words
}

// joinedAs is one word with the text in place of its pieces.
func joinedAs(text string, pieces []layout.Word) layout.Word {
	whole := pieces[0]
	whole.Text = text
	for _, w := range pieces[1:] {
		whole.Box, whole.Conf = whole.Union(w.Box), min(whole.Conf, w.Conf)
	}
	return whole
}

// onceEach is the letters of the words in small ones, with one letter for those that repeat and o for 0.
func onceEach(words []layout.Word) string {
	var letters []rune
	for _, w := range words {
		for _, r := range strings.ToLower(strings.ReplaceAll(w.Text, "0", "o")) {
			if unicode.IsLetter(r) {
				letters = append(letters, r)
			}
		}
	}
	return string(slices.Compact(letters))
}

// headWords are what headings of an eye consist of when they are spelled in spaced letters.
var headWords = [2][]string{spelled("od", sideWords[0]), spelled("os", sideWords[1])}

// spelled returns the words, and each with the mark before it.
func spelled(mark string, words []string) (out []string) {
	for _, w := range words {
		out = append(out, w, mark+w)
	}
	return out
}

// mendSpacedHeadings mends headings of an eye whose letters stand apart, "OD  D e s t r o", of
// which OCR makes several words and some wrong letters: "Oo D Dest ro".
func mendSpacedHeadings(words []layout.Word) []layout.Word {
	var out []layout.Word
	for from := 0; from < len(words); {
		upto := from + 1
		for upto < len(words) && !apartBy(words, upto-1, cellGap) {
			upto++
		}
		if mark := spelledEye(words[from:upto]); mark != "" {
			out = append(out, joinedAs(mark, words[from:upto]))
		} else {
			out = append(out, words[from:upto]...)
		}
		from = upto
	}
	return out
}

// spelledEye returns the mark of the eye that the pieces of a cell spell, "" if they spell none.
func spelledEye(cell []layout.Word) string {
	var all strings.Builder
	pieces := 0
	for _, w := range cell {
		if hasDigit(w.Text) {
			return ""
		}
		if len([]rune(w.Text)) <= 2 {
			pieces++
		}
		all.WriteString(fold(w.Text))
	}
	if pieces < 2 {
		return ""
	}
	text := all.String()
	right, left := distanceToAny(text, headWords[0]), distanceToAny(text, headWords[1])
	switch {
	case len(text) < 7 || min(right, left) > 1:
		return ""
	case right < left:
		return "OD"
	}
	return "OS"
}

// marksLike are what OCR makes of an abbreviation of an eye that begins a cell, perhaps with a piece of
// its frame: index 0 is the right one.
var marksLike = [2]*regexp.Regexp{
	regexp.MustCompile(`^[|\[\](){}IlJ1‘'!]?[O0oQ][DO]\.?$`), regexp.MustCompile(`^[|\[\](){}IlJ1‘'!]?[O0o9Q][sS5]\.?$`),
}

// certainMarks are the abbreviations that no other word looks like.
var certainMarks = [2]*regexp.Regexp{regexp.MustCompile(`^OD$`), regexp.MustCompile(`^[O0]S$`)}

// mendEyeColumns mends the abbreviations of the eyes that begin two rows one below the other, "0D  12.0"
// and "|0S  12.1", perhaps with a row between them. One of them must be certain, or several rows have such pairs. A mark without the other
// eye's is left alone, because 0D may be a power.
func mendEyeColumns(rows []layout.Row) {
	type pair struct {
		words [2]*layout.Word
		marks [2]string
	}
	var pairs []pair
	sure := false
	for n := range rows {
		for apart := 1; apart <= min(n, 2); apart++ {
			above, below := rows[n-apart].Words, rows[n].Words
			for i := range above {
				for k := range below {
					marks, certain := eyesBelow(above, below, i, k, columnGap*float64(apart))
					if marks[0] != "" {
						pairs, sure = append(pairs, pair{[2]*layout.Word{&above[i], &below[k]}, marks}), sure || certain
					}
				}
			}
		}
	}
	if !sure && len(pairs) < 2 {
		return
	}
	for _, p := range pairs {
		p.words[0].Text, p.words[1].Text = p.marks[0], p.marks[1]
	}
}

// eyesBelow returns the abbreviations of the two eyes that two words are, one of which begins a cell below
// the other, at most so many heights away, and whether one of them is certain.
func eyesBelow(above, below []layout.Word, i, k int, reach float64) (marks [2]string, certain bool) {
	a, b := above[i], below[k]
	if !apartBy(above, i-1, cellGap) || !apartBy(below, k-1, cellGap) || math.Abs(a.X0-b.X0) > b.Height() || b.Y0-a.Y1 > reach*b.Height() {
		return marks, false
	}
	for first := range 2 {
		second := 1 - first
		if marksLike[first].MatchString(a.Text) && marksLike[second].MatchString(b.Text) {
			names := [2]string{"OD", "OS"}
			return [2]string{names[first], names[second]}, certainMarks[first].MatchString(a.Text) || certainMarks[second].MatchString(b.Text)
		}
	}
	return marks, false
}

// mendLargeMarks mends the abbreviations of the eyes that stand one below the other, each apart from the other words and larger than they are, "OD" and farther
// down "os": letters that small and large ones look like are of the size that OCR takes them for. One of them must be certain. usual is the height of
// most words of the page.
func mendLargeMarks(rows []layout.Row, usual float64) {
	var found [2][]*layout.Word
	for _, r := range rows {
		for i, w := range r.Words {
			for side := range 2 {
				if w.Height() > largerSide*usual && apartBy(r.Words, i-1, cellGap) && apartBy(r.Words, i, cellGap) && marksLike[side].MatchString(w.Text) {
					found[side] = append(found[side], &r.Words[i])
				}
			}
		}
	}
	if len(found[0]) != 1 || len(found[1]) != 1 {
		return
	}
	right, left := found[0][0], found[1][0]
	certain := certainMarks[0].MatchString(right.Text) || certainMarks[1].MatchString(left.Text)
	if certain && math.Abs(right.CenterX()-left.CenterX()) < left.Height() {
		right.Text, left.Text = "OD", "OS"
	}
}

// usualHeight is how high most words or tokens are, the middle one of their heights; 0 if there are none.
func usualHeight[T interface{ Height() float64 }](words []T) float64 {
	heights := make([]float64, len(words))
	for i, w := range words {
		heights[i] = w.Height()
	}
	return middleOf(heights)
}

// middleOf sorts the values and returns the middle one, 0 if there is none.
func middleOf(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	slices.Sort(values)
	return values[len(values)/2]
}

// firstLike is what OCR makes of the label of the first meridian.
var firstLike = regexp.MustCompile(`^(Sim|Ax|T|P)?([KR])[iIl|ıt]$`)

// mendMeridians mends the label of the first meridian, "Ki", where that of the second one, "K2", stands below it within a few rows.
func mendMeridians(rows []layout.Row) {
	for n, r := range rows {
		for i, w := range r.Words {
			m := firstLike.FindStringSubmatch(w.Text)
			if m == nil {
				continue
			}
			second := func(o layout.Word) bool { return o.Text == m[1]+m[2]+"2" && math.Abs(o.X0-w.X0) < o.Height() }
			if slices.ContainsFunc(rows[n+1:min(len(rows), n+4)], func(below layout.Row) bool { return slices.ContainsFunc(below.Words, second) }) {
				r.Words[i].Text = m[1] + m[2] + "1"
			}
		}
	}
}

// spreadLike is what OCR makes of a σ that stands alone.
var spreadLike = regexp.MustCompile(`^[\pL\d]$`)

// mendSpreadHeads writes SD for the heads of the columns beside those of the eyes, "OD  σ  OS  σ", of which OCR makes digits. The second one
// may be missing.
func mendSpreadHeads(rows []layout.Row) {
	for _, r := range rows {
		w := r.Words
		apart := func(k int) bool { return w[k].X0-w[k-1].X1 > cellGap*r.Height() }
		isSpread := func(k int) bool { return apart(k) && spreadLike.MatchString(w[k].Text) }
		for i := max(0, len(w)-4); i+2 < len(w); i++ {
			if !eyeMarks[0].MatchString(w[i].Text) || !isSpread(i+1) || !apart(i+2) || !eyeMarks[1].MatchString(w[i+2].Text) || i+3 < len(w) && !isSpread(i+3) {
				continue
			}
			for k := i + 1; k < len(w); k += 2 {
				w[k].Text = "SD"
			}
		}
	}
}

// meanSign is x with a line above it, of which OCR leaves the x.
var meanSign = regexp.MustCompile("^[xX][\u0304\u0305]?$")

// mendMeanSigns writes Mean for the sign of a mean below the numbers of its single readings, the last two of which stand directly above it.
func mendMeanSigns(rows []layout.Row) {
	for n, r := range rows {
		for i, w := range r.Words {
			if meanSign.MatchString(w.Text) && n > 1 {
				last, before := numberAbove(rows[n-1], w), numberAbove(rows[n-2], w)
				if last > 1 && last == before+1 {
					r.Words[i].Text = "Mean"
				}
			}
		}
	}
}

// numberAbove is the number of a single reading that stands above a word in the row; 0 if there is none.
func numberAbove(r layout.Row, w layout.Word) int {
	for _, o := range r.Words {
		if n := readingNumber(o.Text); n > 0 && math.Abs(o.CenterX()-w.CenterX()) < o.Height() {
			return n
		}
	}
	return 0
}

// readingNumber is the number of a single reading that the text may be; 0 if it is none.
func readingNumber(text string) int {
	if n, err := strconv.Atoi(text); err == nil && n >= 1 && n <= 20 {
		return n
	}
	return 0
}

// wholeDate is a date in digits.
var wholeDate = regexp.MustCompile(`^\d{1,4}([-./])\d{1,2}([-./])\d{2,4}$`)

// mendDifferences writes Δ for the A that OCR makes of it, over the differences between visits: it stands alone, right of the dates of two of them,
// perhaps between the rows of their heads.
func mendDifferences(rows []layout.Row) {
	for n, r := range rows {
		for i, w := range r.Words {
			gap := cellGap * w.Height()
			alone := (i == 0 || w.X0-r.Words[i-1].X1 >= gap) && (i+1 == len(r.Words) || r.Words[i+1].X0-w.X1 >= gap)
			if w.Text == "A" && alone && datesBefore(rows[max(0, n-1):min(len(rows), n+2)], w) >= 2 {
				r.Words[i].Text = "Δ"
			}
		}
	}
}

// datesBefore is how many dates stand left of a word, level with it or one line above or below.
func datesBefore(rows []layout.Row, w layout.Word) (n int) {
	for _, r := range rows {
		for _, d := range r.Words {
			if wholeDate.MatchString(d.Text) && d.X1 < w.X0 && math.Abs(d.CenterY()-w.CenterY()) < 2*d.Height() {
				n++
			}
		}
	}
	return n
}

// sideWords are the words for the eyes that stand in headings, folded.
var sideWords = [2][]string{
	{"right", "rechts", "rechtes", "droit", "droite", "derecho", "derecha", "destro", "destra", "direito", "direita"},
	{"left", "links", "linkes", "gauche", "izquierdo", "izquierda", "sinistro", "sinistra", "esquerdo", "esquerda"},
}

// eyeMarks are the abbreviations of the eyes as OCR gives them. An O may have
// become a 0 or a small letter, but a mark of which only digits are left is a number.
var eyeMarks = [2]*regexp.Regexp{regexp.MustCompile(`^[O0o][DdO0]$`), regexp.MustCompile(`^(?:[O0o][SsGE]|[Oo][Il1|!]|0[Il|!])$`)}

// plainMarks are the abbreviations that OCR has read well.
var plainMarks = [2]*regexp.Regexp{regexp.MustCompile(`^[O0o]D$`), regexp.MustCompile(`^O[SGEI]$`)}

// eyeFrames are the signs around the name of an eye.
const eyeFrames = "()[]{}<>|:.,;"

// eyeEvidence is what a cell says of the eyes: index 0 is the right one. Clear evidence
// is a word or an abbreviation that was read well.
type eyeEvidence struct{ some, clear [2]bool }

// evidenceOf looks at the words of a cell. A word with two misread letters counts beside an abbreviation: "traité" alone is no "droite".
// ok is false if the cell says something else.
func evidenceOf(cell []layout.Word) (e eyeEvidence, ok bool) {
	marked := slices.ContainsFunc(cell, func(w layout.Word) bool {
		text := strings.Trim(w.Text, eyeFrames)
		return eyeMarks[0].MatchString(text) || eyeMarks[1].MatchString(text)
	})
	for _, w := range cell {
		text := strings.Trim(w.Text, eyeFrames)
		known := len([]rune(text)) <= 1 // a piece of a frame
		for side := range 2 {
			d := distanceToAny(fold(text), sideWords[side])
			plain := plainMarks[side].MatchString(text)
			e.clear[side] = e.clear[side] || d == 0 || plain
			if d <= 1 || d == 2 && marked || plain || eyeMarks[side].MatchString(text) {
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
		for upto < len(words) && !apartBy(words, upto-1, cellGap) {
			upto++
		}
		cell := words[from:upto]
		from = upto
		e, ok := evidenceOf(cell)
		if seen[0] == 1 && len(cell) == 1 && cell[0].Text == "01" { // OI, beside OD
			e.some[1], ok = true, true
		}
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
