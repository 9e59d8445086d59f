package deploy_test

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

// TestLongRestoredBackup: a new cluster with the key of a lost one serves its shares and knows its
// quotas when a backup is restored.
func TestLongRestoredBackup(t *testing.T) {
	backup := filepath.Join(t.TempDir(), "backup")
	lost := startCluster(t, clusterDir(t))
	made := lost.makeShare(t)
	used := lost.used(t)
	if used == 0 {
		t.Fatal("nothing was charged")
	}
	t.Log(lost.withStores(t, "./backup", backup))
	key := jobKey.FindString(readFile(t, filepath.Join(lost.dir, "secrets")))
	lost.end(syscall.SIGTERM)

	dir := clusterDir(t)
	fresh := startCluster(t, dir)
	fresh.end(syscall.SIGTERM)
	secrets := filepath.Join(dir, "secrets")
	if err := os.WriteFile(secrets, []byte(jobKey.ReplaceAllLiteralString(readFile(t, secrets), key)), 0o600); err != nil {
		t.Fatal(err)
	}
	fresh = startCluster(t, dir)
	found := get(t, fresh.url+"/api/v1/biom/retrieve?biom_pin="+made.BiomPIN.Pin)
	read[failure](t, found, http.StatusNotFound)
	t.Log(fresh.withStores(t, "./restore", backup))
	fresh.order(t, "restart", "api-1", "api-2")
	if got := read[document](t, get(t, fresh.url+"/api/v1/biom/retrieve?biom_pin="+made.BiomPIN.Pin), http.StatusOK); got.Data != made.Data {
		t.Errorf("retrieved %v, want %v", got.Data, made.Data)
	}
	if got := fresh.used(t); got != used {
		t.Errorf("%v credits are used, want %v", got, used)
	}
}

var jobKey = regexp.MustCompile(`(?m)^BIOM_JOB_KEY=.*$`)

// withStores runs a script with the settings of the cluster.
func (c *cluster) withStores(t *testing.T, script string, args ...string) string {
	t.Helper()
	cmd := exec.Command(script, args...)
	cmd.Env = append(os.Environ(), strings.Fields(readFile(t, filepath.Join(c.dir, "environment")))...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v: %s", script, err, out)
	}
	return string(out)
}
