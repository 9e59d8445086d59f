package browsertest_test

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// On a phone a report is photographed, read and shared with the thumb.
func TestPhone(t *testing.T) {
	t.Parallel()
	v := newVendor(t)
	v.answers(1)
	b := newTab(t, v.serve())
	phone := sights[2]
	b.from(phone)
	b.visit("/")
	b.sees(`label[for="upload-camera"]`)
	b.awaitf(`document.querySelector('#upload-camera').getAttribute('capture') === 'environment'`)
	b.tap(`label:has(#upload-share)`)
	b.awaitf(`document.querySelector('#upload-share').checked`)
	photo := samples + "iolmaster700-en-04.png"
	b.choose("#upload-camera", photo)
	b.showsReport("#panel-upload", expected(t, photo))
	b.isNoWider(phone)
	for _, tab := range []string{"history", "transcribe", "retrieve", "batch", "upload"} {
		b.tap("#tab-" + tab)
		b.sees("#panel-" + tab)
		b.isNoWider(phone)
	}
	b.sees("#panel-upload .share-qr svg")
}

// tap touches the middle of an element.
func (b *tab) tap(selector string) {
	b.Helper()
	at := b.middle(selector)
	b.do(chromedp.TapXY(at[0], at[1]))
}
