package testenv

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
)

// Directories are named biom-test-<pid>-<random>, so that a later run knows
// whose are orphaned.
const dirPrefix = "biom-test-"

var sweepOnce sync.Once

// dataDir makes a directory that the server's account owns. Not t.TempDir:
// root's is closed to others, and outlives a killed test for ever.
func dataDir(cred *syscall.Credential) (string, error) {
	sweepOnce.Do(sweep)
	dir, err := os.MkdirTemp("", fmt.Sprintf("%s%d-", dirPrefix, os.Getpid()))
	if err != nil || cred == nil {
		return dir, err
	}
	return dir, os.Chown(dir, int(cred.Uid), int(cred.Gid))
}

// sweep removes what test binaries that were killed left behind: directories,
// and the children of a Postgres that was paused just then.
func sweep() {
	dirs, _ := filepath.Glob(filepath.Join(os.TempDir(), dirPrefix+"*"))
	for _, dir := range dirs {
		pid, _, _ := strings.Cut(strings.TrimPrefix(filepath.Base(dir), dirPrefix), "-")
		n, err := strconv.Atoi(pid)
		if err != nil || !errors.Is(syscall.Kill(n, 0), syscall.ESRCH) {
			continue
		}
		end(strays(filepath.Base(dir)))
		_ = os.RemoveAll(dir) // somebody else's orphan may resist; it is theirs
	}
}
