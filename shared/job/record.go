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

// ErrAbandoned is returned by [Delivery.Start] if the job has ended, usually
// because the api abandoned it. No provider call may be started.
var ErrAbandoned = errors.New("job: the api has ended it")

// ErrExhausted is returned by [Delivery.Start] if the provider calls of the job
// were already started MaxAttempts times without a result.
var ErrExhausted = errors.New("job: started too often without a result")

// errConflict is returned by a write if the record is not the expected one.
var errConflict = errors.New("job: another was first")

// startedRecord is the record at biom.started.<request>, which decides whether
// the charge stands. The package comment draws its states. The zero value stands
// for "no record".
type startedRecord struct {
	Started  bool   `json:"started,omitempty"`  // a provider call was started: the charge stands
	Ended    bool   `json:"ended,omitempty"`    // no provider call may be started any more
	Attempts int    `json:"attempts,omitempty"` // how often calls were started, without attempts that a stopping worker broke off
	Delivery string `json:"delivery,omitempty"` // the token of the delivery that made the latest attempt
}

// records reads and writes the results and started records in BIOM_RESULTS.
type records struct {
	conn   *broker.Conn
	stream jetstream.Stream
}

// write stores data if the last message of the subject has the sequence number
// expected (0: if there is none). It returns errConflict if that is not so:
// either another process wrote first, or an earlier try of this write was stored
// and its confirmation was lost. After a temporary error it tries again until
// ctx ends.
func (r records) write(ctx context.Context, subject string, data []byte, expected uint64) error {
	for {
		err := r.conn.Once(ctx, func(ctx context.Context) error {
			_, err := r.conn.JS.Publish(ctx, subject, data,
				jetstream.WithExpectLastSequencePerSubject(expected), jetstream.WithExpectStream(StreamResults))
			return err
		})
		switch {
		case err == nil:
			return nil
		case isWrongSequence(err):
			return errConflict
		case !broker.Temporary(err) || ctx.Err() != nil:
			return err
		}
		if err := clock.Sleep(ctx, 100*time.Millisecond); err != nil {
			return err
		}
	}
}

// isWrongSequence reports whether the server refused a write because the last
// message of the subject is not the expected one.
func isWrongSequence(err error) bool {
	api, ok := errors.AsType[*jetstream.APIError](err)
	return ok && (api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence ||
		api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant)
}

// readStarted returns the started record and its sequence number, or zero values
// if there is none. The stream has no direct gets, so the leader answers, and
// never a follower that may lag behind.
func (r records) readStarted(ctx context.Context, id string) (startedRecord, uint64, error) {
	var s startedRecord
	msg, err := r.lastMessage(ctx, subjectStarted+id)
	if err != nil || msg == nil {
		return s, 0, err
	}
	if err := json.Unmarshal(msg.Data, &s); err != nil {
		return s, 0, fmt.Errorf("job: started record: %w", err)
	}
	return s, msg.Sequence, nil
}

// updateStarted replaces the started record. change receives the current record
// and returns the next one, or an error that ends the update. If another process
// writes in between, change is called again with that record. The first call
// assumes that there is no record: this is usually right and saves a read.
func (r records) updateStarted(ctx context.Context, id string, change func(startedRecord) (startedRecord, error)) error {
	var current startedRecord
	var sequence uint64
	for assumed := true; ; assumed = false {
		next, err := change(current)
		if err != nil {
			return err
		}
		if next != current {
			if err = r.writeStarted(ctx, id, next, sequence); !errors.Is(err, errConflict) {
				return err
			}
		} else if !assumed {
			return nil
		}
		before := sequence
		if current, sequence, err = r.readStarted(ctx, id); err != nil {
			return err
		}
		if sequence == before && !assumed { // the server refused our write for one that cannot be read yet
			if err := clock.Sleep(ctx, 50*time.Millisecond); err != nil {
				return err
			}
		}
	}
}

// end forbids every later start of a job. It reports whether a provider call was
// started before.
func (r records) end(ctx context.Context, id string) (wasStarted bool, err error) {
	err = r.updateStarted(ctx, id, func(s startedRecord) (startedRecord, error) {
		wasStarted = s.Started
		s.Ended = true
		return s, nil
	})
	return wasStarted, err
}

// endUnstarted forbids the start of a job, unless a provider call was started before: it reports
// whether that is so.
func (r records) endUnstarted(ctx context.Context, id string) (wasStarted bool, err error) {
	err = r.updateStarted(ctx, id, func(s startedRecord) (startedRecord, error) {
		wasStarted = s.Started
		s.Ended = s.Ended || !s.Started
		return s, nil
	})
	return wasStarted, err
}

func (r records) writeStarted(ctx context.Context, id string, s startedRecord, expected uint64) error {
	data, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return r.write(ctx, subjectStarted+id, data, expected)
}

// writeResult stores a result if the job has none. It returns nil as soon as a
// result can be read, this one or another. A conflict alone is not enough: the
// server also refuses a second write while the first one, perhaps our own, is
// not stored yet and can still be lost.
func (r records) writeResult(ctx context.Context, h Header, data []byte) error {
	for {
		err := r.write(ctx, subjectResults+h.API+"."+h.ID, data, 0)
		if !errors.Is(err, errConflict) {
			return err
		}
		if stored, err := r.readResult(ctx, h.API, h.ID); err != nil || stored != nil {
			return err
		}
		if err := clock.Sleep(ctx, 50*time.Millisecond); err != nil {
			return err
		}
	}
}

// readResult returns the sealed result of a job, or nil if there is none.
func (r records) readResult(ctx context.Context, api, id string) ([]byte, error) {
	msg, err := r.lastMessage(ctx, subjectResults+api+"."+id)
	if err != nil || msg == nil {
		return nil, err
	}
	return msg.Data, nil
}

// lastMessage returns the last message of a subject, or nil if there is none.
func (r records) lastMessage(ctx context.Context, subject string) (msg *jetstream.RawStreamMsg, err error) {
	err = r.conn.Once(ctx, func(ctx context.Context) error {
		msg, err = r.stream.GetLastMsgForSubject(ctx, subject)
		return err
	})
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil, nil
	}
	return msg, err
}
