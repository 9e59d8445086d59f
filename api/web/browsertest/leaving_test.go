package browsertest_test

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// Who closes the page while something would be lost with it is asked first;
// nobody else is.
func TestLeaving(t *testing.T) {
	t.Parallel()
	v := newVendor(t)
	b := newTab(t, v.serve())
	b.visit("/#transcribe")
	b.sees("#panel-transcribe")
	b.away() // nothing is lost
	b.visit("/#transcribe")
	b.enter(`[name="patient.id"]`, "0042")
	b.asksBeforeLeaving()
	b.click("#transcribe-clear")
	b.click("#confirm-yes")
	b.turn("batch")
	b.choose("#batch-files", english)
	v.waits()
	b.asksBeforeLeaving()
	v.answers(1)
	b.jobs(map[string]int{"done": 1})
	b.asksBeforeLeaving() // it is nowhere else
	b.exports(b.download("#batch-export"), 1)
	b.away()
}

// asksBeforeLeaving has the tab closed, and stays when it is asked.
func (b *tab) asksBeforeLeaving() {
	b.Helper()
	leave := chromedp.Func(func(context.Context, *chromedp.Target) error {
		go func() { _, _ = evaluate[any](b, `location.href = 'about:blank'`) }()
		return nil
	})
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	asked, err := chromedp.Run(ctx, chromedp.WaitEvent(page.JavascriptDialogOpening, nil, leave))
	b.must(err)
	if asked.Type != page.DialogTypeBeforeunload {
		b.Errorf("a dialog of another kind: %s", asked.Type)
	}
	call(b, page.HandleJavaScriptDialog, page.HandleJavaScriptDialogParams{Accept: false})
}
