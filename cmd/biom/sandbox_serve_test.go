package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"syscall"
	"testing"

	"biom/shared/testenv"
)

// TestServeConfinesAndHides starts the real program with a required sandbox. It reports
// what the kernel grants, hides its settings, and still reads documents and shows its
// metrics and profiles.
func TestServeConfinesAndHides(t *testing.T) {
	t.Parallel()
	r := alone(t)
	r.executable = testenv.Biom(t)
	admin := adminAddress()
	url, p := r.serve(t.TempDir(), "BIOM_SANDBOX=required", "BIOM_PROVIDER_KEYS=sk-canary", "BIOM_ADMIN_LISTEN="+admin, "BIOM_EXTRACT_TIMEOUT=2m")

	shown, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", p.Process.Pid))
	if err == nil && strings.Trim(string(shown), "\x00") != "" || err != nil && os.Getuid() == 0 {
		t.Errorf("/proc/PID/environ: %q, %v", shown, err)
	}
	var memory syscall.Stat_t
	if err := syscall.Stat(fmt.Sprintf("/proc/%d/mem", p.Process.Pid), &memory); err != nil || memory.Uid != 0 {
		t.Errorf("/proc/PID/mem belongs to user %d, %v; want root", memory.Uid, err)
	}
	for path, want := range map[string]string{
		"/readyz":  "\nsandbox: ok, rlimits=1 no_new_privs=1 landlock=",
		"/metrics": `biom_sandbox_level{mechanism="seccomp"} 1`, "/debug/pprof/heap?debug=1": "heap profile",
	} {
		if text := body(t, "http://"+admin+path); !strings.Contains(text, want) {
			t.Errorf("%s: %.300s", path, text)
		}
	}
	if text := body(t, "http://"+admin+"/metrics"); !strings.Contains(text, "process_open_fds") {
		t.Error("the process cannot read its own /proc")
	}
	report, err := os.ReadFile(samples + "/iolmaster700-en-01.pdf")
	if err != nil {
		t.Fatal(err)
	}
	newCaller(t, url).process("report.pdf", report).want(t, http.StatusOK)
}

func body(t *testing.T, url string) string {
	t.Helper()
	res, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	var text bytes.Buffer
	if _, err := io.Copy(&text, res.Body); err != nil {
		t.Fatal(err)
	}
	return text.String()
}
