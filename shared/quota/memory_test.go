package quota_test

import (
	"fmt"
	"testing"
	"time"

	"biom/shared/quota"
	"biom/shared/quota/quotatest"
	"biom/shared/testenv"
)

func newMemory(_ testing.TB, now func() time.Time) quotatest.Fixture {
	store := quota.NewMemory()
	store.Now = now
	return quotatest.Fixture{Store: store}
}

func TestMemory(t *testing.T) {
	t.Parallel()
	quotatest.Exercise(t, newMemory)
}

func TestLongMemory(t *testing.T) {
	t.Parallel()
	quotatest.ExerciseLong(t, newMemory)
}

// Expired charges and logs are removed, even if no subject ever comes back.
func TestMemoryIsBounded(t *testing.T) {
	t.Parallel()
	store, clock := quota.NewMemory(), testenv.NewClock()
	store.Now = clock.Now
	for i := range 20_000 {
		if _, err := store.Charge(t.Context(), fmt.Sprint(i), ai(quota.User(fmt.Sprint(i)), 2, 50)); err != nil {
			t.Fatal(err)
		}
		clock.Advance(time.Minute) // 1,440 logs in the window, as many charges remembered
	}
	if logs, charges := store.Sizes(); logs > 4000 || charges > 4000 {
		t.Errorf("%d logs, %d charges kept", logs, charges)
	}
}
