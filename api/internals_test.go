package api

import (
	"net"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"biom/api/upload"
	"biom/shared/filekind"
	"biom/shared/job"
)

// Routes returns all routes of the server.
func (s *Server) Routes() gin.RoutesInfo { return s.routes().(*gin.Engine).Routes() }

// KeyVerdictCount returns the number of provider keys whose verdict is stored.
func (s *Server) KeyVerdictCount() int {
	s.providerKeyChecks.mu.Lock()
	defer s.providerKeyChecks.mu.Unlock()
	return len(s.providerKeyChecks.verdicts)
}

// ContentHash returns the contentHash of an upload without options.
func ContentHash(h http.Header, kind filekind.Kind, file []byte) string {
	return contentHash(h, &upload.Upload{Kind: kind, File: file})
}

// Patient returns f with limits of minutes, which no busy machine reaches.
func (f *Forward) Patient() *Forward {
	transport := f.http.(*http.Transport)
	transport.DialContext = (&net.Dialer{Timeout: time.Minute}).DialContext
	transport.ResponseHeaderTimeout = time.Minute
	f.clientTimeout, f.stallTimeout = time.Minute, time.Minute
	return f
}

// The readers of outside bytes, for their fuzz targets.
var (
	ClientAddress = clientAddress
	ReadFeedback  = readFeedback
)

// Preferences returns what the header Prefer asks for.
func Preferences(h http.Header) (async bool, wait time.Duration) {
	p := preferences(h)
	return p.async, p.wait
}

// SettleLater settles the charge of a job whose fate is open.
func (s *Server) SettleLater(id string, kept bool, onFate func(started bool)) {
	s.settler.settleLater(settlement{chargeID: id, openJob: &job.Header{ID: id}, kept: kept, stands: kept, onFate: onFate})
}
