package upload

// The blocks of a GIF.
const (
	gifExtension = 0x21
	gifImage     = 0x2C
	gifTrailer   = 0x3B
)

// walkGIF goes from block to block up to the trailer and counts frames. It checks
// the declared sizes of the screen and of each frame, because decoders allocate
// both.
func walkGIF(b []byte) error {
	c := &cursor{rest: b[len("GIF89a"):]}
	width, height := c.little16(), c.little16()
	flags := c.byte()
	c.skip(2) // background, aspect
	skipColours(c, flags)
	if c.short {
		return errCutShort
	}
	if width > 0 && height > 0 { // some programs write a screen of size 0
		if err := checkDimensions(width, height); err != nil {
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
			if err := skipGIFFrame(c); err != nil {
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

// skipGIFFrame checks the declared size of a frame and skips its pixels.
func skipGIFFrame(c *cursor) error {
	c.skip(4) // left, top
	width, height := c.little16(), c.little16()
	skipColours(c, c.byte())
	c.skip(1) // code size
	if c.short {
		return errCutShort
	}
	if err := checkDimensions(width, height); err != nil {
		return err
	}
	skipBlocks(c)
	return nil
}

// skipColours skips a colour table, if flags say that there is one.
func skipColours(c *cursor, flags byte) {
	if flags&0x80 != 0 {
		c.skip(3 << (flags&7 + 1))
	}
}

// skipBlocks skips data blocks up to and including the empty one that ends them.
func skipBlocks(c *cursor) {
	for n := c.byte(); n > 0 && !c.short; n = c.byte() {
		c.skip(int(n))
	}
}
