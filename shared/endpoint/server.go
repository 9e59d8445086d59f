package endpoint

import (
	"log/slog"
	"net/http"
	"time"
)

const (
	maxHeader = 16 << 10 // bytes of the request line and the headers
	// headerSlack is what net/http reads beyond MaxHeaderBytes before it refuses a request.
	headerSlack = 4 << 10
)

// NewServer returns a server for h with the time limits of every process. They
// hold for short requests and responses; a route that takes longer sets its own
// (see [Body] and [Writer]).
func NewServer(h http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           h,
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       15 * time.Second, // of the whole request
		WriteTimeout:      30 * time.Second, // from the end of the request's headers
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    maxHeader - headerSlack,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
}
