package upload

import "biom/shared/endpoint"

// buffer collects a file of unknown length without holding it twice. Where a
// length was declared, there is one piece of that size as soon as the client
// has shown that it means it; otherwise pieces are put together at the end, so
// that a file that turns out too large has cost its own size and no more.
//
// All room is taken from the budget before it is made, and given back when it
// is let go.
type buffer struct {
	budget   *endpoint.Budget
	declared int // bytes of the whole body; -1: unknown
	most     int // bytes of the file

	full [][]byte // pieces before the last
	last []byte
	size int
	held int // bytes of room in all pieces
}

// eager is how much room is made on the word of a Content-Length alone.
const eager = 256 << 10

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
	if b.declared > b.size { // of which some is not the file's
		room := min(b.declared, b.most)
		if b.size == 0 {
			room = min(room, max(eager, n))
		}
		return b.join(max(room, b.size+1))
	}
	room := max(n, min(max(b.size, eager/8), b.most-b.size))
	if err := b.take(room); err != nil {
		return err
	}
	if b.size > 0 {
		b.full = append(b.full, b.last)
	}
	b.last = make([]byte, 0, room)
	return nil
}

// whole is the file in one piece.
func (b *buffer) whole() ([]byte, error) {
	if len(b.full) > 0 {
		if err := b.join(b.size); err != nil {
			return nil, err
		}
	}
	return b.last, nil
}

// join makes one piece of all.
func (b *buffer) join(room int) error {
	before := b.held
	if err := b.take(room); err != nil {
		return err
	}
	file := make([]byte, 0, room)
	for _, piece := range b.full {
		file = append(file, piece...)
	}
	b.full, b.last = nil, append(file, b.last...)
	b.give(before)
	return nil
}

// drop lets go of everything.
func (b *buffer) drop() {
	b.give(b.held)
	b.full, b.last, b.size = nil, nil, 0
}

func (b *buffer) take(n int) error {
	if !b.budget.Take(n) {
		return errCrowded
	}
	b.held += n
	return nil
}

func (b *buffer) give(n int) {
	b.budget.Give(n)
	b.held -= n
}
