package child_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"text/tabwriter"
	"time"
	"unsafe"

	"biom/worker/document/child"
	"biom/worker/document/sandbox"
	"biom/worker/document/sandbox/launcher"
)

// hostileDir is the directory of the hostile program; "" until it is built.
var hostileDir string

// hostile builds the program in testdata/hostile and returns its path.
var hostile = sync.OnceValues(func() (path string, err error) {
	if hostileDir, err = os.MkdirTemp("", "hostile-"); err != nil {
		return "", err
	}
	if err := os.Chmod(hostileDir, 0o755); err != nil { // an ordinary user executes it too
		return "", err
	}
	path = filepath.Join(hostileDir, "hostile")
	build := exec.Command("go", "build", "-o", path, "./testdata/hostile")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return path, nil
})

// attempt is one row of the table: what the hostile program tries, and with what.
type attempt struct {
	what    string
	name    string
	args    []string
	allowed bool // also in the sandbox
	unsure  bool // whether it succeeds without the sandbox depends on the kernel or the user
}

// victim is what a deployment has beside the sandbox: a process with secrets in its
// environment and its memory, files, and servers.
type victim struct {
	program string // the hostile program
	dir     string // the directory of the child's document
	outside string // a directory beside it
	secret  []byte // in this process's memory
	tcp     net.Listener
	udp     net.PacketConn
	unix    net.Listener
	name    string // of the abstract Unix socket
}

func newVictim(t *testing.T) *victim {
	t.Helper()
	program := os.Getenv("BIOM_TEST_HOSTILE")
	if program == "" {
		var err error
		if program, err = hostile(); err != nil {
			t.Fatal(err)
		}
	}
	v := &victim{program: program, dir: t.TempDir(), outside: t.TempDir(), secret: []byte("12345678")}
	for path, text := range map[string]string{
		filepath.Join(v.dir, "document.pdf"): "%PDF-1.4", filepath.Join(v.outside, "biom.db"): "keys",
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	v.listen(t)
	return v
}

// listen starts the servers. The datagram server answers like a DNS server.
func (v *victim) listen(t *testing.T) {
	t.Helper()
	var err error
	if v.tcp, err = net.Listen("tcp4", "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	if v.udp, err = net.ListenPacket("udp4", "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	if v.unix, err = net.Listen("unix", filepath.Join(v.outside, "socket")); err != nil {
		t.Fatal(err)
	}
	v.name = "@biom-test-" + strconv.Itoa(os.Getpid())
	abstract, err := net.Listen("unix", v.name)
	if err != nil {
		t.Fatal(err)
	}
	var answering sync.WaitGroup
	answering.Go(func() {
		query := make([]byte, 512)
		for {
			n, from, err := v.udp.ReadFrom(query)
			if err != nil {
				return // closed
			}
			_, _ = v.udp.WriteTo(query[:n], from)
		}
	})
	t.Cleanup(func() {
		_, _, _, _ = v.tcp.Close(), v.udp.Close(), v.unix.Close(), abstract.Close()
		answering.Wait()
	})
}

// spare is a file that attempts may remove.
func (v *victim) spare() string { return filepath.Join(v.outside, "spare") }

func (v *victim) attempts() []attempt {
	home, _ := os.UserHomeDir()
	tcp, udp := []string{v.tcp.Addr().String()}, []string{v.udp.LocalAddr().String()}
	db := []string{filepath.Join(v.outside, "biom.db")}
	return []attempt{
		{what: "read its document", name: "read-file", args: []string{"document.pdf"}, allowed: true},
		{what: "list its directory", name: "list-directory", args: []string{v.dir}, allowed: true},
		{what: "read shared libraries and fonts", name: "list-directory", args: []string{"/usr/lib"}, allowed: true},
		{what: "learn the size and times of a file whose path it knows", name: "stat-file", args: db, allowed: true},

		{what: "read the parent's environment (/proc/PARENT/environ)", name: "parent-environ"},
		{what: "read the parent's command line", name: "parent-cmdline"},
		{what: "read the parent's memory (/proc/PARENT/mem)", name: "parent-mem", unsure: true},
		{what: "read the parent's memory (process_vm_readv)", name: "vm-read", unsure: true},
		{what: "trace the parent (ptrace)", name: "ptrace", unsure: true},
		{what: "send the parent a signal (kill)", name: "kill"},
		{what: "send the parent a signal (tgkill)", name: "tgkill"},
		{what: "have the kernel signal the parent (F_SETOWN)", name: "sigio"},
		{what: "bind the parent to processors (sched_setaffinity)", name: "set-affinity"},
		{what: "change the parent's limits (prlimit)", name: "parent-limits"},

		{what: "read biom.db", name: "read-file", args: db},
		{what: "open biom.db to everybody (chmod)", name: "chmod", args: db},
		{what: "read /etc/passwd", name: "read-file", args: []string{"/etc/passwd"}},
		{what: "read the user's home directory", name: "list-directory", args: []string{home}, unsure: true},
		{what: "write outside its directory", name: "write-file", args: []string{filepath.Join(v.outside, "new")}},
		{what: "remove a file outside its directory", name: "remove", args: []string{v.spare()}},
		{what: "write in its directory", name: "write-file", args: []string{"new"}},
		{what: "write a file of 10 GB in its directory", name: "write-10-gb", args: []string{"big"}},
		{what: "print 10 GB into its output file", name: "print-10-gb"},

		{what: "connect by TCP to 127.0.0.1 (also the admin listener)", name: "tcp", args: tcp},
		{what: "ask a DNS server by UDP", name: "udp", args: udp},
		{what: "connect to a Unix socket", name: "unix", args: []string{v.unix.Addr().String()}},
		{what: "connect to an abstract Unix socket", name: "unix", args: []string{v.name}},
		{what: "open a netlink socket", name: "netlink"},
		{what: "make a pair of sockets", name: "socketpair"},

		{what: "fork bomb", name: "fork-bomb"},
		{what: "execute another program (sh)", name: "execute", args: []string{"/bin/sh", "-c", "echo done"}},
		{what: "execute another program through the loader", name: "execute", args: []string{"/lib64/ld-linux-x86-64.so.2", "/bin/echo", "done"}, unsure: true},
		{what: "make an executable file in memory (memfd)", name: "memfd"},
		{what: "leave its process group", name: "new-session"},
		{what: "outlive the parent (PR_SET_PDEATHSIG)", name: "keep-alive"},
		{what: "raise its limit of processor time", name: "raise-own-limit"},

		{what: "mount a file system", name: "mount", args: []string{v.outside}, unsure: true},
		{what: "change its root directory", name: "chroot", unsure: true},
		{what: "make a user namespace", name: "user-namespace", unsure: true},
		{what: "make shared memory", name: "shared-memory"},
		{what: "use the kernel's key rings", name: "key-ring", unsure: true},
		{what: "load a program into the kernel (bpf)", name: "bpf", unsure: true},
		{what: "watch the processor (perf)", name: "perf", unsure: true},
		{what: "use io_uring", name: "io-uring", unsure: true},
		{what: "use userfaultfd", name: "userfaultfd", unsure: true},
	}
}

// try makes the attempt with the given mechanisms. done reports whether it succeeded;
// reason is the error of the hostile program, or how it ended.
func (v *victim) try(t *testing.T, a attempt, use sandbox.Mechanisms) (done bool, reason string) {
	t.Helper()
	if err := os.WriteFile(v.spare(), nil, 0o600); err != nil { // the last attempt may have removed it
		t.Fatal(err)
	}
	output, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer output.Close()
	address := fmt.Sprintf("%#x", uintptr(unsafe.Pointer(&v.secret[0])))
	_, err = child.NewRunnerWith(use).Run(context.WithoutCancel(t.Context()), child.Command{
		Path: v.program, Dir: v.dir, Threads: true, Output: output, // the Go runtime needs threads
		Args:   append([]string{a.name, strconv.Itoa(os.Getpid()), address}, a.args...),
		Limits: child.Limits{Memory: 16 << 30, CPU: 10 * time.Second, File: 1 << 20, Output: 1 << 20},
	})
	printed := make([]byte, 200) // the file may have 10 GB
	n, _ := output.ReadAt(printed, 0)
	if err == nil {
		return true, "done"
	}
	if exit, ok := errors.AsType[*child.ExitError](err); !ok || exit.Code < 0 {
		return false, err.Error()
	}
	return false, strings.TrimSpace(string(printed[:n]))
}

// alone returns the granted mechanisms one by one, and their names.
func alone(granted sandbox.Mechanisms) (names []string, single []sandbox.Mechanisms) {
	all := []sandbox.Mechanisms{{Limits: true}, {NoNewPrivs: true}, {Landlock: granted.Landlock}, {Seccomp: true}, {Namespaces: true}}
	i := 0
	granted.Each(func(name string, level int) {
		if level > 0 {
			names, single = append(names, name), append(single, all[i])
		}
		i++
	})
	return names, single
}

// TestHostileProgram runs a program in the sandbox that tries what code injected by a
// document would try. Every attempt is refused, except what a reader of documents needs.
// Each attempt is also made without the sandbox, where it must succeed, and with each
// mechanism alone, to show which of them refuse it. go test -v prints the table.
func TestHostileProgram(t *testing.T) {
	granted, err := sandbox.Granted()
	if err != nil {
		t.Fatal(err)
	}
	if len(granted.Missing()) > 0 {
		t.Fatalf("this kernel grants only %v; the tests need Linux 5.13 or later with Landlock and seccomp", granted)
	}
	v := newVictim(t)
	names, single := alone(granted)
	var text strings.Builder
	table := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "attempt\tin the sandbox\trefused by\twithout it\n")
	for _, a := range v.attempts() {
		done, reason := v.try(t, a, granted)
		if done != a.allowed {
			t.Errorf("%s: in the sandbox: %s", a.what, reason)
		}
		var by []string
		for i, one := range single {
			if done, _ := v.try(t, a, one); !done {
				by = append(by, names[i])
			}
		}
		free, freeReason := v.try(t, a, sandbox.Mechanisms{})
		if !free && !a.unsure {
			t.Errorf("%s: without the sandbox: %s", a.what, freeReason)
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", a.what, reason, strings.Join(by, ", "), freeReason)
	}
	table.Flush()
	t.Logf("user %d, granted %v\n%s", os.Getuid(), granted, text.String())
}

// TestLongHostileProgramElsewhere repeats TestHostileProgram as an ordinary user, and with the
// system calls that a container's engine leaves to it.
func TestLongHostileProgramElsewhere(t *testing.T) {
	program, err := hostile()
	if err != nil {
		t.Fatal(err)
	}
	for name, variable := range map[string]string{"ordinary user": "", "container": containerVariable + "=1"} {
		t.Run(name, func(t *testing.T) {
			shared, err := os.MkdirTemp("", "") // the parent of t.TempDir is this user's alone
			if err != nil {
				t.Fatal(err)
			}
			defer os.RemoveAll(shared)
			if err := os.Chmod(shared, 0o777); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(launcher.Self, "-test.run=^TestHostileProgram$", "-test.v")
			cmd.Args[0] = os.Args[0]
			cmd.Dir = "/"
			cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "TMPDIR=" + shared, "HOME=" + shared, "BIOM_TEST_HOSTILE=" + program, variable}
			if os.Getuid() == 0 {
				cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
			}
			out, err := cmd.CombinedOutput()
			if err != nil || strings.Contains(string(out), "namespaces=1") && variable != "" {
				t.Errorf("%v", err)
			}
			t.Logf("%s", out)
		})
	}
}
