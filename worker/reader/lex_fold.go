package reader

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

var letters = strings.NewReplacer("ß", "ss", "µ", "u", "μ", "u", "Ø", "o", "ø", "o", "œ", "oe", "Œ", "OE", "º", "", "ª", "", "ł", "l", "Ł", "L")

// fold reduces text to what labels are compared by: lower-case letters without
// accents (OCR loses them) and digits, nothing between them.
func fold(s string) string {
	if isASCII(s) {
		return withoutUmlauts(foldASCII(s))
	}
	s = norm.NFD.String(letters.Replace(s))
	var b strings.Builder
	b.Grow(len(s))
	for _, c := range s {
		if unicode.IsLetter(c) || unicode.IsDigit(c) {
			b.WriteRune(unicode.ToLower(c))
		}
	}
	return withoutUmlauts(b.String())
}

// foldASCII is fold for the words of most pages, which are folded again and again: what is folded already takes no memory.
func foldASCII(s string) string {
	var buffer [64]byte
	folded := buffer[:0]
	for i := range len(s) {
		switch c := s[i]; {
		case 'a' <= c && c <= 'z' || '0' <= c && c <= '9':
			folded = append(folded, c)
		case 'A' <= c && c <= 'Z':
			folded = append(folded, c-'A'+'a')
		}
	}
	if string(folded) == s {
		return s
	}
	return string(folded)
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] > unicode.MaxASCII {
			return false
		}
	}
	return true
}

// withoutUmlauts writes umlauts as one letter: "oe" as "o". OE alone is the left eye.
func withoutUmlauts(folded string) string {
	if len(folded) < 4 || !strings.Contains(folded, "ae") && !strings.Contains(folded, "oe") && !strings.Contains(folded, "ue") {
		return folded
	}
	return umlauts.Replace(folded)
}

// umlauts are written as two letters where a keyboard or a font has none.
var umlauts = strings.NewReplacer("ae", "a", "oe", "o", "ue", "u")

// elision is an article or preposition that is written together with its word:
// d'examen, dell'esame.
var elision = regexp.MustCompile(`^(?i:d|l|dell|all|nell|dall)['’‘´` + "`" + `](\pL)`)

// small are the words that come and go inside a phrase: "profundidad (de la)
// cámara anterior".
var small = wordSet(as, "of the o an a to by de la el los las del en du des le les au aux da do dos das na di della dello delle dei il lo nel der die das des dem den vom von zu zum zur am im from ab desde depuis dal dalla")

// nobiliary are the small words inside a name.
var nobiliary = wordSet(as, "de del de' dell della dello degli dei dal dalla di da do dos das la le les du des van von der den zu zum zur y e el al bin ben ter ten")

// wordSet is the words of a list, each as key makes it.
func wordSet(key func(string) string, list string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		out[key(w)] = true
	}
	return out
}

// as is the key of words that are compared as they are printed.
func as(w string) string { return w }

// foldPart folds one word of a phrase, the parts of a compound each. Small
// words count only at the phrase's start, where they can be an abbreviation
// ("A const").
func foldPart(s string, first bool) string {
	var b strings.Builder
	for i, part := range strings.FieldsFunc(s, partsPhrase) {
		if m := elision.FindStringSubmatchIndex(part); m != nil {
			part = part[m[2]:]
		}
		if f := fold(part); first && i == 0 || !small[f] {
			b.WriteString(f)
		}
	}
	return b.String()
}

func partsPhrase(c rune) bool {
	return !unicode.IsLetter(c) && !unicode.IsDigit(c) && !unicode.IsMark(c) && !strings.ContainsRune("'’‘´`", c)
}

// distanceUpTo is the edit distance of two strings of bytes, or limit+1 if it
// is larger.
func distanceUpTo(a, b string, limit int) int {
	previous := make([]int, len(b)+1)
	current := make([]int, len(b)+1)
	for j := range previous {
		previous[j] = j
	}
	for i := range len(a) {
		current[0] = i + 1
		least := current[0]
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			current[j+1] = min(previous[j]+cost, previous[j+1]+1, current[j]+1)
			least = min(least, current[j+1])
		}
		if least > limit {
			return limit + 1
		}
		previous, current = current, previous
	}
	return min(previous[len(b)], limit+1)
}

// stems are the beginnings of words in a list.
func stems(list string) []string { return strings.Fields(list) }

// hasStem: the word begins with one of the stems.
func hasStem(w string, stems []string) bool {
	return slices.ContainsFunc(stems, func(stem string) bool { return strings.HasPrefix(w, stem) })
}
