// Command licences writes docs/licences.md: every module that is linked into
// the binaries biom and biom-ocr and what deploy/ocr puts beside them, with its
// version and its licence, and below them the texts that the licences require to
// be reproduced. It uses no network: the texts come from the module cache, from
// Go's own directory, from api/web/static/vendor and from deploy/licences/ocr.
//
// Run it after every change of dependencies or of build tags:
//
//	go generate ./deploy/licences
package main

//go:generate go run .

import (
	"fmt"
	"os"
	"path/filepath"
)

// file is where the licences are written, below the root of the repository.
const file = "docs/licences.md"

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "licences:", err)
		os.Exit(1)
	}
}

func run() error {
	root, err := repositoryRoot()
	if err != nil {
		return err
	}
	text, err := generate(root)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(root, filepath.FromSlash(file)), text, 0o644) //nolint:gosec // a public document
}

// generate returns the content of the file for the repository in root.
func generate(root string) ([]byte, error) {
	components, err := findComponents(root)
	if err != nil {
		return nil, err
	}
	texts, err := groupTexts(components)
	if err != nil {
		return nil, err
	}
	return render(components, texts), nil
}
