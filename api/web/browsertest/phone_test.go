package browsertest_test

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// On a phone the user photographs a report and has it read and shared.
func TestLongReportIsPhotographedOnAPhone(t *testing.T) {
	t.Parallel()
	v := newVendor(t)
	v.allowAnswers(1)
	b := newTab(t, v.serve())
	phone := phoneLight
	b.setScreen(phone)
	b.visit("/")
	b.waitVisible(`label[for="upload-camera"]`)
	b.awaitf(`document.querySelector('#upload-camera').getAttribute('capture') === 'environment'`)
	b.tap(`label:has(#upload-share)`)
	b.awaitf(`document.querySelector('#upload-share').checked`)
	photo := samples + "iolmaster700-en-04.png"
	b.chooseFiles("#upload-camera", photo)
	b.wantReport("#panel-upload", expected(t, photo))
	b.wantNoOverflow(phone)
	for _, tab := range []string{"history", "transcribe", "retrieve", "batch", "upload"} {
		b.tap("#tab-" + tab)
		b.waitVisible("#panel-" + tab)
		b.wantNoOverflow(phone)
	}
	b.waitVisible("#panel-upload .share-qr svg")
}

// tap touches the middle of an element.
func (b *tab) tap(selector string) {
	b.Helper()
	at := b.middle(selector)
	b.do(chromedp.TapXY(at[0], at[1]))
}
