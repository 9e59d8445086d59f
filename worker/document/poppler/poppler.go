// Package poppler runs poppler's programs on PDFs: it reads the text layer with
// the place of every word, lists the images, and draws pages. The local reader,
// the second reading (package recheck) and package attachment use it.
package poppler

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"

	"biom/worker/document/child"
	"biom/worker/document/layout"
	"biom/worker/provider"
)

// Debian is the package that holds the programs.
const Debian = "poppler-utils"

// The errors of a document that poppler cannot read. [Explain] turns them into
// what the caller is told.
var (
	ErrPassword   = errors.New("poppler: the document needs a password")
	ErrDamaged    = errors.New("poppler: the document cannot be read")
	ErrTooComplex = errors.New("poppler: the document needs too much processor time")
)

// Explain returns the *problem.Problem (status 400) for [ErrPassword], [ErrDamaged] and
// [ErrTooComplex], and any other error as it is.
func Explain(err error) error {
	switch {
	case errors.Is(err, ErrPassword):
		return provider.PasswordProtected()
	case errors.Is(err, ErrDamaged):
		return provider.Damaged(err)
	case errors.Is(err, ErrTooComplex):
		return provider.TooComplex()
	}
	return err
}

// Poppler runs pdftotext, pdftoppm and pdfimages.
type Poppler struct {
	runner   *child.Runner
	totext   string // path of pdftotext
	topixels string // path of pdftoppm
	images   string // path of pdfimages
}

// Find looks for the programs on PATH. It fails if one of them is missing.
func Find(runner *child.Runner) (*Poppler, error) {
	p := &Poppler{runner: runner}
	for program, path := range map[string]*string{"pdftotext": &p.totext, "pdftoppm": &p.topixels, "pdfimages": &p.images} {
		var err error
		if *path, err = exec.LookPath(program); err != nil {
			return nil, fmt.Errorf("poppler: %w", err)
		}
	}
	return p, nil
}

var (
	// The text of a printout, and the list of its images, take 20 ms each.
	textLimits = child.Limits{Memory: 1 << 30, CPU: 3 * time.Second, Output: 16 << 20}
	listLimits = child.Limits{Memory: 1 << 30, CPU: time.Second, Output: 16 << 20}
	// A page of 4,700 × 4,700 grey pixels is 22 MB, and takes 1 s to draw.
	pixelLimits = child.Limits{Memory: 1 << 30, CPU: 10 * time.Second, File: 64 << 20, Output: 64 << 20}
)

// cropBox limits a page to its crop box, as viewers and printers do. Without it the
// programs also read and draw what lies outside, which nobody sees.
const cropBox = "-cropbox"

// Text reads the words of the first pages of the PDF at path. A page without a
// text layer has no words. dir is the working directory of the child process.
func (p *Poppler) Text(ctx context.Context, dir, path string, pages int) ([]layout.Page, error) {
	out, err := p.runner.Run(ctx, child.Command{
		Path: p.totext, Dir: dir, Limits: textLimits,
		Args: []string{"-bbox", cropBox, "-enc", "UTF-8", "-f", "1", "-l", strconv.Itoa(pages), path, "-"},
	})
	if err != nil {
		return nil, classify(err)
	}
	read := ParseBBox(out)
	if len(read) == 0 {
		return nil, ErrDamaged
	}
	return read, nil
}

// Render draws one page in grey to prefix.pgm, at dpi unless the longer side
// would exceed maxSide pixels, and returns the file's path.
func (p *Poppler) Render(ctx context.Context, dir, path string, page layout.Page, dpi float64, maxSide int, prefix string) (string, error) {
	side := math.Ceil(max(page.Width, page.Height) * dpi / 72)
	file, err := os.OpenFile(prefix+".pgm", os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return "", err
	}
	defer file.Close()
	_, err = p.runner.Run(ctx, child.Command{
		Path: p.topixels, Dir: dir, Output: file, Limits: pixelLimits,
		Args: []string{
			"-gray", "-singlefile", cropBox, "-scale-to", strconv.Itoa(min(maxSide, max(1, int(side)))),
			"-f", strconv.Itoa(page.Number), "-l", strconv.Itoa(page.Number), path,
		},
	})
	if err != nil {
		return "", classify(err)
	}
	return file.Name(), nil
}

// classify turns the failure of a child into [ErrPassword], [ErrTooComplex] or
// [ErrDamaged]. A password and damage end the program with code 1, so only its message,
// which poppler does not translate, tells them apart.
func classify(err error) error {
	exit, ok := errors.AsType[*child.ExitError](err)
	if !ok {
		if errors.Is(err, child.ErrOutput) {
			return fmt.Errorf("%w: %w", ErrDamaged, err)
		}
		return err
	}
	switch {
	case exit.OutOfTime:
		return ErrTooComplex
	case strings.Contains(exit.Stderr, "Incorrect password"):
		return ErrPassword
	}
	return fmt.Errorf("%w: %w", ErrDamaged, exit)
}
