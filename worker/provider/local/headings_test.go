package local_test

import (
	"bytes"
	"strings"
	"testing"

	"codeberg.org/go-pdf/fpdf"
	"github.com/go-fonts/dejavu/dejavusans"

	"biom/worker/provider"
	"biom/worker/provider/local"
)

// TestHeadingsThatStandAlone: OCR that looks for lines leaves out the large, light headings of the eyes far above their values.
func TestHeadingsThatStandAlone(t *testing.T) {
	pdf, text := newPage()
	text(18, 20, 11, 0, "ANTERION   Cataract App")
	text(90, 30, 11, 0, "Patient: Sample, Anna   Born: 07.11.1946   Examined: 16.12.2024")
	text(40, 47, 27, 100, "OD")
	text(165, 47, 27, 100, "OS")
	for i, row := range [][3]string{
		{"23.64 mm", "AL", "23.58 mm"}, {"528 µm", "CCT", "531 µm"}, {"3.37 mm", "ACD", "2.95 mm"}, {"4.71 mm", "LT", "4.77 mm"},
		{"11.9 mm", "WTW", "11.8 mm"},
	} {
		y := 56 + 8*float64(i)
		text(38, y, 11, 0, row[0])
		text(100, y, 10, 90, row[1])
		text(163, y, 11, 0, row[2])
	}
	checkScan(t, pdf, `"AL":23.64`, `"AL":23.58`, `"LT":4.71`, `"LT":4.77`)
}

// printed prints a text at x and y.
type printed func(x, y, size float64, grey int, s string)

// newPage returns a document with an empty page, and a function that prints a text there: where in mm, how large in points, how light.
func newPage() (pdf *fpdf.Fpdf, text printed) {
	pdf = fpdf.New("P", "mm", "A4", "")
	pdf.AddUTF8FontFromBytes("DejaVu", "", bytes.Clone(dejavusans.TTF)) // embedded: what OCR reads must not depend on the machine's fonts
	pdf.AddPage()
	return pdf, func(x, y, size float64, grey int, s string) {
		pdf.SetFont("DejaVu", "", size)
		pdf.SetTextColor(grey, grey, grey)
		pdf.Text(x, y, s)
	}
}

// checkScan reads a scan of the document, whose answer must have each of the members.
func checkScan(t *testing.T, pdf *fpdf.Fpdf, want ...string) {
	t.Helper()
	e := newExtractorOf(t, local.Config{})
	answer, err := read(t, e, provider.Document{Kind: provider.PDF, Data: scanned(t, output(t, pdf), 1)})
	if err != nil {
		t.Fatal(err)
	}
	for _, member := range want {
		if !strings.Contains(string(answer.JSON), member) {
			t.Errorf("no %s in %s", member, answer.JSON)
		}
	}
}
