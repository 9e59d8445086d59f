package apikey

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"strings"
)

const (
	prefix  = "biom_"
	secrets = 32 // random bytes in a key
)

// encoding refuses last characters with bits that no key has.
var encoding = base64.RawURLEncoding.Strict()

// Generate makes a key: "biom_" and 43 base64url characters of 32 random bytes.
func Generate() string { return prefix + encoding.EncodeToString(random(secrets)) }

// NewID makes the name of a key: 12 random hex digits, which tell nothing of it.
func NewID() string { return hex.EncodeToString(random(6)) }

// WellFormed tells whether Generate could have made the key. What is not need
// not be looked up.
func WellFormed(key string) bool {
	secret, ok := strings.CutPrefix(key, prefix)
	if !ok || len(secret) != encoding.EncodedLen(secrets) {
		return false
	}
	var bytes [secrets]byte
	// The decoder skips line breaks, and then comes out with too few bytes.
	n, err := encoding.Decode(bytes[:], []byte(secret))
	return err == nil && n == secrets
}

// HashOf is what is kept of a key. Keys are random, so that nothing slower than
// SHA-256 is needed.
func HashOf(key string) Hash { return sha256.Sum256([]byte(key)) }

func random(n int) []byte {
	b := make([]byte, n)
	_, _ = rand.Read(b) // never fails
	return b
}
