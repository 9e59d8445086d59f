package fair

import "runtime"

// Processors returns how many processors this process may use at once: those of the
// machine or, if that is less, the limit of its container, which Go's runtime puts into
// GOMAXPROCS. It is the number of places for work that computes.
func Processors() int { return min(runtime.NumCPU(), runtime.GOMAXPROCS(0)) }
