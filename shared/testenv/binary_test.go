package testenv_test

import (
	"os/exec"
	"strings"
	"testing"

	"biom/shared/testenv"
)

// Biom builds the binary once, or finds the one that BIOM_TEST_BINARY names.
func TestLongBiom(t *testing.T) {
	t.Parallel()
	path := testenv.Biom(t)
	if again := testenv.Biom(t); again != path {
		t.Errorf("second call returned %s, first %s", again, path)
	}
	if out, err := exec.Command(path, "--help").CombinedOutput(); err != nil || !strings.Contains(string(out), "serve") {
		t.Errorf("%s --help: %v\n%s", path, err, out)
	}
}
