package local_test

import "testing"

// TestTurnedNamesInTheMargin: OCR of a page sees no names that stand turned in dark bars beside the blocks of the eyes.
func TestTurnedNamesInTheMargin(t *testing.T) {
	pdf, text := newPage()
	text(18, 20, 11, 0, "ALADDIN   Optical biometry")
	text(60, 30, 11, 0, "Patient: Sample, Anna   Born: 07.11.1946   Examined: 16.12.2024")
	for i, eye := range []struct {
		name string
		rows [][2]string
	}{
		{"OD – right", [][2]string{{"AL", "23.64 mm"}, {"CCT", "528 µm"}, {"ACD", "3.37 mm"}, {"LT", "4.71 mm"}, {"WTW", "11.9 mm"}, {"K1", "43.21 D @ 12°"}, {"K2", "44.02 D @ 102°"}}},
		{"OS – left", [][2]string{{"AL", "23.58 mm"}, {"CCT", "531 µm"}, {"ACD", "2.95 mm"}, {"LT", "4.77 mm"}, {"WTW", "11.8 mm"}, {"K1", "43.35 D @ 171°"}, {"K2", "44.40 D @ 81°"}}},
	} {
		top := 45 + 80*float64(i)
		pdf.SetFillColor(60, 60, 60)
		pdf.Rect(8, top, 10, 66, "F")
		pdf.TransformBegin()
		pdf.TransformRotate(90, 15, top+50)
		text(15, top+50, 14, 255, eye.name)
		pdf.TransformEnd()
		for n, row := range eye.rows {
			y := top + 8 + 8.5*float64(n)
			text(32, y, 11, 0, row[0])
			text(80, y, 11, 0, row[1])
		}
	}
	checkScan(t, pdf, `"AL":23.64`, `"AL":23.58`, `"LT":4.71`, `"LT":4.77`, `"K2_axis":102`, `"K2_axis":81`)
}

// TestLettersInDarkBoxes: OCR of a page leaves out single letters that stand in dark bars beside the blocks of the eyes.
func TestLettersInDarkBoxes(t *testing.T) {
	pdf, text := newPage()
	text(18, 20, 11, 0, "ARGOS   Optical biometry")
	text(60, 30, 11, 0, "Patient: Sample, Anna   Born: 07.11.1946   Examined: 16.12.2024")
	for i, eye := range []struct {
		name string
		rows [][2]string
	}{
		{"R", [][2]string{{"AL", "23.64 mm"}, {"CCT", "528 µm"}, {"ACD", "3.37 mm"}, {"LT", "4.71 mm"}, {"WTW", "11.9 mm"}}},
		{"L", [][2]string{{"AL", "23.58 mm"}, {"CCT", "531 µm"}, {"ACD", "2.95 mm"}, {"LT", "4.77 mm"}, {"WTW", "11.8 mm"}}},
	} {
		top := 45 + 60*float64(i)
		pdf.SetFillColor(60, 60, 60)
		pdf.Rect(10, top, 8, 46, "F")
		text(12, top+25, 16, 255, eye.name)
		for n, row := range eye.rows {
			y := top + 8 + 8.5*float64(n)
			text(32, y, 11, 0, row[0])
			text(80, y, 11, 0, row[1])
		}
	}
	checkScan(t, pdf, `"AL":23.64`, `"AL":23.58`, `"LT":4.71`, `"LT":4.77`)
}
