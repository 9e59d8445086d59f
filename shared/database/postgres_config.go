package database

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// connectTimeout bounds the way to a usable connection; a healthy server needs
// a few milliseconds.
const connectTimeout = 2 * time.Second

// sessionSettings are what the server holds our connections to. A process that
// is paused in a transaction would keep its row locks for ever otherwise.
var sessionSettings = []struct{ name, value string }{
	{"lock_timeout", "2s"},
	{"statement_timeout", "5s"},
	{"idle_in_transaction_session_timeout", "5s"},
}

// parsePostgres never repeats the URL in an error: it holds the password.
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

// cause is what the driver found wrong, without the URL that it repeats.
func cause(u *url.URL, err error) string {
	secret, _ := u.User.Password()
	why := errors.Unwrap(err)
	for _, s := range []string{secret, u.Query().Get("password"), u.Query().Get("sslpassword")} {
		if why == nil || s != "" && strings.Contains(why.Error(), s) {
			return "a parameter is not understood"
		}
	}
	return why.Error()
}

// setPool chooses what the URL leaves open.
func setPool(cfg *pgxpool.Config, given url.Values) {
	for name, choose := range map[string]func(){
		"pool_max_conns":                func() { cfg.MaxConns = 16 },
		"pool_max_conn_lifetime":        func() { cfg.MaxConnLifetime = 30 * time.Minute },
		"pool_max_conn_lifetime_jitter": func() { cfg.MaxConnLifetimeJitter = 5 * time.Minute },
		"pool_max_conn_idle_time":       func() { cfg.MaxConnIdleTime = 5 * time.Minute },
		"pool_health_check_period":      func() { cfg.HealthCheckPeriod = 30 * time.Second },
		"connect_timeout":               func() { cfg.ConnConfig.ConnectTimeout = connectTimeout },
		"application_name":              func() { cfg.ConnConfig.RuntimeParams["application_name"] = "biom" },
	} {
		if !given.Has(name) {
			choose()
		}
	}
	// Every operation begins with a statement that finds out by itself.
	cfg.ShouldPing = func(context.Context, pgxpool.ShouldPingParams) bool { return false }
}

// settings makes what is done with each new connection. Not startup
// parameters, which poolers like PgBouncer refuse.
func settings(cfg *pgx.ConnConfig) func(context.Context, *pgx.Conn) error {
	var sql strings.Builder
	for _, s := range sessionSettings {
		if _, given := cfg.RuntimeParams[s.name]; !given {
			fmt.Fprintf(&sql, "SET %s = '%s';", s.name, s.value)
		}
	}
	return func(ctx context.Context, conn *pgx.Conn) error {
		ctx, cancel := context.WithTimeout(ctx, connectTimeout) // the pool's context has no end
		defer cancel()
		_, err := conn.PgConn().Exec(ctx, sql.String()).ReadAll()
		return err
	}
}
