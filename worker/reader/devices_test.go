package reader_test

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"biom/docs/devices"
	"biom/worker/document/layout"
	"biom/worker/reader"
)

// notAlone are the rows of docs/devices that mean nothing on a page of their own,
// and why.
var notAlone = map[string]string{
	// The reader takes a value only where its label says what it is.
	"autokeratometers.md: R1":            "power, radius and axis stand without units below their column headings",
	"autokeratometers.md: R2":            "power, radius and axis stand without units below their column headings",
	"casia2.md: Apex":                    "the apex has a curvature too, so the word alone is no thickness",
	"iolmaster-500.md: MV":               "a pair, K1 and K2, whose label is that of any mean",
	"iolmaster-500.md: Avg":              "a pair, K1 and K2, whose label is that of any mean",
	"iolmaster-500.md: Moyenne":          "a pair, K1 and K2, whose label is that of any mean",
	"iolmaster-500.md: Mittelwert":       "a pair, K1 and K2, whose label is that of any mean",
	"iolmaster-500.md: MMT-Full › AL":    "one of several readings, which differ from the composite value, so that none is taken",
	"oa-2000.md: KI":                     "the keratoconus index of a Pentacam has the same label",
	"pentacam.md: Belin/Ambrósio › Axis": "the place on the page says the meridian",
	"iolmaster-700.md: Male":             "a word without a label stands beside the name",
	"iolmaster-700.md: Female":           "a word without a label stands beside the name",
	"iolmaster-700.md: Masculino":        "a word without a label stands beside the name",
	// A date of which the page does not say what it is may be that of the print.
	"oa-2000.md: Date":         "a date of anything",
	"pentacam.md: Datum":       "a date of anything",
	"myopia-master.md: Datum":  "a date of anything",
	"lenstar-eyestar.md: Time": "a date of anything",
	// Names of columns and attributes in exports, which no printout has.
	"iolmaster-700.md: A1":                "only in an export",
	"iolmaster-700.md: A2":                "only in an export",
	"iolmaster-700.md: TA1":               "only in an export",
	"iolmaster-700.md: TA2":               "only in an export",
	"lenstar-eyestar.md: AxisAstig":       "only in an export",
	"lenstar-eyestar.md: MeasurementMode": "only in an export",
}

// TestLabelsOfDevices sets each row of the tables of docs/devices on a page of its
// own and reads it: the example's value for the field that the row means and
// nothing else, or nothing at all if it is not a value.
func TestLabelsOfDevices(t *testing.T) {
	t.Parallel()
	rows := map[string]bool{}
	for name, text := range devices.Pages() {
		table := devices.Labels(name, text)
		for _, l := range table {
			row := l.Page + ": " + strings.TrimPrefix(l.Heading+" › "+l.Printed, " › ")
			rows[row] = true
			if notAlone[row] != "" {
				continue
			}
			for _, apart := range []string{"    ", ": "} {
				text, want := labelPage(table, l, apart)
				for _, fault := range labelFaults(t, page(text), want) {
					t.Errorf("%s: %s on the page\n%s", row, fault, text)
				}
			}
		}
	}
	for row := range notAlone {
		if !rows[row] {
			t.Errorf("docs/devices has no row %s", row)
		}
	}
}

// notAmongOthers are decoys that do not stand beside measurements as the pages of
// TestDecoysOfDevices have them, and why.
var notAmongOthers = map[string]string{
	"pentacam.md: D":         "the unit dioptres has the same letter; the index stands among other indices",
	"anterion.md: 3 mm ring": "it is a heading, whose number comes first",
}

// TestDecoysOfDevices: labels of docs/devices that are no value, among measurements,
// change none of them and add none.
func TestDecoysOfDevices(t *testing.T) {
	t.Parallel()
	for name, text := range devices.Pages() {
		for _, l := range devices.Labels(name, text) {
			if l.Instead == "" || l.Heading != "" || notAmongOthers[l.Page+": "+l.Printed] != "" {
				continue
			}
			for _, text := range decoyPages(l) {
				got := found(t, reader.Find([]layout.Page{page(text)}).Report())
				for _, path := range slices.Sorted(maps.Keys(got)) {
					if v := fmt.Sprint(got[path]); v != amongDecoys[path] {
						t.Errorf("%s: %s: %s is %s, want %s or null on the page\n%s", l.Page, l.Printed, path, v, amongDecoys[path], text)
					}
				}
			}
		}
	}
}

// amongDecoys are the values on the pages of decoyPages.
var amongDecoys = map[string]string{
	"right_eye.AL": "23.45", "right_eye.ACD": "3.12", "right_eye.K1_magnitude": "43.1", "right_eye.K1_axis": "12", "right_eye.K2_magnitude": "44.2", "right_eye.K2_axis": "102", "right_eye.LT": "4.56",
	"left_eye.AL": "24.12", "left_eye.ACD": "3.33", "left_eye.K1_magnitude": "42.1", "left_eye.K1_axis": "172", "left_eye.K2_magnitude": "43.9", "left_eye.K2_axis": "82", "left_eye.LT": "4.78",
}

// decoyPages are pages with a decoy between, below and beside measurements, some of
// which have no value.
func decoyPages(l devices.Label) []string {
	decoy := lineOf(l, "  ")
	example := l.Example
	if strings.HasSuffix(decoy, example) {
		decoy = l.Printed
	}
	pair := fmt.Sprintf("%-20s%-20s%-20s", decoy, example, example)
	wide := func(a, b, c string) string { return fmt.Sprintf("%-20s%-20s%-20s\n", a, b, c) + pair + "\n" }
	one := fmt.Sprintf("%s  %s", decoy, example)
	return []string{
		"OD\nAL  23.45 mm    " + one + "\n" + one + "    ACD  3.12 mm\nK1  43.10 D @ 12°\n" + one + "\nK2  44.20 D @ 102°\n" + one + "\nLT  4.56 mm\n" + one,
		"OD\nAL\n" + one + "\nACD\n" + one + "\nK1\n" + one + "\nK2\n" + one + "\nCCT\n" + one + "\nWTW\n" + one + "\nLT\n" + one,
		"OD\nAL    " + one + "\nACD    " + one + "\nK1    " + one + "\nCCT    " + one + "\nWTW    " + one + "\nn    " + one,
		fmt.Sprintf("%-20s%-20s%-20s\n", "", "OD", "OS") + wide("AL", "23.45 mm", "24.12 mm") + wide("ACD", "3.12 mm", "3.33 mm") +
			wide("K1", "43.10 D @ 12°", "42.10 D @ 172°") + wide("K2", "44.20 D @ 102°", "43.90 D @ 82°") + wide("CCT", "", "") + wide("WTW", "---", "---"),
	}
}

// labelFaults reads a page and compares what it finds with the values that it may
// find, apart by "|".
func labelFaults(t *testing.T, p layout.Page, want map[string]string) (faults []string) {
	t.Helper()
	got := found(t, reader.Find([]layout.Page{p}).Report())
	for _, path := range slices.Sorted(maps.Keys(want)) {
		v := "null"
		if got[path] != nil {
			v = fmt.Sprint(got[path])
		}
		if !slices.Contains(strings.Split(want[path], "|"), v) {
			faults = append(faults, fmt.Sprintf("%s is %s, want %s", path, v, want[path]))
		}
	}
	for _, path := range slices.Sorted(maps.Keys(got)) {
		if want[path] == "" {
			faults = append(faults, fmt.Sprintf("%s is %v, want null", path, got[path]))
		}
	}
	return faults
}

// ofDocument are the words that stand above the eyes, and their paths in a report.
var ofDocument = map[string]string{
	"name": "patient.name", "surname": "patient.name", "given_name": "patient.name", "id": "patient.id", "gender": "patient.gender",
	"date_of_birth": "patient.date_of_birth", "exam_date": "exam_date", "notes": "notes",
}

// invented are examples for rows that have none.
var invented = map[string]string{"name": "Example, Ann", "surname": "Example", "given_name": "Ann", "id": "4711", "notes": "small pupil", "gender": "Female", "date_of_birth": "1950/05/17", "exam_date": "2026/03/02"}

var labelled = regexp.MustCompile(`^\pL[^:=]* ?[:=] `)

// labelPage is a page with the row of a table, and the values that the reader must
// find there.
func labelPage(table []devices.Label, l devices.Label, apart string) (text string, want map[string]string) {
	means := ""
	if len(l.Means) > 0 {
		means = l.Means[0]
	}
	if l.Example == "" {
		l.Example = invented[means]
	}
	line := lineOf(l, apart)
	const title = "IOLMaster 700"
	switch {
	case means == "right_eye", means == "left_eye":
		return eyesPage(title, table, l)
	case means == "device_name", means == "manufacturer":
		return line + "\nOD\nOS", map[string]string{}
	case ofDocument[means] != "":
		eyes := "\nOD\nAL 23.45 mm\nOS\nAL 24.12 mm"
		if line += eyes; means == "notes" { // they stand below the values
			line = strings.TrimPrefix(eyes, "\n") + "\n\n" + lineOf(l, apart)
		}
		return title + "\n" + line,
			map[string]string{ofDocument[means]: textOf(means, l.Example), "right_eye.AL": "23.45", "left_eye.AL": "24.12"}
	case means == "lens_status" && lensWord.MatchString(l.Printed): // it has no label and stands beside the eye
		return title + "\nOD    " + l.Printed + "\nOS    " + l.Printed, map[string]string{"right_eye.lens_status": lensStatus(l.Printed), "left_eye.lens_status": lensStatus(l.Printed)}
	}
	want = map[string]string{}
	values := valuesOf(l, line)
	line += otherMeridian(l.Printed, values)
	if l.Heading != "" {
		line = l.Heading + "\n" + line
	}
	for _, eye := range []string{"right_eye", "left_eye"} {
		for field, v := range values {
			path := eye + "." + field
			if strings.HasPrefix(field, "PK") || strings.HasPrefix(field, "TK") {
				path = "posterior_keratometry." + path
			}
			want[path] = v
		}
	}
	return title + "\nOD\n" + line + "\nOS\n" + line, want
}

var lensWord = regexp.MustCompile(`(?i)^(pseudo)?(ph|f)[aá][kqc]`)

// lineOf is a label with its example, which may have the label in it.
func lineOf(l devices.Label, apart string) string {
	printed, example := fold(l.Printed), fold(l.Example)
	switch {
	case l.Example == "":
		return l.Printed
	case strings.HasPrefix(example, printed), strings.HasSuffix(example, printed), labelled.MatchString(l.Example):
		return l.Example
	case strings.Contains(l.Printed, ":"):
		return l.Printed + " " + l.Example
	}
	return l.Printed + apart + l.Example
}

// eyesPage is a page with the heading of an eye and, as the table has it, of the
// other one.
func eyesPage(title string, table []devices.Label, l devices.Label) (text string, want map[string]string) {
	headings := map[string][]devices.Label{}
	for _, other := range table {
		if len(other.Means) == 1 && other.Language == l.Language {
			headings[other.Means[0]] = append(headings[other.Means[0]], other)
		}
	}
	nth := slices.IndexFunc(headings[l.Means[0]], func(h devices.Label) bool { return h.Printed == l.Printed })
	want = map[string]string{}
	for eye, al := range map[string]string{"right_eye": "23.45", "left_eye": "24.12"} {
		if nth < len(headings[eye]) {
			want[eye+".AL"] = al
			text += "\n" + lineOf(headings[eye][nth], " ") + "\nAL " + al + " mm"
		}
	}
	if len(l.Printed) == 1 { // a letter is a heading beside the other eye's only
		text = fmt.Sprintf("\n%10s%20s\nAL %12s%20s", headings["right_eye"][nth].Printed, headings["left_eye"][nth].Printed, "23.45 mm", "24.12 mm")
	}
	return title + text, want
}

func fold(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), "")) }

var datePart = regexp.MustCompile(`\d+`)

// textOf is the value of a field of the document.
func textOf(means, example string) string {
	example = labelled.ReplaceAllString(example, "")
	switch means {
	case "gender":
		if strings.ContainsAny(example[strings.LastIndex(example, " ")+1:][:1], "FfWw") {
			return "Female"
		}
		return "Male"
	case "date_of_birth", "exam_date":
		d := datePart.FindAllString(example, -1)
		for i := range d {
			d[i] = fmt.Sprintf("%02s", d[i])
		}
		if len(d[0]) == 4 {
			return d[0] + "-" + d[1] + "-" + d[2]
		}
		return d[2] + "-" + d[1] + "-" + d[0] + "|" + d[2] + "-" + d[0] + "-" + d[1]
	}
	return example
}

var printedNumber = regexp.MustCompile(`[-+]?\d+(?:[.,]\d+)?`)

// valuesOf are the values of the fields of an eye that a row's line has.
func valuesOf(l devices.Label, line string) map[string]string {
	values := map[string]string{}
	example := strings.TrimPrefix(l.Example, l.Printed)
	example = labelled.ReplaceAllString(example, "")
	numbers := printedNumber.FindAllString(example, -1)
	for i, means := range l.Means {
		switch {
		case means == "lens_status":
			values[means] = lensStatus(line)
		case means == "post_refractive":
			values[means] = surgery(line)
		case strings.HasSuffix(means, "_radius"):
		case strings.HasSuffix(means, "_axis") && len(l.Means) > 1:
			if len(numbers) > 1 {
				values[means] = numberOf(means, numbers[len(numbers)-1])
			}
		case len(numbers) > i:
			values[means] = numberOf(means, numbers[i])
		}
	}
	return values
}

// otherMeridian are the lines with the values that go with those of one meridian,
// which the reader does not take alone. It adds them to values. The other label is of the same table: it names its
// meridian by a number, or by a word.
func otherMeridian(printed string, values map[string]string) (lines string) {
	names := map[string]string{}
	if !strings.ContainsAny(printed, "12") {
		names = map[string]string{"K1": "Flat K", "K2": "Steep K"}
	}
	for _, kind := range []string{"K", "PK", "TK"} {
		for _, meridian := range []string{"1", "2"} {
			this, other := kind+meridian, kind+map[string]string{"1": "2", "2": "1"}[meridian]
			power, _ := strconv.ParseFloat(values[this+"_magnitude"], 64)
			axis, axisErr := strconv.Atoi(values[this+"_axis"])
			if power == 0 && axisErr != nil || values[other+"_magnitude"] != "" || values[other+"_axis"] != "" {
				continue
			}
			if power == 0 {
				power = map[string]float64{"K": 43, "PK": 6, "TK": 43}[kind]
				values[this+"_magnitude"] = numberOf("", fmt.Sprint(power))
				lines += fmt.Sprintf("\n%s    %.2f D", cmp.Or(names[this], this), power)
			}
			power += map[string]float64{"1": 1, "2": -1}[meridian]
			values[other+"_magnitude"] = numberOf("", fmt.Sprintf("%.2f", power))
			lines += fmt.Sprintf("\n%s    %.2f D", cmp.Or(names[other], other), power)
			if axisErr == nil {
				values[other+"_axis"] = strconv.Itoa((axis + 90) % 180)
				lines += fmt.Sprintf("\n%s axis    %d°", other, (axis+90)%180)
			}
		}
	}
	return lines
}

func numberOf(field, printed string) string {
	v, err := strconv.ParseFloat(strings.ReplaceAll(printed, ",", "."), 64)
	if err != nil {
		return err.Error()
	}
	switch {
	case strings.HasSuffix(field, "_axis"):
		v = math.Round(v)
	case strings.HasPrefix(field, "PK"):
		v = math.Abs(v)
	case field == "CCT" && v < 1:
		v = math.Round(v * 1000)
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

func lensStatus(line string) string {
	if strings.Contains(strings.ToLower(line), "pseudo") {
		return "Pseudophakic"
	}
	return "Phakic"
}

func surgery(line string) string {
	if strings.Contains(line, "Myopic") {
		return "Myopic LVC"
	}
	return "None"
}
