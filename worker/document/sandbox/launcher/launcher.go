// Package launcher makes every binary that imports it able to confine itself and to
// execute a program in its place. Package sandbox decides what it does, see [Orders], and
// starts it.
//
// The work is done by an init function, before main and before most other packages are
// initialised. The Go runtime initialises packages in the order of their paths, each after
// its imports; with imports beyond these few of the standard library, this package would
// have to wait for hundreds of others, which takes ten times as long as all of its work.
package launcher

import (
	"errors"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// Zeroth arguments by which a process knows that it is a launcher.
const (
	Name  = "biom-sandbox"       // executes a program
	Probe = "biom-sandbox-probe" // tries every mechanism and prints those that work
)

// Self is the path at which a process can execute itself, even if its binary was replaced.
const Self = "/proc/self/exe"

// File descriptors of a launcher.
const (
	StatusFD  = 3 // gets the reason if the program could not be executed, and is closed when it is
	RulesetFD = 4 // the Landlock ruleset
)

// init is called on the first thread of the process. Execve keeps what that thread has
// confined itself to.
func init() {
	if len(os.Args) == 0 || os.Args[0] != Name && os.Args[0] != Probe {
		return
	}
	orders, argv, err := parse(os.Args[1:])
	switch {
	case err != nil:
	case os.Args[0] == Probe:
		err = probe(orders)
	default:
		err = execute(orders, argv)
	}
	_, _ = syscall.Write(StatusFD, []byte(err.Error()))
	os.Exit(1)
}

// Orders say what a launcher does to itself before it executes the program.
type Orders struct {
	Drop     bool     // capabilities
	Landlock bool     // enforce the ruleset
	Filter   []uint64 // of seccomp: the instructions, each as it is in memory; nil: none
	Limits   []Limit  // in this order
}

// Limit is a resource limit.
type Limit struct {
	Resource  int
	Soft, Max uint64
}

const endOfOrders = "--"

// Args returns the arguments of a launcher with these orders, after the zeroth. argv is the
// program's path and its arguments.
func (o Orders) Args(argv []string) []string {
	var args []string
	if o.Drop {
		args = append(args, "drop=true")
	}
	if o.Landlock {
		args = append(args, "landlock=true")
	}
	if o.Filter != nil {
		var words []string
		for _, instruction := range o.Filter {
			words = append(words, strconv.FormatUint(instruction, filterBase))
		}
		args = append(args, "filter="+strings.Join(words, " "))
	}
	for _, l := range o.Limits {
		args = append(args, "limit="+strconv.Itoa(l.Resource)+" "+strconv.FormatUint(l.Soft, 10)+" "+strconv.FormatUint(l.Max, 10))
	}
	return append(append(args, endOfOrders), argv...)
}

// parse parses what [Orders.Args] returned.
func parse(args []string) (o Orders, argv []string, err error) {
	for i, arg := range args {
		if arg == endOfOrders {
			return o, args[i+1:], nil
		}
		name, value, _ := strings.Cut(arg, "=")
		switch name {
		case "drop":
			o.Drop, err = strconv.ParseBool(value)
		case "landlock":
			o.Landlock, err = strconv.ParseBool(value)
		case "filter":
			o.Filter, err = parseFilter(value)
		case "limit":
			var l Limit
			l, err = parseLimit(value)
			o.Limits = append(o.Limits, l)
		default:
			err = errors.New("unknown")
		}
		if err != nil {
			return o, nil, errors.New("argument " + name + ": " + err.Error())
		}
	}
	return o, nil, errors.New("the arguments have no " + endOfOrders)
}

const filterBase = 36 // of the numbers in an argument, which are the shorter the better

func parseFilter(text string) (filter []uint64, err error) {
	for word := range strings.FieldsSeq(text) {
		instruction, err := strconv.ParseUint(word, filterBase, 64)
		if err != nil {
			return nil, err
		}
		filter = append(filter, instruction)
	}
	return filter, nil
}

func parseLimit(text string) (l Limit, err error) {
	fields := strings.Fields(text)
	if len(fields) != 3 {
		return l, errors.New("not three numbers")
	}
	var errs [3]error
	l.Resource, errs[0] = strconv.Atoi(fields[0])
	l.Soft, errs[1] = strconv.ParseUint(fields[1], 10, 64)
	l.Max, errs[2] = strconv.ParseUint(fields[2], 10, 64)
	return l, errors.Join(errs[:]...)
}
