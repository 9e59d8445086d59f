package child_test

import (
	"os"
	"testing"

	seccomp "github.com/elastic/go-seccomp-bpf"
	"go.uber.org/goleak"
	"golang.org/x/sys/unix"
)

func TestMain(m *testing.M) {
	if os.Getenv(containerVariable) != "" {
		if err := likeContainer(); err != nil {
			panic(err)
		}
	}
	goleak.VerifyTestMain(m, goleak.Cleanup(func(code int) {
		if hostileDir != "" {
			_ = os.RemoveAll(hostileDir)
		}
		os.Exit(code)
	}))
}

// containerVariable makes the tests run with the system calls that Docker's engine leaves
// to a container without capabilities.
const containerVariable = "BIOM_TEST_CONTAINER"

// likeContainer refuses what Docker's default profile refuses and the sandbox could use:
// no namespace can be made.
func likeContainer() error {
	var flags []seccomp.NameWithConditions
	for _, flag := range []uint64{unix.CLONE_NEWUSER, unix.CLONE_NEWNET, unix.CLONE_NEWPID, unix.CLONE_NEWNS, unix.CLONE_NEWIPC, unix.CLONE_NEWUTS, unix.CLONE_NEWCGROUP} {
		flags = append(flags, seccomp.NameWithConditions{Name: "clone", Conditions: []seccomp.Condition{{Argument: 0, Operation: seccomp.BitsSet, Value: flag}}})
	}
	return seccomp.LoadFilter(seccomp.Filter{NoNewPrivs: true, Flag: seccomp.FilterFlagTSync, Policy: seccomp.Policy{
		DefaultAction: seccomp.ActionAllow,
		Syscalls: []seccomp.SyscallGroup{
			{Action: seccomp.ActionErrno, NamesWithCondtions: flags},
			{Action: seccomp.ActionErrno | seccomp.Action(unix.ENOSYS), Names: []string{"clone3"}},
			{Action: seccomp.ActionErrno, Names: []string{
				"unshare", "setns", "mount", "umount2", "pivot_root", "chroot", "keyctl", "add_key", "request_key", "bpf",
				"perf_event_open", "userfaultfd", "io_uring_setup", "io_uring_enter", "io_uring_register",
			}},
		},
	}})
}
