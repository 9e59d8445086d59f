package deploy_test

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"biom/shared/broker"
	"biom/shared/job"
	"biom/worker/llm/llmtest"
)

var (
	chaosRequests = flag.Int("requests", 400, "how many requests TestLongChaos sends at least (make chaos: 20,000)")
	chaosFaults   = flag.Int("faults", 8, "how many faults TestLongChaos injects (make chaos: 200)")
	chaosClocks   = flag.Bool("clocks", false, "whether biom and NATS are compiled anew, with clocks that can be set (make chaos)")
	chaosSeed     = flag.Uint64("seed", 1, "the seed of the requests and faults of TestLongChaos; 0: another each time")
)

// chaos is a cluster under load to which faults happen.
type chaos struct {
	*cluster
	t       *testing.T
	seed    uint64
	model   *model
	links   links
	clocks  *clocks
	began   time.Time // when the load began
	traffic *traffic
	ledger  *ledger
}

// TestLongChaos sends a mixed load to deploy/cluster while faults happen to every part, and to the
// connections between them. Every answer must be right or a documented error, a request that is
// repeated as documented must be answered, once, and nobody may be charged without reason.
func TestLongChaos(t *testing.T) {
	x := startChaos(t)
	plan := planOf(x.seed, *chaosFaults, *chaosClocks)
	t.Logf("seed %d; the same plan of faults: -args -requests %d -faults %d -clocks=%v -seed %d", x.seed, *chaosRequests, *chaosFaults, *chaosClocks, x.seed)
	before := x.sizes()
	ctx := t.Context()
	x.began = time.Now()
	x.traffic = startTraffic(ctx, x.cluster, x.seed, 32)
	for i, f := range plan {
		x.traffic.pace.allow((i + 1) * *chaosRequests / (len(plan) + 1))
		x.traffic.pace.await(ctx, i**chaosRequests/(len(plan)+1))
		h := happened{fault: f, began: time.Now()}
		x.inject(f)
		x.awaitWell()
		h.well = time.Now()
		x.ledger.faults = append(x.ledger.faults, h)
		t.Logf("%3d of %d, after %d requests: %v, well after %v", i+1, len(plan), x.traffic.pace.count(), f, tenths(h.well.Sub(h.began)))
	}
	x.traffic.pace.allow(*chaosRequests)
	x.traffic.pace.await(ctx, *chaosRequests)
	x.traffic.pace.end()
	x.traffic.done.Wait()
	x.awaitWell()
	x.ledger.audit(x, time.Now())
	x.ledger.checkShares(x)
	x.ledger.results(x)
	t.Logf("\n%s", x.ledger.table(x, before, x.sizes()))
	for _, bad := range x.ledger.bad[:min(20, len(x.ledger.bad))] {
		t.Error(bad)
	}
	if t.Failed() {
		x.keepLogs()
	}
}

// startChaos starts a cluster with proxies between its parts, and a model.
func startChaos(t *testing.T) *chaos {
	t.Helper()
	x := &chaos{t: t, seed: *chaosSeed, model: startModel(t), ledger: &ledger{audited: map[int]bool{}, charges: map[string]int{}, shares: map[string]int{}}}
	if x.seed == 0 {
		x.seed = rand.Uint64N(1_000_000)
	}
	tools := t.TempDir()
	openDir(t, tools)
	x.clocks = newClocks(t, tools, *chaosClocks)
	goFlags := "GOFLAGS=" + os.Getenv("GOFLAGS")
	if *chaosClocks {
		goFlags += " -overlay=" + x.clocks.overlay
	}
	c, serving := launchCluster(t, clusterDir(t), "CLUSTER_WRAP="+x.wrapper(tools), goFlags,
		"BIOM_PROVIDER=openai", "BIOM_MODEL=any", "BIOM_PROVIDER_KEYS=chaos", "BIOM_PROVIDER_URL="+x.model.URL+"/v1", "BIOM_SECOND_READING_OCR=false",
		"BIOM_QUOTA_RETRIEVE=1000000", "BIOM_DRAIN_DELAY=2s")
	x.cluster = c
	pid := c.Process.Pid
	x.links = startLinks(t, fmt.Sprintf("127.%d.%d.%d", 64+pid>>16, pid>>8&255, pid&255)) // see deploy/cluster
	serving()
	return x
}

// openDir lets the accounts of the parts enter a directory, and those above it that this test has made.
func openDir(t *testing.T, dir string) {
	t.Helper()
	for ; strings.HasPrefix(dir, os.TempDir()+"/"); dir = filepath.Dir(dir) {
		if err := os.Chmod(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
}

// wrapper makes the program through which the cluster starts its parts: see CLUSTER_WRAP. biom reaches
// the stores through the proxies, and the stores have clocks that can be set.
func (x *chaos) wrapper(dir string) string {
	x.t.Helper()
	path := filepath.Join(dir, "wrap")
	text := fmt.Sprintf(`#!/bin/sh
part=$1
shift
CLOCK_OFFSET=$(cat %[3]s/$part 2>/dev/null)
export CLOCK_OFFSET
case $part in
api-*|worker-*)
	through() { echo "$1" | sed 's/@127\.[0-9.]*:/@%[1]s:/g'; }
	export BIOM_NATS_URL=$(through "$BIOM_NATS_URL") BIOM_REDIS_URL=$(through "$BIOM_REDIS_URL") BIOM_DATABASE_URL=$(through "$BIOM_DATABASE_URL") ;;
redis|postgres)
	export LD_PRELOAD=%[2]s CLOCK=%[3]s/$part ;;
esac
exec "$@"
`, linksAddress(), x.clocks.library, x.clocks.dir)
	if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
		x.t.Fatal(err)
	}
	return path
}

// awaitWell waits until every part works, and no charge waits to be settled.
func (x *chaos) awaitWell() {
	x.t.Helper()
	var missing string
	begin := time.Now()
	for missing = "?"; missing != ""; missing = x.unwell() {
		if time.Since(begin) > 10*time.Minute {
			x.keepLogs()
			x.t.Fatalf("not well after 10 minutes: %s", missing)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// unwell says what does not work, or "".
func (x *chaos) unwell() string {
	for _, part := range everyPart {
		if !alive(x.pids(x.t, part)[0]) {
			return part
		}
	}
	for _, part := range everyPart {
		kind, number, _ := strings.Cut(part, "-")
		switch kind {
		case "nats":
			if text := x.ask("1822"+number, "/healthz"); !strings.Contains(text, `"ok"`) {
				return part + ": " + text
			}
		case "api", "worker":
			if text := x.ask(adminPort(part), "/readyz"); !strings.HasPrefix(text, "ready\n") {
				return part + ": " + text
			}
		}
		if kind == "api" {
			if pending, ok := x.metric(part, "biom_charges_pending"); !ok || pending > 0 {
				return fmt.Sprintf("%v charges of %s wait to be settled", pending, part)
			}
		}
	}
	if text := x.ask("18080", "/api/v1/status"); !strings.Contains(text, "db_id") {
		return "the proxy: " + text
	}
	return ""
}

func adminPort(part string) string {
	kind, number, _ := strings.Cut(part, "-")
	return map[string]string{"api": "1908", "worker": "1909"}[kind] + number
}

// ask returns the text at a path of a part, or why there is none.
func (x *chaos) ask(port, path string) string {
	ctx, cancel := context.WithTimeout(x.t.Context(), 5*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.Replace(x.url, "18080", port, 1)+path, http.NoBody)
	if err != nil {
		return err.Error()
	}
	got := exchange(req)
	if got.err != nil {
		return got.err.Error()
	}
	return string(got.body)
}

// metric returns a metric without labels of a part.
func (x *chaos) metric(part, name string) (value float64, ok bool) {
	lines := bufio.NewScanner(strings.NewReader(x.ask(adminPort(part), "/metrics")))
	for lines.Scan() {
		if number, found := strings.CutPrefix(lines.Text(), name+" "); found {
			value, err := strconv.ParseFloat(number, 64)
			return value, err == nil
		}
	}
	return 0, false
}

// size is what a part takes.
type size struct {
	memory     int64 // resident, in bytes, of all its processes
	goroutines float64
}

func (s size) shownGoroutines() string {
	if s.goroutines == 0 {
		return ""
	}
	return fmt.Sprint(s.goroutines)
}

var residentMemory = regexp.MustCompile(`VmRSS:\s+(\d+) kB`)

func (x *chaos) sizes() map[string]size {
	x.t.Helper()
	sizes := map[string]size{}
	for _, part := range everyPart {
		var s size
		for _, pid := range x.processes(x.t, part) {
			status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
			if m := residentMemory.FindSubmatch(status); m != nil {
				kb, _ := strconv.ParseInt(string(m[1]), 10, 64)
				s.memory += kb << 10
			}
		}
		if adminPort(part) != part[strings.LastIndex(part, "-")+1:] {
			s.goroutines, _ = x.metric(part, "go_goroutines")
		}
		sizes[part] = s
	}
	return sizes
}

// keepLogs copies the logs of the parts to where a later look finds them.
func (x *chaos) keepLogs() {
	dir := filepath.Join(os.TempDir(), fmt.Sprintf("chaos-%d", x.seed))
	if err := os.MkdirAll(dir, 0o700); err != nil {
		x.t.Error(err)
		return
	}
	for name, text := range x.logs(x.t) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			x.t.Error(err)
		}
	}
	x.t.Logf("the logs of the parts are in %s", dir)
}

// results returns the stream of results.
func (x *chaos) results(t *testing.T) jetstream.Stream {
	t.Helper()
	conn := x.connect(t, "operator")
	s, err := conn.JS.Stream(t.Context(), job.StreamResults)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func subjectsOf(filter string) jetstream.StreamInfoOpt { return jetstream.WithSubjectFilter(filter) }

// started reports whether a worker has recorded that it starts calls for a request.
func (x *chaos) started(request string) bool {
	x.t.Helper()
	conn := x.connect(x.t, "api")
	s, err := conn.JS.Stream(x.t.Context(), job.StreamResults)
	if err != nil {
		x.t.Error(err)
		return false
	}
	message, err := s.GetLastMsgForSubject(x.t.Context(), "biom.started."+request)
	if err != nil {
		return false
	}
	var record struct{ Started bool }
	return json.Unmarshal(message.Data, &record) == nil && record.Started
}

// connect connects to NATS as one of its users.
func (x *chaos) connect(t *testing.T, user string) *broker.Conn {
	t.Helper()
	url := x.setting("BIOM_NATS_URL")
	if user == "api" {
		secrets := readFile(t, filepath.Join(x.dir, "secrets"))
		password := regexp.MustCompile(`(?m)^NATS_API_PASSWORD=(.*)$`).FindStringSubmatch(secrets)[1]
		url = regexp.MustCompile(`//[^@]*@`).ReplaceAllString(url, "//api:"+password+"@")
	}
	conn, err := broker.Connect(t.Context(), broker.Config{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	return conn
}

// model stands in for a vendor of language models, knows what is in the numbered documents, and
// remembers its calls.
type model struct {
	*httptest.Server
	mu    sync.Mutex
	asked map[int]int // number of the document → calls
}

func startModel(t *testing.T) *model {
	t.Helper()
	m := &model{asked: map[int]int{}}
	m.Server = httptest.NewServer(llmtest.New(llmtest.Config{Fallback: m.answer}))
	t.Cleanup(m.Close)
	return m
}

// answer notes a call, thinks for a while, and returns what is in the document.
func (m *model) answer(file []byte) []byte {
	var number int
	if _, mark, ok := strings.Cut(string(file), numberMark); !ok || json.Unmarshal([]byte(mark), &number) != nil {
		return nil
	}
	m.mu.Lock()
	m.asked[number]++
	m.mu.Unlock()
	time.Sleep(time.Duration(50+rand.IntN(400)) * time.Millisecond)
	return []byte(truthOf(number).report())
}

func (m *model) calls(number int) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.asked[number]
}
