package local

import (
	"slices"
	"strings"

	"biom/worker/document/layout"
	"biom/worker/document/tesseract"
)

// look is one way to read a page. OCR is sometimes wrong and sure of it, so a
// value must be seen alike by two looks that have as little in common as can
// be: another language's data, another division of the page, another size of
// the letters, which blurs them otherwise.
type look struct {
	language string
	mode     tesseract.Mode
	letters  float64 // height of a capital in pixels
}

// The languages of the labels, by ISO 639-1 and as tesseract names its data.
var data = map[string]string{"en": "eng", "de": "deu", "es": "spa", "fr": "fra", "pt": "por", "it": "ita"}

// languages is all the data that looks use.
var languages = []string{"eng", "deu", "fra", "ita", "spa", "por"}

// firstLook is in English: it tells what language the labels are in, and its
// data reads digits well.
func (e *Extractor) firstLook() look {
	return look{e.installed("eng"), tesseract.Block, 24}
}

// moreLooks are those that follow, as long as one more could settle anything.
// The second is in the document's own language, or German, whose data reads
// digits best. The third settles what one of them saw alone, as it must where
// the second is Spanish or Portuguese, whose data does not know the @ before an
// axis. The fourth finds the rows that one of the others left out.
func (e *Extractor) moreLooks(language string) []look {
	own, other := "deu", "fra"
	if language != "" && language != "en" && language != "de" {
		own, other = data[language], "deu"
	}
	return []look{
		{e.installed(own, "deu", "fra"), tesseract.Columns, 30},
		{e.installed(other, "fra", "deu"), tesseract.Block, 20},
		{e.installed("eng"), tesseract.Block, 32},
	}
}

// cellLooks are how single numbers are read. German data alone reads 12,33 in
// every typeface; axes are left to the English, which takes no degree sign for
// a 0.
func (e *Extractor) cellLooks() []look {
	return []look{{e.installed("deu", "fra"), tesseract.Block, 36}, {e.installed("eng"), tesseract.Block, 36}}
}

// accented takes the accents from the words of a look unless it was in the
// document's language: data of another one sees ä for á.
func (l look) accented(pages []layout.Page, language string) []layout.Page {
	if language == "" || l.language == data[language] {
		return pages
	}
	for _, p := range pages {
		for i := range p.Words {
			p.Words[i].Text = plain.Replace(p.Words[i].Text)
		}
	}
	return pages
}

var plain = strings.NewReplacer(
	"à", "a", "á", "a", "â", "a", "ã", "a", "ä", "a", "å", "a", "ç", "c", "è", "e", "é", "e", "ê", "e", "ë", "e",
	"ì", "i", "í", "i", "î", "i", "ï", "i", "ñ", "n", "ò", "o", "ó", "o", "ô", "o", "õ", "o", "ö", "o",
	"ù", "u", "ú", "u", "û", "u", "ü", "u", "À", "A", "Á", "A", "Â", "A", "Ã", "A", "Ä", "A", "Å", "A", "Ç", "C",
	"È", "E", "É", "E", "Ê", "E", "Ë", "E", "Ì", "I", "Í", "I", "Î", "I", "Ï", "I", "Ñ", "N",
	"Ò", "O", "Ó", "O", "Ô", "O", "Õ", "O", "Ö", "O", "Ù", "U", "Ú", "U", "Û", "U", "Ü", "U",
)

// installed is the first of the languages that is installed, or else whatever
// is.
func (e *Extractor) installed(wanted ...string) string {
	for _, l := range wanted {
		if slices.Contains(e.languages, l) {
			return l
		}
	}
	return e.languages[len(e.languages)-1]
}
