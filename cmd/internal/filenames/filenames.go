// Package filenames finds the files that the arguments of a command name.
package filenames

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"biom/cmd/internal/display"
)

// Named is a file that the command line names: by its path, by a directory above
// it, or by a pattern.
type Named struct {
	Path  string
	Below string // the path below the named directory; for a file named by its path or a pattern, the base name
}

// Find returns the files that args name. Of a directory it takes, at any depth,
// the files that are wanted and not hidden; description names these in errors. An
// argument that is no file is taken as a pattern, because some shells do not expand
// patterns.
func Find(args []string, description string, wanted func(name string) bool) (files []Named, err error) {
	for _, arg := range args {
		paths := []string{arg}
		if _, err := os.Lstat(arg); errors.Is(err, fs.ErrNotExist) && strings.ContainsAny(arg, "*?[") {
			paths, err = filepath.Glob(arg)
			if err != nil || len(paths) == 0 {
				return nil, fmt.Errorf("no file matches %s", display.Printable(arg))
			}
		}
		for _, path := range paths {
			found, err := expand(path, description, wanted)
			if err != nil {
				return nil, err
			}
			files = append(files, found...)
		}
	}
	return files, nil
}

// expand returns the wanted files below a directory, or path itself. A path that
// does not exist is no error here: it becomes an error of that file later, so that it
// does not stop the other files.
func expand(path, description string, wanted func(name string) bool) (files []Named, err error) {
	info, err := os.Stat(path)
	if err != nil || !info.IsDir() {
		return []Named{{path, filepath.Base(path)}}, nil //nolint:nilerr // see above
	}
	err = filepath.WalkDir(path, func(at string, d fs.DirEntry, err error) error {
		hidden := strings.HasPrefix(d.Name(), ".") && at != path
		switch {
		case err != nil:
			return fmt.Errorf("%s cannot be searched: %w", display.Printable(path), err)
		case d.IsDir() && hidden:
			return fs.SkipDir
		case hidden || !wanted(d.Name()) || !regular(at):
			return nil
		}
		below, err := filepath.Rel(path, at)
		files = append(files, Named{at, below})
		return err
	})
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("there are no %s in %s", description, display.Printable(path))
	}
	return files, err
}

// regular reports whether path is a file or a link to one.
func regular(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
