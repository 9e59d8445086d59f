package damage

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"biom/worker/document/layout"
)

// side is an eye.
type side int

const (
	right side = iota
	left
)

func (s side) other() side { return 1 - s }

// prefix returns how the paths of the eye's values begin.
func (s side) prefix() string { return []string{"right_eye.", "left_eye."}[s] }

// eyeWords lists the words that name an eye, the right one and the left one. Those in
// capitals count only in capitals, because in small letters they are common words. L, LA
// and LE are words even in capitals: they count if the document has R, RA or RE as well.
var eyeWords = [][2]string{
	{"OD", "OS"}, {"OD", "OI"}, {"OD", "OG"}, {"OD", "OE"}, {"0D", "0S"},
	{"O.D.", "O.S."}, {"O.D.", "O.I."}, {"O.D.", "O.G."}, {"O.D.", "O.E."},
	{"RE", "LE"}, {"RA", "LA"}, {"R.A.", "L.A."}, {"R", "L"}, {"DX", "SX"}, {"Dx", "Sx"},
	{"right", "left"},
	{"rechts", "links"}, {"rechtes", "linkes"}, {"rechten", "linken"},
	{"derecho", "izquierdo"}, {"derecha", "izquierda"}, {"dcho.", "izdo."}, {"dcho", "izdo"}, {"Der.", "Izq."}, {"Dch.", "Izq."},
	{"droit", "gauche"}, {"droite", "gauche"}, {"drt", "gche"},
	{"direito", "esquerdo"}, {"direita", "esquerda"}, {"dto.", "esq."}, {"Dto.", "Esq."}, {"Dir.", "Esq."}, {"dirto", "esqdo"},
	{"destro", "sinistro"}, {"destra", "sinistra"}, {"dx", "sx"},
}

// eyeNouns are the words that stand beside those.
var eyeNouns = []string{"eye", "auge", "ojo", "œil", "oeil", "olho", "occhio"}

// mark is a place where a document names an eye: a part of a word.
type mark struct {
	page, word int
	from, upto int // in the word's text
	side       side
	pair       int // in eyeWords
}

// wordParts finds the parts of a word that can be words themselves: OD and OS in "OD/OS".
var wordParts = regexp.MustCompile(`[\pL\d]+\.\pL+\.|[\pL\d]+\.?`)

// marks returns the places where a document names the eyes, in the order of its words.
func (d *Document) marks() []mark { return d.marksAmong(map[string]bool{}) }

// marksAmong is marks for a document that is known to use some words for the eyes. It adds those that it finds.
func (d *Document) marksAmong(used map[string]bool) []mark {
	var all []mark
	for p, page := range d.Pages {
		ids := d.idsOn(page)
		for w, word := range page.Words {
			if ids[w] {
				continue
			}
			for _, at := range wordParts.FindAllStringIndex(word.Text, -1) {
				part := word.Text[at[0]:at[1]]
				for _, text := range []string{part, strings.TrimSuffix(part, ".")} {
					if s, pair, ok := eyeOf(text); ok {
						all = append(all, mark{p, w, at[0], at[0] + len(text), s, pair})
						used[text] = true
						break
					}
				}
			}
		}
	}
	oneEye := !d.has(right) || !d.has(left)
	return slices.DeleteFunc(all, func(m mark) bool {
		words := eyeWords[m.pair]
		doubtful := len(words[left]) < 3 && words[left][0] == 'L' && !oneEye
		return doubtful && (!used[words[right]] || !used[words[left]])
	})
}

// idsOn returns which words of a page are parts of the patient's ID: in "R 204660" the letter
// is no eye.
func (d *Document) idsOn(page layout.Page) map[int]bool {
	id, _ := d.Truth.Values[patientID].(string)
	parts, of := strings.Fields(id), map[int]bool{}
	if len(parts) == 0 {
		return of
	}
	for w := range len(page.Words) - len(parts) + 1 {
		if slices.EqualFunc(page.Words[w:w+len(parts)], parts, func(word layout.Word, part string) bool { return word.Text == part }) {
			for i := range parts {
				of[w+i] = true
			}
		}
	}
	return of
}

// eyeOf returns which eye a word names.
func eyeOf(word string) (side, int, bool) {
	for pair, words := range eyeWords {
		for s, w := range words {
			if word == w || w == strings.ToLower(w) && strings.ToLower(word) == w {
				return side(s), pair, true
			}
		}
	}
	return 0, 0, false
}

// marksOf returns the places where the document names one eye.
func (d *Document) marksOf(s side) []mark {
	return slices.DeleteFunc(d.marks(), func(m mark) bool { return m.side != s })
}

// names reports whether the document names the eye.
func (d *Document) names(s side) bool { return len(d.marksOf(s)) > 0 }

// has reports whether the truth has values of the eye.
func (d *Document) has(s side) bool {
	for path := range d.Truth.Values {
		if strings.HasPrefix(path, s.prefix()) {
			return true
		}
	}
	return false
}

// replace puts text in place of what names an eye. Marks of the same word must be
// replaced from the last to the first.
func (d *Document) replace(m mark, text string) {
	w := &d.Pages[m.page].Words[m.word]
	w.Text = w.Text[:m.from] + text + w.Text[m.upto:]
}

// remove takes marks away, and the word "eye" where it stands beside one.
func (d *Document) remove(marks []mark) {
	for _, m := range slices.Backward(marks) {
		words := d.Pages[m.page].Words
		for _, i := range []int{m.word - 1, m.word + 1} {
			if i >= 0 && i < len(words) && isEyeNoun(words[i].Text) && beside(words[i].Box, words[m.word].Box) {
				words[i].Text = ""
			}
		}
		d.replace(m, "")
	}
	d.dropEmpty()
}

func isEyeNoun(word string) bool {
	return slices.Contains(eyeNouns, strings.ToLower(strings.TrimFunc(word, func(c rune) bool { return !unicode.IsLetter(c) })))
}

// beside reports whether two boxes stand in one row, as far apart as words of a phrase.
func beside(a, b layout.Box) bool {
	height := min(a.Height(), b.Height())
	gap := max(a.X0-b.X1, b.X0-a.X1)
	return gap < 2*height && max(a.CenterY()-b.CenterY(), b.CenterY()-a.CenterY()) < height/2
}

// dropEmpty removes words of which nothing is left, and those that only held what was
// removed: "()".
func (d *Document) dropEmpty() {
	for i := range d.Pages {
		d.Pages[i].Words = slices.DeleteFunc(d.Pages[i].Words, func(w layout.Word) bool {
			return strings.Trim(w.Text, "()[] ") == ""
		})
	}
}
