package api_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"biom/api"
	"biom/shared/apikey"
	"biom/shared/job"
	"biom/shared/quota"
)

const usagePath = "/api/v1/biom/usage"

func TestContractUsage(t *testing.T) {
	t.Parallel()
	b := setup(t)
	resp, body := b.get(usagePath)
	checkResponse(t, resp, body, http.StatusOK, `{"auth_type":"public","user_id":null,"engines":{`+
		`"biomai":{"used":0,"limit":25,"resets_in_seconds":0},"biomai_byok":{"used":0,"limit":1000,"resets_in_seconds":0},`+
		`"biomjson":{"used":0,"limit":300,"resets_in_seconds":0},"retrieve":{"used":0,"limit":1000,"resets_in_seconds":0}},`+
		`"keys":{"service":{"provided":false},"provider":{"provided":false}}}`)
}

// usedStore is a quota store in which only the user u has used credits.
type usedStore struct{ quota.Store }

func (usedStore) Usage(_ context.Context, bucket quota.Bucket, subject quota.Subject) (quota.Usage, error) {
	if subject != quota.User("u") {
		return quota.Usage{}, fmt.Errorf("asked for %s", subject)
	}
	return map[quota.Bucket]quota.Usage{
		quota.BiomAI:     {Used: 1, ResetsIn: 24 * time.Hour},
		quota.BiomAIBYOK: {Used: 6000, ResetsIn: time.Millisecond},
		quota.BiomJSON:   {Used: 3, ResetsIn: time.Second},
		quota.Retrieve:   {Used: 0},
	}[bucket], nil
}

func TestContractUsageOfUser(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *api.Config) { c.Quota = usedStore{c.Quota} })
	b.keys["k"] = apikey.Record{User: "u", Limits: apikey.Limits{BiomAI: 601, BiomAIBYOK: 6000, BiomJSON: 6000}}
	resp, body := b.get(usagePath, "Authorization", "Bearer k", "X-Provider-API-Key", canary)
	checkResponse(t, resp, body, http.StatusOK, `{"auth_type":"authenticated","user_id":"u","engines":{`+
		`"biomai":{"used":0.5,"limit":300.5,"resets_in_seconds":86400},"biomai_byok":{"used":3000,"limit":3000,"resets_in_seconds":1},`+
		`"biomjson":{"used":1.5,"limit":3000,"resets_in_seconds":1},"retrieve":{"used":0,"limit":0,"resets_in_seconds":0}},`+
		`"keys":{"service":{"provided":true,"valid":true,"user_id":"u"},"provider":{"provided":true}}}`)
}

func TestUsageCounts(t *testing.T) {
	t.Parallel()
	b := setup(t)
	b.post(upload("a.pdf", []byte(pdf), "service_tier", "slow"))
	b.post(upload("a.json", document()))
	_, body := b.get(usagePath + "?api_key=" + canary)
	for _, part := range []string{
		`"auth_type":"public"`, `"user_id":null`, `"biomai":{"used":0.5,"limit":25,"resets_in_seconds":86400}`,
		`"biomjson":{"used":1,"limit":300,"resets_in_seconds":86400}`, `"service":{"provided":true,"valid":false}`,
	} {
		if !strings.Contains(string(body), part) {
			t.Errorf("no %s in %s", part, body)
		}
	}
}

func TestValidateProviderKey(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		query string
		key   string
		state bool
		want  string
		asked int
	}{
		"accepted":       {"?validate=true", canary, true, `"provider":{"provided":true,"valid":true}`, 1},
		"rejected":       {"?validate=1", canary, false, `"provider":{"provided":true,"valid":false}`, 1},
		"not reached":    {"?validate=true", canary + "-away", true, `"provider":{"provided":true,"valid":null}`, 1},
		"empty":          {"?validate=", canary, true, `"provider":{"provided":true}`, 0},
		"blank":          {"?validate=%20", canary, true, `"provider":{"provided":true}`, 0},
		"no value":       {"?validate", canary, true, `"provider":{"provided":true}`, 0},
		"blanks around":  {"?validate=+T+", canary, true, `"provider":{"provided":true,"valid":true}`, 1},
		"any spelling":   {"?validate=YES", canary, true, `"provider":{"provided":true,"valid":true}`, 1},
		"not asked for":  {"?validate=false", canary, true, `"provider":{"provided":true}`, 0},
		"off":            {"?validate=off", canary, true, `"provider":{"provided":true}`, 0},
		"by default not": {"", canary, true, `"provider":{"provided":true}`, 0},
		"no key":         {"?validate=on", "", true, `"provider":{"provided":false}`, 0},
	} {
		b := setup(t)
		b.checks.state.Valid = c.state
		if strings.HasSuffix(c.key, "-away") {
			b.checks.err = job.ErrNotChecked
		}
		var headers []string
		if c.key != "" {
			headers = []string{"X-Provider-API-Key", c.key}
		}
		resp, body := b.get(usagePath+c.query, headers...)
		if resp.StatusCode != http.StatusOK || !strings.Contains(string(body), c.want+"}}") || len(b.checks.asked) != c.asked {
			t.Errorf("%s: asked %d times, %d %s", name, len(b.checks.asked), resp.StatusCode, body)
		}
	}
}

func TestBadUsage(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for _, query := range []string{
		"?validate=maybe", "?validate=2", "?validate=tr", "?validate=true%00", "?validate=null",
		"?validate=true&validate=true", "?validate=true&validate=",
		"?validate=" + strings.Repeat("true", 2000), "?validate=%EF%BD%94rue",
	} {
		resp, body := b.get(usagePath + query)
		checkRefusal(t, resp, body, http.StatusUnprocessableEntity, "REQUEST_VALIDATION_ERROR")
	}
	for _, query := range []string{"?validate=%zz", "?validate=true;x=1", "?x=%zz"} {
		resp, body := b.get(usagePath + query)
		checkRefusal(t, resp, body, http.StatusBadRequest, "HTTP_ERROR")
	}
	for _, key := range []string{"", " ", "a b", strings.Repeat("k", 10<<10), canary + "é"} {
		resp, body := b.get(usagePath, "X-Provider-API-Key", key)
		checkRefusal(t, resp, body, http.StatusBadRequest, "HTTP_ERROR")
	}
	resp, body := b.get(usagePath, "X-Provider-API-Key", canary+"1", "X-Provider-API-Key", canary+"2")
	checkRefusal(t, resp, body, http.StatusBadRequest, "HTTP_ERROR")
}

// TestUsageWhenPartsAreUnavailable: usage does not guess, it refuses with 503.
func TestUsageWhenPartsAreUnavailable(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change  func(*api.Config)
		query   string
		headers []string
	}{
		"key store unavailable": {nil, "", []string{"Authorization", "Bearer unavailable"}},
		"quota store fails":     {func(c *api.Config) { c.Quota = usedStore{c.Quota} }, "", nil}, // it fails for addresses
		"quota store silent":    {func(c *api.Config) { c.Quota, c.QuotaTimeout = silentStore{c.Quota}, 10*time.Millisecond }, "", nil},
	} {
		var change []func(*api.Config)
		if c.change != nil {
			change = append(change, c.change)
		}
		b := setup(t, change...)
		resp, body := b.get(usagePath+c.query, c.headers...)
		checkRefusal(t, resp, body, http.StatusServiceUnavailable, "INTERNAL_ERROR")
		if resp.Header.Get("Retry-After") != "5" {
			t.Errorf("%s: %v", name, resp.Header)
		}
	}
}

// silentStore is a quota store that does not answer.
type silentStore struct{ quota.Store }

func (silentStore) Usage(ctx context.Context, _ quota.Bucket, _ quota.Subject) (quota.Usage, error) {
	<-ctx.Done()
	return quota.Usage{}, ctx.Err()
}
