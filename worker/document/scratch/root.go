package scratch

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

const (
	// memory is the directory of a file system that Linux keeps in memory.
	memory = "/dev/shm"
	// minFree is the number of bytes that must be free in it. Containers often give it
	// 64 MiB, which is too little for scans.
	minFree = 256 << 20
)

// DefaultRoot returns a directory in memory if there is enough free, else one in the
// system's temporary directory.
func DefaultRoot() string {
	base := os.TempDir()
	var fs syscall.Statfs_t
	if syscall.Statfs(memory, &fs) == nil && fs.Bavail*uint64(fs.Bsize) >= minFree {
		base = memory
	}
	return filepath.Join(base, fmt.Sprintf("biom-%d", os.Getuid()))
}
