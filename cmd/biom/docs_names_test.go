package main

import (
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"biom/shared/testenv"
)

// The documentation names no variable, flag or command that does not exist.
func TestDocsNameWhatExists(t *testing.T) {
	table := configurationTable(t)
	flags, commands := flagsAndCommands(t)
	toolFlags, tools := flagsAndCommandsOfTools(t)
	maps.Copy(flags, toolFlags)
	maps.Copy(flags, map[string]bool{"--from-env-file": true, "--dry-run": true, "--rm": true, "--profile": true}) // of kubectl and Docker
	streams := []string{"BIOM_JOBS", "BIOM_RESULTS", "BIOM_DEAD", "BIOM_ANALYTICS"}
	for _, page := range documentation(t).Pages {
		text := string(page.Markdown)
		for _, name := range regexp.MustCompile(`\b(?:BIOM|EXPORT)_[A-Z_]+\b`).FindAllString(text, -1) {
			if !slices.Contains(streams, name) && !strings.Contains(table, "`"+name+"`") {
				t.Errorf("%s names the variable %s", page.Name, name)
			}
		}
		for _, m := range regexp.MustCompile(`[ \x60](--[a-z][a-z-]+)`).FindAllStringSubmatch(text, -1) {
			if !flags[m[1]] {
				t.Errorf("%s names the flag %s", page.Name, m[1])
			}
		}
		for _, m := range regexp.MustCompile("(?m)(?:^|[`(|] ?)biom ([a-z-]+)").FindAllStringSubmatch(text, -1) {
			if !commands[m[1]] {
				t.Errorf("%s names the command biom %s", page.Name, m[1])
			}
		}
		for _, m := range regexp.MustCompile("(?m)(?:^|[`(|] ?)biomdev ([a-z-]+)").FindAllStringSubmatch(text, -1) {
			if !tools[m[1]] {
				t.Errorf("%s names the command biomdev %s", page.Name, m[1])
			}
		}
	}
}

// flagsAndCommands returns the flags and the commands of biom.
func flagsAndCommands(t *testing.T) (flags, commands map[string]bool) {
	t.Helper()
	parser, err := kong.New(newCLI(builtInProviders), kong.Writers(io.Discard, io.Discard), defaults())
	if err != nil {
		t.Fatal(err)
	}
	flags, commands = map[string]bool{"--help": true, "--version": true}, map[string]bool{}
	for _, node := range parser.Model.Children {
		commands[node.Name] = true
	}
	for _, command := range parser.Model.Leaves(false) {
		for _, flag := range command.Flags {
			flags["--"+flag.Name] = true
		}
	}
	return flags, commands
}

// flagsAndCommandsOfTools returns the flags and the commands of biomdev, from its
// help.
func flagsAndCommandsOfTools(t *testing.T) (flags, commands map[string]bool) {
	t.Helper()
	program := testenv.Biomdev(t)
	flags, commands = map[string]bool{}, map[string]bool{}
	for _, command := range []string{"samples", "provider-sim"} {
		help, err := exec.Command(program, command, "--help").Output()
		if err != nil {
			t.Fatalf("biomdev %s --help: %v", command, err)
		}
		commands[command] = true
		for _, flag := range regexp.MustCompile(`--[a-z][a-z-]+`).FindAllString(string(help), -1) {
			flags[flag] = true
		}
	}
	return flags, commands
}

// Every reason that a failure can have is among the documentation's errors.
func TestDocsHaveEveryReason(t *testing.T) {
	given := regexp.MustCompile(`Reason\w+ += "(\w+)"|extractionFailed\("(\w+)"\)|With\("reason", "(\w+)"\)`)
	var text string
	for _, page := range documentation(t).Pages {
		if page.Name == "errors" {
			text = string(page.Markdown)
		}
	}
	found := 0
	for _, root := range []string{"../../worker", "../../shared/job", "../../api"} {
		err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "/eval/") {
				return err // no other program gets the reasons of eval
			}
			code, err := os.ReadFile(path)
			for _, m := range given.FindAllStringSubmatch(string(code), -1) {
				found++
				if reason := m[1] + m[2] + m[3]; !strings.Contains(text, "| `"+reason+"` |") {
					t.Errorf("%s gives the reason %s, of which errors.md does not tell", path, reason)
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if found < 10 {
		t.Errorf("only %d reasons were found in the code", found)
	}
}
