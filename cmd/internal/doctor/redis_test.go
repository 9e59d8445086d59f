package doctor_test

import (
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"biom/cmd/internal/doctor"
	"biom/shared/testenv"
)

func checkRedis(t *testing.T, url string, now func() time.Time) *doctor.Report {
	t.Helper()
	r := &doctor.Report{}
	r.Redis(t.Context(), url, now)
	return r
}

func TestRedis(t *testing.T) {
	t.Parallel()
	server := testenv.StartRedis(t, testenv.RedisOptions{Durable: true, Args: []string{"--requirepass", "s3cret"}})
	url := "redis://:s3cret@" + server.Addr + "/0" + testenv.RedisTimeouts
	wantSound(t, checkRedis(t, url, time.Now))

	want(t, checkRedis(t, url, ahead(-10*time.Second)), "Redis clock", doctor.Problem, "10s ahead", "NTP")
	want(t, checkRedis(t, url, ahead(10*time.Second)), "Redis clock", doctor.Problem, "10s behind")
	want(t, checkRedis(t, "redis://"+server.Addr+"/0", time.Now), "Redis", doctor.Problem, "NOAUTH", "BIOM_REDIS_URL")
	want(t, checkRedis(t, "http://nonsense", time.Now), "Redis", doctor.Problem, "BIOM_REDIS_URL")

	client := redis.NewClient(&redis.Options{Addr: server.Addr, Password: "s3cret"})
	defer client.Close()
	set := func(name, value string) {
		t.Helper()
		if err := client.ConfigSet(t.Context(), name, value).Err(); err != nil {
			t.Fatal(err)
		}
	}
	set("maxmemory-policy", "allkeys-lru")
	want(t, checkRedis(t, url, time.Now), "Redis eviction", doctor.Warning, "allkeys-lru", "noeviction")
	set("maxmemory", "100mb")
	want(t, checkRedis(t, url, time.Now), "Redis eviction", doctor.Problem, "allkeys-lru", "noeviction")
	set("maxmemory-policy", "noeviction")
	set("maxmemory", "600kb")
	want(t, checkRedis(t, url, time.Now), "Redis eviction", doctor.Warning, "Raise maxmemory")
	set("maxmemory", "0")
	set("appendfsync", "everysec")
	want(t, checkRedis(t, url, time.Now), "Redis persistence", doctor.Warning, "everysec", "appendfsync always")
	set("appendonly", "no")
	want(t, checkRedis(t, url, time.Now), "Redis persistence", doctor.Problem, "appendonly is no")

	for _, acl := range [][]any{
		{"ACL", "SETUSER", "reader", "on", ">pw", "~*", "+@all", "-eval", "-evalsha"},
		{"ACL", "SETUSER", "managed", "on", ">pw", "~biom:*", "+@all", "-@dangerous", "+info"},
	} {
		if err := client.Do(t.Context(), acl...).Err(); err != nil {
			t.Fatal(err)
		}
	}
	set("appendonly", "yes")
	want(t, checkRedis(t, "redis://reader:pw@"+server.Addr+"/0", time.Now), "Redis rights", doctor.Problem, "NOPERM", "ACL SETUSER")
	managed := checkRedis(t, "redis://managed:pw@"+server.Addr+"/0", time.Now)
	want(t, managed, "Redis persistence", doctor.NotChecked, "appendfsync")
	want(t, managed, "Redis rights", doctor.OK)
	if err := client.Do(t.Context(), "REPLICAOF", "127.0.0.1", "1").Err(); err != nil {
		t.Fatal(err)
	}
	want(t, checkRedis(t, url, time.Now), "Redis", doctor.Problem, "replica")
	server.Kill(t)
	want(t, checkRedis(t, url, time.Now), "Redis", doctor.Problem, "refused", "Start Redis")
}

func TestRedisWithoutPassword(t *testing.T) {
	t.Parallel()
	want(t, checkRedis(t, testenv.Redis(t), time.Now), "Redis", doctor.Warning, "requirepass")
}
