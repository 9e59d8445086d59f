package reader_test

import (
	"biom/shared/biometry"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"biom/worker/document/layout"
	"biom/worker/reader"
)

// page sets text as a typewriter does: what stands below each other in the
// source does so on the page.
func page(text string) layout.Page {
	const width, height, leading, edge = 6, 11, 16, 12
	p := layout.Page{Number: 1, Width: 600 + 2*edge, Height: 800}
	for y, line := range strings.Split(text, "\n") {
		x := 0
		for part := range strings.SplitSeq(line, " ") {
			n := len([]rune(part))
			if n > 0 {
				box := layout.Box{X0: float64(edge + x*width), Y0: float64(y * leading)}
				box.X1, box.Y1 = box.X0+float64(n*width), box.Y0+height
				p.Width = max(p.Width, box.X1+edge)
				p.Words = append(p.Words, layout.Word{Text: part, Box: box, Conf: layout.Certain})
			}
			x += n + 1
		}
	}
	return p
}

// lower moves the line of a page, which is set as in its text, down by so many points.
func lower(p layout.Page, line int, by float64) {
	for i := range p.Words {
		if w := &p.Words[i]; w.Y0 == float64(line*16) {
			w.Y0, w.Y1 = w.Y0+by, w.Y1+by
		}
	}
}

// found is every value that is not null, by its path, e.g. "right_eye.AL".
func found(t *testing.T, r reader.Report) map[string]any {
	t.Helper()
	doc, err := json.Marshal(map[string]any{"data": r.Data, "extra": r.Extra})
	if err != nil {
		t.Fatal(err)
	}
	var tree map[string]any
	if err := json.Unmarshal(doc, &tree); err != nil {
		t.Fatal(err)
	}
	out := map[string]any{}
	for _, top := range []string{"data", "extra"} {
		members, _ := tree[top].(map[string]any)
		flatten(out, "", members)
	}
	for _, name := range []string{"biometer.device_name", "biometer.manufacturer", "posterior_keratometry.pk_device_name"} {
		delete(out, name)
	}
	return out
}

func flatten(out map[string]any, prefix string, members map[string]any) {
	for name, v := range members {
		switch v := v.(type) {
		case map[string]any:
			flatten(out, prefix+name+".", v)
		case nil:
		default:
			out[prefix+name] = v
		}
	}
}

// pageTest is the text of a page, what is read of it, and what is withheld.
type pageTest struct {
	text     string
	want     want
	withheld []string
}

// checkEach reads each page in a test of its own.
func checkEach(t *testing.T, pages map[string]pageTest) {
	t.Helper()
	for name, p := range pages {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			check(t, p.want, p.withheld, page(p.text))
		})
	}
}

// check reads pages and compares what is found and what is withheld.
func check(t *testing.T, want map[string]any, withheld []string, pages ...layout.Page) {
	t.Helper()
	for i := range pages {
		pages[i].Number = i + 1
	}
	r := reader.Find(pages).Report()
	got := found(t, r)
	compareValues(t, want, got)
	for _, k := range slices.Sorted(maps.Keys(got)) {
		if _, ok := want[k]; !ok {
			t.Errorf("%s = %v, want null", k, got[k])
		}
	}
	if !slices.Equal(biometry.WithheldFields(r.Withheld), withheld) {
		t.Errorf("withheld %v, want %v", r.Withheld, withheld)
	}
}

type want = map[string]any

// checkAmong reads a page and compares the values that are named, whatever else is found.
func checkAmong(t *testing.T, want map[string]any, p layout.Page) {
	t.Helper()
	compareValues(t, want, found(t, reader.Find([]layout.Page{p}).Report()))
}

// compareValues compares the values that are named.
func compareValues(t *testing.T, want, got map[string]any) {
	t.Helper()
	for _, k := range slices.Sorted(maps.Keys(want)) {
		if got[k] != want[k] {
			t.Errorf("%s = %v, want %v", k, got[k], want[k])
		}
	}
}
