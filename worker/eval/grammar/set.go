package grammar

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"biom/worker/eval/samples"
)

// Set is a set of documents to print. They take turns with the media.
type Set struct {
	Options // OnePage is set where the medium is one image

	Seed  uint64
	Count int
	Media []samples.Medium // nil: PDFs with text, scans and photos
	DPI   int              // of scans and photos; 0: 150, 200 and 300 in turns
}

// check returns an error if the set names a medium, language or device that does not exist.
func (s Set) check() error {
	for _, m := range s.Media {
		if !slices.Contains(samples.Media, m) {
			return fmt.Errorf("grammar: no medium %q: there are %v", m, samples.Media)
		}
	}
	for _, l := range s.Languages {
		if !slices.Contains(languages, l) {
			return fmt.Errorf("grammar: no language %q: there are %v", l, languages)
		}
	}
	for _, name := range s.Devices {
		if !slices.ContainsFunc(devices, func(d device) bool { return d.name == name }) {
			return fmt.Errorf("grammar: no device %q", name)
		}
	}
	if s.DPI != 0 && (s.DPI < 100 || s.DPI > 600) {
		return fmt.Errorf("grammar: %d dpi: at least 100, because letters may have %d points, and at most 600", s.DPI, smallest)
	}
	if s.Count < 1 {
		return errors.New("grammar: a set has at least one document")
	}
	return nil
}

// Each prints the documents one after the other.
func (s Set) Each(ctx context.Context, yield func(Document, samples.Sample) error) error {
	if err := s.check(); err != nil {
		return err
	}
	if s.Media == nil {
		s.Media = []samples.Medium{samples.TextPDF, samples.ImagePDF, samples.JPG}
	}
	for i := range s.Count {
		if err := ctx.Err(); err != nil {
			return err
		}
		medium, dpi := s.Media[i%len(s.Media)], s.DPI
		if dpi == 0 {
			dpi = []int{150, 200, 300}[i/len(s.Media)%3]
		}
		o := s.Options
		o.OnePage = o.OnePage || medium.OneImage()
		d := Draw(s.Seed, i, o)
		printed, err := d.Print(ctx, medium, dpi)
		if err == nil {
			err = yield(d, printed)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Write prints the documents into dir, which it makes too, NAME.expected.json beside each.
// done is told of each file; it may be nil.
func (s Set) Write(ctx context.Context, dir string, done func(name string)) error {
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return err
	}
	return s.Each(ctx, func(_ Document, printed samples.Sample) error {
		if err := printed.Write(dir); err != nil {
			return err
		}
		if done != nil {
			done(printed.Name)
		}
		return nil
	})
}
