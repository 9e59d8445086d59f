package job

import (
	"crypto/cipher"
	"crypto/hkdf"
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

// KeySize is the size of a job key in bytes.
const KeySize = chacha20poly1305.KeySize

// ErrSealed is returned for a message that was sealed with none of the keys, or
// was changed.
var ErrSealed = errors.New("job: the message does not open with BIOM_JOB_KEY")

// Keyring holds the job keys. To seal a message is to encrypt and authenticate
// it. A Keyring seals with its first key and opens with any of its keys. So an
// operator can replace a key while biom runs: add the new key at the end
// everywhere, then put it first everywhere, then remove the old key.
type Keyring struct{ keys []ringKey }

type ringKey struct {
	secret []byte
	id     [4]byte // the first bytes of the key's SHA-256
	aead   cipher.AEAD
}

// NewKey returns a random job key in the form that ParseKeys reads.
func NewKey() string {
	key := make([]byte, KeySize)
	rand.Read(key)
	return base64.StdEncoding.EncodeToString(key)
}

// ParseKeys reads the setting BIOM_JOB_KEY: one or more keys of 32 bytes in
// base64, separated by commas. Its errors never quote a key.
func ParseKeys(s string) (*Keyring, error) {
	var ring Keyring
	for i, part := range strings.Split(s, ",") {
		key, err := base64.StdEncoding.DecodeString(strings.TrimSpace(part))
		if err != nil || len(key) != KeySize {
			return nil, fmt.Errorf("job: BIOM_JOB_KEY: key %d is not 32 bytes in base64; "+
				"`openssl rand -base64 32` makes one", i+1)
		}
		if err := ring.add(key); err != nil {
			return nil, err
		}
	}
	return &ring, nil
}

// add adds a key of KeySize bytes behind the others.
func (r *Keyring) add(key []byte) error {
	aead, err := chacha20poly1305.NewX(key)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(key)
	r.keys = append(r.keys, ringKey{key, [4]byte(sum[:4]), aead})
	return nil
}

// The format of a sealed message. Numbers are sizes in bytes; lengths are big
// endian. The header can be read without a key, but is authenticated.
//
//	"B1" | key ID (4) | header length (2) | header | nonce (24) | ciphertext
//
//	ciphertext = XChaCha20-Poly1305 of
//	    first part length (4) | first part | second part
//	with the header as associated data
const (
	magic      = "B1"
	prefixSize = len(magic) + 4 + 2
)

// SealRoom is how much spare capacity in bytes a job's file needs so that the job is
// sealed in the file's own memory. Otherwise the file is copied. It is enough for the
// header, the name (255 bytes) and the provider key (512 bytes), each byte of which
// JSON may write as six, and more than Go adds to a slice by rounding its size.
const SealRoom = 8 << 10

// seal returns the sealed message of a header and two parts. The header is not
// encrypted. If second has [SealRoom] bytes of spare capacity, the message takes over
// its memory and overwrites it.
func (r *Keyring) seal(header, first, second []byte) ([]byte, error) {
	if len(header) > 1<<16-1 {
		return nil, errors.New("job: header too long")
	}
	k := r.keys[0]
	start := prefixSize + len(header) + chacha20poly1305.NonceSizeX
	text := start + 4 + len(first) // where second begins
	b := second
	if size := text + len(second) + chacha20poly1305.Overhead; cap(b)-len(b) < SealRoom || cap(b) < size {
		b = make([]byte, size)
	}
	b = b[:text+len(second)]
	copy(b[text:], second) // before anything else is written: second may lie in b
	w := b[:0]
	w = append(w, magic...)
	w = append(w, k.id[:]...)
	w = binary.BigEndian.AppendUint16(w, uint16(len(header)))
	w = append(w, header...)
	nonce := b[len(w):start]
	rand.Read(nonce)
	w = binary.BigEndian.AppendUint32(b[:start], uint32(len(first)))
	_ = append(w, first...)
	return k.aead.Seal(b[:start], nonce, b[start:], header), nil
}

// mac returns a keyed hash of parts. Without the job key nobody can compute it, so
// nobody can find the parts by trying.
func (r *Keyring) mac(parts ...string) string {
	hash := hmac.New(sha256.New, r.keys[0].secret)
	for _, p := range parts {
		_, _ = hash.Write(binary.BigEndian.AppendUint32(nil, uint32(len(p)))) // writing to a hash never fails
		_, _ = hash.Write([]byte(p))
	}
	return hex.EncodeToString(hash.Sum(nil))
}

// Derive returns a key of 32 bytes for a purpose beside the queue, made of the first job
// key by HKDF. It tells nothing about the job key or the keys of other purposes.
func (r *Keyring) Derive(purpose string) ([]byte, error) {
	return hkdf.Key(sha256.New, r.keys[0].secret, nil, purpose, sha256.Size)
}

// split returns the header of a sealed message and the rest after it: the nonce
// and the ciphertext. It needs no key and verifies nothing.
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

// open verifies a sealed message and returns its two parts, which lie in the memory of
// the message. It returns ErrSealed if no key fits or the message was changed. The
// message cannot be opened a second time.
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
		plain, err := k.aead.Open(sealed[:0], nonce, sealed, header)
		if err != nil {
			return nil, nil, ErrSealed
		}
		return splitParts(plain)
	}
	return nil, nil, ErrSealed
}

// splitParts divides the decrypted text into its two parts.
func splitParts(plain []byte) (first, second []byte, err error) {
	if len(plain) < 4 {
		return nil, nil, ErrSealed
	}
	n := binary.BigEndian.Uint32(plain)
	if uint64(n) > uint64(len(plain)-4) {
		return nil, nil, ErrSealed
	}
	return plain[4 : 4+n], plain[4+n:], nil
}
