package filekind_test

import (
	"bytes"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	"golang.org/x/image/bmp"

	"biom/shared/filekind"
)

// The measured memory is what the decoder really holds, and a grey copy.
func TestMeasuredMemoryIsThatOfTheDecoder(t *testing.T) {
	t.Parallel()
	const w, h = 640, 480 // multiples of the blocks of a JPEG
	r := image.Rect(0, 0, w, h)
	coloured := image.NewRGBA(r)
	coloured.SetRGBA(1, 1, color.RGBA{200, 10, 10, 255})
	empty := image.NewNRGBA(r)
	deep := image.NewNRGBA64(r)
	for name, img := range map[string]image.Image{
		"grey": image.NewGray(r), "grey 16": image.NewGray16(r), "colour": coloured, "transparent": empty, "deep": deep,
		"palette": image.NewPaletted(r, color.Palette{color.Black, color.White}),
	} {
		var asPNG, asJPEG, asGIF, asBMP bytes.Buffer
		must(t, png.Encode(&asPNG, img))
		must(t, jpeg.Encode(&asJPEG, img, nil))
		must(t, gif.Encode(&asGIF, img, nil))
		must(t, bmp.Encode(&asBMP, img))
		for kind, file := range map[filekind.Kind][]byte{
			filekind.PNG: asPNG.Bytes(), filekind.JPG: asJPEG.Bytes(), filekind.GIF: asGIF.Bytes(), filekind.BMP: asBMP.Bytes(),
		} {
			decoded, _, err := image.Decode(bytes.NewReader(file))
			must(t, err)
			got, err := filekind.Measure(kind, file)
			must(t, err)
			want := int64(bytesOf(t, decoded) + w*h)
			if kind == filekind.GIF {
				want += w * h // it could be interlaced
			}
			if got.Width != w || got.Height != h || got.Memory != want {
				t.Errorf("%s as %s: %+v, want %d bytes", name, kind, got, want)
			}
		}
	}
}

// bytesOf returns how many bytes the pixels of a decoded image take.
func bytesOf(t *testing.T, img image.Image) int {
	t.Helper()
	switch i := img.(type) {
	case *image.Gray:
		return len(i.Pix)
	case *image.Gray16:
		return len(i.Pix)
	case *image.RGBA:
		return len(i.Pix)
	case *image.NRGBA:
		return len(i.Pix)
	case *image.NRGBA64:
		return len(i.Pix)
	case *image.RGBA64:
		return len(i.Pix)
	case *image.Paletted:
		return len(i.Pix)
	case *image.YCbCr:
		return len(i.Y) + len(i.Cb) + len(i.Cr)
	}
	t.Fatalf("%T", img)
	return 0
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Photos of phones and screenshots with 8 bits are taken; images whose pixels take more
// are not.
func TestLargestImages(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		kind  filekind.Kind
		file  []byte
		taken bool
	}{
		"48 megapixels, RGBA":              {filekind.PNG, pngHeader(8064, 6048, 8, 6), true},
		"48 megapixels, RGB":               {filekind.PNG, pngHeader(8064, 6048, 8, 2), true},
		"100 megapixels, grey":             {filekind.PNG, pngHeader(10_000, 10_000, 8, 0), true},
		"the attack: 16 bits, RGBA":        {filekind.PNG, pngHeader(10_000, 10_000, 16, 6), false},
		"100 megapixels, RGB":              {filekind.PNG, pngHeader(10_000, 10_000, 8, 2), false},
		"photo of 50 megapixels, 4:2:0":    {filekind.JPG, jpegHeader(0xC0, 8160, 6120, 0x22, 0x11, 0x11), true},
		"photo of 50 megapixels, 4:4:4":    {filekind.JPG, jpegHeader(0xC0, 8160, 6120, 0x11, 0x11, 0x11), true},
		"scan of 100 megapixels, grey":     {filekind.JPG, jpegHeader(0xC0, 10_000, 10_000, 0x11), true},
		"progressive, 24 megapixels":       {filekind.JPG, jpegHeader(0xC2, 6000, 4000, 0x22, 0x11, 0x11), true},
		"progressive, 100 megapixels":      {filekind.JPG, jpegHeader(0xC2, 10_000, 10_000, 0x22, 0x11, 0x11), false},
		"four components, 100 megapixels":  {filekind.JPG, jpegHeader(0xC0, 10_000, 10_000, 0x11, 0x11, 0x11, 0x11), false},
		"a side that is too long":          {filekind.PNG, pngHeader(20_001, 1, 8, 0), false},
		"sides whose product is too large": {filekind.PNG, pngHeader(1<<32-1, 1<<32-1, 16, 6), false},
	} {
		img, err := filekind.Measure(c.kind, c.file)
		if err == nil {
			err = img.Check()
		}
		if (err == nil) != c.taken || err != nil && !strings.Contains(err.Error(), "300 dpi") {
			t.Errorf("%s: %+v, %v", name, img, err)
		}
	}
}

// pngHeader returns the beginning of a PNG.
func pngHeader(width, height uint32, depth, colour byte) []byte {
	b := []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR")
	for _, n := range []uint32{width, height} {
		b = append(b, byte(n>>24), byte(n>>16), byte(n>>8), byte(n))
	}
	return append(b, depth, colour, 0, 0, 0, 1, 2, 3, 4)
}

// jpegHeader returns the beginning of a JPEG whose components have these factors.
func jpegHeader(mark byte, width, height int, factors ...byte) []byte {
	b := []byte{0xFF, 0xD8, 0xFF, mark, 0, byte(8 + 3*len(factors)), 8, byte(height >> 8), byte(height), byte(width >> 8), byte(width), byte(len(factors))}
	for i, f := range factors {
		b = append(b, byte(i+1), f, 0)
	}
	return append(b, 0xFF, 0xDA)
}

func FuzzMeasure(f *testing.F) {
	f.Add("png", pngHeader(10, 10, 16, 0))
	f.Add("jpg", jpegHeader(0xC2, 10, 10, 0x22, 0x11, 0x11))
	f.Add("gif", []byte("GIF89a\x01\x00\x01\x00"))
	f.Add("bmp", bytes.Repeat([]byte("BM\x00"), 20))
	f.Fuzz(func(t *testing.T, kind string, file []byte) {
		img, err := filekind.Measure(filekind.Kind(kind), file)
		if err == nil && (img.Width < 0 || img.Height < 0 || img.Memory < 0) {
			t.Errorf("%+v", img)
		}
	})
}
