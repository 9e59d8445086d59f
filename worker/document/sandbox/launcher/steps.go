package launcher

import (
	"errors"
	"os"
	"runtime"
	"strconv"
	"syscall"
	"unsafe"
)

// step is one system call of a launcher.
type step struct {
	what   string
	number uintptr
	args   [5]uintptr
}

// steps are the system calls that follow orders and end with execve. From the first of them
// on, the process can no longer rely on the Go runtime: it must not start a thread, which
// the filter refuses, nor map memory, because the address space of a Go process is larger
// than what most programs may have. So everything is prepared before, and the calls are
// made one directly after the other.
type steps struct {
	list []step
	kept []any // memory to which arguments point
}

func (s *steps) add(what string, number uintptr, args ...uintptr) {
	next := step{what: what, number: number}
	copy(next.args[:], args)
	s.list = append(s.list, next)
}

// pointer returns the address of memory that lives as long as s. The memory is on the heap,
// where Go moves nothing.
func pointer[T any](s *steps, memory *T) uintptr {
	s.kept = append(s.kept, memory)
	return uintptr(unsafe.Pointer(memory))
}

// execute follows the orders and executes the program. It returns an error if it cannot
// prepare that, and ends the process if a step fails.
func execute(o Orders, argv []string) error {
	if len(argv) == 0 {
		return errors.New("no program is named")
	}
	if err := closeOnExec(); err != nil {
		return errors.New("close files: " + err.Error())
	}
	s := &steps{}
	mask := s.blockSignals()
	if err := s.follow(o); err != nil {
		return err
	}
	if err := s.execve(argv, mask); err != nil {
		return err
	}
	for range 2 {
		runtime.Gosched() // goroutines of the runtime that are about to start do so now
	}
	failed, errno := run(s.list)
	exit(s.list[failed].what, ": ", errno.Error())
	return nil
}

// exit reports why the program could not be executed. It allocates no memory, because the
// limits may leave none.
func exit(reason ...string) {
	for _, part := range reason {
		data := uintptr(unsafe.Pointer(unsafe.StringData(part)))
		if _, _, errno := syscall.RawSyscall(syscall.SYS_WRITE, StatusFD, data, uintptr(len(part))); errno != 0 {
			break
		}
	}
	syscall.Exit(1)
}

// run makes the system calls and returns the index and the error of one that fails. It calls
// no function at whose beginning the scheduler could interrupt it.
func run(list []step) (failed int, errno syscall.Errno) {
	for i := range list {
		a := &list[i].args
		if _, _, errno := syscall.RawSyscall6(list[i].number, a[0], a[1], a[2], a[3], a[4], 0); errno != 0 {
			return i, errno
		}
	}
	return 0, 0
}

// blockSignals keeps the runtime's signal for preemption away. It returns the address of the
// signal mask that was in force.
func (s *steps) blockSignals() (before uintptr) {
	all, old := ^uint64(0), uint64(0)
	before = pointer(s, &old)
	s.add("block signals", syscall.SYS_RT_SIGPROCMASK, sigSetmask, pointer(s, &all), before, unsafe.Sizeof(all))
	return before
}

// follow adds the calls that confine this thread. The limits come last.
func (s *steps) follow(o Orders) error {
	if o.Drop {
		s.noNewPrivs()
		header := [2]uint32{capabilityVersion3, 0} // 0: this thread
		var none [6]uint32                         // effective, permitted, inheritable; of version 3 there are two
		s.add("drop capabilities", syscall.SYS_CAPSET, pointer(s, &header), pointer(s, &none))
	}
	if o.Landlock {
		s.noNewPrivs()
		s.add("landlock", sysLandlockRestrictSelf, RulesetFD, 0)
	}
	if o.Filter != nil {
		s.noNewPrivs()
		s.add("seccomp", syscall.SYS_PRCTL, prSetSeccomp, seccompModeFilter, pointer(s, program(o.Filter)))
	}
	for _, l := range o.Limits {
		limit, err := l.within()
		if err != nil {
			return errors.New("limit " + strconv.Itoa(l.Resource) + ": " + err.Error())
		}
		s.add("limit "+strconv.Itoa(l.Resource), syscall.SYS_PRLIMIT64, 0, uintptr(l.Resource), pointer(s, limit), 0)
	}
	return nil
}

func (s *steps) noNewPrivs() { s.add("no_new_privs", syscall.SYS_PRCTL, prSetNoNewPrivs, 1) }

// execve adds the end: to execute argv with the signal mask that is at the address mask.
func (s *steps) execve(argv []string, mask uintptr) error {
	path, err := syscall.BytePtrFromString(argv[0])
	if err != nil {
		return err
	}
	args, err := syscall.SlicePtrFromStrings(argv)
	if err != nil {
		return err
	}
	env, err := syscall.SlicePtrFromStrings(os.Environ())
	if err != nil {
		return err
	}
	s.add("unblock signals", syscall.SYS_RT_SIGPROCMASK, sigSetmask, mask, 0, unsafe.Sizeof(uint64(0)))
	s.add("execute "+argv[0], syscall.SYS_EXECVE, pointer(s, path), pointer(s, &args[0]), pointer(s, &env[0]))
	return nil
}

// program returns a filter as the kernel takes it.
func program(filter []uint64) *syscall.SockFprog {
	return &syscall.SockFprog{Len: uint16(len(filter)), Filter: (*syscall.SockFilter)(unsafe.Pointer(&filter[0]))}
}

// within returns the limit, or the present one where that is lower.
func (l Limit) within() (*syscall.Rlimit, error) {
	var present syscall.Rlimit
	if err := syscall.Getrlimit(l.Resource, &present); err != nil {
		return nil, err
	}
	return &syscall.Rlimit{Cur: min(l.Soft, present.Max), Max: min(l.Max, present.Max)}, nil
}

// closeOnExec keeps every file that this process has inherited, except standard input,
// output and error, from the program.
func closeOnExec() error {
	_, _, errno := syscall.Syscall(sysCloseRange, StatusFD, uintptr(^uint32(0)), closeRangeCloexec)
	if errno == 0 {
		return nil
	}
	const most = 1024 // the usual limit of open files; Linux before 5.11 cannot mark a range
	for fd := uintptr(StatusFD); fd < most; fd++ {
		if _, _, errno := syscall.Syscall(syscall.SYS_FCNTL, fd, syscall.F_SETFD, syscall.FD_CLOEXEC); errno != 0 && errno != syscall.EBADF {
			return errno
		}
	}
	return nil
}

// System calls that package syscall lacks on some architectures, whose numbers are the same
// on all; and constants of prctl(2), close_range(2) and rt_sigprocmask(2).
const (
	sysCloseRange           = 436
	sysLandlockRestrictSelf = 446
	closeRangeCloexec       = 4
	prSetSeccomp            = 22
	seccompModeFilter       = 2
	prSetNoNewPrivs         = 38
	capabilityVersion3      = 0x20080522
	sigSetmask              = 2
)
