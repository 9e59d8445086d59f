package browsertest_test

import (
	"context"
	"errors"
	"os/exec"
	"sync"

	"github.com/chromedp/chromedp"
)

// chromium starts the browser, once in a run, and returns the context for new tabs.
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
		chromedp.WSURLReadTimeout(timeout), // for the start of the browser
		chromedp.NoSandbox,                 // containers rarely allow a sandbox, and the pages are ours
		chromedp.UserDataDir(profile),
		chromedp.Env("HOME="+profile, "XDG_CONFIG_HOME="+profile, "XDG_CACHE_HOME="+profile), // uses none of the user's files
		chromedp.Flag("headless", "new"),
		chromedp.Flag("lang", "en-US"),
		chromedp.DisableGPU,
		chromedp.Flag("blink-settings", "primaryPointerType=4,availablePointerTypes=4,primaryHoverType=2,availableHoverTypes=2"), // a mouse
		chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("no-proxy-server", true),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.*, EXCLUDE localhost"), // the browser itself must not send requests either
	)...)
	ctx, closeBrowser := chromedp.NewContext(allocator)
	closeChromium = func() { closeBrowser(); closeAllocator() }
	return ctx, chromedp.Do(ctx)
})

var closeChromium = func() {} // does nothing until the browser was started
