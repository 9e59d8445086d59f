package picture

// NewLoneGate returns a Gate whose pictures are not counted with those of other gates.
func NewLoneGate(places int) *Gate {
	return &Gate{places: make(chan struct{}, places), memory: newBudget()}
}
