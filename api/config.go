package api

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"time"

	"biom/shared/analytics"
	"biom/shared/apikey"
	"biom/shared/job"
	"biom/shared/quota"
	"biom/shared/share"
)

// Queue is what the api needs of the job queue. [Jobs] makes one from the
// client of shared/job.
type Queue interface {
	// Submit queues a job. Errors wrap job.ErrNotQueued or job.ErrUncertain.
	Submit(ctx context.Context, j job.Job) (Ticket, error)
	// Abandon ends a job and tells whether a provider call was started.
	Abandon(ctx context.Context, h job.Header) (job.Fate, error)
	// Overloaded tells whether a new job would wait longer than limit.
	Overloaded(tier job.Tier, limit time.Duration) (time.Duration, bool)
}

// Ticket is where a submitted job's progress and result arrive.
type Ticket struct {
	Progress <-chan job.Event
	Result   <-chan job.Result
	Close    func() // ends the wait; required
}

// Shares keeps responses behind share codes: a *share.Shares.
type Shares interface {
	// Create stores a response. share.ErrBusy, or a fault of the store.
	Create(ctx context.Context, document []byte) (share.Created, error)
	// Retrieve returns what a code stands for. share.ErrNotFound (on the
	// attempt that destroyed it share.ErrDestroyed), share.ErrBusy, or a fault
	// of the store.
	Retrieve(ctx context.Context, code share.Code) (share.Found, error)
	// Count returns how many shares live.
	Count(ctx context.Context) (int, error)
	// DBID is the last known ID of the database, "" if it was never seen. It
	// asks nobody.
	DBID() string
}

// Keys knows the service keys: an *apikey.Cache.
type Keys interface {
	// Lookup returns whose key it is. apikey.ErrInvalid, apikey.ErrUnavailable.
	Lookup(ctx context.Context, key string) (apikey.Record, error)
}

// Providers has workers ask the provider: a *job.Client.
type Providers interface {
	// CheckProvider tells whether a key is accepted; "" is the deployment's
	// own. An error when nobody could tell.
	CheckProvider(ctx context.Context, key string) (job.ProviderState, error)
}

// Feedback takes ratings: an *analytics.Feedback.
type Feedback interface {
	// Add makes an extraction one that may be rated.
	Add(ctx context.Context, processRequestID string) error
	// Rate forwards a rating. analytics.ErrUnknown, analytics.ErrRated,
	// analytics.ErrUnavailable.
	Rate(ctx context.Context, feedbackRequestID, processRequestID string, r analytics.Rating) error
}

// Events takes analytics events: an *analytics.Publisher.
type Events interface {
	Emit(e analytics.Event) // never waits
}

// Jobs makes a Queue of the job client.
func Jobs(c *job.Client) Queue { return jobs{c} }

type jobs struct{ *job.Client }

func (q jobs) Submit(ctx context.Context, j job.Job) (Ticket, error) {
	t, err := q.Client.Submit(ctx, j)
	if err != nil {
		return Ticket{}, err
	}
	return Ticket{Progress: t.Progress, Result: t.Result, Close: t.Close}, nil
}

var _ Queue = jobs{}

// Limits are the credits a caller has in each bucket in a day; 0 is none.
type Limits struct {
	BiomAI, BiomAIBYOK, BiomJSON, Retrieve quota.Credits
}

// PublicLimits are the defaults for public callers.
func PublicLimits() Limits {
	return Limits{BiomAI: 25 * credit, BiomAIBYOK: 1000 * credit, BiomJSON: 300 * credit, Retrieve: 1000 * credit}
}

// Config configures a Server. Queue, Quota, Shares, Keys, Providers, Export,
// AppVersion, Model and Limits are required; Limits has no default, because 0
// is none.
type Config struct {
	Queue     Queue
	Quota     quota.Store
	Shares    Shares
	Keys      Keys
	Providers Providers
	Repeats   Repeats // nil: an Idempotency-Key means nothing
	Export    Export
	Feedback  Feedback // nil: analytics is off, nothing can be rated
	Events    Events   // nil: analytics is off

	AppVersion  string // metadata.app_version
	Model       string // provider_llm of status: the configured model
	Environment string // "": "development"

	Limits         Limits        // of public callers: PublicLimits, or others
	Capacity       quota.Credits // a day for all deployment-managed extraction; 0: no cap
	CapacityPublic quota.Credits // its public part; 0: no cap

	MaxUpload          int            // bytes of one file; 0: 15 MiB
	UploadMemory       int            // bytes of memory of all files at once; 0: 1 GiB, or 2 × MaxUpload if that is more
	ExtractTimeout     time.Duration  // 0: 30 s
	ExtractTimeoutSlow time.Duration  // 0: 10 min
	TrustedProxies     []netip.Prefix // whose X-Forwarded-For counts; nil: nobody's

	QuotaTimeout time.Duration // for one call of Quota; 0: 250 ms
	ReadTimeout  time.Duration // for each next 8 KiB of an upload; 0: 10 s
	WriteTimeout time.Duration // for one answer or event to be taken; 0: 10 s
	Heartbeat    time.Duration // between comments on a silent stream; 0: 15 s
	Grace        time.Duration // for requests under way at Shutdown; 0: 20 s

	Log *slog.Logger     // nil: discard
	Now func() time.Time // nil: time.Now
}

func (c Config) withDefaults() Config {
	or(&c.Environment, "development")
	or(&c.MaxUpload, 15<<20)
	or(&c.UploadMemory, max(1<<30, 2*c.MaxUpload))
	or(&c.ExtractTimeout, 30*time.Second)
	or(&c.ExtractTimeoutSlow, 10*time.Minute)
	or(&c.QuotaTimeout, 250*time.Millisecond)
	or(&c.ReadTimeout, 10*time.Second)
	or(&c.WriteTimeout, 10*time.Second)
	or(&c.Heartbeat, 15*time.Second)
	or(&c.Grace, 20*time.Second)
	or(&c.Log, slog.New(slog.DiscardHandler))
	if c.Now == nil {
		c.Now = time.Now
	}
	return c
}

func or[T comparable](field *T, standard T) {
	var zero T
	if *field == zero {
		*field = standard
	}
}

// validate names every field that cannot stay as it is, and the mend.
func (c Config) validate() error {
	return errors.Join(
		given("Queue", c.Queue != nil, "api.Jobs makes one of a job.Client"),
		given("Quota", c.Quota != nil, "see quota.NewRedis, quota.NewSQLite, quota.NewMemory"),
		given("Shares", c.Shares != nil, "see share.New"),
		given("Keys", c.Keys != nil, "see apikey.NewCache"),
		given("Providers", c.Providers != nil, "a job.Client is one"),
		given("Export", c.Export != nil, "an *exporter.Exporter, or see api.NewForward"),
		given("AppVersion", c.AppVersion != "", "the version of the build"),
		given("Model", c.Model != "", "the name of the configured model"),
		positive("Limits.BiomAI (BIOM_QUOTA_BIOMAI)", c.Limits.BiomAI),
		positive("Limits.BiomAIBYOK (BIOM_QUOTA_BIOMAI_BYOK)", c.Limits.BiomAIBYOK),
		positive("Limits.BiomJSON (BIOM_QUOTA_BIOMJSON)", c.Limits.BiomJSON),
		positive("Limits.Retrieve (BIOM_QUOTA_RETRIEVE)", c.Limits.Retrieve),
		positive("Capacity (BIOM_CAPACITY)", c.Capacity),
		positive("CapacityPublic (BIOM_CAPACITY_PUBLIC)", c.CapacityPublic),
		positive("MaxUpload (BIOM_MAX_UPLOAD)", c.MaxUpload),
		roomForOne(c.UploadMemory, c.MaxUpload),
		positive("ExtractTimeout (BIOM_EXTRACT_TIMEOUT)", c.ExtractTimeout),
		positive("ExtractTimeoutSlow (BIOM_EXTRACT_TIMEOUT_SLOW)", c.ExtractTimeoutSlow),
		positive("QuotaTimeout", c.QuotaTimeout),
		positive("ReadTimeout", c.ReadTimeout),
		positive("WriteTimeout", c.WriteTimeout),
		positive("Heartbeat", c.Heartbeat),
		positive("Grace", c.Grace),
		settleable(c.ExtractTimeout, c.ExtractTimeoutSlow),
	)
}

func given(field string, is bool, mend string) error {
	if is {
		return nil
	}
	return fmt.Errorf("api: Config.%s is required: %s", field, mend)
}

func positive[T int | time.Duration | quota.Credits](field string, value T) error {
	if value >= 0 {
		return nil
	}
	return fmt.Errorf("api: Config.%s is %v: it cannot be negative; leave it out for the default", field, value)
}

// settleable: what becomes of a charge is decided after the deadline, and a
// charge ID is not remembered for ever.
func settleable(limits ...time.Duration) error {
	for _, d := range limits {
		if d > quota.ChargeMemory/2 {
			return fmt.Errorf("api: a time limit of %v is too long: charges can be taken back for %v, so set at most half of that",
				d, quota.ChargeMemory)
		}
	}
	return nil
}

// roomForOne: a file of undeclared length is held twice while its pieces are
// put together.
func roomForOne(memory, file int) error {
	if memory >= 2*file {
		return nil
	}
	return fmt.Errorf("api: Config.UploadMemory (BIOM_UPLOAD_MEMORY) is %d bytes: one upload may take %d, twice its size; raise it", memory, 2*file)
}
