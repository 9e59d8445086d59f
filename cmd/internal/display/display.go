// Package display turns text, numbers and times into what a person reads on a
// terminal. Text from files, reports and servers becomes harmless: nothing in
// it can steer the terminal.
package display

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf16"
)

// None stands where there is no value.
const None = "–"

// Printable returns s without characters that could move the cursor, turn the
// reading direction or break the line: U+FFFD stands in their place.
func Printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return '\ufffd'
	}, s)
}

// OrNone returns *s, printable, or None if s is nil or empty.
func OrNone(s *string) string {
	if s == nil || *s == "" {
		return None
	}
	return Printable(*s)
}

// EscapedJSON returns a JSON text in which every character that could steer a
// terminal is escaped. encoding/json does not escape the C1 controls and the marks of
// reading direction.
func EscapedJSON(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch high, low := utf16.EncodeRune(r); {
		case unicode.IsPrint(r), r == '\n': // line breaks stand between members only: inside strings they are \n
			b.WriteRune(r)
		case r > 0xffff:
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

// Plural returns a number with its noun: "1 call", "2 calls".
func Plural(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}

// Wait returns a time to wait in words, or "" if d is not positive. It rounds up, to
// seconds below a minute and to minutes from there on, so that it never names less
// than d.
func Wait(d time.Duration) string {
	switch minutes := int((d + time.Minute - 1) / time.Minute); {
	case d <= 0:
		return ""
	case d < time.Minute:
		return fmt.Sprintf("%d s", int((d+time.Second-1)/time.Second))
	case minutes < 60:
		return fmt.Sprintf("%d min", minutes)
	default:
		return fmt.Sprintf("%d h %d min", minutes/60, minutes%60)
	}
}
