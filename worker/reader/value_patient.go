package reader

// patientLine reads what a page says of its patient in one go, without labels: "Sample,
// Sally, 12.03.1950 (F)", "Sally Sample *12.03.1950", "Sally Sample, female, 12.03.1950".
// There must be one such place only.
func (s *sheet) patientLine() []reading {
	var found [][]reading
	for _, l := range s.all {
		if holdsMeasurement(l) {
			break
		}
		cells := patientCells(l)
		for i, cell := range cells {
			r := s.patientIn(l, cell)
			if len(r) == 0 {
				r = s.bornIn(l, cells[i:])
			}
			if len(r) > 0 {
				found = append(found, r)
			}
		}
	}
	if len(found) != 1 {
		return nil
	}
	return found[0]
}

// holdsMeasurement: a label with its value stands in the line, and not only the name of a device,
// "Pentacam AXL".
func holdsMeasurement(l line) bool {
	for i, it := range l.items {
		value := i+1 < len(l.items) && (l.items[i+1].plain(number) || l.items[i+1].plain(dash))
		if ofValue(it) && !it.is(choice) && (value || it.closed) {
			return true
		}
	}
	return false
}

// patientCells divides a line at its bars and gaps and returns the parts that have no label.
func patientCells(l line) (out [][]item) {
	var cell []item
	labelled := false
	end := func() {
		if len(cell) > 0 && !labelled {
			out = append(out, cell)
		}
		cell, labelled = nil, false
	}
	for i, it := range l.items {
		if it.text == "|" || i > 0 && it.X0-l.items[i-1].X1 > cellGap*it.Height() {
			end()
		}
		if it.text == "|" {
			continue
		}
		labelled = labelled || it.label != nil && it.role != other && it.role != spread
		cell = append(cell, it)
	}
	end()
	return out
}

// patientIn reads a cell that is a name, a date, and perhaps a word for the sex before it
// or in brackets behind it.
func (s *sheet) patientIn(l line, cell []item) []reading {
	for i := 1; i < len(cell); i++ {
		if !setsApart(cell[i-1]) {
			continue
		}
		tokens := l.tokens[cell[i].from:cell[len(cell)-1].upto]
		end := dateEnd(tokens, 0)
		raw, conf := join(tokens[:end])
		if !isDay(raw) {
			continue
		}
		sex, ok := sexBehind(tokens[end:])
		if !ok {
			return nil
		}
		name := withoutSigns(cell[:i])
		if n := len(name); sex == "" && n > 2 && name[n-2].text == "," {
			if known, ok := choose("gender", fold(name[n-1].text)); ok {
				sex, name = known, withoutSigns(name[:n-2])
			}
		}
		if !isName(name, true) {
			return nil
		}
		named := l.tokens[name[0].from:name[len(name)-1].upto]
		text, c := join(named)
		out := []reading{
			{key: key{document, "name"}, text: text, conf: c, at: s.placeOf(named...)},
			{key: key{document, "date_of_birth"}, text: raw, conf: conf, at: s.placeOf(tokens[:end]...)},
		}
		if sex != "" {
			out = append(out, reading{key: key{document, "gender"}, text: sex, conf: conf, at: s.placeOf(tokens...)})
		}
		return out
	}
	return nil
}

// bornIn reads "* 12.03.1950" in a cell of its own, and a word for the sex in the next cell. The name stands elsewhere.
func (s *sheet) bornIn(l line, cells [][]item) (out []reading) {
	cell := cells[0]
	if len(cell) < 2 || cell[0].text != "*" {
		return nil
	}
	born := l.tokens[cell[1].from:cell[len(cell)-1].upto]
	raw, conf := join(born)
	if !isDay(raw) {
		return nil
	}
	out = append(out, reading{key: key{document, "date_of_birth"}, text: raw, conf: conf, at: s.placeOf(born...)})
	if len(cells) > 1 && len(cells[1]) == 1 {
		it := cells[1][0]
		if sex, ok := choose("gender", fold(it.text)); ok {
			out = append(out, reading{key: key{document, "gender"}, text: sex, conf: it.conf, at: s.placeOf(it.token)})
		}
	}
	return out
}

// setsApart: a sign between a name and what follows it.
func setsApart(it item) bool { return it.text == "," || it.text == "(" || it.text == "*" }

// withoutSigns is items without the signs at their end.
func withoutSigns(items []item) []item {
	for len(items) > 0 && setsApart(items[len(items)-1]) {
		items = items[:len(items)-1]
	}
	return items
}

// sexBehind reads what follows a date of birth: nothing, a bracket that closes, or a word
// for the sex in brackets.
func sexBehind(tokens []token) (sex string, ok bool) {
	switch {
	case len(tokens) == 0, len(tokens) == 1 && tokens[0].text == ")":
		return "", true
	case len(tokens) == 3 && tokens[0].text == "(" && tokens[2].text == ")":
		sex, ok = choose("gender", fold(tokens[1].text))
	}
	return sex, ok
}
