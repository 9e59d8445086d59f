package api

import (
	"net/http"

	"github.com/gin-gonic/gin"

	"biom/api/upload"
	"biom/shared/filekind"
)

// Routes are all routes.
func (s *Server) Routes() gin.RoutesInfo { return s.routes().(*gin.Engine).Routes() }

// VerdictsKept is how many provider keys are remembered.
func (s *Server) VerdictsKept() int {
	s.providerKeyChecks.mu.Lock()
	defer s.providerKeyChecks.mu.Unlock()
	return len(s.providerKeyChecks.verdicts)
}

// ContentOf tells one upload from another.
func ContentOf(h http.Header, kind filekind.Kind, file []byte) string {
	return contentHash(h, &upload.Upload{Kind: kind, File: file})
}
