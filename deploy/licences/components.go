package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// component is third-party software in the binaries, or beside them.
type component struct {
	name, version string
	files         []licenceFile
	licences      []string // SPDX names, sorted; groupTexts sets them
	texts         []int    // numbers of its texts in the document; groupTexts sets them
}

// licenceFile is a file of a component with a licence or a notice.
type licenceFile struct {
	path string // within the component, such as LICENSE or s2/LICENSE
	text string
}

// findComponents returns Go's standard library, the linked modules, the libraries
// of the pages and what deploy/ocr downloads, in this order.
func findComponents(root string) ([]*component, error) {
	library, err := standardLibrary(root)
	if err != nil {
		return nil, err
	}
	modules, err := linkedModules(root)
	if err != nil {
		return nil, err
	}
	vendored, err := vendoredLibraries(filepath.Join(root, "api", "web", "static", "vendor"))
	if err != nil {
		return nil, err
	}
	downloaded, err := vendoredLibraries(filepath.Join(root, "deploy", "licences", "ocr"))
	if err != nil {
		return nil, err
	}
	return slices.Concat([]*component{library}, modules, vendored, downloaded), nil
}

// repositoryRoot returns the directory of go.mod.
func repositoryRoot() (string, error) {
	out, err := runGo(".", "list", "-m", "-f", "{{.Dir}}")
	return strings.TrimSpace(string(out)), err
}

// standardLibrary returns Go's standard library. Its version is the lowest that
// go.mod allows, so that the document does not depend on the installed one.
func standardLibrary(root string) (*component, error) {
	version, err := runGo(root, "list", "-m", "-f", "{{.GoVersion}}")
	if err != nil {
		return nil, err
	}
	goroot, err := runGo(root, "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(goroot)), "LICENSE"))
	if err != nil {
		return nil, err
	}
	return &component{
		name: "Go standard library", version: strings.TrimSpace(string(version)) + " or later",
		files: []licenceFile{{"LICENSE", string(text)}},
	}, nil
}

// linkedPackage is what `go list -json` says about a package in a binary.
type linkedPackage struct {
	Dir    string
	Module *struct {
		Path, Version, Dir string
		Main               bool
	}
}

var goBuild = regexp.MustCompile(`(?m)^[^#\n]*\bgo build\b(?:.* -tags[ =](\S+))?`)

// buildTags returns the tags with which deploy/build builds the programs. They
// decide which modules are linked.
func buildTags(root string) (string, error) {
	script, err := os.ReadFile(filepath.Join(root, "deploy", "build"))
	if err != nil {
		return "", err
	}
	command := goBuild.FindSubmatch(script)
	if command == nil {
		return "", errors.New("deploy/build has no line with the command go build, whose tags decide which modules are linked")
	}
	return string(command[1]), nil
}

// linkedModules returns the modules with a package in biom or biom-ocr, sorted by path.
func linkedModules(root string) ([]*component, error) {
	tags, err := buildTags(root)
	if err != nil {
		return nil, err
	}
	out, err := runGo(root, "list", "-deps", "-tags", tags, "-json=Dir,Module", "./cmd/biom", "./cmd/biom-ocr")
	if err != nil {
		return nil, fmt.Errorf("%w(if modules are not in the module cache: go mod download)", err)
	}
	modules := map[string]*component{}
	done := map[string]bool{} // directories whose licence files were read
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var p linkedPackage
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, fmt.Errorf("output of go list: %w", err)
		}
		if p.Module == nil || p.Module.Main {
			continue
		}
		m := modules[p.Module.Path]
		if m == nil {
			m = &component{name: p.Module.Path, version: p.Module.Version}
			modules[p.Module.Path] = m
		}
		if err := m.addFiles(p.Dir, p.Module.Dir, done); err != nil {
			return nil, err
		}
	}
	sorted := make([]*component, 0, len(modules))
	for _, path := range slices.Sorted(maps.Keys(modules)) {
		slices.SortFunc(modules[path].files, func(a, b licenceFile) int { return strings.Compare(a.path, b.path) })
		sorted = append(sorted, modules[path])
	}
	return sorted, nil
}

// addFiles adds the licence files of a package's directory and of those above
// it, up to the root of its module, because a part of a module may have a licence
// of its own. It skips the directories in done and adds the others to it.
func (c *component) addFiles(directory, moduleRoot string, done map[string]bool) error {
	for ; !done[directory]; directory = filepath.Dir(directory) {
		done[directory] = true
		files, err := readLicenceFiles(directory, moduleRoot)
		if err != nil {
			return err
		}
		c.files = append(c.files, files...)
		if directory == moduleRoot {
			break
		}
	}
	return nil
}

var licenceFileName = regexp.MustCompile(`(?i)^(un)?(licen[cs]e|copying|notice)([-._].*)?$`)

// commentMark begins the lines of a licence file that is written as a Go comment.
var commentMark = regexp.MustCompile(`(?m)^// ?`)

// readLicenceFiles reads the files of a directory that are named like a licence
// or a notice. Their paths are relative to base.
func readLicenceFiles(directory, base string) ([]licenceFile, error) {
	entries, err := os.ReadDir(directory)
	if err != nil {
		return nil, err
	}
	var files []licenceFile
	for _, e := range entries {
		if e.IsDir() || !licenceFileName.MatchString(e.Name()) || filepath.Ext(e.Name()) == ".go" {
			continue
		}
		path := filepath.Join(directory, e.Name())
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		relative, err := filepath.Rel(base, path)
		if err != nil {
			return nil, err
		}
		files = append(files, licenceFile{filepath.ToSlash(relative), commentMark.ReplaceAllString(string(text), "")})
	}
	return files, nil
}

// vendoredLibraries returns the libraries in the subdirectories of a directory. Each
// has a file VERSION that starts with "name version,".
func vendoredLibraries(directory string) ([]*component, error) {
	versions, err := filepath.Glob(filepath.Join(directory, "*", "VERSION"))
	if err != nil {
		return nil, err
	}
	var libraries []*component
	for _, file := range versions {
		library, err := vendoredLibrary(filepath.Dir(file))
		if err != nil {
			return nil, err
		}
		libraries = append(libraries, library)
	}
	return libraries, nil
}

func vendoredLibrary(directory string) (*component, error) {
	version, err := os.ReadFile(filepath.Join(directory, "VERSION"))
	if err != nil {
		return nil, err
	}
	fields := strings.Fields(string(version))
	if len(fields) < 2 {
		return nil, fmt.Errorf("%s/VERSION does not start with a name and a version", directory)
	}
	library := &component{name: fields[0], version: strings.TrimSuffix(fields[1], ",")}
	parts, err := filepath.Glob(filepath.Join(directory, "*", "LICENSE*")) // of what the library itself contains
	if err != nil {
		return nil, err
	}
	folders := []string{directory}
	for _, part := range parts {
		folders = append(folders, filepath.Dir(part))
	}
	for _, folder := range slices.Compact(folders) {
		files, err := readLicenceFiles(folder, directory)
		if err != nil {
			return nil, err
		}
		library.files = append(library.files, files...)
	}
	if len(library.files) > 0 {
		return library, nil
	}
	library.files, err = leadingComments(directory)
	return library, err
}

// leadingComments returns the comment at the start of each script of a library
// without a licence file, because such a comment then has the licence.
func leadingComments(directory string) ([]licenceFile, error) {
	scripts, err := filepath.Glob(filepath.Join(directory, "dist", "*.mjs"))
	if err != nil {
		return nil, err
	}
	var files []licenceFile
	for _, script := range scripts {
		code, err := os.ReadFile(script)
		if err != nil {
			return nil, err
		}
		if comment := leadingComment(code); comment != "" {
			files = append(files, licenceFile{"dist/" + filepath.Base(script), comment})
		}
	}
	return files, nil
}

// leadingComment returns the text of the line comments with which code starts.
func leadingComment(code []byte) string {
	var comment strings.Builder
	for lines := bufio.NewScanner(bytes.NewReader(code)); lines.Scan(); {
		line, isComment := strings.CutPrefix(lines.Text(), "//")
		if !isComment {
			break
		}
		if line = strings.Trim(line, " -"); line != "" {
			comment.WriteString(line + "\n")
		}
	}
	return comment.String()
}

// runGo runs the go command without network, for the platform of the released
// binary, and returns what it prints.
func runGo(directory string, arguments ...string) ([]byte, error) {
	cmd := exec.Command("go", arguments...)
	cmd.Dir = directory
	cmd.Env = append(os.Environ(), "GOPROXY=off", "GOFLAGS=", "CGO_ENABLED=0", "GOOS=linux", "GOARCH=amd64")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go %s: %w\n%s", strings.Join(arguments, " "), err, &stderr)
	}
	return out, nil
}
