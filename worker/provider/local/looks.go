package local

import (
	"slices"
	"strings"

	"biom/worker/document/layout"
	"biom/worker/document/tesseract"
)

// look is one way to read a page by OCR. OCR reports high confidence for some
// wrong digits too, so a value counts only if two looks agree on it. The looks
// differ as much as possible: in the language data, in how the page is divided, and
// in the size of the letters, which changes how they are blurred.
type look struct {
	language string // as tesseract names its data
	mode     tesseract.Mode
	letters  float64 // height of a capital letter in pixels
}

// ocrData maps a language of the labels (ISO 639-1) to tesseract's name for its
// data.
var ocrData = map[string]string{"en": "eng", "de": "deu", "es": "spa", "fr": "fra", "pt": "por", "it": "ita"}

// ocrLanguages lists the language data that looks use.
var ocrLanguages = []string{"eng", "deu", "fra", "ita", "spa", "por"}

// firstLook returns the look that every page begins with. It uses English data,
// which reads digits well and suffices to find the language of the labels.
func (e *Extractor) firstLook() look {
	return look{e.installed("eng"), tesseract.Block, 24}
}

// moreLooks returns the looks that follow the first, in their order. They are
// taken as long as another look can settle a value.
//
//   - The second uses the document's own language, or German, whose data reads
//     digits best.
//   - The third settles values that only one of the first two saw. It is always
//     needed after Spanish or Portuguese, whose data does not know the @ before an
//     axis.
//   - The fourth finds rows that one of the others left out.
func (e *Extractor) moreLooks(language string) []look {
	own, other := "deu", "fra"
	if language != "" && language != "en" && language != "de" {
		own, other = ocrData[language], "deu"
	}
	return []look{
		{e.installed(own, "deu", "fra"), tesseract.Columns, 30},
		{e.installed(other, "fra", "deu"), tesseract.Block, 20},
		{e.installed("eng"), tesseract.Block, 32},
	}
}

// cellLooks returns the looks for single numbers. Only German data reads 12,33 in
// every typeface. Axes are left to the English data, which does not take a degree
// sign for a 0.
func (e *Extractor) cellLooks() []look {
	return []look{{e.installed("deu", "fra"), tesseract.Block, 36}, {e.installed("eng"), tesseract.Block, 36}}
}

// withoutFalseAccents removes the accents from the words of a look in another
// language than the document's, because its data mistakes á for ä. The words of a
// look in the document's own language stay as they are.
func (l look) withoutFalseAccents(pages []layout.Page, language string) []layout.Page {
	if language == "" || l.language == ocrData[language] {
		return pages
	}
	for _, p := range pages {
		for i := range p.Words {
			p.Words[i].Text = accents.Replace(p.Words[i].Text)
		}
	}
	return pages
}

// accents removes accents from letters.
var accents = strings.NewReplacer(
	"à", "a", "á", "a", "â", "a", "ã", "a", "ä", "a", "å", "a", "ç", "c", "è", "e", "é", "e", "ê", "e", "ë", "e",
	"ì", "i", "í", "i", "î", "i", "ï", "i", "ñ", "n", "ò", "o", "ó", "o", "ô", "o", "õ", "o", "ö", "o",
	"ù", "u", "ú", "u", "û", "u", "ü", "u", "À", "A", "Á", "A", "Â", "A", "Ã", "A", "Ä", "A", "Å", "A", "Ç", "C",
	"È", "E", "É", "E", "Ê", "E", "Ë", "E", "Ì", "I", "Í", "I", "Î", "I", "Ï", "I", "Ñ", "N",
	"Ò", "O", "Ó", "O", "Ô", "O", "Õ", "O", "Ö", "O", "Ù", "U", "Ú", "U", "Û", "U", "Ü", "U",
)

// installed returns the first of the wanted languages that is installed, or any
// installed language if none of them is.
func (e *Extractor) installed(wanted ...string) string {
	for _, l := range wanted {
		if slices.Contains(e.languages, l) {
			return l
		}
	}
	return e.languages[len(e.languages)-1]
}
