package child

import (
	"debug/elf"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"biom/worker/document/sandbox"
)

var (
	// prefixes are the directories below which Linux systems install programs.
	prefixes = []string{"/", "/usr", "/usr/local"}
	// shared are the directories below a prefix that hold libraries and the data of
	// poppler, fontconfig and tesseract.
	shared = []string{
		"lib", "lib64", "share/poppler", "share/ghostscript", "share/fonts", "share/fontconfig", "share/tesseract-ocr", "share/tessdata",
	}
	// systemDirs and systemFiles are what else the programs and the C library read.
	systemDirs  = []string{"/etc/fonts", "/var/cache/fontconfig", "/usr/share/locale"}
	systemFiles = []string{"/etc/ld.so.cache", "/etc/localtime", "/dev/null", "/dev/urandom"}
)

// known has the result of filesOf for each program.
var known sync.Map

// filesOf returns a policy with the files that belong to the program at path: itself, its
// loader, the libraries and the data that are installed beside it. Paths that do not exist
// are left out.
func filesOf(path string) sandbox.Policy {
	if p, ok := known.Load(path); ok {
		return p.(sandbox.Policy)
	}
	p := sandbox.Policy{Programs: []string{path}, Dirs: existing(systemDirs...), Files: existing(systemFiles...)}
	own := prefixes
	if target, err := filepath.EvalSymlinks(path); err == nil {
		own = append(slices.Clip(own), filepath.Dir(filepath.Dir(path)), filepath.Dir(filepath.Dir(target)))
		p.Programs = append(p.Programs, existing(loader(target))...)
	}
	slices.Sort(own)
	for _, prefix := range slices.Compact(own) {
		for _, name := range shared {
			p.Dirs = append(p.Dirs, existing(filepath.Join(prefix, name))...)
		}
	}
	known.Store(path, p)
	return p
}

// existing returns the paths that exist.
func existing(paths ...string) []string {
	return slices.DeleteFunc(slices.Clone(paths), func(path string) bool {
		_, err := os.Stat(path)
		return err != nil
	})
}

// loader returns the path of the program that loads the libraries of the program at path;
// "" if it needs none.
func loader(path string) string {
	file, err := elf.Open(path)
	if err != nil {
		return ""
	}
	defer file.Close()
	section := file.Section(".interp")
	if section == nil {
		return ""
	}
	name, err := section.Data()
	if err != nil {
		return ""
	}
	return strings.TrimRight(string(name), "\x00")
}
