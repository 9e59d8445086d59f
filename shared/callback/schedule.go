package callback

import "time"

// The schedule of the attempts. The pause after the first failure is 5 s, and each is three
// times the one before, up to two hours: 5 s, 15 s, 45 s, 2 min, 7 min, 20 min, 1 h, 2 h, 2 h ….
// The last attempt is a day after the first one.
const (
	firstPause   = 5 * time.Second
	pauseFactor  = 3
	longestPause = 2 * time.Hour
	retriedFor   = 24 * time.Hour
)

// jitter is the part of a pause by which it is shortened at most, so that many events that
// failed together do not come back together.
const jitter = 0.25

// retryAt returns when an event is posted again that was first tried at first and failed at
// now for the nth time. random is in [0, 1). It returns the zero time if the event is given up.
func retryAt(first, now time.Time, n int, random float64) time.Time {
	last := first.Add(retriedFor)
	if !now.Before(last) {
		return time.Time{}
	}
	pause := firstPause
	for range n - 1 {
		pause = min(pause*pauseFactor, longestPause)
	}
	next := now.Add(pause - time.Duration(jitter*random*float64(pause)))
	if next.After(last) {
		return last
	}
	return next
}
