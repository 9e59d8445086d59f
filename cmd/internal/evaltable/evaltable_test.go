package evaltable

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"biom/cmd/internal/goldentest"
	"biom/worker/eval"
)

// TestWrite prints the report in testdata/evaluation.json, which was saved with
// biom eval --out.
func TestWrite(t *testing.T) {
	t.Parallel()
	doc, err := os.ReadFile("testdata/evaluation.json")
	if err != nil {
		t.Fatal(err)
	}
	var r eval.Report
	if err := json.Unmarshal(doc, &r); err != nil {
		t.Fatal(err)
	}
	again, err := json.MarshalIndent(r, "", "  ")
	if err != nil || string(again)+"\n" != string(doc) {
		t.Errorf("the report does not survive a round trip: %v\n%s", err, again)
	}
	for name, by := range map[string][]string{"evaluation.golden": nil, "evaluation-by.golden": {"tilt", ByField}} {
		var out strings.Builder
		Write(&out, &r, by)
		goldentest.Compare(t, "testdata/"+name, out.String())
	}
}
