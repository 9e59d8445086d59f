package upload

// The blocks of GIF.
const (
	gifExtension = 0x21
	gifImage     = 0x2C
	gifTrailer   = 0x3B
)

// walkGIF goes from block to block to the trailer and counts frames. Decoders
// allocate the screen and each frame as declared, so both are judged.
func walkGIF(b []byte) error {
	c := &cursor{rest: b[len("GIF89a"):]}
	width, height := c.little16(), c.little16()
	flags := c.byte()
	c.skip(2) // background, aspect
	skipColours(c, flags)
	if c.short {
		return errCutShort
	}
	if width > 0 && height > 0 { // some writers leave the screen empty
		if err := dimensions(width, height); err != nil {
			return err
		}
	}
	for frames := 0; ; {
		block := c.byte()
		if c.short {
			return errCutShort
		}
		switch block {
		case gifExtension:
			c.skip(1) // label
			skipBlocks(c)
		case gifImage:
			if frames++; frames > maxFrames {
				return errFrames
			}
			if err := gifFrame(c); err != nil {
				return err
			}
		case gifTrailer:
			if frames == 0 {
				return errNoImage
			}
			return nil
		default:
			return errBroken
		}
	}
}

func gifFrame(c *cursor) error {
	c.skip(4) // left, top
	width, height := c.little16(), c.little16()
	skipColours(c, c.byte())
	c.skip(1) // code size
	if c.short {
		return errCutShort
	}
	if err := dimensions(width, height); err != nil {
		return err
	}
	skipBlocks(c)
	return nil
}

// skipColours skips a colour table if flags say that there is one.
func skipColours(c *cursor, flags byte) {
	if flags&0x80 != 0 {
		c.skip(3 << (flags&7 + 1))
	}
}

// skipBlocks skips data blocks up to the empty one.
func skipBlocks(c *cursor) {
	for n := c.byte(); n > 0 && !c.short; n = c.byte() {
		c.skip(int(n))
	}
}
