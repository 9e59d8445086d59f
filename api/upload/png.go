package upload

import "encoding/binary"

var pngMagic = []byte("\x89PNG\r\n\x1a\n")

// walkPNG goes from chunk to chunk up to the last one. It decompresses nothing.
func walkPNG(b []byte) error {
	c := &cursor{rest: b[len(pngMagic):]}
	frames, hasData := 0, false
	for first := true; ; first = false {
		length, kind := binary.BigEndian.Uint32(c.take(4)), string(c.take(4))
		if c.short {
			return errCutShort
		}
		if length > 1<<31-1 || !isChunkType([]byte(kind)) || first != (kind == "IHDR") {
			return errBroken
		}
		body := c.rest
		c.skip(int(length))
		c.skip(4) // CRC
		if c.short {
			return errCutShort
		}
		switch kind {
		case "IHDR":
			if err := checkPNGHeader(body[:length]); err != nil {
				return err
			}
		case "IDAT":
			hasData = true
		case "fcTL": // a frame of an animation
			if frames++; frames > maxFrames {
				return errFrames
			}
		case "IEND":
			if !hasData {
				return errNoImage
			}
			return nil
		}
	}
}

// checkPNGHeader checks the size that an IHDR chunk declares.
func checkPNGHeader(b []byte) error {
	if len(b) != 13 {
		return errBroken
	}
	width, height := binary.BigEndian.Uint32(b), binary.BigEndian.Uint32(b[4:])
	return checkDimensions(int(width), int(height))
}
