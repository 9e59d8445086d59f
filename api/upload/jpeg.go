package upload

import "bytes"

// The markers of a JPEG that walkJPEG distinguishes.
const (
	jpegSOI  = 0xD8
	jpegEOI  = 0xD9
	jpegSOS  = 0xDA
	jpegTEM  = 0x01
	jpegRST0 = 0xD0
	jpegRST7 = 0xD7
)

// walkJPEG goes from segment to segment up to the end of the image. Thumbnails lie
// inside segments and are skipped with them. Data after the image is ignored, because
// phones append further pictures.
func walkJPEG(b []byte) error {
	c := &cursor{rest: b[2:]}       // after SOI
	framed, scanned := false, false // a frame header and a scan were found
	for !c.short {
		marker, err := readJPEGMarker(c)
		if err != nil {
			return err
		}
		switch {
		case marker == jpegEOI:
			if !framed || !scanned {
				return errNoImage
			}
			return nil
		case marker == jpegTEM, marker >= jpegRST0 && marker <= jpegRST7:
			continue // no content
		case marker == jpegSOI:
			return errBroken
		}
		segment := c.take(c.big16() - 2)
		if c.short {
			break
		}
		switch {
		case isSOF(marker):
			framed = true
			if err := checkJPEGFrame(segment); err != nil {
				return err
			}
		case marker == jpegSOS:
			scanned = true
			skipScan(c)
		}
	}
	return errCutShort
}

// readJPEGMarker reads a marker; any number of fill bytes may precede it.
func readJPEGMarker(c *cursor) (byte, error) {
	if c.byte() != 0xFF && !c.short {
		return 0, errBroken
	}
	m := c.byte()
	for m == 0xFF {
		m = c.byte()
	}
	if m == 0 && !c.short {
		return 0, errBroken
	}
	if c.short {
		return 0, errCutShort
	}
	return m, nil
}

// isSOF reports whether a marker begins a frame. C4, C8 and CC do not, though they
// lie in the same range.
func isSOF(m byte) bool { return m >= 0xC0 && m <= 0xCF && m != 0xC4 && m != 0xC8 && m != 0xCC }

// checkJPEGFrame checks the size that a frame header declares.
func checkJPEGFrame(segment []byte) error {
	c := &cursor{rest: segment}
	c.byte() // precision
	height, width := c.big16(), c.big16()
	if c.short {
		return errBroken
	}
	return checkDimensions(width, height)
}

// skipScan goes to the marker that ends the coded data of a scan. An FF that is
// followed by 0 is data, and restart markers belong to the scan.
func skipScan(c *cursor) {
	for {
		i := bytes.IndexByte(c.rest, 0xFF)
		if i < 0 || i+1 >= len(c.rest) {
			c.short, c.rest = true, nil
			return
		}
		next := c.rest[i+1]
		if next != 0 && next != 0xFF && (next < jpegRST0 || next > jpegRST7) {
			c.rest = c.rest[i:]
			return
		}
		c.rest = c.rest[i+1:]
		if next != 0xFF {
			c.rest = c.rest[1:]
		}
	}
}
