package picture

// NewLoneGate returns a Gate whose pictures are not counted with those of other gates.
func NewLoneGate(places int) *Gate {
	g := NewGate(places)
	g.memory = newBudget()
	return g
}
