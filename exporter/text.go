package exporter

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"biom/shared/biometry"
)

// cleanText replaces unreadable characters, such as control characters, by spaces, so
// that a file's name is one line of a table.
func cleanText(s string) string {
	return strings.Map(func(c rune) rune {
		if biometry.IsUnreadable(c) {
			return ' '
		}
		return c
	}, s)
}

// escapeFormula puts an apostrophe before a text that a spreadsheet would run as a
// formula, so that it is shown as text. Spreadsheets ignore leading spaces, and
// some also accept the full-width forms of the characters.
func escapeFormula(s string) string {
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(s, " "))
	if strings.ContainsRune("=+-@\t\r＝＋－＠", first) {
		return "'" + s
	}
	return s
}

// maxCell is the length limit of a text in a workbook's cell, in UTF-16 units.
const maxCell = 32767

// clip shortens a text that is too long for a cell, and ends it with an ellipsis.
// The CSV has the whole text.
func clip(s string) string {
	if len(s) <= maxCell {
		return s
	}
	units, end := 0, 0 // s[:end] leaves room for the ellipsis
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
