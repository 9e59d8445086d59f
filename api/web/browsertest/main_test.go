// Package browsertest_test tests the pages in Debian's Chromium. The server is `biom
// serve` with all its embedded parts.
//
//	go test ./api/web/browsertest -run TestLongScenes -args -shots /tmp/shots
//
// writes a picture of every scene on every screen to /tmp/shots.
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

var shots = flag.String("shots", "", "write a picture of every scene to this `directory`")

func TestMain(m *testing.M) { goleak.VerifyTestMain(testenv.Closing(closing{m})) }

// closing stops the browser and the shared server before goleak checks for goroutines.
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

// runDir returns the directory for all files of the run. Its name has a form that
// testenv removes later if this process cannot.
var runDir = sync.OnceValues(func() (string, error) {
	return os.MkdirTemp("", fmt.Sprintf("biom-test-%d-", os.Getpid()))
})

// newDir creates a directory in runDir.
func newDir(what string) (string, error) {
	dir, err := runDir()
	if err != nil {
		return "", err
	}
	return os.MkdirTemp(dir, what+"-")
}
