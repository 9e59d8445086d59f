package quota

import "net/netip"

// All is the subject of the capacity buckets.
const All Subject = "all"

// User is the subject of a caller with a valid service key.
func User(id string) Subject { return Subject("user:" + id) }

// Address is the subject of a public caller. An IPv6 caller counts as its /64,
// which is what one customer gets; an IPv4 address written as IPv6 counts as
// itself, and a zone is the server's own affair.
func Address(addr netip.Addr) Subject {
	addr = addr.Unmap().WithZone("")
	if addr.Is6() {
		if p, err := addr.Prefix(64); err == nil { // no error: 64 bits fit
			return Subject("ip:" + p.String())
		}
	}
	return Subject("ip:" + addr.String())
}
