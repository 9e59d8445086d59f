package exporter

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"biom/shared/biometry"
)

// clean makes one line of a file's name: what is not text has no place in a
// table.
func clean(s string) string {
	return strings.Map(func(c rune) rune {
		if biometry.IsUnreadable(c) {
			return ' '
		}
		return c
	}, s)
}

// harmless makes a text that a spreadsheet would run as a formula one that it
// shows: an apostrophe before it says that it is text. Spreadsheets look past
// spaces, and some take the wide forms of the characters too.
func harmless(s string) string {
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(s, " "))
	if strings.ContainsRune("=+-@\t\r＝＋－＠", first) {
		return "'" + s
	}
	return s
}

// maxCell is how long a text in a workbook's cell may be, in UTF-16 units.
const maxCell = 32767

// clip shortens what no cell can hold, and shows that it did. The CSV has the
// whole.
func clip(s string) string {
	if len(s) <= maxCell {
		return s
	}
	units, end := 0, 0 // end leaves room for the sign
	for i, c := range s {
		units += utf16.RuneLen(c)
		switch {
		case units > maxCell:
			return s[:end] + "…"
		case units < maxCell:
			end = i + utf8.RuneLen(c)
		}
	}
	return s
}
