package deploy_test

import (
	"bytes"
	"net/http"
	"os/exec"
	"runtime"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"biom/shared/testenv"
)

// TestMain ignores what toxiproxy leaves behind: where the receiver of a connection ends first, the goroutines
// that bring its data wait for ever.
func TestMain(m *testing.M) {
	goleak.VerifyTestMain(testenv.Closing(m),
		goleak.IgnoreAnyFunction("github.com/Shopify/toxiproxy/v2/toxics.(*ToxicStub).Run"),
		goleak.IgnoreAnyFunction("github.com/Shopify/toxiproxy/v2.(*ToxicLink).read"))
}

// client opens a connection for each request, so that the proxy may choose another api.
var client = &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: time.Minute}

// child is a process that the kernel kills when this one ends.
type child struct {
	*exec.Cmd
	errors bytes.Buffer  // its standard error; read it after ended is closed
	ended  chan struct{} // closed after Wait
}

// launch starts cmd and kills it when the test ends.
func launch(t *testing.T, cmd *exec.Cmd) *child {
	t.Helper()
	c := &child{Cmd: cmd, ended: make(chan struct{})}
	cmd.Stderr = &c.errors
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	started := make(chan error)
	go func() {
		// The kernel sends Pdeathsig when the thread that started the child ends.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		defer close(c.ended)
		err := cmd.Start()
		started <- err
		if err == nil {
			_ = cmd.Wait()
		}
	}()
	if err := <-started; err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.end(syscall.SIGKILL) })
	return c
}

// end sends the child a signal and waits for its end.
func (c *child) end(signal syscall.Signal) {
	_ = c.Process.Signal(signal)
	<-c.ended
}
