package reader_test

import (
	"slices"
	"strings"
	"testing"

	"biom/worker/document/layout"
	"biom/worker/reader"
)

// TestSeenBeside: what one look alone found counts if another saw the same in the same place without knowing what it is, and does not
// if that one saw something else there, or took it for another value.
func TestSeenBeside(t *testing.T) {
	t.Parallel()
	const whole = `IOLMaster 700    ID: 2680
Name: Sample, Sally     Born: 1.12.1955
OD                      OS
AL      23.45 mm        AL      24.12 mm
ACD     3.12 mm         ACD     3.05 mm
Lens status: Phakic
Remark: Contact lenses out for 14 days.`
	for _, tt := range []struct {
		name, from, to string // how the other look differs
		path           string
		want           any
	}{
		{"a lost label", "AL      23.45 mm", "##      23.45 mm", "right_eye.AL", 23.45},
		{"another number", "AL      23.45 mm", "##      23.46 mm", "right_eye.AL", nil},
		{"no number", "AL      23.45 mm", "##      2     mm", "right_eye.AL", nil},
		{"another field", "AL      23.45 mm        AL      24.12", "AL      13.12 mm        AL      24.12", "right_eye.AL", nil},
		{"a lost date", "Born: 1.12.1955", "####: 1.12.1955", "patient.date_of_birth", "1955-12-01"},
		{"a date with its point elsewhere", "Born: 1.12.1955", "####: 11.2.1955", "patient.date_of_birth", nil},
		{"a lost name", "Name: Sample, Sally", "N##e# Sample, Sally", "patient.name", "Sample, Sally"},
		{"another name", "Name: Sample, Sally", "N##e# Sample, Molly", "patient.name", nil},
		{"a lost identifier", "ID: 2680", "##: 2680", "patient.id", nil},
		{"a lost remark", "Remark: Contact", "R##a##: Contact", "notes", "Contact lenses out for 14 days."},
		{"a state that goes on", "Lens status: Phakic", "Lens status: Phakic 1OI", "right_eye.lens_status", nil},
		{"another remark", "Remark: Contact lenses out for 14", "R##a##: Contact lenses out for 74", "notes", nil},
	} {
		other := replaced(t, whole, tt.from, tt.to)
		words := [][]layout.Page{{seen(whole)}, {seen(other)}}
		looks := []reader.Findings{reader.Find(words[0]), reader.Find(words[1])}
		if got := found(t, reader.Agree(looks...).Report())[tt.path]; got != nil {
			t.Errorf("%s: %v without comparing places", tt.name, got)
		}
		all := slices.Concat(looks, []reader.Findings{reader.SeenBeside(looks, words)})
		if got := found(t, reader.Agree(all...).Report())[tt.path]; got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.name, got, tt.want)
		}
	}
}

// TestTextsSeenOnce: a text or a date that one look alone saw is read by itself, and counts if it says the same.
func TestTextsSeenOnce(t *testing.T) {
	t.Parallel()
	const whole = "IOLMaster 700\nBorn: 1.12.1955\nOD\nAL: 22.87 mm"
	looks := []reader.Findings{reader.Find([]layout.Page{seen(whole)}), reader.Find([]layout.Page{seen(replaced(t, whole, "Born: 1.12.1955", "               "))})}
	cells := reader.TextsSeenOnce(looks...)
	if len(cells) != 1 {
		t.Fatalf("%d texts, want the date of birth", len(cells))
	}
	for printed, want := range map[string]any{"1.12.1955": "1955-12-01", "1. 12. 1955": "1955-12-01", "1.12.1956": nil, "": nil} {
		again := reader.FindCells(cells, [][]layout.Word{page(printed).Words})
		got := found(t, reader.Agree(looks[0], looks[1], again).Report())
		if got["patient.date_of_birth"] != want {
			t.Errorf("%q: got %v, want %v", printed, got["patient.date_of_birth"], want)
		}
	}
	state := whole + "\nLens status: Phakic"
	looks = []reader.Findings{reader.Find([]layout.Page{seen(state)}), reader.Find([]layout.Page{seen(state + " 1OI")})}
	if cells := reader.TextsSeenOnce(looks...); len(cells) != 0 {
		t.Errorf("%d texts although a state goes on", len(cells))
	}
}

// TestUnread: another look at the page is made for a label without a value and for digits in doubt.
func TestUnread(t *testing.T) {
	t.Parallel()
	const whole = "IOLMaster 700\nOD\nAL: 22.87 mm\nCCT: 545 µm"
	for _, tt := range []struct {
		name string
		a, b string
		want bool
	}{
		{"all is read", whole, whole, false},
		{"no look read a value", replaced(t, whole, "545", "###"), replaced(t, whole, "545", "###"), true},
		{"the looks differ", whole, replaced(t, whole, "545", "546"), true},
		{"dashes", replaced(t, whole, "545", "---"), replaced(t, whole, "545", "---"), false},
	} {
		looks := []reader.Findings{reader.Find([]layout.Page{seen(tt.a)}), reader.Find([]layout.Page{seen(tt.b)})}
		if got := reader.Unread(looks...); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}

// TestStopOfRemark: of a remark the spelling counts that most looks saw, although the first one has lost a full stop.
func TestStopOfRemark(t *testing.T) {
	t.Parallel()
	const whole = "IOLMaster 700\nOD\nAL: 22.87 mm\nRemark: Lenses out for 14 days. Dry eye."
	cut, full := reader.Find([]layout.Page{seen(replaced(t, whole, "days.", "days"))}), reader.Find([]layout.Page{seen(whole)})
	if got, want := found(t, reader.Agree(cut, full, full).Report())["notes"], "Lenses out for 14 days. Dry eye."; got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestLoneAccent: that a word of one letter has an accent more looks must have seen, as the form of a quotation mark.
func TestLoneAccent(t *testing.T) {
	t.Parallel()
	const whole = "MS-39\nOD\nAL: 22.87 mm\nCommentaires: L'œil gauche a cligné."
	plain, marked := reader.Find([]layout.Page{seen(whole)}), reader.Find([]layout.Page{seen(replaced(t, whole, " a ", " à "))})
	curled := reader.Find([]layout.Page{seen(replaced(t, whole, "L'", "L’"))})
	for want, looks := range map[string][]reader.Findings{
		"L'œil gauche a cligné.": {marked, plain, plain}, "L'œil gauche à cligné.": {plain, marked, marked}, "L’œil gauche a cligné.": {plain, curled, curled},
	} {
		if got := found(t, reader.Agree(looks...).Report())["notes"]; got != want {
			t.Errorf("%v, want %q", got, want)
		}
	}
	if got := found(t, reader.Agree(curled, plain, plain).Report())["notes"]; got != "L'œil gauche a cligné." {
		t.Errorf("%v although more looks saw a straight mark", got)
	}
}

// TestCutName: OCR has lost what followed the comma, or the words are a label's.
func TestCutName(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]any{"Name: Sample, Sally": "Sample, Sally", "Name: Sample Jones,": nil, "Name: Date de": nil} {
		look := reader.Find([]layout.Page{seen(text + "\nOD\nAL: 22.87 mm")})
		if got := found(t, reader.Agree(look, look).Report())["patient.name"]; got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}

// replaced is a text with a part of it in other words.
func replaced(t *testing.T, text, from, to string) string {
	t.Helper()
	if !strings.Contains(text, from) {
		t.Fatalf("%q is not in %q", from, text)
	}
	return strings.Replace(text, from, to, 1)
}

// TestLeaningColumns: on a photo columns that were printed straight lean, so that no wide strip lies between those of both eyes; each row is cut at its widest gap.
// A row whose values stand both under one heading says that the widest gap is not that between the eyes.
func TestLeaningColumns(t *testing.T) {
	t.Parallel()
	const text = `
Biometer: Argos
                  Rechtes Auge   Linkes Auge
AxialLength   mm    23.64 ±0.04    36.76 ±0.03
Pachy         µm      549 ±4         529 ±3
ACD           mm     3.81 ±0.03     2.70 ±0.02
Lens Th.      mm     3.94 ±0.01     5.96 ±0.04
W-W           mm     12.6 ±0.0      11.4 ±0.0`
	leaning := func(text string) layout.Page {
		p := seen(text)
		for i := range p.Words {
			if w := &p.Words[i]; w.X0 > 100 && w.Y0 > 40 {
				w.X0, w.X1 = w.X0-0.45*(w.Y0-40), w.X1-0.45*(w.Y0-40)
			}
		}
		return p
	}
	check(t, want{
		"right_eye.AL": 23.64, "right_eye.CCT": 549.0, "right_eye.ACD": 3.81, "right_eye.LT": 3.94, "right_eye.WTW": 12.6,
		"left_eye.AL": 36.76, "left_eye.CCT": 529.0, "left_eye.ACD": 2.7, "left_eye.LT": 5.96, "left_eye.WTW": 11.4,
	}, nil, leaning(text))
	check(t, want{}, nil, leaning(replaced(t, text, "5.96 ±0.04", "          ")))
}

// TestPairWithHalfItsValues: two labels share a place, and OCR saw one of their values only, or one without the other's sign: it may be of either.
func TestPairWithHalfItsValues(t *testing.T) {
	t.Parallel()
	const text = `
TOMEY OA-2000
OD
AXIAL: 22.26 mm
Kflat/Ksteep
44.54 D @ 106° / 45.35 D @ 16°
`
	length := want{"right_eye.AL": 22.26}
	check(t, merged(length, want{"right_eye.K1_magnitude": 44.54, "right_eye.K1_axis": 106.0, "right_eye.K2_magnitude": 45.35, "right_eye.K2_axis": 16.0}), nil, seen(text))
	for _, half := range []string{"44.54 D @ 106°                ", "               45.35 D @ 16°", "44.54 D @ 106° 45.35 D @ 16° ", "44.54                        "} {
		check(t, length, nil, seen(strings.Replace(text, "44.54 D @ 106° / 45.35 D @ 16°", half, 1)))
	}
}

// TestEdgeOfLeaningPage: on a photo the name of the only eye ends where the lines above it end, though the foot of the page reaches farther out. A name over the
// middle of the right half, where nothing was seen, may be that of a column.
func TestEdgeOfLeaningPage(t *testing.T) {
	t.Parallel()
	const text = `
Rapport de biométrie                                          CSO MS-39
Sexe Homme

                                                              Gauche
AL     23.05 mm
ACD    3.21 mm
LT     4.44 mm
WTW    11.9 mm


                                                                   Page 1 / 1`
	check(t, want{"left_eye.AL": 23.05, "left_eye.ACD": 3.21, "left_eye.LT": 4.44, "left_eye.WTW": 11.9, "patient.gender": "Male"}, nil, seen(replaced(t, text, "                                                              Gauche", "                                                                Gauche")))
	check(t, want{"patient.gender": "Male"}, nil, seen(replaced(t, text, "                                                              Gauche", "                                                     Gauche")))
}

// TestMisreadNames: the label behind a surname was misread, so that the surname would go on over it; an Œ before the side of an eye is none of several letters.
func TestMisreadNames(t *testing.T) {
	t.Parallel()
	const text = "Apelido: Modelo | Nome próprio: Marília | Sexo: F\nŒil: Droit\nAL 23.05 mm\nACD 3.21 mm"
	eye := want{"right_eye.AL": 23.05, "right_eye.ACD": 3.21, "patient.gender": "Female"}
	check(t, merged(eye, want{"patient.name": "Modelo, Marília"}), nil, seen(text))
	check(t, merged(eye, want{"patient.name": "Modelo, Marília"}), nil, seen(replaced(t, text, "Œil", "Gil")))
	check(t, eye, []string{"patient.name"}, seen(replaced(t, text, "próprio", "preprio")))
}
