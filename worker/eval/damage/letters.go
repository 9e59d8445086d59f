package damage

import (
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"biom/shared/biometry"
	"biom/worker/document/layout"
)

// letterDamages are what OCR does to single characters.
var letterDamages = []Damage{
	{"frames read as brackets and bars", func(r *rand.Rand, d *Document, _ Document) bool { return d.readFrames(r) }},
	{"letters of labels misread", func(r *rand.Rand, d *Document, _ Document) bool { return d.misreadLabels(r) }},
	{"marks and units misread", func(r *rand.Rand, d *Document, _ Document) bool { return d.misreadMarks(r) }},
	{"decimal points misread", func(r *rand.Rand, d *Document, _ Document) bool { return d.misreadPoints(r) }},
	{"digits misread", func(r *rand.Rand, d *Document, _ Document) bool { return d.misreadDigits(r) }},
}

// confusions lists what OCR takes a letter for.
var confusions = map[rune][]string{
	'O': {"0", "Q", "C"}, 'o': {"0", "c", "e"}, 'l': {"1", "I", "|"}, 'I': {"l", "1", "|"}, 'i': {"l", "1", "í"},
	'S': {"5", "$"}, 's': {"5", "z"}, 'B': {"8"}, 'Z': {"2"}, 'G': {"6", "C"}, 'g': {"q", "9"}, 'e': {"c", "o"}, 'c': {"e", "o"},
	'a': {"o", "e", "á"}, 'u': {"v", "ii"}, 'n': {"ri", "u"}, 'm': {"rn", "nn"}, 'h': {"b", "li"}, 't': {"f", "1"}, 'r': {"t"},
	'A': {"4", "Á"}, 'E': {"F"}, 'D': {"O", "0"}, 'R': {"B"}, 'T': {"7", "Y"}, 'é': {"e", "6"}, 'ä': {"a"}, 'ó': {"o", "6"}, 'Œ': {"CE", "€"},
}

// confuse replaces one letter of a word as OCR does, if it can.
func confuse(r *rand.Rand, word string) (string, bool) {
	letters := []rune(word)
	for _, i := range r.Perm(len(letters)) {
		if forms := confusions[letters[i]]; forms != nil {
			return string(letters[:i]) + pick(r, forms...) + string(letters[i+1:]), true
		}
	}
	return word, false
}

// readFrames puts what OCR reads in place of the frame of a box before words: glued to
// them, or as words of their own.
func (d *Document) readFrames(r *rand.Rand) bool {
	for i := range d.Pages {
		var words []layout.Word
		for _, w := range d.Pages[i].Words {
			if r.IntN(6) > 0 {
				words = append(words, w)
				continue
			}
			frame, width := w, w.Height()/3
			frame.Text = pick(r, "[", "]", "|", "l", "I", "{", "(", "‘")
			if r.IntN(3) == 0 && frame.Text != "l" && frame.Text != "I" {
				w.Text, w.X0 = frame.Text+w.Text, w.X0-width
				words = append(words, w)
				continue
			}
			frame.X0, frame.X1 = w.X0-1.3*width, w.X0-0.3*width
			words = append(words, frame, w)
		}
		d.Pages[i].Words = words
		d.fit(i)
	}
	d.Truth.leaveOpen(patientName) // an I may be an initial
	return true
}

// misreadLabels replaces letters in words without digits.
func (d *Document) misreadLabels(r *rand.Rand) bool {
	for i := range d.Pages {
		for j := range d.Pages[i].Words {
			w := &d.Pages[i].Words[j]
			if r.IntN(4) == 0 && !strings.ContainsAny(w.Text, "0123456789") {
				w.Text, _ = confuse(r, w.Text)
			}
		}
	}
	d.Truth.leaveOpen(patientName, patientID)
	return true
}

// markForms lists what OCR takes marks and units for. A degree sign read as 0 makes another
// angle of one of less than 19 degrees, so that is not among the forms.
var markForms = []struct {
	mark  string
	forms []string
}{
	{"@", []string{"©", "®", "Q", "(Q", "0", "a", "€"}},
	{"°", []string{"º", "*", "'", "o", "”", "?", ""}},
	{"µm", []string{"um", "pm", "ym", "jm", "µrn"}},
	{"mm", []string{"rnm", "mrn", "nm", "min"}},
	{"±", []string{"+", "4", "t", "#"}},
	{"D", []string{"O", "0", "Ð"}},
	{":", []string{".", ";", ""}},
	{"=", []string{"-", "z"}},
	{"(", []string{"[", "{"}},
	{")", []string{"]", "}"}},
	{"/", []string{"|", "I"}},
}

// misreadMarks replaces marks and units.
func (d *Document) misreadMarks(r *rand.Rand) bool {
	done := false
	for i := range d.Pages {
		for j := range d.Pages[i].Words {
			w := &d.Pages[i].Words[j]
			for _, m := range markForms {
				has := w.Text == m.mark || !hasLetters(m.mark) && strings.Contains(w.Text, m.mark)
				if has && !isDate(w.Text) && r.IntN(3) == 0 {
					w.Text = strings.Replace(w.Text, m.mark, pick(r, m.forms...), 1)
					done = true
					break
				}
			}
		}
	}
	d.dropEmpty()
	d.Truth.leaveOpen(patientName, patientID)
	return done
}

func isDate(word string) bool { return strings.Count(word, "/") == 2 }

// misreadPoints writes decimal points as commas, colons or spaces, or not at all.
func (d *Document) misreadPoints(r *rand.Rand) bool {
	done := false
	for i := range d.Pages {
		for j := range d.Pages[i].Words {
			w := &d.Pages[i].Words[j]
			if at := strings.IndexAny(w.Text, ".,"); at > 0 && isNumber(w.Text) && r.IntN(4) == 0 {
				w.Text = w.Text[:at] + pick(r, ",", ".", " ", "", ":", "·", "-", "'") + w.Text[at+1:]
				done = true
			}
		}
	}
	d.divideWords()
	return done
}

// digitForms lists what OCR takes a digit for.
var digitForms = map[byte]string{'0': "86", '1': "74", '2': "7", '3': "85", '4': "91", '5': "63", '6': "58", '7': "12", '8': "036", '9': "40"}

// misreadDigits misreads a digit of up to three values, everywhere in the document alike:
// then it says another value. Only numbers that stand for one value are chosen. An axis that is printed
// with its decimals is no such number, because the whole degrees stand for something else then; nor is
// one that is also the radius of a power, because the document says another power then.
func (d *Document) misreadDigits(r *rand.Rand) bool {
	done := 0
	paths := sortedPaths(d.Truth.Values)
	for _, i := range r.Perm(len(paths)) {
		if done < 3 && d.misreadDigit(r, paths[i]) {
			done++
		}
	}
	return done > 0
}

func (d *Document) misreadDigit(r *rand.Rand, path string) bool {
	old, ok := biometry.AsFloat(d.Truth.Values[path])
	if !ok || !isMeasured(path) || strings.HasSuffix(path, "keratometric_index") || d.Truth.uses(old) > 1 {
		return false
	}
	places := d.places(old)
	if d.printsFiner(path, old) || d.Truth.isRadius(old) {
		return false
	}
	if len(places) == 0 || strings.HasSuffix(path, "_axis") && !isAxis(places[0].Text) { // a small number may be anything
		return false
	}
	text := misreadOne(r, places[0].Text)
	value, ok := magnitude(text)
	if !ok || value == old {
		return false
	}
	for _, w := range places {
		w.Text = text
	}
	d.Truth.change(path, value)
	return true
}

// printsFiner reports whether an axis is printed with decimals, which the truth rounds.
func (d *Document) printsFiner(path string, value float64) bool {
	if !strings.HasSuffix(path, "_axis") {
		return false
	}
	for _, p := range d.Pages {
		for _, w := range p.Words {
			if slices.ContainsFunc(numbersIn(w.Text), func(n float64) bool { return n != value && math.Abs(n-value) <= 0.5 }) {
				return true
			}
		}
	}
	return false
}

// isRadius reports whether a number is the radius of a power of the cornea, by any usual index.
func (t *Truth) isRadius(number float64) bool {
	const leastIndex, mostIndex = 1.3315, 1.3380
	for path, v := range t.Values {
		k, ok := biometry.AsFloat(v)
		if ok && strings.HasSuffix(path, "_magnitude") && number*k > 1000*(leastIndex-1) && number*k < 1000*(mostIndex-1) {
			return true
		}
	}
	return false
}

// places returns the words that are a number, none if it is printed in several forms or in a
// word with something else ("23.45mm").
func (d *Document) places(number float64) (words []*layout.Word) {
	for i := range d.Pages {
		for j := range d.Pages[i].Words {
			w := &d.Pages[i].Words[j]
			if v, ok := magnitude(w.Text); ok && v == number {
				words = append(words, w)
			} else if !ok && slices.Contains(numbersIn(w.Text), number) {
				return nil
			}
		}
	}
	if slices.ContainsFunc(words, func(w *layout.Word) bool { return w.Text != words[0].Text }) {
		return nil
	}
	return words
}

var digits = regexp.MustCompile(`\d+([.,]\d+)?`)

// numbersIn returns the numbers in a word.
func numbersIn(word string) (out []float64) {
	for _, text := range digits.FindAllString(word, -1) {
		if v, ok := magnitude(text); ok {
			out = append(out, v)
		}
	}
	return out
}

// misreadOne replaces one digit.
func misreadOne(r *rand.Rand, text string) string {
	for _, i := range r.Perm(len(text)) {
		if forms := digitForms[text[i]]; forms != "" {
			return text[:i] + string(forms[r.IntN(len(forms))]) + text[i+1:]
		}
	}
	return text
}

// magnitude returns the number at the beginning of a word, without its sign.
func magnitude(word string) (float64, bool) {
	word = strings.Trim(word, "-+°º")
	if !isNumber(word) {
		return 0, false
	}
	v, err := strconv.ParseFloat(strings.ReplaceAll(word, ",", "."), 64)
	return v, err == nil
}

// uses counts the values that are a number.
func (t *Truth) uses(number float64) (n int) {
	for _, v := range t.Values {
		if v, ok := biometry.AsFloat(v); ok && v == number {
			n++
		}
	}
	return n
}

// change gives a path another value, in the type that it has. A power of the cornea may be
// printed as a radius too, so its former value is also right. The powers of a cornea are
// given in their order, so each of a pair may be the other one.
func (t *Truth) change(path string, value float64) {
	old := t.Values[path]
	t.Values[path] = value
	if _, ok := old.(int); ok {
		t.Values[path] = int(value)
	}
	if strings.HasSuffix(path, "_magnitude") {
		twin := strings.NewReplacer("K1_", "K2_", "K2_", "K1_").Replace(path)
		t.also[path] = append(t.also[path], old, t.Values[twin])
		t.also[twin] = append(t.also[twin], old, t.Values[path])
	}
}
