package main

import (
	"io"
	"os/exec"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

func TestCandidates(t *testing.T) {
	t.Parallel()
	var commands cli
	parser, err := kong.New(&commands, kong.Writers(io.Discard, io.Discard), defaults())
	if err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"pro":                      "process",
		"keys ":                    "create list revoke",
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
		if got := strings.Join(candidates(parser.Model.Node, strings.Split(line, " ")), " "); got != want {
			t.Errorf("%q: got %q, want %q", line, got, want)
		}
	}
	if got := candidates(parser.Model.Node, nil); len(got) < 10 {
		t.Errorf("nothing typed: %v", got)
	}
}

func TestCompletionCommands(t *testing.T) {
	t.Parallel()
	for _, shell := range []string{"bash", "zsh", "fish"} {
		var out strings.Builder
		if err := run(t.Context(), []string{"completion", shell}, &out, io.Discard); err != nil || !strings.Contains(out.String(), "biom complete -- ") {
			t.Errorf("%s: %v, %s", shell, err, &out)
		}
	}
	var out strings.Builder
	if err := run(t.Context(), []string{"complete", "--", "process", "--tier", "s"}, &out, io.Discard); err != nil || out.String() != "slow\nstandard\n" {
		t.Errorf("got %v, %q", err, &out)
	}
	if err := run(t.Context(), []string{"completion", "tcsh"}, io.Discard, io.Discard); err == nil {
		t.Error("a shell that nobody completes for")
	}
}

// The script works in the shell that is on every machine that runs the tests.
func TestCompletionInBash(t *testing.T) {
	t.Parallel()
	script := completionScripts["bash"] + `
biom() { [ "$3 $4" = "process --ti" ] && echo --tier; }
COMP_WORDS=(biom process --ti) COMP_CWORD=2
_biom
echo "${COMPREPLY[@]}"`
	out, err := exec.CommandContext(t.Context(), "bash", "-c", script).CombinedOutput()
	if err != nil || string(out) != "--tier\n" {
		t.Errorf("%v: %s", err, out)
	}
}
