package reader_test

import (
	"fmt"
	"slices"
	"testing"

	"biom/worker/document/layout"
	"biom/worker/reader"
)

// seen is what OCR saw on a page.
func seen(text string) layout.Page {
	p := page(text)
	p.OCR = true
	return p
}

// TestCells: a number that one look alone saw, or two saw differently, is read
// again by itself, and counts if another reading is the same.
func TestCells(t *testing.T) {
	t.Parallel()
	const text = "OD\nAL: 22.87 mm\nWTW: 12.1 mm\nLENSTAR LS 900"
	for _, tt := range []struct {
		name   string
		other  string // what the second look saw
		cell   string // what is read in the one cell, if there is one
		conf   float64
		cells  int
		length any
	}{
		{"alike", text, "", 0, 0, 22.87},
		{"seen by one look", "OD\nWTW: 12.1 mm", "22.87", 90, 1, 22.87},
		{"seen by one look, with the unit", "OD\nWTW: 12.1 mm", "22.87mm", 90, 1, 22.87},
		{"seen by one look, the cell says otherwise", "OD\nWTW: 12.1 mm", "22.37", 90, 1, nil},
		{"seen by one look, nothing in the cell", "OD\nWTW: 12.1 mm", "", 0, 1, nil},
		{"seen by one look, two numbers in the cell", "OD\nWTW: 12.1 mm", "22.87 12.1", 90, 1, nil},
		{"seen differently", "OD\nAL: 22.37 mm\nWTW: 12.1 mm", "22.87", 90, 1, nil}, // two against one
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			looks := []reader.Findings{reader.Find([]layout.Page{seen(text)}), reader.Find([]layout.Page{seen(tt.other)})}
			cells := reader.Cells(looks...)
			if len(cells) != tt.cells {
				t.Fatalf("%d cells, want %d", len(cells), tt.cells)
			}
			if tt.cells > 0 {
				if c := cells[0]; c.Page != 1 || c.IsAxis() || c.Y0 <= 0 || c.Y1 >= 0.1 || c.X1 <= c.X0 || c.X1 > 0.2 {
					t.Errorf("the cell is at %+v", c)
				}
				words := page(tt.cell).Words
				for i := range words {
					words[i].Conf = tt.conf
				}
				looks = append(looks, reader.FindCells(cells, [][]layout.Word{words}))
				if again := reader.Cells(looks...); len(again) != 0 {
					t.Errorf("read again: %+v", again)
				}
			}
			if got := found(t, reader.Agree(looks...).Report())["right_eye.AL"]; got != tt.length {
				t.Errorf("AL = %v, want %v", got, tt.length)
			}
		})
	}
}

// TestCellsAreNoOtherLook: two readings of a number by itself agree with the look that it was cut out of, and another
// look at the page saw another number, however unsure it was.
func TestCellsAreNoOtherLook(t *testing.T) {
	t.Parallel()
	unsure := seen("OD\nCCT: 438 µm\nWTW: 12.1 mm")
	for i := range unsure.Words {
		unsure.Words[i].Conf = 20
	}
	looks := []reader.Findings{reader.Find([]layout.Page{seen("OD\nCCT: 436 µm\nWTW: 12.1 mm")}), reader.Find([]layout.Page{unsure})}
	cells := reader.Cells(looks...)
	if len(cells) == 0 {
		t.Fatal("no number is read by itself")
	}
	var words [][]layout.Word
	for range cells {
		words = append(words, seen("436").Words)
	}
	again := reader.FindCells(cells, words)
	if got := found(t, reader.Agree(append(looks, again, again)...).Report())["right_eye.CCT"]; got != nil {
		t.Errorf("CCT = %v", got)
	}
}

// TestCellsBreakNoTie: of four looks two saw one number and two another. What is read in the cell of one of them decides nothing.
func TestCellsBreakNoTie(t *testing.T) {
	t.Parallel()
	one, other := reader.Find([]layout.Page{seen("OD\nAL: 22.87 mm\nWTW: 12.1 mm")}), reader.Find([]layout.Page{seen("OD\nAL: 22.87 mm\nWTW: 12.4 mm")})
	cells := reader.Cells(one, other)
	if len(cells) != 1 {
		t.Fatalf("%d cells", len(cells))
	}
	again := reader.FindCells(cells, [][]layout.Word{seen("12.4").Words})
	for name, tt := range map[string]struct {
		looks []reader.Findings
		want  any
	}{
		"a tie":        {[]reader.Findings{one, one, other, other, again, again}, nil},
		"three to one": {[]reader.Findings{one, other, other, other, again}, 12.4},
	} {
		if got := found(t, reader.Agree(tt.looks...).Report())["right_eye.WTW"]; got != tt.want {
			t.Errorf("%s: WTW = %v, want %v", name, got, tt.want)
		}
	}
}

// TestCellsOfTheOtherEye: a look that lost a heading gives the left eye's value
// to the right one. That it is read again alike does not make it the right
// eye's.
func TestCellsOfTheOtherEye(t *testing.T) {
	t.Parallel()
	both := reader.Find([]layout.Page{seen("OD right                 OS left\nAL: 23.45 mm             AL: 24.10 mm\nLT: 4.50 mm              LT: 4.60 mm")})
	lost := reader.Find([]layout.Page{seen("OD right\n                         AL: 24.10 mm\nLT: 4.50 mm\nACD: 3.21 mm\n                         CCT: 555 µm")})
	for _, c := range reader.Cells(both, lost) {
		if c.Y0 > 0.07 {
			t.Errorf("the left eye's thickness would count for the right one: %+v", c)
		}
	}
	if alone := reader.Cells(lost, lost); len(alone) != 0 {
		t.Errorf("seen twice, and yet read again: %+v", alone)
	}
	if once := reader.Cells(lost); !slices.ContainsFunc(once, func(c reader.Cell) bool { return c.Y0 > 0.07 }) {
		t.Errorf("without the other look nothing speaks against it: %+v", once)
	}
}

// TestMajority: a value must lead by two against what another look saw.
func TestMajority(t *testing.T) {
	t.Parallel()
	look := func(al string) reader.Findings { return reader.Find([]layout.Page{seen("OD\nAL: " + al + " mm")}) }
	a, b := look("22.87"), look("22.37")
	for _, tt := range []struct {
		looks []reader.Findings
		want  any
	}{
		{[]reader.Findings{a}, nil},
		{[]reader.Findings{a, a}, 22.87},
		{[]reader.Findings{a, a, b}, nil},
		{[]reader.Findings{a, a, b, a}, 22.87},
		{[]reader.Findings{a, a, b, a, b}, nil},
	} {
		if got := found(t, reader.Agree(tt.looks...).Report())["right_eye.AL"]; got != tt.want {
			t.Errorf("%d looks: %v, want %v", len(tt.looks), got, tt.want)
		}
	}
}

// TestMistakableIDs: nothing tells an O from a 0 between letters and digits.
func TestMistakableIDs(t *testing.T) {
	t.Parallel()
	for id, want := range map[string]any{"MRN05180": nil, "MRN15180": nil, "MRN25180": "MRN25180", "4O51": nil, "405180": "405180"} {
		f := reader.Find([]layout.Page{seen("Patient ID: " + id)})
		if got := found(t, reader.Agree(f, f).Report())["patient.id"]; got != want {
			t.Errorf("%s: %v", id, got)
		}
	}
}

// TestRightAngles: axes at right angles confirm each other, if the look that saw
// one alone saw the eye's curvatures beside it.
func TestRightAngles(t *testing.T) {
	t.Parallel()
	const (
		all       = "OD\nK1: 43.21 D @ 93\nK2: 44.10 D @ 3\nLENSTAR LS 900"
		noAxis    = "OD\nK1: 43.21 D\nK2: 44.10 D"
		otherAxis = "OD\nK1: 43.21 D @ 98\nK2: 44.10 D"
		otherPair = "OD\nK1: 43.21 D @ 98\nK2: 44.10 D @ 8"
		skew      = "OD\nK1: 43.21 D @ 93\nK2: 44.10 D @ 9\nLENSTAR LS 900"
		otherEye  = "OD\nK1: 41.00 D @ 60\nK2: 42.00 D @ 150"
	)
	for _, tt := range []struct {
		name       string
		looks      []string
		flat, want any
	}{
		{"by one look", []string{all, noAxis}, 93.0, 3.0},
		{"each by one look", []string{"OD\nK1: 43.21 D @ 93\nK2: 44.10 D\nLENSTAR LS 900", "OD\nK1: 43.21 D\nK2: 44.10 D @ 3"}, 93.0, 3.0},
		{"one seen differently", []string{all, otherAxis}, 93.0, 3.0},
		{"two pairs", []string{all, otherPair}, nil, nil},
		{"no right angle", []string{skew, noAxis}, nil, nil},
		{"beside the other eye's curvatures", []string{otherEye, noAxis, noAxis}, nil, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var looks []reader.Findings
			for _, text := range tt.looks {
				looks = append(looks, reader.Find([]layout.Page{seen(text)}))
			}
			got := found(t, reader.Agree(looks...).Report())
			if got["right_eye.K1_axis"] != tt.flat || got["right_eye.K2_axis"] != tt.want {
				t.Errorf("axes %v and %v, want %v and %v", got["right_eye.K1_axis"], got["right_eye.K2_axis"], tt.flat, tt.want)
			}
		})
	}
}

// TestAxisFarAway: of an eye without an axis, whose dashes OCR lost, the other
// one's is not taken, however often it is seen.
func TestAxisFarAway(t *testing.T) {
	t.Parallel()
	const text = "OD\nK1: 43.21 D x                                        161\nK2: 44.10 D x                                        71\nLENSTAR LS 900"
	look := reader.Find([]layout.Page{seen(text)})
	got := found(t, reader.Agree(look, look, look).Report())
	if got["right_eye.K1_magnitude"] != 43.21 || got["right_eye.K1_axis"] != nil || got["right_eye.K2_axis"] != nil {
		t.Errorf("%v @ %v, axis of K2 %v", got["right_eye.K1_magnitude"], got["right_eye.K1_axis"], got["right_eye.K2_axis"])
	}
}

// TestDioptresAreNoEye: "D x" in one word is no "dx", the Italian's right eye.
func TestDioptresAreNoEye(t *testing.T) {
	t.Parallel()
	look := reader.Find([]layout.Page{seen("      OD              OS\nK1    44.97 Dx --     54.73 Dx 161°\nK2    46.28 Dx --     56.93 Dx 71°\nPENTACAM AXL")})
	got := found(t, reader.Agree(look, look).Report())
	if got["right_eye.K1_axis"] != nil || got["left_eye.K1_axis"] != 161.0 || got["left_eye.K2_axis"] != 71.0 || got["right_eye.K1_magnitude"] != 44.97 {
		t.Errorf("right %v @ %v, left @ %v and %v", got["right_eye.K1_magnitude"], got["right_eye.K1_axis"], got["left_eye.K1_axis"], got["left_eye.K2_axis"])
	}
}

// TestSameIndex: the index is a setting of the device, so either eye's confirms
// the other's.
func TestSameIndex(t *testing.T) {
	t.Parallel()
	a := reader.Find([]layout.Page{seen("OD                OS\nAL: 22.87 mm       AL: 23.10 mm\nn: 1.3375          LENSTAR LS 900")})
	b := reader.Find([]layout.Page{seen("OD                OS\nAL: 22.87 mm       AL: 23.10 mm\nLENSTAR LS 900     n: 1.3375")})
	got := found(t, reader.Agree(a, b).Report())
	if got["right_eye.keratometric_index"] != 1.3375 || got["left_eye.keratometric_index"] != 1.3375 {
		t.Errorf("indices %v and %v", got["right_eye.keratometric_index"], got["left_eye.keratometric_index"])
	}
	other := reader.Find([]layout.Page{seen("OS\nAL: 23.10 mm\nn: 1.3375\nLENSTAR LS 900")})
	misread := reader.Find([]layout.Page{seen("OD\nAL: 23.10 mm\nn: 1.3375\nLENSTAR LS 900")})
	if got := found(t, reader.Agree(other, other, misread).Report()); got["right_eye.keratometric_index"] != nil || got["left_eye.keratometric_index"] != 1.3375 {
		t.Errorf("of an eye that one look alone named: %v and %v", got["right_eye.keratometric_index"], got["left_eye.keratometric_index"])
	}
	none := reader.Find([]layout.Page{seen("OD                OS\nAL: 22.87 mm       AL: 23.10 mm\nLENSTAR LS 900")})
	if got := found(t, reader.Agree(a, none).Report()); got["right_eye.keratometric_index"] != nil || got["left_eye.keratometric_index"] != nil {
		t.Errorf("seen by one look: %v and %v", got["right_eye.keratometric_index"], got["left_eye.keratometric_index"])
	}
}

// TestAccentsOfInitials: an accent that a look in doubt saw may be one that the sure ones lost.
func TestAccentsOfInitials(t *testing.T) {
	t.Parallel()
	look := func(name string) reader.Findings { return reader.Find([]layout.Page{seen("Patient: " + name)}) }
	plain := look("Sample, Oscar")
	for third, want := range map[string]any{
		"Samp1e, Oscar": "Sample, Oscar",
		"Sample, Óscar": "Sample, Óscar",
		"Samp1e, Óscar": nil,
	} {
		if got := found(t, reader.Agree(plain, plain, look(third)).Report())["patient.name"]; got != want {
			t.Errorf("%s: %v, want %v", third, got, want)
		}
	}
}

// TestAccents: another look at the name and the notes brings back accents that the first looks do not know, and changes nothing else.
func TestAccents(t *testing.T) {
	t.Parallel()
	const printed = "IOLMaster 700\nNom : Echantillon, Zoe\nOD\nAL : 22.87 mm\nRemarques : L'%s droit a cligne, ACD repetee"
	first, other := fmt.Sprintf(printed, "ceil"), fmt.Sprintf(printed, "oeil")
	looks := []reader.Findings{reader.Find([]layout.Page{seen(first)}), reader.Find([]layout.Page{seen(first)})}
	for _, tt := range []struct{ name, wantName, notes, wantNotes string }{
		{"Échantillon, Zoé", "Échantillon, Zoé", "L'œil droit a cligné, ACD répétée", "L'œil droit a cligné, ACD répétée"},
		{"Échantillon, Zoé", "Échantillon, Zoé", "L'œil gauche a cligné, ACD répétée", "L'ceil droit a cligne, ACD repetee"},
		{"Durand, Anne", "Echantillon, Zoe", "L'œil droit", "L'ceil droit a cligne, ACD repetee"},
		{"", "Echantillon, Zoe", "", "L'ceil droit a cligne, ACD repetee"},
	} {
		cells := reader.Texts(looks...)
		if len(cells) != 2 {
			t.Fatalf("%d texts, want the name and the notes", len(cells))
		}
		again := reader.FindCells(cells, [][]layout.Word{page(tt.name).Words, page(tt.notes).Words})
		got := found(t, reader.Agree(append(looks, again)...).Report())
		if got["patient.name"] != tt.wantName || got["notes"] != tt.wantNotes {
			t.Errorf("%q, %q: got %v, %v", tt.name, tt.notes, got["patient.name"], got["notes"])
		}
	}
	if cells := reader.Texts(looks[0], reader.Find([]layout.Page{seen(other)})); len(cells) != 1 {
		t.Errorf("%d texts, want the name: the notes differ", len(cells))
	}
}

// TestDeviceThatOneLookMisread: of several looks one alone saw another device, or a part of its name. Two that differ stay two.
func TestDeviceThatOneLookMisread(t *testing.T) {
	t.Parallel()
	look := func(device string) reader.Findings {
		return reader.Find([]layout.Page{seen(device + "\nOD\nAL : 22.87 mm")})
	}
	right, misread := look("LENSTAR LS 900"), look("LENSTAR ES 900")
	for _, tt := range []struct {
		looks []reader.Findings
		want  string
	}{
		{[]reader.Findings{right, misread, right, right}, "LenstarLS900"},
		{[]reader.Findings{misread, right, right}, "LenstarLS900"},
		{[]reader.Findings{misread, right}, "Other"},
		{[]reader.Findings{misread, misread, right}, "Other"},
	} {
		if got := reader.Agree(tt.looks...).Report().Data.Biometer.DeviceName; got != tt.want {
			t.Errorf("%d looks: %s, want %s", len(tt.looks), got, tt.want)
		}
	}
}

// TestNotesWithAMissingWord: a look that misses a word of a sentence does not contradict those that saw it; one that saw another word does.
func TestNotesWithAMissingWord(t *testing.T) {
	t.Parallel()
	const printed = "IOLMaster 700\nOD\nAL : 22.87 mm\nRemarks: "
	for _, tt := range []struct {
		third string
		want  any
	}{
		{"fixation, repeat ACD", "Poor fixation, repeat ACD"},
		{"Good fixation, repeat ACD", nil},
		{"repeat ACD, Poor fixation", nil},
	} {
		var looks []reader.Findings
		for _, notes := range []string{"Poor fixation, repeat ACD", "Poor fixation, repeat ACD", tt.third} {
			looks = append(looks, reader.Find([]layout.Page{seen(printed + notes)}))
		}
		if got := found(t, reader.Agree(looks...).Report())["notes"]; got != tt.want {
			t.Errorf("%s: %v, want %v", tt.third, got, tt.want)
		}
	}
}

// TestJoinedLetterOfOneLook: of œ data of other languages make one letter or two, each look another.
func TestJoinedLetterOfOneLook(t *testing.T) {
	t.Parallel()
	look := func(note string) reader.Findings {
		return reader.Find([]layout.Page{seen("MS-39\nOD\nAL : 22.87 mm\nRemarques : " + note)})
	}
	other, third, own := look("L'wil gauche a cligne."), look("L'eil gauche a cligne."), look("L'œil gauche a cligné.")
	if got := found(t, reader.Agree(other, third, own, other, third).Report())["notes"]; got != "L'œil gauche a cligné." {
		t.Errorf("notes = %v", got)
	}
}

// TestNotesWithoutBlanks: a look that saw no blanks beside a sign confirms the others, and they keep theirs.
func TestNotesWithoutBlanks(t *testing.T) {
	t.Parallel()
	const printed = "IOLMaster 700\nOD\nAL : 22.87 mm\nRemarks: "
	var looks []reader.Findings
	for _, notes := range []string{"Autorefractor: K 45.48/41.67 D.", "Autorefractor: K 45.48 / 41.67 D.", "Autorefractor: K 45.48 / 41.67 D."} {
		looks = append(looks, reader.Find([]layout.Page{seen(printed + notes)}))
	}
	if got := found(t, reader.Agree(looks...).Report())["notes"]; got != "Autorefractor: K 45.48 / 41.67 D." {
		t.Errorf("%v", got)
	}
}

// TestAccentsOfARemark: two looks saw a remark without an accent, and a third one the word with it and lost the rest.
func TestAccentsOfARemark(t *testing.T) {
	t.Parallel()
	const printed = "ANTERION\nOD\nAL : 22.87 mm\nBemerkung: "
	var looks []reader.Findings
	for _, notes := range []string{"Guttata zentral, Endothelzahlung 1450/mm?.", "Guttata zentral, Endothelzahlung 1450/mm?.", "Guttata zentral, Endothelzahlung 1450/mm?.", "ee Endothelzählung"} {
		looks = append(looks, reader.Find([]layout.Page{seen(printed + notes)}))
	}
	if got := found(t, reader.Agree(looks...).Report())["notes"]; got != "Guttata zentral, Endothelzählung 1450/mm²." {
		t.Errorf("%v", got)
	}
}

// TestSpacesOfIdentifiers: looks agree on an ID that not all saw with its space; most decide, and where as many saw it otherwise nothing is known.
func TestSpacesOfIdentifiers(t *testing.T) {
	t.Parallel()
	look := func(id string) reader.Findings {
		return reader.Find([]layout.Page{seen("ID: " + id + "\nOD\nAL 23.45 mm")})
	}
	for want, looks := range map[any][]reader.Findings{
		"3954 4420":  {look("39544420"), look("3954 4420"), look("3954 4420")},
		"3954 4421":  {look("3954 4421"), look("39544421"), look("3954 4421"), look("39544421"), look("3954 4421")},
		"39544422":   {look("3954 4422"), look("39544422"), look("39544422")},
		any(nil):     {look("3954 4423"), look("39544423")},
		"R 491211":   {look("R 491211"), look("R 491211")},
		"GX 9235 97": {look("GX 923597"), look("GX 9235 97"), look("GX 9235 97")},
	} {
		if got := found(t, reader.Agree(looks...).Report())["patient.id"]; got != want {
			t.Errorf("%v, want %v", got, want)
		}
	}
}
