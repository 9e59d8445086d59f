package quota_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"biom/shared/quota"
	"biom/shared/testenv"
)

// BenchmarkCharge measures allowed charges on full logs. The clock moves on before
// each call, so that one entry leaves the window and one is added. The time should
// not depend on the number of entries.
func BenchmarkCharge(b *testing.B) {
	stores := map[string]func(testing.TB, *testenv.Clock) quota.Store{
		"redis": func(t testing.TB, clock *testenv.Clock) quota.Store {
			store := quota.NewRedis(connect(t, testenv.Redis(t)))
			store.Pin(clock.Now)
			return store
		},
		"sqlite": func(t testing.TB, clock *testenv.Clock) quota.Store {
			_, store := openSQLite(t, filepath.Join(t.TempDir(), "biom.db"))
			store.Now = clock.Now
			return store
		},
		"memory": func(_ testing.TB, clock *testenv.Clock) quota.Store {
			store := quota.NewMemory()
			store.Now = clock.Now
			return store
		},
	}
	for _, kind := range []string{"redis", "sqlite", "memory"} {
		for _, entries := range []int{300, 10_000} {
			for _, callers := range []int{1, 32} {
				b.Run(fmt.Sprintf("%s/entries=%d/callers=%d", kind, entries, callers), func(b *testing.B) {
					clock := testenv.NewClock()
					store := stores[kind](b, clock)
					fill(b, store, clock, entries)
					benchCharge(b, store, clock, entries, callers)
				})
			}
		}
	}
}

func benchCharge(b *testing.B, store quota.Store, clock *testenv.Clock, entries, callers int) {
	var calls, refused atomic.Int64
	took := make([]time.Duration, b.N)
	var wg sync.WaitGroup
	b.ResetTimer()
	for range callers {
		wg.Go(func() {
			for i := calls.Add(1); i <= int64(b.N); i = calls.Add(1) {
				clock.Advance(quota.Window / time.Duration(entries))
				began := time.Now()
				v, err := store.Charge(b.Context(), fmt.Sprint("bench-", i), ai("user:ada", 1, quota.Credits(entries)+64))
				if took[i-1] = time.Since(began); err != nil {
					b.Error(err)
				}
				if !v.Allowed {
					refused.Add(1)
				}
			}
		})
	}
	wg.Wait()
	b.StopTimer()
	slices.Sort(took)
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "decisions/s")
	b.ReportMetric(float64(took[b.N/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(took[b.N*99/100].Microseconds())/1000, "p99-ms")
	b.ReportMetric(float64(refused.Load()), "refused")
}
