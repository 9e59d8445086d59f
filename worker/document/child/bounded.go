package child

import "bytes"

// bounded is a writer that stores the first max bytes. If there are more, it calls
// onExcess and the write fails; if onExcess is nil, it drops the rest. It does not embed
// the bytes.Buffer, because io.Copy would call its ReadFrom and so circumvent the limit.
type bounded struct {
	stored   bytes.Buffer
	max      int64
	onExcess func() // may be nil
}

func (b *bounded) Write(p []byte) (int, error) {
	room := int(b.max) - b.stored.Len()
	if len(p) <= room {
		return b.stored.Write(p)
	}
	if b.onExcess != nil {
		b.onExcess()
		return 0, ErrOutput
	}
	b.stored.Write(p[:max(room, 0)])
	return len(p), nil
}
