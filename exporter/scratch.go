package exporter

import (
	"os"
	"path/filepath"
	"syscall"
)

const (
	// eager is what excelize keeps in memory before it asks for a file.
	eager = 16 << 20
	// memoryFiles is a file system that lies in memory.
	memoryFiles = "/dev/shm"
)

// scratch is where excelize puts what it does not keep in the heap: at ten
// thousand reports that would be most of all memory. It is no disk, for
// patients' data would stay there; and the one file in it loses its name as
// soon as it is there, so that it ends with this process however that ends.
type scratch struct{ dir string }

// newScratch returns a scratch for a sheet of about so many bytes, of which at
// worst there are many times as many: every character may need an escape. A
// directory that is none makes excelize keep everything in the heap, which is
// best if it is little, and all there is if memory has no files, or few.
func newScratch(about int) *scratch {
	const worst = 6
	var fs syscall.Statfs_t
	if about < eager || syscall.Statfs(memoryFiles, &fs) != nil || int64(fs.Bavail)*fs.Bsize < worst*int64(about) {
		return &scratch{os.DevNull}
	}
	dir, err := os.MkdirTemp(memoryFiles, "biom-export-")
	if err != nil {
		return &scratch{os.DevNull}
	}
	return &scratch{dir}
}

// forget takes the names away.
func (s *scratch) forget() {
	if s.dir == os.DevNull {
		return
	}
	entries, err := os.ReadDir(s.dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		_ = os.Remove(filepath.Join(s.dir, e.Name()))
	}
}

// close takes the directory away too.
func (s *scratch) close() {
	if s.dir != os.DevNull {
		_ = os.RemoveAll(s.dir)
	}
}
