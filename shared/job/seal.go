package job

import (
	"crypto/cipher"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"golang.org/x/crypto/chacha20poly1305"
)

// KeySize is the length of a job key in bytes.
const KeySize = chacha20poly1305.KeySize

// ErrSealed says that a message was not sealed with any of our keys, or was
// altered.
var ErrSealed = errors.New("job: the message does not open with BIOM_JOB_KEY")

// Keyring seals with its first key and opens with any, so that keys rotate
// without a gap: add the new one last everywhere, then put it first, then drop
// the old one.
type Keyring struct{ keys []ringKey }

type ringKey struct {
	secret []byte
	id     [4]byte // the first bytes of the key's SHA-256
	aead   cipher.AEAD
}

// NewKey makes a random job key in the form that ParseKeys reads.
func NewKey() string {
	key := make([]byte, KeySize)
	rand.Read(key)
	return base64.StdEncoding.EncodeToString(key)
}

// ParseKeys reads BIOM_JOB_KEY: base64 keys of 32 bytes, comma separated.
func ParseKeys(s string) (*Keyring, error) {
	var ring Keyring
	for i, part := range strings.Split(s, ",") {
		key, err := base64.StdEncoding.DecodeString(strings.TrimSpace(part))
		if err != nil || len(key) != KeySize {
			return nil, fmt.Errorf("job: BIOM_JOB_KEY: key %d is not 32 bytes in base64; "+
				"`openssl rand -base64 32` makes one", i+1)
		}
		aead, err := chacha20poly1305.NewX(key)
		if err != nil {
			return nil, err
		}
		sum := sha256.Sum256(key)
		ring.keys = append(ring.keys, ringKey{key, [4]byte(sum[:4]), aead})
	}
	return &ring, nil
}

// A sealed message:
//
//	"B1" | key ID 4 | length of header 2 | header | nonce 24 | XChaCha20-Poly1305(
//	    length of first part 4 | first part | second part ), header as associated data
const (
	magic      = "B1"
	prefixSize = len(magic) + 4 + 2
)

func (r *Keyring) seal(header, first, second []byte) ([]byte, error) {
	if len(header) > 1<<16-1 {
		return nil, errors.New("job: header too long")
	}
	k := r.keys[0]
	start := prefixSize + len(header) + chacha20poly1305.NonceSizeX
	size := start + 4 + len(first) + len(second)
	b := make([]byte, 0, size+chacha20poly1305.Overhead)
	b = append(b, magic...)
	b = append(b, k.id[:]...)
	b = binary.BigEndian.AppendUint16(b, uint16(len(header)))
	b = append(b, header...)
	b = b[:start]
	nonce := b[start-chacha20poly1305.NonceSizeX:]
	rand.Read(nonce)
	b = binary.BigEndian.AppendUint32(b, uint32(len(first)))
	b = append(b, first...)
	b = append(b, second...)
	// In place: the file is copied once, not twice.
	return k.aead.Seal(b[:start], nonce, b[start:], header), nil
}

// blind makes a name of parts from which they cannot be guessed.
func (r *Keyring) blind(parts ...string) string {
	mac := hmac.New(sha256.New, r.keys[0].secret)
	for _, p := range parts {
		_, _ = mac.Write(binary.BigEndian.AppendUint32(nil, uint32(len(p)))) // a hash takes everything
		_, _ = mac.Write([]byte(p))
	}
	return hex.EncodeToString(mac.Sum(nil))
}

// split returns a message's header and what follows it.
func split(msg []byte) (header, rest []byte, err error) {
	if len(msg) < prefixSize || string(msg[:len(magic)]) != magic {
		return nil, nil, errors.New("job: not a sealed message")
	}
	n := int(binary.BigEndian.Uint16(msg[prefixSize-2:]))
	if len(msg) < prefixSize+n+chacha20poly1305.NonceSizeX+chacha20poly1305.Overhead {
		return nil, nil, errors.New("job: the message is cut short")
	}
	return msg[prefixSize : prefixSize+n], msg[prefixSize+n:], nil
}

func (r *Keyring) open(msg []byte) (first, second []byte, err error) {
	header, rest, err := split(msg)
	if err != nil {
		return nil, nil, err
	}
	nonce, sealed := rest[:chacha20poly1305.NonceSizeX], rest[chacha20poly1305.NonceSizeX:]
	for _, k := range r.keys {
		if string(k.id[:]) != string(msg[len(magic):len(magic)+4]) {
			continue
		}
		plain, err := k.aead.Open(nil, nonce, sealed, header)
		if err != nil {
			return nil, nil, ErrSealed
		}
		return parts(plain)
	}
	return nil, nil, ErrSealed
}

func parts(plain []byte) (first, second []byte, err error) {
	if len(plain) < 4 {
		return nil, nil, ErrSealed
	}
	n := binary.BigEndian.Uint32(plain)
	if uint64(n) > uint64(len(plain)-4) {
		return nil, nil, ErrSealed
	}
	return plain[4 : 4+n], plain[4+n:], nil
}
