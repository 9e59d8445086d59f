// Package tesseract reads images through the tesseract program: words with
// their places and how sure it is of each.
package tesseract

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"biom/worker/document/child"
	"biom/worker/document/layout"
)

// Debian is the package that holds the program; the data of a language is in
// tesseract-ocr-<language>.
const Debian = "tesseract-ocr"

// Tesseract runs the program.
type Tesseract struct {
	runner    *child.Runner
	path      string
	languages map[string]bool // installed
}

// Find looks for the program on PATH and asks which languages it has.
func Find(ctx context.Context, runner *child.Runner) (*Tesseract, error) {
	path, err := exec.LookPath("tesseract")
	if err != nil {
		return nil, fmt.Errorf("tesseract: %w", err)
	}
	t := &Tesseract{runner: runner, path: path, languages: map[string]bool{}}
	out, err := runner.Run(ctx, t.command(os.TempDir(), "--list-langs"))
	if err != nil {
		return nil, fmt.Errorf("tesseract: %w", err)
	}
	for _, line := range strings.Split(string(out), "\n")[1:] {
		if name := strings.TrimSpace(line); name != "" {
			t.languages[name] = true
		}
	}
	return t, nil
}

// Installed returns those of the languages that are installed, in their order.
func (t *Tesseract) Installed(languages ...string) []string {
	var have []string
	for _, l := range languages {
		if t.languages[l] {
			have = append(have, l)
		}
	}
	return have
}

// Mode is how tesseract divides a page (its --psm).
type Mode string

// The modes that suit printouts: one block of lines, and lines of columns.
const (
	Block   Mode = "6"
	Columns Mode = "4"
)

// A crowded page takes 2 seconds; what takes 8 is no text.
var limits = child.Limits{Memory: 1 << 30, CPU: 8 * time.Second, File: 1 << 20, Output: 8 << 20}

// dpi is said of every image, for tesseract guesses at it otherwise. It alters
// what is taken for a line or a blot, not how letters are read.
const dpi = "300"

// Read reads the image at path in the given language.
func (t *Tesseract) Read(ctx context.Context, dir, path string, mode Mode, language string) (layout.Page, error) {
	out, err := t.runner.Run(ctx, t.command(dir, path, "stdout",
		"-l", language, "--oem", "1", "--psm", string(mode), "--dpi", dpi, "tsv"))
	if err != nil {
		return layout.Page{}, err
	}
	return ParseTSV(out), nil
}

func (t *Tesseract) command(dir string, args ...string) child.Command {
	c := child.Command{Path: t.path, Dir: dir, Limits: limits, Args: args}
	if data := os.Getenv("TESSDATA_PREFIX"); data != "" {
		c.Env = []string{"TESSDATA_PREFIX=" + data}
	}
	return c
}
