package llm

import (
	"biom/worker/llm/keyring"
	"biom/worker/provider"
)

// keySource gives a job the key for each call: one of the deployment's keys, or the
// caller's own.
type keySource interface {
	ready() error             // a *problem.Problem with status 503 if no key is usable
	next() (usableKey, error) // the error is that of ready
	clients() []Client        // of the keys that are usable now
	ownedByCaller() bool
}

// usableKey is the key for one call. After the call, accepted or refused records how
// the vendor responded to the key.
type usableKey interface {
	Client
	accepted()
	// refused reports whether the fault concerns the key, so that the job goes on with
	// another one.
	refused(f *Fault) bool
}

// serverKeys are the deployment's keys.
type serverKeys struct{ ring *keyring.Ring[Client] }

func (s serverKeys) ownedByCaller() bool { return false }
func (s serverKeys) ready() error        { return s.ring.Ready() }
func (s serverKeys) clients() []Client   { return s.ring.Usable() }

func (s serverKeys) next() (usableKey, error) {
	k, err := s.ring.Next()
	if err != nil {
		return nil, err
	}
	return serverKey{k.Client, k}, nil
}

type serverKey struct {
	Client
	key *keyring.Key[Client]
}

func (k serverKey) accepted() { k.key.Accepted() }

func (k serverKey) refused(f *Fault) bool {
	switch f.Reason {
	case provider.ReasonKeyRejected:
		k.key.Rejected()
	case provider.ReasonRateLimited:
		k.key.Limited(f.Retry)
	default:
		return false
	}
	return true
}

// callerKey is the caller's own key. It is never replaced by another key, and nothing
// about it is remembered after the job.
type callerKey struct{ Client }

func (k callerKey) ownedByCaller() bool      { return true }
func (k callerKey) ready() error             { return nil }
func (k callerKey) clients() []Client        { return []Client{k.Client} }
func (k callerKey) next() (usableKey, error) { return k, nil }
func (k callerKey) accepted()                {}
func (k callerKey) refused(*Fault) bool      { return false }
