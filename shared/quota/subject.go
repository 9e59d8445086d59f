package quota

import "net/netip"

// All is the subject of the capacity buckets.
const All Subject = "all"

// User returns the subject of a caller with a valid service key.
func User(id string) Subject { return Subject("user:" + id) }

// Address returns the subject of a public caller. An IPv6 address is counted by its
// /64 prefix, because one customer usually gets a whole /64. An IPv4 address
// written as IPv6 is counted as the IPv4 address. A zone is ignored: it has meaning
// only on the server.
func Address(addr netip.Addr) Subject {
	addr = addr.Unmap().WithZone("")
	if addr.Is6() {
		if p, err := addr.Prefix(64); err == nil { // never fails: 64 is a valid length
			return Subject("ip:" + p.String())
		}
	}
	return Subject("ip:" + addr.String())
}
