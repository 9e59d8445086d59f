package job

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"biom/shared/broker"
	"biom/shared/clock"
)

// ErrAbandoned says that the api has ended the job: nothing may be started.
var ErrAbandoned = errors.New("job: the api has ended it")

// ErrExhausted says that the job's provider calls were started MaxAttempts
// times without a result.
var ErrExhausted = errors.New("job: started too often without a result")

var errTaken = errors.New("job: another was first")

// started is the record at biom.started.<request>. It decides who pays:
//
//	(empty) ──worker starts──▶ started, attempts 1, 2, 3
//	   │                          └──api ends──▶ started and ended: the charge stands
//	   └──api or worker ends──▶ ended: nothing was started, the charge is taken back
//
// Each step is written expecting the record that it follows, so of two writers
// one is refused.
type started struct {
	Started  bool   `json:"started,omitempty"`  // a provider call was started
	Ended    bool   `json:"ended,omitempty"`    // none may be started any more
	Attempts int    `json:"attempts,omitempty"` // not counting those that were given back
	Delivery string `json:"delivery,omitempty"` // who wrote it, to know one's own write again
}

// records reads and writes the decisive records in BIOM_RESULTS.
type records struct {
	js     jetstream.JetStream
	stream jetstream.Stream
}

// write stores data if the subject's last message is the one with sequence
// after (0: none). errTaken: somebody else wrote first, or this very message
// arrived at an earlier try. Passing errors are tried again until ctx ends.
func (r records) write(ctx context.Context, subject string, data []byte, after uint64) error {
	for {
		err := once(ctx, func(ctx context.Context) error {
			_, err := r.js.Publish(ctx, subject, data,
				jetstream.WithExpectLastSequencePerSubject(after), jetstream.WithExpectStream(StreamResults))
			return err
		})
		switch {
		case err == nil:
			return nil
		case isWrongSequence(err):
			return errTaken
		case !broker.Passing(err) || ctx.Err() != nil:
			return err
		}
		if err := clock.Sleep(ctx, 100*time.Millisecond); err != nil {
			return err
		}
	}
}

func isWrongSequence(err error) bool {
	api, ok := errors.AsType[*jetstream.APIError](err)
	return ok && (api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence ||
		api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant)
}

// started returns the started record and its sequence; zero values when there
// is none. The stream has no direct gets, so it is the leader that answers and
// never a follower that may be behind.
func (r records) started(ctx context.Context, id string) (started, uint64, error) {
	var s started
	msg, err := r.last(ctx, subjectStarted+id)
	if err != nil || msg == nil {
		return s, 0, err
	}
	if err := json.Unmarshal(msg.Data, &s); err != nil {
		return s, 0, fmt.Errorf("job: started record: %w", err)
	}
	return s, msg.Sequence, nil
}

// setStarted moves the record along: change gets what is there and returns
// what shall be, or the error that ends the matter. The first guess is that
// nothing is there, which is nearly always so and saves a round trip.
func (r records) setStarted(ctx context.Context, id string, change func(started) (started, error)) error {
	var now started
	var at uint64
	for guessed := true; ; guessed = false {
		next, err := change(now)
		if err != nil {
			return err
		}
		if next != now {
			if err = r.writeStarted(ctx, id, next, at); !errors.Is(err, errTaken) {
				return err
			}
		} else if !guessed {
			return nil
		}
		before := at
		if now, at, err = r.started(ctx, id); err != nil {
			return err
		}
		if at == before && !guessed { // refused, but not applied yet
			if err := clock.Sleep(ctx, 50*time.Millisecond); err != nil {
				return err
			}
		}
	}
}

// end forbids any further start and tells whether there was one.
func (r records) end(ctx context.Context, id string) (wasStarted bool, err error) {
	err = r.setStarted(ctx, id, func(s started) (started, error) {
		wasStarted = s.Started
		s.Ended = true
		return s, nil
	})
	return wasStarted, err
}

func (r records) writeStarted(ctx context.Context, id string, s started, after uint64) error {
	data, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return r.write(ctx, subjectStarted+id, data, after)
}

// writeResult stores a result and returns once there is one, ours or that of
// another. The server refuses a second write also while the first, perhaps our
// own, is not stored yet and may still be lost.
func (r records) writeResult(ctx context.Context, h Header, data []byte) error {
	for {
		err := r.write(ctx, subjectResults+h.API+"."+h.ID, data, 0)
		if !errors.Is(err, errTaken) {
			return err
		}
		if stored, err := r.result(ctx, h.API, h.ID); err != nil || stored != nil {
			return err
		}
		if err := clock.Sleep(ctx, 50*time.Millisecond); err != nil {
			return err
		}
	}
}

// result returns the stored result of a job, still sealed; nil when there is none.
func (r records) result(ctx context.Context, api, id string) ([]byte, error) {
	msg, err := r.last(ctx, subjectResults+api+"."+id)
	if err != nil || msg == nil {
		return nil, err
	}
	return msg.Data, nil
}

// last returns the last message of a subject, nil when there is none.
func (r records) last(ctx context.Context, subject string) (msg *jetstream.RawStreamMsg, err error) {
	err = once(ctx, func(ctx context.Context) error {
		msg, err = r.stream.GetLastMsgForSubject(ctx, subject)
		return err
	})
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil, nil
	}
	return msg, err
}

// once bounds a single request to the server: the caller's own deadline may be
// far, and a request that was lost must be sent again before it.
func once(ctx context.Context, request func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	return request(ctx)
}
