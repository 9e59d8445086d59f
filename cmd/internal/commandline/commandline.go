// Package commandline starts a program: it parses the arguments with kong, gives the
// commands their access to the process, and turns errors into an exit status.
package commandline

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/alecthomas/kong"

	"biom/shared/clock"
)

// Process is a command's access to the process in which it runs. Tests replace the
// parts that they need to control.
type Process struct {
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	Getenv         func(name string) string
	UserConfigDir  func() (string, error)                     // os.UserConfigDir
	LookPath       func(program string) (string, error)       // exec.LookPath
	Now            func() time.Time                           // time.Now
	Pause          func(context.Context, time.Duration) error // clock.Sleep
}

// OS returns the real process.
func OS() Process {
	return Process{
		Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
		Getenv: os.Getenv, UserConfigDir: os.UserConfigDir, LookPath: exec.LookPath,
		Now: time.Now, Pause: clock.Sleep,
	}
}

// Interrupted is the error of a command that a signal has stopped before its end. It says
// what is left and how to go on.
type Interrupted string

func (i Interrupted) Error() string { return string(i) }

// status returns the exit status for an error: 0 for none, 130 if a signal stopped the command,
// as shells have it for Ctrl-C, 2 if the arguments were wrong and nothing was done, else 1.
func status(err error) int {
	if err == nil {
		return 0
	}
	if _, ok := errors.AsType[Interrupted](err); ok {
		return 130
	}
	if _, ok := errors.AsType[*kong.ParseError](err); ok {
		return 2
	}
	return 1
}

// Main runs a program until its end or a signal, and exits with its status. A second signal
// ends the process at once.
func Main(name string, run func(ctx context.Context, args []string, p Process) error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	if err := run(ctx, os.Args[1:], OS()); err != nil {
		fmt.Fprintln(os.Stderr, name+":", err)
		os.Exit(status(err))
	}
}

// Program describes the command line of a program.
type Program struct {
	Name        string
	Description string
	Commands    any       // pointer to a struct with kong's tags
	Vars        kong.Vars // for the tags; Version is added as "version"
}

// exitStatus is the value of the panic with which --help and --version end the
// parsing.
type exitStatus int

// Run parses args and runs the command that they name. Its Run method gets
// bindings, each a pointer, as parameters.
func (p Program) Run(args []string, stdout, stderr io.Writer, bindings ...any) (err error) {
	vars := kong.Vars{"version": Version()}
	parser, err := kong.New(p.Commands, kong.Name(p.Name), kong.Description(p.Description), kong.Writers(stdout, stderr),
		kong.Exit(func(status int) { panic(exitStatus(status)) }), vars.CloneWith(p.Vars), kong.Resolvers(kong.ResolverFunc(readSecretFile)))
	if err != nil {
		return err
	}
	defer func() {
		switch reason := recover().(type) {
		case nil:
		case exitStatus:
			if reason != 0 {
				err = errors.New("stopped")
			}
		default:
			panic(reason)
		}
	}()
	command, err := parser.Parse(args)
	if err != nil {
		return fmt.Errorf("%w; --help after a command shows its flags and their environment variables", err)
	}
	return command.Run(bindings...)
}

// Version returns the build's version: a release's tag, or a pseudo-version
// with the commit of a development build. It is "development" if the build does
// not know it.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "development"
	}
	return info.Main.Version
}
