package api

// VerdictsKept is how many provider keys are remembered.
func (s *Server) VerdictsKept() int {
	s.providerKeys.mu.Lock()
	defer s.providerKeys.mu.Unlock()
	return len(s.providerKeys.verdicts)
}
