package exporter_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"biom/exporter"
	"biom/shared/biometry"
)

// Files have the designed names, whatever text a patient's ID is.
func TestFileNames(t *testing.T) {
	t.Parallel()
	ids := []struct{ id, want string }{
		{"MRN-123", "biom-mrn-123-argos.json"},
		{"mrn 123", "biom-mrn-123-argos-2.json"},
		{"MRN.123", "biom-mrn-123-argos-3.json"},
		{"", "biom-20261121-argos.json"},
		{"😀", "biom-20261121-argos-2.json"},
		{"محمد", "biom-20261121-argos-3.json"},
		{"../../etc/passwd", "biom-etc-passwd-argos.json"},
		{`..\..\windows`, "biom-windows-argos.json"},
		{"CON", "biom-con-argos.json"},
		{"=HYPERLINK(1)", "biom-hyperlink-1-argos.json"},
		{"Zoë Müller/7", "biom-zoe-muller-7-argos.json"},
		{"\u200fgnp.exe", "biom-gnp-exe-argos.json"},
		{"１２３", "biom-123-argos.json"},
		{strings.Repeat("x", 500), "biom-" + strings.Repeat("x", 80) + "-argos.json"},
		{strings.Repeat("x", 499), "biom-" + strings.Repeat("x", 80) + "-argos-2.json"},
		{"---", "biom-20261121-argos-4.json"},
	}
	items := make([]item, len(ids))
	for i, x := range ids {
		r := response(i)
		r.Data.Biometer = biometry.Biometer{DeviceName: "Argos", Manufacturer: "Alcon"}
		r.Data.Patient.ID = new(x.id)
		items[i] = item{r, "a.pdf"}
	}
	f := setup(t).export(items, "json")
	for i, x := range ids {
		if f.names[i] != x.want {
			t.Errorf("%q: %s, want %s", x.id, f.names[i], x.want)
		}
	}
}

// File names are unique for every device, and if 300 reports have the same ID.
func TestFileNamesAreUnique(t *testing.T) {
	t.Parallel()
	var items []item
	for i := range 300 {
		r := response(i)
		r.Data.Patient.ID = new("same")
		items = append(items, item{r, "a.pdf"})
	}
	for _, device := range biometry.BiometerFields()[0].Values {
		r := response(1)
		r.Data.Biometer.DeviceName = device
		r.ExtraData = nil
		items = append(items, item{r, "a.pdf"})
	}
	f := setup(t).export(items, "json")
	if f.names[0] != "biom-same-iolmaster700.json" || f.names[1] != "biom-same-iolmaster700-2.json" || f.names[299] != "biom-same-iolmaster700-300.json" {
		t.Error(f.names[0], f.names[1], f.names[299])
	}
	unique(t, f.names)
}

// safe matches names that every operating system accepts as they are, in any
// directory.
var safe = regexp.MustCompile(`^biom-[a-z0-9]+(-[a-z0-9]+)*\.json$`)

// unique checks that names are safe and differ.
func unique(t testing.TB, names []string) {
	t.Helper()
	for _, n := range names {
		if !safe.MatchString(n) || len(n) > 200 {
			t.Errorf("%q is not a safe name", n)
		}
	}
	if all := slices.Compact(slices.Sorted(slices.Values(names))); len(all) != len(names) {
		t.Errorf("%d names for %d files", len(all), len(names))
	}
}

// FuzzNames checks that file names are safe and unique, whatever the IDs hold.
func FuzzNames(f *testing.F) {
	for _, id := range []string{"CON", "../../etc/passwd", "", "😀", "a-2", "a", "\u200fexe", "=1+1", strings.Repeat("é", 300)} {
		f.Add(id, "a", "a-2")
	}
	f.Fuzz(func(t *testing.T, a, b, c string) {
		n := exporter.NewNames(noon())
		var names []string
		for range 3 {
			for _, id := range []string{a, b, c} {
				names = append(names, n(id, "Argos"))
			}
		}
		unique(t, names)
	})
}

// FuzzParse checks that any body is either refused with a problem, or becomes a table
// with two rows for each report.
func FuzzParse(f *testing.F) {
	f.Add(string(body(f, 1)))
	f.Add(string(body(f, 2, "csv", "json")))
	f.Add(`{"responses":[],"formats":[]}`)
	f.Add(`{"responses":[{"json_data":{},"filename":"a"}],"formats":["csv"],"formats":7}`)
	f.Add(`{"responses":[[[[{`)
	f.Add("\ufeff{\"responses\":[1,\"\\ud800\"]} x")
	f.Fuzz(func(t *testing.T, text string) {
		table, err := exporter.ParseToCSV([]byte(text), 5)
		if err != nil {
			checkProblem(t, err, text)
			return
		}
		if !json.Valid([]byte(strings.TrimPrefix(text, "\ufeff"))) {
			t.Errorf("accepted, but not JSON: %q", text)
		}
		if n := strings.Count(string(table), "\r\n"); n < 3 || n > 11 || n%2 != 1 {
			t.Errorf("%d lines of CSV", n)
		}
	})
}

// checkProblem checks that err is a problem with a specified status that does not
// quote the request.
func checkProblem(t *testing.T, err error, text string) {
	t.Helper()
	p := asProblem(t, err)
	if !slices.Contains([]int{400, 413, 422}, p.Status) {
		t.Errorf("%d for %q", p.Status, text)
	}
	if said := fmt.Sprint(p.Message, p.Details); strings.Contains(said, canary) {
		t.Errorf("the response quotes the request: %s", said)
	}
}
