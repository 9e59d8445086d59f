// Package browsertest_test uses the pages as people do: Debian's Chromium
// against `biom serve` with everything real that it embeds.
//
//	go test ./api/web/browsertest -run Scenes -args -shots /tmp/shots
//
// leaves a picture of every scene in every look in /tmp/shots.
package browsertest_test

import (
	"flag"
	"fmt"
	"os"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"biom/shared/testenv"
)

var shots = flag.String("shots", "", "keep a picture of every scene in this `directory`")

func TestMain(m *testing.M) { goleak.VerifyTestMain(testenv.Closing(closing{m})) }

// closing ends what all tests share before goleak looks.
type closing struct{ *testing.M }

func (c closing) Run() int {
	defer func() {
		closeChromium()
		closeShared()
		if dir, err := runDir(); err == nil {
			_ = os.RemoveAll(dir)
		}
	}()
	return c.M.Run()
}

// runDir holds what the run leaves on disk. Its name is one that testenv
// sweeps, if we do not come to remove it.
var runDir = sync.OnceValues(func() (string, error) {
	return os.MkdirTemp("", fmt.Sprintf("biom-test-%d-", os.Getpid()))
})

// newDir makes a directory for one part of the run.
func newDir(what string) (string, error) {
	dir, err := runDir()
	if err != nil {
		return "", err
	}
	return os.MkdirTemp(dir, what+"-")
}
