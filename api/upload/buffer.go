package upload

// buffer collects a file whose length is unknown.
//
// If the request declared its length, the buffer becomes one piece of that size
// once the client has sent the first 256 KiB. Otherwise it is a list of pieces,
// which are joined at the end, so that a file that turns out too large has cost
// its own size and no more.
//
// Memory is taken from the budget before it is allocated, and given back when it
// is dropped.
type buffer struct {
	budget   *Budget
	caller   string // who holds the memory
	declared int    // bytes of the whole body; -1: unknown
	maxFile  int    // bytes
	room     int    // bytes of capacity that the file must have to spare: see Gate.Room

	full [][]byte // the pieces before the last
	last []byte
	size int // bytes of all pieces
	held int // bytes that are taken from the budget
}

// firstPiece is how many bytes are allocated because of the Content-Length alone,
// before the client has sent any.
const firstPiece = 256 << 10

// add appends a chunk of the file.
func (b *buffer) add(c []byte) error {
	for len(c) > 0 {
		if len(b.last) == cap(b.last) {
			if err := b.grow(len(c)); err != nil {
				return err
			}
		}
		n := min(len(c), cap(b.last)-len(b.last))
		b.last = append(b.last, c[:n]...)
		b.size += n
		c = c[n:]
	}
	return nil
}

// grow makes room for at least one byte, if possible for n.
func (b *buffer) grow(n int) error {
	if b.declared > b.size { // an upper bound: the body is longer than the file
		length := min(b.declared, b.maxFile)
		if b.size == 0 {
			length = min(length, max(firstPiece, n))
		}
		return b.join(max(length, b.size+1))
	}
	length := max(n, min(max(b.size, firstPiece/8), b.maxFile-b.size))
	if err := b.take(length); err != nil {
		return err
	}
	if b.size > 0 {
		b.full = append(b.full, b.last)
	}
	b.last = make([]byte, 0, length)
	return nil
}

// file returns the file in one piece.
func (b *buffer) file() ([]byte, error) {
	if len(b.full) > 0 || cap(b.last)-b.size < b.room {
		if err := b.join(b.size); err != nil {
			return nil, err
		}
	}
	return b.last, nil
}

// join copies all pieces into one for a file of this length, with room to spare.
func (b *buffer) join(length int) error {
	before := b.held
	if err := b.take(length + b.room); err != nil {
		return err
	}
	file := make([]byte, 0, length+b.room)
	for _, piece := range b.full {
		file = append(file, piece...)
	}
	b.full, b.last = nil, append(file, b.last...)
	b.give(before)
	return nil
}

// drop empties the buffer.
func (b *buffer) drop() {
	b.give(b.held)
	b.full, b.last, b.size = nil, nil, 0
}

// take takes bytes from the budget.
func (b *buffer) take(n int) error {
	err := b.budget.take(b.caller, n)
	if err == nil {
		b.held += n
	}
	return err
}

// give returns bytes to the budget.
func (b *buffer) give(n int) {
	b.budget.give(b.caller, n)
	b.held -= n
}
