package main

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"biom/cmd/internal/clientconfig"
	"biom/cmd/internal/goldentest"
)

const (
	tableBegins = "<!-- configuration: written by `go test ./cmd/biom -run Readme -update` -->\n"
	tableEnds   = "<!-- end of configuration -->"
)

// The tables of configuration in the README and in the documentation agree with the
// command line's own model.
func TestReadmeTableIsTheCode(t *testing.T) {
	for _, file := range []string{"../../README.md", "../../api/web/docs/configuration.md"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		before, rest, ok := strings.Cut(string(text), tableBegins)
		_, after, ok2 := strings.Cut(rest, tableEnds)
		if !ok || !ok2 {
			t.Fatalf("%s has no place for the table:\n%s%s", file, tableBegins, tableEnds)
		}
		want := before + tableBegins + configurationTable(t) + tableEnds + after
		if goldentest.Updating() {
			if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if string(text) != want {
			t.Errorf("the table in %s is not that of the code: go test ./cmd/biom -run Readme -update", file)
		}
	}
}

// Every environment variable that the programs read is in the table. Those of flags
// always are; this test finds the variables that are read elsewhere.
func TestReadmeTableIsComplete(t *testing.T) {
	table, known := configurationTable(t), map[string]bool{ // not ours
		"TERM": true, "TESSDATA_PREFIX": true, "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": true, "OTEL_SDK_DISABLED": true,
	}
	reads := regexp.MustCompile(`(?:Getenv|LookupEnv)\(([^)]*)\)`)
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.Contains(path, "/testenv/") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range reads.FindAllStringSubmatch(string(text), -1) {
			name := strings.Trim(m[1], `"`)
			switch name {
			case "EnvAPIKey":
				name = clientconfig.EnvAPIKey
			case "EnvProviderKey":
				name = clientconfig.EnvProviderKey
			case "setting", "secretFile": // of every secret
				name = "BIOM_JOB_KEY_FILE"
			}
			if !known[name] && !strings.Contains(table, "`"+name+"`") {
				t.Errorf("%s reads %s, which the table does not have", path, m[1])
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func commandName(n *kong.Node) string { return strings.TrimPrefix(n.Path(), "biom ") }

// configurationTable has a row for each environment variable, with the
// commands that read it.
func configurationTable(t *testing.T) string {
	t.Helper()
	parser, err := kong.New(newCLI(builtInProviders), kong.Writers(io.Discard, io.Discard), defaults())
	if err != nil {
		t.Fatal(err)
	}
	type row struct{ name, value, help, commands string }
	rows := []*row{
		{clientconfig.EnvAPIKey, "", "Service key that is sent to the service; never a flag.", "process, retrieve, usage, mcp, jobs wait, jobs cancel, jobs list"},
		{clientconfig.EnvProviderKey, "", "The caller's own provider key, sent along with documents; never a flag.", "process, usage, mcp"},
		{"BIOM_OCR_DIR", "", "Folder with the neural networks by which the local reader reads scans and photos, beside tesseract: deploy/ocr makes it. Default: the folder ocr beside biom, links resolved.", "serve, worker, eval, explain"},
		{"OTEL_EXPORTER_OTLP_ENDPOINT", "", "Collector that gets the traces (OTLP over HTTP). The other variables of OpenTelemetry hold too.", "serve, api, worker, exporter"},
	}
	byName, leaves := map[string]*row{}, parser.Model.Leaves(false)
	for _, command := range leaves {
		if strings.HasPrefix(commandName(command), "doctor ") {
			continue // it reads what its role reads
		}
		for _, flag := range command.Flags {
			for _, env := range flag.Envs {
				if flag.Tag.Has("secret") {
					env += "` or `" + env + "_FILE"
				}
				if r := byName[env]; r != nil {
					r.commands += ", " + commandName(command)
					continue
				}
				r := &row{env, flag.Default, flag.Help, commandName(command)}
				byName[env], rows = r, append(rows, r)
			}
		}
	}
	slices.SortStableFunc(rows, func(a, b *row) int { return strings.Compare(a.name, b.name) })
	var b strings.Builder
	b.WriteString("| variable | default | what | read by |\n|---|---|---|---|\n")
	for _, r := range rows {
		value := "–"
		if r.value != "" {
			value = "`" + r.value + "`"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", r.name, value, r.help, grouped(r.commands, leaves))
	}
	return b.String()
}

// grouped replaces the commands of a group, such as keys, by its name if all of them are named.
func grouped(commands string, leaves []*kong.Node) string {
	members := map[string][]string{} // group → its commands
	for _, command := range leaves {
		if group, _, found := strings.Cut(commandName(command), " "); found {
			members[group] = append(members[group], commandName(command))
		}
	}
	for group, all := range members {
		commands = strings.Replace(commands, strings.Join(all, ", "), group, 1)
	}
	return commands
}
