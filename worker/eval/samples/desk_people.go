package samples

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
	"unicode"
)

var shortMonths = map[string][]string{
	"en": strings.Fields("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"),
	"de": strings.Fields("Jan Feb Mär Apr Mai Jun Jul Aug Sep Okt Nov Dez"),
	"es": strings.Fields("ene feb mar abr may jun jul ago sep oct nov dic"),
	"fr": strings.Fields("janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc."),
	"pt": strings.Fields("jan fev mar abr mai jun jul ago set out nov dez"),
	"it": strings.Fields("gen feb mar apr mag giu lug ago set ott nov dic"),
}

// date writes a date in the document's style, and remembers that it is
// printed.
func (d *desk) date(t time.Time) string {
	e := d.e
	e.dates = append(e.dates, t)
	s := t.Format(strings.NewReplacer("MONTH", "\x01", "MON", "\x02").Replace(e.dateStyle))
	return strings.NewReplacer("\x01", months[e.lang][t.Month()-1], "\x02", shortMonths[e.lang][t.Month()-1]).Replace(s)
}

// redraw makes the person, the dates and the habits of writing those of the
// profile.
func (e *exam) redraw(r *rand.Rand, lex *lexicon) {
	list := lex.people[e.lang]
	e.person, e.id = list[r.IntN(len(list))], lex.id(r)
	e.dateStyle = lex.dates[e.lang][r.IntN(len(lex.dates[e.lang]))]
	e.dashes = e.say(lex.dashes[r.IntN(len(lex.dashes))])
	e.bare = e.bare || strings.ContainsFunc(e.dashes, unicode.IsLetter) // "not measured" has no unit
	e.comma = e.lang != "en" && r.IntN(8) > 0
	e.upper, e.plain = r.IntN(10) == 0, e.lang != "en" && r.IntN(10) == 0
	e.notes = "" // other devices' notes are printed, and no field
	if r.IntN(2) == 0 {
		e.notes = e.remarked(r, lex)
	}
}

// remarked draws what an examiner wrote.
func (e *exam) remarked(r *rand.Rand, lex *lexicon) string {
	power := between(r, 41, 44, 2)
	s := lex.remarks[r.IntN(len(lex.remarks))].in(e.lang)
	return strings.NewReplacer("%1", e.num(power, 2), "%2", e.num(new(*power+1.25), 2), "%3", e.num(between(r, 22, 25, 2), 2),
		"%4", fmt.Sprint(2009+r.IntN(12))).Replace(s)
}

// whole is the printed name in one field.
func (p person) whole() string { return strings.Replace(p.printed, "|", ", ", 1) }

// identity is who was examined: label and value of the name, and of the rest.
func (d *desk) identity() (name, rest [][2]string) {
	e := d.e
	name = [][2]string{{e.pick(d.lex.name...), e.person.whole()}}
	if surname, given, ok := strings.Cut(e.person.printed, "|"); ok {
		name = [][2]string{{e.pick(d.lex.surname...), surname}, {e.pick(d.lex.given...), given}}
	}
	return name, [][2]string{{e.pick(d.lex.record...), e.id}, {e.pick(d.lex.born...), d.date(e.born)}, {e.pick(d.lex.sex...), e.word(&e.gender, d.lex.gender)}}
}

// fields is that and when: in one of three orders.
func (d *desk) fields() [][2]string {
	e := d.e
	name, rest := d.identity()
	on := d.date(e.on)
	if e.choice("hour", 3) == 0 {
		on += ", " + e.on.Format("15:04")
	}
	exam := [][2]string{{e.pick(d.lex.exam...), on}}
	switch e.choice("fields", 3) {
	case 0:
		return slices.Concat(name, rest, exam)
	case 1:
		return slices.Concat(rest[:1], name, rest[1:], exam)
	}
	return slices.Concat(exam, name, rest[1:], rest[:1])
}
