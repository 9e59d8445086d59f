package api_test

import (
	"fmt"
	"net/http"
	"net/netip"
	"testing"

	"biom/api"
	"biom/shared/quota"
)

// TestClientAddressIsCharged: X-Forwarded-For counts only as far as trusted proxies
// have written it.
func TestClientAddressIsCharged(t *testing.T) {
	t.Parallel()
	trust := func(prefixes ...string) func(*api.Config) {
		return func(c *api.Config) {
			for _, p := range prefixes {
				c.TrustedProxies = append(c.TrustedProxies, netip.MustParsePrefix(p))
			}
		}
	}
	for name, c := range map[string]struct {
		trusted   func(*api.Config)
		forwarded []string
		want      string
	}{
		"nobody trusted":         {trust(), []string{"9.9.9.9"}, "127.0.0.1"},
		"another trusted":        {trust("10.0.0.0/8"), []string{"9.9.9.9"}, "127.0.0.1"},
		"proxy":                  {trust("127.0.0.0/8"), []string{"9.9.9.9"}, "9.9.9.9"},
		"forged before proxy":    {trust("127.0.0.0/8"), []string{"1.1.1.1, 9.9.9.9"}, "9.9.9.9"},
		"two headers":            {trust("127.0.0.0/8"), []string{"1.1.1.1", "9.9.9.9"}, "9.9.9.9"},
		"two proxies":            {trust("127.0.0.0/8", "10.0.0.0/8"), []string{"1.1.1.1, 9.9.9.9, 10.1.2.3"}, "9.9.9.9"},
		"all of them proxies":    {trust("0.0.0.0/0"), []string{"1.1.1.1, 9.9.9.9"}, "1.1.1.1"},
		"rubbish":                {trust("127.0.0.0/8"), []string{"9.9.9.9, unknown"}, "127.0.0.1"},
		"with a port":            {trust("127.0.0.0/8"), []string{"9.9.9.9:1234"}, "9.9.9.9"},
		"none sent":              {trust("127.0.0.0/8"), nil, "127.0.0.1"},
		"IPv6 by its /64":        {trust("127.0.0.0/8"), []string{"2001:db8:1:2:3:4:5:6"}, "2001:db8:1:2::1"},
		"IPv4 written as IPv6":   {trust("127.0.0.0/8"), []string{"::ffff:9.9.9.9"}, "9.9.9.9"},
		"IPv6 in brackets, port": {trust("127.0.0.0/8"), []string{"[2001:db8::1]:80"}, "2001:db8::2"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := setup(t, c.trusted)
			var headers []string
			for _, f := range c.forwarded {
				headers = append(headers, "X-Forwarded-For", f)
			}
			b.post(upload("a.json", document()), append(headers, "X-Real-IP", "8.8.8.8")...)
			if n := b.usedBy(quota.BiomJSON, quota.Address(netip.MustParseAddr(c.want))); n != 1 {
				t.Errorf("%s has %v credits used", c.want, n)
			}
		})
	}
}

// TestForgedAddressesCountAsOneCaller: a client that forges a new address for each
// request gets no more than its limit.
func TestForgedAddressesCountAsOneCaller(t *testing.T) {
	t.Parallel()
	checkForgedAddresses(t, 500)
}

// TestLongForgedAddressesCountAsOneCaller is the same with many more requests.
func TestLongForgedAddressesCountAsOneCaller(t *testing.T) {
	t.Parallel()
	checkForgedAddresses(t, 10_000)
}

// checkForgedAddresses fails the test unless, of a number of requests with forged
// addresses, exactly as many pass as one caller may send.
func checkForgedAddresses(t *testing.T, requests int) {
	t.Helper()
	const limit = 25
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

// address returns the i-th of many addresses.
func address(i int) string { return fmt.Sprintf("%d.%d.%d.9", 11+i%100, i/100%250, i%250) }
