package upload

import (
	"bytes"
	"encoding/binary"
	"errors"
	"strings"

	"github.com/gabriel-vasile/mimetype"

	"biom/shared/filekind"
)

// magicBytes is how many bytes at a file's beginning may show that its content does
// not match its name.
const magicBytes = 1024

// maxFrames is how many frames an image may have.
const maxFrames = 100

// matchesKind reports whether a file that begins with head may be of the kind. JSON
// files have no characteristic beginning; the decoder checks them.
func matchesKind(kind filekind.Kind, head []byte) bool {
	head = head[:min(len(head), magicBytes)]
	switch kind {
	case filekind.PDF:
		return bytes.Contains(head, []byte("%PDF"))
	case filekind.JPG:
		return bytes.HasPrefix(head, []byte("\xff\xd8\xff"))
	case filekind.PNG:
		return bytes.HasPrefix(head, pngMagic)
	case filekind.GIF:
		return bytes.HasPrefix(head, []byte("GIF87a")) || bytes.HasPrefix(head, []byte("GIF89a"))
	case filekind.BMP:
		return bytes.HasPrefix(head, []byte("BM"))
	}
	return true
}

// walks has for each kind the function that checks the structure of a file from its
// beginning to its end, without decoding it. Its error completes the sentence "The
// file cannot be used: …".
var walks = map[filekind.Kind]func([]byte) error{
	filekind.PDF: walkPDF, filekind.JPG: walkJPEG, filekind.PNG: walkPNG, filekind.GIF: walkGIF, filekind.BMP: walkBMP,
}

// checkFile returns a problem if a file is empty, not of its kind, incomplete or broken.
func checkFile(kind filekind.Kind, file []byte) error {
	switch {
	case len(file) == 0:
		return invalid("The file is empty.")
	case kind == filekind.JSON:
		return nil
	case !matchesKind(kind, file):
		return mismatch(kind, file)
	}
	err := walks[kind](file)
	if err == nil && kind != filekind.PDF {
		err = checkImage(kind, file)
	}
	if err != nil {
		return invalid("The file cannot be used: " + err.Error() + ".")
	}
	return nil
}

// checkImage returns an error if an image is too large to be decoded.
func checkImage(kind filekind.Kind, file []byte) error {
	img, err := filekind.Measure(kind, file)
	if err != nil {
		return errBroken
	}
	return img.Check()
}

// mismatch returns the problem for a file that is not of the kind that its name
// says. The message names the type that the content looks like.
func mismatch(kind filekind.Kind, file []byte) error {
	detected := mimetype.Detect(file[:min(len(file), 3<<10)]).String()
	return invalid("The file's content does not match its extension: it is named ." + string(kind) + ", but it looks like " + detected + ".")
}

// The errors of walks.
var (
	errCutShort = errors.New("it ends before it is complete")
	errBroken   = errors.New("its structure is broken")
	errNoImage  = errors.New("it holds no image")
	errFrames   = errors.New("it has more than 100 frames")
)

// checkDimensions returns an error if the declared size of an image is out of bounds.
func checkDimensions(width, height int) error {
	if width <= 0 || height <= 0 {
		return errNoImage
	}
	return filekind.Image{Width: width, Height: height}.Check()
}

// walkPDF checks only the end of the file. The worker, which has a parser, checks the
// rest.
func walkPDF(b []byte) error {
	b = bytes.TrimRight(b, "\x00\t\n\f\r ")
	if !bytes.Contains(b[max(0, len(b)-magicBytes):], []byte("%%EOF")) {
		return errCutShort
	}
	return nil
}

// cursor reads a structure. Beyond the end it reads zeros and sets short, so that
// a caller can read several fields and check once.
type cursor struct {
	rest  []byte
	short bool // a read went beyond the end
}

// take returns the next n bytes. Beyond the end it returns at most 64 zeros.
func (c *cursor) take(n int) []byte {
	if n < 0 || n > len(c.rest) {
		c.short, c.rest = true, nil
		return make([]byte, min(max(n, 0), 64))
	}
	b := c.rest[:n]
	c.rest = c.rest[n:]
	return b
}

// skip skips the next n bytes.
func (c *cursor) skip(n int) {
	if n < 0 || n > len(c.rest) {
		c.short, c.rest = true, nil
		return
	}
	c.rest = c.rest[n:]
}

func (c *cursor) byte() byte { return c.take(1)[0] }

// big16 reads an unsigned number in big-endian order.
func (c *cursor) big16() int { return int(binary.BigEndian.Uint16(c.take(2))) }

// little16 reads an unsigned number in little-endian order.
func (c *cursor) little16() int { return int(binary.LittleEndian.Uint16(c.take(2))) }

// isChunkType reports whether the type of a PNG chunk consists of letters.
func isChunkType(t []byte) bool {
	return strings.Trim(string(t), "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}
