package main

import (
	"io"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"biom/cmd/internal/completion"
)

func TestCandidates(t *testing.T) {
	t.Parallel()
	parser, err := kong.New(newCLI(builtInProviders), kong.Writers(io.Discard, io.Discard), defaults())
	if err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"pro":                      "process",
		"keys ":                    "callbacks create list revoke",
		"jobs ":                    "cancel list wait",
		"doctor ":                  "api exporter serve worker",
		"queue ":                   "dead failed-callbacks purge retry show",
		"jobs wait ":               "", // directories
		"jobs list --status ":      "failed queued running succeeded",
		"process --a":              "--again --async",
		"keys cr":                  "create",
		"process --s":              "--server --share",
		"process --tier ":          "slow standard",
		"process --tier sl":        "slow",
		"process --tier slow --sh": "--share",
		"process -j 4 --ag":        "--again",
		"process ":                 "", // file names
		"process report.pdf ":      "",
		"completion ":              "bash fish zsh",
		"completion bash ":         "",
		"comp":                     "completion", // not the hidden one
		"nonsense --":              "--help --version",
		"--he":                     "--help",
	} {
		if got := strings.Join(completion.Candidates(parser.Model.Node, strings.Split(line, " ")), " "); got != want {
			t.Errorf("%q: got %q, want %q", line, got, want)
		}
	}
	if got := completion.Candidates(parser.Model.Node, nil); len(got) < 10 {
		t.Errorf("nothing typed: %v", got)
	}
}

func TestCompletionCommands(t *testing.T) {
	t.Parallel()
	for _, shell := range []string{"bash", "zsh", "fish"} {
		var out strings.Builder
		if err := runBiom(t.Context(), []string{"completion", shell}, &out, io.Discard); err != nil || !strings.Contains(out.String(), "biom complete -- ") {
			t.Errorf("%s: %v, %s", shell, err, &out)
		}
	}
	var out strings.Builder
	if err := runBiom(t.Context(), []string{"complete", "--", "process", "--tier", "s"}, &out, io.Discard); err != nil || out.String() != "slow\nstandard\n" {
		t.Errorf("got %v, %q", err, &out)
	}
	if err := runBiom(t.Context(), []string{"completion", "tcsh"}, io.Discard, io.Discard); err == nil {
		t.Error("a shell that nobody completes for")
	}
}
