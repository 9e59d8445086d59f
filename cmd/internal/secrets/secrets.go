// Package secrets keeps the settings of this process, among which are keys and passwords,
// from other processes of the same user, such as a program that a document has taken over.
package secrets

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// Prefix is how the names of biom's settings begin.
const Prefix = "BIOM_"

// ocrDir is a setting that stays: it is read when the local reader is opened, and the name of a folder is
// no secret.
const ocrDir = "BIOM_OCR_DIR"

// Hide removes biom's settings but BIOM_OCR_DIR from the environment of this process, clears what
// /proc/PID/environ shows of the whole environment, and denies other processes of the same
// user access to its memory (PR_SET_DUMPABLE). The other variables can still be read with
// os.Getenv. It is called once the settings are parsed.
func Hide() error {
	for _, variable := range os.Environ() {
		if name, _, _ := strings.Cut(variable, "="); strings.HasPrefix(name, Prefix) && name != ocrDir {
			if err := os.Unsetenv(name); err != nil {
				return fmt.Errorf("secrets: %w", err)
			}
		}
	}
	if err := clearEnvironment(); err != nil {
		return fmt.Errorf("secrets: clear the environment: %w", err)
	}
	if err := unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0); err != nil {
		return fmt.Errorf("secrets: PR_SET_DUMPABLE: %w", err)
	}
	return nil
}

// clearEnvironment overwrites the memory in which the kernel has put the environment. The
// Go runtime has copied the variables from there, and os.Unsetenv changes only the copies.
func clearEnvironment() error {
	start, end, err := environment()
	if err != nil {
		return err
	}
	memory, err := os.OpenFile("/proc/self/mem", os.O_RDWR, 0)
	if err != nil {
		return err
	}
	_, err = memory.WriteAt(make([]byte, end-start), start)
	return errors.Join(err, memory.Close())
}

// environment returns the addresses between which the environment is: the fields env_start
// and env_end of /proc/PID/stat, see proc_pid_stat(5).
func environment() (start, end int64, err error) {
	stat, err := os.ReadFile("/proc/self/stat")
	if err != nil {
		return 0, 0, err
	}
	const afterName, envStart, envEnd = 3, 50, 51 // numbers of fields
	_, rest, _ := bytes.Cut(stat, []byte("("))    // the name may contain anything
	fields := bytes.Fields(rest[bytes.LastIndexByte(rest, ')')+1:])
	if len(fields) <= envEnd-afterName {
		return 0, 0, errors.New("/proc/self/stat has too few fields")
	}
	if start, err = strconv.ParseInt(string(fields[envStart-afterName]), 10, 64); err != nil {
		return 0, 0, err
	}
	if end, err = strconv.ParseInt(string(fields[envEnd-afterName]), 10, 64); err != nil {
		return 0, 0, err
	}
	if start <= 0 || end < start {
		return 0, 0, errors.New("/proc/self/stat hides the addresses")
	}
	return start, end, nil
}
