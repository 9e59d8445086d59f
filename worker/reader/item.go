package reader

import "strings"

// item is a token, or the tokens of one label as one.
type item struct {
	token
	entry          // the label, if label is not nil
	from, upto int // the tokens it was made of
}

func (it item) is(r role) bool { return it.label != nil && it.role == r }

// plain reports a token of that kind which belongs to no label.
func (it item) plain(k kind) bool { return it.label == nil && it.kind == k }

// near reports that b follows a as the next word of a phrase does. Columns lie
// further apart.
func near(a, b token) bool {
	return b.glued || b.X0-a.X1 < 0.8*max(a.Height(), b.Height())
}

// itemize finds the labels in a row's words.
func itemize(tokens []token) []item {
	var out []item
	for i := 0; i < len(tokens); {
		it := item{token: tokens[i], from: i, upto: i + 1}
		if n, e := match(tokens[i:]); n > 0 && mayStand(out, tokens, i, e) {
			it.entry, it.upto = e, i+n
			for _, t := range tokens[i+1 : i+n] {
				it.Box, it.conf, it.text = it.Union(t.Box), min(it.conf, t.conf), it.text+" "+t.text
			}
			it.upto = afterLabel(tokens, it.upto, e.role)
		}
		out, i = append(out, it), it.upto
	}
	return mergeTwins(out)
}

// match returns how many tokens the longest phrase at the start takes.
func match(tokens []token) (n int, e entry) {
	if tokens[0].kind == dash || tokens[0].kind == at {
		return 0, entry{}
	}
	var key strings.Builder
	for i, t := range tokens {
		if i > 0 && !near(tokens[i-1], t) || !phrasePart(t, i) {
			break
		}
		key.WriteString(fold(t.text))
		if key.Len() > longestPhrase {
			break
		}
		if found, ok := phrases[key.String()]; ok && fold(t.text) != "" {
			n, e = i+1, found
		}
	}
	if n > 0 && n < len(tokens) && tokens[n].text == ")" && tokens[n].glued {
		n++ // "K1 (flat)"
	}
	return n, e
}

// phrasePart: phrases hold words, brackets and full stops, and at most a
// single digit that OCR has cut off ("K 1"). A colon ends them.
func phrasePart(t token, i int) bool {
	switch t.kind {
	case word:
		return true
	case number:
		return i > 0 && len(t.text) == 1
	case symbol:
		return t.text == "." || t.text == "(" || t.text == ")" || t.text == "-" || t.text == "/" || fold(t.text) != ""
	}
	return false
}

// mayStand: a label starts a cell or follows a value. After an unknown word it
// is part of that word's phrase ("optimised ACD", "Testlens (ACD 5.2)"). A
// name or a remark before it ends at the label's colon.
func mayStand(before []item, tokens []token, i int, e entry) bool {
	if isValueOf(before, tokens, i, e) {
		return false
	}
	for k := i - 1; k >= 0; k-- {
		if !near(tokens[k], tokens[k+1]) {
			return true
		}
		if tokens[k].kind == symbol && fold(tokens[k].text) == "" {
			continue
		}
		owner := ownerOf(before, k)
		known := owner.label != nil || tokens[k].kind != word || unitOf(tokens[k].text) != ""
		return known || (e.role == text || e.role == date || e.role == choice) && endsInColon(tokens[i:])
	}
	return true
}

// isValueOf: what directly follows "Patient ID:" is the ID, be it "LT 4", unless
// a colon says that it is a label too. Headings of eyes always count: to lose
// one would give its values to the other eye.
func isValueOf(before []item, tokens []token, i int, e entry) bool {
	if len(before) == 0 || e.role == eye || e.role == section || e.role == text || e.role == date {
		return false
	}
	last := before[len(before)-1]
	beside := last.upto == i && tokens[i].X0-tokens[i-1].X1 < 1.5*tokens[i].Height()
	return beside && (last.is(text) || last.is(date)) && !endsInColon(tokens[i:])
}

func ownerOf(items []item, k int) item {
	for _, it := range items {
		if it.from <= k && k < it.upto {
			return it
		}
	}
	return item{}
}

func endsInColon(tokens []token) bool {
	n, _ := match(tokens)
	return n > 0 && n < len(tokens) && tokens[n].text == ":"
}

// afterLabel passes over what stands between a label and its value: colons and
// the unit in brackets.
func afterLabel(tokens []token, i int, r role) int {
	if r == eye || r == section {
		return i
	}
	for i < len(tokens) {
		switch tokens[i].text {
		case ":", "=", ".", "…":
			i++
		case "[", "(":
			end := unitGroup(tokens, i)
			if end == i {
				return i
			}
			i = end
		default:
			return i
		}
	}
	return i
}

// unitGroup returns the end of a bracket that holds only units, or i. OCR
// blurs what is in square brackets, so there anything without a number goes.
func unitGroup(tokens []token, i int) int {
	square := tokens[i].text == "["
	for k := i + 1; k < len(tokens) && k < i+9; k++ {
		switch t := tokens[k]; {
		case t.text == "]" && square, t.text == ")" && !square:
			return k + 1
		case t.kind == word && unitOf(t.text) != "", t.text == "/", t.text == "°":
		case square && t.kind != number:
		default:
			return i
		}
	}
	return i
}

// mergeTwins joins a label that says the same twice: "Axial length AL".
func mergeTwins(items []item) []item {
	var out []item
	for _, it := range items {
		if last := len(out) - 1; last >= 0 && it.label != nil && out[last].label == it.label && it.role != eye && out[last].upto == it.from {
			out[last].Box, out[last].upto = out[last].Union(it.Box), it.upto
			continue
		}
		out = append(out, it)
	}
	return out
}
