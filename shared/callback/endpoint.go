package callback

import (
	"crypto/rand"
	"encoding/base64"
	"errors"
	"net/url"
	"strings"
	"time"
)

// Endpoint is a receiver of callbacks that the operator allowed for a user.
type Endpoint struct {
	User    string
	Name    string    // what requests call it: 1 to 64 of A-Z a-z 0-9 . _ ~ -
	URL     string    // https
	Created time.Time // Times are stored in milliseconds.

	Secret   []byte    // signs the posts; sealed
	Previous []byte    // the secret before the last rotation; sealed, nil: none
	Rotated  time.Time // when it was replaced; zero: never
}

// Sealer seals secrets and events. *job.Box is one.
type Sealer interface {
	// Seal seals a text, which opens only with the same context.
	Seal(text []byte, context ...string) ([]byte, error)
	// Open returns a sealed text.
	Open(sealed []byte, context ...string) ([]byte, error)
	// Token returns a short word that stands for a context. Without the keys nobody can tell which one.
	Token(context ...string) string
	// Current reports whether a text was sealed with the key that Seal uses.
	Current(sealed []byte) bool
}

const (
	secretPrefix = "whsec_"
	secretBytes  = 32 // Standard Webhooks asks for 24 to 64
	// overlap is how long the previous secret signs too after a rotation, so that the
	// receiver has time to learn the new one.
	overlap = 24 * time.Hour
)

// NewEndpoint returns an endpoint and its secret, which is not stored in the open.
func NewEndpoint(s Sealer, user, name, address string, now time.Time) (e Endpoint, secret string, err error) {
	e = Endpoint{User: user, Name: name, URL: address, Created: now}
	if err := e.check(); err != nil {
		return Endpoint{}, "", err
	}
	secret = newSecret()
	e.Secret, err = s.Seal([]byte(secret), e.context()...)
	return e, secret, err
}

// Rotated returns the endpoint with a new secret. The present one signs for a day more, if it opens.
func Rotated(s Sealer, e Endpoint, now time.Time) (next Endpoint, secret string, err error) {
	secret = newSecret()
	e.Previous, e.Rotated = e.Secret, now
	if e.previous(s, now) == "" {
		e.Previous = nil
	}
	e.Secret, err = s.Seal([]byte(secret), e.context()...)
	return e, secret, err
}

// resealed returns the endpoint with its secrets under the sealer's current key, and without a
// previous one that does not sign any more.
func resealed(s Sealer, e Endpoint, now time.Time) (next Endpoint, err error) {
	if e.previous(s, now) == "" {
		e.Previous = nil
	}
	for _, secret := range []*[]byte{&e.Secret, &e.Previous} {
		if *secret == nil || s.Current(*secret) {
			continue
		}
		text, err := s.Open(*secret, e.context()...)
		if err != nil {
			return Endpoint{}, err
		}
		if *secret, err = s.Seal(text, e.context()...); err != nil {
			return Endpoint{}, err
		}
	}
	return e, nil
}

// secrets returns the secrets that sign a post at the time now.
func (e Endpoint) secrets(s Sealer, now time.Time) (secrets []string, err error) {
	text, err := s.Open(e.Secret, e.context()...)
	if err != nil {
		return nil, err
	}
	secrets = []string{string(text)}
	if previous := e.previous(s, now); previous != "" {
		secrets = append(secrets, previous)
	}
	return secrets, nil
}

// previous returns the secret before the last rotation if it still signs at the time now, else "".
// One that does not open is left out: a rotation is how an operator mends that.
func (e Endpoint) previous(s Sealer, now time.Time) string {
	if e.Previous == nil || now.Sub(e.Rotated) >= overlap {
		return ""
	}
	text, err := s.Open(e.Previous, e.context()...)
	if err != nil {
		return ""
	}
	return string(text)
}

// context ties a sealed secret to its endpoint. Whoever can write to the database cannot
// have posts to another address signed with it.
func (e Endpoint) context() []string { return []string{"endpoint", e.User, e.Name, e.URL} }

func newSecret() string {
	b := make([]byte, secretBytes)
	_, _ = rand.Read(b) // never fails
	return secretPrefix + base64.StdEncoding.EncodeToString(b)
}

// nameLetters are the characters of an endpoint's name.
const nameLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._~-"

// maxURL is the length of the longest address in bytes.
const maxURL = 2000

// check returns an error if a field is invalid. It does not repeat the address, which may
// hold a password.
func (e Endpoint) check() error {
	u, err := url.Parse(e.URL)
	switch {
	case e.User == "":
		return errors.New("callback: an endpoint belongs to a user")
	case e.Name == "" || len(e.Name) > 64 || strings.Trim(e.Name, nameLetters) != "":
		return errors.New("callback: the name of an endpoint is 1 to 64 of the characters A-Z a-z 0-9 . _ ~ -")
	case err != nil || u.Scheme != "https" || u.Hostname() == "" || u.Opaque != "" || len(e.URL) > maxURL:
		return errors.New("callback: the address of an endpoint is a URL that begins with https://")
	case u.User != nil || u.Fragment != "":
		return errors.New("callback: the address of an endpoint has neither a user and password nor a fragment")
	}
	return nil
}
