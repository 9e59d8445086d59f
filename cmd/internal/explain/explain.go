// Package explain turns errors of the service into texts that tell the user what went
// wrong and what to do next.
package explain

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"biom/cmd/internal/display"
	"biom/shared/client"
)

// Upload explains why a file was not processed. server is the address of the
// service.
func Upload(err error, server string) string {
	if errors.Is(err, client.ErrIncomplete) {
		return Plain(err) + ". It may have been processed all the same. The same command within 24 hours takes it up and is not charged again."
	}
	return Error(err, server)
}

// Error explains why a request failed. server is the address of the service.
func Error(err error, server string) string {
	if e, ok := errors.AsType[*client.Error](err); ok {
		return problem(e)
	}
	switch {
	case errors.Is(err, context.Canceled):
		return "stopped"
	case errors.Is(err, client.ErrUnreachable):
		return Plain(err) + " (" + display.Printable(server) + "). Is it running? biom status asks."
	}
	return Plain(err)
}

// Plain returns the text of an error on one line, without the name of package client,
// which means nothing to the user.
func Plain(err error) string {
	return display.Printable(strings.ReplaceAll(err.Error(), "client: ", ""))
}

// problem explains an error response, with every fault on a line of its own.
func problem(e *client.Error) string {
	var b strings.Builder
	b.WriteString(verdict(e) + " " + display.Printable(e.Message))
	if wait := display.Wait(e.RetryAfter); wait != "" {
		b.WriteString(" Try again in " + wait + ".")
	}
	for _, fault := range e.Faults() {
		b.WriteString("\n    " + display.Printable(strings.TrimSpace(fault.Path+" "+fault.Message)))
	}
	fmt.Fprintf(&b, "\n    %d", e.Status)
	for _, part := range []string{string(e.Code), e.Reason()} {
		if part != "" {
			b.WriteString(" " + display.Printable(part))
		}
	}
	if e.RequestID != "" {
		b.WriteString(", request " + display.Printable(e.RequestID))
	}
	return b.String()
}

// verdict returns the kind of an error response in a few words.
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
