package main

import (
	"testing"

	"biom/shared/testenv"
)

// build returns the path of the biom binary.
func build(t testing.TB) string { t.Helper(); return testenv.Biom(t) }
