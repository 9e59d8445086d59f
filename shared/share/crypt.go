package share

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"

	"golang.org/x/crypto/argon2"
)

// The parameters of the key derivation, as the specification sets them. With other
// parameters, stored shares could not be opened.
const (
	argonTime   = 3
	argonMemory = 32 << 10 // KiB
	argonLanes  = 1
	keyBytes    = 32
	saltBytes   = 16
)

// argon2id derives the key of a share from its secret number.
func argon2id(secret, salt []byte) []byte {
	return argon2.IDKey(secret, salt, argonTime, argonMemory, argonLanes, keyBytes)
}

// salt returns the salt of the key derivation, which is computed from the share
// ID alone. So the key can be derived before the store is asked, and a retrieval
// takes the same time whether the share exists or not.
func (c Code) salt() []byte {
	sum := sha256.Sum256([]byte(c.id))
	return sum[:saltBytes]
}

// key encrypts and decrypts documents with AES-256-GCM.
type key struct{ aead cipher.AEAD }

func newKey(raw []byte) (key, error) {
	block, err := aes.NewCipher(raw)
	if err != nil {
		return key{}, err
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	return key{aead}, err
}

// seal encrypts a document. It returns the payload: 12 random bytes of nonce,
// which the cipher generates and writes itself, then the ciphertext.
func (k key) seal(document []byte) []byte {
	return k.aead.Seal(nil, nil, document, nil) //nolint:gosec // this cipher takes no nonce
}

// open decrypts a payload. It reports whether the key was the right one.
func (k key) open(payload []byte) (document []byte, opened bool) {
	document, err := k.aead.Open(nil, nil, payload, nil)
	return document, err == nil
}
