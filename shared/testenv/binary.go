package testenv

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// Biom returns the path of the biom binary: the file that BIOM_TEST_BINARY
// names, or else one that is built once for this test binary.
func Biom(t testing.TB) string { t.Helper(); return biom.find(t) }

// Biomdev returns the path of the biomdev binary: the file that
// BIOM_TEST_BIOMDEV names, or else one that is built once for this test binary.
func Biomdev(t testing.TB) string { t.Helper(); return biomdev.find(t) }

var (
	biom    = program{variable: "BIOM_TEST_BINARY", source: "biom/cmd/biom"}
	biomdev = program{variable: "BIOM_TEST_BIOMDEV", source: "biom/cmd/biomdev"}
)

// program is a command of this module that tests run.
type program struct {
	variable string // the environment variable that may name a built binary
	source   string // import path

	once sync.Once
	dir  string // "" while nothing is built
	path string
	err  error
}

// find returns the path of the program. The first call looks for the built binary or
// builds it.
func (p *program) find(t testing.TB) string {
	t.Helper()
	p.once.Do(func() {
		if p.path = os.Getenv(p.variable); p.path != "" {
			p.err = p.check()
		} else {
			p.err = p.build()
		}
	})
	if p.err != nil {
		t.Fatalf("testenv: %v", p.err)
	}
	return p.path
}

// check refuses a relative path: each package's tests run in its own directory.
func (p *program) check() error {
	if !filepath.IsAbs(p.path) {
		return fmt.Errorf("%s=%s must be an absolute path", p.variable, p.path)
	}
	if _, err := os.Stat(p.path); err != nil {
		return fmt.Errorf("%s: %w", p.variable, err)
	}
	return nil
}

// build builds the program as releases are built.
func (p *program) build() error {
	command, err := exec.LookPath("go")
	if err != nil {
		return errors.New("go is missing: see https://go.dev/doc/install")
	}
	if p.dir, err = dataDir(nil); err != nil {
		return err
	}
	p.path = filepath.Join(p.dir, filepath.Base(p.source))
	root, err := exec.Command(command, "list", "-m", "-f", "{{.Dir}}", "biom").Output()
	if err != nil {
		return fmt.Errorf("go list -m biom: %w", err)
	}
	build := exec.Command("deploy/build", p.dir, p.source)
	build.Dir = strings.TrimSpace(string(root))
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("deploy/build %s: %w\n%s", p.source, err, out)
	}
	return nil
}

// close removes what was built.
func (p *program) close() {
	if p.dir != "" {
		_ = os.RemoveAll(p.dir)
	}
}
