package api_test

import (
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/uuid"

	"biom/api"
	"biom/shared/analytics"
)

// FuzzForwardedFor: whatever X-Forwarded-For holds, the caller's address is the peer's
// or one that the header names, and it is the peer's if the peer is not trusted.
func FuzzForwardedFor(f *testing.F) {
	for _, seed := range []string{"1.1.1.1, 9.9.9.9", "9.9.9.9, 127.0.0.1,unknown", "[2001:db8::1]:80", "::ffff:9.9.9.9", "fe80::1%eth0,127.0.0.2", ",", ""} {
		f.Add(seed, seed)
	}
	loopback := []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	f.Fuzz(func(t *testing.T, first, second string) {
		r := http.Request{RemoteAddr: "127.0.0.1:1234", Header: http.Header{"X-Forwarded-For": {first, second}}}
		peer := netip.MustParseAddr("127.0.0.1")
		if got := api.ClientAddress(&r, nil); got != peer {
			t.Errorf("nobody is trusted: %v", got)
		}
		got := api.ClientAddress(&r, loopback)
		if got != peer && !names(first+","+second, got) {
			t.Errorf("%v is in none of the headers %q, %q", got, first, second)
		}
	})
}

// names reports whether a list of addresses, with or without ports, has this one.
func names(list string, addr netip.Addr) bool {
	for entry := range strings.SplitSeq(list, ",") {
		entry = strings.TrimSpace(entry)
		plain, _ := netip.ParseAddr(entry)
		withPort, _ := netip.ParseAddrPort(entry)
		if plain.Unmap() == addr || withPort.Addr().Unmap() == addr {
			return true
		}
	}
	return false
}

// FuzzFeedback: a body without faults has an ID and a rating; a fault names a member of
// the form and quotes nothing of the body.
func FuzzFeedback(f *testing.F) {
	for _, seed := range []string{
		`{"request_id":"0193E5A0-0000-7000-8000-000000000001","rating":"accurate"}`, `{"rating":"inaccurate"}`, `{"rating":1,"rating":2}`,
		`{"request_id":"` + strings.Repeat("a", 36) + `","rating":"good","more":null}`, `null`, `[]`, "\xff", `{"a":`, ``,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		id, rating, faults := api.ReadFeedback(body)
		if len(faults) == 0 {
			if uuid.Validate(id) != nil || id != strings.ToLower(id) || rating != analytics.Accurate && rating != analytics.Inaccurate {
				t.Errorf("accepted %q: %q, %q", body, id, rating)
			}
		}
		for _, fault := range faults {
			if fault.Path != "" && fault.Path != "request_id" && fault.Path != "rating" || !utf8.ValidString(fault.Message) || len(fault.Message) > 120 {
				t.Errorf("%q: fault %+v", body, fault)
			}
		}
	})
}
