package share

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"

	"golang.org/x/crypto/argon2"
)

// The specification's parameters: every stored share depends on them.
const (
	argonTime   = 3
	argonMemory = 32 << 10 // KiB
	argonLanes  = 1
	keyBytes    = 32
	saltBytes   = 16
)

func argon2id(secret, salt []byte) []byte {
	return argon2.IDKey(secret, salt, argonTime, argonMemory, argonLanes, keyBytes)
}

// salt is the same for everybody who knows the ID: the key depends on the code
// only, so that it can be derived before the store is asked.
func (c Code) salt() []byte {
	sum := sha256.Sum256([]byte(c.id))
	return sum[:saltBytes]
}

// key seals and opens documents.
type key struct{ aead cipher.AEAD }

func newKey(raw []byte) (key, error) {
	block, err := aes.NewCipher(raw)
	if err != nil {
		return key{}, err
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	return key{aead}, err
}

// seal makes a payload: the nonce, 12 random bytes, which the cipher makes and
// puts there itself, then the ciphertext.
func (k key) seal(document []byte) []byte {
	return k.aead.Seal(nil, nil, document, nil) //nolint:gosec // this cipher takes no nonce
}

func (k key) open(payload []byte) (document []byte, opened bool) {
	document, err := k.aead.Open(nil, nil, payload, nil)
	return document, err == nil
}
