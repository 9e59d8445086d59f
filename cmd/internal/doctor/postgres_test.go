package doctor_test

import (
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"biom/cmd/internal/doctor"
	"biom/shared/database"
	"biom/shared/testenv"
)

func checkPostgres(t *testing.T, url string, now func() time.Time) *doctor.Report {
	t.Helper()
	r := &doctor.Report{}
	r.Postgres(t.Context(), url, now)
	return r
}

// statements returns a function that runs a statement as the owner of the database.
func statements(t *testing.T, url string) func(sql string) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(t.Context()) })
	return func(sql string) {
		t.Helper()
		if _, err := conn.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
}

func migrate(t *testing.T, url string) {
	t.Helper()
	db, err := database.OpenPostgres(url+testenv.PostgresTimeouts, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.DBID(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestPostgres(t *testing.T) {
	t.Parallel()
	server := testenv.StartPostgres(t, testenv.PostgresOptions{Durable: true})
	url := server.URL() + testenv.PostgresTimeouts
	run := statements(t, url)
	empty := checkPostgres(t, url, time.Now)
	wantSound(t, empty)
	want(t, empty, "Postgres schema", doctor.OK, "version 0", "brings it to")
	migrate(t, url)
	sound := checkPostgres(t, url, time.Now)
	wantSound(t, sound)
	want(t, sound, "Postgres schema", doctor.OK, "database ")
	want(t, checkPostgres(t, url, ahead(-1200*time.Millisecond)), "Postgres clock", doctor.Warning, "ahead")
	want(t, checkPostgres(t, url, ahead(3*time.Second)), "Postgres clock", doctor.Problem, "behind")

	run(`CREATE ROLE poor LOGIN CONNECTION LIMIT 3`)
	as := func(user, database string) string {
		return strings.NewReplacer("//biom@", "//"+user+"@", "/biom?", "/"+database+"?").Replace(url)
	}
	poor := checkPostgres(t, as("poor", "biom"), time.Now)
	want(t, poor, "Postgres schema", doctor.Problem, "the user may not read and write the table goose_db_version", "Grant")
	run(`GRANT ALL ON goose_db_version TO poor`)
	want(t, checkPostgres(t, as("poor", "biom"), time.Now), "Postgres schema", doctor.Problem, "the user may not read and write the table share", "Grant")
	want(t, poor, "Postgres connections", doctor.Problem, "may have 3", "pool_max_conns")
	want(t, checkPostgres(t, as("biom", "other"), time.Now), "Postgres", doctor.OK, "the first api makes it")
	want(t, checkPostgres(t, as("poor", "other"), time.Now), "Postgres", doctor.Problem, "CREATEDB")

	run(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (1000, true)`)
	want(t, checkPostgres(t, url, time.Now), "Postgres schema", doctor.Warning, "newer biom")
	run(`DELETE FROM goose_db_version WHERE version_id > 4`)
	want(t, checkPostgres(t, as("poor", "biom"), time.Now), "Postgres schema", doctor.Problem, "Grant")
	run(`GRANT ALL ON ALL TABLES IN SCHEMA public TO poor`)
	want(t, checkPostgres(t, as("poor", "biom"), time.Now), "Postgres schema", doctor.Problem, "version 4 of 5", "GRANT CREATE")
	run(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (5, true)`)
	run(`DROP TABLE callback_failure`)
	want(t, checkPostgres(t, url, time.Now), "Postgres schema", doctor.Problem, "no table callback_failure", "restore")
	run(`ALTER DATABASE biom SET synchronous_commit = off`)
	want(t, checkPostgres(t, url, time.Now), "Postgres durability", doctor.Problem, "off: synchronous_commit;")
	run(`ALTER SYSTEM SET fsync = off`)
	run(`SELECT pg_reload_conf()`)
	testenv.Await(t, "the new setting", func() bool {
		return strings.Contains(text(checkPostgres(t, url, time.Now)), "off: fsync, synchronous_commit;")
	})
	server.Stop(t)
	want(t, checkPostgres(t, url, time.Now), "Postgres", doctor.Problem, "refused", "Start Postgres")
}

func TestPostgresURLIsNotShown(t *testing.T) {
	t.Parallel()
	r := checkPostgres(t, "postgres://biom:s3cret@127.0.0.1:1/biom?sslmode=nonsense", time.Now)
	want(t, r, "Postgres", doctor.Problem, "BIOM_DATABASE_URL")
	if strings.Contains(text(r), "s3cret") {
		t.Error(text(r))
	}
}
