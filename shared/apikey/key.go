package apikey

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strings"
)

const (
	prefix      = "biom_"
	secretBytes = 32 // random bytes in a key
)

// encoding is strict: it refuses a last character whose unused bits are not zero.
var encoding = base64.RawURLEncoding.Strict()

// Generate returns a new key: "biom_" and 32 random bytes as 43 characters of
// base64url.
func Generate() string { return prefix + encoding.EncodeToString(random(secretBytes)) }

// NewID returns an ID for a new key: 12 random hexadecimal digits.
func NewID() string { return hex.EncodeToString(random(6)) }

// WellFormed reports whether the key could be one of Generate's. A malformed key
// need not be looked up.
func WellFormed(key string) bool {
	secret, ok := strings.CutPrefix(key, prefix)
	if !ok || len(secret) != encoding.EncodedLen(secretBytes) {
		return false
	}
	var bytes [secretBytes]byte
	// The decoder ignores line breaks; a key with one has too few bytes.
	n, err := encoding.Decode(bytes[:], []byte(secret))
	return err == nil && n == secretBytes
}

// HashOf returns the hash under which a key is stored. Keys are random and long, so
// a fast hash like SHA-256 is enough.
func HashOf(key string) Hash { return sha256.Sum256([]byte(key)) }

func random(n int) []byte {
	b := make([]byte, n)
	_, _ = rand.Read(b) // never fails
	return b
}
