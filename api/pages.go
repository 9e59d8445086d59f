package api

// page serves GET /openapi.json and the routes of package web: the app, its
// files and the documentation.
func (s *Server) page(c *call) error {
	if !s.site.Serve(c.Writer, c.Request) {
		return noRoute(c)
	}
	return nil
}
