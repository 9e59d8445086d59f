package filekind

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

// The limits of an image. The api refuses an upload whose headers declare more, and a
// worker refuses to decode more: a folder that is evaluated has not passed the api.
const (
	MaxSide   = 20_000      // pixels
	MaxPixels = 100_000_000 // of one image
	// MaxMemory is how many bytes reading an image may take: see [Image]. A photo of 50
	// megapixels takes 75 to 200 MB, a picture of 48 megapixels with 8 bits for each of four
	// channels 240 MB, and with 16 bits 430 MB.
	MaxMemory = 256 << 20
)

// Image is what the headers of an image declare.
type Image struct {
	Width, Height int // pixels
	// Memory is how many bytes reading the image takes: what Go's decoder holds at once
	// for an image of its kind, and one grey copy, of one byte a pixel.
	Memory int64
}

// errImage is the error of headers that cannot be read.
var errImage = errors.New("filekind: the headers of the image cannot be read")

// Measure reads the headers of an image that is a JPG, PNG, GIF or BMP. It decodes
// nothing.
func Measure(kind Kind, file []byte) (Image, error) {
	measure := map[Kind]func([]byte) (Image, bool){JPG: measureJPEG, PNG: measurePNG, GIF: measureGIF, BMP: measureBMP}[kind]
	if measure == nil {
		return Image{}, errImage
	}
	img, ok := measure(file)
	if !ok || kind != GIF && (img.Width <= 0 || img.Height <= 0) {
		return Image{}, errImage
	}
	return img, nil
}

// Check returns an error if the image exceeds a limit. Its text completes the sentence
// "The file cannot be used: …".
func (i Image) Check() error {
	const remedy = "scan at 300 dpi, which is enough for any printout"
	switch {
	case i.Width > MaxSide || i.Height > MaxSide || i.Width*i.Height > MaxPixels:
		return fmt.Errorf("its image has %d × %d pixels, and at most %d a side and %d million are taken; %s",
			i.Width, i.Height, MaxSide, MaxPixels/1_000_000, remedy)
	case i.Memory > MaxMemory:
		return fmt.Errorf("its image of %d × %d pixels takes %d MB when it is read, and at most %d MB are taken; "+
			"save it with 8 bits for each colour or as an ordinary JPEG, or %s",
			i.Width, i.Height, i.Memory/1_000_000, MaxMemory/1_000_000, remedy)
	}
	return nil
}

// imageOf returns an image of which the decoder holds this many bytes for each pixel.
func imageOf(width, height int, decoded float64) (Image, bool) {
	const grey = 1
	return Image{width, height, int64(min(float64(width)*float64(height)*(decoded+grey), 1<<62))}, true
}

// measurePNG reads the chunks before the pixels. A chunk tRNS makes the decoder add
// transparency, and an interlaced image is decoded in passes of the same size together.
func measurePNG(b []byte) (Image, bool) {
	if len(b) < 33 || string(b[12:16]) != "IHDR" {
		return Image{}, false
	}
	width, height := int(binary.BigEndian.Uint32(b[16:])), int(binary.BigEndian.Uint32(b[20:]))
	depth, colour, interlaced := b[24], b[25], b[28] != 0
	transparent := false
	for rest := b[8:]; len(rest) >= 12; {
		n := int64(binary.BigEndian.Uint32(rest))
		if kind := string(rest[4:8]); kind == "IDAT" || int64(len(rest)) < n+12 {
			break
		} else if kind == "tRNS" {
			transparent = true
		}
		rest = rest[n+12:]
	}
	const grey, palette = 0, 3
	bytes := 4.0
	if colour == palette || colour == grey && !transparent {
		bytes = 1
	}
	if depth == 16 {
		bytes = 8
		if colour == grey && !transparent {
			bytes = 2
		}
	}
	if interlaced {
		bytes *= 2
	}
	return imageOf(width, height, bytes)
}

// measureGIF reads the size of the screen, which no frame may exceed. It may be 0: then
// the decoder takes no frame. It holds a frame twice if it is interlaced.
func measureGIF(b []byte) (Image, bool) {
	if len(b) < 10 {
		return Image{}, false
	}
	return imageOf(int(binary.LittleEndian.Uint16(b[6:])), int(binary.LittleEndian.Uint16(b[8:])), 2)
}

// measureBMP reads the header. Up to 8 bits a pixel stand for a palette, more are
// decoded to four bytes.
func measureBMP(b []byte) (Image, bool) {
	if len(b) < 30 {
		return Image{}, false
	}
	var width, height, bits int
	if binary.LittleEndian.Uint32(b[14:]) == 12 { // OS/2
		width, height = int(binary.LittleEndian.Uint16(b[18:])), int(binary.LittleEndian.Uint16(b[20:]))
		bits = int(binary.LittleEndian.Uint16(b[24:]))
	} else {
		width, height = int(int32(binary.LittleEndian.Uint32(b[18:]))), int(int32(binary.LittleEndian.Uint32(b[22:])))
		bits = int(binary.LittleEndian.Uint16(b[28:]))
	}
	if height < 0 { // the rows go from top to bottom
		height = -height
	}
	bytes := 4.0
	if bits <= 8 {
		bytes = 1
	}
	return imageOf(width, height, bytes)
}

// The markers that measureJPEG distinguishes. sof2 begins a progressive image.
const (
	sof0, sof1, sof2 = 0xC0, 0xC1, 0xC2
	app14            = 0xEE
	sos, eoi         = 0xDA, 0xD9
)

// jpegHeaders is what the headers of a JPEG say before its first scan.
type jpegHeaders struct {
	frame []byte // the segment of the frame header
	mark  byte   // the marker of the frame header
	rgb   bool   // Adobe's segment says that the components are not YCbCr
}

// measureJPEG reads the segments before the first scan. A progressive image is held as
// coefficients of four bytes too, and components that are not YCbCr are converted to
// four bytes a pixel.
func measureJPEG(b []byte) (Image, bool) {
	h := readJPEGHeaders(b)
	if len(h.frame) < 6 || len(h.frame) < 6+3*int(h.frame[5]) || h.frame[5] == 0 || h.frame[5] > 4 {
		return Image{}, false
	}
	components := h.frame[6 : 6+3*int(h.frame[5])]
	var across, down, samples int // the largest sampling factors, and the sum of their products
	for i := 1; i < len(components); i += 3 {
		x, y := int(components[i]>>4), int(components[i]&15)
		across, down, samples = max(across, x), max(down, y), samples+x*y
	}
	if across == 0 || down == 0 {
		return Image{}, false
	}
	decoded := float64(samples) / float64(across*down)
	if h.mark == sof2 {
		decoded *= 5
	}
	if len(components) == 12 || len(components) == 9 && (h.rgb || components[0] == 'R') {
		decoded += 4
	}
	return imageOf(int(binary.BigEndian.Uint16(h.frame[3:])), int(binary.BigEndian.Uint16(h.frame[1:])), decoded)
}

// readJPEGHeaders goes from segment to segment up to the first scan. Like Go's decoder
// it skips bytes between segments.
func readJPEGHeaders(b []byte) (h jpegHeaders) {
	for rest := b[min(2, len(b)):]; ; {
		at := bytes.IndexByte(rest, 0xFF)
		if at < 0 || at+1 >= len(rest) {
			return h
		}
		mark := rest[at+1]
		rest = rest[at+1:]
		if mark == 0xFF {
			continue // a fill byte
		}
		rest = rest[1:]
		if mark == 0 || mark == 1 || mark >= 0xD0 && mark <= 0xD8 {
			continue // no segment
		}
		if mark == sos || mark == eoi || len(rest) < 2 {
			return h
		}
		n := int(binary.BigEndian.Uint16(rest))
		if n < 2 || n > len(rest) {
			return h
		}
		segment := rest[2:n]
		rest = rest[n:]
		switch {
		case mark == sof0 || mark == sof1 || mark == sof2:
			h.frame, h.mark = segment, mark
		case mark == app14 && len(segment) >= 12 && string(segment[:5]) == "Adobe":
			h.rgb = segment[11] == 0
		}
	}
}
