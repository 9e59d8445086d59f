package poppler

import (
	"context"
	"strconv"

	"biom/worker/document/child"
)

// PNG draws one page in grey and returns it as a PNG whose longer side has the
// given number of pixels. dir is the working directory of the child process.
func (p *Poppler) PNG(ctx context.Context, dir, path string, page, side int) ([]byte, error) {
	out, err := p.runner.Run(ctx, child.Command{
		Path: p.topixels, Dir: dir, Limits: pixelLimits,
		Args: []string{
			"-png", "-gray", "-singlefile", cropBox, "-scale-to", strconv.Itoa(side),
			"-f", strconv.Itoa(page), "-l", strconv.Itoa(page), path,
		},
	})
	if err != nil {
		return nil, classify(err)
	}
	return out, nil
}
