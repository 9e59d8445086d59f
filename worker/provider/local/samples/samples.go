// Package samples makes synthetic biometry reports with known answers. They
// are in the manner of real devices' printouts and copies of none; the people
// in them do not exist. What is made depends on the seed alone: the answers
// come from the numbers that were drawn, never from a reader's output.
package samples

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"

	"biom/shared/biometry"
)

//go:generate go run ./cmd -seed 1 ../../../../testdata/samples

// Medium is how a report reaches us.
type Medium string

// The media.
const (
	TextPDF  Medium = "text"  // a PDF with a text layer
	ImagePDF Medium = "image" // a PDF that holds nothing but scans
	PNG      Medium = "png"
	JPG      Medium = "jpg"
)

// Sample is one report and what a reader must find in it.
type Sample struct {
	Name     string // of the file
	Data     []byte
	Expected Expected
}

// Expected is the answer as the service returns it, normalised.
type Expected struct {
	Data  biometry.Report `json:"data"`
	Extra *biometry.Extra `json:"extra_data"`
}

// recipe is one report to make: which printout, of what, on which medium.
type recipe struct {
	name   string
	print  func(*canvas, *exam)
	exam   func(*rand.Rand) *exam
	medium Medium
}

// Make makes the dozen samples of a seed. It needs pdftoppm on PATH for those
// that are images.
func Make(ctx context.Context, seed uint64) ([]Sample, error) { return cook(ctx, seed, dozen) }

// MakeText makes the same reports as text PDFs all, which needs no program and
// little time.
func MakeText(ctx context.Context, seed uint64) ([]Sample, error) {
	recipes := slices.Clone(dozen)
	for i := range recipes {
		recipes[i].medium = TextPDF
	}
	return cook(ctx, seed, recipes)
}

func cook(ctx context.Context, seed uint64, recipes []recipe) ([]Sample, error) {
	var out []Sample
	for i, r := range recipes {
		e := r.exam(rand.New(rand.NewPCG(seed, uint64(i))))
		data, extension, err := render(ctx, r, e)
		if err != nil {
			return nil, fmt.Errorf("samples: %s: %w", r.name, err)
		}
		out = append(out, Sample{Name: r.name + extension, Data: data, Expected: e.expected()})
	}
	return out, nil
}

// Write makes the samples of a seed into dir, NAME.expected.json beside each.
func Write(ctx context.Context, seed uint64, dir string) error {
	made, err := Make(ctx, seed)
	if err != nil {
		return err
	}
	for _, s := range made {
		if err := os.WriteFile(filepath.Join(dir, s.Name), s.Data, 0o600); err != nil {
			return err
		}
		stem := s.Name[:len(s.Name)-len(filepath.Ext(s.Name))]
		if err := os.WriteFile(filepath.Join(dir, stem+".expected.json"), s.Expected.JSON(), 0o600); err != nil {
			return err
		}
	}
	return nil
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
