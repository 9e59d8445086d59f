package database

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// connectTimeout bounds how long a new connection may take, unless the URL says
// otherwise. A healthy server needs a few milliseconds.
const connectTimeout = 2 * time.Second

// sessionSettings are the time limits that the server enforces on our
// connections. Without them a process that is paused within a transaction would
// keep its row locks for ever.
var sessionSettings = []struct{ name, value string }{
	{"lock_timeout", "2s"},
	{"statement_timeout", "5s"},
	{"idle_in_transaction_session_timeout", "5s"},
}

// parsePostgres reads the URL. Its errors never repeat the URL, which contains the
// password.
func parsePostgres(raw string) (*pgxpool.Config, error) {
	u, err := url.Parse(raw)
	if err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql" {
		return nil, errors.New("postgres: not a URL: want postgres://[user[:password]@]host[:port]/database; " +
			"characters like / and @ in a password are written as %2F and %40")
	}
	cfg, err := pgxpool.ParseConfig(raw)
	if err != nil {
		return nil, fmt.Errorf("postgres URL: %s", cause(u, err))
	}
	if cfg.ConnConfig.Database == "" {
		return nil, errors.New("postgres URL: the database is missing: want postgres://host/database")
	}
	setPool(cfg, u.Query())
	cfg.AfterConnect = settings(cfg.ConnConfig)
	return cfg, nil
}

// cause returns what the driver found wrong, without the URL, which the driver's
// error repeats.
func cause(u *url.URL, err error) string {
	password, _ := u.User.Password()
	reason := errors.Unwrap(err)
	for _, s := range []string{password, u.Query().Get("password"), u.Query().Get("sslpassword")} {
		if reason == nil || s != "" && strings.Contains(reason.Error(), s) {
			return "a parameter is not understood"
		}
	}
	return reason.Error()
}

// setPool sets the pool's options that the URL does not give.
func setPool(cfg *pgxpool.Config, given url.Values) {
	for name, set := range map[string]func(){
		"pool_max_conns":                func() { cfg.MaxConns = 16 },
		"pool_max_conn_lifetime":        func() { cfg.MaxConnLifetime = 30 * time.Minute },
		"pool_max_conn_lifetime_jitter": func() { cfg.MaxConnLifetimeJitter = 5 * time.Minute },
		"pool_max_conn_idle_time":       func() { cfg.MaxConnIdleTime = 5 * time.Minute },
		"pool_health_check_period":      func() { cfg.HealthCheckPeriod = 30 * time.Second },
		"connect_timeout":               func() { cfg.ConnConfig.ConnectTimeout = connectTimeout },
		"application_name":              func() { cfg.ConnConfig.RuntimeParams["application_name"] = "biom" },
	} {
		if !given.Has(name) {
			set()
		}
	}
	// No ping when a connection is taken out of the pool: see acquire.
	cfg.ShouldPing = func(context.Context, pgxpool.ShouldPingParams) bool { return false }
}

// settings returns a function that sets the sessionSettings on a new connection.
// They are not sent as startup parameters, because poolers like PgBouncer refuse
// these.
func settings(cfg *pgx.ConnConfig) func(context.Context, *pgx.Conn) error {
	var sql strings.Builder
	for _, s := range sessionSettings {
		if _, given := cfg.RuntimeParams[s.name]; !given {
			fmt.Fprintf(&sql, "SET %s = '%s';", s.name, s.value)
		}
	}
	return func(ctx context.Context, conn *pgx.Conn) error {
		ctx, cancel := context.WithTimeout(ctx, cmp.Or(cfg.ConnectTimeout, connectTimeout)) // the pool's context never ends
		defer cancel()
		_, err := conn.PgConn().Exec(ctx, sql.String()).ReadAll()
		return err
	}
}
