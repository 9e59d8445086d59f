package quota

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
)

// Hashed is a store that keeps another store's logs under keyed hashes of the
// subjects. Whoever has a copy of that store, but not the key, learns no address and
// no user: all IPv4 addresses can be tried in seconds, but not without the key. With
// another key all counts begin anew. The subject All is not hashed.
type Hashed struct {
	store Store
	key   []byte
}

var _ Store = (*Hashed)(nil)

// NewHashed returns a store that uses store. The key has 32 random bytes, and is not
// kept in that store.
func NewHashed(store Store, key []byte) *Hashed { return &Hashed{store, key} }

// Charge implements [Store].
func (h *Hashed) Charge(ctx context.Context, id string, lines ...Line) (Verdict, error) {
	hashed := make([]Line, len(lines))
	for i, l := range lines {
		hashed[i] = l
		hashed[i].Subject = h.hash(l.Subject)
	}
	return h.store.Charge(ctx, id, hashed...)
}

// Refund implements [Store].
func (h *Hashed) Refund(ctx context.Context, id string) error { return h.store.Refund(ctx, id) }

// Usage implements [Store].
func (h *Hashed) Usage(ctx context.Context, bucket Bucket, subject Subject) (Usage, error) {
	return h.store.Usage(ctx, bucket, h.hash(subject))
}

// hash returns the first half of an HMAC-SHA256 in base64url. 128 bits are enough:
// nobody chooses subjects so that their hashes collide. An empty subject stays empty,
// so that the store refuses it.
func (h *Hashed) hash(s Subject) Subject {
	if s == All || s == "" {
		return s
	}
	mac := hmac.New(sha256.New, h.key)
	_, _ = mac.Write([]byte(s)) // writing to a hash never fails
	return Subject("h:" + base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:16]))
}
