package testenv

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"
)

// PostgresOptions configure a private Postgres server.
type PostgresOptions struct {
	// Durable makes the server sync every commit to the disk. Without it a crash
	// may lose the latest commits.
	Durable bool
	// Args are additional arguments of postgres.
	Args []string
}

// PostgresServer is a Postgres server that one test uses alone.
type PostgresServer struct {
	Server

	bin  string // the directory of its programs
	opts PostgresOptions
}

// StartPostgres starts a private Postgres server and ends it with the test.
func StartPostgres(t testing.TB, opts PostgresOptions) *PostgresServer {
	t.Helper()
	p, err := newPostgres(opts)
	if err == nil {
		err = p.exec("CREATE DATABASE biom")
		t.Cleanup(p.close)
	}
	if err != nil {
		t.Fatalf("testenv: %v", err)
	}
	return p
}

// PostgresTimeouts are parameters to append to a URL of this package. They raise
// the time limits of database.OpenPostgres, so that a test passes on a slow
// machine, too.
const PostgresTimeouts = "&connect_timeout=120&lock_timeout=2min&statement_timeout=2min&idle_in_transaction_session_timeout=2min"

// URL returns the URL of the server's database, which is empty at first, for
// database.OpenPostgres. The role in it has all rights.
func (p *PostgresServer) URL() string { return p.urlOf("biom") }

func (p *PostgresServer) urlOf(database string) string {
	return "postgres://biom@" + p.Addr + "/" + database + "?sslmode=disable"
}

func newPostgres(opts PostgresOptions) (*PostgresServer, error) {
	bin, err := postgresPrograms()
	if err != nil {
		return nil, err
	}
	cred, err := unprivileged("postgres", "nobody")
	if err != nil {
		return nil, err
	}
	p := &PostgresServer{Server: Server{name: "postgres", quit: syscall.SIGINT, cred: cred}, bin: bin, opts: opts}
	p.run = p.launch
	if p.dir, err = dataDir(cred); err != nil {
		return nil, err
	}
	if err = p.initialize(); err == nil {
		err = p.startOnFreePort()
	}
	if err != nil {
		p.close()
		return nil, err
	}
	return p, nil
}

// postgresPrograms returns the directory of initdb and postgres. Debian does not
// put it on PATH; of several versions the newest is taken.
func postgresPrograms() (string, error) {
	if path, err := exec.LookPath("initdb"); err == nil {
		return filepath.Dir(path), nil
	}
	newest, dir := 0, ""
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	for _, path := range found {
		version, _ := strconv.Atoi(strings.Split(path, "/")[4])
		if version > newest {
			newest, dir = version, filepath.Dir(path)
		}
	}
	if dir == "" {
		return "", errors.New("postgres is missing: apt-get install postgresql")
	}
	return dir, nil
}

func (p *PostgresServer) initialize() error {
	proc, err := spawn(p.command("initdb", "-D", p.data(), "-U", "biom", "--auth=trust", "--encoding=UTF8",
		"--locale=C", "--no-sync", "--no-instructions"), p.cred, "")
	if err != nil {
		return fmt.Errorf("initdb: %w", err)
	}
	<-proc.ended
	if !proc.cmd.ProcessState.Success() {
		return fmt.Errorf("initdb: %s", proc.out)
	}
	return nil
}

// data returns the data directory. It lies within p.dir, because initdb wants to
// make its directory itself.
func (p *PostgresServer) data() string { return filepath.Join(p.dir, "data") }

func (p *PostgresServer) command(program string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(p.bin, program), args...)
	cmd.Dir, cmd.Env = p.dir, []string{"LC_ALL=C", "TZ=UTC"}
	return cmd
}

func (p *PostgresServer) launch() (*process, error) {
	// After a crash the file may hold the ID of a process that is now another
	// program's, and postgres would refuse to start.
	_ = os.Remove(filepath.Join(p.data(), "postmaster.pid"))
	proc, err := launch(p.command("postgres", p.args()...), p.cred, "database system is ready to accept connections")
	if err != nil {
		return nil, fmt.Errorf("postgres: %w", err)
	}
	p.removeMemoryAtExit()
	return proc, nil
}

func (p *PostgresServer) args() []string {
	settings := []string{
		"listen_addresses=127.0.0.1", "port=" + strconv.Itoa(p.port), "unix_socket_directories=",
		"cluster_name=" + filepath.Base(p.dir), // in the title of every process, see orphans
		"max_connections=500", "shared_buffers=32MB", "max_wal_size=256MB",
		"dynamic_shared_memory_type=mmap", // files in the data directory, which close removes
	}
	if !p.opts.Durable {
		settings = append(settings, "fsync=off", "synchronous_commit=off", "full_page_writes=off")
	}
	args := []string{"-D", p.data()}
	for _, s := range settings {
		args = append(args, "-c", s)
	}
	return append(args, p.opts.Args...)
}

// removeMemoryAtExit marks the server's only System V shared memory segment for
// removal: the kernel removes it when the last process of the server has ended,
// even if it was killed. If ipcrm is missing, the segment stays, which is tiny.
func (p *PostgresServer) removeMemoryAtExit() {
	pidFile, _ := os.ReadFile(filepath.Join(p.data(), "postmaster.pid"))
	lines := strings.Split(string(pidFile), "\n")
	if len(lines) < 7 {
		return
	}
	key := strings.Fields(lines[6]) // the key and the ID of the segment
	if len(key) != 2 {
		return
	}
	cmd := exec.Command("ipcrm", "-m", key[1])
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: p.cred}
	_ = cmd.Run()
}

// exec runs a statement in the database that every server has, postgres.
func (p *PostgresServer) exec(sql string) error {
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	conn, err := pgx.Connect(ctx, p.urlOf("postgres"))
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, sql)
	return err
}
