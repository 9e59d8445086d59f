package api

import "biom/shared/quota"

// caller is who is charged, and within which limits. Every request counts in
// one subject only.
type caller struct {
	subject quota.Subject
	limits  Limits
	public  bool // no valid service key
}

// caller tells who calls. Service keys, which select a user and limits of its
// own, are looked up here once they exist.
func (s *Server) caller(c *call) caller {
	return caller{
		subject: quota.Address(clientAddress(c.Request, s.cfg.TrustedProxies)),
		limits:  s.cfg.Limits,
		public:  true,
	}
}
