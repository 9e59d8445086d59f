package api

import "biom/api/web"

// page serves what people see, the app, its files and the documentation, and
// GET /openapi.json.
func (s *Server) page(c *call) error {
	if !web.Serve(c.Writer, c.Request) {
		return noRoute(c)
	}
	return nil
}
