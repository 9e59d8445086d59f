package local

import (
	"slices"
	"strings"

	"biom/worker/document/layout"
	"biom/worker/document/scan"
	"biom/worker/document/tesseract"
)

// pass is one way to read a page by OCR. OCR reports high confidence for some
// wrong digits too, so a value counts only if two passes agree on it. The passes
// differ as much as possible: in the language data, in how the page is divided, and
// in the size of the letters, which changes how they are blurred.
type pass struct {
	name     string
	language string // as tesseract names its data
	mode     tesseract.Mode
	height   float64 // of a capital letter, in pixels
	apart    bool    // each piece of text is read as a line by itself
	neural   bool    // by neural networks instead of tesseract; language and mode mean nothing
}

// ocrData maps a language of the labels (ISO 639-1) to tesseract's name for its
// data.
var ocrData = map[string]string{"en": "eng", "de": "deu", "es": "spa", "fr": "fra", "pt": "por", "it": "ita", "nl": "nld", "pl": "pol"}

// ocrLanguages lists the language data that the passes use.
var ocrLanguages = []string{"eng", "deu", "fra", "ita", "spa", "por", "nld", "pol"}

// firstPass returns the pass with which every page begins. It uses English data,
// which reads digits well and suffices to find the language of the labels.
func (e *Extractor) firstPass() pass {
	return pass{name: "first", language: e.installed("eng"), mode: tesseract.Block, height: 24}
}

// neuralPass returns the pass that is made together with the first. Its networks read what tesseract reads badly: photographs, light
// letters on dark bars, letters that stand alone. They know few accents.
func (e *Extractor) neuralPass() pass {
	return pass{name: "neural", height: 22, neural: true}
}

// secondPasses returns the two passes that follow the first. They are made at once, because the
// first one alone decides nothing.
//
//   - One uses the document's own language, or German, whose data reads digits best.
//   - The other decides values that only one of the first two found. It is always
//     needed after Spanish or Portuguese, whose data does not know the @ before an
//     axis.
func (e *Extractor) secondPasses(language string) []pass {
	own, other := "deu", "fra"
	if language != "" && language != "en" && language != "de" {
		own, other = ocrData[language], "deu"
	}
	return []pass{
		{name: "own language", language: e.installed(own, "deu", "fra"), mode: tesseract.Columns, height: 30},
		{name: "other language", language: e.installed(other, "fra", "deu"), mode: tesseract.Block, height: 20},
	}
}

// headingPass returns the pass that finds the headings which all others left out: it looks for words that stand alone, of
// which a page has few, and with small letters, because headings are larger. It is made if the others agree on no value.
func (e *Extractor) headingPass() pass {
	return pass{name: "headings", language: e.installed("eng"), mode: tesseract.Sparse, height: 18}
}

// signPass returns the pass that reads the names of the eyes in dark boxes and in turned letters, each by itself.
func (e *Extractor) signPass() pass {
	return pass{name: "signs", language: e.installed("eng"), mode: tesseract.Block, height: 30}
}

// letterPass returns the pass that reads a sign of a single letter.
func (e *Extractor) letterPass() pass {
	return pass{name: "letters", language: e.installed("eng"), mode: tesseract.Letter, height: 30}
}

// lastPass returns the pass that finds rows which one of the others left out. It is made if
// another look can decide a value. It reads each piece of text by itself: where columns are not level with each
// other, as names of the eyes beside their blocks and labels of two lines are not, the others mix their lines.
func (e *Extractor) lastPass() pass {
	return pass{name: "last", language: e.installed("eng"), mode: tesseract.Block, height: 32, apart: true}
}

// parts returns the parts of a page that the pass reads at once. The search for columns needs
// the whole page: on half a page it leaves out more words.
func (o pass) parts(page scan.Page) []scan.Band {
	if o.neural || o.mode != tesseract.Block {
		return []scan.Band{{From: 0, To: 1}}
	}
	return page.Bands()
}

// cellPasses returns the passes for single numbers. Only German data reads 12,33 in
// every typeface. Axes are left to the English data, which does not take a degree
// sign for a 0.
func (e *Extractor) cellPasses() []pass {
	return []pass{
		{name: "numbers, German", language: e.installed("deu", "fra"), mode: tesseract.Block, height: 36},
		{name: "numbers, English", language: e.installed("eng"), mode: tesseract.Block, height: 36},
	}
}

// textPass returns the pass for texts by themselves, in the document's language, or in English if its data is missing or the language not known.
func (e *Extractor) textPass(language string) pass {
	return pass{name: "texts", language: e.installed(ocrData[language], "eng"), mode: tesseract.Block, height: 30}
}

// withoutFalseAccents removes the accents from the words of a pass in another
// language than the document's, because its data mistakes á for ä. The words of a
// pass in the document's own language stay as they are. It changes pages.
func (o pass) withoutFalseAccents(pages []layout.Page, language string) []layout.Page {
	if language == "" || o.language == ocrData[language] {
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
