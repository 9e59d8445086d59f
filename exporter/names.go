package exporter

import (
	"strconv"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// maxSlug is the length in bytes at which a slug is cut. A hyphen may make the slug
// one byte longer. A name made of slugs is then short enough for every file system.
const maxSlug = 80

// slug returns a text as a part of a file name that is safe on any system: ASCII
// letters in lower case and digits, with a single hyphen for anything between
// them. The slug of "=../../etc/passwd" is "etc-passwd", that of an emoji is empty.
func slug(s string) string {
	var b strings.Builder
	gap := false
	for _, c := range norm.NFKD.String(s[:min(len(s), 8*maxSlug)]) {
		c = unicode.ToLower(c)
		switch {
		case unicode.Is(unicode.Mn, c): // an accent: drop it and keep its letter
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

// names gives the file of each report a unique name.
type names struct {
	now  time.Time
	next map[string]int // name without .json → the last number tried after it; 0: the name is free
}

func newNames(now time.Time) *names { return &names{now: now, next: map[string]int{}} }

// name returns biom-<patient ID or date>-<device>.json, with a number before .json
// if that name is taken (specification: "Duplicate names inside the archive get a
// numeric suffix").
func (n *names) name(r *report) string {
	patient := ""
	if id := r.response.Data.Patient.ID; id != nil {
		patient = slug(*id)
	}
	if patient == "" {
		patient = n.now.Format("20060102")
	}
	base := "biom-" + patient + "-" + slug(r.response.Data.Biometer.DeviceName)
	name := base
	for n.next[name] > 0 {
		n.next[base] = max(n.next[base], 1) + 1
		name = base + "-" + strconv.Itoa(n.next[base])
	}
	n.next[name] = max(n.next[name], 1)
	return name + ".json"
}
