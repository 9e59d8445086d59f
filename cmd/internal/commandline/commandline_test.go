package commandline_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"biom/cmd/internal/commandline"
)

// greet is a command line with one command.
type greet struct {
	Hello struct {
		helloCmd
	} `cmd:"" help:"Say hello to ${whom}."`
	Version kong.VersionFlag `help:"Print the version and exit."`
}

type helloCmd struct {
	Name string `arg:""`
}

// Run notes the name.
func (c *helloCmd) Run(names *[]string) error {
	*names = append(*names, c.Name)
	return nil
}

// runGreet runs the command line and returns what it printed and whom it greeted.
func runGreet(args ...string) (out string, names []string, err error) {
	var stdout, stderr strings.Builder
	program := commandline.Program{Name: "greet", Description: "Greets.", Commands: &greet{}, Vars: kong.Vars{"whom": "somebody"}}
	err = program.Run(args, &stdout, &stderr, &names)
	return stdout.String() + stderr.String(), names, err
}

func TestRunGivesTheCommandItsBindings(t *testing.T) {
	t.Parallel()
	if out, names, err := runGreet("hello", "ada"); err != nil || out != "" || len(names) != 1 || names[0] != "ada" {
		t.Errorf("%v: printed %q, greeted %v", err, out, names)
	}
}

func TestHelpAndVersionAreNoErrors(t *testing.T) {
	t.Parallel()
	for arg, want := range map[string]string{"--help": "Say hello to somebody.", "--version": commandline.Version()} {
		if out, names, err := runGreet(arg); !strings.Contains(out, want) || len(names) != 0 {
			t.Errorf("%s: %v: printed %q, greeted %v", arg, err, out, names)
		}
	}
}

func TestWrongArgumentsAreParseErrors(t *testing.T) {
	t.Parallel()
	_, _, err := runGreet("goodbye")
	if _, ok := errors.AsType[*kong.ParseError](err); !ok || !strings.Contains(err.Error(), "--help after a command shows its flags") {
		t.Errorf("got %v", err)
	}
}
