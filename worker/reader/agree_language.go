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
