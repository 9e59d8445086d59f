package api_test

import (
	"context"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"biom/api"
	"biom/shared/apikey"
	"biom/shared/quota"
)

// TestServiceKeys: how a key may be given, which subject is charged, and what the
// response says about a key that was not used.
func TestServiceKeys(t *testing.T) {
	t.Parallel()
	header := func(values ...string) (h []string) {
		for _, v := range values {
			h = append(h, "Authorization", v)
		}
		return h
	}
	long := "biom_" + strings.Repeat("CANARY", 1700)
	for name, c := range map[string]struct {
		query   string
		headers []string
		user    string // who is charged; "": the address
		status  string
	}{
		"none":                       {"", nil, "", ""},
		"other parameters":           {"?key=a&Api_Key=a", nil, "", ""},
		"header":                     {"", header("Bearer a"), "a", ""},
		"scheme in any case":         {"", header("bEARER a"), "a", ""},
		"blanks":                     {"", header("Bearer   a"), "a", ""},
		"parameter":                  {"?api_key=a", nil, "a", ""},
		"both the same":              {"?api_key=a", header("Bearer a"), "a", ""},
		"both, header wins":          {"?api_key=b", header("Bearer a"), "a", ""},
		"both, bad header wins":      {"?api_key=a", header("Bearer CANARY"), "", "invalid"},
		"both, empty header wins":    {"?api_key=a", header("Bearer"), "", "invalid"},
		"header twice":               {"", header("Bearer a", "Bearer a"), "a", ""},
		"header twice, different":    {"", header("Bearer a", "Bearer b"), "", "invalid"},
		"parameter twice":            {"?api_key=a&api_key=a", nil, "a", ""},
		"parameter twice, different": {"?api_key=a&api_key=b", nil, "", "invalid"},
		"another scheme":             {"", header("Basic YTpDQU5BUlk="), "", "invalid"},
		"another scheme beside":      {"?api_key=a", header("Basic YTpDQU5BUlk="), "a", ""},
		"another scheme and no key":  {"?api_key=", header("Basic YTpDQU5BUlk="), "", "invalid"},
		"no scheme":                  {"", header("CANARY"), "", "invalid"},
		"empty header":               {"", header(""), "", ""},
		"two in one":                 {"", header("Bearer a, Bearer a"), "", "invalid"},
		"unknown":                    {"", header("Bearer CANARY"), "", "invalid"},
		"letter case counts":         {"", header("Bearer A"), "", "invalid"},
		"empty":                      {"?api_key=", nil, "", ""},
		"empty beside a key":         {"?api_key=&api_key=a", nil, "a", ""},
		"10 KB":                      {"", header("Bearer " + long), "", "invalid"},
		"10 KB parameter":            {"?api_key=" + long, nil, "", "invalid"},
		"CR and LF":                  {"?api_key=a%0d%0aX-CANARY:1", nil, "", "invalid"},
		"NUL":                        {"?api_key=a%00", nil, "", "invalid"},
		"not UTF-8":                  {"?api_key=%ff", nil, "", "invalid"},
		"malformed":                  {"?api_key=%zzCANARY", nil, "", "invalid"},
		"semicolon":                  {"?api_key=a;b", nil, "", "invalid"},
		"malformed without a key":    {"?x=%zz", nil, "", ""},
		"malformed beside a header":  {"?api_key=%zz", header("Bearer a"), "a", ""},
		"store unavailable":          {"", header("Bearer unavailable"), "", "unknown"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t)
			b.keys["a"] = apikey.Record{User: "a", Limits: apikey.DefaultLimits()}
			b.keys["b"] = apikey.Record{User: "b", Limits: apikey.DefaultLimits()}
			for _, f := range []*form{upload("a.json", document()), upload("a.pdf", []byte(pdf), "stream", "true")} {
				r := f.request(t.Context(), t, b.url, c.headers...)
				r.URL.RawQuery = strings.TrimPrefix(c.query, "?")
				resp, err := b.client.Do(r)
				if err != nil {
					t.Fatal(err)
				}
				body := b.body(resp)
				if got := resp.Header.Values("X-API-Key-Status"); strings.Join(got, ",") != c.status {
					t.Errorf("X-API-Key-Status: %q", got)
				}
				if resp.StatusCode != http.StatusOK || strings.Contains(string(body), canary) {
					t.Errorf("%d %s", resp.StatusCode, body)
				}
			}
			for _, bucket := range []quota.Bucket{quota.BiomJSON, quota.BiomAI} {
				counts := map[string]float64{
					"": b.used(bucket), "a": b.usedBy(bucket, quota.User("a")), "b": b.usedBy(bucket, quota.User("b")),
				}
				for user, n := range counts {
					if (n == 1) != (user == c.user) {
						t.Errorf("%s: %v", bucket, counts)
					}
				}
			}
		})
	}
}

// TestUserLimits: a user has its own limits and counters, and does not use the public
// capacity.
func TestUserLimits(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *api.Config) { c.Limits, c.CapacityPublic = api.Limits{}, 1 })
	b.keys["k"] = apikey.Record{User: "u", Limits: apikey.Limits{BiomAI: 4, BiomJSON: 2}}
	bearer := []string{"Authorization", "Bearer k"}
	for _, want := range []int{200, 200, 429} {
		if resp, body := b.post(upload("a.pdf", []byte(pdf)), bearer...); resp.StatusCode != want {
			t.Errorf("%d %s", resp.StatusCode, body)
		}
	}
	for _, want := range []int{200, 429} {
		if resp, body := b.post(upload("a.json", document()), bearer...); resp.StatusCode != want {
			t.Errorf("%d %s", resp.StatusCode, body)
		}
	}
	byok := append([]string{"X-Provider-API-Key", "sk"}, bearer...)
	if resp, body := b.post(upload("a.pdf", []byte(pdf)), byok...); resp.StatusCode != http.StatusTooManyRequests {
		t.Errorf("%d %s", resp.StatusCode, body)
	}
	if resp, _ := b.post(upload("a.json", document())); resp.StatusCode != http.StatusTooManyRequests {
		t.Error(resp.StatusCode) // the public limit is 0
	}
}

// countingKeys counts lookups.
type countingKeys struct {
	fakeKeys
	n atomic.Int64
}

func (k *countingKeys) Lookup(ctx context.Context, key string) (apikey.Record, error) {
	k.n.Add(1)
	return k.fakeKeys.Lookup(ctx, key)
}

// TestKeysAreLookedUpOnce: in each request that needs the caller, and not in others.
func TestKeysAreLookedUpOnce(t *testing.T) {
	t.Parallel()
	keys := &countingKeys{fakeKeys: fakeKeys{"k": {User: "u", Limits: apikey.DefaultLimits()}}}
	emitted := make(eventChannel, 100)
	b := setupSharing(t, func(c *api.Config) { c.Keys, c.Events = keys, emitted })
	bearer := []string{"Authorization", "Bearer k"}
	for i, send := range []func(){
		func() { b.post(upload("a.json", document(), "biompin", "true"), bearer...) },
		func() { b.post(upload("a.pdf", []byte(pdf), "biompin", "true", "stream", "true"), bearer...) },
		func() { b.retrieve(pin, bearer...) },
		func() { b.get(usagePath, bearer...) },
	} {
		send()
		if n := keys.n.Swap(0); n != 1 {
			t.Errorf("%d: %d lookups", i, n)
		}
	}
	b.retrieve(pin)
	b.retrieve("x", bearer...)
	b.get("/api/v1/status", bearer...)
	b.get("/api/v1/health", bearer...)
	b.post(upload("a.docx", nil), bearer...)
	if n := keys.n.Load(); n != 0 {
		t.Errorf("%d lookups without need", n)
	}
}
