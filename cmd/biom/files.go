package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// namedFile is a file that the command line names, itself or through a directory
// or a pattern.
type namedFile struct {
	path  string
	below string // the path below the directory; the bare name of a file named itself
}

// findFiles makes files of arguments. Of directories it takes, at any depth,
// what is wanted and not hidden. Names are taken as they are if there is such a
// file, else as a pattern, for shells that expand none.
func findFiles(args []string, what string, wanted func(name string) bool) (files []namedFile, err error) {
	for _, arg := range args {
		paths := []string{arg}
		if _, err := os.Lstat(arg); errors.Is(err, fs.ErrNotExist) && strings.ContainsAny(arg, "*?[") {
			paths, err = filepath.Glob(arg)
			if err != nil || len(paths) == 0 {
				return nil, fmt.Errorf("no file matches %s", printable(arg))
			}
		}
		for _, path := range paths {
			found, err := expand(path, what, wanted)
			if err != nil {
				return nil, err
			}
			files = append(files, found...)
		}
	}
	return files, nil
}

// expand returns what is wanted below a directory, or path itself. A file that
// is not there fails on its own later, so that it stops no other.
func expand(path, what string, wanted func(name string) bool) (files []namedFile, err error) {
	info, err := os.Stat(path)
	if err != nil || !info.IsDir() {
		return []namedFile{{path, filepath.Base(path)}}, nil //nolint:nilerr // see above
	}
	err = filepath.WalkDir(path, func(at string, d fs.DirEntry, err error) error {
		hidden := strings.HasPrefix(d.Name(), ".") && at != path
		switch {
		case err != nil:
			return fmt.Errorf("%s cannot be searched: %w", printable(path), err)
		case d.IsDir() && hidden:
			return fs.SkipDir
		case hidden || !wanted(d.Name()) || !regular(at):
			return nil
		}
		below, err := filepath.Rel(path, at)
		files = append(files, namedFile{at, below})
		return err
	})
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("there are no %s in %s", what, printable(path))
	}
	return files, err
}

// regular follows links to files.
func regular(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
