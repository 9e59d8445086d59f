package local_test

import (
	"testing"

	"codeberg.org/go-pdf/fpdf"
)

// namedBlock is the name of an eye in a dark bar and the rows beside it.
type namedBlock struct {
	name string
	rows [][2]string
}

// drawBars draws a page with the blocks below each other, so many mm apart, each with a dark bar at x. named prints the name into it.
func drawBars(device string, apart, x, width, height float64, named func(pdf *fpdf.Fpdf, text printed, top float64, name string), blocks ...namedBlock) *fpdf.Fpdf {
	pdf, text := newPage()
	text(18, 20, 11, 0, device+"   Optical biometry")
	text(60, 30, 11, 0, "Patient: Sample, Anna   Born: 07.11.1946   Examined: 16.12.2024")
	for i, b := range blocks {
		top := 45 + apart*float64(i)
		pdf.SetFillColor(60, 60, 60)
		pdf.Rect(x, top, width, height, "F")
		named(pdf, text, top, b.name)
		for n, row := range b.rows {
			y := top + 8 + 8.5*float64(n)
			text(32, y, 11, 0, row[0])
			text(80, y, 11, 0, row[1])
		}
	}
	return pdf
}

// TestTurnedNamesInTheMargin: OCR of a page sees no names that stand turned in dark bars beside the blocks of the eyes.
func TestTurnedNamesInTheMargin(t *testing.T) {
	turned := func(pdf *fpdf.Fpdf, text printed, top float64, name string) {
		pdf.TransformBegin()
		pdf.TransformRotate(90, 15, top+50)
		text(15, top+50, 14, 255, name)
		pdf.TransformEnd()
	}
	pdf := drawBars("ALADDIN", 80, 8, 10, 66, turned,
		namedBlock{"OD – right", [][2]string{{"AL", "23.64 mm"}, {"CCT", "528 µm"}, {"ACD", "3.37 mm"}, {"LT", "4.71 mm"}, {"WTW", "11.9 mm"}, {"K1", "43.21 D @ 12°"}, {"K2", "44.02 D @ 102°"}}},
		namedBlock{"OS – left", [][2]string{{"AL", "23.58 mm"}, {"CCT", "531 µm"}, {"ACD", "2.95 mm"}, {"LT", "4.77 mm"}, {"WTW", "11.8 mm"}, {"K1", "43.35 D @ 171°"}, {"K2", "44.40 D @ 81°"}}})
	checkScan(t, pdf, `"AL":23.64`, `"AL":23.58`, `"LT":4.71`, `"LT":4.77`, `"K2_axis":102`, `"K2_axis":81`)
}

// TestLettersInDarkBoxes: OCR of a page leaves out single letters that stand in dark bars beside the blocks of the eyes.
func TestLettersInDarkBoxes(t *testing.T) {
	upright := func(_ *fpdf.Fpdf, text printed, top float64, name string) { text(12, top+25, 16, 255, name) }
	pdf := drawBars("ARGOS", 60, 10, 8, 46, upright,
		namedBlock{"R", [][2]string{{"AL", "23.64 mm"}, {"CCT", "528 µm"}, {"ACD", "3.37 mm"}, {"LT", "4.71 mm"}, {"WTW", "11.9 mm"}}},
		namedBlock{"L", [][2]string{{"AL", "23.58 mm"}, {"CCT", "531 µm"}, {"ACD", "2.95 mm"}, {"LT", "4.77 mm"}, {"WTW", "11.8 mm"}}})
	checkScan(t, pdf, `"AL":23.64`, `"AL":23.58`, `"LT":4.71`, `"LT":4.77`)
}
