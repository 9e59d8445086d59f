package api

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"biom/shared/admission"
	"biom/shared/analytics"
	"biom/shared/apikey"
	"biom/shared/job"
	"biom/shared/quota"
	"biom/shared/share"
)

// Queue is the part of the job queue that the api uses. [Jobs] makes one from a
// *job.Client.
type Queue interface {
	// Forecast reports whether a new job of a caller with the header h would wait so long
	// that it could not end before its deadline. If so, retryAfter is when to try again.
	Forecast(caller string, h job.Header) (retryAfter time.Duration, overloaded bool)
	// Join puts a job that will be submitted into the line of its caller's jobs. The job may be
	// submitted at the place's turn.
	Join(caller string, h job.Header) *admission.Place
	// Submit queues a job. Its errors wrap job.ErrNotQueued or job.ErrUncertain.
	Submit(ctx context.Context, j job.Job) (Ticket, error)
	// Abandon ends a job and returns whether a provider call was started, and
	// the job's result if it has one.
	Abandon(ctx context.Context, h job.Header) (job.Fate, error)
}

// Ticket delivers the progress and the result of a job that was submitted.
type Ticket struct {
	Progress <-chan *job.Event
	Result   <-chan *job.Result
	Close    func() // ends the wait for the job; must be called
}

// Shares stores responses under share codes. *share.Shares implements it.
type Shares interface {
	// Create stores a response for a caller. It returns share.ErrBusy or an error of
	// the store.
	Create(ctx context.Context, caller string, document []byte) (share.Created, error)
	// Retrieve returns the response that is shared under a code to a caller. It returns
	// share.ErrNotFound (share.ErrDestroyed on the attempt that destroyed the
	// share), share.ErrBusy, or an error of the store.
	Retrieve(ctx context.Context, caller string, code share.Code) (share.Found, error)
	// Count returns the number of shares that have not expired.
	Count(ctx context.Context) (int, error)
	// DBID returns the last known ID of the database, "" if it was never seen.
	// It does not ask the database.
	DBID() string
}

// Keys looks up service keys. *apikey.Cache implements it.
type Keys interface {
	// Lookup returns the record of a key. It returns apikey.ErrInvalid or
	// apikey.ErrUnavailable, and limits its time by itself.
	Lookup(ctx context.Context, key string) (apikey.Record, error)
}

// Providers asks the provider, through a worker. *job.Client implements it.
type Providers interface {
	// CheckProvider returns whether the provider accepts a key; "" stands for
	// the deployment's own keys. It returns an error if no worker could find out.
	CheckProvider(ctx context.Context, key string) (job.ProviderState, error)
}

// Feedback accepts ratings of extractions. *analytics.Feedback implements it.
type Feedback interface {
	// Add makes the extraction of a request rateable.
	Add(ctx context.Context, processRequestID string) error
	// Rate forwards a rating. It returns analytics.ErrUnknown,
	// analytics.ErrRated or analytics.ErrUnavailable.
	Rate(ctx context.Context, feedbackRequestID, processRequestID string, r analytics.Rating) error
}

// Events accepts analytics events. *analytics.Publisher implements it.
type Events interface {
	// Emit sends an event. It never blocks.
	Emit(e analytics.Event)
}

// Jobs returns a Queue that uses the job client.
func Jobs(c *job.Client) Queue { return clientQueue{c} }

// clientQueue is a job.Client whose tickets are those of this package.
type clientQueue struct{ *job.Client }

func (q clientQueue) Submit(ctx context.Context, j job.Job) (Ticket, error) {
	t, err := q.Client.Submit(ctx, j)
	if err != nil {
		return Ticket{}, err
	}
	return Ticket{Progress: t.Progress, Result: t.Result, Close: t.Close}, nil
}

var _ Queue = clientQueue{}

// Limits are the credits that a caller has in each bucket within 24 hours. 0
// means that every request is refused.
type Limits struct {
	BiomAI, BiomAIBYOK, BiomJSON, Retrieve quota.Credits
}

// PublicLimits returns the default limits of public callers.
func PublicLimits() Limits {
	return Limits{BiomAI: 25 * credit, BiomAIBYOK: 1000 * credit, BiomJSON: 300 * credit, Retrieve: 1000 * credit}
}

// Config configures a Server. Queue, Quota, Shares, Keys, Providers, Export,
// AppVersion, Model and Limits are required. Limits has no default, because 0
// is a limit too: it means that every request is refused.
type Config struct {
	Queue     Queue
	Quota     quota.Store
	Shares    Shares
	Keys      Keys
	Providers Providers
	Callbacks Callbacks // nil: no request may name an endpoint for callbacks
	Requests  Requests  // nil: clients cannot come back to their requests
	Export    Export
	// CanQueue returns why no uploads with pending bytes in all can be queued, for
	// example because the disk is full, or nil if they can be; nil: they always can.
	CanQueue func(pending int64) error
	Feedback Feedback // nil: analytics is off, and no extraction can be rated
	Events   Events   // nil: analytics is off

	AppVersion  string // metadata.app_version
	Model       string // the configured model: provider_llm of status and health
	Environment string // "": "development"

	Limits         Limits        // of public callers, for example PublicLimits()
	Capacity       quota.Credits // a day for all extractions with the deployment's provider keys; 0: unlimited
	CapacityPublic quota.Credits // the share of public callers in that; 0: unlimited

	MaxUpload          int            // bytes of one file; 0: 15 MiB
	UploadMemory       int            // bytes of memory for all files together; 0: 1 GiB, or 6 × MaxUpload if that is more
	JobBytes           int64          // room for the files of durable requests; 0: 4 GiB. One caller gets a quarter
	ExtractTimeout     time.Duration  // from acceptance to result, standard tier; 0: 30 s
	ExtractTimeoutSlow time.Duration  // the same for the slow tier; 0: 10 min
	JobTTL             time.Duration  // how long the outcome of a durable request is kept; 0: 1 h
	TrustedProxies     []netip.Prefix // proxies whose X-Forwarded-For is believed; nil: none

	QuotaTimeout   time.Duration // for one call of Quota; 0: 250 ms
	RecordTimeout  time.Duration // for one access to the records of Requests; 0: 2 s
	AbandonTimeout time.Duration // for one Abandon of Queue; 0: 2.5 s
	ReadTimeout    time.Duration // for each 8 KiB of an upload; 0: 10 s
	WriteTimeout   time.Duration // for the client to read one response or event; 0: 10 s
	Heartbeat      time.Duration // between comment lines on a silent stream; 0: 15 s
	Grace          time.Duration // for requests in flight at Shutdown to end by themselves; 0: 20 s

	Metrics prometheus.Registerer // nil: nothing is shown

	Log *slog.Logger     // nil: discard
	Now func() time.Time // nil: time.Now
}

// withDefaults returns c with the defaults for its zero values.
func (c Config) withDefaults() Config {
	setDefault(&c.Environment, "development")
	setDefault(&c.MaxUpload, 15<<20)
	setDefault(&c.UploadMemory, max(1<<30, uploadFactor*c.MaxUpload))
	setDefault(&c.ExtractTimeout, 30*time.Second)
	setDefault(&c.ExtractTimeoutSlow, 10*time.Minute)
	setDefault(&c.JobBytes, 4<<30)
	setDefault(&c.JobTTL, time.Hour)
	setDefault(&c.QuotaTimeout, 250*time.Millisecond)
	setDefault(&c.RecordTimeout, 2*time.Second)
	setDefault(&c.AbandonTimeout, 2500*time.Millisecond) // with the publish before it, less than 12 s
	setDefault(&c.ReadTimeout, 10*time.Second)
	setDefault(&c.WriteTimeout, 10*time.Second)
	setDefault(&c.Heartbeat, 15*time.Second)
	setDefault(&c.Grace, 20*time.Second)
	setDefault(&c.Log, slog.New(slog.DiscardHandler))
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.CanQueue == nil {
		c.CanQueue = func(int64) error { return nil }
	}
	return c
}

// setDefault gives a field its default if it has the zero value.
func setDefault[T comparable](field *T, standard T) {
	var zero T
	if *field == zero {
		*field = standard
	}
}

// validate returns an error that names each invalid field and how to correct it.
func (c Config) validate() error {
	return errors.Join(c.validateParts(), c.CheckSettings())
}

// validateParts returns an error that names each part that is missing.
func (c Config) validateParts() error {
	return errors.Join(
		required("Queue", c.Queue != nil, "api.Jobs makes one of a job.Client"),
		required("Quota", c.Quota != nil, "see quota.NewRedis, quota.NewSQLite, quota.NewMemory"),
		required("Shares", c.Shares != nil, "see share.New"),
		required("Keys", c.Keys != nil, "see apikey.NewCache"),
		required("Providers", c.Providers != nil, "a job.Client is one"),
		required("Export", c.Export != nil, "an *exporter.Exporter, or see api.NewForward"),
		required("AppVersion", c.AppVersion != "", "the version of the build"),
		required("Model", c.Model != "", "the name of the configured model"),
	)
}

// CheckSettings returns an error that names each setting that is not valid, or does not fit to another one,
// and how to correct it. It does not look at the parts.
func (c Config) CheckSettings() error {
	c = c.withDefaults()
	return errors.Join(
		notNegative("Limits.BiomAI (BIOM_QUOTA_BIOMAI)", c.Limits.BiomAI),
		notNegative("Limits.BiomAIBYOK (BIOM_QUOTA_BIOMAI_BYOK)", c.Limits.BiomAIBYOK),
		notNegative("Limits.BiomJSON (BIOM_QUOTA_BIOMJSON)", c.Limits.BiomJSON),
		notNegative("Limits.Retrieve (BIOM_QUOTA_RETRIEVE)", c.Limits.Retrieve),
		notNegative("Capacity (BIOM_CAPACITY)", c.Capacity),
		notNegative("CapacityPublic (BIOM_CAPACITY_PUBLIC)", c.CapacityPublic),
		notNegative("MaxUpload (BIOM_MAX_UPLOAD)", c.MaxUpload),
		checkUploadMemory(c.UploadMemory, c.MaxUpload),
		notNegative("ExtractTimeout (BIOM_EXTRACT_TIMEOUT)", c.ExtractTimeout),
		notNegative("ExtractTimeoutSlow (BIOM_EXTRACT_TIMEOUT_SLOW)", c.ExtractTimeoutSlow),
		notNegative("JobBytes (BIOM_JOB_BYTES)", c.JobBytes),
		notNegative("JobTTL (BIOM_JOB_TTL)", c.JobTTL),
		checkJobTTL(c.JobTTL),
		notNegative("QuotaTimeout", c.QuotaTimeout),
		notNegative("RecordTimeout", c.RecordTimeout),
		notNegative("AbandonTimeout", c.AbandonTimeout),
		notNegative("ReadTimeout", c.ReadTimeout),
		notNegative("WriteTimeout", c.WriteTimeout),
		notNegative("Heartbeat", c.Heartbeat),
		notNegative("Grace", c.Grace),
		checkTimeLimits(c.ExtractTimeout, c.ExtractTimeoutSlow),
	)
}

// required returns an error unless the field is set. remedy says how to set it.
func required(field string, isSet bool, remedy string) error {
	if isSet {
		return nil
	}
	return fmt.Errorf("api: Config.%s is required: %s", field, remedy)
}

// notNegative returns an error if the field's value is below 0; 0 stands for the
// default.
func notNegative[T int | int64 | time.Duration | quota.Credits](field string, value T) error {
	if value >= 0 {
		return nil
	}
	return fmt.Errorf("api: Config.%s is %v: it cannot be negative; leave it out for the default", field, value)
}

// maxJobTTL is how long the outcomes of requests are stored.
const maxJobTTL = 24 * time.Hour

func checkJobTTL(d time.Duration) error {
	if d <= maxJobTTL {
		return nil
	}
	return fmt.Errorf("api: Config.JobTTL (BIOM_JOB_TTL) is %v: results are kept for %v at most", d, maxJobTTL)
}

// maxTimeLimit is the longest time limit of an extraction. The queue keeps jobs for 20
// minutes and their results for 30.
const maxTimeLimit = 15 * time.Minute

// checkTimeLimits returns an error if a time limit is longer than that.
func checkTimeLimits(limits ...time.Duration) error {
	for _, d := range limits {
		if d > maxTimeLimit {
			return fmt.Errorf("api: a time limit of %v is too long: set at most %v", d, maxTimeLimit)
		}
	}
	return nil
}

// uploadFactor is how many times the largest file the memory for uploads must have room
// for: a file of undeclared length is held twice while its pieces are put together, a
// caller gets at most half of what there is (see [upload.Budget]), and a fifth is
// kept for copies.
const uploadFactor = 6

// checkUploadMemory returns an error if memory has no room for the largest file.
func checkUploadMemory(memory, file int) error {
	if memory >= uploadFactor*file {
		return nil
	}
	return fmt.Errorf("api: Config.UploadMemory (BIOM_UPLOAD_MEMORY) is %d bytes: it must be at least %d, %d times the largest upload; raise it",
		memory, uploadFactor*file, uploadFactor)
}
