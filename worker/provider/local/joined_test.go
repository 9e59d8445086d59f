package local

import (
	"testing"

	"biom/worker/document/layout"
)

// TestJoined expects the words of a lower band below those of the upper one, also if the upper one has none.
func TestJoined(t *testing.T) {
	t.Parallel()
	word := layout.Word{Text: "AL", Box: layout.Box{X0: 5, Y0: 10, X1: 25, Y1: 30}}
	page := joined([]layout.Page{{Width: 100, Height: 40}, {Width: 100, Height: 60, Words: []layout.Word{word}}})
	if want := (layout.Box{X0: 5, Y0: 50, X1: 25, Y1: 70}); !page.OCR || page.Width != 100 || page.Height != 100 || len(page.Words) != 1 || page.Words[0].Box != want {
		t.Errorf("got %+v", page)
	}
}
