// Package job is the contract between api and workers: the streams and
// subjects on NATS, what travels on them, and who may write what, when.
//
// The life of a job. The api owns its end; the records in BIOM_RESULTS decide
// who was first.
//
//	api: Submit ──▶ BIOM_JOBS ──pull──▶ worker: lease kept alive every 2 s
//	                                      │ prepare (nothing spent yet)
//	     Abandon ──▶ biom.started.<id> ◀──┤ Start     whoever writes first, wins
//	                                      │ provider calls
//	     Result  ◀── biom.results.… ◀─────┤ result    the first one stands
//	                                      └ ack
//
// A job whose worker died is delivered again when its lease has run out; a job
// whose provider calls were started three times without a result is dead.
package job

import (
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// The streams.
const (
	StreamJobs    = "BIOM_JOBS"    // sealed jobs that wait or are worked on
	StreamResults = "BIOM_RESULTS" // results, and the started records
	StreamDead    = "BIOM_DEAD"    // what was given up, without content
)

// BucketRepeats is the key-value bucket of requests that may come again.
const BucketRepeats = "BIOM_REPEATS"

// The subjects. IDs are UUIDs and NUIDs, so they are subject tokens as they are.
const (
	subjectJobs     = "biom.jobs."     // <tier>
	subjectResults  = "biom.results."  // <api>.<request>
	subjectStarted  = "biom.started."  // <request>
	subjectDone     = "biom.done."     // <api>.<request>: a stored result on its way
	subjectProgress = "biom.progress." // <api>.<request>: plain NATS, may be lost
	subjectCancel   = "biom.cancel."   // <request>: plain NATS
	subjectDead     = "biom.dead."     // <request>

	subjectAlive = "biom.alive." // <api>: NATS request: is it there?

	subjectCheck = "biom.provider.check" // NATS request: is a provider key accepted?
	queueCheck   = "workers"             // each check is answered by one of them
)

// The durable consumers of BIOM_JOBS.
const (
	consumerStandard = "extract-standard"
	consumerSlow     = "extract-slow"
)

// The times of the lease. A crash is noticed after ackWait, so that a second
// attempt fits into the 30 s of a standard extraction.
const (
	ackWait    = 6 * time.Second
	renewEvery = 2 * time.Second
	resultsAge = 30 * time.Minute
	jobsAge    = 20 * time.Minute
	deadAge    = 7 * 24 * time.Hour
)

// MaxAttempts is how often a job's provider calls are started before the job
// is given up.
const MaxAttempts = 3

// Tier is the service tier, and with it the queue, of a job.
type Tier string

// The tiers of the specification.
const (
	Standard Tier = "standard"
	Slow     Tier = "slow"
)

// StreamOptions are the operator's part of the streams' configuration.
type StreamOptions struct {
	Replicas int   // 0: 1
	MaxBytes int64 // of waiting jobs; 0: 1 GiB
}

func streams(o StreamOptions) []jetstream.StreamConfig {
	replicas, maxBytes := max(o.Replicas, 1), o.MaxBytes
	if maxBytes == 0 {
		maxBytes = 1 << 30
	}
	return []jetstream.StreamConfig{
		{
			Name: StreamJobs, Subjects: []string{subjectJobs + "*"}, Replicas: replicas,
			Retention: jetstream.WorkQueuePolicy, Storage: jetstream.FileStorage,
			MaxBytes: maxBytes, MaxAge: jobsAge, Discard: jetstream.DiscardNew,
		},
		{
			// A plain subscriber of biom.results would also hear publishes that
			// the stream refuses, hence the republished copy.
			Name: StreamResults, Subjects: []string{subjectResults + "*.*", subjectStarted + "*"}, Replicas: replicas,
			Storage: jetstream.FileStorage, MaxAge: resultsAge,
			RePublish: &jetstream.RePublish{
				Source: subjectResults + "*.*", Destination: subjectDone + "{{wildcard(1)}}.{{wildcard(2)}}",
			},
		},
		{
			Name: StreamDead, Subjects: []string{subjectDead + "*"}, Replicas: replicas,
			Storage: jetstream.FileStorage, MaxAge: deadAge, MaxMsgsPerSubject: 1,
		},
	}
}

func consumer(tier Tier) jetstream.ConsumerConfig {
	name := consumerStandard
	if tier == Slow {
		name = consumerSlow
	}
	return jetstream.ConsumerConfig{
		Durable: name, FilterSubject: subjectJobs + string(tier),
		AckPolicy: jetstream.AckExplicitPolicy, AckWait: ackWait,
		// The server's own limit leaves a dead message in a work queue for ever;
		// the started record counts instead.
		MaxDeliver: -1, MaxAckPending: -1,
	}
}
