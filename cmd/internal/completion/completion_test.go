package completion_test

import (
	"os/exec"
	"testing"

	"biom/cmd/internal/completion"
)

// The script works in the shell that is on every machine that runs the tests.
func TestScriptInBash(t *testing.T) {
	t.Parallel()
	script := completion.Script("bash") + `
biom() { [ "$3 $4" = "process --ti" ] && echo --tier; }
COMP_WORDS=(biom process --ti) COMP_CWORD=2
_biom
echo "${COMPREPLY[@]}"`
	out, err := exec.CommandContext(t.Context(), "bash", "-c", script).CombinedOutput()
	if err != nil || string(out) != "--tier\n" {
		t.Errorf("%v: %s", err, out)
	}
}
