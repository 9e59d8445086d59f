package damage

import (
	"cmp"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"

	"biom/shared/biometry"
	"biom/worker/document/layout"
)

// wordDamages change words and lines as a whole.
var wordDamages = []Damage{
	{"words of another language", func(r *rand.Rand, d *Document, _ Document) bool { return d.translate(r) }},
	{"lines joined", func(r *rand.Rand, d *Document, _ Document) bool { return d.joinLines(r) }},
	{"ends of lines lowered or raised", func(r *rand.Rand, d *Document, _ Document) bool { return d.bendLines(r) }},
	{"words joined", func(r *rand.Rand, d *Document, _ Document) bool { return d.joinWords(r) }},
	{"labels that nobody knows", func(r *rand.Rand, d *Document, _ Document) bool { return d.unname(r) }},
	{"words split", func(r *rand.Rand, d *Document, _ Document) bool { return d.splitWords(r) }},
}

// reckonedApart is how many hundredths of a dioptre a power may differ that is reckoned from a rounded radius, as it must be where nobody knows the label of the printed one.
const reckonedApart = 5

// unname writes syllables without a meaning over the labels before one measurement of both eyes. Its value may stand elsewhere, but nothing else is it.
func (d *Document) unname(r *rand.Rand) bool {
	fields := pick(r, []string{"K1_magnitude", "K2_magnitude"}, []string{"K1_magnitude", "K2_magnitude"}, []string{"AL"}, []string{"ACD"}, []string{"LT"}, []string{"WTW"}) // of several thicknesses of the cornea another one counts then
	var values []*layout.Word
	for _, s := range []side{right, left} {
		for _, field := range fields {
			if number, ok := biometry.AsFloat(d.Truth.Values[s.prefix()+field]); ok {
				values = append(values, d.places(number)...)
				for n := range reckonedApart {
					by := float64(n+1) / 100
					d.Truth.also[s.prefix()+field] = append(d.Truth.also[s.prefix()+field], math.Round((number+by)*100)/100, math.Round((number-by)*100)/100)
				}
			}
		}
	}
	done := false
	for _, value := range values {
		for _, w := range d.before(value) {
			letters := strings.TrimFunc(w.Text, func(c rune) bool { return !isLetter(c) && !unicode.IsDigit(c) })
			w.Text = strings.Replace(w.Text, letters, "Wo"+pick(r, "zul", "vim", "jat", "gub"), 1)
			done = true
		}
	}
	return done
}

// before returns the words of the label directly before a value in its row: those with a letter, up to another number or a wide gap.
func (d *Document) before(value *layout.Word) (label []*layout.Word) {
	var row []*layout.Word
	for i := range d.Pages {
		words := d.Pages[i].Words
		if !slices.ContainsFunc(words, func(w layout.Word) bool { return w.Box == value.Box && w.Text == value.Text }) {
			continue
		}
		for j := range words {
			if w := &words[j]; w.X1 <= value.X0 && math.Abs(w.CenterY()-value.CenterY()) < value.Height()/2 {
				row = append(row, w)
			}
		}
		break
	}
	slices.SortFunc(row, func(a, b *layout.Word) int { return cmp.Compare(b.X0, a.X0) })
	at := value.X0
	for _, w := range row {
		if _, number := magnitude(w.Text); number || len(label) > 0 && at-w.X1 > w.Height() {
			break
		}
		if strings.ContainsFunc(w.Text, isLetter) {
			label, at = append(label, w), w.X0
		}
	}
	return label
}

// foreign lists words of languages that no printout of the grammar has. None is a label that the reader knows, nor are two of them.
var foreign = []string{
	"oogas", "lengte", "voorkamer", "diepte", "dikte", "hoornvlies", "vlak", // Dutch
	"axiallängd", "kammare", "linsens", "hornhinna", "flack", "brant", // Swedish
	"osiowa", "komora", "głębia", "soczewka", "warstwa", "rogówka", "oczna", // Polish
	"silmän", "pituus", "etukammion", "syvyys", "linssin", "paksuus", "sarveiskalvo", // Finnish
	"délka", "komorová", "hloubka", "čočka", "rohovka", "uzunluk", "derinlik", "kalınlık", "kornea", // Czech, Turkish
}

// translate replaces words by those of another language, the same word always by the same
// one. Words with digits, units and abbreviations stay.
func (d *Document) translate(r *rand.Rand) bool {
	words := map[string]string{}
	for i := range d.Pages {
		for j := range d.Pages[i].Words {
			w := &d.Pages[i].Words[j]
			letters := strings.TrimFunc(w.Text, func(c rune) bool { return !isLetter(c) })
			if len(letters) < 4 || strings.ContainsAny(w.Text, "0123456789") {
				continue
			}
			to, known := words[letters]
			if !known {
				if r.IntN(3) == 0 {
					to = pick(r, foreign...)
				}
				words[letters] = to
			}
			if to != "" {
				w.Text = strings.Replace(w.Text, letters, sameCase(to, letters), 1)
			}
		}
	}
	for _, s := range []side{right, left} {
		if !d.names(s) {
			d.Truth.withhold(s)
		}
	}
	d.Truth.leaveOpen(patientName, patientID)
	return true
}

// joinLines moves lines with a label and a value behind the line above, as where OCR joins
// them.
func (d *Document) joinLines(r *rand.Rand) bool {
	done := false
	for i := range d.Pages {
		all := runs(d.Pages[i])
		joined := map[int]bool{}
		for n, run := range all {
			if joined[n] || !isLine(run) {
				continue
			}
			m := below(all, n)
			if m < 0 || joined[m] || !isLine(all[m]) || r.IntN(4) > 0 {
				continue
			}
			box, next := extent(run), extent(all[m])
			dx, dy := box.X1+box.Height()-next.X0, box.CenterY()-next.CenterY()
			room := moved(next, dx, dy)
			if !isFree(d.Pages[i].Words, room, 0, -box.Height()/4) || room.X1 > d.Pages[i].Width {
				continue
			}
			for k := range all[m] {
				all[m][k].Box = moved(all[m][k].Box, dx, dy)
			}
			joined[n], joined[m], done = true, true, true
		}
		d.setRuns(i, all)
	}
	return done
}

// isLine reports whether a run has words before a number.
func isLine(run []layout.Word) bool {
	first := slices.IndexFunc(run, func(w layout.Word) bool { return isNumber(w.Text) })
	return first > 0 && hasLetters(run[0].Text)
}

// below returns the run that begins directly below run n, -1 if there is none.
func below(all [][]layout.Word, n int) int {
	box := extent(all[n])
	for m, run := range all {
		next := extent(run)
		if gap := next.Y0 - box.Y1; gap > -box.Height()/2 && gap < box.Height() && max(next.X0-box.X0, box.X0-next.X0) < box.Height() {
			return m
		}
	}
	return -1
}

// bendLines lowers or raises what stands behind a label by less than half a line.
func (d *Document) bendLines(r *rand.Rand) bool {
	for i := range d.Pages {
		for _, row := range layout.Rows(d.Pages[i].Words) {
			if r.IntN(3) > 0 {
				continue
			}
			from := row.Words[r.IntN(len(row.Words))].X0
			dy := between(r, 0.1, 0.35) * row.Words[0].Height() * pick(r, -1, 1.0)
			for j, w := range d.Pages[i].Words {
				if w.X0 >= from && slices.Contains(row.Words, w) {
					d.Pages[i].Words[j].Box = moved(w.Box, 0, dy)
				}
			}
		}
		d.fit(i)
	}
	return true
}

// joinWords joins words that stand close to each other, but for digits, which would make
// another number.
func (d *Document) joinWords(r *rand.Rand) bool {
	for i := range d.Pages {
		all := runs(d.Pages[i])
		for n, run := range all {
			out := run[:1:1]
			for _, w := range run[1:] {
				last := &out[len(out)-1]
				if r.IntN(6) == 0 && (!endsWithDigit(last.Text) || !beginsWithDigit(w.Text)) {
					last.Text, last.Box = last.Text+w.Text, last.Union(w.Box)
					continue
				}
				out = append(out, w)
			}
			all[n] = out
		}
		d.setRuns(i, all)
	}
	d.Truth.leaveOpen(patientName, patientID)
	return true
}

func endsWithDigit(s string) bool { return beginsWithDigit(s[len(s)-1:]) }

// beginsWithDigit reports whether a word continues a number.
func beginsWithDigit(s string) bool { return strings.ContainsAny(s[:1], "0123456789.,") }

// splitWords divides words, numbers too, with a small gap or none.
func (d *Document) splitWords(r *rand.Rand) bool {
	for i := range d.Pages {
		var words []layout.Word
		for _, w := range d.Pages[i].Words {
			letters := []rune(w.Text)
			if len(letters) < 2 || r.IntN(10) > 0 {
				words = append(words, w)
				continue
			}
			at := 1 + r.IntN(len(letters)-1)
			one, two := w, w
			one.Text, two.Text = string(letters[:at]), string(letters[at:])
			one.X1 = w.X0 + w.Width()*float64(at)/float64(len(letters))
			two.X0 = one.X1
			gap := pick(r, 0, 0.1, 0.3) * w.Height()
			one.X1 -= gap / 2
			two.X0 += gap / 2
			words = append(words, one, two)
		}
		d.Pages[i].Words = words
	}
	d.Truth.leaveOpen(patientName, patientID)
	return true
}

func sortedPaths(values map[string]any) []string { return slices.Sorted(maps.Keys(values)) }
