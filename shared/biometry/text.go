package biometry

import (
	"strings"
	"time"
	"unicode"
)

// date reads a day of the calendar.
func (r *reading) date(m *member) *string {
	if !r.is(m, '"', "a date") {
		return nil
	}
	s := r.unquoted(m)
	if day, err := time.Parse(time.DateOnly, s); err != nil || len(s) != len(time.DateOnly) || day.Year() == 0 {
		r.fault(m, "must be a date of the calendar, written YYYY-MM-DD")
		return nil
	}
	return &s
}

// IsUnreadable says whether a character is none that people read: a control character
// or one that turns the direction of the text after it (Unicode's embeddings,
// overrides and isolates), which shows digits in another order than that in
// which they are stored.
func IsUnreadable(c rune) bool {
	return unicode.IsControl(c) || c >= 0x202a && c <= 0x202e || c >= 0x2066 && c <= 0x2069
}

// text reads one line of text. Blank is absent. Unreadable characters are
// refused: an identifier that holds them was damaged on its way here.
func (r *reading) text(m *member) *string {
	if !r.is(m, '"', "a string") {
		return nil
	}
	s := r.unquoted(m)
	if strings.TrimSpace(s) == "" {
		return nil
	}
	if strings.ContainsFunc(s, IsUnreadable) {
		r.fault(m, "must not hold control characters, nor such as turn the direction of text")
		return nil
	}
	return &s
}

// notes reads text of many lines. Unreadable characters other than line ends and
// tabs become spaces, so that no two numbers grow together.
func (r *reading) notes(m *member) *string {
	if !r.is(m, '"', "a string") {
		return nil
	}
	s := strings.Map(func(c rune) rune {
		if IsUnreadable(c) && c != '\n' && c != '\r' && c != '\t' {
			return ' '
		}
		return c
	}, r.unquoted(m))
	if strings.TrimSpace(s) == "" {
		return nil
	}
	return &s
}
