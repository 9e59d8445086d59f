package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"biom/cmd/internal/commandline"
	"biom/shared/biometry"
	"biom/shared/broker"
	"biom/shared/clock"
	"biom/shared/job"
	"biom/shared/testenv"
	"biom/worker/provider"
)

// The rig runs biom as an operator would, in processes that can be killed and
// paused. If BIOM_RIG is set, this test binary is the biom binary, with the
// providers of the tests. BIOM_RIG names the file in which the stand-in notes
// its calls. BIOM_RIG_DELAY is how long each call takes, and
// BIOM_RIG_QUOTA_TIMEOUT (as earlier versions call it) the time limit of quotas and keys: the usual 250 ms
// would make a verdict depend on the machine's speed. BIOM_RIG_LEASE is the lease
// of a delivery, if it is set. With BIOM_RIG_IMMUNE no document kills its worker. With BIOM_RIG_NATS it is a NATS server, with BIOM_RIG_CLIENT
// a client that submits reports.
func TestMain(m *testing.M) {
	switch {
	case os.Getenv("BIOM_RIG_NATS") != "":
		os.Exit(asNATS())
	case os.Getenv("BIOM_RIG_CLIENT") != "":
		os.Exit(asSubmitter(os.Getenv("BIOM_RIG_CLIENT"), os.Args[1:]))
	case os.Getenv("BIOM_RIG") != "":
		os.Exit(asBiom())
	}
	os.Exit(testenv.Closing(m).Run())
}

// asBiom runs the command line and returns its exit status.
func asBiom() int {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	obeyDiskSignals()
	p := commandline.OS()
	p.UserConfigDir = noConfigDir
	storeTimeout, err := time.ParseDuration(os.Getenv("BIOM_RIG_QUOTA_TIMEOUT"))
	if err != nil {
		panic(err)
	}
	lease, err := time.ParseDuration(cmp.Or(os.Getenv("BIOM_RIG_LEASE"), "0"))
	if err != nil {
		panic(err)
	}
	if err := runWith(ctx, os.Args[1:], p, options{providers: testProviders(), storeTimeout: storeTimeout, lease: lease, hideSecrets: func() error { return nil }}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// standIn stands in for a model. It notes every call in the file BIOM_RIG. It
// answers with the number in the document, so that a test notices an answer that
// reaches the wrong caller.
type standIn struct{ calls string }

var _ provider.Extractor = (*standIn)(nil)

func newStandIn() *standIn { return &standIn{os.Getenv("BIOM_RIG")} }

func (s *standIn) Model() string { return "standin" }

// Check accepts the deployment's own credentials, and callers' keys that begin
// with good-.
func (s *standIn) Check(_ context.Context, key string) (bool, error) {
	return key == "" || strings.HasPrefix(key, "good-"), nil
}

func (s *standIn) Prepare(ctx context.Context, doc provider.Document, opts provider.Options) (provider.Prepared, error) {
	accepted, err := s.Check(ctx, opts.Key)
	return &standInCall{s, string(numberInDocument.Find(doc.Data)), bytes.Contains(doc.Data, []byte("poison")), accepted}, err
}

var numberInDocument = regexp.MustCompile(`number \d+`)

type standInCall struct {
	*standIn
	number   string
	poison   bool
	accepted bool // whether the key is accepted
}

func (c *standInCall) Close() error { return nil }

func (c *standInCall) Extract(ctx context.Context, _ []biometry.Fault) (provider.Answer, error) {
	c.note("call")
	if !c.accepted {
		return provider.Answer{}, provider.Failed(provider.ReasonKeyRejected, "The stand-in does not accept the key.")
	}
	if c.poison && os.Getenv("BIOM_RIG_IMMUNE") == "" {
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	}
	delay, _ := time.ParseDuration(os.Getenv("BIOM_RIG_DELAY"))
	select {
	case <-ctx.Done():
		return provider.Answer{}, ctx.Err()
	case <-time.After(delay):
	}
	if gate := os.Getenv("BIOM_RIG_GATE"); gate != "" {
		if err := awaitFile(ctx, gate); err != nil {
			return provider.Answer{}, err
		}
	}
	c.note("done")
	return provider.Answer{Model: "standin", JSON: fmt.Appendf(nil, `{"data":{"biometer":{"device_name":"Other","manufacturer":"Other"},
		"patient":{"id":%q},"right_eye":{"AL":23.5},"left_eye":{}},"extra_data":null}`, c.number)}, nil
}

// awaitFile waits until a file exists.
func awaitFile(ctx context.Context, name string) error {
	for {
		if _, err := os.Stat(name); err == nil {
			return nil
		}
		if err := clock.Sleep(ctx, 10*time.Millisecond); err != nil {
			return err
		}
	}
}

// note appends one line. So short a line is written at once, so lines of several
// processes do not mix.
func (c *standInCall) note(event string) {
	f, err := os.OpenFile(c.calls, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		panic(err)
	}
	defer f.Close()
	fmt.Fprintf(f, "%s %s pid %d\n", event, c.number, os.Getpid())
}

// rig has NATS, Redis, Postgres and the processes that a test starts.
type rig struct {
	t          testing.TB
	nats       string // of the operator, or of everybody if the server has no users
	redis      string
	database   string
	key        string
	calls      string
	executable string
	workDir    string // "": this package's

	storeTimeout time.Duration
}

// rigStoreTimeout is the time limit of the stores in tests of other things.
const rigStoreTimeout = time.Minute

func newRig(t testing.TB) *rig {
	t.Helper()
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return &rig{
		t: t, nats: testenv.StartClusterNATS(t).URLOf(testenv.Operator), redis: testenv.Redis(t) + testenv.RedisTimeouts, database: testenv.Postgres(t) + testenv.PostgresTimeouts, key: job.NewKey(),
		calls: filepath.Join(t.TempDir(), "calls"), executable: executable, storeTimeout: rigStoreTimeout,
	}
}

// process is a biom that runs in a process of its own.
type process struct {
	*exec.Cmd
	out   *lines
	ended chan struct{}
}

// start runs biom with args and the rig's settings. env has further settings,
// which override the rig's.
func (r *rig) start(env []string, args ...string) *process {
	r.t.Helper()
	p := &process{Cmd: exec.Command(r.executable, args...), out: newLines(), ended: make(chan struct{})}
	p.Env = append(os.Environ(), "BIOM_RIG="+r.calls, "BIOM_RIG_QUOTA_TIMEOUT="+r.storeTimeout.String(), "BIOM_NATS_URL="+r.natsOf(args[0]), "BIOM_REDIS_URL="+r.redis, "BIOM_DATABASE_URL="+r.database,
		"BIOM_JOB_KEY="+r.key, "BIOM_ADMIN_LISTEN=", "XDG_CONFIG_HOME=/nonexistent")
	p.Env = append(p.Env, env...)
	p.launch(r.t)
	return p
}

// natsOf returns the URL of NATS for a command: api and worker are users of their own.
func (r *rig) natsOf(command string) string {
	if command == testenv.API || command == testenv.Worker {
		return r.natsAs(command)
	}
	return r.nats
}

// natsAs returns the URL of NATS for a user, if the server has users.
func (r *rig) natsAs(user string) string {
	return strings.ReplaceAll(r.nats, "//"+testenv.Operator+":"+testenv.Operator+"@", "//"+user+":"+user+"@")
}

// launch starts a process, which ends with the test at the latest.
func (p *process) launch(t testing.TB) {
	t.Helper()
	p.Stdout, p.Stderr = p.out, p.out
	p.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { _ = p.Wait(); close(p.ended) }()
	t.Cleanup(func() {
		p.kill()
		if strings.Contains(strings.ToLower(p.out.String()), "permissions violation") {
			t.Errorf("%s lacks a right on NATS, see deploy/nats.conf", p.Args[1])
		}
		if t.Failed() {
			t.Logf("%v:\n%s", p.Args[1:], p.out)
		}
	})
}

func (p *process) kill() {
	_ = p.Process.Kill()
	<-p.ended
}

// worker starts a worker. An api must have made the queue.
func (r *rig) worker(env ...string) *process {
	r.t.Helper()
	env = append([]string{"BIOM_PROVIDER=standin", "BIOM_WORKER_CONCURRENCY=4"}, env...)
	p := r.start(env, "worker")
	p.out.await(r.t, "reading documents")
	return p
}

// api starts an api and returns its URL.
func (r *rig) api(env ...string) (string, *process) {
	r.t.Helper()
	env = append([]string{"BIOM_LISTEN=127.0.0.1:0", "BIOM_QUOTA_BIOMAI=100000", "BIOM_EXTRACT_TIMEOUT=2m"}, env...)
	p := r.start(env, "api")
	_, at, _ := strings.Cut(p.out.await(r.t, "http://"), "http://")
	return "http://" + at, p
}

// lines holds the output of a process.
type lines struct {
	mu   sync.Mutex
	cond *sync.Cond
	text strings.Builder
}

func newLines() *lines {
	l := &lines{}
	l.cond = sync.NewCond(&l.mu)
	return l
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	defer l.cond.Broadcast()
	return l.text.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// maxTestWait limits how long a test waits for a process. It ends a test that
// hangs; no verdict depends on it.
const maxTestWait = 2 * time.Minute

// await returns the first whole line that contains s.
func (l *lines) await(t testing.TB, s string) string {
	t.Helper()
	late := time.AfterFunc(maxTestWait, l.cond.Broadcast)
	defer late.Stop()
	l.mu.Lock()
	defer l.mu.Unlock()
	for begin := time.Now(); ; l.cond.Wait() {
		for line := range strings.Lines(l.text.String()) {
			if strings.Contains(line, s) && strings.HasSuffix(line, "\n") {
				return strings.TrimSpace(line)
			}
		}
		if time.Since(begin) >= maxTestWait {
			t.Fatalf("no line with %q within %v; there is:\n%s", s, maxTestWait, l.text.String())
		}
	}
}

// document returns a file that the api accepts as a PDF.
func document(number int, mark string) []byte {
	return fmt.Appendf(nil, "%%PDF-1.7\n%% number %d %s\ntrailer<</Root 1 0 R>>\nstartxref\n9\n%%%%EOF\n", number, mark)
}

// answer is the response that a caller got.
type answer struct {
	status int
	header http.Header
	body   struct {
		Data  biometry.Report `json:"data"`
		Error struct {
			Code    string         `json:"code"`
			Details map[string]any `json:"details"`
		} `json:"error"`
	}
}

// upload sends a document and waits for the response.
func upload(ctx context.Context, url string, doc []byte) (a answer, err error) {
	contentType, form := formOf("report.pdf", doc)
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url+"/api/v1/biom/process", bytes.NewReader(form))
	if err != nil {
		return a, err
	}
	req.Header.Set("Content-Type", contentType)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return a, err
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		return a, err
	}
	a.status, a.header = res.StatusCode, res.Header
	return a, json.Unmarshal(body, &a.body)
}

// noted counts the lines of the stand-in's log that begin with prefix, by
// document.
func (r *rig) noted(prefix string) map[string]int {
	r.t.Helper()
	log, err := os.ReadFile(r.calls)
	if err != nil && !os.IsNotExist(err) {
		r.t.Fatal(err)
	}
	counts := map[string]int{}
	for line := range strings.Lines(string(log)) {
		if rest, ok := strings.CutPrefix(line, prefix+" "); ok {
			number, _, _ := strings.Cut(rest, " pid")
			counts[number]++
		}
	}
	return counts
}

// subjects returns how many messages a stream holds, by subject.
func (r *rig) subjects(stream, filter string) map[string]uint64 {
	r.t.Helper()
	conn, err := broker.Connect(r.t.Context(), broker.Config{URL: r.nats})
	if err != nil {
		r.t.Fatal(err)
	}
	defer conn.Close()
	s, err := conn.JS.Stream(r.t.Context(), stream)
	if err != nil {
		r.t.Fatal(err)
	}
	info, err := s.Info(r.t.Context(), jetstream.WithSubjectFilter(filter))
	if err != nil {
		r.t.Fatal(err)
	}
	return info.State.Subjects
}
