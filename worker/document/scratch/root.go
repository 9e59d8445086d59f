package scratch

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// memory is where Linux keeps a file system in memory, and memoryMin the room
// it must have free: containers often give it 64 MiB, too little for scans.
const (
	memory    = "/dev/shm"
	memoryMin = 256 << 20
)

// DefaultRoot is a directory in memory where there is room enough, else one in
// the system's temporary directory.
func DefaultRoot() string {
	base := os.TempDir()
	var fs syscall.Statfs_t
	if syscall.Statfs(memory, &fs) == nil && fs.Bavail*uint64(fs.Bsize) >= memoryMin {
		base = memory
	}
	return filepath.Join(base, fmt.Sprintf("biom-%d", os.Getuid()))
}
