package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"biom/shared/testenv"
)

const (
	python       = "../../shared/client/python" // the folder of the client in Python
	debianPython = "/usr/bin/python3"           // another python3 may come first on PATH
)

// failures matches what pytest says at its end of each test that failed. A summary of the run shows
// only the first line of what a test says.
var failures = regexp.MustCompile(`(?m)^(FAILED|ERROR) .*`)

// The types of the client in Python are those of /openapi.json.
func TestPythonTypes(t *testing.T) {
	npm(t, []string{"BIOM_TEST_BIOMDEV=" + testenv.Biomdev(t)}, "--prefix", "../python/generate", "run", "check")
}

// The client in Python, as pip installs it, has no mistake in its types, and passes its
// own tests and the scenario of all clients against a service.
func TestLongPythonClient(t *testing.T) {
	site := t.TempDir()
	runPython(t, nil, "pip", "install", "--no-index", "--no-deps", "--no-build-isolation", "--target", site, ".")
	env := []string{"PYTHONPATH=" + site, "MYPY_CACHE_DIR=" + t.TempDir()}
	runPython(t, env, "mypy")
	tests := []string{"--override-ini", "pythonpath=tests tests/scenario"} // and not src: what is installed is tested
	runPython(t, env, "pytest", append(tests, "tests/unit")...)
	runPython(t, append(env, scenarioService(t)...), "pytest", append(tests, "tests/scenario")...)
	if _, err := os.Stat(filepath.Join(site, "biom_client", "py.typed")); err != nil {
		t.Errorf("the package does not say that it has types: %v", err)
	}
}

// runPython runs a module of Python in the folder of the client.
func runPython(t *testing.T, env []string, module string, args ...string) {
	t.Helper()
	if err := exec.Command(debianPython, "-c", "import hatchling, httpx, mypy, pip, pytest").Run(); err != nil {
		t.Fatal("the Python packages for the client are missing; install them with: deploy/setup test")
	}
	cmd := exec.Command(debianPython, append([]string{"-m", module}, args...)...)
	cmd.Dir = python
	cmd.Env = append(append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1"), env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %v: %v: %q\n%s", module, args, err, failures.FindAllString(string(out), -1), out)
	}
	t.Logf("%s", out)
}
