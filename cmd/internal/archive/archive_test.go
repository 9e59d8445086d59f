package archive_test

import (
	"testing"
	"time"

	"biom/cmd/internal/archive"
)

func TestDefaultName(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	if got := archive.DefaultName(at); got != "biom-export-20260102-030405.zip" {
		t.Errorf("got %s", got)
	}
}
