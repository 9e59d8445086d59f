package child

import "bytes"

// bounded keeps the first max bytes. With full set, one byte more calls it and
// fails the write; without, the rest is dropped. It embeds no bytes.Buffer:
// its ReadFrom would let io.Copy pass by the bound.
type bounded struct {
	kept bytes.Buffer
	max  int64
	full func()
}

func (b *bounded) Write(p []byte) (int, error) {
	room := int(b.max) - b.kept.Len()
	if len(p) <= room {
		return b.kept.Write(p)
	}
	if b.full != nil {
		b.full()
		return 0, ErrOutput
	}
	b.kept.Write(p[:max(room, 0)])
	return len(p), nil
}
