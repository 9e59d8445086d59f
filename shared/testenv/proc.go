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

// end kills processes and waits until they have ended.
func end(pids []int) {
	for _, pid := range pids {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
	for _, pid := range pids {
		await(func() bool { return !alive(pid) })
	}
}

// children returns the processes whose parent is pid.
func children(pid int) []int {
	return processes(func(child int) bool {
		_, parent := stat(child)
		return parent == pid
	})
}

// orphans returns the Postgres processes whose command line shows the cluster
// name: the children of a server that was killed while they were paused.
func orphans(name string) []int {
	return processes(func(pid int) bool {
		line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		return bytes.HasPrefix(line, []byte("postgres: "+name+":"))
	})
}

// processes returns the running processes for which matches returns true.
func processes(matches func(pid int) bool) (pids []int) {
	dirs, _ := filepath.Glob("/proc/[1-9]*")
	for _, dir := range dirs {
		if pid, err := strconv.Atoi(filepath.Base(dir)); err == nil && matches(pid) {
			pids = append(pids, pid)
		}
	}
	return pids
}

// alive reports whether a process runs or is stopped. A zombie has ended.
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

// await polls until condition returns true, for at most timeout. There is no
// signal for the end of a process that is not our child.
func await(condition func() bool) {
	for deadline := time.Now().Add(timeout); !condition() && time.Now().Before(deadline); {
		time.Sleep(time.Millisecond)
	}
}

// stat returns the state of a process (see proc(5)) and its parent. The state is
// "" if there is no such process.
func stat(pid int) (state string, parent int) {
	line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	// The line is "pid (name) state parent …"; the name may contain any text.
	_, err := fmt.Sscan(string(line[bytes.LastIndexByte(line, ')')+1:]), &state, &parent)
	if err != nil {
		return "", 0
	}
	return state, parent
}
