package picture_test

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"net/http"
	"testing"

	"golang.org/x/image/bmp"

	"biom/shared/problem"
	"biom/worker/document/picture"
	"biom/worker/provider"
)

// fuzzed are the kinds of pictures with an encoder for seeds and the decoder of sizes.
var fuzzed = []struct {
	kind   provider.Kind
	encode func(io.Writer, image.Image) error
	size   func(io.Reader) (image.Config, error)
}{
	{provider.JPG, func(w io.Writer, m image.Image) error { return jpeg.Encode(w, m, nil) }, jpeg.DecodeConfig},
	{provider.PNG, png.Encode, png.DecodeConfig},
	{provider.GIF, func(w io.Writer, m image.Image) error { return gif.Encode(w, m, nil) }, gif.DecodeConfig},
	{provider.BMP, bmp.Encode, bmp.DecodeConfig},
}

// FuzzDecode: whatever a picture holds, it is decoded in the size that it names, or
// refused as a bad file, and leaves the gate.
func FuzzDecode(f *testing.F) {
	gray, colours := image.NewGray(image.Rect(0, 0, 9, 7)), image.NewRGBA(image.Rect(0, 0, 3, 5))
	colours.Set(1, 2, color.RGBA{200, 10, 10, 128})
	for i, k := range fuzzed {
		for _, m := range []image.Image{gray, colours} {
			var b bytes.Buffer
			if err := k.encode(&b, m); err != nil {
				f.Fatal(err)
			}
			f.Add(i, b.Bytes())
			f.Add(i, b.Bytes()[:b.Len()/2])
		}
	}
	f.Fuzz(func(t *testing.T, i int, data []byte) {
		k := fuzzed[(i%len(fuzzed)+len(fuzzed))%len(fuzzed)]
		size, err := k.size(bytes.NewReader(data))
		if err == nil && size.Width*size.Height > 1<<20 {
			return // it would only take memory
		}
		gate := picture.NewGate(1)
		p, release, err := picture.Decode(t.Context(), provider.Document{Kind: k.kind, Data: data}, gate)
		if err != nil {
			if refusal, ok := errors.AsType[*problem.Problem](err); !ok || refusal.Status != http.StatusBadRequest {
				t.Errorf("%s: %v", k.kind, err)
			}
		} else {
			if got := p.Bounds(); got.Dx() != size.Width || got.Dy() != size.Height {
				t.Errorf("%s: %v, but it names %d x %d", k.kind, got, size.Width, size.Height)
			}
			release()
		}
		enter(t, gate, 1)()
	})
}
