package client_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// importer is a program of another module that uses the packages of the client.
const importer = `package main

import (
	"errors"
	"fmt"

	"biom/shared/biometry"
	"biom/shared/client"
	"biom/shared/problem"
)

func main() {
	_, err := client.New(client.Config{})
	refused, ok := errors.AsType[*client.Error](err)
	fmt.Println(biometry.SchemaVersion, ok && refused.Code == problem.NotFound)
}
`

// A module that imports client, biometry and problem needs one module beside biom. The
// server's libraries are neither required nor linked, vendored or downloaded.
func TestImportersNeedNoneOfTheServersModules(t *testing.T) {
	t.Parallel()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile(filepath.Join(root, "go.sum")) // the checksums are known, so that nothing is downloaded
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, content := range map[string]string{
		"main.go": importer, "go.sum": string(sums),
		"go.mod": "module example.org/clinic\n\ngo 1.26\n\nrequire biom v0.0.0\n\nreplace biom => " + root + "\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run := func(args ...string) string {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), "go", args...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOFLAGS=", "GOWORK=off", "GOPROXY=off")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("go %v: %v\n%s", args, err, out)
		}
		return string(out)
	}
	read := func(name string) string {
		t.Helper()
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	expect := func(what string, got []string, want ...string) {
		t.Helper()
		slices.Sort(got)
		if got = slices.Compact(got); !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", what, got, want)
		}
	}
	const decoder, leakTest = "github.com/go-json-experiment/json", "go.uber.org/goleak"

	run("mod", "tidy")
	expect("required by go.mod", matches(`(?m)^(?:require )?\t?(\S+) v\S+(?: // indirect)?$`, read("go.mod")), "biom", decoder)
	expect("checksums in go.sum", matches(`(?m)^(\S+) v`, read("go.sum")), decoder, leakTest) // the second one is of the client's own tests
	linked := strings.Fields(run("list", "-deps", "-f", "{{with .Module}}{{.Path}}{{end}}", "."))
	expect("modules of the program", linked, "biom", "example.org/clinic", decoder)
	run("mod", "vendor")
	expect("vendored", matches(`(?m)^# (\S+) v`, read("vendor/modules.txt")), "biom", decoder)
	run("build", "-o", filepath.Join(dir, "clinic"), ".")
}

// matches returns what the group in pattern matches in text, each time.
func matches(pattern, text string) (found []string) {
	for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
		found = append(found, m[1])
	}
	return found
}
