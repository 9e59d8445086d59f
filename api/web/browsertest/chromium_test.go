package browsertest_test

import (
	"context"
	"errors"
	"os/exec"
	"sync"

	"github.com/chromedp/chromedp"
)

// chromium starts the browser of the run and gives the context in which tabs
// are opened.
var chromium = sync.OnceValues(func() (context.Context, error) {
	path, err := exec.LookPath("chromium")
	if err != nil {
		return nil, errors.New("chromium is missing; install it with: deploy/setup test")
	}
	profile, err := newDir("profile")
	if err != nil {
		return nil, err
	}
	allocator, closeAllocator := chromedp.NewExecAllocator(context.Background(), append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path),
		chromedp.NoSandbox, // containers rarely allow it, and the pages are ours
		chromedp.UserDataDir(profile),
		chromedp.Env("HOME="+profile, "XDG_CONFIG_HOME="+profile, "XDG_CACHE_HOME="+profile), // nothing of the user's
		chromedp.Flag("headless", "new"),
		chromedp.Flag("lang", "en-US"),
		chromedp.DisableGPU,
		chromedp.Flag("blink-settings", "primaryPointerType=4,availablePointerTypes=4,primaryHoverType=2,availableHoverTypes=2"), // a mouse
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("no-proxy-server", true),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.*, EXCLUDE localhost"), // nor shall the browser itself ask anybody
	)...)
	ctx, closeBrowser := chromedp.NewContext(allocator)
	closeChromium = func() { closeBrowser(); closeAllocator() }
	return ctx, chromedp.Do(ctx)
})

var closeChromium = func() {} // until there is something to close
