package main

import (
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// 10,000 concurrent requests against a bucket of 25: from 50 connections, and
// from 200 beside others who have every core derive keys. A store that is well
// must not be taken for one that is away, with limits in memory beside it.
func TestQuotaIsExactUnderLoad(t *testing.T) {
	t.Parallel()
	const requests, limit = 10_000, 25
	for name, start := range map[string]func(t *testing.T, env ...string) []string{
		"SQLite": func(t *testing.T, env ...string) []string {
			r := alone(t)
			r.executable = build(t)
			url, _ := r.serve(t.TempDir(), env...)
			return []string{url}
		},
		"Redis": func(t *testing.T, env ...string) []string {
			r := newRig(t)
			r.executable = build(t)
			one, _ := r.api(env...)
			other, _ := r.api(env...)
			return []string{one, other}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			urls := start(t, trustUs, fmt.Sprintf("BIOM_QUOTA_BIOMJSON=%d", limit))
			plain := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 200}} // the document is too slow for so many
			storm := func(connections int) {
				t.Helper()
				c, statuses := newCaller(t, ""), make(map[int]int)
				c.client = plain
				var mu sync.Mutex
				many(requests, connections, func(i int) {
					r, err := c.at(urls[i%len(urls)]).upload("a.json", report("p"))
					if err != nil {
						t.Error(err)
					}
					mu.Lock()
					defer mu.Unlock()
					statuses[r.status]++
				})
				if statuses[http.StatusOK] != limit || statuses[http.StatusTooManyRequests] != requests-limit {
					t.Errorf("from %d connections: %v", connections, statuses)
				}
			}
			storm(50)
			tr := newTraffic(t)
			for i := range 16 {
				other := newCaller(t, urls[i%len(urls)])
				other.client = plain
				tr.gets("retrieve", other, retrievePath("abandon-ability-000000"))
			}
			storm(200)
			tr.patience = time.Minute
			tr.end(map[string][]int{"retrieve": {404, 429, 503}})
		})
	}
}

// many calls f for 0 to n-1 from a number of goroutines.
func many(n, goroutines int, f func(i int)) {
	var next atomic.Int64
	var group sync.WaitGroup
	for range goroutines {
		group.Go(func() {
			for i := next.Add(1) - 1; i < int64(n); i = next.Add(1) - 1 {
				f(int(i))
			}
		})
	}
	group.Wait()
}

// wide are two api on one Postgres whose callers may retrieve all day long.
func wide(t *testing.T) (*rig, []string, []*process) {
	r := newRig(t)
	r.executable = build(t) // Argon2id is slow under the race detector
	var urls []string
	var apis []*process
	for range 2 {
		url, p := r.api(trustUs, "BIOM_QUOTA_RETRIEVE=100000")
		urls, apis = append(urls, url), append(apis, p)
	}
	return r, urls, apis
}

// 200 wrong numbers at once through two api: exactly three are tried, the
// record is destroyed, and the right number finds nothing.
func TestGuessesThroughTwoReplicas(t *testing.T) {
	t.Parallel()
	r, urls, _ := wide(t)
	c := newCaller(t, urls[0])
	code := c.share(report("p"))
	tried := r.watchShare(t, code)

	var mu sync.Mutex
	statuses := map[int]int{}
	many(200, 200, func(i int) {
		guess := code[:len(code)-6] + fmt.Sprintf("%06d", i)
		if guess == code {
			guess = wrong(code)
		}
		got, err := c.at(urls[i%2]).do(http.MethodGet, retrievePath(guess), "", nil)
		if err != nil {
			t.Error(err)
		}
		mu.Lock()
		defer mu.Unlock()
		statuses[got.status]++
	})
	if statuses[404]+statuses[503] != 200 || statuses[404] < 3 {
		t.Errorf("%v", statuses)
	}
	if n := tried(); n != 3 {
		t.Errorf("%d guesses were tried against the record", n)
	}
	c.retrieve(code).want(t, http.StatusNotFound)
}

// 100 right codes at once through two api all succeed.
func TestRightCodesThroughTwoReplicas(t *testing.T) {
	t.Parallel()
	_, urls, _ := wide(t)
	c := newCaller(t, urls[0])
	code := c.share(report("p"))
	many(100, 100, func(i int) {
		if got, err := c.at(urls[i%2]).do(http.MethodGet, retrievePath(code), "", nil); err != nil || got.status != http.StatusOK {
			t.Errorf("%v, status %d: %s", err, got.status, got.body)
		}
	})
}

// 500 retrievals of different shares at once: the memory of Argon2id is
// bounded, and nobody gets another answer than the three there are.
func TestManyRetrievalsAtOnce(t *testing.T) {
	t.Parallel()
	_, urls, apis := wide(t)
	c := newCaller(t, urls[0])
	codes := make([]string, 500)
	for i := range codes {
		codes[i] = fmt.Sprintf("abandon-%s-%06d", strings.Repeat(string(rune('a'+i%26)), 3+i/26), i)
	}
	const shares, every = 8, 60
	for i := range shares {
		codes[i*every] = c.share(report(strconv.Itoa(i)))
	}
	var mu sync.Mutex
	statuses := map[int]int{}
	many(len(codes), len(codes), func(i int) {
		got, err := c.do(http.MethodGet, retrievePath(codes[i]), "", nil)
		mu.Lock()
		defer mu.Unlock()
		statuses[got.status]++
		isReal := i%every == 0 && i/every < shares
		switch {
		case err != nil:
			t.Error(err)
		case got.status == http.StatusServiceUnavailable && got.header.Get("Retry-After") != "":
		case isReal && got.status == http.StatusOK, !isReal && got.status == http.StatusNotFound:
		default:
			t.Errorf("%d: status %d: %s", i, got.status, got.body)
		}
	})
	most := peakMemory(t, apis[0])
	t.Logf("%v, peak of resident memory %d MiB", statuses, most>>20)
	if most > 300<<20 {
		t.Errorf("peak of resident memory is %d MiB", most>>20)
	}
}

// peakMemory is the most bytes that a process ever had resident.
func peakMemory(t *testing.T, p *process) int {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	fields := strings.Fields(lineWith(string(status), "VmHWM:"))
	kb, err := strconv.Atoi(fields[1])
	if err != nil {
		t.Fatal(err)
	}
	return kb << 10
}

// watchShare has Postgres itself note every write to a share's row: each try
// is one. It returns how many there were.
func (r *rig) watchShare(t *testing.T, code string) (tried func() int) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), r.database)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(t.Context()) })
	_, err = conn.Exec(t.Context(), `
		CREATE TABLE tried (id text NOT NULL);
		CREATE FUNCTION note_try() RETURNS trigger LANGUAGE plpgsql AS
			$$ BEGIN INSERT INTO tried VALUES (OLD.id); RETURN COALESCE(NEW, OLD); END $$;
		CREATE TRIGGER note_try BEFORE UPDATE OR DELETE ON share FOR EACH ROW EXECUTE FUNCTION note_try()`)
	if err != nil {
		t.Fatal(err)
	}
	return func() (n int) {
		t.Helper()
		id := code[:strings.LastIndex(code, "-")]
		if err := conn.QueryRow(t.Context(), `SELECT count(*) FROM tried WHERE id = $1`, id).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
}
