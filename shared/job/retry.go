package job

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"biom/shared/broker"
)

// The file of a durable request whose job died is set aside, so that an operator can have it read once more:
//
//	         its job dies               Retry of an operator
//	reading ─────────────▶ set aside ───────────────────────▶ reading, under a new request ID
//	                           └──────▶ gone, when the request is forgotten, deleted or purged
//
// It is not among the uploads meanwhile: an upload tells the apis that something is left to do.

// SetAside keeps the file of a request whose job died, until a time. Nothing is kept if its client deletes
// the request meanwhile.
func (c *Client) SetAside(ctx context.Context, name string, until time.Time) error {
	left := time.Until(until).Round(time.Second)
	if err := c.writing.Acquire(ctx, maxWriting); err != nil { // one file at a time
		return err
	}
	defer c.writing.Release(maxWriting)
	upload, err := c.uploads.await(ctx, subjectUploads+name)
	if err != nil || upload == nil || left <= 0 {
		return err
	}
	err = c.conn.Once(ctx, func(ctx context.Context) error {
		_, err := c.conn.JS.Publish(ctx, subjectAside+name, upload.Data, jetstream.WithExpectStream(StreamAside), jetstream.WithMsgTTL(left))
		return err
	})
	if err != nil {
		return err
	}
	claim, err := c.ReadClaim(ctx, name)
	if err == nil && claim == nil {
		err = c.DropAside(ctx, name)
	}
	return err
}

// ErrNothingAside is returned by [Client.BringBack] if there is no file.
var ErrNothingAside = errors.New("job: no file was set aside")

// abandonedAside is the age from which on a file that was brought back is of a process that died before it took
// the request over.
const abandonedAside = time.Minute

// BringBack makes the file that was set aside the upload of its request again, and returns its number. It returns
// ErrClaimed if another process does so at the moment, or ErrNoRoom.
func (c *Client) BringBack(ctx context.Context, name string) (number uint64, err error) {
	file, err := c.aside.await(ctx, subjectAside+name)
	if err != nil {
		return 0, err
	}
	if file == nil {
		return 0, ErrNothingAside
	}
	number, err = c.uploads.publish(ctx, subjectUploads+name, file.Data, jetstream.WithExpectLastSequencePerSubject(0))
	if !isWrongSequence(err) {
		return number, err
	}
	existing, err := c.uploads.last(ctx, subjectUploads+name)
	if err == nil && existing != nil && time.Since(existing.Time) > abandonedAside {
		err = c.DropUpload(ctx, name, existing.Sequence)
	}
	return 0, errors.Join(ErrClaimed, err)
}

// DropAside deletes the file that was set aside.
func (c *Client) DropAside(ctx context.Context, name string) error {
	return c.aside.purge(ctx, subjectAside+name, 0)
}

// retryRequest is what an operator sends to have a dead job retried.
type retryRequest struct {
	Name    string `json:"name"`    // of the durable request
	Request string `json:"request"` // the ID of the request whose job is dead
}

type retryReply struct {
	Request string `json:"request,omitempty"` // the ID under which it is read once more
	Refusal string `json:"refusal,omitempty"`
}

// ErrNotDurable is returned by [Retry] for a job whose caller waited for the answer.
var ErrNotDurable = errors.New("nothing is kept of it: its caller waited for the answer, and was told to send the report again")

// retryTimeout is how long an operator waits for the api that retries a job.
const retryTimeout = 30 * time.Second

// Retry has an api read the document of a dead job once more, and returns the new ID of the request. Then the
// job is not dead any more.
func Retry(ctx context.Context, conn *broker.Conn, d Dead) (request string, err error) {
	if d.Upload == "" {
		return "", ErrNotDurable
	}
	question, err := json.Marshal(retryRequest{d.Upload, d.ID})
	if err != nil {
		return "", err
	}
	waiting, cancel := context.WithTimeout(ctx, retryTimeout)
	defer cancel()
	msg, err := conn.NATS.RequestWithContext(waiting, subjectRetry, question)
	if errors.Is(err, nats.ErrNoResponders) {
		return "", errors.New("no api runs that can retry it")
	}
	if err != nil {
		return "", fmt.Errorf("no api has answered; look whether it is read: %w", err)
	}
	var reply retryReply
	if err := json.Unmarshal(msg.Data, &reply); err != nil {
		return "", err
	}
	if reply.Refusal != "" {
		return "", errors.New(reply.Refusal)
	}
	return reply.Request, purgeRecord(ctx, conn, d.ID)
}

// ServeRetries has retry called when an operator wants the document of a dead job read once more. It is given the
// name of the durable request, and the ID under which the job died; it returns the new one, or why not.
func (c *Client) ServeRetries(retry func(name, request string) (string, error)) error {
	sub, err := c.conn.NATS.QueueSubscribe(subjectRetry, queueRetry, func(m *nats.Msg) {
		var q retryRequest
		if json.Unmarshal(m.Data, &q) != nil {
			return
		}
		var reply retryReply
		if request, err := retry(q.Name, q.Request); err != nil {
			reply.Refusal = err.Error()
		} else {
			reply.Request = request
		}
		if data, err := json.Marshal(reply); err == nil {
			_ = m.Respond(data)
		}
	})
	if err != nil {
		return err
	}
	c.subs = append(c.subs, sub)
	return nil
}

// dropAside deletes the file of a request, if one may have been set aside.
func (c *Client) dropAside(ctx context.Context, claim *Claim) error {
	if !claim.Durable.Died {
		return nil
	}
	return c.DropAside(ctx, claim.name)
}
