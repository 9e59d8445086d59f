package upload

import "encoding/binary"

// The compressions of a BMP's pixels.
const (
	bmpRGB       = 0
	bmpRLE8      = 1
	bmpRLE4      = 2
	bmpBitfields = 3
)

// bmp is what the header of a BMP declares.
type bmp struct {
	offset        int // of the pixels in the file
	width, height int
	bits          int // per pixel
	compression   uint32
}

// walkBMP reads the header and checks that the file is long enough for the pixels
// that it declares. It ignores the header's field for the length of the file,
// which many programs fill in wrongly.
func walkBMP(b []byte) error {
	h, err := readBMPHeader(b)
	if err != nil {
		return err
	}
	if err := checkDimensions(h.width, h.height); err != nil {
		return err
	}
	if h.offset < 26 || h.offset > len(b) {
		return errCutShort
	}
	return h.checkLength(len(b) - h.offset)
}

// readBMPHeader reads the headers of a BMP.
func readBMPHeader(b []byte) (h bmp, err error) {
	c := &cursor{rest: b}
	c.skip(10)
	h.offset = int(binary.LittleEndian.Uint32(c.take(4)))
	switch size := binary.LittleEndian.Uint32(c.take(4)); {
	case size == 12: // OS/2
		h.width, h.height = c.little16(), c.little16()
	case size >= 40 && size <= 124:
		h.width, h.height = c.signed32(), c.signed32()
	case !c.short:
		return h, errBroken
	}
	planes := c.little16()
	h.bits = c.little16()
	if c.short {
		return h, errCutShort
	}
	if binary.LittleEndian.Uint32(b[14:]) > 12 {
		h.compression = binary.LittleEndian.Uint32(c.take(4))
	}
	if h.height < 0 { // the rows go from top to bottom
		h.height = -h.height
	}
	if c.short {
		return h, errCutShort
	}
	if planes != 1 {
		return h, errBroken
	}
	return h, nil
}

// signed32 reads a signed number in little-endian order.
func (c *cursor) signed32() int { return int(int32(binary.LittleEndian.Uint32(c.take(4)))) }

// checkLength returns an error if this many bytes are too few for the pixels. In a
// run-length encoding two bytes stand for at most 255 pixels.
func (h bmp) checkLength(length int) error {
	var needed int
	switch h.compression {
	case bmpRGB, bmpBitfields:
		switch h.bits {
		case 1, 2, 4, 8, 16, 24, 32:
		default:
			return errBroken
		}
		needed = (h.width*h.bits + 31) / 32 * 4 * h.height
	case bmpRLE8, bmpRLE4:
		needed = h.width * h.height / 255 * 2
	default:
		return errBroken
	}
	if length < needed {
		return errCutShort
	}
	return nil
}
