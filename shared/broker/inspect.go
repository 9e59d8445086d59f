package broker

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"biom/shared/clock"
)

// Node is what one NATS server says about itself.
type Node struct {
	Address    string // host:port
	ID, Name   string
	Version    string
	MaxPayload int64
	JetStream  bool
	Users      bool  // the server wants a user
	Discovered bool  // another server named it, not the URL
	Err        error // why it could not be asked; then only Address and Discovered are set
}

// inspectTimeout limits the connection to one server.
const inspectTimeout = 5 * time.Second

// Inspect asks each server that urls names, and those that they know as their cluster. A server that is
// reached under several addresses is returned once. It changes nothing.
func Inspect(urls string) []Node {
	var nodes []Node
	known := map[string]bool{} // addresses and IDs
	var discovered []string
	given := strings.Split(urls, ",")
	for _, address := range given {
		node, more := inspect(strings.TrimSpace(address))
		if !known[cmp.Or(node.ID, node.Address)] {
			nodes = append(nodes, node)
		}
		known[node.ID], known[node.Address] = true, true
		discovered = append(discovered, more...)
	}
	for _, address := range discovered {
		u, err := withUserOf(given[0], address)
		if err != nil || known[u.Host] {
			continue
		}
		node, _ := inspect(u.String())
		node.Discovered = true
		if !known[cmp.Or(node.ID, node.Address)] {
			nodes = append(nodes, node)
		}
		known[node.ID], known[u.Host] = true, true
	}
	return nodes
}

// withUserOf returns the URL of a discovered server with the user and the scheme of the given one.
func withUserOf(given, discovered string) (*url.URL, error) {
	model, err := url.Parse(strings.TrimSpace(given))
	if err != nil {
		return nil, err
	}
	u, err := url.Parse(discovered)
	if err != nil {
		return nil, err
	}
	u.User, u.Scheme = model.User, model.Scheme
	return u, nil
}

// inspect connects to one server. discovered are the addresses of the others of its cluster.
func inspect(address string) (node Node, discovered []string) {
	u, err := url.Parse(address)
	if err != nil {
		return Node{Address: "BIOM_NATS_URL", Err: errors.New("not a URL: want nats://[user:password@]host:port")}, nil
	}
	node.Address = u.Host
	conn, err := nats.Connect(address, nats.Name("biom doctor"), nats.Timeout(inspectTimeout), nats.NoReconnect(), nats.CustomInboxPrefix(inboxPrefix(address)))
	if err != nil {
		if errors.Is(err, nats.ErrNoServers) {
			err = errors.New("it does not answer")
		}
		node.Err = err
		return node, nil
	}
	defer conn.Close()
	node.ID, node.Name, node.Version = conn.ConnectedServerId(), conn.ConnectedServerName(), conn.ConnectedServerVersion()
	node.MaxPayload, node.Users = conn.MaxPayload(), conn.AuthRequired()
	node.JetStream, _ = conn.ConnectedServerJetStream()
	return node, conn.DiscoveredServers()
}

// StreamState is a stream as its leader sees it.
type StreamState struct {
	Missing  bool // there is no such stream
	Replicas int
	MaxBytes int64 // -1: no limit
	Bytes    int64
	Leader   string        // "" in a cluster: there is none
	Behind   []string      // replicas that are offline or not current
	Gap      time.Duration // by which the server's clock is ahead of this machine's
	Around   time.Duration // the gap is exact to this duration
}

// InspectStream returns the state of a stream. now is this machine's clock.
func (c *Conn) InspectStream(ctx context.Context, name string, now func() time.Time) (StreamState, error) {
	asked := now()
	var stream jetstream.Stream
	err := c.Once(ctx, func(ctx context.Context) (err error) {
		stream, err = c.JS.Stream(ctx, name)
		return err
	})
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return StreamState{Missing: true}, nil
	}
	if err != nil {
		return StreamState{}, err
	}
	info := stream.CachedInfo()
	gap, around := clock.Gap(info.TimeStamp, asked, now)
	s := StreamState{
		Replicas: info.Config.Replicas, MaxBytes: info.Config.MaxBytes, Bytes: int64(info.State.Bytes), Leader: "the only server",
		Gap: gap, Around: around,
	}
	if info.Cluster != nil {
		s.Leader = info.Cluster.Leader
		for _, r := range info.Cluster.Replicas {
			if r.Offline || !r.Current {
				s.Behind = append(s.Behind, r.Name)
			}
		}
	}
	return s, nil
}

// Storage returns how much the user's streams take up, and how much they may; -1: no limit.
func (c *Conn) Storage(ctx context.Context) (used, limit int64, err error) {
	err = c.Once(ctx, func(ctx context.Context) error {
		info, err := c.JS.AccountInfo(ctx)
		if err == nil {
			used, limit = int64(info.Store), info.Limits.MaxStore
		}
		return err
	})
	return used, limit, err
}

// Right is something that a user of NATS may do: publish to a subject, or subscribe to it.
type Right struct {
	Subscribe bool
	Subject   string
	Why       string // what it is needed for, or what it allows
}

// Nobody stands for an ID in the subjects of rights. Nothing has this ID.
const Nobody = "doctor"

// NoRight returns those of rights that the connection's user does not have. Nothing is changed: what is
// published is refused by whatever gets it, as it is a request that is not valid and names a stream that
// is not the right one.
func (c *Conn) NoRight(ctx context.Context, rights []Right) (missing []Right, err error) {
	for _, r := range rights {
		has, err := c.has(ctx, r)
		if err != nil {
			return nil, fmt.Errorf("broker: %w", err)
		}
		if !has {
			missing = append(missing, r)
		}
	}
	return missing, nil
}

func (c *Conn) has(ctx context.Context, r Right) (bool, error) {
	op := "publish"
	if r.Subscribe {
		op = "subscription"
		sub, err := c.NATS.SubscribeSync(r.Subject)
		if err != nil {
			return false, err
		}
		defer func() { _ = sub.Unsubscribe() }()
	} else if err := c.NATS.PublishMsg(refusedMessage(r.Subject)); err != nil {
		return false, err
	}
	// The server's refusal comes before its answer to this.
	if err := c.Once(ctx, func(ctx context.Context) error { return c.NATS.FlushWithContext(ctx) }); err != nil {
		return false, err
	}
	err := c.NATS.LastError()
	refused := errors.Is(err, nats.ErrPermissionViolation) &&
		strings.Contains(strings.ToLower(err.Error()), fmt.Sprintf("%s to %q", op, strings.ToLower(r.Subject)))
	return !refused, nil
}

// refusedMessage returns a message that a stream does not store, because it expects another stream, and
// that JetStream's API does not obey, because no server has that level and because the body is not
// valid. A purge with this body would remove what no stream has.
func refusedMessage(subject string) *nats.Msg {
	m := nats.NewMsg(subject)
	m.Header.Set(jetstream.ExpectedStreamHeader, Nobody)
	m.Header.Set("Nats-Required-Api-Level", "1000000")
	switch m.Data = []byte(Nobody); { // no acknowledgement either
	case strings.HasPrefix(subject, "$JS.API.STREAM.PURGE."):
		m.Data = []byte(`{"filter":"` + Nobody + `"}`)
	case strings.HasPrefix(subject, "$JS.API."):
		m.Data = []byte("{")
	}
	return m
}
