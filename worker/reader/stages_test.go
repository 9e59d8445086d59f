package reader_test

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// stages are the beginnings of the files' names in the order of their work. A file
// may use what is declared in its own stage and in those before it.
var stages = []string{"data", "lex", "label", "place", "value", "agree"}

// TestStagesHaveOneDirection: nothing of a stage uses what a later stage declares.
func TestStagesHaveOneDirection(t *testing.T) {
	t.Parallel()
	fset := token.NewFileSet()
	var files []*ast.File
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		f, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}
	cfg := types.Config{Importer: noImports{}, Error: func(error) {}} // other packages do not matter here
	pkg, _ := cfg.Check("reader", fset, files, info)
	total := 0
	var against []string
	for id, obj := range info.Uses {
		if obj.Pkg() != pkg || !declared(obj, pkg) {
			continue
		}
		total++
		user, owner := fset.Position(id.Pos()), fset.Position(obj.Pos())
		if stageOf(t, user.Filename) < stageOf(t, owner.Filename) {
			against = append(against, fmt.Sprintf("%s:%d uses %s of %s", user.Filename, user.Line, id.Name, owner.Filename))
		}
	}
	slices.SortFunc(against, cmp.Compare[string])
	for _, a := range against {
		t.Error(a)
	}
	t.Logf("%d references, %d against the stages", total, len(against))
}

// declared: a function, method, type, constant or variable of the package, and no
// local one.
func declared(obj types.Object, pkg *types.Package) bool {
	if f, ok := obj.(*types.Func); ok && f.Signature().Recv() != nil {
		return true
	}
	return obj.Parent() == pkg.Scope()
}

func stageOf(t *testing.T, file string) int {
	t.Helper()
	if file == "doc.go" || file == "reader.go" {
		return len(stages)
	}
	prefix, _, _ := strings.Cut(strings.TrimSuffix(file, ".go"), "_")
	i := slices.Index(stages, prefix)
	if i < 0 {
		t.Fatalf("%s belongs to no stage: its name begins with none of %v", file, stages)
	}
	return i
}

// noImports finds no package.
type noImports struct{}

func (noImports) Import(string) (*types.Package, error) { return nil, errors.New("not needed") }
