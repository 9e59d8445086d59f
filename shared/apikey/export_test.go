package apikey

// Sizes returns how many verdicts are remembered.
func (c *Cache) Sizes() (valid, invalid int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.valid), len(c.invalid)
}
