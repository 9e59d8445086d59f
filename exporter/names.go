package exporter

import (
	"strconv"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// maxSlug is how much of a patient's ID a name has: with what stands around it,
// it fits into what every file system takes.
const maxSlug = 80

// slug is a text as a part of a file's name on any system: letters and digits
// of ASCII in lower case, with single hyphens for whatever lies between them.
// Of "=../../etc/passwd" it is "etc-passwd", of an emoji nothing.
func slug(s string) string {
	var b strings.Builder
	gap := false
	for _, c := range norm.NFKD.String(s[:min(len(s), 8*maxSlug)]) {
		c = unicode.ToLower(c)
		switch {
		case unicode.Is(unicode.Mn, c): // the accent of the letter before it
		case 'a' <= c && c <= 'z' || '0' <= c && c <= '9':
			if gap && b.Len() > 0 {
				b.WriteByte('-')
			}
			gap = false
			b.WriteRune(c)
		default:
			gap = true
		}
		if b.Len() >= maxSlug {
			break
		}
	}
	return b.String()
}

// names gives each report's file a name of its own.
type names struct {
	now  time.Time
	next map[string]int // name without its number → the next number to try; 0: the name is free
}

func newNames(now time.Time) *names { return &names{now: now, next: map[string]int{}} }

// name is biom-<patient ID or date>-<device>.json, with a number if that is
// taken. "Duplicate names inside the archive get a numeric suffix."
func (n *names) name(r *report) string {
	who := ""
	if id := r.response.Data.Patient.ID; id != nil {
		who = slug(*id)
	}
	if who == "" {
		who = n.now.Format("20060102")
	}
	base := "biom-" + who + "-" + slug(r.response.Data.Biometer.DeviceName)
	name := base
	for n.next[name] > 0 {
		n.next[base] = max(n.next[base], 1) + 1
		name = base + "-" + strconv.Itoa(n.next[base])
	}
	n.next[name] = max(n.next[name], 1)
	return name + ".json"
}
