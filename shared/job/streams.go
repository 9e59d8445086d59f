package job

import (
	"cmp"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// The streams.
const (
	StreamJobs    = "BIOM_JOBS"    // sealed jobs that wait or are being worked on
	StreamResults = "BIOM_RESULTS" // results and started records
	StreamDead    = "BIOM_DEAD"    // dead records, without the documents
	StreamAside   = "BIOM_ASIDE"   // sealed files of durable requests whose jobs died, for an operator's retry
	StreamBatches = "BIOM_BATCHES" // the lists of batches: an entry for each durable request
	StreamUploads = "BIOM_UPLOADS" // sealed files of durable requests that have not ended, and who works on them
)

// BucketRequests is the key-value bucket with the records of the requests that their clients can
// come back to.
const BucketRequests = "BIOM_REQUESTS"

// The subjects. Request IDs are UUIDs and api IDs are NUIDs; both are valid
// tokens of a subject without escaping.
const (
	subjectJobs     = "biom.jobs."      // <tier>
	subjectResults  = "biom.results."   // <api>.<request>
	subjectStarted  = "biom.started."   // <request>
	subjectProbe    = "biom.jobs.probe" // no job: shows whether the stream stores messages, see writable
	subjectDone     = "biom.done."      // <api>.<request>: the stream's copy of a result that it has just stored
	subjectProgress = "biom.progress."  // <api>.<request>: plain NATS, may be lost
	subjectCancel   = "biom.cancel."    // <request>: plain NATS, may be lost
	subjectDead     = "biom.dead."      // <request>

	subjectUploads  = "biom.uploads.file."          // <request name>
	subjectAside    = "biom.aside."                 // <request name>
	subjectOwners   = "biom.uploads.owner."         // <api>: this process owns durable requests
	subjectBatches  = "biom.batches."               // <batch>.<request name>
	subjectRequests = "$KV." + BucketRequests + "." // <request name>: the bucket's records
	subjectChanged  = "biom.requests."              // <request name>: the bucket's copy of a record that it has just stored

	subjectAlive    = "biom.alive."    // <api>: NATS request with a request ID: does that api work on it? Answered while it runs
	subjectForget   = "biom.forget."   // <api>: NATS request with a name: end this request, its client has deleted it
	subjectPosition = "biom.position." // <api>: NATS request with a name: its place among its caller's jobs

	subjectStatus = "biom.status" // NATS request of an operator: what do you do? Each api and each worker answers

	subjectRetry = "biom.retry" // NATS request of an operator: read the document of a dead job once more
	queueRetry   = "apis"       // the queue group: one api does it

	subjectCheck = "biom.provider.check" // NATS request: does the provider accept this key?
	queueCheck   = "workers"             // the queue group: one worker answers each check
)

// The durable consumers of BIOM_JOBS.
const (
	consumerStandard = "extract-standard"
	consumerSlow     = "extract-slow"
)

// leaseTime is how long a delivery belongs to its worker without a renewal
// (JetStream's ack wait). It is short enough that a second attempt after a crash
// fits into the 30 s of a standard extraction.
const leaseTime = 6 * time.Second

// How long the streams keep their messages.
const (
	resultsAge = 30 * time.Minute
	jobsAge    = 20 * time.Minute
	uploadsAge = 25 * time.Hour // longer than a durable request may wait and be worked on
	asideAge   = 24 * time.Hour // the longest time for which an outcome is kept
	deadAge    = 7 * 24 * time.Hour
)

// batchesBytes is room for a million entries.
const batchesBytes = 512 << 20

// asideBytes bounds the files that are set aside. When it is full, the oldest ones go.
const asideBytes = 512 << 20

// MaxAttempts is how often the provider calls of a job are started before the
// job is given up.
const MaxAttempts = 3

// Tier is the service tier of a job. Each tier has its own queue.
type Tier string

// The tiers of the specification.
const (
	Standard Tier = "standard"
	Slow     Tier = "slow"
)

var tiers = []Tier{Standard, Slow}

// StreamOptions are the settings of the streams that an operator can change.
type StreamOptions struct {
	Replicas int   // copies of each message in a cluster; 0: 1
	MaxBytes int64 // the largest total size of the waiting jobs; 0: 1 GiB
	// UploadBytes is the largest total size of the files of durable requests; 0: 4 GiB.
	UploadBytes int64

	// Lease is how long a delivery belongs to its worker without a renewal; 0: 6 s. Only tests set it:
	// a longer one does not expire on a slow machine.
	Lease time.Duration
}

// Bytes returns how much the streams that have a limit may take up together.
func (o StreamOptions) Bytes() (total int64) {
	for _, s := range streams(o) {
		total += max(s.MaxBytes, 0)
	}
	return total + requestsBytes
}

func (o StreamOptions) leaseTime() time.Duration { return cmp.Or(o.Lease, leaseTime) }

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
			// The api listens to the copies on biom.done. On biom.results it
			// would also receive results that the stream has refused.
			Name: StreamResults, Subjects: []string{subjectResults + "*.*", subjectStarted + "*"}, Replicas: replicas,
			Storage: jetstream.FileStorage, MaxAge: resultsAge,
			RePublish: &jetstream.RePublish{
				Source: subjectResults + "*.*", Destination: subjectDone + "{{wildcard(1)}}.{{wildcard(2)}}",
			},
		},
		{
			Name: StreamUploads, Subjects: []string{subjectUploads + "*", subjectOwners + "*"}, Replicas: replicas,
			Storage: jetstream.FileStorage, MaxBytes: cmp.Or(o.UploadBytes, 4<<30), MaxAge: uploadsAge,
			MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, AllowDirect: true,
		},
		{
			Name: StreamBatches, Subjects: []string{subjectBatches + "*.*"}, Replicas: replicas,
			Storage: jetstream.FileStorage, MaxBytes: batchesBytes, MaxAge: 2 * uploadsAge,
			MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew,
		},
		{
			Name: StreamAside, Subjects: []string{subjectAside + "*"}, Replicas: replicas,
			Storage: jetstream.FileStorage, MaxBytes: asideBytes, MaxAge: asideAge,
			MaxMsgsPerSubject: 1, Discard: jetstream.DiscardOld, AllowDirect: true, AllowMsgTTL: true,
		},
		{
			Name: StreamDead, Subjects: []string{subjectDead + "*"}, Replicas: replicas,
			Storage: jetstream.FileStorage, MaxAge: deadAge, MaxMsgsPerSubject: 1,
		},
	}
}

func consumerName(tier Tier) string {
	if tier == Slow {
		return consumerSlow
	}
	return consumerStandard
}

func consumer(tier Tier, o StreamOptions) jetstream.ConsumerConfig {
	return jetstream.ConsumerConfig{
		Durable: consumerName(tier), FilterSubject: subjectJobs + string(tier),
		AckPolicy: jetstream.AckExplicitPolicy, AckWait: o.leaseTime(),
		// No limit here: a message over JetStream's limit would stay in the
		// queue for ever. The started record counts the attempts instead.
		MaxDeliver: -1, MaxAckPending: -1,
	}
}
