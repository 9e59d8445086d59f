package commandline

import (
	"errors"
	"fmt"
	"testing"

	"github.com/alecthomas/kong"
)

func TestExitStatus(t *testing.T) {
	t.Parallel()
	for want, err := range map[int]error{
		0: nil, 1: errors.New("no"), 2: fmt.Errorf("%w; more", &kong.ParseError{}), 130: fmt.Errorf("a: %w", Interrupted("stopped: 2 to go")),
	} {
		if got := status(err); got != want {
			t.Errorf("%v: got %d, not %d", err, got, want)
		}
	}
}
