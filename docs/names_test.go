// Package docs_test checks that the repository's pages speak of things that exist.
package docs_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const root = ".."

// pages are the Markdown files whose links, paths and Go names are checked.
var pages = []string{
	"README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "docs/architecture.md", "docs/measuring.md", "docs/devices/README.md",
}

var (
	fence    = regexp.MustCompile("(?ms)^```.*?^```$")
	span     = regexp.MustCompile("`([^`\n]+)`")
	link     = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading  = regexp.MustCompile(`(?m)^#+ (.+)$`)
	repoPath = regexp.MustCompile(`^(?:cmd|api|exporter|worker|shared|deploy|docs|testdata)(?:/[\w.-]+)*/?$`)
	goName   = regexp.MustCompile(`\b([a-z]\w*)\.[A-Z]\w*(?:\.[A-Z]\w*)?`)
	notASlug = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

func TestLinksLeadSomewhere(t *testing.T) {
	for _, page := range pages {
		text := read(t, page)
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			file, anchor, _ := strings.Cut(m[1], "#")
			if strings.Contains(m[1], "://") {
				continue
			}
			target := page
			if file != "" {
				target = filepath.Join(filepath.Dir(page), file)
			}
			if !exists(target) {
				t.Errorf("%s: the link %s leads to %s, which does not exist", page, m[1], target)
				continue
			}
			if anchor != "" && !headings(read(t, target))[anchor] {
				t.Errorf("%s: the link %s leads to a heading that %s does not have", page, m[1], target)
			}
		}
	}
}

func TestPathsExist(t *testing.T) {
	for _, page := range pages {
		for _, s := range spans(read(t, page)) {
			if repoPath.MatchString(s) && !strings.HasSuffix(s, "...") && !exists(s) {
				t.Errorf("%s names %s, which does not exist", page, s)
			}
		}
	}
}

func TestGoNamesExist(t *testing.T) {
	packages := exported(t)
	found := 0
	for _, page := range pages {
		for _, m := range goName.FindAllStringSubmatch(read(t, page), -1) {
			names, known := packages[m[1]]
			if !known {
				continue
			}
			found++
			if !names[strings.TrimPrefix(m[0], m[1]+".")] {
				t.Errorf("%s names %s, which does not exist", page, m[0])
			}
		}
	}
	if found < 20 {
		t.Errorf("only %d Go names were found on the pages: the check looks at the wrong text", found)
	}
}

// TestErrorCodesAreListed compares the paragraph "Error codes" of docs/architecture.md
// with the codes of package problem.
func TestErrorCodesAreListed(t *testing.T) {
	constants := regexp.MustCompile(`Code = "(\w+)"`).FindAllStringSubmatch(read(t, "shared/problem/problem.go"), -1)
	paragraph := regexp.MustCompile(`(?m)^Error codes: (?:.+\n)+`).FindString(read(t, "docs/architecture.md"))
	listed := regexp.MustCompile("`([A-Z_]+)`").FindAllStringSubmatch(paragraph, -1)
	if got, want := firstGroups(listed), firstGroups(constants); !slices.Equal(got, want) || len(want) == 0 {
		t.Errorf("docs/architecture.md lists the error codes %v, package problem has %v", got, want)
	}
}

// firstGroups returns the sorted first groups of matches.
func firstGroups(matches [][]string) (groups []string) {
	for _, m := range matches {
		groups = append(groups, m[1])
	}
	slices.Sort(groups)
	return groups
}

func TestMakeTargetsExist(t *testing.T) {
	makefile := read(t, "Makefile")
	for _, page := range pages {
		for _, s := range spans(read(t, page)) {
			target, ok := strings.CutPrefix(s, "make ")
			if ok && !strings.Contains(makefile, "\n"+target+":") {
				t.Errorf("%s names %s, which the Makefile does not have", page, s)
			}
		}
	}
	for _, m := range regexp.MustCompile(`(?m)^([a-z-]+):`).FindAllStringSubmatch(makefile, -1) {
		if !strings.Contains(read(t, "CONTRIBUTING.md"), "`make "+m[1]+"`") {
			t.Errorf("CONTRIBUTING.md does not list make %s", m[1])
		}
	}
}

func read(t *testing.T, page string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, page))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func exists(path string) bool {
	_, err := os.Stat(filepath.Join(root, path))
	return err == nil
}

// spans returns the text of the code spans outside fenced blocks.
func spans(text string) (found []string) {
	for _, m := range span.FindAllStringSubmatch(fence.ReplaceAllString(text, ""), -1) {
		found = append(found, m[1])
	}
	return found
}

// headings returns the anchors that a page's headings get on code hosts.
func headings(text string) map[string]bool {
	anchors := map[string]bool{}
	for _, m := range heading.FindAllStringSubmatch(text, -1) {
		slug := strings.ToLower(notASlug.ReplaceAllString(m[1], ""))
		anchors[strings.ReplaceAll(slug, " ", "-")] = true
	}
	return anchors
}

// exported returns the exported names of every package of the module:
// package name → "Func", "Type", "Type.Method" and "Type.Field".
func exported(t *testing.T) map[string]map[string]bool {
	t.Helper()
	packages := map[string]map[string]bool{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		names := packages[file.Name.Name]
		if names == nil {
			names = map[string]bool{}
			packages[file.Name.Name] = names
		}
		for _, decl := range file.Decls {
			declare(names, decl)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return packages
}

func declare(names map[string]bool, decl ast.Decl) {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		name := d.Name.Name
		if d.Recv != nil {
			name = receiver(d.Recv.List[0].Type) + "." + name
		}
		names[name] = true
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.ValueSpec:
				for _, n := range s.Names {
					names[n.Name] = true
				}
			case *ast.TypeSpec:
				names[s.Name.Name] = true
				for _, member := range members(s.Type) {
					names[s.Name.Name+"."+member] = true
				}
			}
		}
	}
}

func receiver(expr ast.Expr) string {
	switch e := expr.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}

// members returns the names of a struct's fields or an interface's methods.
func members(expr ast.Expr) (names []string) {
	var fields *ast.FieldList
	switch e := expr.(type) {
	case *ast.StructType:
		fields = e.Fields
	case *ast.InterfaceType:
		fields = e.Methods
	default:
		return nil
	}
	for _, f := range fields.List {
		for _, n := range f.Names {
			names = append(names, n.Name)
		}
	}
	return names
}
