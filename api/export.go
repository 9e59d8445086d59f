package api

import (
	"context"
	"net/http"
)

// Export serves exports: an *exporter.Exporter in this process, or a
// [Forward] to one elsewhere.
type Export interface {
	// Export answers a request, or returns what is wrong with it while nothing
	// is written. Once something is, a failure cuts the connection.
	Export(w http.ResponseWriter, r *http.Request) error
}

// export serves POST /api/v1/biom/export. Nothing is charged, and keys mean
// nothing here.
func (s *Server) export(c *call) error {
	ctx, cancel := context.WithCancel(c.Request.Context())
	defer cancel()
	defer context.AfterFunc(s.cutting, cancel)()
	err := s.cfg.Export.Export(c.Writer, c.Request.WithContext(ctx))
	if err != nil && s.cutting.Err() != nil {
		return stopping()
	}
	return err
}
