package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"biom/shared/clock"
)

// SchemaVersion returns the number of the latest migration of this program.
func SchemaVersion() (latest int) {
	files, _ := fs.Glob(migrations, "migrations/postgres/*.sql") // fails only for a bad pattern
	for _, file := range files {
		number, _, _ := strings.Cut(filepath.Base(file), "_")
		n, _ := strconv.Atoi(number) // goose refuses files without a number
		latest = max(latest, n)
	}
	return latest
}

// PostgresState is what a Postgres server says about itself and about the user.
type PostgresState struct {
	Missing    bool // there is no such database; then only CanCreate is set, too
	CanCreate  bool // the user may make the database, or tables in it
	Version    int  // such as 150004
	Settings   map[string]string
	Recovering bool     // it is a standby, which cannot be written
	Schema     int      // number of the latest migration; 0: none
	Denied     []string // what the user may not use, and what is missing
	DBID       string
	// Connections are how many this user may have at the same time, and InUse how many are used by all.
	Connections, InUse, Pool int
	Gap                      time.Duration // by which the server's clock is ahead of this machine's
	Around                   time.Duration // the gap is exact to this duration
}

// postgresSettings are the settings of the server that [InspectPostgres] returns.
var postgresSettings = []string{"server_version", "fsync", "synchronous_commit", "full_page_writes"}

// InspectPostgres asks the server about the database at url. It changes nothing. now is this
// machine's clock.
func InspectPostgres(ctx context.Context, url string, now func() time.Time) (s PostgresState, err error) {
	cfg, err := parsePostgres(url)
	if err != nil {
		return s, err
	}
	conn, err := pgx.ConnectConfig(ctx, cfg.ConnConfig)
	if sqlState(err) == noSuchDatabase {
		s.Missing = true
		s.CanCreate, err = mayCreateDatabase(ctx, cfg.ConnConfig)
		return s, err
	}
	if err != nil {
		return s, err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	s.Pool = int(cfg.MaxConns)
	for _, look := range []func(context.Context, *pgx.Conn) error{s.readServer, s.readConnections, s.readSchema} {
		if err := look(ctx, conn); err != nil {
			return s, fmt.Errorf("postgres: %w", err)
		}
	}
	s.Gap, s.Around, err = clockGap(ctx, conn, now)
	return s, err
}

func mayCreateDatabase(ctx context.Context, cfg *pgx.ConnConfig) (may bool, err error) {
	cfg = cfg.Copy()
	cfg.Database = "postgres"
	conn, err := pgx.ConnectConfig(ctx, cfg)
	if err != nil {
		return false, err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	return may, conn.QueryRow(ctx, `SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user`).Scan(&may)
}

func (s *PostgresState) readServer(ctx context.Context, conn *pgx.Conn) error {
	s.Settings = map[string]string{}
	for _, name := range postgresSettings {
		var value string
		if err := conn.QueryRow(ctx, `SELECT current_setting($1)`, name).Scan(&value); err != nil {
			return err
		}
		s.Settings[name] = value
	}
	return conn.QueryRow(ctx, `SELECT current_setting('server_version_num')::int, pg_is_in_recovery(),
		has_schema_privilege(current_schema(), 'CREATE')`).Scan(&s.Version, &s.Recovering, &s.CanCreate)
}

// readConnections reads the least of the limits of the server, the database and the user.
func (s *PostgresState) readConnections(ctx context.Context, conn *pgx.Conn) error {
	return conn.QueryRow(ctx, `SELECT least(
			current_setting('max_connections')::int - CASE WHEN rolsuper THEN 0 ELSE current_setting('superuser_reserved_connections')::int END,
			nullif(rolconnlimit, -1), (SELECT nullif(datconnlimit, -1) FROM pg_database WHERE datname = current_database())),
		(SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid())
		FROM pg_roles WHERE rolname = current_user`).Scan(&s.Connections, &s.InUse)
}

func (s *PostgresState) readSchema(ctx context.Context, conn *pgx.Conn) error {
	migrated, err := s.checkTable(ctx, conn, "goose_db_version")
	if err != nil || !migrated || len(s.Denied) > 0 {
		return err
	}
	err = conn.QueryRow(ctx, `SELECT coalesce(max(version_id), 0) FROM goose_db_version WHERE is_applied`).Scan(&s.Schema)
	if err != nil || s.Schema == 0 {
		return err
	}
	for _, table := range append([]string{"instance"}, tables...) {
		exists, err := s.checkTable(ctx, conn, table)
		if err != nil {
			return err
		}
		if !exists && s.Schema >= SchemaVersion() {
			s.Denied = append(s.Denied, "there is no table "+table)
		}
	}
	if len(s.Denied) > 0 {
		return nil
	}
	err = conn.QueryRow(ctx, `SELECT db_id FROM instance`).Scan(&s.DBID)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil // the next api that starts makes one
	}
	return err
}

// checkTable reports whether there is a table, and notes if the user may not use it.
func (s *PostgresState) checkTable(ctx context.Context, conn *pgx.Conn, table string) (exists bool, err error) {
	var may *bool // NULL if there is no such table
	err = conn.QueryRow(ctx, `SELECT CASE WHEN to_regclass($1) IS NOT NULL THEN
		has_table_privilege($1, 'SELECT') AND has_table_privilege($1, 'INSERT') AND has_table_privilege($1, 'UPDATE') AND has_table_privilege($1, 'DELETE') END`,
		table).Scan(&may)
	if may != nil && !*may {
		s.Denied = append(s.Denied, "the user may not read and write the table "+table)
	}
	return may != nil, err
}

func clockGap(ctx context.Context, conn *pgx.Conn, now func() time.Time) (gap, around time.Duration, err error) {
	var server time.Time
	asked := now()
	err = conn.QueryRow(ctx, `SELECT clock_timestamp()`).Scan(&server)
	gap, around = clock.Gap(server, asked, now)
	return gap, around, err
}

// SQLiteState is what a database file holds.
type SQLiteState struct {
	Missing bool // there is no such file
	Schema  int  // number of the latest migration; 0: none
	DBID    string
}

// InspectSQLite looks into a database file, which other processes may have open. It does not migrate it.
func InspectSQLite(ctx context.Context, path string) (s SQLiteState, err error) {
	if _, err := os.Stat(path); err != nil {
		if errors.Is(err, os.ErrNotExist) {
			return SQLiteState{Missing: true}, nil
		}
		return s, err
	}
	path, err = filepath.Abs(path)
	if err != nil {
		return s, err
	}
	db, err := open(path, 1, readerPragmas)
	if err != nil {
		return s, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	err = db.QueryRowContext(ctx, `SELECT coalesce(max(version_id), 0), (SELECT db_id FROM instance) FROM goose_db_version WHERE is_applied`).Scan(&s.Schema, &s.DBID)
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	return s, err
}
