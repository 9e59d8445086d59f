package datadir

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"golang.org/x/sys/unix"
)

// State is what can be seen of a data directory without using it.
type State struct {
	Missing  bool   // it does not exist; the other fields are of the directory in which it would be made
	Locked   bool   // a biom serve uses it
	Denied   error  // why this user cannot write it
	Readable string // what other users of this machine can read; "": nothing
	Network  string // the network file system that it is on; "": none that is known
	Free     int64  // bytes
}

// StartSize is the free space in bytes without which biom serve does not start.
const StartSize = startSize

// Inspect looks at a data directory, which a server may be using.
func Inspect(path string) (s State, err error) {
	if path, err = filepath.Abs(path); err != nil {
		return s, err
	}
	dir := path
	for {
		if _, err = os.Stat(dir); !errors.Is(err, fs.ErrNotExist) || dir == filepath.Dir(dir) {
			break
		}
		dir, s.Missing = filepath.Dir(dir), true
	}
	if err != nil {
		return s, err
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return s, err
	}
	if err := unix.Access(dir, unix.W_OK|unix.X_OK); err != nil {
		s.Denied = &fs.PathError{Op: "write", Path: dir, Err: err}
	}
	if s.Free, err = free(dir); err != nil {
		return s, err
	}
	if s.Network, err = networkFileSystem(dir); err != nil || s.Missing {
		return s, err
	}
	if s.Readable, err = readableByOthers(dir); err != nil {
		return s, err
	}
	s.Locked, err = locked(dir)
	return s, err
}

// locked reports whether a server holds the lock of a directory. It has a shared lock itself for a moment.
func locked(dir string) (bool, error) {
	f, err := os.Open(filepath.Join(dir, lockName))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer f.Close()
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_SH|syscall.LOCK_NB)
	return errors.Is(err, syscall.EWOULDBLOCK), nil
}

// readableByOthers returns what users who are neither the owner nor in the group can read: a file that matters,
// or the directory; "" if they cannot enter it.
func readableByOthers(dir string) (string, error) {
	const enter, read = 0o001, 0o004
	for at, needed := dir, fs.FileMode(enter|read); ; at, needed = filepath.Dir(at), enter {
		info, err := os.Stat(at)
		if err != nil || info.Mode().Perm()&needed == 0 {
			return "", err
		}
		if at == filepath.Dir(at) {
			break
		}
	}
	for _, name := range []string{jobKeyName, databaseName} {
		if info, err := os.Stat(filepath.Join(dir, name)); err == nil && info.Mode().Perm()&read != 0 {
			return filepath.Join(dir, name), nil
		}
	}
	return dir, nil
}

// networkFileSystems are the file systems whose locks and whose writes behind a break of the connection
// SQLite and NATS cannot rely on. magic number → name
var networkFileSystems = map[int64]string{
	unix.NFS_SUPER_MAGIC: "NFS", unix.SMB_SUPER_MAGIC: "SMB", unix.SMB2_SUPER_MAGIC: "SMB", unix.CIFS_SUPER_MAGIC: "CIFS",
	unix.V9FS_MAGIC: "9P", unix.CEPH_SUPER_MAGIC: "Ceph", unix.AFS_SUPER_MAGIC: "AFS", unix.CODA_SUPER_MAGIC: "Coda",
}

func networkFileSystem(dir string) (string, error) {
	var fs unix.Statfs_t
	if err := unix.Statfs(dir, &fs); err != nil {
		return "", fmt.Errorf("%s: %w", dir, err)
	}
	return networkFileSystems[fs.Type], nil
}
