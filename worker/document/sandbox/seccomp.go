package sandbox

import (
	"encoding/binary"
	"fmt"
	"slices"
	"sync"

	seccomp "github.com/elastic/go-seccomp-bpf"
	"github.com/elastic/go-seccomp-bpf/arch"
	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// allowedCalls are the system calls that a program may make with any arguments: those
// that only concern itself and the files that it may open. Everything that is not listed
// here or in [conditions] is refused with EPERM: sockets of every kind, new processes,
// ptrace, mounts, namespaces, keys, bpf, perf, io_uring, userfaultfd, memfd, shared memory,
// and changes of files, of their modes and owners. The frequent calls are first, because a
// filter is a sequence of comparisons. execve is needed once, for the program itself;
// Landlock says which files may be executed. Without tgkill, abort(3) ends the program by
// another signal.
var allowedCalls = []string{
	"read", "write", "pread64", "futex", "mmap", "munmap", "brk", "mprotect", "clock_gettime",
	"openat", "close", "fstat", "newfstatat", "lseek", "readv", "writev", "pwrite64", "mremap", "madvise",
	"open", "stat", "lstat", "statx", "access", "faccessat", "readlink", "readlinkat", "getdents64", "getcwd", "fadvise64",
	"dup", "dup2", "dup3", "poll", "ppoll", "select", "pselect6",
	"execve", "exit", "exit_group", "arch_prctl", "set_tid_address", "set_robust_list", "rseq",
	"rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigaltstack", "restart_syscall",
	"getpid", "getppid", "gettid", "getuid", "geteuid", "getgid", "getegid", "uname", "sysinfo",
	"gettimeofday", "time", "times", "clock_getres", "nanosleep", "clock_nanosleep", "getrusage", "getrlimit", "getrandom",
	"sched_yield", "sched_getaffinity",
}

// missingCalls get ENOSYS, upon which the C library makes an older call instead.
var missingCalls = []string{"clone3", "faccessat2", "openat2", "epoll_pwait2"}

// threadCalls are those that a program which may start threads makes as well: Go's runtime waits for timers by them. They
// concern only files that are open already.
var threadCalls = []string{"epoll_create1", "epoll_ctl", "epoll_pwait", "eventfd2"}

// lastOldFcntl is the last of the commands of fcntl(2) that concern duplicates, flags
// and locks. The next ones make the kernel send signals to any process.
const lastOldFcntl = unix.F_SETLKW

// conditions returns the calls that are allowed with some arguments.
func conditions(threads bool) []seccomp.NameWithConditions {
	when := func(call string, argument uint32, operation seccomp.Operation, value uint64) seccomp.NameWithConditions {
		return seccomp.NameWithConditions{Name: call, Conditions: []seccomp.Condition{{Argument: argument, Operation: operation, Value: value}}}
	}
	calls := []seccomp.NameWithConditions{
		when("prlimit64", 0, seccomp.Equal, 0),       // 0: the calling process
		when("ioctl", 1, seccomp.Equal, unix.TCGETS), // is this a terminal?
		when("fcntl", 1, seccomp.LessOrEqual, lastOldFcntl),
		when("fcntl", 1, seccomp.Equal, unix.F_DUPFD_CLOEXEC),
		when("prctl", 0, seccomp.Equal, unix.PR_SET_NAME),
		when("prctl", 0, seccomp.Equal, unix.PR_SET_VMA), // names a mapping
	}
	if threads {
		calls = append(calls, when("clone", 0, seccomp.BitsSet, unix.CLONE_THREAD))
	}
	return calls
}

var (
	withThreads    = sync.OnceValues(func() ([]uint64, error) { return assemble(true) })
	withoutThreads = sync.OnceValues(func() ([]uint64, error) { return assemble(false) })
)

// filter returns the instructions of the filter, as the kernel reads them.
func filter(threads bool) ([]uint64, error) {
	if threads {
		return withThreads()
	}
	return withoutThreads()
}

func assemble(threads bool) ([]uint64, error) {
	info, err := arch.GetInfo("")
	if err != nil {
		return nil, fmt.Errorf("seccomp: %w", err)
	}
	known := func(calls []string) []string {
		return slices.DeleteFunc(slices.Clone(calls), func(call string) bool {
			_, ok := info.SyscallNames[call]
			return !ok
		})
	}
	allowed := allowedCalls
	if threads {
		allowed = append(slices.Clip(allowed), threadCalls...)
	}
	policy := seccomp.Policy{
		DefaultAction: seccomp.ActionErrno, // EPERM
		Syscalls: []seccomp.SyscallGroup{
			{Action: seccomp.ActionAllow, Names: known(allowed), NamesWithCondtions: conditions(threads)},
			{Action: seccomp.ActionErrno | seccomp.Action(unix.ENOSYS), Names: known(missingCalls)},
		},
	}
	program, err := policy.Assemble()
	if err != nil {
		return nil, fmt.Errorf("seccomp: %w", err)
	}
	raw, err := bpf.Assemble(program)
	if err != nil {
		return nil, fmt.Errorf("seccomp: %w", err)
	}
	filter := make([]uint64, len(raw))
	for i, in := range raw {
		filter[i] = instruction(in)
	}
	return filter, nil
}

// instruction returns the bytes of struct sock_filter, see linux/filter.h, as a number.
func instruction(in bpf.RawInstruction) uint64 {
	text := binary.NativeEndian.AppendUint16(nil, in.Op)
	text = append(text, in.Jt, in.Jf)
	return binary.NativeEndian.Uint64(binary.NativeEndian.AppendUint32(text, in.K))
}
