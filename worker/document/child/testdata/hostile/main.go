// Command hostile does one thing that a program which reads documents must not be able to
// do. It prints "done" and ends with status 0 if it succeeds, or prints the error and ends
// with status 1. It uses system calls directly, as injected code would.
//
//	hostile NAME PID ADDRESS PATH…
package main

import (
	"encoding/binary"
	"fmt"
	"net/netip"
	"os"
	"strconv"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// target is what an attempt aims at.
type target struct {
	pid     int     // the process that started the launcher
	address uintptr // of eight bytes in its memory
	args    []string
}

var attempts = map[string]func(t target) error{
	"read-file":      func(t target) error { return readFile(t.args[0]) },
	"list-directory": func(t target) error { return readDir(t.args[0]) },
	"stat-file":      func(t target) error { var s syscall.Stat_t; return syscall.Stat(t.args[0], &s) },
	"write-file":     func(t target) error { return writeFile(t.args[0], 0) },
	"write-10-gb":    func(t target) error { return writeFile(t.args[0], 10<<30) },
	"print-10-gb":    func(target) error { return writeAt(1, 10<<30) },
	"chmod":          func(t target) error { return syscall.Chmod(t.args[0], 0o777) },
	"remove":         func(t target) error { return syscall.Unlink(t.args[0]) },
	"parent-environ": func(t target) error { return readFile(fmt.Sprintf("/proc/%d/environ", t.pid)) },
	"parent-cmdline": func(t target) error { return readFile(fmt.Sprintf("/proc/%d/cmdline", t.pid)) },
	"parent-mem":     parentMemory,
	"vm-read":        vmRead,
	"ptrace":         ptrace,
	"kill":           func(t target) error { return syscall.Kill(t.pid, syscall.SIGCONT) },
	"tgkill": func(t target) error {
		return call(syscall.SYS_TGKILL, uintptr(t.pid), uintptr(t.pid), uintptr(syscall.SIGCONT))
	},
	"sigio":         sigio,
	"set-affinity":  setAffinity,
	"parent-limits": parentLimits,
	"tcp":           func(t target) error { return connect(inet(t.args[0]), syscall.SOCK_STREAM) },
	"udp":           udp,
	"unix":          func(t target) error { return connect(&syscall.SockaddrUnix{Name: t.args[0]}, syscall.SOCK_STREAM) },
	"netlink":       func(target) error { return socket(syscall.AF_NETLINK, syscall.SOCK_RAW) },
	"socketpair":    func(target) error { _, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0); return err },
	"fork-bomb":     forkBomb,
	"new-session":   func(target) error { return call(syscall.SYS_SETPGID, 0, 0, 0) },
	"keep-alive":    func(target) error { return call(syscall.SYS_PRCTL, syscall.PR_SET_PDEATHSIG, 0, 0) },
	"execute":       func(t target) error { return execute(t.args) },
	"memfd": func(target) error {
		return call(unix.SYS_MEMFD_CREATE, uintptr(unsafe.Pointer(&[]byte("x\x00")[0])), 0, 0)
	},
	"mount":           mount,
	"user-namespace":  func(target) error { return fork(syscall.CLONE_NEWUSER) },
	"chroot":          func(target) error { return syscall.Chroot("/") },
	"shared-memory":   func(target) error { return call(syscall.SYS_SHMGET, 0, 4096, 0o1600) },
	"key-ring":        func(target) error { return call(unix.SYS_KEYCTL, 0, ^uintptr(2), 1) },     // get the session's key ring
	"bpf":             func(target) error { return callPointer(unix.SYS_BPF, 0, 72, 2, 4, 4, 1) }, // a map: an array of one,
	"perf":            func(target) error { return perf() },
	"io-uring":        func(target) error { return callPointer(unix.SYS_IO_URING_SETUP, 1, 0) },
	"userfaultfd":     func(target) error { return call(unix.SYS_USERFAULTFD, 1, 0, 0) },
	"raise-own-limit": raiseLimit,
}

func main() {
	if len(os.Args) < 4 {
		fail(fmt.Errorf("usage: hostile NAME PID ADDRESS PATH…"))
	}
	pid, err := strconv.Atoi(os.Args[2])
	if err != nil {
		fail(err)
	}
	address, err := strconv.ParseUint(os.Args[3], 0, 64)
	if err != nil {
		fail(err)
	}
	attempt, ok := attempts[os.Args[1]]
	if !ok {
		fail(fmt.Errorf("there is no attempt %q", os.Args[1]))
	}
	if err := attempt(target{pid, uintptr(address), os.Args[4:]}); err != nil {
		fail(err)
	}
	fmt.Println("done")
}

func fail(err error) {
	fmt.Println(err)
	os.Exit(1)
}

func call(number, a, b, c uintptr) error {
	if _, _, err := syscall.RawSyscall(number, a, b, c); err != 0 {
		return err
	}
	return nil
}

// callPointer makes a call whose second argument points to the given words, and zeros.
func callPointer(number, a, c uintptr, words ...uint32) error {
	var memory [64]uint32
	copy(memory[:], words)
	return call(number, a, uintptr(unsafe.Pointer(&memory)), c)
}

func readFile(path string) error {
	fd, err := syscall.Open(path, syscall.O_RDONLY, 0)
	if err != nil {
		return err
	}
	_, err = syscall.Read(fd, make([]byte, 64))
	return err
}

func readDir(path string) error {
	fd, err := syscall.Open(path, syscall.O_RDONLY|syscall.O_DIRECTORY, 0)
	if err != nil {
		return err
	}
	_, err = syscall.ReadDirent(fd, make([]byte, 4096))
	return err
}

func writeFile(path string, offset int64) error {
	fd, err := syscall.Open(path, syscall.O_WRONLY|syscall.O_CREAT, 0o600)
	if err != nil {
		return err
	}
	return writeAt(fd, offset)
}

func writeAt(fd int, offset int64) error {
	_, err := syscall.Pwrite(fd, []byte("x"), offset)
	return err
}

func parentMemory(t target) error {
	fd, err := syscall.Open(fmt.Sprintf("/proc/%d/mem", t.pid), syscall.O_RDONLY, 0)
	if err != nil {
		return err
	}
	_, err = syscall.Pread(fd, make([]byte, 8), int64(t.address))
	return err
}

func vmRead(t target) error {
	into := make([]byte, 8)
	local := syscall.Iovec{Base: &into[0], Len: 8}
	remote := [2]uintptr{t.address, 8}
	_, _, err := syscall.RawSyscall6(unix.SYS_PROCESS_VM_READV, uintptr(t.pid), uintptr(unsafe.Pointer(&local)), 1, uintptr(unsafe.Pointer(&remote)), 1, 0)
	if err != 0 {
		return err
	}
	return nil
}

// ptrace attaches without stopping; the end of this process detaches again.
func ptrace(t target) error {
	_, _, err := syscall.RawSyscall6(syscall.SYS_PTRACE, unix.PTRACE_SEIZE, uintptr(t.pid), 0, 0, 0, 0)
	if err != 0 {
		return err
	}
	return nil
}

// sigio makes the kernel send a signal to another process when standard input is ready.
func sigio(t target) error {
	return call(syscall.SYS_FCNTL, 0, unix.F_SETOWN, uintptr(t.pid))
}

func setAffinity(t target) error {
	mask := ^uint64(0)
	return call(syscall.SYS_SCHED_SETAFFINITY, uintptr(t.pid), 8, uintptr(unsafe.Pointer(&mask)))
}

// parentLimits reads the parent's limit of open files; who may do that may lower it too.
func parentLimits(t target) error {
	var old syscall.Rlimit
	_, _, err := syscall.RawSyscall6(syscall.SYS_PRLIMIT64, uintptr(t.pid), syscall.RLIMIT_NOFILE, 0, uintptr(unsafe.Pointer(&old)), 0, 0)
	if err != 0 {
		return err
	}
	return nil
}

func inet(address string) *syscall.SockaddrInet4 {
	at := netip.MustParseAddrPort(address)
	return &syscall.SockaddrInet4{Port: int(at.Port()), Addr: at.Addr().As4()}
}

func socket(family, kind int) error {
	_, err := syscall.Socket(family, kind, 0)
	return err
}

func connect(to syscall.Sockaddr, kind int) error {
	family := syscall.AF_INET
	if _, ok := to.(*syscall.SockaddrUnix); ok {
		family = syscall.AF_UNIX
	}
	fd, err := syscall.Socket(family, kind, 0)
	if err != nil {
		return err
	}
	return syscall.Connect(fd, to)
}

// udp sends a DNS query for "example.org" and waits for the answer.
func udp(t target) error {
	fd, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_DGRAM, 0)
	if err != nil {
		return err
	}
	query := binary.BigEndian.AppendUint16(nil, 0x1234)
	query = append(query, "\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00\x07example\x03org\x00\x00\x01\x00\x01"...)
	if err := syscall.Sendto(fd, query, 0, inet(t.args[0])); err != nil {
		return err
	}
	_, _, err = syscall.Recvfrom(fd, make([]byte, 512), 0)
	return err
}

// fork makes a process that ends at once, and waits for it.
func fork(flags uintptr) error {
	pid, _, err := syscall.RawSyscall6(syscall.SYS_CLONE, flags|uintptr(syscall.SIGCHLD), 0, 0, 0, 0, 0)
	if err != 0 {
		return err
	}
	if pid == 0 {
		_, _, _ = syscall.RawSyscall(syscall.SYS_EXIT_GROUP, 0, 0, 0)
	}
	_, wait := syscall.Wait4(int(pid), nil, 0, nil)
	return wait
}

// forkBomb makes twenty processes. That is enough to show that there could be more.
func forkBomb(target) error {
	for range 20 {
		if err := fork(0); err != nil {
			return err
		}
	}
	return nil
}

func execute(argv []string) error { return syscall.Exec(argv[0], argv, nil) }

func mount(t target) error {
	if err := syscall.Mount("none", t.args[0], "tmpfs", 0, ""); err != nil {
		return err
	}
	return syscall.Unmount(t.args[0], 0)
}

func perf() error {
	attr := make([]byte, 128)
	attr[4] = 128 // its size; type 0, config 0: cycles of this process
	attr[0] = 1   // software events
	_, _, err := syscall.RawSyscall6(unix.SYS_PERF_EVENT_OPEN, uintptr(unsafe.Pointer(&attr[0])), 0, ^uintptr(0), ^uintptr(0), 0, 0)
	if err != 0 {
		return err
	}
	return nil
}

func raiseLimit(target) error {
	var l syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_CPU, &l); err != nil {
		return err
	}
	l.Cur, l.Max = l.Max, ^uint64(0)
	return syscall.Setrlimit(syscall.RLIMIT_CPU, &l)
}
