package callback

import (
	"crypto/x509"
	"net"
	"net/netip"
	"testing"
	"time"
)

// The unexported parts that tests set and use.

// Testing are the fields of Config that tests set.
type Testing struct {
	Roots         *x509.CertPool
	Resolver      *net.Resolver
	Random        func() float64
	AnswerTimeout time.Duration
	LongestNap    time.Duration
	PullWait      time.Duration
	PerEndpoint   int64
	Noted         func(outcome string, next time.Time)
}

// With returns cfg with the fields of tests.
func (cfg Config) With(t Testing) Config {
	cfg.roots, cfg.resolver, cfg.random, cfg.noted = t.Roots, t.Resolver, t.Random, t.Noted
	cfg.answerTimeout, cfg.longestNap, cfg.pullWait, cfg.perEndpoint = t.AnswerTimeout, t.LongestNap, t.PullWait, t.PerEndpoint
	return cfg
}

func RetryAt(first, now time.Time, n int, random float64) time.Time {
	return retryAt(first, now, n, random)
}

// Refused returns why an address may not be dialled, nil if it may.
func Refused(allow []netip.Prefix, address netip.AddrPort) error {
	return newGuard(allow).Safe("tcp4", address.String(), nil)
}

// Sealed returns the message of an event.
func Sealed(t *testing.T, s Sealer, e Event) []byte {
	t.Helper()
	message, err := pending{Event: e}.seal(s)
	if err != nil {
		t.Fatal(err)
	}
	return message
}

// Places are the places at endpoints.
type Places struct{ *places }

func NewPlaces(now func() time.Time) Places { return Places{newPlaces(now)} }
func (p Places) Take(endpoint string) (leave func(), wait time.Duration) {
	return p.take(endpoint)
}

const PlacesOfEndpoint = placesOfEndpoint
