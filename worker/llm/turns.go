package llm

import (
	"biom/worker/llm/keyring"
	"biom/worker/provider"
)

// turns hand out the key of each call of a job.
type turns interface {
	ready() error        // a 503 where none is usable
	next() (turn, error) // the same
	callers() bool
	clients() []Client // those that may be asked now
}

// turn is one call's key. Whoever calls says how it went; failed reports
// whether another key may be tried.
type turn interface {
	Client
	worked()
	failed(f *Fault) bool
}

// serverKeys are the deployment's.
type serverKeys struct{ ring *keyring.Ring[Client] }

func (s serverKeys) callers() bool { return false }
func (s serverKeys) ready() error  { return s.ring.Ready() }

func (s serverKeys) clients() []Client { return s.ring.Usable() }

func (s serverKeys) next() (turn, error) {
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

func (k serverKey) worked() { k.key.Accepted() }

func (k serverKey) failed(f *Fault) bool {
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

// callerKey is the caller's own: there is no other, and nothing remembers it.
type callerKey struct{ Client }

func (k callerKey) callers() bool       { return true }
func (k callerKey) ready() error        { return nil }
func (k callerKey) clients() []Client   { return []Client{k.Client} }
func (k callerKey) next() (turn, error) { return k, nil }
func (k callerKey) worked()             {}
func (k callerKey) failed(*Fault) bool  { return false }
