// Package ppocr runs the program biom-ocr on images: it reads their text by neural networks, and returns the words with their
// places and the confidence of each. The local reader uses it beside tesseract, which makes other mistakes.
package ppocr

import (
	"context"
	"errors"
	"fmt"
	"image"
	"os"
	"path/filepath"
	"strings"
	"time"

	"biom/worker/document/child"
	"biom/worker/document/layout"
	"biom/worker/document/tesseract"
)

// Script is the script that makes the directory of the program.
const Script = "deploy/ocr"

// Program is the name of the program.
const Program = "biom-ocr"

// PPOCR runs the program.
type PPOCR struct {
	runner *child.Runner
	dir    string // has the program, the library and the networks
	limits child.Limits
}

// Find looks for the program with its library and its networks: in the directory that $BIOM_OCR_DIR names, or if it is not
// set in the folder ocr beside this program. It runs the program once, to know that the networks can be loaded. Each run of it may
// take the given processor time.
func Find(ctx context.Context, runner *child.Runner, cpu time.Duration) (*PPOCR, error) {
	dir := os.Getenv("BIOM_OCR_DIR")
	if dir == "" {
		self, err := os.Executable()
		if err != nil {
			return nil, fmt.Errorf("ppocr: %w", err)
		}
		if self, err = filepath.EvalSymlinks(self); err != nil {
			return nil, fmt.Errorf("ppocr: %w", err)
		}
		dir = filepath.Join(filepath.Dir(self), "ocr")
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("ppocr: %w", err)
	}
	if _, err := os.Stat(filepath.Join(dir, Program)); err != nil {
		return nil, fmt.Errorf("ppocr: %w", err)
	}
	// A page takes 0.3 GB of memory. Most of the rest is address space that Go's runtime reserves and does not use.
	p := &PPOCR{runner, dir, child.Limits{Memory: 3 << 30, CPU: cpu, Output: 8 << 20}}
	if _, _, err := p.run(ctx, ""); err != nil {
		return nil, fmt.Errorf("ppocr: %w%s", err, stderr(err))
	}
	return p, nil
}

// stderr returns what a child that failed before it got a document wrote, after a colon.
func stderr(err error) string {
	if exit, ok := errors.AsType[*child.ExitError](err); ok && exit.Stderr != "" {
		return ": " + strings.TrimSpace(exit.Stderr)
	}
	return ""
}

// Read reads the image at path, a BMP, and returns the processor time that it took as well. pieces are places where text may
// stand. dir is the working directory of the child process.
func (p *PPOCR) Read(ctx context.Context, dir, path string, pieces []image.Rectangle) (page layout.Page, took time.Duration, err error) {
	args := []string{path}
	for _, r := range pieces {
		args = append(args, fmt.Sprintf("%d,%d,%d,%d", r.Min.X, r.Min.Y, r.Max.X, r.Max.Y))
	}
	out, took, err := p.run(ctx, dir, args...)
	if err != nil {
		return layout.Page{}, took, err
	}
	return tesseract.ParseTSV(out), took, nil
}

func (p *PPOCR) run(ctx context.Context, dir string, args ...string) (out []byte, took time.Duration, err error) {
	out, err = p.runner.Run(ctx, child.Command{
		Path: filepath.Join(p.dir, Program), Dir: dir, Args: append([]string{p.dir}, args...), Data: []string{p.dir},
		Threads: true, // Go's runtime starts them
		Took:    &took, Limits: p.limits,
	})
	return out, took, err
}
