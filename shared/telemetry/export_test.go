package telemetry

// Allows reports whether a listener on addr serves requests for a Host header.
func Allows(addr, header string) bool { return newHostCheck(addr, nil, nil).allows(hostname(header)) }
