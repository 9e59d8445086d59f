package browsertest_test

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"biom/shared/biometry"
)

// A reader confirms values, corrects one, fills in a withheld one and signs off, by keyboard only.
func TestResultIsCheckedByKeyboard(t *testing.T) {
	t.Parallel()
	inLanguages(t, "/", func(b *tab, _ string, words map[string]string) {
		b.chooseFiles("#upload-file", writeJSON(b.T, "report.json", planEntry))
		b.awaitf(`document.activeElement.id === 'upload-again'`)
		b.tabTo(`.value[data-path="patient.name"]`)
		b.press(" ") // confirms it and goes on
		b.waitText(`.value[data-path="patient.name"]`, "✓")
		b.awaitf(`document.activeElement.dataset.path === 'patient.id'`)
		b.wantVisibleFocus()

		b.goToValue("right_eye.ACD")
		b.press(kb.Enter)
		b.awaitf(`document.activeElement.name === 'right_eye.ACD' && document.activeElement.value === '3.9'`)
		b.wantAccessible("the editor")
		b.press("99", kb.Enter) // refused
		b.waitVisible(`.editor .hint.error[data-for="right_eye.ACD"]`)
		b.awaitf(`document.activeElement.name === 'right_eye.ACD' && document.activeElement.value === '99'`)
		b.press(kb.Escape) // as it was
		b.awaitf(`document.activeElement.dataset.path === 'right_eye.ACD' && document.activeElement.innerText.trim() === '3.90'`)
		b.press(kb.Enter, "3.1", kb.Enter)
		b.waitText(`.value[data-path="right_eye.ACD"] del`, "3.90")
		b.waitText(`.value[data-path="right_eye.ACD"] ins`, "3.10")
		b.waitVisible(".check-unsigned")
		b.waitHidden(".copy-table, .download-json")

		b.goToValue("right_eye.LT") // withheld
		b.press(" ")                // cannot be confirmed, only filled in
		b.awaitf(`document.activeElement.name === 'right_eye.LT'`)
		b.press("4,5", kb.Enter)
		b.waitText(`.value[data-path="right_eye.LT"] ins`, "4.50")
		b.waitHidden(`.summary [data-goto="right_eye.LT"]`)
		b.wantAccessible("corrected values")
		b.wantQuestionBeforeLeaving()

		b.tabTo(".check-reader")
		b.press("DR", kb.Enter)
		b.awaitf(`document.activeElement.classList.contains('signed-off')`)
		count := strings.NewReplacer("{confirmed}", "1", "{corrected}", "2", "{open}", "22").Replace(words["check.count"])
		b.waitText(".provenance .signed-off", "DR, ")
		b.waitText(".provenance .signed-off", count)
		b.waitText(".provenance", words["report.local"]) // what it was read by
		b.waitText(".provenance li del", "3.90")
		b.waitHidden(".check-unsigned, .eyes del")
		b.waitText(`.value[data-path="patient.name"]`, "JDD")
		b.wantAccessible("signed off")

		saved := b.savedResponse()
		eye := saved.Data.RightEye
		if saved.Metadata.Extraction.Method != biometry.MethodDirect || *eye.ACD != 3.1 || *eye.LT != 4.5 || *saved.Data.Patient.Name != "JDD" {
			b.Errorf("signed off: %+v", saved)
		}
		held := biometry.WithheldFields(saved.Metadata.Extraction.Withheld)
		if want := "left_eye.K1_magnitude left_eye.K1_axis left_eye.K2_magnitude left_eye.K2_axis"; strings.Join(held, " ") != want {
			b.Errorf("withheld: %q, want %q", held, want)
		}
		b.media("print", "light")
		b.waitText(".provenance .signed-off", count)
		b.waitText(".provenance li del", "3.90")
		b.media("screen", "light")
		b.leaveSite() // nothing is lost: it does not ask
	})
}

// The record of a sign-off stays with the saved file: who, when, and which values. Values that are opened in the form are
// no longer those that were signed off.
func TestSignOffStaysWithTheResult(t *testing.T) {
	t.Parallel()
	b := open(t, "/")
	b.chooseFiles("#upload-file", writeJSON(t, "report.json", planEntry))
	b.awaitf(`document.activeElement.id === 'upload-again'`) // the page scrolls to it
	b.correct("right_eye.ACD", "3.1")
	b.click(`.value[data-path="left_eye.AL"]`)
	b.click(".check-confirm")
	b.typeInto(".check-reader", "Dr. Émile Ä")
	b.click(".check-signoff")
	b.waitVisible(".provenance .signed-off")
	says := b.text(".provenance .signed-off")
	saved := b.savedResponse()
	want := biometry.SignOff{By: "Dr. Émile Ä", Confirmed: []string{"left_eye.AL"}, Corrected: []string{"right_eye.ACD"}}
	signed := saved.Metadata.Extraction.SignOff
	if signed == nil || signed.At == "" {
		t.Fatalf("the saved file is not signed off: %+v", saved.Metadata.Extraction)
	}
	if want.At = signed.At; !reflect.DeepEqual(*signed, want) {
		t.Errorf("signed off: %+v, want %+v", *signed, want)
	}

	again := open(t, "/")
	again.chooseFiles("#upload-file", writeJSON(t, "saved.json", saved))
	again.waitVisible(".provenance .signed-off")
	if got := again.text(".provenance .signed-off"); got != says {
		t.Errorf("the saved file says %q, the result said %q", got, says)
	}
	again.waitText(".provenance li", "Anterior chamber depth")
	again.waitText(`.value[data-path="left_eye.AL"]`, "✓")
	again.wantAccessible("a signed-off result that was uploaded")
	if got := again.savedResponse().Metadata.Extraction.SignOff; !reflect.DeepEqual(got, signed) {
		t.Errorf("uploaded again: %+v", got)
	}
	again.click("#panel-upload .actions .transcribe")
	again.click("#transcribe-save")
	again.waitVisible("#panel-transcribe .provenance")
	if n := again.count("#panel-transcribe .signed-off"); n != 0 {
		t.Error("what was entered in the form is signed off")
	}
}

// goToValue moves with the arrow keys from the focused value to another one.
func (b *tab) goToValue(path string) {
	b.Helper()
	for range 80 {
		if eval[bool](b, fmt.Sprintf(`document.activeElement.dataset.path === %s`, js(path))) {
			return
		}
		b.press(kb.ArrowRight)
	}
	b.Fatalf("the arrow keys do not reach %s", path)
}

// savedResponse downloads the JSON of the result that is shown.
func (b *tab) savedResponse() (r biometry.Response) {
	b.Helper()
	text, err := os.ReadFile(b.download("#panel-upload .download-json"))
	b.must(err)
	b.must(json.Unmarshal(text, &r))
	return r
}

// Values that contradict each other are not signed off. What the service finds stands beside its value,
// and nothing that was typed is lost.
func TestContradictionIsNotSignedOff(t *testing.T) {
	t.Parallel()
	b := open(t, "/")
	b.chooseFiles("#upload-file", writeJSON(t, "report.json", planEntry))
	b.awaitf(`document.activeElement.id === 'upload-again'`) // the page scrolls to it
	b.correct("right_eye.K1_magnitude", "47")
	b.waitText(`.value[data-path="right_eye.K1_magnitude"] ins`, "47.00")
	b.waitVisible(`.eyes .hint.error[data-for="right_eye.K2_magnitude"]`)
	b.click(".check-signoff")
	b.waitText(".check-sign [role=alert]", "One value")
	b.awaitf(`document.activeElement.dataset.path === 'right_eye.K2_magnitude'`)
	b.press(kb.Enter, "48.5", kb.Enter)
	b.waitHidden(".eyes .hint.error")
	b.click(".check-signoff")
	b.waitVisible(".provenance .signed-off")
	b.waitText(`.eyes [data-field="K_cylinder"]`, "1.50")
	b.click(`.value[data-path="right_eye.CCT"]`)
	b.click(".check-confirm")
	b.click(".check-discard")
	b.click("#confirm-yes")
	b.waitHidden(".check-signoff")
}

// Remarks that the report has and the result has not are filled in where they are missing.
func TestMissingRemarksAreFilledIn(t *testing.T) {
	t.Parallel()
	b := open(t, "/")
	b.chooseFiles("#upload-file", writeJSON(t, "report.json", plainEntry()))
	b.awaitf(`document.activeElement.id === 'upload-again'`) // the page scrolls to it
	b.waitText(`.no-remarks .value[data-path="notes"]`, "–")
	b.correct("notes", "Poor fixation")
	b.waitText(`.summary .value[data-path="notes"] ins`, "Poor fixation")
	b.waitHidden(".no-remarks")
	b.wantAccessible("remarks that were filled in")
	b.click(".check-signoff")
	b.waitVisible(".provenance .signed-off")
	b.waitText(".summary", "Poor fixation")
	if notes := b.savedResponse().ExtraData.Notes; notes == nil || *notes != "Poor fixation" {
		t.Errorf("signed off: %v", notes)
	}
}

// All values of a result go into the form, and what is withheld stays withheld.
func TestResultIsOpenedInTranscribe(t *testing.T) {
	t.Parallel()
	b := open(t, "/")
	b.chooseFiles("#upload-file", writeJSON(t, "report.json", planEntry))
	b.click("#panel-upload .actions .transcribe")
	b.awaitf(`document.querySelector('#transcribe-form [name="right_eye.AL"]').value === '33.1'`)
	b.waitVisible(`#transcribe-form .hint.unusual[data-for="left_eye.K1_axis"]`)
	b.typeInto(`#transcribe-form [name="right_eye.LT"]`, "4.4")
	b.click("#transcribe-save")
	b.waitText("#panel-transcribe .summary", "4 values withheld")
	b.waitText("#panel-transcribe .summary", "Low signal in the right eye")
	b.waitText(`#panel-transcribe .value[data-path="patient.name"]`, "JDD")
	b.waitHidden(`#panel-transcribe .summary [data-goto="right_eye.LT"]`)
}
