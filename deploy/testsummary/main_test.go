package main

import (
	"bytes"
	"strings"
	"testing"
)

func TestSummariseCountsTestsAndShowsFailures(t *testing.T) {
	t.Parallel()
	in := `{"Action":"output","Package":"p","Test":"TestA","Output":"a\n"}
{"Action":"pass","Package":"p","Test":"TestA"}
{"Action":"output","Package":"p","Test":"TestB","Output":"    b_test.go:3: why it failed\n    b_test.go:9: api:\n        a long log\n"}
{"Action":"fail","Package":"p","Test":"TestB"}
{"Action":"fail","Package":"p"}
{"Action":"skip","Package":"q","Test":"TestC"}
{"Action":"pass","Package":"q"}
{"Action":"pass","Package":"s","Test":"TestConformance/two_parts/a"}
{"Action":"pass","Package":"s","Test":"TestConformance/two_parts/b"}
{"Action":"pass","Package":"s","Test":"TestConformance/two_parts"}
{"Action":"output","Package":"r","Output":"does not build\n"}
{"Action":"fail","Package":"r"}
`
	var out bytes.Buffer
	s, err := summarise(strings.NewReader(in), &out)
	if err != nil || s.passed != 4 || s.failed != 2 || s.skipped != 1 {
		t.Errorf("%+v, %v", s, err)
	}
	for _, want := range []string{"why it failed", "does not build", "fail p", "pass q", "pass conformance on two parts: 2 checks passed\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing in\n%s", want, &out)
		}
	}
	if got := strings.Join(s.reasons, "\n"); got != "fail p TestB\n    b_test.go:3: why it failed\n    b_test.go:9: api:" {
		t.Errorf("reasons: %q", got)
	}
	if strings.HasPrefix(out.String(), "a\n") {
		t.Error("the output of a passed test is shown")
	}
}
