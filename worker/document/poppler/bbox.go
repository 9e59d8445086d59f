package poppler

import (
	"bytes"
	"math"
	"strconv"
	"strings"

	"biom/worker/document/layout"
)

// maxWords is the largest number of words that is read of a page. A crowded
// printout has 1,500.
const maxWords = 20_000

// ParseBBox reads the output of pdftotext -bbox:
//
//	<page width="595.280000" height="841.890000">
//	  <word xMin="56.693" yMin="57.292" xMax="80.069" yMax="68.392">AL</word>
//
// Each element stands on a line of its own. The output is not parsed as XML,
// because the text of a document may hold characters that XML does not allow;
// lines of another shape are skipped.
func ParseBBox(out []byte) []layout.Page {
	var pages []layout.Page
	for line := range bytes.Lines(out) {
		s := strings.TrimSpace(string(line))
		switch {
		case strings.HasPrefix(s, "<page "):
			if p, ok := parsePage(s); ok {
				p.Number = len(pages) + 1
				pages = append(pages, p)
			}
		case strings.HasPrefix(s, "<word ") && len(pages) > 0:
			page := &pages[len(pages)-1]
			if w, ok := parseWord(s); ok && len(page.Words) < maxWords {
				page.Words = append(page.Words, w)
			}
		}
	}
	return pages
}

func parsePage(s string) (layout.Page, bool) {
	w, ok1 := attribute(s, ` width="`)
	h, ok2 := attribute(s, ` height="`)
	return layout.Page{Width: w, Height: h}, ok1 && ok2 && w > 0 && h > 0
}

func parseWord(s string) (layout.Word, bool) {
	var b layout.Box
	for _, a := range []struct {
		name string
		into *float64
	}{{` xMin="`, &b.X0}, {` yMin="`, &b.Y0}, {` xMax="`, &b.X1}, {` yMax="`, &b.Y1}} {
		v, ok := attribute(s, a.name)
		if !ok {
			return layout.Word{}, false
		}
		*a.into = v
	}
	open, end := strings.IndexByte(s, '>'), strings.LastIndex(s, "</word>")
	if end <= open || b.X1 <= b.X0 || b.Y1 <= b.Y0 {
		return layout.Word{}, false
	}
	text := strings.TrimSpace(entities.Replace(s[open+1 : end]))
	return layout.Word{Text: text, Box: b, Conf: layout.Certain}, text != ""
}

// entities replaces the entities that pdftotext writes by their characters.
var entities = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", `"`, "&apos;", "'", "&#39;", "'", "&amp;", "&")

// attribute returns the number in an attribute, whose name includes the space before it
// and the quote after it.
func attribute(s, name string) (float64, bool) {
	_, rest, ok := strings.Cut(s, name)
	if !ok {
		return 0, false
	}
	text, _, ok := strings.Cut(rest, `"`)
	if !ok {
		return 0, false
	}
	v, err := strconv.ParseFloat(text, 64)
	return v, err == nil && !math.IsNaN(v) && math.Abs(v) < 1e6
}
