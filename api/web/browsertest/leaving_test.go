package browsertest_test

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// The browser asks before the user leaves a page with unsaved data, and only then.
func TestLongLeavingAPageWithUnsavedData(t *testing.T) {
	t.Parallel()
	v := newVendor(t)
	b := newTab(t, v.serve())
	b.visit("/#transcribe")
	b.waitVisible("#panel-transcribe")
	b.leaveSite() // nothing was entered: it does not ask
	b.visit("/#transcribe")
	b.typeInto(`[name="patient.id"]`, "0042")
	b.wantQuestionBeforeLeaving()
	b.click("#transcribe-clear")
	b.click("#confirm-yes")
	b.openTab("batch")
	b.chooseFiles("#batch-files", completeReport)
	v.waitCall()
	b.wantQuestionBeforeLeaving()
	v.allowAnswers(1)
	b.waitJobs(map[string]int{"done": 1})
	b.wantQuestionBeforeLeaving() // the report is stored nowhere else
	b.checkExport(b.download("#batch-export"), 1)
	b.leaveSite()
}

// wantQuestionBeforeLeaving tries to leave the page, checks that the browser asks, and
// answers that the user stays.
func (b *tab) wantQuestionBeforeLeaving() {
	b.Helper()
	leave := chromedp.Func(func(context.Context, *chromedp.Target) error {
		go func() { _, _ = evaluate[any](b, `location.href = 'about:blank'`) }()
		return nil
	})
	ctx, cancel := context.WithTimeout(b.ctx, timeout)
	defer cancel()
	asked, err := chromedp.Run(ctx, chromedp.WaitEvent(page.JavascriptDialogOpening, nil, leave))
	b.must(err)
	if asked.Type != page.DialogTypeBeforeunload {
		b.Errorf("a dialog of the type %s", asked.Type)
	}
	call(b, page.HandleJavaScriptDialog, page.HandleJavaScriptDialogParams{Accept: false})
}
