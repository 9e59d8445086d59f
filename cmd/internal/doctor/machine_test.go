package doctor_test

import (
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"biom/cmd/internal/datadir"
	"biom/cmd/internal/doctor"
	"biom/shared/database"
	"biom/shared/telemetry"
)

func checkDir(t *testing.T, d doctor.DataDir) (r *doctor.Report, locked bool) {
	t.Helper()
	r = &doctor.Report{}
	locked = r.DataDir(t.Context(), d)
	return r, locked
}

func TestDataDir(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "data")
	d := doctor.DataDir{Path: path, Reserve: 1, Streams: 1, File: true}
	r, locked := checkDir(t, d)
	wantSound(t, r)
	want(t, r, "Data directory", doctor.OK, "does not exist, and can be made")
	if _, err := os.Stat(path); locked || !os.IsNotExist(err) {
		t.Errorf("the check has made it: %v", err)
	}

	dir, err := datadir.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	r, locked = checkDir(t, d)
	want(t, r, "Data directory", doctor.OK, "a biom serve uses it")
	want(t, r, "Database file", doctor.OK, "does not exist")
	if !locked {
		t.Error("the lock was not noticed")
	}
	if err := dir.Close(); err != nil {
		t.Fatal(err)
	}
	db, err := database.OpenSQLite(t.Context(), datadir.Database(path))
	if err != nil {
		t.Fatal(err)
	}
	r, locked = checkDir(t, d)
	want(t, r, "Data directory", doctor.OK, "no biom serve uses it")
	want(t, r, "Database file", doctor.OK, "database ")
	if locked {
		t.Error("there is no lock")
	}
	if _, err := db.Writer().ExecContext(t.Context(), `INSERT INTO goose_db_version (version_id, is_applied) VALUES (1000, 1)`); err != nil {
		t.Fatal(err)
	}
	r, _ = checkDir(t, d)
	want(t, r, "Database file", doctor.Warning, "newer biom")
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(datadir.Database(path), []byte(strings.Repeat("no database ", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	r, _ = checkDir(t, d)
	want(t, r, "Database file", doctor.Problem, "not a database", "backup")
}

func TestDisk(t *testing.T) {
	t.Parallel()
	const most = 1 << 60
	for state, d := range map[doctor.State]doctor.DataDir{
		doctor.OK: {Reserve: 1}, doctor.Warning: {Reserve: 1, Streams: most}, doctor.Problem: {Reserve: most},
	} {
		d.Path = t.TempDir()
		r, _ := checkDir(t, d)
		want(t, r, "Disk", state, "free")
	}
}

// TestReadableDataDir needs a directory that others can enter, which those of tests are not for sure.
func TestReadableDataDir(t *testing.T) {
	t.Parallel()
	parent := t.TempDir()
	path := filepath.Join(parent, "data")
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
	mode := func(path string, m os.FileMode) {
		t.Helper()
		if err := os.Chmod(path, m); err != nil {
			t.Fatal(err)
		}
	}
	for at := parent; at != os.TempDir() && at != "/"; at = filepath.Dir(at) {
		mode(at, 0o755)
	}
	r, _ := checkDir(t, doctor.DataDir{Path: path})
	want(t, r, "Data directory", doctor.OK)
	mode(path, 0o755)
	r, _ = checkDir(t, doctor.DataDir{Path: path})
	want(t, r, "Data directory", doctor.Problem, path, "chmod -R o-rwx")
	if err := os.WriteFile(filepath.Join(path, "job.key"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	mode(filepath.Join(path, "job.key"), 0o644)
	r, _ = checkDir(t, doctor.DataDir{Path: path})
	want(t, r, "Data directory", doctor.Problem, "job.key")
	mode(parent, 0o700) // as systemd's /var/lib/private
	r, _ = checkDir(t, doctor.DataDir{Path: path})
	want(t, r, "Data directory", doctor.OK)
}

func TestRunningServer(t *testing.T) {
	t.Parallel()
	ready := telemetry.NewReadiness(telemetry.Part{Name: "NATS"})
	s := httptest.NewServer(ready)
	defer s.Close()
	ask := func(admin string) *doctor.Report {
		r := &doctor.Report{}
		r.Running(t.Context(), admin)
		return r
	}
	address := s.Listener.Addr().String()
	want(t, ask(address), "Running server", doctor.OK, "ready; NATS: ok")
	_, port, _ := net.SplitHostPort(address)
	want(t, ask("0.0.0.0:"+port), "Running server", doctor.OK, "ready")
	ready.Stop()
	want(t, ask(address), "Running server", doctor.Problem, "not ready; process: stopping")
	want(t, ask(""), "Running server", doctor.NotChecked, "no admin listener")
	want(t, ask("127.0.0.1:1"), "Running server", doctor.NotChecked, "refused", "BIOM_ADMIN_LISTEN")
}

func TestMemory(t *testing.T) {
	t.Parallel()
	api := doctor.Memory{Uploads: 1 << 30, Limit: 2 << 30}
	worker := doctor.Memory{Jobs: 16, MaxUpload: 15 << 20, Processors: 2, Limit: 1200 << 20}
	var r doctor.Report
	r.Memory(api)
	want(t, &r, "Memory", doctor.OK, "1.4 GiB", "2.0 GiB")
	r.Memory(worker)
	want(t, &r, "Memory", doctor.Warning, "1.3 GiB", "1.2 GiB", "BIOM_WORKER_CONCURRENCY")
	api.Limit = 1 << 30
	r.Memory(api)
	want(t, &r, "Memory", doctor.Warning, "BIOM_UPLOAD_MEMORY")
	var own doctor.Report
	own.Memory(doctor.Memory{Uploads: 1 << 50})
	want(t, &own, "Memory", doctor.Warning, "there are")
}

func TestExporter(t *testing.T) {
	t.Parallel()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/api/v1/biom/export" && r.Method == http.MethodOptions {
			w.Header().Set("X-Exporter-Version", "v1")
			w.WriteHeader(http.StatusNoContent)
		}
	}))
	defer s.Close()
	ask := func(url, version string) *doctor.Report {
		r := &doctor.Report{}
		r.Exporter(t.Context(), url, version)
		return r
	}
	want(t, ask(s.URL, "v1"), "Exporter", doctor.OK, "version v1")
	want(t, ask(s.URL, "v2"), "Exporter", doctor.Warning, "v1", "v2")
	want(t, ask(s.URL+"/elsewhere", "v1"), "Exporter", doctor.Problem, "does not say that it is an exporter")
	want(t, ask("http://127.0.0.1:1", "v1"), "Exporter", doctor.Problem, "refused", "Start biom exporter")
}
