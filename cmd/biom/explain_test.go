package main

import (
	"encoding/json"
	"strings"
	"testing"

	"biom/worker/reader"
)

func TestExplain(t *testing.T) {
	t.Parallel()
	const sample = "../../testdata/samples/aladdin-it-table-0014-text.pdf"
	var out, stderr strings.Builder
	if err := runBiom(t.Context(), []string{"explain", sample}, &out, &stderr); err != nil {
		t.Fatal(err, stderr.String())
	}
	for _, want := range []string{
		`right_eye.AL `, `taken: "21.57" on page 1, in the text layer`, "not found: no label of it is understood",
		"nothing: it is not the value of the label \"K1\" before it", "patient.date_of_birth ",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("there is no %q in:\n%s", want, out.String())
		}
	}
	out.Reset()
	if err := runBiom(t.Context(), []string{"explain", "--json", sample}, &out, &stderr); err != nil {
		t.Fatal(err)
	}
	var x reader.Explanation
	if err := json.Unmarshal([]byte(out.String()), &x); err != nil || len(x.Fields) < 40 || len(x.Numbers) < 40 {
		t.Errorf("%v: %d fields, %d numbers", err, len(x.Fields), len(x.Numbers))
	}
	if err := runBiom(t.Context(), []string{"explain", "explain.go"}, &out, &stderr); err == nil || !strings.Contains(err.Error(), "only PDF, JPG, PNG, GIF and BMP are read") {
		t.Error(err)
	}
}
