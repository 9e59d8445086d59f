package main

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"

	"biom/shared/testenv"
)

// Of many concurrent requests against a bucket of 25, exactly 25 are served: from 50
// connections, and also while other callers keep every core busy with the derivation
// of keys. Where the machine is so slow that an api took its store to be unavailable, that
// api counted by itself, as it does in an outage: then it may have served 25 of its own.
func TestQuotaIsExactUnderLoad(t *testing.T) { quotaIsExactUnderLoad(t, 300, 50) }

func TestLongQuotaIsExactUnderLoad(t *testing.T) { quotaIsExactUnderLoad(t, 10_000, 200) }

func quotaIsExactUnderLoad(t *testing.T, requests, connections int) {
	t.Parallel()
	const limit = 25
	for name, start := range map[string]func(t *testing.T, env ...string) ([]string, []*process){
		"SQLite": func(t *testing.T, env ...string) ([]string, []*process) {
			r := alone(t)
			r.executable = testenv.Biom(t) // Argon2id is slow under the race detector
			url, p := r.serve(t.TempDir(), env...)
			return []string{url}, []*process{p}
		},
		"Redis": func(t *testing.T, env ...string) ([]string, []*process) {
			r := newRig(t)
			r.executable = testenv.Biom(t) // as below
			first, p := r.api(env...)
			second, q := r.api(env...)
			return []string{first, second}, []*process{p, q}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			urls, apis := start(t, trustUs, fmt.Sprintf("BIOM_QUOTA_BIOMJSON=%d", limit))
			plain := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 200}} // checking so many against the OpenAPI document is too slow
			t.Cleanup(plain.CloseIdleConnections)
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
				most := limit
				for _, p := range apis {
					if strings.Contains(p.out.String(), "the quota store does not answer") {
						most += limit
					}
				}
				if served := statuses[http.StatusOK]; served < limit || served > most || statuses[http.StatusTooManyRequests] != requests-served {
					t.Errorf("from %d connections: %v, at most %d may be served", connections, statuses, most)
				}
			}
			storm(50)
			tr := newTraffic(t)
			for i := range 16 {
				other := newCaller(t, urls[i%len(urls)])
				other.client = plain
				tr.gets("retrieve", other, retrievePath("abandon-ability-000000"))
			}
			storm(connections)
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

// twoReplicas starts two apis on one Postgres, with a generous quota for
// retrievals.
func twoReplicas(t *testing.T) (*rig, []string, []*process) {
	r := newRig(t)
	r.executable = testenv.Biom(t) // Argon2id is slow under the race detector
	var urls []string
	var apis []*process
	for range 2 {
		url, p := r.api(trustUs, "BIOM_QUOTA_RETRIEVE=100000")
		urls, apis = append(urls, url), append(apis, p)
	}
	return r, urls, apis
}

// Of many wrong numbers at once through two apis, exactly three are compared with the
// record. Then the share is destroyed, and the right number finds nothing.
func TestGuessesThroughTwoReplicas(t *testing.T) { guessesThroughTwoReplicas(t, 24) }

func TestLongGuessesThroughTwoReplicas(t *testing.T) { guessesThroughTwoReplicas(t, 200) }

func guessesThroughTwoReplicas(t *testing.T, guesses int) {
	t.Parallel()
	r, urls, _ := twoReplicas(t)
	c := newCaller(t, urls[0])
	code := c.share(report("p"))
	tried := r.watchShare(t, code)

	var mu sync.Mutex
	statuses := map[int]int{}
	many(guesses, guesses, func(i int) {
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
	if statuses[404]+statuses[503] != guesses || statuses[404] < 3 {
		t.Errorf("%v", statuses)
	}
	if n := tried(); n != 3 {
		t.Errorf("%d guesses were compared with the record", n)
	}
	patiently(func() reply { return c.retrieve(code) }).want(t, http.StatusNotFound)
}

// Right codes at once through two apis all succeed. An api that is busy may refuse
// a request with 503; it is sent again, as a client would.
func TestRightCodesThroughTwoReplicas(t *testing.T) { rightCodesThroughTwoReplicas(t, 16) }

func TestLongRightCodesThroughTwoReplicas(t *testing.T) { rightCodesThroughTwoReplicas(t, 100) }

func rightCodesThroughTwoReplicas(t *testing.T, retrievals int) {
	t.Parallel()
	_, urls, _ := twoReplicas(t)
	c := newCaller(t, urls[0])
	code := c.share(report("p"))
	many(retrievals, retrievals, func(i int) {
		got := patiently(func() reply {
			r, err := c.at(urls[i%2]).do(http.MethodGet, retrievePath(code), "", nil)
			if err != nil {
				t.Error(err)
			}
			return r
		})
		if got.status != http.StatusOK {
			t.Errorf("status %d: %s", got.status, got.body)
		}
	})
}

// While different shares are retrieved at once, the memory of Argon2id is bounded,
// and each caller gets one of the three possible answers.
func TestManyRetrievalsAtOnce(t *testing.T) { manyRetrievalsAtOnce(t, 60, 4) }

func TestLongManyRetrievalsAtOnce(t *testing.T) { manyRetrievalsAtOnce(t, 500, 8) }

// manyRetrievalsAtOnce retrieves a number of codes, of which some are shares.
func manyRetrievalsAtOnce(t *testing.T, retrievals, shares int) {
	t.Parallel()
	_, urls, apis := twoReplicas(t)
	c := newCaller(t, urls[0])
	codes := make([]string, retrievals)
	for i := range codes {
		codes[i] = fmt.Sprintf("abandon-%s-%06d", strings.Repeat(string(rune('a'+i%26)), 3+i/26), i)
	}
	every := retrievals / shares
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
		isShare := i%every == 0 && i/every < shares
		switch {
		case err != nil:
			t.Error(err)
		case got.status == http.StatusServiceUnavailable && got.header.Get("Retry-After") != "":
		case isShare && got.status == http.StatusOK, !isShare && got.status == http.StatusNotFound:
		default:
			t.Errorf("%d: status %d: %s", i, got.status, got.body)
		}
	})
	const limit = 300 * (1 << 20) / 1e6
	peak := peakMB(t, apis[0])
	t.Logf("%v, peak of resident memory %.0f MB", statuses, peak)
	if peak > limit {
		t.Errorf("peak of resident memory is %.0f MB, at most %.0f are allowed", peak, limit)
	}
}

// watchShare has Postgres itself note every write to a share's row. Each guess
// that is compared is one. tried returns how many there were.
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
