package samples

// fact is a value that a page prints.
type fact struct {
	key      string // of the lexicon's terms; "axis K1" for the axis of K1
	unit     string // "" for words, and where the value has units inside
	value    func(*measured) string
	decimals int // of the deviation, -1 for none
}

// section is facts that belong together.
type section struct {
	title string
	facts []fact
	table func(*measured) [][]string // above the facts: kColumns; nil mostly
}

// lines is how many lines the section takes.
func (s section) lines() int {
	if s.table != nil {
		return 1 + len(s.facts) + len(s.table(&measured{}))
	}
	return 1 + len(s.facts)
}

// sections is all that the layout prints of an eye.
func (d *desk) sections() []section {
	e := d.e
	out := []section{
		{title: e.say(d.lex.lengths), facts: d.lengths()},
		d.surface(section{e.pick(d.lex.front...), d.front(), nil}, d.frontKeys(), e.index, front),
	}
	if e.posterior != "" && d.prints(e, "PK") {
		out = append(out, d.surface(section{title: e.pick(d.lex.back...)}, d.keys("posterior names", d.lex.backs), posteriorIndex, d.behind))
	}
	if e.device == "IOLMaster700" && d.prints(e, "TK") {
		out = append(out, d.surface(section{title: e.say(d.lex.total)}, d.keys("total names", d.lex.totals), e.index, total))
	}
	return append(out, section{title: e.say(d.lex.history), facts: d.history()})
}

// lengths is what is measured along the axis and across the cornea, and what
// stands among it and is no field.
func (d *desk) lengths() []fact {
	e := d.e
	fields := []fact{
		{"AL", "mm", func(m *measured) string { return e.num(m.AL, 2) }, 2},
		{"CCT", d.micron(), func(m *measured) string { return whole(m.CCT, "") }, 0},
		{"ACD", "mm", func(m *measured) string { return e.num(m.ACD, 2) }, 2},
		{"LT", "mm", func(m *measured) string { return e.num(m.LT, 2) }, 2},
		{"WTW", "mm", func(m *measured) string { return e.num(m.WTW, d.diameter()) }, 1},
	}
	others := []fact{
		{"aqueous", "mm", func(m *measured) string { return e.num(m.aqueous(), 2) }, 2},
		{"pupil", "mm", func(m *measured) string { return e.other(m, 2.3, 5.9, 1) }, -1},
		{"kappa", "mm", func(m *measured) string { return e.other(m, 0.1, 0.6, 2) }, -1},
		{"rise", "µm", func(m *measured) string { return e.other(m, 100, 420, 0) }, -1},
		{"vitreous", "mm", func(m *measured) string { return e.other(m, 14.8, 18.2, 2) }, -1},
		{"age", "", func(m *measured) string { return e.other(m, 48, 88, 0) }, -1},
		{"alpha", "mm", func(m *measured) string { return e.other(m, 0.1, 0.7, 2) }, -1},
		{"pressure", "mmHg", func(m *measured) string { return e.other(m, 10, 21, 0) }, -1},
	}
	order := [][]int{{0, 1, 2, 3, 4}, {4, 1, 2, 3, 0}, {1, 2, 3, 0, 4}, {0, 2, 3, 4, 1}}[e.choice("order", 4)]
	var out []fact
	for _, i := range order {
		if d.prints(e, fields[i].key) {
			out = append(out, fields[i])
		}
		if i == 2 && e.choice("aqueous", 2) == 0 && d.prints(e, "aqueous") {
			out = append(out, others[0])
		}
	}
	for i, f := range others[1:] {
		if _, called := d.lex.terms[f.key]; called && e.choice("other", 5) != i && d.prints(e, f.key) {
			out = append(out, f)
		}
	}
	return out
}

func (d *desk) micron() string {
	if d.e.plain {
		return "um"
	}
	return "µm"
}

// diameter is how many decimals of the corneal diameter are needed for both
// eyes.
func (d *desk) diameter() int {
	for _, m := range d.e.both() {
		if m.WTW != nil && rounded(*m.WTW, 1) != *m.WTW {
			return 2
		}
	}
	return 1
}

func (d *desk) history() []fact {
	var out []fact
	if d.prints(d.e, "lens") {
		out = append(out, fact{"lens", "", func(m *measured) string { return d.e.word(m.LensStatus, d.lex.lens) }, -1})
	}
	if d.prints(d.e, "surgery") {
		out = append(out, fact{"surgery", "", func(m *measured) string { return d.e.word(m.PostRefractive, d.lex.surgery) }, -1})
	}
	return out
}
