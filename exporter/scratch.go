package exporter

import (
	"os"
	"path/filepath"
	"syscall"
)

const (
	// heapBytes is the size of a sheet up to which excelize keeps it in the heap. For
	// a larger one it creates a file.
	heapBytes = 16 << 20
	// memoryFiles is the directory of a file system in memory.
	memoryFiles = "/dev/shm"
)

// scratch is the directory in which excelize stores what it does not keep in the
// heap: with ten thousand reports, the sheet would take most of the heap. The
// directory lies in memory, because patients' data must not reach a disk. Its one
// file is unlinked as soon as it exists, so that it disappears with the process,
// even if that is killed.
//
// If there is no directory, dir is [os.DevNull], below which excelize can create no
// file, so that it keeps everything in the heap.
type scratch struct{ dir string }

// newScratch returns a scratch for a sheet of about sheetBytes. It creates no
// directory if the sheet is small, or if the file system in memory is missing or has
// too little room. The room must suffice even if every character of the sheet has to
// be escaped.
func newScratch(sheetBytes int) *scratch {
	const escaped = 6 // bytes of an escaped character
	var fs syscall.Statfs_t
	if sheetBytes < heapBytes || syscall.Statfs(memoryFiles, &fs) != nil || int64(fs.Bavail)*fs.Bsize < escaped*int64(sheetBytes) {
		return &scratch{os.DevNull}
	}
	dir, err := os.MkdirTemp(memoryFiles, "biom-export-")
	if err != nil {
		return &scratch{os.DevNull}
	}
	return &scratch{dir}
}

// unlink removes the names of the files, which excelize keeps open.
func (s *scratch) unlink() {
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

// close removes the directory.
func (s *scratch) close() {
	if s.dir != os.DevNull {
		_ = os.RemoveAll(s.dir)
	}
}
