package child

import "biom/worker/document/sandbox"

// NewRunnerWith returns a Runner that uses the given mechanisms.
func NewRunnerWith(use sandbox.Mechanisms) *Runner { return &Runner{use: use} }
