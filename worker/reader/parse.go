package reader

import (
	"slices"
	"strings"
)

// ofEye reads one eye's part of a sheet.
func (s *sheet) ofEye(p part) []reading {
	var out []reading
	for _, l := range p.lines {
		for i, it := range l.items {
			if it.label == nil {
				continue
			}
			out = append(out, s.labelled(p.eye, l, i)...)
		}
	}
	return out
}

// labelled reads the value of the label at i, if it is one of an eye.
func (s *sheet) labelled(eye string, l line, i int) []reading {
	it, after := l.items[i], l.items[i+1:]
	where := s.sectionAt(it.Box)
	if where == foreign || it.role == choice && it.field == "gender" {
		return nil
	}
	switch it.role {
	case measure:
		field, ok := inSection(it.field, where)
		if r, found := s.number(key{eye, field}, after); ok && found {
			return []reading{r}
		}
	case power:
		if kind, ok := inSection(it.field, where); ok {
			return s.power(eye, kind, after)
		}
	case choice:
		if r, found := chosen(key{eye, it.field}, l, i); found {
			return []reading{r}
		}
	}
	return nil
}

// inSection says which field a label of the cornea means under a heading.
func inSection(field, where string) (string, bool) {
	if !strings.HasPrefix(field, "K1") && !strings.HasPrefix(field, "K2") {
		return field, true
	}
	switch where {
	case back:
		return "P" + field, true
	case front:
		return field, true
	}
	return "", false
}

// ofDocument reads what a report says of itself and of the patient. It also
// returns the items that are no value of a label, to look for devices in.
func (s *sheet) ofDocument() (found []reading, rest [][]item) {
	for _, l := range s.lines {
		var free []item
		end := 0 // tokens before it are a value
		for i, it := range l.items {
			if it.from < end {
				continue
			}
			free = append(free, it)
			if r, upto, ok := s.documentValue(l, i); ok {
				found, end = append(found, r), upto
				free = free[:len(free)-1]
			}
		}
		rest = append(rest, free)
	}
	return found, rest
}

// documentValue reads the value of the label at i and says at which token it
// ends.
func (s *sheet) documentValue(l line, i int) (r reading, end int, ok bool) {
	it := l.items[i]
	if it.label == nil {
		return reading{}, 0, false
	}
	k := key{document, it.field}
	switch {
	case it.field == "gender":
		r, ok = chosen(k, l, i)
		return r, it.upto, ok
	case it.field == "notes":
		raw, conf := join(l.tokens[it.upto:])
		more, low := s.continued(l, it)
		return reading{key: k, text: strings.TrimSpace(raw + more), conf: min(conf, low)}, len(l.tokens), raw != ""
	case it.role == text, it.role == date:
		end = cellEnd(l, i)
		raw, conf := join(l.tokens[it.upto:end])
		missing := end == it.upto || end == it.upto+1 && l.tokens[it.upto].kind == dash
		return reading{key: k, text: raw, conf: conf}, end, !missing
	}
	return reading{}, 0, false
}

// continued returns the lines of a remark after its first: those without a
// label that begin below it, close to the line before.
func (s *sheet) continued(l line, it item) (more string, conf float64) {
	n := slices.IndexFunc(s.lines, func(x line) bool { return x.Box == l.Box })
	conf, last := 100, l
	for _, next := range s.lines[n+1:] {
		indented := next.X0 > it.X0-it.Height() && next.X0 < it.X1+2*it.Height()
		labelled := slices.ContainsFunc(next.items, func(x item) bool { return x.label != nil && x.role != eye })
		if !indented || labelled || next.CenterY()-last.CenterY() > 1.7*it.Height() {
			break
		}
		raw, c := join(next.tokens)
		more, conf, last = more+"\n"+raw, min(conf, c), next
	}
	return more, conf
}

// cellEnd returns the token at which the cell of the label at i ends: the next
// label, or a gap as between columns.
func cellEnd(l line, i int) int {
	end := l.items[i].upto
	for _, it := range l.items[i+1:] {
		if it.label != nil || end > l.items[i].upto && it.X0-l.tokens[end-1].X1 > 1.5*it.Height() {
			break
		}
		end = it.upto
	}
	return end
}

// join writes tokens as they are printed.
func join(tokens []token) (string, float64) {
	var b strings.Builder
	conf := 100.0
	for i, t := range tokens {
		if i > 0 && !t.glued {
			b.WriteByte(' ')
		}
		b.WriteString(t.raw)
		conf = min(conf, t.conf)
	}
	return strings.TrimSpace(b.String()), conf
}

// chosen reads a value that is one of a few words. Words that are not in the
// list are a doubt, dashes are no value.
func chosen(k key, l line, i int) (reading, bool) {
	value, conf, missing := "", 100.0, true
	for n, it := range l.items[i+1:] {
		if it.label != nil && value != "" || n > 0 && !near(l.items[i+n].token, it.token) {
			break
		}
		missing = missing && (it.plain(dash) || fold(it.raw) == "" && it.label == nil)
		value, conf = value+fold(it.text), min(conf, it.conf)
	}
	known, ok := choices[k.field][value]
	return reading{key: k, text: known, conf: conf, doubt: !ok}, !missing
}
