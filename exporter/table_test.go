package exporter_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"biom/shared/biometry"
)

// designed returns the names of the by-eye columns, as designed.
func designed() []string {
	names := strings.Fields(`filename right_eye biometer_device_name biometer_manufacturer exam_date
		patient_name patient_id patient_date_of_birth patient_gender`)
	for _, f := range biometry.EyeFields() {
		names = append(names, f.Name)
	}
	names = append(names, "pk_device_name")
	for _, f := range biometry.PosteriorFields() {
		names = append(names, f.Name)
	}
	return append(names, "extraction_method", "extraction_timestamp", "eye", "withheld", "notes", "warnings",
		"sign_off_at", "sign_off_by", "sign_off_confirmed", "sign_off_corrected")
}

// awkward returns reports with values that are hard to write correctly.
func awkward() []item {
	bare := response(0)
	bare.Data = biometry.Report{Biometer: bare.Data.Biometer, RightEye: biometry.Eye{AL: new(23.456), CCT: new(545)}}
	bare.ExtraData, bare.Biompin = nil, nil
	bare.Metadata.Extraction = biometry.Extraction{Method: biometry.MethodDirect, Timestamp: "2026-03-14T10:00:00.500+02:00", InputSchemaVersion: new("1.1.0"), SignOff: &biometry.SignOff{
		At: "2026-03-14T10:05:00.000Z", By: "=DR", Confirmed: []string{"right_eye.AL", "biometer.device_name"}, Corrected: []string{"right_eye.CCT", "posterior_keratometry.left_eye.PK1_axis", "exam_date"},
	}}
	formula := response(1)
	formula.Data.RightEye.AL, formula.Data.LeftEye.K1Axis, formula.Data.LeftEye.K2Axis = nil, nil, nil
	formula.Metadata.Extraction.Withheld = []biometry.Withheld{
		{Field: "right_eye.AL", Reason: biometry.ReadingsDiffer}, {Field: "left_eye.K1_axis", Reason: biometry.EyeUnclear}, {Field: "left_eye.K2_axis"},
	}
	formula.Data.Patient.ID, formula.Data.Patient.DateOfBirth = new(`=HYPERLINK("http://x","a,b")`), new("1899-12-31")
	script := response(2)
	script.Data.Patient.ID, script.Data.Patient.Name, script.Data.ExamDate = new("مريض 😀 <&> \"x\""), new("ÄÖ"), new("1900-03-01")
	return []item{{bare, "plain.pdf"}, {formula, "@SUM(1+1)*cmd|' /C calc'!A0"}, {script, "  =1+1; two\nlines\tand\x00more"}}
}

// The CSV is the golden file, follows RFC 4180, and has no formulas.
func TestCSV(t *testing.T) {
	t.Parallel()
	got := setup(t).export(awkward(), "csv").with(t, ".csv")
	golden(t, "byeye.csv", got)
	rows, err := csv.NewReader(bytes.NewReader(got)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 7 || !slices.Equal(rows[0], designed()) {
		t.Fatalf("%d rows with the columns %q", len(rows), rows[0])
	}
	for _, line := range bytes.SplitAfter(got, []byte("\n")) {
		if len(line) > 0 && !bytes.HasSuffix(line, []byte("\r\n")) {
			t.Errorf("a line does not end with CRLF, as RFC 4180 requires: %q", line)
		}
	}
	for _, row := range rows[1:] {
		for _, cell := range row {
			if strings.ContainsAny(cell[:min(1, len(cell))], "=+-@\t\r") || strings.HasPrefix(strings.TrimSpace(cell), "=") {
				t.Errorf("a spreadsheet runs %q", cell)
			}
		}
	}
}

// golden compares got with a file of testdata, or writes the file with -update.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := "testdata/" + name
	if *update {
		if err := os.WriteFile(path, got, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs from what is in testdata (to accept it: go test ./exporter -update):\n%s", name, got)
	}
}

// expected returns the cells of a report's two rows, taken from the report itself.
func expected(report item) (rows [2][]any) {
	r := report.JSONData.(*biometry.Response)
	text := func(s *string) any {
		if s == nil {
			return nil
		}
		return *s
	}
	d := &r.Data
	for k := range rows {
		eye, post, pk := &d.RightEye, biometry.Posterior{}, any(nil)
		if k == 1 {
			eye = &d.LeftEye
		}
		if r.ExtraData != nil {
			p := r.ExtraData.PosteriorKeratometry
			post, pk = p.RightEye, text(p.DeviceName)
			if k == 1 {
				post = p.LeftEye
			}
		}
		row := []any{oneLine(report.Filename), float64(1 - k), d.Biometer.DeviceName, d.Biometer.Manufacturer, text(d.ExamDate),
			text(d.Patient.Name), text(d.Patient.ID), text(d.Patient.DateOfBirth), text(d.Patient.Gender)}
		for _, f := range biometry.EyeFields() {
			row = append(row, asJSON(f.Value(eye)))
		}
		row = append(row, pk)
		for _, f := range biometry.PosteriorFields() {
			row = append(row, asJSON(f.Value(&post)))
		}
		row = append(row, r.Metadata.Extraction.Method, r.Metadata.Extraction.Timestamp, [2]string{"OD", "OS"}[k])
		var notes, withheld any
		if r.ExtraData != nil {
			notes = text(r.ExtraData.Notes)
		}
		if len(r.Metadata.Extraction.Withheld) > 0 {
			withheld = [2]string{"AL (readings_differ)", "K1_axis (eye_unclear); K2_axis"}[k]
		}
		var warnings []string
		for _, u := range r.Unusuals() {
			if slices.Contains(u.Eyes, [2]string{"right_eye", "left_eye"}[k]) {
				warnings = append(warnings, u.Text)
			}
		}
		row = append(row, withheld, notes, nil)
		if len(warnings) > 0 {
			row[len(row)-1] = strings.Join(warnings, "; ")
		}
		if r.Metadata.Extraction.SignOff != nil {
			row = append(row, "2026-03-14T10:05:00.000Z", "=DR", [2]string{"AL; biometer.device_name", "biometer.device_name"}[k], [2]string{"CCT; exam_date", "PK1_axis; exam_date"}[k])
		} else {
			row = append(row, nil, nil, nil, nil)
		}
		rows[k] = row
	}
	return rows
}

// oneLine replaces the control characters of awkward by spaces.
func oneLine(s string) string {
	return strings.NewReplacer("\n", " ", "\t", " ", "\x00", " ").Replace(s)
}

// asJSON returns a value as package json decodes it.
func asJSON(v any) any {
	if n, ok := v.(int); ok {
		return float64(n)
	}
	return v
}

const needs = "python3 with openpyxl is missing: apt-get install -y python3-openpyxl"

// python returns an interpreter that has openpyxl. It tries Debian's first, because
// another one may come before it on PATH.
func python(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"/usr/bin/python3", "python3"} {
		if exec.Command(name, "-c", "import openpyxl").Run() == nil {
			return name
		}
	}
	t.Fatal(needs)
	return ""
}

// Python's csv and openpyxl read every value as it was sent.
func TestPythonReadsEveryValue(t *testing.T) {
	t.Parallel()
	items := awkward()
	for i := range 20 {
		items = append(items, item{response(i), fmt.Sprintf("report-%d.pdf", i)})
	}
	resp, archive := setup(t).post(bodyOf(t, items))
	if resp.StatusCode != 200 {
		t.Fatalf("%d %s", resp.StatusCode, archive)
	}
	cmd := exec.Command(python(t), "testdata/readback.py")
	var stderr bytes.Buffer
	cmd.Stdin, cmd.Stderr = bytes.NewReader(archive), &stderr
	out, err := cmd.Output()
	if err != nil || stderr.Len() > 0 {
		t.Fatalf("%v: %s", err, stderr.String())
	}
	var got struct {
		CSV                       [][]string
		XLSX                      [][]any
		Types                     []string
		Dimension, Frozen, Filter string
		Legend                    [][]any
	}
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	if len(got.CSV) != 1+2*len(items) || len(got.XLSX) != 1+2*len(items) || len(got.Legend) != 1+len(designed()) {
		t.Fatalf("%d rows in the CSV, %d in the workbook, %d in its second sheet", len(got.CSV), len(got.XLSX), len(got.Legend))
	}
	for i, report := range items {
		for k, want := range expected(report) {
			if row := got.XLSX[1+2*i+k]; !reflect.DeepEqual(row, want) {
				t.Errorf("workbook, report %d, eye %d:\ngot  %v\nwant %v", i, k, row, want)
			}
			for n, cell := range got.CSV[1+2*i+k] {
				if v := want[n]; cell != asCSV(v) {
					t.Errorf("CSV, report %d, eye %d, %s: %q, want %v", i, k, got.CSV[0][n], cell, v)
				}
			}
		}
	}
	if slices.Contains(got.Types, "f") {
		t.Errorf("the workbook has formulas: %q", got.Types)
	}
	if want := fmt.Sprintf("A1:AN%d", 1+2*len(items)); got.Dimension != want || strings.ReplaceAll(got.Filter, "$", "") != want || got.Frozen != "C2" {
		t.Errorf("dimension %s, filter %s, frozen at %s", got.Dimension, got.Filter, got.Frozen)
	}
}

// asCSV returns a value as it stands in the CSV.
func asCSV(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		if strings.ContainsAny(strings.TrimLeft(v, " ")[:1], "=+-@") {
			return "'" + v
		}
		return v
	}
	return fmt.Sprint(v)
}

// The workbook shows what it should: sheets, columns, units and formatted values,
// and no formulas.
func TestWorkbook(t *testing.T) {
	t.Parallel()
	items := awkward()
	f, err := excelize.OpenReader(bytes.NewReader(setup(t).export(items, "xlsx").with(t, ".xlsx")))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if sheets := f.GetSheetList(); !slices.Equal(sheets, []string{"Eyes", "Review", "Columns"}) {
		t.Fatal(sheets)
	}
	rows, err := f.GetRows("Eyes")
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(rows[0], designed()) {
		t.Errorf("columns: %q", rows[0])
	}
	at := func(column string) int { return slices.Index(rows[0], column) }
	for _, c := range []struct {
		row          int
		column, want string
	}{
		{1, "right_eye", "1 right"}, {1, "AL", "23.456"}, {1, "CCT", "545"}, {2, "eye", "OS"},
		{3, "exam_date", "2026-03-14"}, {3, "patient_date_of_birth", "1899-12-31"}, {5, "exam_date", "1900-03-01"},
		{3, "keratometric_index", "1.3375"}, {3, "patient_id", `=HYPERLINK("http://x","a,b")`},
		{3, "filename", "@SUM(1+1)*cmd|' /C calc'!A0"}, {5, "filename", "  =1+1; two lines and more"}, {5, "patient_id", "مريض 😀 <&> \"x\""},
	} {
		if got := rows[c.row][at(c.column)]; got != c.want {
			t.Errorf("row %d, %s: %q, want %q", c.row+1, c.column, got, c.want)
		}
	}
	for r := range rows {
		for k := range designed() {
			name, _ := excelize.CoordinatesToCellName(k+1, r+1)
			if formula, err := f.GetCellFormula("Eyes", name); err != nil || formula != "" {
				t.Errorf("%s is a formula: %q, %v", name, formula, err)
			}
		}
	}
	legend, err := f.GetRows("Columns")
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range designed() {
		if legend[i+1][0] != name || legend[i+1][1] == "" || legend[i+1][3] == "" {
			t.Errorf("the second sheet says of %s: %q", name, legend[i+1])
		}
	}
	if got := legend[1+slices.Index(designed(), "AL")]; !slices.Equal(got, []string{"AL", "Axial length", "mm", "a number between 14 and 40 mm"}) {
		t.Errorf("%q", got)
	}
}

// A text that is too long for a cell ends with an ellipsis in the workbook, and is
// complete in the CSV.
func TestTextTooLongForCell(t *testing.T) {
	t.Parallel()
	for name, id := range map[string]string{"ASCII": strings.Repeat("x", 40_000), "emoji": strings.Repeat("😀", 20_000), "as long as can be": strings.Repeat("é", 32_767)} {
		r := response(0)
		r.Data.Patient.ID = &id
		files := setup(t).export([]item{{r, "a"}})
		rows, err := csv.NewReader(bytes.NewReader(files.with(t, ".csv"))).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		if rows[1][6] != id {
			t.Errorf("%s: the CSV has %d bytes of %d", name, len(rows[1][6]), len(id))
		}
		f, err := excelize.OpenReader(bytes.NewReader(files.with(t, ".xlsx")))
		if err != nil {
			t.Fatal(err)
		}
		got, err := f.GetCellValue("Eyes", "G2")
		if err != nil {
			t.Fatal(err)
		}
		if short, cut := strings.CutSuffix(got, "…"); got != id && (!cut || !strings.HasPrefix(id, short) || len(short) < 32_000) {
			t.Errorf("%s: the workbook has %d bytes", name, len(got))
		}
		_ = f.Close()
	}
}

// Each JSON file is the response as it was sent, with its share code.
func TestJSONFilesAreResponses(t *testing.T) {
	t.Parallel()
	items := awkward()
	f := setup(t).export(items, "json")
	for i, name := range f.names {
		var got biometry.Response
		if err := json.Unmarshal(f.content[name], &got); err != nil {
			t.Fatal(err)
		}
		if want := items[i].JSONData.(*biometry.Response); !reflect.DeepEqual(&got, want) {
			t.Errorf("%s:\n%s", name, f.content[name])
		}
	}
}

// A response of schema 1.0.0 becomes one of this schema and says so; a name becomes
// initials and a signed power its magnitude, as on upload.
func TestOlderSchemaIsConverted(t *testing.T) {
	t.Parallel()
	r := response(0)
	text := strings.NewReplacer(`"1.1.0"`, `"1.0.0"`, `"AB"`, `"Ada Byron"`, `"PK1_magnitude":`, `"PK1_magnitude":-`, `"PK2_magnitude":`, `"PK2_magnitude":-`).
		Replace(string(bodyOf(t, []item{{r, "a.pdf"}}, "json")))
	c := setup(t)
	resp, b := c.post([]byte(text))
	if resp.StatusCode != 200 {
		t.Fatalf("%d %s", resp.StatusCode, b)
	}
	var got biometry.Response
	if err := json.Unmarshal(unzip(t, b).with(t, ".json"), &got); err != nil {
		t.Fatal(err)
	}
	r.Metadata.Extraction.InputSchemaVersion = new("1.0.0")
	if !reflect.DeepEqual(&got, r) {
		t.Errorf("%+v", got)
	}
}

// The sheet Review lists what a person should check, and the archive the files that were not read.
func TestReview(t *testing.T) {
	t.Parallel()
	withheld, unusual := response(1), response(2)
	withheld.Data.RightEye.AL = nil
	withheld.Metadata.Extraction.Withheld = []biometry.Withheld{{Field: "right_eye.AL", Reason: biometry.ReadingsDiffer}, {Field: "exam_date"}}
	withheld.Data.ExamDate = nil
	unusual.Data.LeftEye.AL, unusual.Data.RightEye.AL = new(28.1), new(27.1)
	unusual.ExtraData.Notes = new("Poor fixation, please check K values")
	signed := response(3)
	signed.Data = biometry.Report{Biometer: signed.Data.Biometer, RightEye: biometry.Eye{AL: new(23.456), CCT: new(545)}}
	signed.ExtraData, signed.Metadata.Extraction = nil, biometry.Extraction{
		Method: biometry.MethodDirect, Timestamp: "2026-03-14T10:00:00Z", InputSchemaVersion: new("1.1.0"), Withheld: []biometry.Withheld{{Field: "left_eye.AL"}},
		SignOff: &biometry.SignOff{At: "2026-03-14T10:05:00.000Z", By: "DR", Confirmed: []string{"right_eye.AL"}, Corrected: []string{"exam_date"}},
	}
	text := strings.Replace(string(bodyOf(t, []item{{withheld, "a/1.pdf"}, {unusual, "b/1.pdf"}, {signed, "signed.pdf"}})), "{", `{"failed":[{"filename":"a/=2.pdf","message":"no biometry was found"},{"filename":"c.pdf"}],"csv_bom":true,`, 1)
	resp, b := setup(t).post([]byte(text))
	if resp.StatusCode != 200 {
		t.Fatalf("%d %s", resp.StatusCode, b)
	}
	files := unzip(t, b)
	if got := string(files.with(t, "-failed.csv")); got != "\ufefffilename,message\r\na/=2.pdf,no biometry was found\r\nc.pdf,\r\n" {
		t.Errorf("%q", got)
	}
	if got := string(files.with(t, "120000.csv")); !strings.HasPrefix(got, "\ufefffilename,right_eye,") || strings.Count(got, "\r\na/1.pdf,") != 2 {
		t.Errorf("%q", got)
	}
	f, err := excelize.OpenReader(bytes.NewReader(files.with(t, ".xlsx")))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := f.GetRows("Review")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, row := range rows {
		got = append(got, strings.Join(row, "|"))
	}
	want := []string{
		"filename|eye|what|field|detail",
		"a/=2.pdf||not read||no biometry was found",
		"c.pdf||not read",
		"a/1.pdf|OD|withheld|AL|readings of the document saw different values",
		"a/1.pdf||withheld|exam_date|the value is doubtful",
		"b/1.pdf|OS|unusual||AL 28.1 mm lies outside of what is usual in adults, 21.2 to 26.6 mm",
		"b/1.pdf|OD, OS|unusual||AL of the two eyes differs by 1.00 mm, usually by no more than 0.7 mm",
		"b/1.pdf||remark||Poor fixation, please check K values",
		"signed.pdf||signed off||DR, 2026-03-14T10:05:00.000Z; values: 1 confirmed, 1 corrected, 4 not compared", // device, maker, CCT and the withheld AL
	}
	for _, line := range want {
		if !slices.Contains(got, line) {
			t.Errorf("%q is not among\n%s", line, strings.Join(got, "\n"))
		}
	}
}
