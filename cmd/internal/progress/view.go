package progress

import (
	"errors"
	"fmt"
	"time"

	"biom/cmd/internal/batch"
	"biom/cmd/internal/display"
	"biom/cmd/internal/explain"
	"biom/shared/client"
)

var (
	_ batch.View = (*Live)(nil)
	_ batch.View = (*Plain)(nil)
	_ batch.View = (*JSON)(nil)
)

// stageName returns the stage of an event, with the attempt if it is not the
// first.
func stageName(e client.Event) string {
	if e.Attempt > 1 {
		return fmt.Sprintf("%s (attempt %d)", display.Printable(e.Stage), e.Attempt)
	}
	return display.Printable(e.Stage)
}

// percent returns the progress of an event.
func percent(e client.Event) string { return fmt.Sprintf("%.0f%%", 100*e.Progress) }

// NextAttempt returns a line that says when a request is sent again, and why. A wait of 0
// means at once.
func NextAttempt(wait time.Duration, cause error) string {
	if e, ok := errors.AsType[*client.Error](cause); ok {
		withoutWait := *e
		withoutWait.RetryAfter = 0 // the text names the wait already
		cause = &withoutWait
	}
	if wait <= 0 {
		return "sent again: " + explain.Plain(cause)
	}
	return "next try in " + display.Wait(wait) + ": " + explain.Plain(cause)
}
