package browsertest_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

var wideLight = screen{"wide-light", 1440, 900, false, "light"}

// openBeside uploads a report on a screen and waits until its document is shown.
func (b *tab) openBeside(s screen, language, file string) {
	b.Helper()
	b.setScreen(s)
	b.visit("/")
	b.chooseLanguage(language)
	b.chooseFiles("#upload-file", file)
	b.waitVisible("#panel-upload .report")
	b.awaitf(`document.activeElement.id === 'upload-again'`)
}

// waitPage waits until the page with this number of the document is drawn.
func (b *tab) waitPage() {
	b.Helper()
	b.waitVisible("biom-document .drawing > *")
}

// asked reports whether a file whose path contains a text was requested.
func (b *tab) asked(path string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, r := range b.requests {
		if strings.Contains(r.Request.URL, path) {
			return true
		}
	}
	return false
}

// wantPlace waits until the place of the selected value is marked in the document, within
// what is shown of it, and the page says what is printed there.
func (b *tab) wantPlace(path, says string) {
	b.Helper()
	b.awaitf(`(([rect, ...others]) => {
		if (!rect || others.length || rect.dataset.place !== %s) return false
		const [box, view] = [rect, rect.closest('.sheets')].map(e => e.getBoundingClientRect())
		return box.width > 5 && box.top >= view.top && box.bottom <= view.bottom && box.left >= view.left && box.right <= view.right
	})([...document.querySelectorAll('.places rect.selected')])`, js(path))
	b.waitText(".place-says", says)
}

// The document stands beside the values. With the keyboard alone every value finds its
// place in it, and the doubtful ones are found one after the other. The PDF library is not
// loaded before a document is shown.
func TestDocumentBesideItsNumbers(t *testing.T) {
	t.Parallel()
	for language, says := range map[string][2]string{"en": {"page 1", ", printed: "}, "de": {"Seite 1", ", gedruckt: "}} {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			b := newTab(t, defaultServer(t))
			b.openBeside(wideLight, language, directEntry(t, "entry.json"))
			if b.count("biom-document") != 0 || b.asked("pdfjs") {
				t.Error("a report in JSON has a document, or the library for PDFs was loaded for it")
			}
			b.openBeside(wideLight, language, completeReport)
			b.waitPage()
			if !b.asked("pdf.worker") {
				t.Error("no PDF was shown")
			}
			b.tabTo(".value")
			b.wantPlace("patient.name", says[0])
			b.walkTo("right_eye.AL")
			b.wantPlace("right_eye.AL", says[0]+says[1]+"23.83")
			b.wantSelected("right_eye.AL")
			b.wantAccessible("a document with a selected value")
			b.press("+", "+")
			b.awaitf(`(sheet => sheet.clientWidth > 1.4 * sheet.parentElement.clientWidth)(document.querySelector('.sheet'))`)
			b.press(kb.ArrowRight)
			b.wantPlace("left_eye.AL", says[0]+says[1]+"23.94")
			b.press("-", "-", kb.ArrowLeft)
			b.wantPlace("right_eye.AL", says[1])
			b.walkTo("right_eye.K_cylinder")
			b.awaitf(`document.querySelectorAll('.places rect.selected').length === 2`)
			b.press(kb.Escape)
			b.awaitf(`!document.querySelector('.places rect.selected')`)
			b.click(`.places rect[data-place="left_eye.ACD"]`)
			b.wantSelected("left_eye.ACD")
		})
	}
}

// walkTo presses the down arrow until the value with this path is selected.
func (b *tab) walkTo(path string) {
	b.Helper()
	var passed []string
	for range 60 {
		at := eval[string](b, `document.activeElement.dataset.path ?? ''`)
		if at == path {
			return
		}
		passed = append(passed, at)
		b.press(kb.ArrowDown)
	}
	b.Fatalf("the arrows do not reach %s, only %s", path, strings.Join(passed, ", "))
}

// N goes through the withheld and unusual values in the order of the page and from the
// last one to the first; Shift+N goes back. In an input the keys are text.
func TestDoubtfulValuesOneAfterTheOther(t *testing.T) {
	t.Parallel()
	b := newTab(t, defaultServer(t))
	b.openBeside(wideLight, "en", writeJSON(t, "report.json", map[string]any{"data": map[string]any{
		"biometer": map[string]any{"device_name": "Argos", "manufacturer": "Alcon"}, "patient": map[string]any{}, "left_eye": map[string]any{},
		"right_eye": map[string]any{"AL": 33.1, "CCT": 412, "K1_magnitude": 38.2, "K2_magnitude": 49.9},
	}}))
	want := []string{"right_eye.AL", "right_eye.CCT", "right_eye.K_cylinder"}
	got := eval[[]string](b, `[...document.querySelectorAll('.value[data-doubtful]')].map(e => e.dataset.path)`)
	if !slices.Equal(got, want) {
		t.Fatalf("the doubtful values are %q, want %q", got, want)
	}
	b.tabTo(".doubts button")
	b.press(kb.Enter)
	b.wantSelected(want[2])
	for _, path := range want {
		b.press("n")
		b.wantSelected(path)
	}
	for i := range want {
		b.pressShift('N')
		b.wantSelected(want[(len(want)+1-i)%len(want)])
	}
	b.openTab("transcribe")
	b.typeInto(`[name="patient.id"]`, "n+N-n")
	b.awaitf(`document.querySelector('[name="patient.id"]').value === 'n+N-n'`)
}

// On a phone the part of the page around the selected value opens below it.
func TestPartOfThePageOnAPhone(t *testing.T) {
	t.Parallel()
	b := newTab(t, defaultServer(t))
	b.openBeside(phoneLight, "de", completeReport)
	if b.count("biom-document") != 0 || b.asked("pdfjs") {
		t.Error("the document is shown before a value is selected")
	}
	b.tap(`.value[data-path="left_eye.K2_axis"]`)
	b.waitPage()
	b.wantPlace("left_eye.K2_axis", "Seite 1, gedruckt: ")
	b.awaitf(`document.querySelector('.places rect.selected').getBoundingClientRect().bottom < document.querySelector('.check-bar').getBoundingClientRect().top`)
	b.awaitf(`!!document.querySelector('.value[data-path="left_eye.K2_axis"]').closest('tr').nextElementSibling.querySelector('biom-document')`)
	b.wantAccessible("a part of the page")
	b.wantNoOverflow(phoneLight)
	b.tap(`.value[data-path="patient.id"]`)
	b.wantPlace("patient.id", "gedruckt: ")
}

// A withheld value leads to its place in the document, from the table and from the list of doubts. What stands there is
// told as what can be seen, and never as the value: the cell says that it is withheld.
func TestPlaceOfWithheldValue(t *testing.T) {
	t.Parallel()
	v := newVendor(t)
	printed, altered := v.alterAL(t)
	v.allowAnswers(4) // in two languages, each asked again
	s := v.serve()
	for language, says := range map[string]string{"en": "page 1, withheld. What can be seen there: ", "de": "Seite 1, zurückgehalten. Zu sehen ist dort: "} {
		b := newTab(t, s)
		b.openBeside(wideLight, language, completeReport)
		b.waitPage()
		b.waitVisible(`.places rect.held[data-place="right_eye.AL"]`)
		b.click(`.summary [data-goto="right_eye.AL"]`)
		b.wantPlace("right_eye.AL", says+printed)
		b.wantSelected("right_eye.AL")
		b.wantAccessible("a withheld value with its place")
		b.press(kb.Escape)
		b.click(`.places rect[data-place="right_eye.AL"]`)
		b.wantSelected("right_eye.AL")
		b.wantPlace("right_eye.AL", says+printed)
		if cell := b.text(`.eyes [data-eye="right_eye"][data-field="AL"]`); strings.Contains(cell, printed) || strings.Contains(cell, altered) {
			t.Errorf("%s: the cell shows a withheld value: %q", language, cell)
		}
	}
}

// A document that the browser cannot draw is not shown, and the page says so.
func TestDocumentThatCannotBeShown(t *testing.T) {
	t.Parallel()
	b := newTab(t, defaultServer(t), `window.Worker = class { constructor() { throw new Error('no worker') } }`)
	b.openBeside(wideLight, "en", completeReport)
	b.waitText("biom-document .note", "cannot show this document")
	b.click(`.value[data-path="right_eye.AL"]`)
	b.waitText(".place-says", "23.83")
}

// drawPDF is a function that draws the first page of a PDF with these objects, of which each
// is a string of bytes and the first one the catalogue, in 200 pixels.
const drawPDF = `async (objects) => {
	let text = '%PDF-1.7\n'
	const at = objects.map((object, i) => { const start = text.length; text += (i + 1) + ' 0 obj' + object + '\nendobj\n'; return start })
	const table = text.length
	text += 'xref\n0 ' + (at.length + 1) + '\n0000000000 65535 f \n' + at.map(n => String(n).padStart(10, '0') + ' 00000 n \n').join('')
	text += 'trailer<</Size ' + (at.length + 1) + '/Root 1 0 R>>startxref\n' + table + '\n%%EOF'
	const {pagesOf} = await import('/static/any/app/pages.js')
	const pages = await pagesOf(new File([Uint8Array.from(text, c => c.charCodeAt(0))], 'a.pdf'))
	return (await pages.page(1)).draw(200 / devicePixelRatio, new AbortController().signal)
}`

// drawHostile draws a PDF that would run a script when it is opened, and has a link, a form
// with a script and a file to start.
const drawHostile = `(async () => {
	const picture = await (` + drawPDF + `)([
		'<</Type/Catalog/Pages 2 0 R/OpenAction 5 0 R/AcroForm<</Fields[7 0 R]>>/Names<</JavaScript<</Names[(a)5 0 R]>>>>>>',
		'<</Type/Pages/Kids[3 0 R]/Count 1>>',
		'<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R/Annots[6 0 R 7 0 R]/AA<</O 5 0 R>>/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>',
		'<</Length 40>>stream\nBT /F 20 Tf 20 50 Td (AL 23.51) Tj ET      \nendstream',
		'<</S/JavaScript/JS(app.alert\\(1\\);window.ran=true;this.submitForm\\("http://example.com/"\\))>>',
		'<</Type/Annot/Subtype/Link/Rect[0 0 200 100]/A<</S/URI/URI(http://example.com/)>>>>',
		'<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/V(b)/Rect[0 0 50 20]/AA<</C 5 0 R/F 5 0 R>>/A<</S/Launch/F(calc.exe)>>>>',
	])
	const pixels = picture.getContext('2d').getImageData(0, 0, picture.width, picture.height).data
	return [pixels.some((v, i) => i % 4 === 0 && v < 100), !!window.ran, document.querySelectorAll('a[href*=example]').length, picture.tagName]
})()`

// A PDF is nothing but a picture: its scripts, links and files do nothing.
func TestHostileDocumentIsOnlyAPicture(t *testing.T) {
	t.Parallel()
	b := open(t, "/")
	if got, want := fmt.Sprint(eval[[]any](b, drawHostile)), "[true false 0 CANVAS]"; got != want {
		t.Errorf("text drawn, script run, links, element: %s, want %s", got, want)
	}
}

// drawFax draws a page that is compressed as faxes are: a black square, with its left edge at a
// quarter and its right edge at half of the width.
const drawFax = `(async () => {
	const picture = await (` + drawPDF + `)([
		'<</Type/Catalog/Pages 2 0 R>>',
		'<</Type/Pages/Kids[3 0 R]/Count 1>>',
		'<</Type/Page/Parent 2 0 R/MediaBox[0 0 64 64]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>',
		'<</Length 26>>stream\nq 64 0 0 64 0 0 cm /I Do Q\nendstream',
		'<</Type/XObject/Subtype/Image/Width 64/Height 64/BitsPerComponent 1/ColorSpace/DeviceGray/Filter/CCITTFaxDecode' +
			'/DecodeParms<</K -1/Columns 64/Rows 64>>/Length 23>>stream\n' + atob('//81Av///////////////4//+ACACA==') + '\nendstream',
	])
	return [10, 75, 150].map(x => picture.getContext('2d').getImageData(x, 100, 1, 1).data[0])
})()`

// Scans are drawn without WebAssembly, which the policy of the pages does not allow.
func TestScanIsDrawn(t *testing.T) {
	t.Parallel()
	b := open(t, "/")
	if got := eval[[]int](b, drawFax); !slices.Equal(got, []int{255, 0, 255}) {
		t.Errorf("left, inside and right of the square: %d", got)
	}
}
