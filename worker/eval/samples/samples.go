// Package samples makes synthetic biometry reports with known answers. They
// are in the manner of real devices' printouts and copies of none; the people
// in them do not exist. What is made depends on the seed alone: the answers
// come from the numbers that were drawn, never from a reader's output.
//
//	Options ──plan──▶ device, layout, language, medium
//	                       │ draw, adapt
//	                       ▼
//	                     exam ──print──▶ canvas ──render──▶ file
//	                       └──expected──▶ JSON
package samples

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"biom/shared/biometry"
)

// Medium is how a report reaches us.
type Medium string

// The media.
const (
	TextPDF    Medium = "text"    // a PDF with a text layer
	OutlinePDF Medium = "outline" // a PDF whose letters are drawings
	ImagePDF   Medium = "image"   // a PDF that holds nothing but scans
	PNG        Medium = "png"     // a screenshot or a scan
	JPG        Medium = "jpg"     // a photograph
	GIF        Medium = "gif"
	BMP        Medium = "bmp"
)

// Media is all of them.
var Media = []Medium{TextPDF, OutlinePDF, ImagePDF, PNG, JPG, GIF, BMP}

// Options says what to make. The zero value makes nothing: Count is 0.
type Options struct {
	Seed      uint64
	Count     int
	Media     []Medium // nil: all, text more often. One that stands twice is made twice as often.
	Devices   []string // names of the data model; nil: all
	Languages []string // en de es fr pt it; nil: all
	DPI       int      // resolution of the rasters; 0: drawn from 120 to 300
}

// Sample is one report and what a reader must find in it.
type Sample struct {
	Name     string // of the file
	Data     []byte
	Expected Expected
}

// Expected is the answer as the service returns it, normalised. Tags say what
// kind of document it is: language, medium, layout, dpi (of rasters), tilt (in
// degrees, if not 0).
type Expected struct {
	Data  biometry.Report   `json:"data"`
	Extra *biometry.Extra   `json:"extra_data"`
	Tags  map[string]string `json:"tags,omitempty"`
}

// JSON is the answer as it is committed: indented, in the types' order.
func (e Expected) JSON() []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(e); err != nil {
		panic(err) // plain structs of numbers and strings
	}
	return b.Bytes()
}

// Each makes the samples one after the other. What document i is depends on
// the options and i, not on the others. All media but TextPDF and OutlinePDF
// need pdftoppm on PATH.
func Each(ctx context.Context, o Options, yield func(Sample) error) error {
	o, err := o.complete()
	if err != nil {
		return err
	}
	for i := range o.Count {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := o.plan(i).yield(ctx, yield); err != nil {
			return err
		}
	}
	return nil
}

func (p plan) yield(ctx context.Context, yield func(Sample) error) error {
	s, err := p.sample(ctx)
	if err != nil {
		return fmt.Errorf("samples: %s: %w", p.name(), err)
	}
	return yield(s)
}

// Write makes the samples into dir, which it makes too, NAME.expected.json
// beside each. done, if not nil, is told of each file.
func Write(ctx context.Context, dir string, o Options, done func(name string)) error {
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return err
	}
	return Each(ctx, o, func(s Sample) error {
		if err := s.Write(dir); err != nil {
			return err
		}
		if done != nil {
			done(s.Name)
		}
		return nil
	})
}

// Write writes the sample into dir, and NAME.expected.json beside it.
func (s Sample) Write(dir string) error {
	if err := os.WriteFile(filepath.Join(dir, s.Name), s.Data, 0o600); err != nil {
		return err
	}
	stem := strings.TrimSuffix(s.Name, filepath.Ext(s.Name))
	return os.WriteFile(filepath.Join(dir, stem+".expected.json"), s.Expected.JSON(), 0o600)
}
