package reader_test

import (
	"os"
	"runtime/debug"
	"testing"
)

// TestMain lets the memory of these tests grow: collecting garbage as often as usual takes a third of their time.
func TestMain(m *testing.M) {
	debug.SetGCPercent(800)
	os.Exit(m.Run())
}
