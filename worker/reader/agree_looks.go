package reader

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"biom/shared/biometry"
)

// Agree is for OCR, which takes a 0 for an 8 and is sure of it: of several
// independent looks at the same document, only what at least two saw alike,
// and none otherwise, is believed. The rest is a doubt.
func Agree(looks ...Findings) Findings {
	out := Findings{values: map[key]finding{}, absent: map[key]bool{}, named: map[string]finding{}}
	for _, l := range looks {
		maps.Copy(out.absent, l.absent)
		for name, n := range l.named {
			n.seen = n.seen.Add(out.named[name].seen)
			out.named[name] = n
		}
		for k := range l.values {
			if _, done := out.values[k]; !done {
				out.values[k] = agreed(k, looks)
			}
		}
	}
	out.devices = namedBy(looks, func(l Findings) []string { return l.devices })
	out.makers = namedBy(looks, func(l Findings) []string { return l.makers })
	out.means = agreedMeans(looks)
	out.doubtLostDigits()
	out.doubtTwoTables()
	out.doubtOfBothEyes()
	if len(looks) > 1 {
		out.believeRightAngles(looks)
		out.believeSameIndex(looks)
	}
	if id := (key{document, "id"}); len(looks) > 1 && mistakable.MatchString(out.values[id].text) {
		out.withhold(illegible, id)
	}
	return out
}

// doubtOfBothEyes doubts a printed number that some looks gave to one eye and others to the other one. It has one meaning.
func (f Findings) doubtOfBothEyes() {
	for k, right := range f.values {
		other := key{leftEye, k.field}
		left, both := f.values[other]
		if k.eye != rightEye || k.field == indexField || !both || !right.at.isNumber() || !left.at.isNumber() {
			continue
		}
		if right.at.isSame(left.at) {
			f.withhold(eyeUnclear, k, other)
		}
	}
}

// isSame: both are the place of the same printed number or text.
func (p place) isSame(o place) bool {
	return p.page == o.page && p.nth == o.nth && holds(p.Box, o.Box) && holds(o.Box, p.Box)
}

// mistakable: between letters and digits nothing tells an O from a 0 or an I
// from a 1, and each look sees the same.
var mistakable = regexp.MustCompile(`\pL[O0oI1l]\d|\d[O0oI1l]\pL|\d[OolI]\d|[A-Z][01][A-Z]`)

// namedBy is what the looks name, without the names that one look of several saw alone: it may have read "LENSTAR ES 900".
func namedBy(looks []Findings, named func(Findings) []string) (names []string) {
	seenBy, saw := map[string]int{}, 0
	for _, l := range looks {
		of := named(l)
		if len(of) > 0 {
			saw++
		}
		for _, n := range of {
			seenBy[n]++
		}
	}
	most := 0
	for _, n := range seenBy {
		most = max(most, n)
	}
	for n, times := range seenBy {
		if saw < fewLooks || most == 1 || times > 1 {
			names = append(names, n)
		}
	}
	slices.Sort(names)
	return names
}

// doubtLostDigits: a printout gives both eyes, and both meridians, the same
// number of decimals. One with fewer, or with none at all, has lost some to
// OCR, twice alike (2.55 with a blot is 2 to every reader); one with more than
// most has taken a sign for a digit (43.21D).
func (f Findings) doubtLostDigits() {
	usual := map[string]map[int]int{} // family → decimals → values
	for k, v := range f.values {
		if v.doubt == noDoubt && isDecimal(k) {
			n := usual[family(k.field)]
			if n == nil {
				n = map[int]int{}
				usual[family(k.field)] = n
			}
			n[decimals(v.text)]++
		}
	}
	for k, v := range f.values {
		if isDecimal(k) && decimals(v.text) != max(1, mostOf(usual[family(k.field)])) {
			f.withhold(illegible, k)
		}
	}
}

// believeRightAngles: the axes of a cornea's meridians are printed at right
// angles, so two axes that are confirm each other as a second look would. More
// than one such pair says nothing. That an axis is this eye's and not the other
// one's must be sure: two looks saw it, or the look that saw it alone saw this
// eye's curvatures beside it.
func (f Findings) believeRightAngles(looks []Findings) {
	for _, eye := range []string{rightEye, leftEye} {
		for _, kind := range []string{"K", "PK", "TK"} {
			flat, steep := key{eye, kind + "1_axis"}, key{eye, kind + "2_axis"}
			if f.sure(flat) && f.sure(steep) {
				continue
			}
			own := slices.DeleteFunc(slices.Clone(looks), func(l Findings) bool {
				return !f.confirms(l, key{eye, kind + "1"}) || !f.confirms(l, key{eye, kind + "2"})
			})
			var pairs [][2]finding
			for _, a := range f.seen(flat, own) {
				for _, b := range f.seen(steep, own) {
					if perpendicular(atof(a.text), atof(b.text), roundedAxes) {
						pairs = append(pairs, [2]finding{a, b})
					}
				}
			}
			if len(pairs) == 1 {
				f.values[flat], f.values[steep] = pairs[0][0], pairs[0][1]
			}
		}
	}
}

// confirms: the look saw the meridian's power or radius as it is believed.
func (f Findings) confirms(l Findings, meridian key) bool {
	for _, what := range []string{"_magnitude", "_radius"} {
		k := key{meridian.eye, meridian.field + what}
		if v, ok := l.values[k]; ok && f.sure(k) && alike(k, v.text, f.values[k].text) {
			return true
		}
	}
	return false
}

// seen returns the different values that looks were sure of, or the one that is
// believed.
func (f Findings) seen(k key, looks []Findings) (out []finding) {
	if f.sure(k) {
		return []finding{f.values[k]}
	}
	for _, l := range looks {
		v, ok := l.values[k]
		if ok && v.doubt == noDoubt && !slices.ContainsFunc(out, func(o finding) bool { return o.text == v.text }) {
			out = append(out, v)
		}
	}
	return out
}

// believeSameIndex: the index is a setting of the device, so what one look saw of
// one eye confirms what another saw of the other, if each was measured.
func (f Findings) believeSameIndex(looks []Findings) {
	right, left := key{rightEye, indexField}, key{leftEye, indexField}
	own := append(f.seen(right, looks), f.seen(left, looks)...)
	if f.sure(right) && f.sure(left) || slices.ContainsFunc(own, func(v finding) bool { return v.text != own[0].text }) {
		return
	}
	saw := 0
	for _, l := range looks {
		if l.sure(right) || l.sure(left) {
			saw++
		}
	}
	for _, k := range []key{right, left} {
		if seen := f.seen(k, looks); saw > 1 && len(seen) == 1 && f.numbers(k.eye) > 0 {
			f.values[k] = seen[0]
		}
	}
}

func isDecimal(k key) bool { return fields[k.field].Kind == biometry.Number && k.eye != document }

// mostOf is the commonest number of decimals; the larger of two as common.
func mostOf(counts map[int]int) int {
	best := 0
	for decimals, n := range counts {
		if n > counts[best] || n == counts[best] && decimals > best {
			best = decimals
		}
	}
	return best
}

// family is what fields printed alike have in common: "K" of K1 and K2.
func family(field string) string {
	return strings.NewReplacer("1", "", "2", "").Replace(field)
}

// Settled reports that another look could not add anything: a number of an eye was seen, nothing was seen by one look alone, and
// no eye or meridian lacks what the other has. Of an eye of which no look saw any value none is expected: a single further look
// must not decide that there is one. See also [Unread].
func Settled(looks ...Findings) bool {
	all := Agree(looks...)
	for k := range all.values {
		for _, twin := range twinsOf(k) {
			if all.lacks(twin) && all.sure(k) && all.examined(twin.eye) {
				return false
			}
		}
	}
	return all.confirmedBy(looks)
}

// Confirmed reports that a number of an eye was seen, and nothing by one look alone.
func Confirmed(looks ...Findings) bool { return Agree(looks...).confirmedBy(looks) }

// confirmedBy is [Confirmed] of the looks that agree on f.
func (f Findings) confirmedBy(looks []Findings) bool {
	for k := range f.values {
		if votes, conflict := count(k, looks); votes == 1 && !conflict && !f.hasPower(k) {
			return false
		}
	}
	return f.examined(rightEye) || f.examined(leftEye)
}

// Unread reports that a look saw the label of a measurement of which the looks agree on no value of either eye, and saw no dashes, or
// that the digits of a number are in doubt: all looks may have missed or misread the table.
func Unread(looks ...Findings) bool {
	all := Agree(looks...)
	read := map[string]bool{}
	for k, v := range all.values {
		if isNumber(k) && v.doubt != noDoubt && !v.doubt.isAmbiguous() && !all.hasPower(k) {
			return true
		}
		read[k.field] = read[k.field] || v.doubt == noDoubt
	}
	for k := range all.absent {
		read[k.field] = true
	}
	return slices.ContainsFunc(looks, func(l Findings) bool {
		for field := range l.labels {
			if !read[field] && !read[field+"_magnitude"] && !read[field+"_radius"] {
				return true
			}
		}
		return false
	})
}

// hasPower reports that the field is a radius of which the power is known: nothing is computed from it.
func (f Findings) hasPower(k key) bool {
	meridian, ok := strings.CutSuffix(k.field, "_radius")
	return ok && f.sure(key{k.eye, meridian + "_magnitude"})
}

// lacks reports that nothing was seen of the field, not even dashes.
func (f Findings) lacks(k key) bool {
	_, seen := f.values[k]
	return !seen && !f.absent[k]
}

// examined reports that a number of the eye was seen.
func (f Findings) examined(eye string) bool {
	for k := range f.values {
		if k.eye == eye && isNumber(k) && k.field != indexField {
			return true
		}
	}
	return false
}

// numbers counts the numbers that are known of an eye, without the index.
func (f Findings) numbers(eye string) (n int) {
	for k := range f.values {
		if k.eye == eye && k.field != indexField && isNumber(k) && f.sure(k) {
			n++
		}
	}
	return n
}

// twinsOf returns what is printed where k is: of the other eye, and of the
// other meridian.
func twinsOf(k key) (out []key) {
	if k.eye == document {
		return nil
	}
	if m := otherMeridian(k.field); m != "" {
		out = append(out, key{k.eye, m})
	}
	return append(out, key{twinEye(k.eye), k.field})
}

// agreed is what the looks agree on, or a doubt.
func agreed(k key, looks []Findings) finding {
	best := commonest(k, looks)
	if k.field == "notes" {
		best.text = withAccents(best.text, looks)
	}
	if best.doubt == noDoubt && isNumber(k) && sawSeveral(k, best.text, looks) {
		best.doubt = severalValues
	}
	return best
}

// commonest takes the text from the looks that are sure. A doubtful one lends its
// own only to a value that stays a doubt.
func commonest(k key, looks []Findings) finding {
	votes, conflict := count(k, looks)
	best := finding{doubt: max(doubtIf(votes == 0, illegible), doubtIf(votes == 1, seenOnce), doubtIf(conflict, looksDiffer))}
	for _, l := range looks {
		v, ok := l.values[k]
		if votes == 0 && ok { // the doubt that each had
			best.doubt = max(best.doubt, v.doubt)
		}
		if !ok || best.doubt == noDoubt && (v.doubt != noDoubt || votesFor(k, v, looks) < 2) {
			continue
		}
		if best.text == "" || isBetter(k, v.text, best.text, looks) {
			best.text, best.conf, best.at, best.called = v.text, v.conf, v.at, v.called
		}
	}
	for _, l := range looks {
		v, ok := l.values[k]
		if ok && (v.doubt == noDoubt || best.doubt != noDoubt) && alike(k, v.text, best.text) {
			best.seen = best.seen.Add(v.seen)
		}
		if ok && k.field == "id" && best.doubt == noDoubt && v.text != best.text && spelledSo(k, v.text, looks) == spelledSo(k, best.text, looks) {
			best.doubt = looksDiffer // on where a space stands
		}
		if ok && k.field == "name" && alike(k, v.text, best.text) && markedInitials(v.text) > markedInitials(best.text) {
			best.doubt = max(best.doubt, looksDiffer) // a look in doubt saw an accent that the sure ones may have lost
		}
	}
	return best
}

// sawSeveral: as many looks at the whole page saw another value among several of the field as saw this one without a doubt, which may have missed that one: of
// the meridians of two zones this may be that of the wrong one.
func sawSeveral(k key, text string, looks []Findings) bool {
	sure, several := 0, 0
	for _, l := range looks {
		switch v, ok := l.values[k]; {
		case !ok || v.cell:
		case alike(k, v.text, text) && v.doubt == noDoubt:
			sure++
		case !alike(k, v.text, text) && v.doubt == severalValues:
			several++
		}
	}
	return several > 0 && several >= sure
}

// withAccents is a remark with the accents of words that a look saw with more of them in another remark, of which it may have lost the rest: OCR
// loses accents more often than it makes them.
func withAccents(note string, looks []Findings) string {
	better := map[string]string{} // folded → with accents
	for _, l := range looks {
		for w := range strings.FieldsSeq(l.values[key{document, "notes"}].text) {
			if marks(w) > marks(better[fold(w)]) {
				better[fold(w)] = w
			}
		}
	}
	if len(better) == 0 {
		return note
	}
	return betweenBlanks.ReplaceAllStringFunc(note, func(w string) string {
		b := better[fold(w)]
		if len(fold(w)) >= shortestMarked && marks(b) > marks(w) && utf8.RuneCountInString(b) == utf8.RuneCountInString(w) {
			return b
		}
		return w
	})
}

// betweenBlanks matches the words of a text.
var betweenBlanks = regexp.MustCompile(`\S+`)

// shortestMarked is how many letters and digits a word has at least that gets the accents another look saw.
const shortestMarked = 5

// isBetter: of two texts that are alike the first has more accents, in a remark those of words of several letters; or as a remark more blanks, which the neural
// networks lose: "K 45.48/41.67"; or as an ID or a remark the spelling that more looks saw: one may have lost a full stop.
func isBetter(k key, text, best string, looks []Findings) bool {
	notes := k.field == "notes"
	own, other := marks(text), marks(best)
	if notes { // "a" and "à" are both words
		own, other = marks(loneLetters.ReplaceAllString(text, "")), marks(loneLetters.ReplaceAllString(best, ""))
	}
	switch {
	case own != other:
		return own > other
	case notes && strings.Count(text, " ") != strings.Count(best, " "):
		return strings.Count(text, " ") > strings.Count(best, " ")
	}
	return (notes || k.field == "id") && spelledSo(k, text, looks) > spelledSo(k, best, looks)
}

// loneLetters matches the words of one letter.
var loneLetters = regexp.MustCompile(`(^|\s)\pL(\s|$)`)

// spelledSo counts the looks that saw exactly this text without a doubt.
func spelledSo(k key, text string, looks []Findings) (n int) {
	for _, l := range looks {
		if v, ok := l.values[k]; ok && v.doubt == noDoubt && v.text == text {
			n++
		}
	}
	return n
}

// markedInitials counts the initials of a name that an English reader would have changed.
func markedInitials(name string) (n int) {
	for _, w := range strings.FieldsFunc(name, partsPhrase) {
		first, _ := utf8.DecodeRuneInString(w)
		n += marks(string(first))
	}
	return n
}

// votesFor counts the looks that saw the same as v without a doubt.
func votesFor(k key, v finding, looks []Findings) (n int) {
	for _, l := range looks {
		if w, ok := l.values[k]; ok && w.doubt == noDoubt && alike(k, v.text, w.text) {
			n++
		}
	}
	return n
}

// count returns how many looks saw the value without a doubt, and whether too
// many saw it differently. Text is compared without accents, which not
// every language's data knows. A look that was not sure of what it saw can
// confirm another and not contradict it. Looks at a number by itself see the same blots as
// the look at the page that it was cut from, so they decide nothing where
// as many looks at the whole page saw another number, or one look each.
func count(k key, looks []Findings) (votes int, conflict bool) {
	var seen []finding
	for _, l := range looks {
		if v, ok := l.values[k]; ok && v.doubt == noDoubt {
			seen = append(seen, v)
		}
	}
	best := -1
	for i, v := range seen {
		if n := votesFor(k, v, looks); n > votes && v.conf >= minConf {
			votes, best = n, i
		}
	}
	if best < 0 {
		return 0, false
	}
	rivals, whole, otherwise := 0, 0, 0 // whole: looks at the page that saw this value; otherwise: those that saw another number
	for _, v := range seen {
		same := alike(k, seen[best].text, v.text)
		if !same && !leavesOut(k, v.text, seen[best].text) && (v.conf >= sureCell || !v.cell && v.conf >= minConf) {
			rivals++
		}
		switch {
		case v.cell:
		case same:
			whole++
		case isNumber(k):
			otherwise++
		}
	}
	return votes, rivals > 0 && votes < rivals+majority || otherwise > 0 && whole < max(2, otherwise+1)
}

// alike: numbers must be the same to the last digit; of a name only the
// initials leave the service; of the notes an accent is no difference.
func alike(k key, a, b string) bool {
	switch k.field {
	case "name":
		return initials(a) == initials(b)
	case "notes":
		return sameLetters(a, b)
	}
	return a == b || decimals(a) == 0 && decimals(b) == 0 && fold(a) == fold(b) && fold(a) != ""
}

// accented stands for a letter that data without accents may take for any other: for ó it sees o, e or 6.
const accented = '*'

// sameLetters: the texts have the same letters and digits. An accented letter may stand for any other, and a joined one for any one or two: some data takes œ for ce, and
// some for w.
func sameLetters(a, b string) bool {
	for _, ofA := range []int{1, 2} {
		for _, ofB := range []int{1, 2} {
			if slices.EqualFunc(lettersOf(a, ofA), lettersOf(b, ofB), func(x, y rune) bool { return x == y || x == accented || y == accented }) {
				return true
			}
		}
	}
	return false
}

// lettersOf returns the letters and digits of a text in lower case, and [accented] for each letter outside ASCII, so many times for a joined one.
func lettersOf(text string, joined int) (out []rune) {
	for _, c := range strings.ToLower(text) {
		switch {
		case !unicode.IsLetter(c) && !unicode.IsDigit(c):
		case c == 'œ' || c == 'æ':
			out = append(out, slices.Repeat([]rune{accented}, joined)...)
		case c > unicode.MaxASCII:
			out = append(out, accented)
		default:
			out = append(out, c)
		}
	}
	return out
}

// leavesOut: one of the notes has the words of the other, but not all of them. A look may miss a word of a sentence.
func leavesOut(k key, note, whole string) bool {
	if k.field != "notes" {
		return false
	}
	words := strings.Fields(whole)
	for w := range strings.FieldsSeq(note) {
		i := slices.IndexFunc(words, func(o string) bool { return fold(o) == fold(w) })
		if i < 0 {
			return false
		}
		words = words[i+1:]
	}
	return true
}

// initials is the first letter of each word of a name, folded.
func initials(name string) string {
	var b strings.Builder
	for _, w := range wordsOfName(name) {
		b.WriteByte(w[0])
	}
	return b.String()
}

// wordsOfName is the words of a name, folded.
func wordsOfName(name string) (words []string) {
	for _, w := range strings.FieldsFunc(name, partsPhrase) {
		if f := fold(w); f != "" && !isDigit(rune(f[0])) {
			words = append(words, f)
		}
	}
	return words
}

// marks counts the letters that an English reader would have lost.
func marks(s string) (n int) {
	for _, c := range s {
		if c > 127 && unicode.IsLetter(c) {
			n++
		}
	}
	return n
}
