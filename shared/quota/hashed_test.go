package quota_test

import (
	"bytes"
	"fmt"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"biom/shared/quota"
	"biom/shared/quota/quotatest"
	"biom/shared/testenv"
)

var hashKey = bytes.Repeat([]byte{7}, 32)

func TestHashed(t *testing.T) {
	t.Parallel()
	quotatest.Exercise(t, func(_ testing.TB, now func() time.Time) quotatest.Fixture {
		return quotatest.Fixture{Store: quota.NewHashed(&quota.Memory{Now: now}, hashKey)}
	})
}

// callers are subjects of each kind, and what must not be found of them in a store.
var (
	callers = []quota.Subject{
		quota.Address(netip.MustParseAddr("203.0.113.77")), quota.Address(netip.MustParseAddr("2001:db8:7:7::1")), quota.User("ada-lovelace"),
	}
	clearText = []string{"203.0.113.77", "2001:db8:7:7", "ada-lovelace"}
)

// chargeAll charges each caller, and the capacity of all.
func chargeAll(t *testing.T, store quota.Store) {
	t.Helper()
	for i, subject := range callers {
		lines := []quota.Line{ai(subject, 2, 50), {Bucket: quota.Capacity, Subject: quota.All, Cost: 2, Limit: 50}}
		if v, err := store.Charge(t.Context(), fmt.Sprint(i), lines...); err != nil || !v.Allowed {
			t.Fatal(v, err)
		}
		if u, err := store.Usage(t.Context(), quota.BiomAI, subject); err != nil || u.Used != 2 {
			t.Errorf("%s: %+v, %v", subject, u, err)
		}
	}
}

func TestSQLiteHoldsNoSubject(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "biom.db")
	db, store := openSQLite(t, path)
	chargeAll(t, quota.NewHashed(store, hashKey))
	if u, err := store.Usage(t.Context(), quota.Capacity, quota.All); err != nil || u.Used != 6 {
		t.Errorf("capacity: %+v, %v", u, err)
	}
	_ = db.Close()
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range clearText {
		if bytes.Contains(file, []byte(text)) {
			t.Errorf("the file holds %q", text)
		}
	}
}

func TestRedisHoldsNoSubject(t *testing.T) {
	t.Parallel()
	client := connect(t, testenv.StartRedis(t, testenv.RedisOptions{}).URL())
	chargeAll(t, quota.NewHashed(quota.NewRedis(client), hashKey))
	keys, err := client.Keys(t.Context(), "biom:quota:log:*").Result()
	if err != nil || len(keys) != len(callers)+1 {
		t.Fatal(keys, err)
	}
	for _, key := range keys {
		for _, text := range clearText {
			if strings.Contains(key, text) {
				t.Errorf("key %s", key)
			}
		}
	}
}

// Without the key the hashes tell nothing: another key gives other subjects.
func TestAnotherKeyIsAnotherCount(t *testing.T) {
	t.Parallel()
	store := quota.NewMemory()
	chargeAll(t, quota.NewHashed(store, hashKey))
	u, err := quota.NewHashed(store, bytes.Repeat([]byte{8}, 32)).Usage(t.Context(), quota.BiomAI, callers[0])
	if err != nil || u.Used != 0 {
		t.Errorf("%+v, %v", u, err)
	}
}
