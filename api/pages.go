package api

// page serves what people see, the app, its files and the documentation, and
// GET /openapi.json.
func (s *Server) page(c *call) error {
	if !s.site.Serve(c.Writer, c.Request) {
		return noRoute(c)
	}
	return nil
}
