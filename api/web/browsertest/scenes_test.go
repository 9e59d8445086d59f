package browsertest_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// scene is a state of a page.
type scene struct {
	name string
	open func(b *tab) // brings an empty tab into the state
}

// scenes are all states of the pages: each tab of the app, empty and with content.
var scenes = []scene{
	{"upload", func(b *tab) { b.visit("/") }},
	{"upload-keys", func(b *tab) {
		b.visit("/")
		b.click("#settings summary")
		b.waitVisible("#settings progress")
	}},
	{"report", func(b *tab) {
		b.visit("/")
		b.share(completeReport)
		b.click("details.json summary")
		b.waitVisible("details.json pre")
	}},
	{"report-direct", func(b *tab) {
		b.visit("/")
		b.chooseFiles("#upload-file", writeJSON(b.T, "report.json", unusualEntry))
		b.waitVisible("#panel-upload .report")
	}},
	{"report-withheld", openWithheldReport},
	{"failure", func(b *tab) {
		b.visit("/")
		b.expectStatus(http.StatusUnprocessableEntity, processPath)
		b.chooseFiles("#upload-file", writeJSON(b.T, "wrong.json", map[string]any{"data": 1}))
		b.waitVisible("#panel-upload .failure")
	}},
	{"batch", func(b *tab) { b.visit("/#batch") }},
	{"batch-done", func(b *tab) {
		b.visit("/#batch")
		broken := filepath.Join(b.TempDir(), "broken.pdf")
		b.must(os.WriteFile(broken, []byte("no PDF"), 0o600))
		b.expectStatus(http.StatusBadRequest, processPath)
		b.chooseFiles("#batch-files", append(textReports(b.T, 3), broken, directEntry(b.T, "entry.json"))...)
		b.waitJobs(map[string]int{"done": 4, "failed": 1})
	}},
	{"batch-review", func(b *tab) {
		b.visit("/#batch")
		b.expectStatus(http.StatusBadRequest, processPath)
		b.chooseFiles("#batch-files", append(triageFiles(b.T), completeReport)...)
		b.waitJobs(map[string]int{"done": 4, "failed": 1})
	}},
	{"batch-report", func(b *tab) {
		b.visit("/#batch")
		b.chooseFiles("#batch-files", directEntry(b.T, "entry.json"))
		b.click(".job .job-open")
		b.waitVisible("#panel-batch .report")
	}},
	{"retrieve", func(b *tab) { b.visit("/#retrieve") }},
	{"retrieve-report", func(b *tab) {
		b.visit("/")
		code := b.share(directEntry(b.T, "report.json"))
		b.visit("/pin/" + code)
		b.waitVisible("#panel-retrieve .report")
	}},
	{"retrieve-nothing", func(b *tab) {
		b.expectStatus(http.StatusNotFound, "/api/v1/biom/retrieve")
		b.visit("/pin/abandon-zoo-000000")
		b.waitVisible("#panel-retrieve .failure")
	}},
	{"transcribe", func(b *tab) { b.visit("/#transcribe") }},
	{"transcribe-hints", func(b *tab) {
		b.visit("/#transcribe")
		b.typeInto(`[name="right_eye.AL"]`, "99")
		b.typeInto(`[name="left_eye.AL"]`, "23.5")
		b.waitVisible(`.hint[data-for="right_eye.AL"]`)
	}},
	{"history", func(b *tab) { b.visit("/#history") }},
	{"history-entries", func(b *tab) {
		b.visit("/")
		b.share(directEntry(b.T, "report.json"))
		b.openTab("history")
		b.waitVisible("#history-ask")
	}},
	{"history-own", func(b *tab) {
		b.visit("/")
		b.share(directEntry(b.T, "report.json"))
		b.openTab("history")
		b.click("#history-mine")
		b.waitVisible(".entry .entry-open")
	}},
	{"docs", func(b *tab) { b.visit("/docs/") }},
	{"apidocs", func(b *tab) { b.visit("/apidocs") }},
}

// unusualEntry is a direct entry with unusual values.
var unusualEntry = map[string]any{"data": map[string]any{
	"biometer": map[string]any{"device_name": "Argos", "manufacturer": "Alcon"},
	"patient":  map[string]any{"name": "Doe, Jane", "id": "0042"},
	"right_eye": map[string]any{"AL": 33.1, "ACD": 2.1, "K1_magnitude": 38.2, "K1_axis": 10, "K2_magnitude": 49.9, "K2_axis": 100,
		"CCT": 412, "lens_status": "Pseudophakic", "post_refractive": "Myopic LVC"},
	"left_eye": map[string]any{},
}}

// screen is the size of a window, in CSS pixels, and the system's theme.
type screen struct {
	name   string
	width  int64
	height int64
	phone  bool
	theme  string
}

var (
	desktopLight = screen{"desktop-light", 1280, 900, false, "light"}
	desktopDark  = screen{"desktop-dark", 1280, 900, false, "dark"}
	phoneLight   = screen{"phone-light", 390, 844, true, "light"}
	phoneDark    = screen{"phone-dark", 390, 844, true, "dark"}
	narrow       = screen{"narrow", 320, 640, true, "light"}
)

func TestScenes(t *testing.T) {
	t.Parallel()
	isReport := func(s scene) bool { return s.name == "report" }
	i := slices.IndexFunc(scenes, isReport)
	checkScenes(t, scenes[i:i+1], desktopLight, phoneDark)
}

func TestLongScenes(t *testing.T) {
	t.Parallel()
	checkScenes(t, scenes, desktopLight, desktopDark, phoneLight, phoneDark, narrow)
}

// checkScenes checks each scene on each screen: axe-core finds no violation, and the page
// does not scroll sideways.
func checkScenes(t *testing.T, scenes []scene, screens ...screen) {
	t.Helper()
	for _, s := range scenes {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			b := newTab(t, defaultServer(t))
			s.open(b)
			for _, l := range screens {
				b.setScreen(l)
				b.screenshot(s.name + "-" + l.name)
				b.wantNoOverflow(l)
				if l != narrow { // for axe-core it is the same as the phone
					b.wantAccessible(l.name)
				}
			}
		})
	}
}

// setScreen gives the page a screen and scrolls to its top.
func (b *tab) setScreen(s screen) {
	b.Helper()
	b.viewport(s.width, s.height, s.phone)
	b.media("screen", s.theme)
	b.eval(`scrollTo(0, 0)`)
	b.eval(nextFrame) // the page gets its new size when it is drawn
}

// viewport sets the size of the window, in CSS pixels.
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

// media sets the medium, "screen" or "print", and the system's theme, "light" or "dark".
func (b *tab) media(kind, scheme string) {
	b.Helper()
	call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: kind, Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"},
	}})
}

// wantNoOverflow checks that the page is not wider than the screen.
func (b *tab) wantNoOverflow(s screen) {
	b.Helper()
	if wide := eval[int64](b, `Math.max(document.documentElement.scrollWidth, innerWidth)`); wide > s.width {
		b.Errorf("%s: the page is %d pixels wide: %s", s.name, wide, eval[string](b, fmt.Sprintf(`[...document.querySelectorAll('body *')]
			.filter(e => e.getBoundingClientRect().right > %d).map(e => e.tagName + '.' + e.className).slice(0, 5).join(', ')`, s.width)))
	}
}

// screenshot writes a picture of the whole page to the directory of the flag -shots, if it
// is set.
func (b *tab) screenshot(name string) {
	b.Helper()
	b.write(name, func() ([]byte, error) { return chromedp.Run(b.ctx, chromedp.FullScreenshot(100)) })
}

// picture writes what is on the screen.
func (b *tab) picture(name string) {
	b.Helper()
	b.write(name, func() ([]byte, error) { return chromedp.Run(b.ctx, chromedp.CaptureScreenshot()) })
}

func (b *tab) write(name string, take func() ([]byte, error)) {
	b.Helper()
	if *shots == "" {
		return
	}
	picture, err := take()
	b.must(err)
	b.must(os.MkdirAll(*shots, 0o755))
	b.must(os.WriteFile(filepath.Join(*shots, fmt.Sprintf("%s.png", name)), picture, 0o644))
}
