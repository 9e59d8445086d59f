package sandbox

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"strings"
	"sync"
	"time"

	"biom/worker/document/sandbox/launcher"
)

// Granted returns the mechanisms that the kernel grants to programs that this process
// starts. The first call tries them. The error says that this process cannot start itself.
func Granted() (Mechanisms, error) { return granted() }

var granted = sync.OnceValues(func() (Mechanisms, error) {
	try := Mechanisms{NoNewPrivs: true, Landlock: landlockABI(), Seccomp: true, Namespaces: true}
	if _, err := filter(false); err != nil {
		try.Seccomp = false // an architecture that the library does not know
	}
	if all, err := probe(try); err == nil {
		return all, nil
	}
	try.Namespaces = false // containers usually get none
	return probe(try)
})

// probe starts a launcher that tries the mechanisms on itself, and returns those that work.
func probe(try Mechanisms) (Mechanisms, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	var stdout bytes.Buffer
	cmd := exec.CommandContext(ctx, launcher.Self)
	cmd.Env, cmd.Stdout = []string{}, &stdout
	if err := (Policy{Use: try}).run(cmd, launcher.Probe, nil); err != nil {
		return Mechanisms{}, fmt.Errorf("sandbox: this program cannot start itself (%s): %w", launcher.Self, err)
	}
	works := map[string]bool{}
	for line := range strings.Lines(stdout.String()) {
		works[strings.TrimSpace(line)] = true
	}
	got := Mechanisms{
		Limits: works[launcher.LimitsWork], NoNewPrivs: works[launcher.PrivilegesDrop],
		Seccomp: works[launcher.SeccompWorks], Namespaces: try.Namespaces,
	}
	if works[launcher.LandlockWorks] {
		got.Landlock = try.Landlock
	}
	return got, nil
}
