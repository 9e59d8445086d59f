package main

import (
	"strings"
	"testing"

	"biom/worker/document/sandbox"
)

func TestRequiredSandbox(t *testing.T) {
	t.Parallel()
	complete := sandbox.Mechanisms{Limits: true, NoNewPrivs: true, Landlock: 1, Seccomp: true}
	partial := complete
	partial.Landlock, partial.Seccomp = 0, false
	required, auto := sandboxFlags{"required"}, sandboxFlags{"auto"}
	if err := required.judge(complete); err != nil {
		t.Errorf("without namespaces: %v", err)
	}
	if err := auto.judge(partial); err != nil {
		t.Errorf("auto: %v", err)
	}
	err := required.judge(partial)
	if err == nil || !strings.Contains(err.Error(), "does not grant landlock, seccomp (") || !strings.Contains(err.Error(), "BIOM_SANDBOX=auto") {
		t.Errorf("required: %v", err)
	}
}
