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

// dirPrefix begins the names of all temporary directories,
// biom-test-<pid>-<random>. A later run sees from the process ID whether the
// test binary that made a directory still runs.
const dirPrefix = "biom-test-"

var sweepOnce sync.Once

// dataDir makes a temporary directory owned by cred; nil means our own account.
// t.TempDir cannot be used: other accounts cannot enter a directory that belongs to
// root, and nothing removes it after the test binary was killed.
func dataDir(cred *syscall.Credential) (string, error) {
	sweepOnce.Do(sweep)
	dir, err := os.MkdirTemp("", fmt.Sprintf("%s%d-", dirPrefix, os.Getpid()))
	if err != nil || cred == nil {
		return dir, err
	}
	return dir, os.Chown(dir, int(cred.Uid), int(cred.Gid))
}

// sweep removes what killed test binaries left behind: their directories, and
// the child processes of a Postgres that was paused when it was killed.
func sweep() {
	dirs, _ := filepath.Glob(filepath.Join(os.TempDir(), dirPrefix+"*"))
	for _, dir := range dirs {
		pid, _, _ := strings.Cut(strings.TrimPrefix(filepath.Base(dir), dirPrefix), "-")
		n, err := strconv.Atoi(pid)
		if err != nil || !errors.Is(syscall.Kill(n, 0), syscall.ESRCH) {
			continue
		}
		end(orphans(filepath.Base(dir)))
		_ = os.RemoveAll(dir) // fails for another user's directory, which is theirs to remove
	}
}
