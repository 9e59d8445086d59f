package biometry

import (
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// date reads a date of the calendar, written YYYY-MM-DD.
func (d *decoder) date(m *member) *string {
	if !d.hasKind(m, '"', "a date") {
		return nil
	}
	s := d.unquoted(m)
	if day, err := time.Parse(time.DateOnly, s); err != nil || len(s) != len(time.DateOnly) || day.Year() == 0 {
		d.fault(m, RuleDate, "must be a date of the calendar, written YYYY-MM-DD")
		return nil
	}
	return &s
}

// IsUnreadable reports whether c is a control character or one of Unicode's
// embeddings, overrides and isolates. These change the direction of the text
// after them, so that digits are shown in another order than they are stored.
func IsUnreadable(c rune) bool {
	return unicode.IsControl(c) || c >= 0x202a && c <= 0x202e || c >= 0x2066 && c <= 0x2069
}

// text reads one line of text of at most maxLength characters; blank text counts
// as absent. Unreadable characters are a fault: an identifier with such
// characters was damaged on its way.
func (d *decoder) text(m *member, maxLength int) *string {
	if !d.hasKind(m, '"', "a string") {
		return nil
	}
	s := d.unquoted(m)
	if strings.TrimSpace(s) == "" {
		return nil
	}
	if strings.ContainsFunc(s, IsUnreadable) {
		d.fault(m, RuleText, "must not hold control characters, nor such as turn the direction of text")
		return nil
	}
	d.checkLength(m, s, maxLength)
	return &s
}

// checkLength reports a fault if s has more than maxLength characters, unless texts
// may have any length.
func (d *decoder) checkLength(m *member, s string, maxLength int) {
	if !d.anyLength && utf8.RuneCountInString(s) > maxLength {
		d.fault(m, RuleLength, "must have at most "+strconv.Itoa(maxLength)+" characters")
	}
}

// shortened returns s if it has at most maxLength characters, else its beginning
// and an ellipsis, maxLength characters together.
func shortened(s string, maxLength int) string {
	if utf8.RuneCountInString(s) <= maxLength {
		return s
	}
	return string([]rune(s)[:maxLength-1]) + "…"
}

// notes reads text of several lines and of any length; blank text counts as
// absent. Unreadable characters other than line ends and tabs become spaces. They
// are not removed, because that could join two numbers into one.
func (d *decoder) notes(m *member) *string {
	if !d.hasKind(m, '"', "a string") {
		return nil
	}
	s := strings.Map(func(c rune) rune {
		if IsUnreadable(c) && c != '\n' && c != '\r' && c != '\t' {
			return ' '
		}
		return c
	}, d.unquoted(m))
	if strings.TrimSpace(s) == "" {
		return nil
	}
	return &s
}
