package samples

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Labels, units and values as they stand on the page.

// label is what the document calls a fact: the first of its ways that fits.
func (d *desk) label(f fact, style string, size, width float64) string {
	for _, s := range d.labels(f.key) {
		if s != "" && d.c.width(size, style, s) <= width {
			return s
		}
	}
	return d.short(f.key)
}

// short is a fact's abbreviation.
func (d *desk) short(key string) string {
	if name, ok := strings.CutPrefix(key, "axis "); ok {
		return d.axis(name)
	}
	return d.e.say(d.lex.terms[key].short)
}

// axis is what the axis of a meridian is called.
func (d *desk) axis(of string) string { return strings.ReplaceAll(d.e.say(d.lex.axis), "#", of) }

// labels is the document's ways to write a label, the one it likes best first.
func (d *desk) labels(key string) []string {
	if name, ok := strings.CutPrefix(key, "axis "); ok {
		if best := d.labels(name)[0]; !strings.Contains(best, name) && !strings.ContainsAny(best, "()") {
			return []string{d.axis(d.e.say(d.lex.terms[name].brief)), d.axis(name)}
		}
		return []string{d.axis(name)}
	}
	t, e := d.lex.terms[key], d.e
	short, brief, long := d.short(key), e.say(t.brief), e.say(t.long)
	if local := e.say(t.local); local != "" {
		short = local
	}
	if strings.ContainsAny(long, "()") || t.local == (words{}) {
		return []string{long, brief, d.short(key)}
	}
	all := []string{long, long + " (" + short + ")", short + " (" + long + ")", short + " – " + long, d.short(key), brief}
	best := all[e.choice("label", len(all))]
	return slices.Concat([]string{best}, all[:1], []string{brief, d.short(key)})
}

// plain is a value without its unit, perhaps marked as doubtful.
func (f fact) plain(e *exam, m *measured) string {
	v := f.value(m)
	if missed(v) || f.key != "AL" && f.key != "ACD" {
		return v
	}
	return v + e.mark()
}

// with is a value and its unit, if it has one.
func (f fact) with(e *exam, m *measured) string {
	v := f.value(m)
	switch {
	case f.unit == "" || missed(v) && e.bare:
		return v
	case f.unit == "°":
		return v + "°"
	case missed(v) || f.key != "AL" && f.key != "ACD":
		return v + " " + f.unit
	}
	return v + " " + f.unit + e.mark()
}

// inLabel is a label with its unit.
func (f fact) inLabel(e *exam, label string) string {
	if f.unit == "" {
		return label
	}
	return label + strings.Replace([]string{" [u]", " (u)", ", u"}[e.choice("unit", 3)], "u", f.unit, 1)
}

// spreadOf is a made up minimum, maximum and deviation of a fact.
func (f fact) spreadOf(e *exam, m *measured) (sd, lo, hi string) {
	v := f.value(m)
	number, _, _ := strings.Cut(v, " ")
	var x float64
	if _, err := fmt.Sscan(strings.Replace(number, ",", ".", 1), &x); err != nil || missed(v) || f.decimals < 0 {
		return "", "", ""
	}
	step := 1 / math.Pow10(f.decimals)
	return e.spread(f.decimals), e.num(new(x-step*float64(1+e.noise.IntN(3))), f.decimals), e.num(new(x+step*float64(1+e.noise.IntN(3))), f.decimals)
}

// narrow is a label for a narrow column: a field's abbreviation, another
// value's in brief.
func (d *desk) narrow(f fact) string {
	if t := d.lex.terms[f.key]; t.local == (words{}) && t.brief != (words{}) {
		return d.e.say(t.brief)
	}
	return d.short(f.key)
}
