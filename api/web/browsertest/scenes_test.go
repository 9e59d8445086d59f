package browsertest_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// scene is something to see in the pages.
type scene struct {
	name string
	set  func(b *tab) // from an empty tab
}

// scenes are all there is to see: each tab, empty and with what comes of it.
var scenes = []scene{
	{"upload", func(b *tab) { b.visit("/") }},
	{"upload-keys", func(b *tab) {
		b.visit("/")
		b.click("#settings summary")
		b.sees("#settings progress")
	}},
	{"report", func(b *tab) {
		b.visit("/")
		b.share(english)
		b.click("details.json summary")
		b.sees("details.json pre")
	}},
	{"report-direct", func(b *tab) {
		b.visit("/")
		b.choose("#upload-file", written(b.T, "report.json", unusual))
		b.sees("#panel-upload .report")
	}},
	{"report-withheld", withholding},
	{"failure", func(b *tab) {
		b.visit("/")
		b.expect(http.StatusUnprocessableEntity, process)
		b.choose("#upload-file", written(b.T, "wrong.json", map[string]any{"data": 1}))
		b.sees("#panel-upload .failure")
	}},
	{"batch", func(b *tab) { b.visit("/#batch") }},
	{"batch-done", func(b *tab) {
		b.visit("/#batch")
		broken := filepath.Join(b.TempDir(), "broken.pdf")
		b.must(os.WriteFile(broken, []byte("no PDF"), 0o600))
		b.expect(http.StatusBadRequest, process)
		b.choose("#batch-files", append(texts(b.T, 3), broken, direct(b.T, "entry.json"))...)
		b.jobs(map[string]int{"done": 4, "failed": 1})
	}},
	{"batch-report", func(b *tab) {
		b.visit("/#batch")
		b.choose("#batch-files", direct(b.T, "entry.json"))
		b.click(".job .job-open")
		b.sees("#panel-batch .report")
	}},
	{"retrieve", func(b *tab) { b.visit("/#retrieve") }},
	{"retrieve-report", func(b *tab) {
		b.visit("/")
		code := b.share(direct(b.T, "report.json"))
		b.visit("/pin/" + code)
		b.sees("#panel-retrieve .report")
	}},
	{"retrieve-nothing", func(b *tab) {
		b.expect(http.StatusNotFound, "/api/v1/biom/retrieve")
		b.visit("/pin/abandon-zoo-000000")
		b.sees("#panel-retrieve .failure")
	}},
	{"transcribe", func(b *tab) { b.visit("/#transcribe") }},
	{"transcribe-hints", func(b *tab) {
		b.visit("/#transcribe")
		b.enter(`[name="right_eye.AL"]`, "99")
		b.enter(`[name="left_eye.AL"]`, "23.5")
		b.sees(`.hint[data-for="right_eye.AL"]`)
	}},
	{"history", func(b *tab) { b.visit("/#history") }},
	{"history-entries", func(b *tab) {
		b.visit("/")
		b.share(direct(b.T, "report.json"))
		b.turn("history")
		b.sees(".entry")
	}},
	{"docs", func(b *tab) { b.visit("/docs/") }},
	{"apidocs", func(b *tab) { b.visit("/apidocs") }},
}

// unusual is an entry with values that people rarely have.
var unusual = map[string]any{"data": map[string]any{
	"biometer": map[string]any{"device_name": "Argos", "manufacturer": "Alcon"},
	"patient":  map[string]any{"name": "Doe, Jane", "id": "0042"},
	"right_eye": map[string]any{"AL": 33.1, "ACD": 2.1, "K1_magnitude": 38.2, "K1_axis": 10, "K2_magnitude": 49.9, "K2_axis": 100,
		"CCT": 412, "lens_status": "Pseudophakic", "post_refractive": "Myopic LVC"},
	"left_eye": map[string]any{},
}}

// sight is how somebody looks at a page.
type sight struct {
	name   string
	width  int64
	height int64
	phone  bool
	theme  string
}

var sights = []sight{
	{"desktop-light", 1280, 900, false, "light"},
	{"desktop-dark", 1280, 900, false, "dark"},
	{"phone-light", 390, 844, true, "light"},
	{"phone-dark", 390, 844, true, "dark"},
	{"narrow", 320, 640, true, "light"},
}

// Every scene can be used by everybody, in either theme, at a desk and on a
// phone: axe-core finds nothing, and the page does not scroll sideways.
func TestScenes(t *testing.T) {
	t.Parallel()
	for _, s := range scenes {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			b := newTab(t, everybodys(t))
			s.set(b)
			for _, l := range sights {
				b.from(l)
				b.shot(s.name + "-" + l.name)
				b.isNoWider(l)
				if l.width > 320 { // axe-core sees there what it saw on the phone
					b.isAccessible(l.name)
				}
			}
		})
	}
}

// from looks at the page so, from its top.
func (b *tab) from(s sight) {
	b.Helper()
	b.viewport(s.width, s.height, s.phone)
	b.media("screen", s.theme)
	b.look(`scrollTo(0, 0)`)
	b.look(drawn) // pages hear of their size when they are drawn
}

// viewport has a window of this size, in CSS pixels.
func (b *tab) viewport(width, height int64, phone bool) {
	b.Helper()
	scale := 1.0
	if phone {
		scale = 2
	}
	call(b, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: width, Height: height, DeviceScaleFactor: scale, Mobile: phone,
	})
	call(b, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: phone})
}

// media is what the page is shown on, and whether its system is light or dark.
func (b *tab) media(kind, scheme string) {
	b.Helper()
	call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: kind, Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"},
	}})
}

// isNoWider wants nothing to scroll for sideways.
func (b *tab) isNoWider(s sight) {
	b.Helper()
	if wide := look[int64](b, `Math.max(document.documentElement.scrollWidth, innerWidth)`); wide > s.width {
		b.Errorf("%s: the page is %d pixels wide: %s", s.name, wide, look[string](b, fmt.Sprintf(`[...document.querySelectorAll('body *')]
			.filter(e => e.getBoundingClientRect().right > %d).map(e => e.tagName + '.' + e.className).slice(0, 5).join(', ')`, s.width)))
	}
}

// shot keeps a picture of the whole page, if somebody wants to look at it.
func (b *tab) shot(name string) {
	b.Helper()
	if *shots == "" {
		return
	}
	picture, err := chromedp.Run(b.ctx, chromedp.FullScreenshot(100))
	b.must(err)
	b.must(os.MkdirAll(*shots, 0o755))
	b.must(os.WriteFile(filepath.Join(*shots, fmt.Sprintf("%s.png", name)), picture, 0o644))
}
