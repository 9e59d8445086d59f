package attachment_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"os"
	"strings"
	"testing"

	"codeberg.org/go-pdf/fpdf"
	"go.uber.org/goleak"
	"golang.org/x/image/bmp"

	"biom/shared/problem"
	"biom/worker/llm/attachment"
	"biom/worker/provider"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const samples = "../../../testdata/samples/"

func opener(t *testing.T, cfg attachment.Config) *attachment.Opener {
	t.Helper()
	cfg.WorkDir = t.TempDir() + "/work"
	o, err := attachment.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { o.Close() })
	if missing := o.Missing(); missing != nil {
		t.Fatal("missing programs: apt-get install -y " + strings.Join(missing, " "))
	}
	return o
}

func load(t testing.TB, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// corner returns a white picture whose upper left quarter is red.
func corner(w, h int) image.Image {
	img := image.NewPaletted(image.Rect(0, 0, w, h), color.Palette{color.White, color.RGBA{255, 0, 0, 255}})
	for y := range h / 2 {
		for x := range w / 2 {
			img.SetColorIndex(x, y, 1)
		}
	}
	return img
}

func encoded(t *testing.T, kind provider.Kind, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	err := map[provider.Kind]func() error{
		provider.PNG: func() error { return png.Encode(&b, img) },
		provider.BMP: func() error { return bmp.Encode(&b, img) },
		provider.JPG: func() error { return jpeg.Encode(&b, img, nil) },
		provider.GIF: func() error {
			first, second := img.(*image.Paletted), image.NewPaletted(img.Bounds(), color.Palette{color.Black})
			return gif.EncodeAll(&b, &gif.GIF{Image: []*image.Paletted{first, second}, Delay: []int{1, 1}})
		},
	}[kind]()
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// turned returns a JPEG with an EXIF orientation.
func turned(t *testing.T, o byte, img image.Image) []byte {
	t.Helper()
	exif := append([]byte("Exif\x00\x00MM\x00\x2a\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00"), o, 0, 0)
	head := binary.BigEndian.AppendUint16([]byte{0xff, 0xd8, 0xff, 0xe1}, uint16(len(exif)+2))
	return append(append(head, exif...), encoded(t, provider.JPG, img)[2:]...)
}

// TestPicturesArriveUpright expects the red quarter at the right place, whatever the
// format and the orientation.
func TestPicturesArriveUpright(t *testing.T) {
	t.Parallel()
	o := opener(t, attachment.Config{Side: 100})
	for name, c := range map[string]struct {
		kind  provider.Kind
		data  []byte
		want  string
		w, h  int
		asIs  bool // sent unchanged
		redAt image.Point
	}{
		"png":                  {provider.PNG, encoded(t, provider.PNG, corner(80, 40)), "image/png", 80, 40, true, image.Pt(20, 10)},
		"large png":            {provider.PNG, encoded(t, provider.PNG, corner(400, 200)), "image/png", 100, 50, false, image.Pt(25, 12)},
		"bmp":                  {provider.BMP, encoded(t, provider.BMP, corner(80, 40)), "image/png", 80, 40, false, image.Pt(20, 10)},
		"gif of two frames":    {provider.GIF, encoded(t, provider.GIF, corner(80, 40)), "image/png", 80, 40, false, image.Pt(20, 10)},
		"photograph":           {provider.JPG, encoded(t, provider.JPG, corner(80, 40)), "image/jpeg", 80, 40, true, image.Pt(20, 10)},
		"on its head":          {provider.JPG, turned(t, 3, corner(80, 40)), "image/jpeg", 80, 40, false, image.Pt(60, 30)},
		"to be turned right":   {provider.JPG, turned(t, 6, corner(80, 40)), "image/jpeg", 40, 80, false, image.Pt(30, 20)},
		"to be turned left":    {provider.JPG, turned(t, 8, corner(80, 40)), "image/jpeg", 40, 80, false, image.Pt(10, 60)},
		"large, turned":        {provider.JPG, turned(t, 6, corner(800, 400)), "image/jpeg", 50, 100, false, image.Pt(37, 25)},
		"one pixel, very wide": {provider.PNG, encoded(t, provider.PNG, corner(4000, 1)), "image/png", 100, 1, false, image.Pt(-1, -1)},
	} {
		parts, err := o.Open(t.Context(), provider.Document{Kind: c.kind, Data: c.data})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		part := parts[0]
		img, format, err := image.Decode(bytes.NewReader(part.Data))
		if err != nil || "image/"+format != part.Type || part.Type != c.want || len(parts) != 1 {
			t.Errorf("%s: %s as %s, %v", name, format, part.Type, err)
			continue
		}
		if b := img.Bounds(); b.Dx() != c.w || b.Dy() != c.h || bytes.Equal(part.Data, c.data) != c.asIs {
			t.Errorf("%s: %v, the same bytes: %v", name, b, bytes.Equal(part.Data, c.data))
		}
		if c.redAt.X < 0 {
			continue
		}
		if r, g, _, _ := img.At(c.redAt.X, c.redAt.Y).RGBA(); r < 0xe000 || g > 0x2000 {
			t.Errorf("%s: not red at %v", name, c.redAt)
		}
	}
}

func TestPDFIsSentUnchangedOrAsImages(t *testing.T) {
	t.Parallel()
	data := load(t, samples+"iolmaster700-en-01.pdf")
	doc := provider.Document{Kind: provider.PDF, Data: data}
	parts, err := opener(t, attachment.Config{}).Open(t.Context(), doc)
	if err != nil || len(parts) != 1 || parts[0].Type != "application/pdf" || !bytes.Equal(parts[0].Data, data) {
		t.Errorf("not as it is: %d parts, %v", len(parts), err)
	}
	parts, err = opener(t, attachment.Config{ImagesOnly: true, Side: 1200}).Open(t.Context(), doc)
	if err != nil || len(parts) == 0 {
		t.Fatalf("not rendered: %v", err)
	}
	for _, p := range parts {
		size, err := png.DecodeConfig(bytes.NewReader(p.Data))
		if err != nil || p.Type != "image/png" || max(size.Width, size.Height) != 1200 {
			t.Errorf("%s of %d × %d, %v", p.Type, size.Width, size.Height, err)
		}
	}
}

// TestTooManyPages expects that of a document with too many pages no part is sent.
func TestTooManyPages(t *testing.T) {
	t.Parallel()
	blank := func(n int) provider.Document {
		pdf := fpdf.New("P", "mm", "A4", "")
		for range n {
			pdf.AddPage()
		}
		var b bytes.Buffer
		if err := pdf.Output(&b); err != nil {
			t.Fatal(err)
		}
		return provider.Document{Kind: provider.PDF, Data: b.Bytes()}
	}
	for limit, o := range map[int]*attachment.Opener{20: opener(t, attachment.Config{}), 8: opener(t, attachment.Config{ImagesOnly: true, Side: 100})} {
		if parts, err := o.Open(t.Context(), blank(limit)); err != nil || limit == 8 && len(parts) != 8 {
			t.Errorf("%d pages: %d parts, %v", limit, len(parts), err)
		}
		_, err := o.Open(t.Context(), blank(limit+1))
		var p *problem.Problem
		if !errors.As(err, &p) || p.Status != 400 || p.Details["reason"] != provider.ReasonTooManyPages {
			t.Errorf("%d pages: %v", limit+1, err)
		}
	}
}

// TestTransparentPartsBecomeWhite under black letters.
func TestTransparentPartsBecomeWhite(t *testing.T) {
	t.Parallel()
	img := image.NewNRGBA(image.Rect(0, 0, 40, 20))
	img.Set(5, 5, color.Black)
	parts, err := opener(t, attachment.Config{}).Open(t.Context(), provider.Document{Kind: provider.PNG, Data: encoded(t, provider.PNG, img)})
	if err != nil {
		t.Fatal(err)
	}
	got, err := png.Decode(bytes.NewReader(parts[0].Data))
	if err != nil {
		t.Fatal(err)
	}
	if r, _, _, a := got.At(20, 10).RGBA(); r != 0xffff || a != 0xffff {
		t.Error("the transparent part is not white")
	}
	if r, _, _, _ := got.At(5, 5).RGBA(); r != 0 {
		t.Error("the letter is gone")
	}
}

// TestDocumentsThatCannotBeOpened expects status 400 with a reason.
func TestDocumentsThatCannotBeOpened(t *testing.T) {
	t.Parallel()
	locked := fpdf.New("P", "mm", "A4", "")
	locked.SetProtection(fpdf.CnProtectPrint, "open", "owner")
	locked.AddPage()
	var pdf bytes.Buffer
	if err := locked.Output(&pdf); err != nil {
		t.Fatal(err)
	}
	o := opener(t, attachment.Config{})
	for name, c := range map[string]struct {
		kind   provider.Kind
		data   []byte
		reason string
	}{
		"password":      {provider.PDF, pdf.Bytes(), provider.ReasonPassword},
		"no pdf":        {provider.PDF, []byte("%PDF-1.7\ngarbage\n%%EOF\n"), provider.ReasonDamaged},
		"half a png":    {provider.PNG, encoded(t, provider.PNG, corner(80, 40))[:60], provider.ReasonDamaged},
		"no bmp":        {provider.BMP, []byte("BM"), provider.ReasonDamaged},
		"60,000 a side": {provider.GIF, []byte("GIF89a\x60\xea\x60\xea\x00\x00\x00;"), provider.ReasonTooLarge},
	} {
		_, err := o.Open(t.Context(), provider.Document{Kind: c.kind, Data: c.data})
		var p *problem.Problem
		if !errors.As(err, &p) || p.Status != 400 || p.Details["reason"] != c.reason {
			t.Errorf("%s: %v", name, err)
		}
	}
}
