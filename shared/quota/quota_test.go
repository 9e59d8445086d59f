package quota_test

import (
	"net/netip"
	"testing"

	"go.uber.org/goleak"

	"biom/shared/quota"
	"biom/shared/testenv"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(testenv.Closing(m)) }

func TestAddress(t *testing.T) {
	t.Parallel()
	for addr, want := range map[string]quota.Subject{
		"192.0.2.7":                "ip:192.0.2.7",
		"::ffff:192.0.2.7":         "ip:192.0.2.7",
		"::ffff:192.0.2.7%eth0":    "ip:192.0.2.7",
		"2001:db8:1:2:3:4:5:6":     "ip:2001:db8:1:2::/64",
		"2001:db8:1:2::":           "ip:2001:db8:1:2::/64",
		"2001:db8:1:3::":           "ip:2001:db8:1:3::/64",
		"2001:db8:1:2:ffff:ffff::": "ip:2001:db8:1:2::/64",
		"fe80::1%eth0":             "ip:fe80::/64",
		"::1":                      "ip:::/64",
	} {
		if got := quota.Address(netip.MustParseAddr(addr)); got != want {
			t.Errorf("Address(%s) = %s, want %s", addr, got, want)
		}
	}
}

func TestCreditsShowHalves(t *testing.T) {
	t.Parallel()
	for c, want := range map[quota.Credits]string{0: "0", 1: "0.5", 2: "1", 3: "1.5", 20000: "10000"} {
		if c.String() != want {
			t.Errorf("%d half credits = %s, want %s", int64(c), c, want)
		}
	}
}
