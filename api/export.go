package api

import (
	"context"
	"net/http"
)

// Export serves exports. It is an *exporter.Exporter in this process, or a
// [Forward] to an exporter in another one.
type Export interface {
	// Export responds to a request. It returns an error only if nothing has
	// been written. A failure after that aborts the connection.
	Export(w http.ResponseWriter, r *http.Request) error
}

// export serves POST /api/v1/biom/export. It charges nothing and ignores keys.
func (s *Server) export(c *call) error {
	ctx, cancel := context.WithCancel(c.Request.Context())
	defer cancel()
	defer context.AfterFunc(s.abortCtx, cancel)()
	err := s.cfg.Export.Export(c.Writer, c.Request.WithContext(ctx))
	if err != nil && s.abortCtx.Err() != nil {
		return stopping()
	}
	return err
}
