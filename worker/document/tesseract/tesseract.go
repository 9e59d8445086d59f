// Package tesseract runs the OCR program tesseract on images: it returns the words
// with their places and the confidence of each. The local reader uses it.
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
	languages map[string]bool // names of the languages whose data is installed
	limits    child.Limits
}

// Find looks for the program on PATH and asks it which languages are installed.
// Each run of it may take the given processor time.
func Find(ctx context.Context, runner *child.Runner, cpu time.Duration) (*Tesseract, error) {
	path, err := exec.LookPath("tesseract")
	if err != nil {
		return nil, fmt.Errorf("tesseract: %w", err)
	}
	t := &Tesseract{
		runner: runner, path: path, languages: map[string]bool{},
		limits: child.Limits{Memory: 1 << 30, CPU: cpu, Output: 8 << 20},
	}
	out, err := runner.Run(ctx, t.command("", "--list-langs"))
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

// Installed returns the installed ones of the given languages, in the given order.
func (t *Tesseract) Installed(languages ...string) []string {
	var installed []string
	for _, l := range languages {
		if t.languages[l] {
			installed = append(installed, l)
		}
	}
	return installed
}

// Mode is how tesseract divides a page into lines (its option --psm).
type Mode string

// The modes that suit printouts: the page is one block of lines, or one column of
// lines of different sizes; words that stand alone, in no order; and a single letter.
const (
	Block   Mode = "6"
	Columns Mode = "4"
	Sparse  Mode = "11"
	Letter  Mode = "10"
)

// dpi is the resolution that tesseract is told for every image; it would guess one
// otherwise. The resolution influences what tesseract takes for a line or a blot,
// but not how it reads letters.
const dpi = "300"

// Read reads the image at path in the given language, and returns the processor time that it
// took as well. dir is the working directory of the child process.
func (t *Tesseract) Read(ctx context.Context, dir, path string, mode Mode, language string) (page layout.Page, took time.Duration, err error) {
	c := t.command(dir, path, "stdout", "-l", language, "--oem", "1", "--psm", string(mode), "--dpi", dpi, "tsv")
	c.Took = &took
	out, err := t.runner.Run(ctx, c)
	if err != nil {
		return layout.Page{}, took, err
	}
	return ParseTSV(out), took, nil
}

func (t *Tesseract) command(dir string, args ...string) child.Command {
	c := child.Command{Path: t.path, Dir: dir, Limits: t.limits, Args: args}
	if data := os.Getenv("TESSDATA_PREFIX"); data != "" {
		c.Env, c.Data = []string{"TESSDATA_PREFIX=" + data}, []string{data}
	}
	return c
}
