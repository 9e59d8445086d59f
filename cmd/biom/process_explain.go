package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"biom/shared/client"
)

// explainUpload says what happened to an upload, so that the reader knows what
// to do.
func explainUpload(err error, server string) string {
	const takenUp = " The same command within 24 hours takes it up and is not charged again."
	switch {
	case errors.Is(err, context.Canceled):
		return "Stopped before the result came." + takenUp
	case errors.Is(err, client.ErrIncomplete):
		return plainWords(err) + ". It may have been processed all the same." + takenUp
	}
	return explain(err, server)
}

// explain says why the service did not do what it was asked.
func explain(err error, server string) string {
	if e, ok := errors.AsType[*client.Error](err); ok {
		return refused(e)
	}
	switch {
	case errors.Is(err, context.Canceled):
		return "stopped"
	case errors.Is(err, client.ErrUnreachable):
		return plainWords(err) + " (" + printable(server) + "). Is it running? biom status asks."
	}
	return plainWords(err)
}

// plainWords is an error as a person reads it, on one line.
func plainWords(err error) string {
	return printable(strings.ReplaceAll(err.Error(), "client: ", ""))
}

// refused tells a refusal with every fault, one to a line.
func refused(e *client.Error) string {
	var b strings.Builder
	b.WriteString(verdict(e) + " " + printable(e.Message))
	if again := waitFor(e.RetryAfter); again != "" {
		b.WriteString(" Try again in " + again + ".")
	}
	for _, fault := range e.Faults() {
		b.WriteString("\n    " + printable(strings.TrimSpace(fault.Path+" "+fault.Message)))
	}
	fmt.Fprintf(&b, "\n    %d", e.Status)
	for _, part := range []string{string(e.Code), e.Reason()} {
		if part != "" {
			b.WriteString(" " + printable(part))
		}
	}
	if e.RequestID != "" {
		b.WriteString(", request " + printable(e.RequestID))
	}
	return b.String()
}

// verdict is the kind of refusal in a few words.
func verdict(e *client.Error) string {
	switch {
	case e.Status == http.StatusTooManyRequests:
		return "Not processed, the quota is used up:"
	case e.Status == http.StatusServiceUnavailable:
		return "Not processed, the service is busy:"
	case e.Status == http.StatusGatewayTimeout:
		return "Not processed in time:"
	case e.Status >= http.StatusBadRequest && e.Status < http.StatusInternalServerError:
		return "Refused:"
	}
	return "Failed:"
}

// waitFor is a time to wait in words: to the second below a minute, else to
// the minute, never less than what was asked for.
func waitFor(d time.Duration) string {
	switch minutes := int((d + time.Minute - 1) / time.Minute); {
	case d <= 0:
		return ""
	case d < time.Minute:
		return fmt.Sprintf("%d s", int((d+time.Second-1)/time.Second))
	case minutes < 60:
		return fmt.Sprintf("%d min", minutes)
	default:
		return fmt.Sprintf("%d h %d min", minutes/60, minutes%60)
	}
}
