package upload_test

import (
	"bytes"
	"image"
	"image/gif"
	"image/png"
	"io"
	"mime/multipart"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"golang.org/x/image/bmp"

	"biom/api/upload"
	"biom/shared/filekind"
)

// fuzzKind compares the gate with a decoder: a file that can be decoded must pass
// the gate. Only small pictures are decoded. config and decode may be nil, if
// there is no decoder to compare with.
func fuzzKind(f *testing.F, kind filekind.Kind, config func(io.Reader) (image.Config, error), decode func(io.Reader) error) {
	good := samples(f)[kind]
	f.Add(good)
	f.Add(good[:len(good)/2])
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, file []byte) {
		err := upload.Check(kind, file)
		if err == nil || config == nil {
			return
		}
		c, configErr := config(bytes.NewReader(file))
		if configErr != nil || c.Width <= 0 || c.Height <= 0 || c.Width > 500 || c.Height > 500 {
			return
		}
		if decode(bytes.NewReader(file)) == nil {
			t.Errorf("refused although it decodes: %v", err)
		}
	})
}

func FuzzPDF(f *testing.F) { fuzzKind(f, filekind.PDF, nil, nil) }

func FuzzPNG(f *testing.F) {
	fuzzKind(f, filekind.PNG, png.DecodeConfig, func(r io.Reader) error { _, err := png.Decode(r); return err })
}

func FuzzBMP(f *testing.F) {
	fuzzKind(f, filekind.BMP, bmp.DecodeConfig, func(r io.Reader) error { _, err := bmp.Decode(r); return err })
}

func FuzzGIF(f *testing.F) {
	fuzzKind(f, filekind.GIF, gif.DecodeConfig, func(r io.Reader) error { _, err := gif.DecodeAll(r); return err })
}

// FuzzJPEG has no decoder, because Go's skips bytes between segments, which the
// gate refuses.
func FuzzJPEG(f *testing.F) { fuzzKind(f, filekind.JPG, nil, nil) }

// FuzzParts compares our reader with mime/multipart: if both accept a body, they
// read the same parts (mime/multipart accepts some bodies that were cut short). The
// sizes of the reads make no difference.
func FuzzParts(f *testing.F) {
	for _, seed := range []string{
		"--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.pdf\"\r\n\r\ncontent\r\n--b--\r\n",
		"preamble\r\n--b\r\nContent-Disposition: form-data; name=x\r\n\r\n\r\n--b \r\n\r\n\r\n--bb\r\n--b--epilogue",
		"--b\r\nA: b\r\n\r\n--b\r\n\r\n\r\n--b--", "--b--", "--b\r\n\r\n\r\n-", "\r\n--b\r\n\r\n\r\n\r\n--b--\r\n",
		"--b\r\nContent-Disposition: form-data;\r\n name=\"folded\"\r\n\r\nx\r\n--b--",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		ours, err := upload.ReadParts(bytes.NewReader(body), "b")
		slow, slowErr := upload.ReadParts(iotest.OneByteReader(bytes.NewReader(body)), "b")
		if (err == nil) != (slowErr == nil) || !same(ours, slow) {
			t.Fatalf("byte by byte: %v %v, %q %q", err, slowErr, ours, slow)
		}
		if bytes.Count(body, []byte("\n")) != bytes.Count(body, []byte("\r\n")) {
			return // mime/multipart also reads lines that end in LF alone, which no client sends
		}
		theirs, theirErr := readStandard(body)
		if theirErr == nil && err == nil && !same(ours, theirs) {
			t.Errorf("ours %q %v, theirs %q", ours, err, theirs)
		}
	})
}

// same reports whether the parts have the same bodies.
func same(a, b []upload.Part) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !bytes.Equal(a[i].Body, b[i].Body) {
			return false
		}
	}
	return true
}

// readStandard reads all parts with mime/multipart.
func readStandard(body []byte) (all []upload.Part, err error) {
	r := multipart.NewReader(bytes.NewReader(body), "b")
	for {
		p, err := r.NextRawPart()
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return all, err
		}
		content, err := io.ReadAll(p)
		if err != nil {
			return all, err
		}
		all = append(all, upload.Part{Field: p.FormName(), Name: p.FileName(), Body: content})
	}
}

// FuzzDisposition checks the file name that the gate makes of any header.
func FuzzDisposition(f *testing.F) {
	for _, seed := range []string{
		`form-data; name="file"; filename="a.pdf"`, `form-data; name=file; filename*=UTF-8''a%20b.pdf`, `form-data; name="a`, `form-data;;=;"`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, value string) {
		name := upload.CleanName(upload.FileName(value))
		if len(name) > 255 || !utf8.ValidString(name) || strings.ContainsAny(name, "/\\\x00\r\n") {
			t.Errorf("got the file name %q", name)
		}
	})
}
