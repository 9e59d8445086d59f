// Package sandbox confines a program that reads an untrusted document, so that a
// document which takes the program over gains nothing by it. Package child uses it.
//
// The process that wants to run such a program starts itself again as a launcher, which
// confines itself and then executes the program in its place; see package launcher. So
// every binary that imports this package is its own launcher, test binaries too.
//
//	biom ──clone: own user and network namespaces──▶ biom (launcher) ──execve──▶ pdftotext
//	                                                   no capabilities, no_new_privs,
//	                                                   Landlock, seccomp, limits
package sandbox

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"biom/worker/document/sandbox/launcher"
)

// Limits are the resource limits of one program.
type Limits struct {
	Memory int64         // address space, bytes
	CPU    time.Duration // processor time, rounded up to seconds; at its end the program gets SIGXCPU, a second later SIGKILL
	File   int64         // largest file it may write, bytes
}

// Policy says how one program is confined. It may read Dirs and Files and execute
// Programs. It may write no file; what it prints goes into files that are open already.
type Policy struct {
	Use      Mechanisms
	Limits   Limits
	Threads  bool     // it may start threads
	Dirs     []string // directories that it may read, with everything below them
	Files    []string // files that it may read
	Programs []string // files that it may read and execute: the program itself and its loader
}

// namespaces are those that a program gets. In its user namespace it has no user ID: to the
// kernel it is this process's user, without any privilege. In its network namespace there
// is not even a loopback address. Processes, mounts and IPC need none: seccomp and Landlock
// refuse what they would hide, and the first process of a PID namespace would ignore
// SIGXCPU.
const namespaces = syscall.CLONE_NEWUSER | syscall.CLONE_NEWNET

// Run runs argv, whose first element is the path of the program, confined by p. cmd has
// everything else: context, directory, environment, outputs. Run sets its Path, Args and
// ExtraFiles, and adds to its SysProcAttr. The error is that of cmd.Wait, or says that the
// program could not be executed.
func (p Policy) Run(cmd *exec.Cmd, argv []string) error {
	return p.run(cmd, launcher.Name, argv)
}

func (p Policy) run(cmd *exec.Cmd, name string, argv []string) error {
	status, launched, err := os.Pipe()
	if err != nil {
		return err
	}
	defer status.Close()
	err = p.start(cmd, launched, name, argv)
	launched.Close()
	if err != nil {
		return fmt.Errorf("sandbox: %w", err)
	}
	failure, _ := io.ReadAll(io.LimitReader(status, 4<<10)) // ends when the program is executed
	err = cmd.Wait()
	if len(failure) > 0 {
		return fmt.Errorf("sandbox: %s", failure)
	}
	return err
}

// start starts the launcher. status gets the reason if it fails.
func (p Policy) start(cmd *exec.Cmd, status *os.File, name string, argv []string) error {
	orders, err := p.orders()
	if err != nil {
		return err
	}
	cmd.ExtraFiles = []*os.File{status} // the first of them becomes launcher.StatusFD
	if orders.Landlock {
		ruleset, err := p.ruleset()
		if err != nil {
			return err
		}
		defer ruleset.Close()
		cmd.ExtraFiles = append(cmd.ExtraFiles, ruleset)
	}
	cmd.Path, cmd.Args = launcher.Self, append([]string{name}, orders.Args(argv)...)
	if p.Use.Namespaces {
		if cmd.SysProcAttr == nil {
			cmd.SysProcAttr = &syscall.SysProcAttr{}
		}
		cmd.SysProcAttr.Cloneflags |= namespaces
	}
	return cmd.Start()
}

// orders returns what the launcher does.
func (p Policy) orders() (o launcher.Orders, err error) {
	o.Drop, o.Landlock = p.Use.NoNewPrivs, p.Use.Landlock > 0
	if p.Use.Seccomp {
		if o.Filter, err = filter(p.Threads); err != nil {
			return o, err
		}
	}
	if p.Use.Limits {
		o.Limits = p.limits()
	}
	return o, nil
}

const (
	maxFiles   = 64  // open files of a program
	maxThreads = 256 // of a program that may start threads; Linux counts those of all processes of the user
)

// limits returns the resource limits. Processor time has two: at the first, SIGXCPU tells
// the cause of the program's end.
func (p Policy) limits() []launcher.Limit {
	seconds := uint64((p.Limits.CPU + time.Second - 1) / time.Second)
	threads := uint64(1)
	if p.Threads {
		threads = maxThreads
	}
	limit := func(resource int, value uint64) launcher.Limit {
		return launcher.Limit{Resource: resource, Soft: value, Max: value}
	}
	return []launcher.Limit{
		limit(unix.RLIMIT_CORE, 0),
		limit(unix.RLIMIT_FSIZE, uint64(p.Limits.File)),
		limit(unix.RLIMIT_NOFILE, maxFiles),
		{Resource: unix.RLIMIT_CPU, Soft: seconds, Max: seconds + 1},
		limit(unix.RLIMIT_NPROC, threads),
		limit(unix.RLIMIT_AS, uint64(p.Limits.Memory)),
	}
}
