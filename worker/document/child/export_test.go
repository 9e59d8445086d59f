package child

import (
	"biom/shared/fair"
	"biom/worker/document/sandbox"
)

// NewSlots returns the gate that a process with the present GOMAXPROCS has.
func NewSlots() *fair.Gate { return newSlots() }

// NewRunnerWith returns a Runner that uses the given mechanisms.
func NewRunnerWith(use sandbox.Mechanisms) *Runner { return &Runner{use: use} }
