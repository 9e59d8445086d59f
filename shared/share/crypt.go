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

// newCipher puts the nonce, 12 random bytes, before the ciphertext and expects
// it there.
func newCipher(key []byte) (cipher.AEAD, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCMWithRandomNonce(block)
}
