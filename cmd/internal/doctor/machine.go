package doctor

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"biom/cmd/internal/datadir"
	"biom/shared/database"
)

// DataDir is the data directory of biom serve and what it must have room for.
type DataDir struct {
	Path    string
	Reserve int64  // free bytes below which uploads get 503
	Streams int64  // bytes that the embedded queue may grow to; 0: the queue is on a server
	File    bool   // quotas, shares or keys are in its database
	Admin   string // address of the admin listener of the server that uses it
}

// DataDir checks the directory, and does not use it: a server may do so at the same time. It
// reports whether a server does.
func (r *Report) DataDir(ctx context.Context, d DataDir) (locked bool) {
	s, err := datadir.Inspect(d.Path)
	if err != nil {
		r.Problem("Data directory", "Correct BIOM_DATA.", "%v", err)
		return false
	}
	switch {
	case s.Denied != nil:
		r.Problem("Data directory", "Give it to the user of biom serve, or correct BIOM_DATA.", "%v", s.Denied)
	case s.Readable != "":
		r.Problem("Data directory", "chmod -R o-rwx "+d.Path, "other users of this machine can read %s", s.Readable)
	case s.Network != "":
		r.Warn("Data directory", "Put it on a disk of this machine.", "%s is on a network file system (%s), on which locks and writes are not reliable", d.Path, s.Network)
	case s.Missing:
		r.OK("Data directory", "%s does not exist, and can be made", d.Path)
	case s.Locked:
		r.OK("Data directory", "%s, a biom serve uses it", d.Path)
	default:
		r.OK("Data directory", "%s, no biom serve uses it", d.Path)
	}
	r.disk(d, s.Free)
	if d.File && s.Denied == nil {
		r.databaseFile(ctx, datadir.Database(d.Path))
	}
	return s.Locked
}

func (r *Report) disk(d DataDir, free int64) {
	switch {
	case free < datadir.StartSize:
		r.Problem("Disk", "Free some space, or move BIOM_DATA to another disk.", "%s free: biom serve needs %s to start", bytes(free), bytes(datadir.StartSize))
	case free < d.Reserve:
		r.Problem("Disk", "Free some space, or move BIOM_DATA to another disk.", "%s free, less than BIOM_DISK_RESERVE (%s): PDFs and images get 503", bytes(free), bytes(d.Reserve))
	case free < d.Reserve+d.Streams:
		r.Warn("Disk", "Free some space, or lower BIOM_QUEUE_BYTES and BIOM_JOB_BYTES.", "%s free, and the queue may grow to %s: PDFs and images get 503 before it is full", bytes(free), bytes(d.Streams))
	default:
		r.OK("Disk", "%s free; the queue may grow to %s", bytes(free), bytes(d.Streams))
	}
}

func (r *Report) databaseFile(ctx context.Context, path string) {
	s, err := database.InspectSQLite(ctx, path)
	latest := database.SchemaVersion()
	switch {
	case err != nil:
		r.Problem("Database file", "Restore a backup of it.", "%s: %v", path, err)
	case s.Missing:
		r.OK("Database file", "%s does not exist: biom serve makes it", path)
	case s.Schema > latest:
		r.Warn("Database file", "Start this program's successor, or restore a backup of before.", "%s has version %d, made by a newer biom: this one knows version %d", path, s.Schema, latest)
	case s.Schema < latest:
		r.OK("Database file", "version %d; biom serve brings it to %d when it starts", s.Schema, latest)
	default:
		r.OK("Database file", "version %d, database %s", s.Schema, s.DBID)
	}
}

// Running asks the server that uses the data directory how it is.
func (r *Report) Running(ctx context.Context, admin string) {
	const check = "Running server"
	if admin == "" {
		r.NotChecked(check, "Give it a BIOM_ADMIN_LISTEN.", "it has no admin listener to ask")
		return
	}
	text, err := readyz(ctx, admin)
	if err != nil {
		r.NotChecked(check, "Run biom doctor with the BIOM_ADMIN_LISTEN of the running server.", "its admin listener cannot be asked: %v", err)
		return
	}
	state, parts, _ := strings.Cut(strings.TrimSpace(text), "\n")
	parts = strings.Join(strings.Split(parts, "\n"), "; ")
	if state != "ready" {
		r.Problem(check, "Look at its log.", "it says: %s; %s", state, parts)
		return
	}
	r.OK(check, "it says: %s; %s", state, parts)
}

func readyz(ctx context.Context, address string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, partTimeout)
	defer cancel()
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return "", err
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+net.JoinHostPort(host, port)+"/readyz", nil)
	if err != nil {
		return "", err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return "", err
	}
	defer res.Body.Close()
	text, err := io.ReadAll(io.LimitReader(res.Body, 16<<10))
	return string(text), err
}

// Memory is what a role takes at most: see the documentation, "Memory".
type Memory struct {
	Uploads    int64 // BIOM_UPLOAD_MEMORY; 0: the role takes no uploads
	Jobs       int   // at once; 0: the role reads no documents
	MaxUpload  int64
	Processors int
	Limit      int64 // of this process; 0: that of its control group, or this machine's memory
}

// The memory that a role takes, as it was measured.
const (
	atRest   = 75 << 20
	pictures = 460 << 20
	scan     = 110 << 20 // pages of a scan, on each processor
)

// needed returns the memory that the role takes if everything comes at once.
func (m Memory) needed() int64 {
	n := int64(atRest) + m.Uploads*13/10
	if m.Jobs > 0 {
		n += pictures + int64(m.Processors)*scan + int64(m.Jobs)*m.MaxUpload*24/10
	}
	return n
}

// Memory checks that the role's memory is there.
func (r *Report) Memory(m Memory) {
	if m.Limit == 0 {
		var err error
		if m.Limit, err = memoryLimit(); err != nil {
			r.NotChecked("Memory", "Compare the limit with the documentation, \"Memory\".", "%v", err)
			return
		}
	}
	needed := m.needed()
	if needed > m.Limit {
		settings := "BIOM_UPLOAD_MEMORY"
		if m.Jobs > 0 {
			settings = "BIOM_WORKER_CONCURRENCY, or BIOM_MAX_UPLOAD,"
		}
		r.Warn("Memory", "Give it more, or lower "+settings+" so that the system does not end the process under load.", "up to %s are needed at once, and there are %s", bytes(needed), bytes(m.Limit))
		return
	}
	r.OK("Memory", "up to %s are needed at once, and there are %s", bytes(needed), bytes(m.Limit))
}

// memoryLimit returns the limit of the control group of this process, or the machine's memory if that is less.
func memoryLimit() (int64, error) {
	limit, err := machineMemory()
	if err != nil {
		return 0, err
	}
	groups, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return limit, nil //nolint:nilerr // a kernel without control groups limits nothing
	}
	for line := range strings.Lines(string(groups)) {
		path, ok := strings.CutPrefix(strings.TrimSpace(line), "0::")
		for ; ok; path = filepath.Dir(path) { // each group above limits, too
			text, err := os.ReadFile(filepath.Join("/sys/fs/cgroup", path, "memory.max"))
			if n, parseErr := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil && parseErr == nil {
				limit = min(limit, n)
			}
			if path == "/" || path == "." {
				break
			}
		}
	}
	return limit, nil
}

func machineMemory() (int64, error) {
	text, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return 0, err
	}
	var kilobytes int64
	if _, err := fmt.Sscanf(string(text), "MemTotal: %d kB", &kilobytes); err != nil {
		return 0, fmt.Errorf("/proc/meminfo: %w", err)
	}
	return kilobytes << 10, nil
}
