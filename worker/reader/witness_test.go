package reader_test

import (
	"fmt"
	"strings"
	"testing"

	"biom/worker/document/layout"
	"biom/worker/reader"
)

// printed is a page of lines whose columns are apart by " | ".
func printed(lines ...string) []layout.Page {
	page := layout.Page{Number: 1, Width: 600, Height: 800}
	for n, line := range lines {
		for i, column := range strings.Split(line, "|") {
			x, y := 20+180*float64(i), 20+20*float64(n)
			for w := range strings.FieldsSeq(column) {
				box := layout.Box{X0: x, Y0: y, X1: x + 5*float64(len(w)), Y1: y + 10}
				page.Words = append(page.Words, layout.Word{Text: w, Box: box, Conf: layout.Certain})
				x = box.X1 + 4
			}
		}
	}
	return []layout.Page{page}
}

func TestWitness(t *testing.T) {
	t.Parallel()
	w := reader.Testify(printed(
		"Patient: 1234567 | Room 77",
		" | OD | OS",
		"AL [mm] | 23,40 | 24,10",
		"ACD [mm] | 3,10 | 3,25",
		"LT [mm] | 4,50 | 4,50",
		"CCT [mm] | 0,545 | 0,561",
		"Zyx | 11,70 | 12,30",
		"K1 | 7,81 mm @ 93° | 8,03 mm @ 80°",
		"K2 | 7,67 mm @ 3° | 7,76 mm @ 170°",
		"n | 1,3375 | 1,3375",
		"Posterior cornea",
		"K1 | -5,90 D @ 93° | -6,10 D @ 80°",
		"K2 | -6,20 D @ 3° | -6,30 D @ 170°",
		"IOL calculation | pACD 5,20 | pACD 5,30",
		"WTW | --- | 12,30",
	))
	for _, tt := range []struct {
		eye, field string
		value      float64
		want       reader.Verdict
	}{
		{"right_eye", "AL", 23.4, reader.Found},
		{"right_eye", "AL", 23.41, reader.Refuted},
		{"right_eye", "AL", 24.1, reader.OtherEyes},
		{"left_eye", "AL", 23.4, reader.OtherEyes},
		{"left_eye", "LT", 4.5, reader.Found},
		{"right_eye", "CCT", 545, reader.Found},
		{"left_eye", "CCT", 545, reader.OtherEyes},
		{"right_eye", "CCT", 544, reader.Refuted},
		{"right_eye", "WTW", 11.9, reader.Unprinted},
		{"right_eye", "WTW", 11.7, reader.Unknown}, // a row that the reader does not understand
		{"right_eye", "K1_magnitude", 43.21, reader.Found},
		{"right_eye", "K1_magnitude", 43.31, reader.Refuted},
		{"right_eye", "K1_magnitude", 42.03, reader.OtherEyes},
		{"right_eye", "K1_axis", 93, reader.Found},
		{"right_eye", "PK1_magnitude", 5.9, reader.Found},
		{"left_eye", "PK1_magnitude", 5.9, reader.OtherEyes},
		{"right_eye", "TK1_magnitude", 43.21, reader.Unprinted}, // radii give K alone
		{"right_eye", "TK1_axis", 77, reader.Unknown},
		{"right_eye", "keratometric_index", 1.3375, reader.Found},
	} {
		t.Run(fmt.Sprint(tt.eye, tt.field, tt.value), func(t *testing.T) {
			t.Parallel()
			if got := w.Says(tt.eye, tt.field, tt.value); got != tt.want {
				t.Errorf("%d, want %d", got, tt.want)
			}
		})
	}
}

// TestWitnessOfNothing: where the reader knows no eye it knows what is printed,
// and where nothing is, that it has nothing to say.
func TestWitnessOfNothing(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		lines  []string
		value  float64
		want   reader.Verdict
		silent bool
	}{
		"numbers of nobody": {[]string{"23,40 24,10"}, 24.1, reader.Unknown, true},
		"another number":    {[]string{"23,40 24,10"}, 25.1, reader.Unprinted, true},
		"no words":          {nil, 24.1, reader.Unprinted, true},
		"one eye":           {[]string{"OD", "AL 23,40 mm", "ACD 3,10 mm", "LT 4,50 mm"}, 23.4, reader.OtherEyes, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := reader.Testify(printed(tt.lines...))
			if got := w.Says("left_eye", "AL", tt.value); got != tt.want || w.Silent() != tt.silent {
				t.Errorf("%d, silent: %v", got, w.Silent())
			}
		})
	}
}

// Whatever the language of the headings, exchanged eyes are noticed.
func TestWitnessKnowsTheEyesInOtherLanguages(t *testing.T) {
	t.Parallel()
	for _, eyes := range []string{
		"Oko prawe|Oko lewe", "Rechteroog|Linkeroog", "Höger öga|Vänster öga", "Højre øje|Venstre øje", "Oikea silmä|Vasen silmä",
		"Jobb szem|Bal szem", "Ochiul drept|Ochiul stâng", "Pravé oko|Levé oko", "Desno oko|Lijevo oko", "Sağ göz|Sol göz",
		"ΔΕΞΙΟΣ ΟΦΘΑΛΜΟΣ|ΑΡΙΣΤΕΡΟΣ ΟΦΘΑΛΜΟΣ", "Правый глаз|Левый глаз", "右眼|左眼", "우안|좌안",
		"Oko prawe (OP)|Oko lewe (OL)", "右眼 (OD)|左眼 (OS)",
	} {
		w := reader.Testify(printed(" |"+eyes, "AL [mm] | 23,40 | 24,10", "ACD [mm] | 3,10 | 3,25", "K1 [D] | 43,10 | 42,20", "K2 [D] | 44,00 | 43,10"))
		if right, wrong := w.Says("right_eye", "AL", 23.4), w.Says("right_eye", "AL", 24.1); right != reader.Found || wrong != reader.OtherEyes {
			t.Errorf("%s: %v, and exchanged %v", eyes, right, wrong)
		}
	}
}
