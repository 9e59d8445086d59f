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

// PostgresOptions say how a private Postgres differs from a throw-away one.
type PostgresOptions struct {
	// Durable has it sync every commit to the disk. Without it a crash may take
	// the last moments' commits.
	Durable bool
	// Args are further postgres arguments.
	Args []string
}

// PostgresServer is a Postgres of one test's own.
type PostgresServer struct {
	Server

	bin  string // the directory of its programs
	opts PostgresOptions
}

// StartPostgres starts a private Postgres and ends it with the test.
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

// URL is what database.OpenPostgres takes: a database that was empty at first,
// and a role that may do anything.
func (p *PostgresServer) URL() string { return p.urlOf("biom") }

func (p *PostgresServer) urlOf(database string) string {
	return "postgres://biom@" + p.Addr + "/" + database + "?sslmode=disable"
}

func newPostgres(opts PostgresOptions) (*PostgresServer, error) {
	bin, err := postgresPrograms()
	if err != nil {
		return nil, err
	}
	cred, err := unprivileged("postgres", "nobody") // it refuses to run as root
	if err != nil {
		return nil, err
	}
	p := &PostgresServer{Server: Server{name: "postgres", quit: syscall.SIGINT, cred: cred}, bin: bin, opts: opts}
	p.run = p.launch
	if p.dir, err = dataDir(cred); err != nil {
		return nil, err
	}
	if err = p.initialize(); err == nil {
		err = p.startSomewhere()
	}
	if err != nil {
		p.close()
		return nil, err
	}
	return p, nil
}

// postgresPrograms finds the directory of initdb and postgres, which Debian
// does not put on PATH.
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

// data is not the directory itself: initdb wants one for its own.
func (p *PostgresServer) data() string { return filepath.Join(p.dir, "data") }

func (p *PostgresServer) command(program string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(p.bin, program), args...)
	cmd.Dir, cmd.Env = p.dir, []string{"LC_ALL=C", "TZ=UTC"}
	return cmd
}

func (p *PostgresServer) launch() (*process, error) {
	// After a crash the file may name a process that is another by now.
	_ = os.Remove(filepath.Join(p.data(), "postmaster.pid"))
	proc, err := launch(p.command("postgres", p.args()...), p.cred, "database system is ready to accept connections")
	if err != nil {
		return nil, fmt.Errorf("postgres: %w", err)
	}
	p.forgetMemory()
	return proc, nil
}

func (p *PostgresServer) args() []string {
	settings := []string{
		"listen_addresses=127.0.0.1", "port=" + strconv.Itoa(p.port), "unix_socket_directories=",
		"cluster_name=" + filepath.Base(p.dir), // shown in each process's title, see strays
		"max_connections=500", "shared_buffers=32MB", "max_wal_size=256MB",
		"dynamic_shared_memory_type=mmap", // files in the data directory, which we remove
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

// forgetMemory has the kernel remove the server's one System V segment when the
// last of its processes has ended, however it ends. It is tiny, so that where
// ipcrm is missing little is lost.
func (p *PostgresServer) forgetMemory() {
	pidFile, _ := os.ReadFile(filepath.Join(p.data(), "postmaster.pid"))
	lines := strings.Split(string(pidFile), "\n")
	if len(lines) < 7 {
		return
	}
	key := strings.Fields(lines[6]) // key and ID
	if len(key) != 2 {
		return
	}
	cmd := exec.Command("ipcrm", "-m", key[1])
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: p.cred}
	_ = cmd.Run()
}

// exec runs a statement on the server's own database.
func (p *PostgresServer) exec(sql string) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	conn, err := pgx.Connect(ctx, p.urlOf("postgres"))
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, sql)
	return err
}
