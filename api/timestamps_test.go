package api_test

import (
	"regexp"
	"testing"
	"time"

	"biom/api"
)

// TestTimestampsHaveMilliseconds: in responses, shares, errors and events.
func TestTimestampsHaveMilliseconds(t *testing.T) {
	t.Parallel()
	timestamp := regexp.MustCompile(`"(?:timestamp|expires_at)":"([^"]*)"`)
	for decimals, now := range map[string]time.Duration{".123": 123456789, ".100": 100 * time.Millisecond, ".000": 999} {
		b := setupSharing(t, func(c *api.Config) { c.Now = func() time.Time { return noon().Add(now) } })
		for name, f := range map[string]*form{
			"JSON":            upload("a.json", document(), "biompin", "true"),
			"stream":          upload("a.json", document(), "stream", "true"),
			"error":           upload("a.json", []byte("x")),
			"error in stream": upload("a.json", []byte("x"), "stream", "true"),
		} {
			_, body := b.post(f)
			found := timestamp.FindAllSubmatch(body, -1)
			if len(found) == 0 {
				t.Errorf("%s: no timestamp in %s", name, body)
			}
			for _, m := range found {
				if got := string(m[1]); got != "2026-03-01T12:00:00"+decimals+"Z" && got != "2026-04-01T12:00:00.000Z" {
					t.Errorf("%s: %s", name, got)
				}
			}
		}
	}
}
