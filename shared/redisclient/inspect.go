package redisclient

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"

	"biom/shared/clock"
)

// State is what a Redis server says about itself.
type State struct {
	Version    string
	Mode       string // "standalone", "sentinel" or "cluster"
	Role       string // "master" or "slave"
	Eviction   string // maxmemory-policy
	MaxMemory  int64  // bytes; 0: no limit
	UsedMemory int64  // bytes
	AppendOnly bool
	Fsync      string        // appendfsync; "": the user may not read it
	Password   bool          // the URL has one
	Gap        time.Duration // by which the server's clock is ahead of this machine's
	Around     time.Duration // the gap is exact to this duration
}

// Inspect asks the server. It changes nothing. now is this machine's clock.
func Inspect(ctx context.Context, client *redis.Client, now func() time.Time) (s State, err error) {
	text, err := client.Info(ctx).Result()
	if err != nil {
		return s, fmt.Errorf("redis: %w", err)
	}
	info := parseInfo(text)
	s = State{
		Version: info["redis_version"], Mode: info["redis_mode"], Role: info["role"], Eviction: info["maxmemory_policy"],
		AppendOnly: info["aof_enabled"] == "1", Password: client.Options().Password != "",
	}
	s.MaxMemory, _ = strconv.ParseInt(info["maxmemory"], 10, 64) // absent from servers that are not Redis
	s.UsedMemory, _ = strconv.ParseInt(info["used_memory"], 10, 64)
	if fsync, err := client.ConfigGet(ctx, "appendfsync").Result(); err == nil { // managed servers refuse CONFIG
		s.Fsync = fsync["appendfsync"]
	}
	asked := now()
	at, err := client.Time(ctx).Result()
	if err != nil {
		return s, fmt.Errorf("redis: TIME: %w", err)
	}
	s.Gap, s.Around = clock.Gap(at, asked, now)
	return s, nil
}

// parseInfo returns the fields of INFO's answer.
func parseInfo(text string) map[string]string {
	info := map[string]string{}
	for line := range strings.Lines(text) {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), ":"); ok {
			info[name] = value
		}
	}
	return info
}
