package reader

import (
	"math"
	"slices"
	"strings"
)

// ticks mark the one of several words that holds.
const ticks = "xX×✓✔☒✗✘"

// formLines is how many lines below its label a choice of words may take.
const formLines = 4

// ticked reads a form: "Lens: [ ] phakic [X] aphakic", the words beside the
// label or below it. form says that there are several words to choose from,
// given that one of them is ticked.
func (p part) ticked(n, i int) (r reading, form, given bool) {
	label := p.lines[n].items[i]
	if !label.is(choice) || label.field == "gender" {
		return reading{}, false, false
	}
	right := math.Inf(1)
	for _, next := range p.lines[n].items[i+1:] {
		if ofValue(next) && announcesOther(next) || next.is(choice) {
			right = min(right, next.X0)
		}
	}
	values, marked := map[string]bool{}, []string(nil)
	for k := n; k < min(len(p.lines), n+1+formLines); k++ {
		items := p.lines[k].items
		if k == n {
			items = items[i+1:]
		} else if slices.ContainsFunc(items, func(it item) bool { return announcesOther(it) || it.is(choice) && len(it.text) > 3 }) {
			break
		}
		items = slices.DeleteFunc(slices.Clone(items), func(it item) bool { return it.X1 < label.X0-2*it.Height() || it.X0 >= right })
		found := false
		for _, c := range options(items) {
			if v, ok := choose(label.field, c.text); ok {
				values[v], found = true, true
				if c.ticked {
					marked = append(marked, v)
				}
			}
		}
		if k > n && !found {
			break
		}
	}
	if len(values) < 2 {
		return reading{}, false, false
	}
	if len(marked) != 1 {
		return reading{}, true, false
	}
	return reading{key: key{p.eye, label.field}, text: marked[0], conf: 100}, true, true
}

// option is the words that can be chosen together, folded.
type option struct {
	text   string
	ticked bool
}

// options divides a line at gaps and boxes.
func options(items []item) (out []option) {
	open := false
	for i, it := range items {
		switch {
		case it.text == "[" || it.text == "]" || it.text == "☐" || it.text == "□":
			open = false
		case len([]rune(it.text)) == 1 && strings.Contains(ticks, it.text) && (i+1 == len(items) || items[i+1].text == "]" || !near(it.token, items[i+1].token)):
			out, open = append(out, option{ticked: true}), true
			continue
		default:
			if !open || i > 0 && !near(items[i-1].token, it.token) && out[len(out)-1].text != "" {
				ticked := i > 0 && len(out) > 0 && out[len(out)-1].ticked && out[len(out)-1].text == ""
				if ticked {
					out = out[:len(out)-1]
				}
				out = append(out, option{ticked: ticked})
			}
			open = true
			out[len(out)-1].text += fold(it.text)
		}
	}
	return out
}
