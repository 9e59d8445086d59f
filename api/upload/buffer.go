package upload

// buffer collects a file of unknown length without holding it twice. Where a
// length was declared, there is one piece of that size as soon as the client
// has shown that it means it; otherwise pieces are put together at the end, so
// that a file that turns out too large has cost its own size and no more.
type buffer struct {
	declared int // bytes of the whole body; -1: unknown
	most     int // bytes of the file

	full [][]byte // pieces before the last
	last []byte
	size int
}

// eager is how much room is made on the word of a Content-Length alone.
const eager = 256 << 10

func (b *buffer) add(c []byte) {
	b.size += len(c)
	for len(c) > 0 {
		if len(b.last) == cap(b.last) {
			b.grow(len(c))
		}
		n := min(len(c), cap(b.last)-len(b.last))
		b.last = append(b.last, c[:n]...)
		c = c[n:]
	}
}

// grow makes room for at least one byte, if possible for n.
func (b *buffer) grow(n int) {
	have := b.size - n
	if b.declared > have { // of which some is not the file's
		size := min(b.declared, b.most)
		if have == 0 {
			size = min(size, max(eager, n))
		}
		b.last = append(make([]byte, 0, max(size, have+1)), b.last...)
		return
	}
	if have > 0 {
		b.full = append(b.full, b.last)
	}
	b.last = make([]byte, 0, max(n, min(max(have, eager/8), b.most-have)))
}

// whole is the file in one piece.
func (b *buffer) whole() []byte {
	if len(b.full) == 0 {
		return b.last
	}
	file := make([]byte, 0, b.size)
	for _, piece := range append(b.full, b.last) {
		file = append(file, piece...)
	}
	return file
}
