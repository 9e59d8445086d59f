package recordingtest

import (
	"fmt"
	"net"
	"regexp"
	"strings"
)

// Server is a biom that answers.
type Server struct {
	Address string // host:port
	// Key makes a service key for a user.
	Key func(user string) (string, error)
}

// Play sends the requests of the conversation with a number and returns the answers.
func (b Book) Play(number int, s Server) (Answers, error) {
	c := b.Conversations[number]
	w := &wire{server: s.Address, from: net.IPv4(127, 16, byte(number>>8), byte(number)), keep: c.OneConn}
	defer w.close()
	keys := map[string]string{}
	e := &expander{documents: b.Documents, answered: map[string]raw{}, serviceKey: func(name string) (key string, err error) {
		if keys[name] == "" {
			keys[name], err = s.Key(user(c.Name, name))
		}
		return keys[name], err
	}}
	n, answers := newNeutral(), Answers{}
	for _, r := range c.Requests {
		request, err := e.request(r)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.Key(r), err)
		}
		a, err := w.exchange(request)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.Key(r), err)
		}
		e.answered[r.Name] = a
		if answers[c.Key(r)], err = n.answer(r, a); err != nil {
			return nil, fmt.Errorf("%s: %w", c.Key(r), err)
		}
	}
	return answers, nil
}

// user returns the name of a service key's user. Those whose key is called "poor" have hardly
// any credits.
func user(conversation, key string) string {
	return notInUser.ReplaceAllString(strings.ToLower(conversation), "-") + "." + key
}

var notInUser = regexp.MustCompile(`[^a-z0-9]+`)
