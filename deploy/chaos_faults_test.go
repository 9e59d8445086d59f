package deploy_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/redis/go-redis/v9"
	"golang.org/x/sys/unix"

	"biom/shared/broker"
	"biom/shared/job"
	"biom/shared/testenv"
)

// fault is one disturbance of the cluster.
type fault struct {
	kind   string
	target string
	hold   time.Duration // how long it lasts, where that is not up to the parts
}

func (f fault) String() string {
	return fmt.Sprintf("%s %s (%v)", f.kind, f.target, f.hold)
}

// The kinds of faults.
const (
	faultKill        = "kill"              // a part gets SIGKILL with all its processes, and is started again
	faultPause       = "pause"             // a part stands still, and goes on
	faultRestart     = "restart"           // by the documented command
	faultLeaderKill  = "leader killed"     // the NATS node that leads a stream is killed
	faultLeaderPause = "leader paused"     // the NATS node that leads a stream stands still
	faultTwo         = "two of three NATS" // two of three nodes are killed at once
	faultCut         = "cut"               // connections of biom to a store are closed, and new ones refused
	faultHalfOpen    = "half open"         // nothing arrives on them any more, but they stay open
	faultDelay       = "delay"             // what biom and a store send to each other arrives late
	faultSlow        = "throttle"          // and slowly
	faultFull        = "disk full"         // a store cannot write
	faultClock       = "clock"             // the clock of a part is a second off
	faultFlush       = "flush"             // Redis is flushed: the quotas begin anew
	faultEmpty       = "empty"             // Postgres is restarted empty
)

var (
	everyPart = strings.Fields("api-1 api-2 worker-1 worker-2 worker-3 nats-1 nats-2 nats-3 redis postgres proxy")
	everyLink = strings.Fields("nats nats-1 nats-2 nats-3 redis postgres")
)

// victims are what the faults of a kind may hit.
var victims = map[string][]string{
	faultKill: everyPart, faultPause: everyPart, faultRestart: everyPart,
	faultLeaderKill:  {job.StreamJobs, job.StreamResults, "KV_" + job.BucketRequests},
	faultLeaderPause: {job.StreamJobs, job.StreamResults, "KV_" + job.BucketRequests},
	faultTwo:         {"nats-1 nats-2", "nats-2 nats-3", "nats-1 nats-3"},
	faultCut:         everyLink, faultHalfOpen: everyLink, faultDelay: everyLink, faultSlow: everyLink,
	faultFull:  {"nats-1", "nats-2", "nats-3", "redis", "postgres"},
	faultClock: strings.Fields("redis postgres api-1 api-2 worker-1 worker-2 worker-3 nats-1 nats-2 nats-3"),
	faultFlush: {"redis"},
	faultEmpty: {"postgres"},
}

// planOf returns a number of faults, the same for the same seed. Each round has a fault of every
// kind; those that erase a store are in every fourth round, because they also end what is to be
// compared. The targets of a kind take turns. allClocks says that every part's clock can be set, not
// only those of Redis and Postgres.
func planOf(seed uint64, faults int, allClocks bool) (plan []fault) {
	victims := maps.Clone(victims)
	if !allClocks {
		victims[faultClock] = victims[faultClock][:2]
	}
	random := rand.New(rand.NewPCG(seed, 1))
	waiting := map[string][]string{} // kind → targets whose turn comes
	kinds := slices.Sorted(maps.Keys(victims))
	for round := 0; len(plan) < faults; round++ {
		for _, i := range random.Perm(len(kinds)) {
			kind := kinds[i]
			if (kind == faultFlush || kind == faultEmpty) && round%4 != 0 {
				continue
			}
			if len(waiting[kind]) == 0 {
				for _, j := range random.Perm(len(victims[kind])) {
					waiting[kind] = append(waiting[kind], victims[kind][j])
				}
			}
			target := waiting[kind][0]
			waiting[kind] = waiting[kind][1:]
			plan = append(plan, fault{kind, target, time.Duration(500+random.IntN(6000)) * time.Millisecond})
		}
	}
	return plan[:faults]
}

// inject lets a fault happen and ends it.
func (x *chaos) inject(f fault) {
	x.t.Helper()
	parts := strings.Fields(f.target)
	switch f.kind {
	case faultKill, faultTwo:
		x.kill(parts...)
	case faultPause:
		x.pause(f.target, f.hold)
	case faultRestart:
		x.restart(f.target)
	case faultLeaderKill:
		x.kill(x.leader(f.target))
	case faultLeaderPause:
		x.pause(x.leader(f.target), f.hold)
	case faultCut, faultHalfOpen, faultDelay, faultSlow:
		x.links.disturb(x.t, f)
	case faultFull:
		x.fillDisk(f.target, f.hold)
	case faultClock:
		x.shiftClock(f.target, f.hold)
	case faultFlush:
		x.ledger.beforeFlush(x)
		x.flush()
		x.ledger.flushes = append(x.ledger.flushes, time.Now())
	case faultEmpty:
		x.empty()
	}
}

// processes returns the processes of a part: that which the cluster started, and their children.
func (c *cluster) processes(t *testing.T, part string) []int {
	t.Helper()
	pids := c.pids(t, part)
	for i := 0; i < len(pids); i++ {
		dirs, _ := filepath.Glob("/proc/[1-9]*/stat")
		for _, stat := range dirs {
			text, _ := os.ReadFile(stat)
			_, rest, _ := strings.Cut(string(text), ") ")
			fields := strings.Fields(rest)
			if pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(stat))); len(fields) > 1 && fields[1] == strconv.Itoa(pids[i]) {
				pids = append(pids, pid)
			}
		}
	}
	return pids
}

// signal sends a signal to every process of a part.
func (c *cluster) signal(t *testing.T, part string, signal syscall.Signal) {
	t.Helper()
	for _, pid := range c.processes(t, part) {
		_ = syscall.Kill(pid, signal) // it may have ended
	}
}

// kill kills parts at once and waits until the cluster has started them again.
func (x *chaos) kill(parts ...string) {
	x.t.Helper()
	before := x.runs(x.t)
	for _, part := range parts {
		x.signal(x.t, part, syscall.SIGKILL)
	}
	for _, part := range parts {
		testenv.Await(x.t, "another process of "+part, func() bool { return x.pids(x.t, part)[0] != before[part] })
	}
}

// restart restarts a part by the documented command. That waits until all works, for a minute; a busy
// machine may take longer.
func (x *chaos) restart(part string) {
	if out, err := exec.Command("./cluster", x.dir, "restart", part).CombinedOutput(); err != nil {
		x.t.Logf("restart %s: %v: %s", part, err, out)
	}
}

func (x *chaos) pause(part string, hold time.Duration) {
	x.t.Helper()
	x.signal(x.t, part, syscall.SIGSTOP)
	time.Sleep(hold)
	x.signal(x.t, part, syscall.SIGCONT)
}

// leader returns the NATS node that leads a stream.
func (x *chaos) leader(stream string) (node string) {
	x.t.Helper()
	conn, err := broker.Connect(x.t.Context(), broker.Config{URL: x.setting("BIOM_NATS_URL")})
	if err != nil {
		x.t.Fatal(err)
	}
	defer conn.Close()
	testenv.Await(x.t, "a leader of "+stream, func() bool {
		s, err := conn.JS.Stream(x.t.Context(), stream)
		if err != nil || s.CachedInfo().Cluster == nil {
			return false
		}
		node = s.CachedInfo().Cluster.Leader
		return node != ""
	})
	return node
}

// fillDisk lets every write of a part to a file fail: its files may not grow beyond 0 bytes. A NATS
// node and Postgres store again only after a restart; Redis ends by itself.
func (x *chaos) fillDisk(part string, hold time.Duration) {
	x.t.Helper()
	before := x.runs(x.t)[part]
	for _, pid := range x.processes(x.t, part) {
		var limit unix.Rlimit
		if err := unix.Prlimit(pid, unix.RLIMIT_FSIZE, nil, &limit); err == nil {
			limit.Cur = 0
			_ = unix.Prlimit(pid, unix.RLIMIT_FSIZE, &limit, nil) // it may have ended
		}
	}
	time.Sleep(hold)
	if now := x.runs(x.t)[part]; now == before && alive(now) {
		x.kill(part)
	}
}

func (x *chaos) flush() {
	x.t.Helper()
	options, err := redis.ParseURL(x.setting("BIOM_REDIS_URL"))
	if err != nil {
		x.t.Fatal(err)
	}
	client := redis.NewClient(options)
	defer client.Close()
	testenv.Await(x.t, "the flush of Redis", func() bool { return client.FlushAll(x.t.Context()).Err() == nil })
}

// empty removes biom's database and restarts Postgres.
func (x *chaos) empty() {
	x.t.Helper()
	conn, err := pgx.Connect(x.t.Context(), strings.Replace(x.setting("BIOM_DATABASE_URL"), "/biom?", "/postgres?", 1))
	if err != nil {
		x.t.Fatal(err)
	}
	begin := time.Now()
	testenv.Await(x.t, "the end of the database", func() bool { // biom may connect meanwhile
		_, err := conn.Exec(x.t.Context(), "DROP DATABASE biom WITH (FORCE)")
		return err == nil
	})
	x.ledger.emptied = append(x.ledger.emptied, span{begin, time.Now()})
	_ = conn.Close(x.t.Context())
	x.kill("postgres")
}

// setting returns a setting of the cluster, as its operator has it.
func (c *cluster) setting(name string) string {
	text, _ := os.ReadFile(filepath.Join(c.dir, "environment"))
	for line := range strings.Lines(string(text)) {
		if value, ok := strings.CutPrefix(strings.TrimSpace(line), name+"="); ok {
			return value
		}
	}
	return ""
}
