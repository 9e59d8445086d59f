package main

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// unitSign is a unit of the table of fields as it is written behind a value.
func unitSign(unit string) string {
	switch unit {
	case "diopters":
		return "D"
	case "degrees":
		return "°"
	case "micrometers":
		return "µm"
	}
	return unit
}

// humanName writes lens_status as "Lens status"; AL stays.
func humanName(name string) string {
	words := strings.ReplaceAll(name, "_", " ")
	first, size := utf8.DecodeRuneInString(words)
	return string(unicode.ToUpper(first)) + words[size:]
}

// fieldsInWords are the names of fields, e.g. "right AL, left K1 axis".
func fieldsInWords(paths []string) string {
	var names []string
	for _, path := range paths {
		name := strings.NewReplacer("_eye.", " ", ".", " ", "_", " ").Replace(tail(path))
		names = append(names, printable(name))
	}
	return strings.Join(names, ", ")
}

// withheldNames is the line that tells what was withheld.
func withheldNames(paths []string) string {
	if len(paths) == 0 {
		return ""
	}
	return fieldsInWords(paths) + " (read, but not with certainty: look at the report)"
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

func orNone(s *string) string {
	if s == nil || *s == "" {
		return none
	}
	return printable(*s)
}

// printable is text from a file's name, a report or a server as a terminal may
// show it: nothing in it can move the cursor, turn the reading direction or
// break the line.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return '\ufffd'
	}, s)
}
