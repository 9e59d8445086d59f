package reader

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"biom/worker/document/layout"
)

// ticks mark the one of several words that holds.
const ticks = "xX×✓✔☒✗✘"

// forms reads the forms of line n, and says which labels they have.
func (p part) forms(n int) (found []reading, labels map[int]bool) {
	labels = map[int]bool{}
	for i, it := range p.lines[n].items {
		if !it.is(choice) || it.field == "gender" {
			continue
		}
		values, marked := p.options(n, i)
		if len(values) < 2 {
			continue
		}
		labels[i] = true
		if len(marked) == 1 {
			o := marked[0]
			value, _ := choose(it.field, o.text)
			found = append(found, reading{key: key{p.eye, it.field}, text: value, conf: layout.Certain, at: p.page.placeOf(o.tokens...)})
		}
	}
	return found, labels
}

// options reads a form: "Lens: [ ] phakic [X] aphakic", the words beside the
// label or below it: which values there are to choose from, and which of them
// are ticked.
func (p part) options(n, i int) (values map[string]bool, marked []option) {
	label := p.lines[n].items[i]
	right := math.Inf(1) // where the next label's begin
	for _, next := range p.lines[n].items[i+1:] {
		if next.is(choice) || ofValue(next) && announcesOther(next) {
			right = min(right, next.X0)
		}
	}
	values = map[string]bool{}
	for k := n; k < min(len(p.lines), n+1+formLines); k++ {
		items := p.lines[k].items
		if k == n {
			items = items[i+1:]
		} else if p.lines[k].labelled() {
			break
		}
		items = slices.DeleteFunc(slices.Clone(items), func(it item) bool { return it.X1 < label.X0-columnGap*it.Height() || it.X0 >= right })
		before := len(values)
		for _, o := range optionsOf(items) {
			if v, ok := choose(label.field, o.text); ok {
				values[v] = true
				if o.ticked {
					marked = append(marked, o)
				}
			}
		}
		if k > n && len(values) == before {
			break
		}
	}
	return values, marked
}

// option is the words that can be chosen together, folded.
type option struct {
	text   string
	ticked bool
	tokens []token
}

// optionsOf divides a line at gaps and boxes.
func optionsOf(items []item) (out []option) {
	ticked, open := false, false
	for i, it := range items {
		switch {
		case it.text == "[" || it.text == "]" || it.text == "☐" || it.text == "□":
			open = false
		case isTick(items, i):
			ticked, open = true, false
		default:
			if !open || !near(items[i-1].token, it.token) {
				out = append(out, option{ticked: ticked})
				ticked, open = false, true
			}
			last := &out[len(out)-1]
			last.text, last.tokens = last.text+fold(it.text), append(last.tokens, it.token)
		}
	}
	return out
}

// isTick: a mark by itself, and no letter of a word.
func isTick(items []item, i int) bool {
	return isTickSign(items[i].text) && (i+1 == len(items) || items[i+1].text == "]" || !near(items[i].token, items[i+1].token))
}

func isTickSign(text string) bool {
	return utf8.RuneCountInString(text) == 1 && strings.Contains(ticks, text)
}

// tickedSex is the sex whose letter or word has a tick before it in a form that offers both, "☐ M  ☒ F"; "" if not one of them has. isForm is false
// if the words do not offer both.
func tickedSex(words []token) (sex string, of token, isForm bool) {
	offered, ticked := map[string]bool{}, 0
	for i, t := range words {
		known, ok := choose("gender", fold(t.text))
		if !ok {
			continue
		}
		offered[known] = true
		if i == 0 || !isTickSign(words[i-1].text) {
			continue
		}
		after := i < 2 || t.X0-words[i-1].X1 < words[i-1].X0-words[i-2].X1 // the tick stands nearer to this word than to the one before it
		if ticked++; after {
			sex, of = known, t
		}
	}
	if len(offered) < 2 || ticked != 1 {
		return "", of, len(offered) > 1
	}
	return sex, of, true
}
