package upload

import (
	"bytes"
	"encoding/binary"
	"errors"
	"strings"

	"github.com/gabriel-vasile/mimetype"

	"biom/shared/filekind"
)

// magicBytes are enough of a file to tell that it is not what its name says.
const magicBytes = 1024

// What an image may declare. Nothing is decoded here, but the worker will.
const (
	maxSide   = 20_000
	maxFrames = 100
)

// begins reports whether a file's first KiB may be of a kind. JSON is decided
// by reading it.
func begins(kind filekind.Kind, head []byte) bool {
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

// walks are the structures of the kinds: each walk reads a whole file from its
// beginning to its end without decoding any of it.
var walks = map[filekind.Kind]func([]byte) error{
	filekind.PDF: walkPDF, filekind.JPG: walkJPEG, filekind.PNG: walkPNG, filekind.GIF: walkGIF, filekind.BMP: walkBMP,
}

// check judges a whole file.
func check(kind filekind.Kind, file []byte) error {
	switch {
	case len(file) == 0:
		return invalid("The file is empty.")
	case kind == filekind.JSON:
		return nil
	case !begins(kind, file):
		return mismatch(kind, file)
	}
	if err := walks[kind](file); err != nil {
		return invalid("The file cannot be used: " + err.Error() + ".")
	}
	return nil
}

// mismatch says what a file looks like instead of what its name says.
func mismatch(kind filekind.Kind, file []byte) error {
	like := mimetype.Detect(file[:min(len(file), 3<<10)]).String()
	return invalid("The file's content does not match its extension: it is named ." + string(kind) + ", but it looks like " + like + ".")
}

// The faults of a structure.
var (
	errCutShort = errors.New("it ends before it is complete")
	errBroken   = errors.New("its structure is broken")
	errNoImage  = errors.New("it holds no image")
	errTooBig   = errors.New("its image is larger than 20,000 pixels a side or 100 megapixels")
	errFrames   = errors.New("it has more than 100 frames")
)

// dimensions judges what an image declares.
func dimensions(width, height int) error {
	switch {
	case width <= 0 || height <= 0:
		return errNoImage
	case width > maxSide || height > maxSide || width*height > filekind.MaxPixels:
		return errTooBig
	}
	return nil
}

// walkPDF looks for the end only: what lies between is for a parser to judge,
// and there is one in the worker.
func walkPDF(b []byte) error {
	b = bytes.TrimRight(b, "\x00\t\n\f\r ")
	if !bytes.Contains(b[max(0, len(b)-magicBytes):], []byte("%%EOF")) {
		return errCutShort
	}
	return nil
}

// cursor reads a structure; what it is asked for beyond the end is zero, and
// short stays set.
type cursor struct {
	rest  []byte
	short bool
}

func (c *cursor) take(n int) []byte {
	if n < 0 || n > len(c.rest) {
		c.short, c.rest = true, nil
		return make([]byte, min(max(n, 0), 64))
	}
	b := c.rest[:n]
	c.rest = c.rest[n:]
	return b
}

func (c *cursor) skip(n int) {
	if n < 0 || n > len(c.rest) {
		c.short, c.rest = true, nil
		return
	}
	c.rest = c.rest[n:]
}

func (c *cursor) byte() byte { return c.take(1)[0] }

func (c *cursor) big16() int { return int(binary.BigEndian.Uint16(c.take(2))) }

func (c *cursor) little16() int { return int(binary.LittleEndian.Uint16(c.take(2))) }

// printableType reports a chunk type of four letters.
func printableType(t []byte) bool {
	return strings.Trim(string(t), "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}
