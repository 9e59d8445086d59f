package damage

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"biom/shared/biometry"
	"biom/worker/document/layout"
)

// document sets pages like a typewriter, 10 points high.
func document(name string, values map[string]any, pages ...string) Document {
	d := Document{Name: name, Truth: NewTruth(values)}
	for i, text := range pages {
		d.Pages = append(d.Pages, layout.Page{Number: i + 1, Width: 400, Height: 400, Words: set(20, 40, 10, strings.Split(text, "\n")...)})
	}
	return d
}

// report has what every kind of damage needs.
func report() Document {
	return document("report", map[string]any{
		"patient.name": "JD", "patient.id": "4711",
		"right_eye.AL": 23.45, "right_eye.K1_magnitude": 42.5, "right_eye.K1_axis": 12, "left_eye.AL": 24.1, "left_eye.K1_magnitude": 43.5, "left_eye.CCT": 555,
	}, `
Name: Doe, Jane      ID: 4711
OD right eye              OS left eye
Axial length 23.45 mm     Axial length 24.10 mm
K1: 42.50 D @ 12°         K1: 43.50 D @ 13°`, `
Name: Doe, Jane      ID: 4711
OS left eye
CCT 555 µm`)
}

func another() Document {
	return document("another", map[string]any{"patient.name": "MM", "patient.id": "4712", "right_eye.AL": 22.22}, `
Name: Muster, Max      ID: 4712
OD
AL 22.22 mm`)
}

// text returns the words of a document in their order.
func text(d Document) string {
	var words []string
	for _, p := range d.Pages {
		for _, w := range p.Words {
			words = append(words, w.Text)
		}
	}
	return strings.Join(words, " ")
}

func applied(t *testing.T, kind string, seed uint64) Document {
	t.Helper()
	i := slices.IndexFunc(Damages(), func(k Damage) bool { return k.Name == kind })
	if i < 0 {
		t.Fatalf("there is no damage %q", kind)
	}
	d, ok := Damages()[i].Apply(seed, report(), another())
	if !ok {
		t.Fatalf("%s is not possible", kind)
	}
	return d
}

// TestEveryDamage applies every kind of damage with several seeds: one seed always gives
// the same, some seed changes the document, and the documents given stay as they are.
func TestEveryDamage(t *testing.T) {
	t.Parallel()
	for _, kind := range Damages()[1:] {
		t.Run(kind.Name, func(t *testing.T) {
			t.Parallel()
			changed := false
			for seed := range uint64(20) {
				d, other := report(), another()
				one, ok := kind.Apply(seed, d, other)
				again, _ := kind.Apply(seed, d, other)
				if !reflect.DeepEqual(one, again) {
					t.Fatal("the same seed gives different documents")
				}
				if !reflect.DeepEqual(d, report()) || !reflect.DeepEqual(other, another()) {
					t.Fatal("it changes the documents that it was given")
				}
				changed = changed || ok && !reflect.DeepEqual(d.Pages, one.Pages)
				for _, p := range one.Pages {
					if box := extent(p.Words); box.X0 < -0.01 || box.Y0 < -0.01 || box.X1 > p.Width+0.01 || box.Y1 > p.Height+0.01 {
						t.Fatalf("seed %d: words at %v outside of the page, %v × %v", seed, box, p.Width, p.Height)
					}
				}
			}
			if !changed {
				t.Error("it changes nothing")
			}
		})
	}
}

// TestWords compares the words after damages that need no random numbers.
func TestWords(t *testing.T) {
	t.Parallel()
	const head = "Name: Doe, Jane ID: 4711 "
	for kind, want := range map[string]string{
		"right heading removed":             head + "OS left eye Axial length 23.45 mm Axial length 24.10 mm K1: 42.50 D @ 12° K1: 43.50 D @ 13° " + head + "OS left eye CCT 555 µm",
		"both headings removed":             head + "Axial length 23.45 mm Axial length 24.10 mm K1: 42.50 D @ 12° K1: 43.50 D @ 13° " + head + "CCT 555 µm",
		"headings disagree with themselves": head + "OS right eye OD left eye Axial length 23.45 mm Axial length 24.10 mm K1: 42.50 D @ 12° K1: 43.50 D @ 13° " + head + "OD left eye CCT 555 µm",
		"headings exchanged":                head + "OS left eye OD right eye Axial length 23.45 mm Axial length 24.10 mm K1: 42.50 D @ 12° K1: 43.50 D @ 13° " + head + "OD right eye CCT 555 µm",
		"@ read as OS":                      head + "OD right eye OS left eye Axial length 23.45 mm Axial length 24.10 mm K1: 42.50 D OS 12° K1: 43.50 D OS 13° " + head + "OS left eye CCT 555 µm",
		"pages reversed":                    head + "OS left eye CCT 555 µm " + head + "OD right eye OS left eye Axial length 23.45 mm Axial length 24.10 mm K1: 42.50 D @ 12° K1: 43.50 D @ 13°",
		"pages of another patient in front": "Name: Muster, Max ID: 4712 OD AL 22.22 mm " +
			head + "OD right eye OS left eye Axial length 23.45 mm Axial length 24.10 mm K1: 42.50 D @ 12° K1: 43.50 D @ 13° " + head + "OS left eye CCT 555 µm",
	} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			if got := text(applied(t, kind, 1)); got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
		})
	}
}

// TestTruth: what can still be known after a damage.
func TestTruth(t *testing.T) {
	t.Parallel()
	for kind, want := range map[string]map[string]any{
		"right heading removed": {"patient.name": "JD", "patient.id": "4711", "left_eye.AL": 24.1, "left_eye.K1_magnitude": 43.5, "left_eye.CCT": 555},
		"both headings removed": {"patient.name": "JD", "patient.id": "4711"},
		"headings read as OO":   {"patient.name": "JD", "patient.id": "4711"},
		"headings exchanged": {
			"patient.name": "JD", "patient.id": "4711", "left_eye.AL": 23.45, "left_eye.K1_magnitude": 42.5, "left_eye.K1_axis": 12,
			"right_eye.AL": 24.1, "right_eye.K1_magnitude": 43.5, "right_eye.CCT": 555,
		},
		"pages of another patient appended": {},
		"headings disagree with themselves": {"patient.name": "JD", "patient.id": "4711"},
		"values removed":                    without(report().Truth.Values, "left_eye.CCT"),
		"scaled":                            report().Truth.Values,
		"columns of the eyes mirrored":      report().Truth.Values,
	} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			if got := applied(t, kind, 1).Truth.Values; !maps.Equal(got, want) {
				t.Errorf("got %v, want %v", got, want)
			}
		})
	}
}

// leftOf returns where the first words with a text begin, the leftmost of them.
func leftOf(d Document, text string) float64 {
	x := 1000.0
	for _, w := range d.Pages[0].Words {
		if w.Text == text {
			x = min(x, w.X0)
		}
	}
	return x
}

func without(values map[string]any, paths ...string) map[string]any {
	for _, p := range paths {
		delete(values, p)
	}
	return values
}

// TestMirroredColumns: the headings and the values have changed places.
func TestMirroredColumns(t *testing.T) {
	t.Parallel()
	d := applied(t, "columns of the eyes mirrored", 1)
	at := map[string]float64{}
	for _, w := range d.Pages[0].Words {
		at[w.Text] = w.X0
	}
	if at["OS"] > at["OD"] || at["24.10"] > at["23.45"] {
		t.Errorf("not exchanged: %v", at)
	}
}

// TestMirroredPanels: headings in the middle of their panels move with their labels, and
// what stands at the left of a table does not.
func TestMirroredPanels(t *testing.T) {
	t.Parallel()
	panels := document("panels", map[string]any{"right_eye.AL": 23.45, "left_eye.AL": 24.1}, `
        OD                          OS
Biometry                    Biometry
Length: 23.45 mm            Length: 24.10 mm
Chamber: 3.10 mm            Chamber: 3.20 mm`)
	table := document("table", map[string]any{"right_eye.AL": 23.45, "left_eye.AL": 24.1}, `
             OD        OS
Length       23.45     24.10
Chamber      3.10      3.20`)
	for _, d := range []Document{panels, table} {
		before := d.clone()
		if !d.mirrorColumns() {
			t.Fatalf("%s: not possible", d.Name)
		}
		for _, pair := range [][2]string{{"OD", "OS"}, {"23.45", "24.10"}, {"3.10", "3.20"}} {
			if leftOf(before, pair[0]) != leftOf(d, pair[1]) || leftOf(before, pair[1]) != leftOf(d, pair[0]) {
				t.Errorf("%s: %s and %s have not changed places", d.Name, pair[0], pair[1])
			}
		}
		if leftOf(before, "Length:") != leftOf(d, "Length:") || leftOf(before, "Length") != leftOf(d, "Length") {
			t.Errorf("%s: labels have moved", d.Name)
		}
	}
}

// TestMirroredAboveValues: a value with its unit that reaches over both columns cannot change places, so nothing does.
func TestMirroredAboveValues(t *testing.T) {
	t.Parallel()
	d := document("values", map[string]any{"right_eye.AL": 23.45, "left_eye.AL": 24.1}, `
             OD        OS
Chamber      3.10mm    3.20mm
Power        43.10D    43.20D
Pachymetry   555µm     556µm
Length          23.45mm 24.10mm`)
	if d.mirrorColumns() {
		t.Errorf("exchanged: %v", d.Pages[0].Words)
	}
}

// TestMirroredAboveWords: what is said in words that reach over both columns keeps its place, so
// that whose it is cannot be told.
func TestMirroredAboveWords(t *testing.T) {
	t.Parallel()
	d := document("words", map[string]any{"right_eye.AL": 23.45, "right_eye.post_refractive": "Radial Keratotomy"}, `
             OD        OS
Length       23.45     24.10
Chamber      3.10      3.20
Power        43.10     43.20
Surgery      radialkeratotomy none`)
	if !d.mirrorColumns() || !d.Truth.open["right_eye.post_refractive"] || d.Truth.open["right_eye.AL"] {
		t.Errorf("not judged: %v", d.Truth.open)
	}
}

// TestMisreadDigits: the document says what its truth says.
func TestMisreadDigits(t *testing.T) {
	t.Parallel()
	d := applied(t, "digits misread", 3)
	if maps.Equal(d.Truth.Values, report().Truth.Values) {
		t.Fatal("no value has changed")
	}
	for path, v := range d.Truth.Values {
		value, ok := biometry.AsFloat(v)
		printed := slices.ContainsFunc(d.Pages[0].Words, func(w layout.Word) bool { n, ok := magnitude(w.Text); return ok && n == value })
		printed = printed || slices.ContainsFunc(d.Pages[1].Words, func(w layout.Word) bool { n, ok := magnitude(w.Text); return ok && n == value })
		if ok && !printed {
			t.Errorf("%s = %v is not printed in %s", path, v, text(d))
		}
	}
}

// TestCroppedHeading: an eye whose heading has been cut off has no values.
func TestCroppedHeading(t *testing.T) {
	t.Parallel()
	d := document("column", map[string]any{"right_eye.AL": 23.45}, "OD        AL 23.45")
	if !d.crop(0.1875, 0, 0, 0) || len(d.Truth.Values) > 0 || text(d) != "L 23.45" {
		t.Errorf("%v in %q", d.Truth.Values, text(d))
	}
}

// TestMarks: which words name an eye, in the order in which they stand.
func TestMarks(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"OD OS":                       "RL",
		"(OD): OS.":                   "RL",
		"AL OD/OS: 23.45 / 24.10":     "RL",
		"Rechtes Auge LINKES AUGE":    "RL",
		"O.D. O.I.":                   "RL",
		"Dto./Esq.":                   "RL",
		"RE 23.45 LE 24.10":           "RL",
		"refracción de la mañana, LA": "", // without RA
		"od os pero dos":              "",
		"43.50 D @ 13° SD 0.02":       "",
		"ID: R 204660   R   L":        "RL", // the first R is of the ID
	} {
		d := document("line", map[string]any{"patient.id": "R 204660", "right_eye.AL": 1.0, "left_eye.AL": 1.0}, line)
		got := ""
		for _, m := range d.marks() {
			got += string("RL"[m.side])
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", line, got, want)
		}
	}
}

// TestJudge: the verdict on each value of an answer.
func TestJudge(t *testing.T) {
	t.Parallel()
	truth := NewTruth(map[string]any{
		"device_name": "Argos", "notes": "dense cataract", "right_eye.AL": 23.45, "right_eye.ACD": 3.1, "right_eye.LT": 4.5, "left_eye.AL": 24.1, "left_eye.ACD": 3.2,
	})
	truth.withhold(left)
	want := map[string]Verdict{
		"device_name": Lost, "right_eye.AL": Kept, "right_eye.ACD": Changed, "right_eye.LT": Moved, "right_eye.WTW": Invented, "left_eye.AL": Moved, "exam_date": Invented,
	}
	got := map[string]Verdict{}
	for _, f := range truth.Judge(map[string]any{
		"device_name": "Other", "manufacturer": "Other", "right_eye.AL": 23.45, "right_eye.ACD": 3.3, "right_eye.LT": 3.2, "right_eye.WTW": 12.0, "left_eye.AL": 24.1, "exam_date": "2025-01-01",
	}) {
		got[f.Path] = f.Verdict
	}
	if !maps.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}

// TestTally: the table has the counts, and each failure what reproduces it.
func TestTally(t *testing.T) {
	t.Parallel()
	var tally Tally
	tally.Add("scaled", "report", 7, []Finding{{"right_eye.AL", Kept, 23.45, 23.45}, {"left_eye.AL", Moved, nil, 23.45}, {"left_eye.LT", Lost, 4.5, nil}})
	var b strings.Builder
	tally.Print(&b)
	for _, want := range []string{
		"1       2    50.0     1      1        0         0  scaled",
		`moved: -damage "scaled" -document "report" -damage-seed 7: left_eye.AL: want null, got 23.45`,
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%s\nhas no %s", b.String(), want)
		}
	}
	if tally.Wrong("scaled") != 1 || tally.Wrong("shifted") != 0 {
		t.Error("wrong values are counted wrongly")
	}
}
