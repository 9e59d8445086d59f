package reader

import "biom/worker/document/layout"

// Language is the language of the labels on the pages, as in ISO 639-1, "" if
// no label tells it or two languages have as many.
func Language(pages []layout.Page) string {
	sheets := make([]*sheet, len(pages))
	for i, p := range pages {
		sheets[i] = newSheet(p)
	}
	return languageOf(sheets)
}

// languageOf counts labels. One that several languages share counts for each a
// part.
func languageOf(sheets []*sheet) string {
	counts := map[string]float64{}
	for _, s := range sheets {
		for _, l := range s.lines {
			for _, it := range l.items {
				if it.label != nil {
					for _, lang := range it.langs {
						counts[lang] += 1 / float64(len(it.langs))
					}
				}
			}
		}
	}
	best, most, tied := "", 0.0, false
	for _, lang := range languages {
		switch n := counts[lang]; {
		case n > most:
			best, most, tied = lang, n, false
		case n == most:
			tied = true
		}
	}
	if tied {
		return ""
	}
	return best
}
