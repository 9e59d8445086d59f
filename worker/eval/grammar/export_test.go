package grammar

// Offered returns the parts that could be drawn in the document, each with whether it is held
// out.
func (d Document) Offered() map[string]bool { return d.offered }
