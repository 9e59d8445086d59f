// Command testsummary reads `go test -json`, prints each package's verdict and
// the output of what failed, and closes with the number of tests.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
)

type event struct {
	Action, Package, Test, Output string
	Elapsed                       float64
}

type summary struct {
	passed, failed, skipped int
	output                  map[string]*strings.Builder // package and test → what it printed
	blamed                  map[string]bool             // packages with a failed test
	conforming              map[string]int              // form of the service → checks of the conformance suite that passed
}

func main() {
	s, err := summarise(os.Stdin, os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "testsummary:", err)
		os.Exit(1)
	}
	fmt.Printf("\n%d passed, %d failed, %d skipped\n", s.passed, s.failed, s.skipped)
	if s.failed > 0 || s.passed == 0 || s.skipped > 0 { // a skipped test is one that did not run
		os.Exit(1)
	}
}

func summarise(in io.Reader, out io.Writer) (summary, error) {
	s := summary{output: map[string]*strings.Builder{}, blamed: map[string]bool{}, conforming: map[string]int{}}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var e event
		if json.Unmarshal(lines.Bytes(), &e) != nil {
			fmt.Fprintln(out, lines.Text()) // the build's own complaints
			continue
		}
		s.take(e, out)
	}
	return s, lines.Err()
}

func (s *summary) take(e event, out io.Writer) {
	key := e.Package + " " + e.Test
	switch e.Action {
	case "output", "build-output":
		if s.output[key] == nil {
			s.output[key] = &strings.Builder{}
		}
		s.output[key].WriteString(e.Output)
	case "pass", "fail", "skip":
		s.count(e)
		s.conform(e, out)
		if e.Action != "pass" && s.output[key] != nil {
			fmt.Fprint(out, s.output[key])
		}
		if e.Test == "" && e.Action != "skip" {
			fmt.Fprintf(out, "%-4s %s %.1fs\n", e.Action, e.Package, e.Elapsed)
		}
		delete(s.output, key)
	}
}

// conform tells what each form of the service that the conformance suite ran
// against came to: TestConformance/<form>/<check>.
func (s *summary) conform(e event, out io.Writer) {
	path, ok := strings.CutPrefix(e.Test, "TestConformance/")
	if !ok {
		return
	}
	form, check, isCheck := strings.Cut(path, "/")
	switch {
	case isCheck && !strings.Contains(check, "/") && e.Action == "pass":
		s.conforming[form]++
	case !isCheck:
		fmt.Fprintf(out, "%-4s conformance on %s: %d checks passed\n", e.Action, strings.ReplaceAll(form, "_", " "), s.conforming[form])
	}
}

func (s *summary) count(e event) {
	switch {
	case e.Test == "" && e.Action == "fail" && !s.blamed[e.Package]:
		s.failed++ // a package that does not build, or whose TestMain failed
	case e.Test == "":
	case e.Action == "pass":
		s.passed++
	case e.Action == "fail":
		s.failed++
		s.blamed[e.Package] = true
	default:
		s.skipped++
	}
}
