package launcher

import (
	"errors"
	"os"
	"strings"
	"syscall"
	"unsafe"
)

// Results of a probe: what it prints, one on each line, for a mechanism that works.
const (
	LimitsWork     = "limits"
	PrivilegesDrop = "privileges"
	LandlockWorks  = "landlock"
	SeccompWorks   = "seccomp"
)

// probe tries every mechanism of the orders and prints those that work: that forbid what
// they should. It returns only if it fails.
func probe(o Orders) error {
	var works []string
	for _, try := range []struct {
		result string
		works  func(Orders) bool
	}{{LimitsWork, limitsWork}, {PrivilegesDrop, privilegesDrop}, {LandlockWorks, landlockWorks}} {
		if try.works(o) {
			works = append(works, try.result)
		}
	}
	if _, err := os.Stdout.WriteString(strings.Join(works, "\n") + "\n"); err != nil {
		return err
	}
	return probeSeccomp(o)
}

// limitsWork expects that a limit of open files forbids a further one.
func limitsWork(Orders) bool {
	var present syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &present) != nil {
		return false
	}
	if syscall.Setrlimit(syscall.RLIMIT_NOFILE, &syscall.Rlimit{Cur: 0, Max: present.Max}) != nil {
		return false
	}
	_, err := syscall.Dup(0)
	return errors.Is(err, syscall.EMFILE) && syscall.Setrlimit(syscall.RLIMIT_NOFILE, &present) == nil
}

// follows reports whether the steps of orders succeed.
func follows(o Orders) bool {
	s := &steps{}
	if s.follow(o) != nil {
		return false
	}
	_, errno := run(s.list)
	return errno == 0
}

func privilegesDrop(Orders) bool { return follows(Orders{Drop: true}) }

// landlockWorks expects that the ruleset forbids to read the root directory.
func landlockWorks(o Orders) bool {
	if !o.Landlock || !follows(Orders{Landlock: true}) {
		return false
	}
	_, err := syscall.Open("/", syscall.O_RDONLY|syscall.O_DIRECTORY|syscall.O_CLOEXEC, 0)
	return errors.Is(err, syscall.EACCES)
}

// probeSeccomp expects that the filter forbids a socket, prints that, and ends the process.
// Like [run], it must do without the Go runtime once the filter is installed.
func probeSeccomp(o Orders) error {
	if o.Filter == nil {
		os.Exit(0)
	}
	s := &steps{}
	s.blockSignals()
	if err := s.follow(Orders{Filter: o.Filter}); err != nil {
		return err
	}
	result := []byte(SeccompWorks + "\n")
	text, size := uintptr(unsafe.Pointer(&result[0])), uintptr(len(result))
	status := uintptr(0)
	_, refused := run(s.list)
	if refused == 0 {
		_, _, refused = syscall.RawSyscall(syscall.SYS_SOCKET, syscall.AF_UNIX, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
		if refused == syscall.EPERM {
			_, _, errno := syscall.RawSyscall(syscall.SYS_WRITE, uintptr(syscall.Stdout), text, size)
			status = uintptr(errno)
		}
	}
	_, _, errno := syscall.RawSyscall(syscall.SYS_EXIT_GROUP, status, 0, 0)
	return errno
}
