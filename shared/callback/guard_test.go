package callback_test

import (
	"net/netip"
	"testing"

	"biom/shared/callback"
)

// Every special-purpose range of IANA is refused, at both of its ends.
func TestOnlyPublicAddressesAreDialled(t *testing.T) {
	t.Parallel()
	for _, address := range []string{
		"0.0.0.0", "0.255.255.255", "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.127.255.255", "127.0.0.0", "127.0.0.1", "127.255.255.255",
		"169.254.0.0", "169.254.169.254", "172.16.0.0", "172.31.255.255", "192.0.0.0", "192.0.0.170", "192.0.2.0", "192.31.196.1", "192.52.193.1", "192.88.99.1",
		"192.168.0.0", "192.168.255.255", "192.175.48.1", "198.18.0.0", "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.0", "255.255.255.255",
		"::", "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:93.184.216.34", "64:ff9b::7f00:1", "64:ff9b::a00:1", "64:ff9b:1::1", "100::1", "100:0:0:1::1",
		"2001::1", "2001:2::1", "2001:10::1", "2001:20::1", "2001:db8::1", "2002:7f00:1::1", "2620:4f:8000::1", "3fff::1", "5f00::1", "fc00::1", "fdff::1", "fe80::1", "fec0::1", "ff02::1",
		"4000::1", "1fff::1",
	} {
		if callback.Refused(nil, netip.AddrPortFrom(netip.MustParseAddr(address), 443)) == nil {
			t.Errorf("%s may be dialled", address)
		}
	}
	for _, address := range []string{
		"1.1.1.1", "9.255.255.255", "11.0.0.0", "93.184.216.34", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0", "172.15.255.255", "172.32.0.0", "192.167.255.255",
		"192.169.0.0", "198.17.255.255", "198.20.0.0", "223.255.255.255", "2606:2800:220:1::1", "2a00:1450::1", "2001:4860:4860::8888", "2003::1",
	} {
		for _, port := range []uint16{443, 8443} {
			if err := callback.Refused(nil, netip.AddrPortFrom(netip.MustParseAddr(address), port)); err != nil {
				t.Errorf("%s port %d: %v", address, port, err)
			}
		}
	}
}

func TestAllowedNetworks(t *testing.T) {
	t.Parallel()
	allow := []netip.Prefix{netip.MustParsePrefix("10.1.0.0/16"), netip.MustParsePrefix("fd12::/16"), netip.MustParsePrefix("64:ff9b::/96")}
	for address, allowed := range map[string]bool{
		"10.1.0.1": true, "10.1.255.255": true, "10.2.0.0": false, "127.0.0.1": false, "fd12::1": true, "fd13::1": false, "64:ff9b::a00:1": true, "1.1.1.1": true,
	} {
		if err := callback.Refused(allow, netip.AddrPortFrom(netip.MustParseAddr(address), 443)); (err == nil) != allowed {
			t.Errorf("%s: %v", address, err)
		}
	}
}
