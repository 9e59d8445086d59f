package testenv

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// end kills processes and waits until they are gone.
func end(pids []int) {
	for _, pid := range pids {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
	for _, pid := range pids {
		await(func() bool { return !alive(pid) })
	}
}

// children are the processes whose parent is pid.
func children(pid int) []int {
	return pick(func(child int) bool {
		_, parent := stat(child)
		return parent == pid
	})
}

// strays are the Postgres processes with a name in their command line: the
// children of one that was killed while they were paused.
func strays(name string) []int {
	return pick(func(pid int) bool {
		line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		return bytes.HasPrefix(line, []byte("postgres: "+name+":"))
	})
}

func pick(is func(pid int) bool) (pids []int) {
	dirs, _ := filepath.Glob("/proc/[1-9]*")
	for _, dir := range dirs {
		if pid, err := strconv.Atoi(filepath.Base(dir)); err == nil && is(pid) {
			pids = append(pids, pid)
		}
	}
	return pids
}

// alive says whether a process runs or is stopped; a zombie has ended.
func alive(pid int) bool {
	state, _ := stat(pid)
	return state != "" && state != "Z" && state != "X"
}

// awaitStop waits until a process that was sent SIGSTOP has stopped.
func awaitStop(pid int) {
	await(func() bool {
		state, _ := stat(pid)
		return state == "T" || !alive(pid)
	})
}

// await polls: nothing tells of the end of other people's children.
func await(so func() bool) {
	for late := time.Now().Add(patience); !so() && time.Now().Before(late); {
		time.Sleep(time.Millisecond)
	}
}

// stat gives the state of a process (proc(5)), "" when there is none, and its
// parent.
func stat(pid int) (state string, parent int) {
	line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	// "pid (name) state parent …", where the name may hold anything.
	_, err := fmt.Sscan(string(line[bytes.LastIndexByte(line, ')')+1:]), &state, &parent)
	if err != nil {
		return "", 0
	}
	return state, parent
}
