package api_test

import (
	"net/netip"
	"testing"

	"biom/api"
	"biom/shared/quota"
)

// TestWhoIsCharged: a forged X-Forwarded-For changes nothing, one of a trusted
// proxy does.
func TestWhoIsCharged(t *testing.T) {
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
