package doctor

import (
	"context"
	"strings"
	"time"

	"biom/shared/database"
)

// postgresVersion is the first one that has gen_random_uuid().
const postgresVersion = 13

// Postgres checks the database at url. now is this machine's clock.
func (r *Report) Postgres(ctx context.Context, url string, now func() time.Time) {
	s, err := database.InspectPostgres(ctx, url, now)
	switch {
	case err != nil:
		r.Problem("Postgres", "Start Postgres, or correct BIOM_DATABASE_URL.", "%v", err)
		return
	case s.Missing && s.CanCreate:
		r.OK("Postgres", "the server answers; the database does not exist, and the first api makes it")
		return
	case s.Missing:
		r.Problem("Postgres", "Make the database, or allow the user to do it: ALTER ROLE … CREATEDB.", "the database does not exist, and the user may not make it")
		return
	}
	r.postgresServer(s)
	r.postgresDurability(s.Settings)
	r.postgresSchema(s)
	r.postgresConnections(s)
	r.clock("Postgres clock", "the server's clock", s.Gap, s.Around)
}

func (r *Report) postgresServer(s database.PostgresState) {
	switch {
	case s.Version/10000 < postgresVersion:
		r.Problem("Postgres", "Use Postgres 13 or later.", "version %s answers", s.Settings["server_version"])
	case s.Recovering:
		r.Problem("Postgres", "Name the primary in BIOM_DATABASE_URL.", "the server is a standby, which cannot be written")
	default:
		r.OK("Postgres", "version %s answers", s.Settings["server_version"])
	}
}

func (r *Report) postgresDurability(settings map[string]string) {
	var off []string
	for _, name := range []string{"fsync", "synchronous_commit", "full_page_writes"} {
		if settings[name] == "off" {
			off = append(off, name)
		}
	}
	if len(off) > 0 {
		r.Problem("Postgres durability", "Set them to on: a share code that was handed out must work.", "off: %s; a crash may lose shares and keys, or the database", strings.Join(off, ", "))
		return
	}
	r.OK("Postgres durability", "fsync is %s, synchronous_commit is %s", settings["fsync"], settings["synchronous_commit"])
}

func (r *Report) postgresSchema(s database.PostgresState) {
	latest := database.SchemaVersion()
	switch {
	case len(s.Denied) > 0:
		r.Problem("Postgres schema", "Grant the user of BIOM_DATABASE_URL all rights on biom's tables, or restore what was removed.", "%s", strings.Join(s.Denied, "; "))
	case s.Schema < latest && !s.CanCreate:
		r.Problem("Postgres schema", "GRANT CREATE ON SCHEMA public TO the user of BIOM_DATABASE_URL.", "the schema is version %d of %d, and the user may not make tables", s.Schema, latest)
	case s.Schema < latest:
		r.OK("Postgres schema", "version %d; the next api that starts brings it to %d", s.Schema, latest)
	case s.Schema > latest:
		r.Warn("Postgres schema", "Start this program's successor, or restore a backup of before.", "version %d, made by a newer biom: this one knows version %d", s.Schema, latest)
	default:
		r.OK("Postgres schema", "version %d, database %s", s.Schema, s.DBID)
	}
}

func (r *Report) postgresConnections(s database.PostgresState) {
	const remedy = "Raise max_connections, or lower pool_max_conns in BIOM_DATABASE_URL."
	switch {
	case s.Connections < s.Pool:
		r.Problem("Postgres connections", remedy, "an api opens up to %d, and the user may have %d", s.Pool, s.Connections)
	case s.Connections-s.InUse < s.Pool:
		r.Warn("Postgres connections", remedy, "an api opens up to %d; %d of %d are in use", s.Pool, s.InUse, s.Connections)
	default:
		r.OK("Postgres connections", "%d of %d are in use; an api opens up to %d", s.InUse, s.Connections, s.Pool)
	}
}
