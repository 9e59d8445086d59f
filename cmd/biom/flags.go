package main

import (
	"fmt"
	"io"
	"log/slog"
	"math"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"biom/cmd/internal/listen"
	"biom/shared/broker"
	"biom/shared/job"
	"biom/shared/quota"
)

// byteSize is a number of bytes, written as "15MiB", "4096" or "1GiB".
type byteSize int64

// units are the suffixes of a byteSize. A suffix stands before those that it ends with.
var units = []struct {
	suffix string
	factor float64
}{{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"kB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"B", 1}, {"", 1}}

// UnmarshalText parses a size from a flag or an environment variable.
func (b *byteSize) UnmarshalText(text []byte) error {
	for _, u := range units {
		number, ok := strings.CutSuffix(strings.TrimSpace(string(text)), u.suffix)
		if !ok {
			continue
		}
		v, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if bytes := v * u.factor; err == nil && 1 <= bytes && bytes < math.MaxInt64 { // NaN is neither
			*b = byteSize(bytes)
			return nil
		}
		break
	}
	return fmt.Errorf("%q is no size; write it as 15MiB or as a number of bytes", text)
}

// credits is a number of whole or half credits.
type credits quota.Credits

// UnmarshalText parses credits from a flag or an environment variable.
func (c *credits) UnmarshalText(text []byte) error {
	v, err := strconv.ParseFloat(string(text), 64)
	if err != nil || v < 0 || v > 1e12 || v*2 != math.Trunc(v*2) {
		return fmt.Errorf("%q is no number of credits; write it as 25 or 0.5", text)
	}
	*c = credits(v * 2)
	return nil
}

type listenFlags struct {
	Listen  string `env:"BIOM_LISTEN" default:"127.0.0.1:8080" help:"Address of the public listener."`
	TLSCert string `env:"BIOM_TLS_CERT" help:"Certificate file: serve HTTPS without a proxy."`
	TLSKey  string `env:"BIOM_TLS_KEY" help:"Key file of the certificate."`

	DrainDelay time.Duration `env:"BIOM_DRAIN_DELAY" default:"0s" help:"How long requests are still accepted after SIGTERM, while /readyz says not ready: as long as the proxy in front needs to see it."`
}

// config returns where to listen.
func (f *listenFlags) config() listen.Config {
	return listen.Config{Address: f.Listen, CertFile: f.TLSCert, KeyFile: f.TLSKey, DrainDelay: f.DrainDelay}
}

// siteFlags describe the deployment to the front end.
type siteFlags struct {
	TrustedProxies []netip.Prefix `env:"BIOM_TRUSTED_PROXIES" help:"Networks (CIDR, comma separated) whose X-Forwarded-For counts."`
	Environment    string         `env:"BIOM_ENVIRONMENT" default:"development" help:"Name of this deployment, shown by status."`
}

type exportFlags struct {
	MaxBody      byteSize `name:"export-max-body-size" env:"EXPORT_MAX_BODY_SIZE" default:"10MiB" help:"Largest body of an export; with a separate exporter, its own setting counts."`
	MaxResponses int      `name:"export-max-responses" env:"EXPORT_MAX_RESPONSES" default:"1000" help:"Most reports in an export; with a separate exporter, its own setting counts."`
}

type adminFlags struct {
	AdminListen string   `env:"BIOM_ADMIN_LISTEN" default:"127.0.0.1:9090" help:"Address of the admin listener: /healthz, /readyz, /metrics, /debug/pprof. Empty: none."`
	AdminHosts  []string `env:"BIOM_ADMIN_HOSTS" placeholder:"NAME" help:"Names, comma separated, under which the admin listener is reached, beside IP addresses and localhost: Prometheus sends the name of its target."`
}

// logFlags are the settings of a server's log.
type logFlags struct {
	LogFormat string     `env:"BIOM_LOG_FORMAT" enum:"text,json" default:"text" help:"Format of the log: text or json."`
	LogLevel  slog.Level `env:"BIOM_LOG_LEVEL" default:"info" help:"What is logged: debug, info, warn or error. Info has a line for each request of the API and each job; debug also for pages, status and health."`
}

// newLog returns the log of a server.
func (f logFlags) newLog(w io.Writer) *slog.Logger {
	options := &slog.HandlerOptions{Level: f.LogLevel}
	if f.LogFormat == "json" {
		return slog.New(slog.NewJSONHandler(w, options))
	}
	return slog.New(slog.NewTextHandler(w, options))
}

type uploadFlags struct {
	MaxUpload byteSize `env:"BIOM_MAX_UPLOAD" default:"15MiB" help:"Largest uploaded file, at most 60MiB."`
}

// Validate returns an error if a file would not fit into a message of NATS: each
// file is sent in one message.
func (f uploadFlags) Validate() error {
	if limit := byteSize(60 << 20); f.MaxUpload > limit {
		return fmt.Errorf("BIOM_MAX_UPLOAD is %d bytes; at most %d (60MiB) fit into a message of NATS", f.MaxUpload, limit)
	}
	return nil
}

// maxMessage returns the size in bytes of the largest message in the queue.
func (f uploadFlags) maxMessage() int { return job.MaxMessage(int(f.MaxUpload)) }

// frontFlags are the flags of the HTTP front end.
type frontFlags struct {
	HTTP   listenFlags    `embed:""`
	Site   siteFlags      `embed:""`
	Upload uploadFlags    `embed:""`
	Times  timeFlags      `embed:""`
	Quotas quotaFlags     `embed:""`
	Shares shareFlags     `embed:""`
	Events analyticsFlags `embed:""`
	Export exportFlags    `embed:""`

	Callbacks callbackFlags `embed:""`

	ExporterURL string `env:"BIOM_EXPORTER_URL" help:"Exporter that serves exports (http://host:port, see biom exporter). Default: this process."`

	UploadMemory byteSize `env:"BIOM_UPLOAD_MEMORY" default:"1GiB" help:"Bytes of all uploads held at once before further ones get 503; at least six times the largest upload. One caller gets at most two fifths."`
}

type timeFlags struct {
	ExtractTimeout     time.Duration `env:"BIOM_EXTRACT_TIMEOUT" default:"30s" help:"Time limit of a standard extraction, from acceptance."`
	ExtractTimeoutSlow time.Duration `env:"BIOM_EXTRACT_TIMEOUT_SLOW" default:"10m" help:"Time limit of a slow extraction, and of a job from its turn."`
	JobTTL             time.Duration `name:"job-ttl" env:"BIOM_JOB_TTL" default:"1h" help:"How long the result of a job (Prefer: respond-async) is kept; at most 24h."`
}

type quotaFlags struct {
	QuotaBiomAI     credits `name:"quota-biomai" env:"BIOM_QUOTA_BIOMAI" default:"${biomai}" help:"Public credits in 24 hours for extraction."`
	QuotaBiomAIBYOK credits `name:"quota-biomai-byok" env:"BIOM_QUOTA_BIOMAI_BYOK" default:"${biomai_byok}" help:"Public credits in 24 hours for extraction with the caller's provider key."`
	QuotaBiomJSON   credits `name:"quota-biomjson" env:"BIOM_QUOTA_BIOMJSON" default:"${biomjson}" help:"Public credits in 24 hours for JSON validation."`
	QuotaRetrieve   credits `env:"BIOM_QUOTA_RETRIEVE" default:"${retrieve}" help:"Public credits in 24 hours for retrieving shares."`
	Capacity        credits `env:"BIOM_CAPACITY" default:"0" help:"Daily credits of all deployment-managed extraction; 0: no cap."`
	CapacityPublic  credits `env:"BIOM_CAPACITY_PUBLIC" default:"0" help:"The public part of it; 0: no cap."`
}

// clusterFlags are the flags that api and worker share when they are separate
// processes.
type clusterFlags struct {
	NATSURL string `name:"nats-url" env:"BIOM_NATS_URL" secret:"" required:"" help:"NATS servers (nats://…, comma separated)."`
	JobKey  string `env:"BIOM_JOB_KEY" secret:"" required:"" help:"Key that seals jobs: 32 bytes in base64, the same for every api and worker; several, comma separated, to rotate."`
}

// connect connects to the queue under the name of a role.
func (f *clusterFlags) connect(t *terminal, role string, maxMessage int) (*broker.Conn, *job.Keyring, error) {
	keys, err := job.ParseKeys(f.JobKey)
	if err != nil {
		return nil, nil, err
	}
	conn, err := broker.Connect(t.ctx, broker.Config{URL: f.NATSURL, Name: "biom " + role, MinPayload: maxMessage, Log: t.log})
	return conn, keys, err
}

type queueFlags struct {
	Replicas   int      `name:"queue-replicas" env:"BIOM_QUEUE_REPLICAS" default:"1" help:"Replicas of each stream; 3 on a cluster."`
	QueueBytes byteSize `env:"BIOM_QUEUE_BYTES" default:"1GiB" help:"How much may wait in the queue before uploads get 503."`
	JobBytes   byteSize `name:"job-bytes" env:"BIOM_JOB_BYTES" default:"4GiB" help:"How much the files of jobs (Prefer: respond-async) that have not ended may take up before further ones get 503; one caller gets a quarter."`
}

// modelFlags name the provider that reads documents.
type modelFlags struct {
	Provider string `env:"BIOM_PROVIDER" default:"local" help:"Who reads documents: local, gemini, openai (or any server that follows OpenAI)."`
	Model    string `env:"BIOM_MODEL" help:"Model of the provider. Default with gemini: ${gemini_model}; required with openai."`

	providers providerSet // the providers that Provider can name
}

// readerFlags are the other settings of a provider.
type readerFlags struct {
	Model modelFlags `embed:""`

	Keys             []string `name:"provider-keys" env:"BIOM_PROVIDER_KEYS" secret:"" placeholder:"KEY" help:"Keys of the deployment at the provider, comma separated, in rotation. None: only documents with the caller's own key are read. A server that wants no key takes any."`
	URL              string   `name:"provider-url" env:"BIOM_PROVIDER_URL" help:"Address of the provider's API, e.g. http://localhost:8000/v1 for a server that follows OpenAI. Default: the vendor's."`
	Images           bool     `name:"provider-images" env:"BIOM_PROVIDER_IMAGES" help:"The server behind openai takes no PDF: send its pages as images."`
	SecondReading    bool     `env:"BIOM_SECOND_READING" default:"true" negatable:"" help:"Hold a model's numbers against the text of PDFs that have one: what is not there is read again, and withheld if it still is not."`
	SecondReadingOCR bool     `name:"second-reading-ocr" env:"BIOM_SECOND_READING_OCR" default:"true" negatable:"" help:"Do the same with scans and pictures, which biom reads by OCR while the model works. It takes about 5 s of processor time a page."`

	Sandbox sandboxFlags `embed:""`

	WorkDir string `env:"BIOM_WORK_DIR" help:"Where documents lie while child processes read them; this user's alone, swept at start. Default: in memory where there is room."`

	forCallers bool // the provider is used only with callers' keys
}

type providerFlags struct {
	Reader readerFlags `embed:""`

	BYOK        string `name:"byok-provider" env:"BIOM_BYOK_PROVIDER" help:"Who reads documents with the caller's own key. Default: the provider; with local, gemini."`
	BYOKModel   string `name:"byok-model" env:"BIOM_BYOK_MODEL" help:"Model for the caller's own key, where their provider is another one. Default with gemini: ${gemini_model}; required with openai."`
	Concurrency int    `name:"worker-concurrency" env:"BIOM_WORKER_CONCURRENCY" default:"16" help:"Jobs at once in a worker."`
}
