package deploy_test

import (
	"bytes"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// testDoctor asks biom doctor about a sound cluster, as its operator would.
func (c *cluster) testDoctor(t *testing.T) {
	t.Helper()
	host, _, _ := net.SplitHostPort(strings.TrimPrefix(c.url, "http://"))
	secrets := assignments(t, filepath.Join(c.dir, "secrets"))
	var nodes, monitors []string
	for _, n := range []string{"1", "2", "3"} {
		nodes, monitors = append(nodes, "@"+host+":1422"+n), append(monitors, "http://"+host+":1822"+n)
	}
	of := func(user, password string) string {
		return "BIOM_NATS_URL=nats://" + user + ":" + password + strings.Join(nodes, ",nats://"+user+":"+password)
	}
	var said string
	want := readFile(t, "testdata/doctor.txt")
	for range 5 { // a busy machine may exceed a time limit of the command
		said = c.doctor(t, of("api", secrets["NATS_API_PASSWORD"]), "api", "--nats-monitor", strings.Join(monitors, ",")) +
			c.doctor(t, of("worker", secrets["NATS_WORKER_PASSWORD"]), "worker")
		if neutral(strings.ReplaceAll(said, host, "HOST")) == want {
			break
		}
	}
	for _, s := range secrets {
		if strings.Contains(said, s) {
			t.Error("biom doctor shows a secret")
		}
	}
	if got := neutral(strings.ReplaceAll(said, host, "HOST")); got != want {
		t.Errorf("biom doctor says\n%s\nwant, as in testdata/doctor.txt,\n%s", got, want)
	}
}

// doctor returns what biom doctor prints about a role of the cluster.
func (c *cluster) doctor(t *testing.T, nats string, args ...string) string {
	t.Helper()
	cmd := exec.Command(filepath.Join(c.dir, "bin", "biom"), append([]string{"doctor"}, args...)...)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH")}
	for name, value := range assignments(t, filepath.Join(c.dir, "environment")) {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	cmd.Env = append(cmd.Env, nats, "BIOM_ADMIN_LISTEN=127.0.0.1:9090", "BIOM_WORK_DIR="+filepath.Join(t.TempDir(), "work"))
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return string(out) + err.Error() + ": " + stderr.String()
	}
	return string(out)
}

// assignments returns the assignments in a file of the cluster.
func assignments(t *testing.T, path string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for line := range strings.Lines(readFile(t, path)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		all[name] = value
	}
	return all
}

// neutral replaces what differs between machines and runs: the state of the sandbox, numbers with a unit,
// versions, IDs, and how many connections are in use.
func neutral(text string) string {
	for _, r := range []struct{ pattern, with string }{
		{`(?m)^(ok|warning)( +)Sandbox .*$`, "ok           Sandbox              …"},
		{`(?m)^(ok|warning)( +)Memory .*$`, "ok           Memory               …"},
		{`(?m)^\d+ problems?, .*$`, "…"},
		{`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`, "ID"},
		{`\d+(\.\d+)?(ms|s|m\d+s)\b`, "TIME"},
		{`\d+(\.\d+)? (bytes|[KMGT]iB)`, "SIZE"},
		{`((?:by version|version|pdftotext|tesseract|NATS versions) +)[\w.+~-]*\d+\.\d+[\w.+~-]*(?: \([^)]*\))?`, "${1}VERSION"},
		{`by version \S+`, "by version VERSION"},
		{`clock of nats-\d`, "clock of nats-N"},
		{`the \d+ rights`, "the N rights"},
		{`\d+ of \d+ are in use`, "N of N are in use"},
	} {
		text = regexp.MustCompile(r.pattern).ReplaceAllString(text, r.with)
	}
	return text
}
