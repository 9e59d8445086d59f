package browsertest_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// All values of a printout are typed, saved as direct entry, and shared.
func TestLongTranscribeAllValues(t *testing.T) {
	t.Parallel()
	b := open(t, "/#transcribe")
	want := expected(t, completeReport)
	b.selectValue(`[name="biometer.device_name"]`, want.Data.Biometer.DeviceName)
	b.awaitf(`document.querySelector('[name="biometer.manufacturer"]').value === %s`, js(want.Data.Biometer.Manufacturer)) // filled in by the form
	b.typeInto(`[name="exam_date"]`, "04032025")
	b.typeInto(`[name="patient.name"]`, "Doe, Jane")
	b.typeInto(`[name="patient.id"]`, want.Data.Patient["id"].(string))
	b.click("#transcribe-posterior summary")
	b.selectValue(`[name="posterior.pk_device_name"]`, "IOLMaster700")
	for path, value := range want.values() {
		if strings.Contains(path, "PK") || strings.Contains(path, "TK") {
			path = "posterior." + path
		}
		b.typeInto(fmt.Sprintf(`[name="%s"]`, path), fmt.Sprint(value))
	}
	b.selectValue(`[name="right_eye.lens_status"]`, "Phakic")
	b.waitHidden("#transcribe-form [aria-invalid=true]")
	b.click("#transcribe-share")
	b.click("#transcribe-save")
	b.wantReport("#panel-transcribe", want)
	b.waitText("#panel-transcribe .report", "2025")
	b.waitText("#panel-transcribe .provenance", "biom web")
	b.waitText("#panel-transcribe .share-code", "-")
	if n := b.count("[data-rating]"); n != 0 {
		t.Errorf("%d buttons to rate a direct entry", n)
	}
	b.openTab("history")
	b.waitVisible(".entry[data-state=live]")
	b.wantStored(map[string]bool{"IOLMaster700": true, "Jane": false})
}

// Hints appear while values are typed. A form with errors is not sent.
func TestTranscribeHints(t *testing.T) {
	t.Parallel()
	b := open(t, "/#transcribe")
	wrong := func(name string) string { return fmt.Sprintf(`.hint.error[data-for="%s"]`, name) }
	b.typeInto(`[name="right_eye.AL"]`, "2")
	b.waitHidden(wrong("right_eye.AL")) // it may become 23.45
	b.press("345")
	b.waitVisible(wrong("right_eye.AL"))
	b.awaitf(`document.activeElement.ariaInvalid === 'true'`)
	b.typeInto(`[name="right_eye.AL"]`, "23,45") // many printouts have a decimal comma
	b.waitHidden(wrong("right_eye.AL"))
	b.typeInto(`[name="right_eye.K1_magnitude"]`, "44.5")
	b.typeInto(`[name="right_eye.K2_magnitude"]`, "42.5")
	b.typeInto(`[name="right_eye.CCT"]`, "540.5")
	b.waitVisible(wrong("right_eye.K2_magnitude"))
	b.click(wrong("right_eye.K2_magnitude") + " .offer") // exchanges the values
	b.waitHidden(wrong("right_eye.K2_magnitude"))
	b.waitVisible(wrong("right_eye.CCT"))
	b.click("#transcribe-save")
	b.awaitf(`document.activeElement.name === 'biometer.device_name'`) // the first missing value
	b.waitHidden("#panel-transcribe .report")
	b.selectValue(`[name="biometer.device_name"]`, "Argos")
	b.typeInto(`[name="right_eye.CCT"]`, "540")
	b.click("#transcribe-save")
	b.waitVisible("#panel-transcribe .report")
	b.waitText(`#panel-transcribe [data-eye="right_eye"][data-field="AL"]`, "23.45")
	b.waitText(`#panel-transcribe [data-eye="right_eye"][data-field="K1_magnitude"]`, "42.5")
}

// The form has a labelled input with its range for every field of the table.
func TestLongTranscribeHasEveryField(t *testing.T) {
	t.Parallel()
	b := open(t, "/#transcribe")
	b.click("#transcribe-posterior summary")
	type field struct {
		Name string
		Min  *float64
		Max  *float64
	}
	table := eval[struct{ Eye, Posterior []field }](b, `import('/static/any/app/fields.js').then(m => m.default)`)
	if len(table.Eye) != 12 || len(table.Posterior) != 8 {
		t.Fatalf("%d and %d fields, want 12 and 8", len(table.Eye), len(table.Posterior))
	}
	for _, eye := range []string{"right_eye.", "left_eye."} {
		for i, f := range slices.Concat(table.Eye, table.Posterior) {
			name := eye + f.Name
			if i >= len(table.Eye) {
				name = "posterior." + name
			}
			input := fmt.Sprintf(`document.querySelector('#transcribe-form [name="%s"]')`, name)
			b.awaitf(`%s?.labels[0].innerText.length > 1`, input)
			if f.Min != nil {
				b.awaitf(`(e => e.ariaDescribedByElements?.some(d => d.innerText.includes('%v') && d.innerText.includes('%v')))(%s)`, *f.Min, *f.Max, input)
			}
		}
	}
}

// In the form letters choose from a list, Enter moves to the next input, and Ctrl+Enter
// saves.
func TestTranscribeWithTheKeyboard(t *testing.T) {
	t.Parallel()
	b := open(t, "/")
	b.waitVisible("#panel-upload")
	b.tabTo("[role=tab]")
	b.press(kb.ArrowRight, kb.ArrowRight, kb.ArrowRight)
	b.waitVisible("#panel-transcribe")
	b.tabTo(`[name="biometer.device_name"]`)
	b.press("Arg")
	b.awaitf(`document.querySelector('[name="biometer.manufacturer"]').value === 'Alcon'`)
	b.tabTo(`[name="right_eye.AL"]`)
	for _, value := range []string{"23.45", "3.2", "4.4", "540", "12", "42.5", "10", "44", "100"} {
		b.press(value, kb.Enter)
	}
	b.waitHidden("#transcribe-form [aria-invalid=true]")
	b.pressWith('\r', chromedp.ModifierCtrl)
	b.waitVisible("#panel-transcribe .report")
	b.waitText(`#panel-transcribe [data-eye="right_eye"][data-field="K2_axis"]`, "100")
	b.awaitf(`document.activeElement.id === 'transcribe-saved'`)
}

func TestLongTranscribeAsksBeforeTheFormIsCleared(t *testing.T) {
	t.Parallel()
	b := open(t, "/#transcribe")
	b.typeInto(`[name="patient.id"]`, "0042")
	b.openTab("upload")
	b.openTab("transcribe")
	b.click("#transcribe-clear")
	b.press(kb.Escape)
	b.waitHidden("dialog")
	b.awaitf(`document.querySelector('[name="patient.id"]').value === '0042'`)
	b.click("#transcribe-clear")
	b.click("#confirm-yes")
	b.awaitf(`document.querySelector('[name="patient.id"]').value === ''`)
	b.wantStored(map[string]bool{"0042": false})
}
