// Command testsummary reads the output of `go test -json` from standard input.
// It prints whether each package passed or failed, the output of failed and skipped
// tests, at the end once more what each failed test said itself, without the logs
// of its processes, and in the last line the number of tests. It exits with 1 if a test
// failed or was skipped, or if none ran.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
)

// event is one line of the output; `go doc test2json` describes it.
type event struct {
	Action, Package, Test, Output string
	Elapsed                       float64 // seconds
}

// summary counts the events that were read so far.
type summary struct {
	passed, failed, skipped int                         // tests and subtests
	output                  map[string]*strings.Builder // package and test → its output
	failedPackages          map[string]bool             // packages with a failed test
	conformance             map[string]int              // form of the service → passed checks of the conformance suite
	reasons                 []string                    // failed tests, each followed by what it said
}

// said matches the first line of each message of a test.
var said = regexp.MustCompile(`(?m)^ +\w+_test\.go:\d+: .{0,300}`)

// mostSaid limits the messages of a failed test that are repeated at the end.
const mostSaid = 20

func main() {
	s, err := summarise(os.Stdin, os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "testsummary:", err)
		os.Exit(1)
	}
	fmt.Println()
	for _, line := range s.reasons {
		fmt.Println(line)
	}
	fmt.Printf("%d passed, %d failed, %d skipped\n", s.passed, s.failed, s.skipped)
	if s.failed > 0 || s.passed == 0 || s.skipped > 0 { // a skipped test did not run
		os.Exit(1)
	}
}

// summarise reads events from in. It writes to out whether packages passed, and the
// output of failed and skipped tests.
func summarise(in io.Reader, out io.Writer) (summary, error) {
	s := summary{output: map[string]*strings.Builder{}, failedPackages: map[string]bool{}, conformance: map[string]int{}}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var e event
		if json.Unmarshal(lines.Bytes(), &e) != nil {
			fmt.Fprintln(out, lines.Text()) // not JSON: messages of the build
			continue
		}
		s.add(e, out)
	}
	return s, lines.Err()
}

// add counts an event. When a test or package has ended, add writes its result and,
// unless it passed, its output.
func (s *summary) add(e event, out io.Writer) {
	key := e.Package + " " + e.Test
	switch e.Action {
	case "output", "build-output":
		if s.output[key] == nil {
			s.output[key] = &strings.Builder{}
		}
		s.output[key].WriteString(e.Output)
	case "pass", "fail", "skip":
		s.count(e)
		s.addConformance(e, out)
		if e.Action != "pass" && s.output[key] != nil {
			fmt.Fprint(out, s.output[key])
			if e.Test != "" {
				s.reasons = append(s.reasons, e.Action+" "+key)
				s.reasons = append(s.reasons, said.FindAllString(s.output[key].String(), mostSaid)...)
			}
		}
		if e.Test == "" && e.Action != "skip" {
			fmt.Fprintf(out, "%-4s %s %.1fs\n", e.Action, e.Package, e.Elapsed)
		}
		delete(s.output, key)
	}
}

// addConformance counts the passed checks of the conformance suite for each form
// of the service, and writes the number when the form has ended. Its tests are
// named TestConformance/<form>/<check>.
func (s *summary) addConformance(e event, out io.Writer) {
	path, ok := strings.CutPrefix(e.Test, "TestConformance/")
	if !ok {
		return
	}
	form, check, isCheck := strings.Cut(path, "/")
	switch {
	case isCheck && !strings.Contains(check, "/") && e.Action == "pass":
		s.conformance[form]++
	case !isCheck:
		fmt.Fprintf(out, "%-4s conformance on %s: %d checks passed\n", e.Action, strings.ReplaceAll(form, "_", " "), s.conformance[form])
	}
}

// count counts a test that has ended. A package that failed without
// a failed test counts as one failed test.
func (s *summary) count(e event) {
	switch {
	case e.Test == "" && e.Action == "fail" && !s.failedPackages[e.Package]:
		s.failed++ // the package does not build, or its TestMain failed
	case e.Test == "":
	case e.Action == "pass":
		s.passed++
	case e.Action == "fail":
		s.failed++
		s.failedPackages[e.Package] = true
	default:
		s.skipped++
	}
}
