package sandbox_test

import (
	"slices"
	"testing"

	"biom/worker/document/sandbox"
)

func TestMechanisms(t *testing.T) {
	t.Parallel()
	m := sandbox.Mechanisms{Limits: true, Landlock: 3}
	if got, want := m.String(), "rlimits=1 no_new_privs=0 landlock=3 seccomp=0 namespaces=0"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := m.Missing(), []string{"no_new_privs", "seccomp"}; !slices.Equal(got, want) {
		t.Errorf("missing are %q, want %q", got, want)
	}
}
