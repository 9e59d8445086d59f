package reader

import (
	"slices"
	"strings"
)

// mention is a device or a maker that a page names, and how large.
type mention struct {
	name   string
	height float64 // of its letters, as a share of the page's
	top    bool    // stands in the page's head, or of a model in its foot
	at     place
}

// mentionsIn finds what a row names. Words that are a patient's must have been
// taken out: Aladdin is a name too.
func (s *sheet) mentionsIn(items []item) (named, made []mention) {
	ofLenses := slices.ContainsFunc(items, namesFormula) // "Alcon SN60WF  Barrett" is no biometer
	for i := range items {
		var key strings.Builder
		var tokens []token
		most := 6 // words of a name
		if len(items[i].text) == 1 {
			most = 9 // letters printed apart, "A N T E R I O N"
		}
		for _, it := range items[i:min(len(items), i+most)] {
			key.WriteString(fold(it.text))
			tokens = append(tokens, it.token)
			if k := key.String(); devicePhrases[k] == nil && key.Len() == len(fold(it.text)) {
				whole := firstWord(it.text)
				if devicePhrases[fold(whole)] != nil {
					key.Reset()
					key.WriteString(fold(whole))
				}
			}
			m := mention{height: it.Height() / s.page.Height, top: it.CenterY() < quarterColumn*s.page.Height, at: s.placeOf(tokens...)}
			if d := devicePhrases[key.String()]; d != nil {
				m.name = d.Name
				named = append(named, m)
			} else if unlistedDevices[key.String()] {
				m.name = unknown.Name
				named = append(named, m)
			}
			behindLens := i > 0 && ofLens(items[i-1].text) // "IOL: Alcon SN60WF"
			if maker := makers[key.String()]; maker != "" && !ofLenses && !behindLens {
				m.name = maker
				made = append(made, m)
			} else if maker := models[key.String()]; maker != "" {
				m.name, m.top = maker, m.top || it.CenterY() > s.page.Height*footer || s.isImprint(it, maker)
				made = append(made, m)
			}
		}
	}
	return named, made
}

// isImprint: the item stands in the last line of a page, wherever it ends, with the name of the maker, "Carl Zeiss Meditec · IOLMaster 500 · V7.3".
func (s *sheet) isImprint(it item, maker string) bool {
	last := s.all[len(s.all)-1]
	return it.CenterY() > last.Y0 && slices.ContainsFunc(last.items, func(it item) bool { return makers[fold(it.text)] == maker })
}

// firstWord is the text up to a space or a hyphen: "ALADDIN-M", "ANTERION biometry report".
func firstWord(text string) string {
	if end := strings.IndexAny(text, "- "); end > 0 {
		return text[:end]
	}
	return text
}

// headline returns the one name among mentions, or if there are several the one
// that is printed larger than any other ("lens constants for the IOLMaster" is
// small print). Without one it returns all.
func headline(mentions []mention) []string {
	tallest := map[string]float64{}
	for _, m := range mentions {
		tallest[m.name] = max(tallest[m.name], m.height)
	}
	var names []string
	for name, h := range tallest {
		larger := true
		for other, o := range tallest {
			larger = larger && (other == name || h > largerName*o)
		}
		if larger {
			return []string{name}
		}
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// inHead returns the mentions in the pages' heads.
func inHead(mentions []mention) (out []mention) {
	for _, m := range mentions {
		if m.top {
			out = append(out, m)
		}
	}
	return out
}
