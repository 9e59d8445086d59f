package job

import (
	"crypto/hkdf"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/binary"
	"slices"
)

// Box seals small texts for a purpose beside the queue. Its keys are derived from the
// job keys, one from each, so that a text still opens while the job keys are replaced.
type Box struct{ keys Keyring }

// Box returns the box of a purpose. Boxes of different purposes do not open each other's
// texts.
func (r *Keyring) Box(purpose string) (*Box, error) {
	var b Box
	for _, k := range r.keys {
		key, err := hkdf.Key(sha256.New, k.secret, nil, purpose, KeySize)
		if err != nil {
			return nil, err
		}
		if err := b.keys.add(key); err != nil {
			return nil, err
		}
	}
	return &b, nil
}

// Seal seals a text. context says what the text belongs to; it is not stored, and the
// text opens only with the same context.
func (b *Box) Seal(text []byte, context ...string) ([]byte, error) {
	return b.keys.seal(digest(context), nil, slices.Clip(text))
}

// Open returns the text of a sealed message, or ErrSealed if it was changed, or was
// sealed with another context or with none of the keys.
func (b *Box) Open(sealed []byte, context ...string) ([]byte, error) {
	header, _, err := split(sealed)
	if err != nil || subtle.ConstantTimeCompare(header, digest(context)) == 0 {
		return nil, ErrSealed
	}
	_, text, err := b.keys.open(slices.Clone(sealed))
	return text, err
}

// Token returns 32 hexadecimal digits that stand for a context. Without the keys nobody can tell
// which one.
func (b *Box) Token(context ...string) string { return b.keys.mac(context...)[:tokenSize] }

// tokenSize is the number of hexadecimal digits that stand for something: 128 bits.
const tokenSize = 32

// Current reports whether a message was sealed with the first key. Another one should be
// sealed again, before its key is taken out of the ring.
func (b *Box) Current(sealed []byte) bool {
	id := b.keys.keys[0].id
	return len(sealed) > prefixSize && string(sealed[len(magic):len(magic)+len(id)]) == string(id[:])
}

// digest returns a hash of a context.
func digest(context []string) []byte {
	hash := sha256.New()
	for _, part := range context {
		_, _ = hash.Write(binary.BigEndian.AppendUint32(nil, uint32(len(part)))) // writing to a hash never fails
		_, _ = hash.Write([]byte(part))
	}
	return hash.Sum(nil)
}
