package sandbox

import (
	"errors"
	"fmt"
	"os"

	"github.com/landlock-lsm/go-landlock/landlock"
	llsyscall "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"
)

// restrictions are what each version of Landlock's ABI can restrict, from version 1 on.
var restrictions = []landlock.Config{
	landlock.V1, landlock.V2, landlock.V3, landlock.V4, landlock.V5, landlock.V6,
	landlock.V7, landlock.V8, landlock.V9, landlock.V10, landlock.V11,
}

const (
	readFile = llsyscall.AccessFSReadFile
	readDir  = llsyscall.AccessFSReadDir
	execFile = llsyscall.AccessFSExecute
)

// ruleset returns a Landlock ruleset that refuses everything that the kernel's Landlock can
// restrict, except to read and execute what p allows: access to other files and, as far as
// the ABI goes, TCP and UDP, sockets and signals to other processes.
func (p Policy) ruleset() (*os.File, error) {
	all := restrictions[min(max(p.Use.Landlock, 1), len(restrictions))-1]
	fd, err := llsyscall.LandlockCreateRuleset(&llsyscall.RulesetAttr{
		HandledAccessFS: uint64(all.HandledAccessFS), HandledAccessNet: uint64(all.HandledAccessNet), Scoped: uint64(all.Scoped),
	}, 0)
	if err != nil {
		return nil, fmt.Errorf("landlock: %w", err)
	}
	ruleset := os.NewFile(uintptr(fd), "landlock")
	for _, rule := range []struct {
		rights uint64
		paths  []string
	}{{readFile | readDir, p.Dirs}, {readFile, p.Files}, {readFile | execFile, p.Programs}} {
		for _, path := range rule.paths {
			if err := allow(fd, path, rule.rights); err != nil {
				ruleset.Close()
				return nil, fmt.Errorf("landlock: %s: %w", path, err)
			}
		}
	}
	return ruleset, nil
}

// allow adds a rule for path and everything below it. A path that does not exist needs
// none.
func allow(ruleset int, path string, rights uint64) error {
	parent, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if errors.Is(err, unix.ENOENT) {
		return nil
	}
	if err != nil {
		return err
	}
	defer func() { _ = unix.Close(parent) }()
	return llsyscall.LandlockAddPathBeneathRule(ruleset, &llsyscall.PathBeneathAttr{AllowedAccess: rights, ParentFd: parent}, 0)
}

// landlockABI returns the version of the kernel's Landlock; 0 if it has none.
func landlockABI() int {
	abi, err := llsyscall.LandlockGetABIVersion()
	if err != nil {
		return 0
	}
	return abi
}
