package secrets_test

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"biom/cmd/internal/secrets"
)

const helper = "SECRETS_TEST_HELPER"

// TestMain: with the variable helper, this process hides its secrets, prints what is left
// of them, and waits until its standard input ends.
func TestMain(m *testing.M) {
	if os.Getenv(helper) == "" {
		os.Exit(m.Run())
	}
	if os.Getenv(helper) == "hide" {
		if err := secrets.Hide(); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
	}
	fmt.Printf("BIOM_JOB_KEY=%q BIOM_OCR_DIR=%q OTHER=%q\n", os.Getenv("BIOM_JOB_KEY"), os.Getenv("BIOM_OCR_DIR"), os.Getenv("OTHER"))
	_, _ = io.Copy(io.Discard, os.Stdin)
	os.Exit(0)
}

// start starts the helper as an ordinary user and returns what it printed and what
// /proc/PID/environ shows.
func start(t *testing.T, what string) (printed, environ string, pid int) {
	t.Helper()
	cmd := exec.Command("/proc/self/exe")
	cmd.Env = []string{helper + "=" + what, "BIOM_JOB_KEY=sesame", "BIOM_OCR_DIR=/ocr", "OTHER=open"}
	if os.Getuid() == 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	}
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		stdin.Close()
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
	})
	printed, err = bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	shown, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", cmd.Process.Pid))
	if err != nil && os.Getuid() == 0 {
		t.Fatal(err)
	}
	return printed, string(shown), cmd.Process.Pid
}

func TestHide(t *testing.T) {
	t.Parallel()
	printed, environ, pid := start(t, "hide")
	if want := "BIOM_JOB_KEY=\"\" BIOM_OCR_DIR=\"/ocr\" OTHER=\"open\"\n"; printed != want {
		t.Errorf("the process sees %q, want %q", printed, want)
	}
	if strings.Trim(environ, "\x00") != "" {
		t.Errorf("/proc/PID/environ shows %q", environ)
	}
	if owner := ownerOf(t, pid); owner != 0 {
		t.Errorf("/proc/PID/mem belongs to user %d, want root: the process is dumpable", owner)
	}
}

// TestNotHidden shows that TestHide can fail.
func TestNotHidden(t *testing.T) {
	t.Parallel()
	printed, environ, pid := start(t, "not")
	if !strings.Contains(printed, "sesame") || !strings.Contains(environ, "sesame") || ownerOf(t, pid) == 0 {
		t.Errorf("printed %q, /proc/PID/environ %q", printed, environ)
	}
}

// ownerOf returns the owner of /proc/PID/mem.
func ownerOf(t *testing.T, pid int) uint32 {
	t.Helper()
	var stat syscall.Stat_t
	if err := syscall.Stat(fmt.Sprintf("/proc/%d/mem", pid), &stat); err != nil {
		t.Fatal(err)
	}
	return stat.Uid
}
