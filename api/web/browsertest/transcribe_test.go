package browsertest_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Values typed from a printout are saved as direct entry, and shared.
func TestTranscribe(t *testing.T) {
	t.Parallel()
	b := open(t, "/#transcribe")
	want := expected(t, english)
	b.pick(`[name="biometer.device_name"]`, want.Data.Biometer.DeviceName)
	b.awaitf(`document.querySelector('[name="biometer.manufacturer"]').value === %s`, js(want.Data.Biometer.Manufacturer)) // proposed
	b.enter(`[name="exam_date"]`, "04032025")
	b.enter(`[name="patient.name"]`, "Doe, Jane")
	b.enter(`[name="patient.id"]`, want.Data.Patient["id"].(string))
	b.click("#transcribe-posterior summary")
	b.pick(`[name="posterior.pk_device_name"]`, "IOLMaster700")
	for path, value := range want.values() {
		if strings.Contains(path, "PK") || strings.Contains(path, "TK") {
			path = "posterior." + path
		}
		b.enter(fmt.Sprintf(`[name="%s"]`, path), fmt.Sprint(value))
	}
	b.pick(`[name="right_eye.lens_status"]`, "Phakic")
	b.misses("#transcribe-form [aria-invalid=true]")
	b.click("#transcribe-share")
	b.click("#transcribe-save")
	b.showsReport("#panel-transcribe", want)
	b.reads("#panel-transcribe .report", "2025")
	b.reads("#panel-transcribe .provenance", "biom web")
	b.reads("#panel-transcribe .share-code", "-")
	if n := b.count("[data-rating]"); n != 0 {
		t.Errorf("%d buttons to rate", n)
	}
	b.turn("history")
	b.sees(".entry[data-state=live]")
	b.keeps(map[string]bool{"IOLMaster700": true, "Jane": false})
}

// Hints come while somebody types, and what is wrong is not sent.
func TestTranscribeHints(t *testing.T) {
	t.Parallel()
	b := open(t, "/#transcribe")
	wrong := func(name string) string { return fmt.Sprintf(`.hint.error[data-for="%s"]`, name) }
	b.enter(`[name="right_eye.AL"]`, "2")
	b.misses(wrong("right_eye.AL")) // it may become 23.45
	b.press("345")
	b.sees(wrong("right_eye.AL"))
	b.awaitf(`document.activeElement.ariaInvalid === 'true'`)
	b.enter(`[name="right_eye.AL"]`, "23,45") // as it stands on many printouts
	b.misses(wrong("right_eye.AL"))
	b.enter(`[name="right_eye.K1_magnitude"]`, "44.5")
	b.enter(`[name="right_eye.K2_magnitude"]`, "42.5")
	b.enter(`[name="right_eye.CCT"]`, "540.5")
	b.sees(wrong("right_eye.K2_magnitude"))
	b.click(wrong("right_eye.K2_magnitude") + " .offer") // to exchange them
	b.misses(wrong("right_eye.K2_magnitude"))
	b.sees(wrong("right_eye.CCT"))
	b.click("#transcribe-save")
	b.awaitf(`document.activeElement.name === 'biometer.device_name'`) // the first of what is missing
	b.misses("#panel-transcribe .report")
	b.pick(`[name="biometer.device_name"]`, "Argos")
	b.enter(`[name="right_eye.CCT"]`, "540")
	b.click("#transcribe-save")
	b.sees("#panel-transcribe .report")
	b.reads(`#panel-transcribe [data-eye="right_eye"][data-field="AL"]`, "23.45")
	b.reads(`#panel-transcribe [data-eye="right_eye"][data-field="K1_magnitude"]`, "42.5")
}

// The form has an input for every field of the table, with its range.
func TestTranscribeHasEveryField(t *testing.T) {
	t.Parallel()
	b := open(t, "/#transcribe")
	b.click("#transcribe-posterior summary")
	type field struct {
		Name string
		Min  *float64
		Max  *float64
	}
	table := look[struct{ Eye, Posterior []field }](b, `import('/static/any/app/fields.js').then(m => m.default)`)
	if len(table.Eye) != 12 || len(table.Posterior) != 8 {
		t.Fatalf("%d and %d fields", len(table.Eye), len(table.Posterior))
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

// A whole transcription without a mouse: letters choose in a list, Enter goes
// on to the next input, and Ctrl with Enter saves.
func TestTranscribeByKeyboard(t *testing.T) {
	t.Parallel()
	b := open(t, "/")
	b.sees("#panel-upload")
	b.tabTo("[role=tab]")
	b.press(kb.ArrowRight, kb.ArrowRight, kb.ArrowRight)
	b.sees("#panel-transcribe")
	b.tabTo(`[name="biometer.device_name"]`)
	b.press("Arg")
	b.awaitf(`document.querySelector('[name="biometer.manufacturer"]').value === 'Alcon'`)
	b.tabTo(`[name="right_eye.AL"]`)
	for _, value := range []string{"23.45", "3.2", "4.4", "540", "12", "42.5", "10", "44", "100"} {
		b.press(value, kb.Enter)
	}
	b.misses("#transcribe-form [aria-invalid=true]")
	b.stroke('\r', chromedp.ModifierCtrl)
	b.sees("#panel-transcribe .report")
	b.reads(`#panel-transcribe [data-eye="right_eye"][data-field="K2_axis"]`, "100")
	b.awaitf(`document.activeElement.id === 'transcribe-saved'`)
}

// What was typed is not lost by a wrong key: the form asks before it is cleared.
func TestTranscribeClear(t *testing.T) {
	t.Parallel()
	b := open(t, "/#transcribe")
	b.enter(`[name="patient.id"]`, "0042")
	b.turn("upload")
	b.turn("transcribe")
	b.click("#transcribe-clear")
	b.press(kb.Escape)
	b.misses("dialog")
	b.awaitf(`document.querySelector('[name="patient.id"]').value === '0042'`)
	b.click("#transcribe-clear")
	b.click("#confirm-yes")
	b.awaitf(`document.querySelector('[name="patient.id"]').value === ''`)
	b.keeps(map[string]bool{"0042": false})
}
