package reader

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// nearName are the fields whose labels stand near the name.
var nearName = []string{"id", "date_of_birth", "gender"}

// unlabelledName finds the name that a page gives in its head without a label:
// "Sample, Sally", or "Sally Sample | female | DOB: ...". It must be the only
// cell like it.
func (s *sheet) unlabelledName() (reading, bool) {
	about := slices.IndexFunc(s.all, line.ofPatient)
	var found []reading
	for n, l := range s.all[max(0, about-headLines):max(0, about+1)] {
		for i, cell := range cellsOf(l.items) {
			strip := i == 0 && n == min(about, headLines)
			if cell = untitled(untilOthers(cell)); isName(cell, strip) {
				tokens := l.tokens[cell[0].from:cell[len(cell)-1].upto]
				text, conf := join(tokens)
				found = append(found, reading{key: key{document, "name"}, text: text, conf: conf, at: s.placeOf(tokens...)})
			}
		}
	}
	if len(found) != 1 {
		return reading{}, false
	}
	return found[0], true
}

func (l line) ofPatient() bool { return slices.ContainsFunc(l.items, isNearName) }

func isNearName(it item) bool { return it.label != nil && slices.Contains(nearName, it.field) }

// untilOthers is what a cell has before its first bar or the label of other data of the patient, "Sample, Sally  born 12.03.1950".
func untilOthers(cell []item) []item {
	if i := slices.IndexFunc(cell, func(it item) bool { return it.text == "|" || isNearName(it) }); i >= 0 {
		return cell[:i]
	}
	return cell
}

// untitled is the words without the title before the name: "Mme", "Mr.".
func untitled(cell []item) []item {
	for len(cell) > 1 && (titles[fold(cell[0].text)] || cell[0].text == ".") {
		cell = cell[1:]
	}
	return cell
}

// unlabelledSex finds the word for it in the patient's line: between bars, or a whole word in a cell of its own, "männlich".
func (s *sheet) unlabelledSex() (reading, bool) {
	for n, l := range s.all {
		if !l.ofPatient() {
			continue
		}
		if r, ok := s.sexAfterBirth(l); ok {
			return r, true
		}
		if r, ok := s.sexBelowBirth(n); ok {
			return r, true
		}
		for i, it := range l.items {
			barred := i > 0 && i+1 < len(l.items) && l.items[i-1].text == "|" && l.items[i+1].text == "|"
			apart := (i == 0 || l.items[i-1].label == nil && !near(l.items[i-1].token, it.token)) && (i+1 == len(l.items) || !near(it.token, l.items[i+1].token))
			if it.plain(word) && (barred || apart && len(it.text) >= shortestSex) {
				if sex, ok := choose("gender", fold(it.text)); ok {
					return reading{key: key{document, "gender"}, text: sex, conf: it.conf, at: s.placeOf(it.token)}, true
				}
			}
		}
	}
	return reading{}, false
}

// sexAfterBirth finds the word for it behind the date of birth, "Born: 12.03.1950  M", "Born: 12.03.1950 (M)", "Born: 12.03.1950 (74) · M".
func (s *sheet) sexAfterBirth(l line) (reading, bool) {
	i := slices.IndexFunc(l.items, func(it item) bool { return it.is(date) && it.field == "date_of_birth" })
	if i < 0 {
		return reading{}, false
	}
	end := dateEnd(l.tokens, l.items[i].upto)
	k := slices.IndexFunc(l.items, func(it item) bool { return it.from == end })
	if k > 0 && k+3 < len(l.items) && l.items[k].text == "(" && l.items[k+1].plain(number) && l.items[k+2].text == ")" { // the age
		k += 3
	}
	if k > 0 && k+1 < len(l.items) && l.items[k].isSign() {
		k++ // "12.03.1950 - female"
	}
	if k < 0 || !l.items[k].plain(word) || l.items[k].X0-l.items[k-1].X1 > farWords*l.Height() || goesOnWithWord(l.items[k:]) {
		return reading{}, false
	}
	sex, ok := choose("gender", fold(l.items[k].text))
	return reading{key: key{document, "gender"}, text: sex, conf: l.items[k].conf, at: s.placeOf(l.items[k].token)}, ok
}

// sexBelowBirth finds the word for it behind the date of birth below its label in line n: "DOB / Sex" over "02/27/1949 / Male".
func (s *sheet) sexBelowBirth(n int) (reading, bool) {
	i := slices.IndexFunc(s.all[n].items, func(it item) bool { return it.fieldOf(date) == "date_of_birth" })
	if i < 0 {
		return reading{}, false
	}
	below := s.cellBelow(n, s.all[n].items[i])
	behind := below[min(len(below), dateEnd(below, 0)):]
	if len(behind) != 2 || behind[0].text != "/" || behind[1].kind != word {
		return reading{}, false
	}
	sex, ok := choose("gender", fold(behind[1].text))
	return reading{key: key{document, "gender"}, text: sex, conf: behind[1].conf, at: s.placeOf(behind[1])}, ok
}

// goesOnWithWord: behind the first item stands, as in one phrase with it, what is neither a label nor a bar nor a bracket that closes.
func goesOnWithWord(items []item) bool {
	return len(items) > 1 && near(items[0].token, items[1].token) && items[1].label == nil && items[1].text != ")" && items[1].text != "|"
}

// isName: capitalised words around one comma, none of which means anything else.
// In the patient's own line the comma may be missing.
func isName(cell []item, own bool) bool {
	if len(cell) == 0 {
		return false
	}
	commas, words := 0, 0
	for _, it := range cell {
		first, _ := utf8.DecodeRuneInString(it.text)
		switch {
		case it.plain(symbol) && it.text == ",":
			commas++
		case it.plain(symbol) && it.text == ".", unicode.IsUpper(first) && utf8.RuneCountInString(it.text) == 1 && it.plain(word):
			continue // an initial
		case !it.plain(word) || devicePhrases[fold(it.text)] != nil || makers[fold(it.text)] != "" || isPlace(it.text):
			return false
		case unicode.IsUpper(first) && utf8.RuneCountInString(it.text) > 1:
			words++
		case !nobiliary[strings.ToLower(it.text)]:
			return false
		}
	}
	last := cell[len(cell)-1]
	return (commas == 1 || own && commas == 0) && words >= 2 && words <= 5 && cell[0].text != "," && last.text != ","
}

// placeStems begin or end the words that houses and streets have in their names.
var placeStems = stems("clini klini hospit hopit ospeda spital augen auge eye ocul oftalm ophtalm ophthal visi vista zentrum center centre centro praxis practice cabinet studio " +
	"institut univers medic medizin surger chirurg street road avenue strasse stadt dr prof herr frau report bericht inform rapport relat refert biomet")

func isPlace(s string) bool {
	w := fold(s)
	return slices.ContainsFunc(placeStems, func(s string) bool { return strings.HasPrefix(w, s) || len(s) > 4 && strings.HasSuffix(w, s) })
}
