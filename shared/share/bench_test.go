package share_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"testing"
	"time"

	"golang.org/x/crypto/argon2"
	"golang.org/x/sync/errgroup"

	"biom/shared/share"
	"biom/shared/share/sharetest"
	"biom/shared/testenv"
)

var document = bytes.Repeat([]byte(`{"AL":23.45}`), 170) // about the size of a report

// argon2id is the key derivation that share.Config.Derive has by default.
func argon2id(secret, salt []byte) []byte { return argon2.IDKey(secret, salt, 3, 32<<10, 1, 32) }

// benchStores runs a benchmark on both stores.
func benchStores(b *testing.B, run func(*testing.B, share.Store)) {
	b.Run("sqlite", func(b *testing.B) {
		run(b, share.NewSQLite(openSQLite(b, filepath.Join(b.TempDir(), "biom.db"))))
	})
	b.Run("postgres", func(b *testing.B) {
		run(b, share.NewPostgres(openPostgres(b, testenv.Postgres(b))))
	})
}

// BenchmarkBesideArgon2id compares retrievals and creations with the bare key
// derivation, which takes most of their time. Batches of both alternate, so that
// both run under the same conditions.
func BenchmarkBesideArgon2id(b *testing.B) {
	benchStores(b, func(b *testing.B, store share.Store) {
		s, err := share.New(share.Config{Store: store})
		if err != nil {
			b.Fatal(err)
		}
		created, err := s.Create(b.Context(), "caller", document)
		if err != nil {
			b.Fatal(err)
		}
		b.Run("retrieve", func(b *testing.B) {
			besideArgon2id(b, func() error {
				_, err := s.Retrieve(b.Context(), "caller", created.Code)
				return err
			})
		})
		b.Run("create", func(b *testing.B) {
			besideArgon2id(b, func() error {
				_, err := s.Create(b.Context(), "caller", document)
				return err
			})
		})
	})
}

// batchOps is the number of operations in a batch. They start at once, so most of
// them wait at the gate.
const batchOps = 32

// besideArgon2id reports both rates, and the peak of the resident memory.
func besideArgon2id(b *testing.B, op func() error) {
	debug.FreeOSMemory()
	_ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0o600) // resets the peak
	var bare, own time.Duration
	for b.Loop() {
		bare += batch(b, runtime.GOMAXPROCS(0), func() error {
			argon2id([]byte("012345"), make([]byte, 16))
			return nil
		})
		own += batch(b, batchOps, op)
	}
	ops := float64(b.N * batchOps)
	b.ReportMetric(ops/bare.Seconds(), "argon2id/s")
	b.ReportMetric(ops/own.Seconds(), "ops/s")
	b.ReportMetric(100*bare.Seconds()/own.Seconds(), "%of-argon2id")
	b.ReportMetric(float64(peakKiB())/1024, "MiB-resident")
}

func batch(b *testing.B, atOnce int, op func() error) time.Duration {
	var g errgroup.Group
	g.SetLimit(atOnce)
	began := time.Now()
	for range batchOps {
		g.Go(op)
	}
	if err := g.Wait(); err != nil {
		b.Fatal(err)
	}
	return time.Since(began)
}

func peakKiB() (kib int) {
	status, _ := os.ReadFile("/proc/self/status")
	_, after, _ := bytes.Cut(status, []byte("VmHWM:"))
	_, _ = fmt.Sscan(string(after), &kib)
	return kib
}

// BenchmarkNotFound measures how long a retrieval takes that finds nothing, for
// each reason. The medians should be equal.
func BenchmarkNotFound(b *testing.B) {
	benchStores(b, func(b *testing.B, store share.Store) {
		b.Run("argon2id", func(b *testing.B) { notFound(b, store, argon2id) })
		b.Run("store-alone", func(b *testing.B) { notFound(b, store, sharetest.Derive) })
	})
}

func anHourAgo() time.Time { return time.Now().Add(-time.Hour) }

func notFound(b *testing.B, store share.Store, derive func(secret, salt []byte) []byte) {
	s := newShares(b, share.Config{Store: store, Derive: derive})
	quick := newShares(b, share.Config{Store: store})
	soon := newShares(b, share.Config{Store: store, TTL: time.Millisecond, Now: anHourAgo})
	took := map[string][]time.Duration{}
	for range b.N {
		wrong, err1 := quick.Create(b.Context(), "caller", document)
		expired, err2 := soon.Create(b.Context(), "caller", document)
		if err := errors.Join(err1, err2); err != nil {
			b.Fatal(err)
		}
		for reason, code := range map[string]share.Code{
			"wrong":   sharetest.Wrong(b, wrong.Code, 1),
			"expired": expired.Code,
			"unknown": sharetest.Code(b, "no-such-000000"),
		} {
			began := time.Now()
			if _, err := s.Retrieve(b.Context(), "caller", code); !errors.Is(err, share.ErrNotFound) {
				b.Fatal(err)
			}
			took[reason] = append(took[reason], time.Since(began))
		}
	}
	for reason, all := range took {
		slices.Sort(all)
		b.ReportMetric(float64(all[len(all)/2].Microseconds()), reason+"-µs")
	}
}
