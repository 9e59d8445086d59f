package api

import (
	"net/http"

	"biom/api/web"
)

// openAPI serves GET /openapi.json.
func (s *Server) openAPI(c *call) error {
	s.write(c, http.StatusOK, web.OpenAPI())
	return nil
}
