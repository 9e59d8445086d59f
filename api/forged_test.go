package api_test

import (
	"fmt"
	"net/http"
	"net/netip"
	"testing"

	"biom/api"
)

// Whoever makes up addresses stays one caller.
func TestMadeUpAddressesAreOneCaller(t *testing.T) {
	t.Parallel()
	const requests, limit = 10_000, 25
	for name, c := range map[string]struct {
		trusted  []netip.Prefix
		disguise func(r *http.Request, i int)
	}{
		"forged X-Forwarded-For": {nil, func(r *http.Request, i int) {
			r.RemoteAddr = "192.0.2.7:4711"
			r.Header.Set("X-Forwarded-For", address(i))
			r.Header.Set("X-Real-Ip", address(i))
			r.Header.Set("Forwarded", "for="+address(i))
		}},
		"forged before the proxy": {[]netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}, func(r *http.Request, i int) {
			r.RemoteAddr = "10.0.0.1:4711"
			r.Header.Set("X-Forwarded-For", address(i)+", 192.0.2.7")
		}},
		"one /64": {nil, func(r *http.Request, i int) {
			r.RemoteAddr = fmt.Sprintf("[2001:db8:1:2:%x:%x:%x:%x]:4711", i&7, i>>3, i*31&0xffff, i)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t, func(cfg *api.Config) {
				cfg.TrustedProxies = c.trusted
				cfg.Limits.BiomJSON = 2 * limit
			})
			passed := 0
			for i := range requests {
				r := upload("a.json", document()).request(t.Context(), t, "http://biom")
				c.disguise(r, i)
				switch rec := record(b.server, r); rec.Code {
				case http.StatusOK:
					passed++
				case http.StatusTooManyRequests:
				default:
					t.Fatalf("%d %s", rec.Code, rec.Body)
				}
			}
			if passed != limit {
				t.Errorf("%d of %d passed, not %d", passed, requests, limit)
			}
		})
	}
}

func address(i int) string { return fmt.Sprintf("%d.%d.%d.9", 11+i%100, i/100%250, i%250) }
