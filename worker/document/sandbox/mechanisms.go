package sandbox

import (
	"strconv"
	"strings"
)

// Mechanisms are the mechanisms of Linux that confine a program: those that the kernel
// grants (see [Granted]), or those that a [Policy] uses.
type Mechanisms struct {
	Limits     bool // resource limits: setrlimit(2)
	NoNewPrivs bool // no capabilities, and no gain of privileges: capset(2), prctl(2)
	Landlock   int  // access to files, signals and sockets: landlock(7); the version of its ABI, 0: none
	Seccomp    bool // a list of allowed system calls: seccomp(2)
	Namespaces bool // own user and network namespaces: namespaces(7)
}

// Each calls f with the name of every mechanism and its level: 0 for none, 1 for a
// mechanism that is there, the version of the ABI for Landlock.
func (m Mechanisms) Each(f func(name string, level int)) {
	level := map[bool]int{true: 1}
	f("rlimits", level[m.Limits])
	f("no_new_privs", level[m.NoNewPrivs])
	f("landlock", m.Landlock)
	f("seccomp", level[m.Seccomp])
	f(namespacesName, level[m.Namespaces])
}

const namespacesName = "namespaces"

// String returns the levels of all mechanisms, as in
// "rlimits=1 no_new_privs=1 landlock=7 seccomp=1 namespaces=0".
func (m Mechanisms) String() string {
	var text []string
	m.Each(func(name string, level int) { text = append(text, name+"="+strconv.Itoa(level)) })
	return strings.Join(text, " ")
}

// Missing returns the names of the mechanisms that a complete sandbox needs and that are not
// there. Namespaces are not needed, because containers seldom get them: seccomp refuses
// every socket too.
func (m Mechanisms) Missing() (names []string) {
	m.Each(func(name string, level int) {
		if level == 0 && name != namespacesName {
			names = append(names, name)
		}
	})
	return names
}
