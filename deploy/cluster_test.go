package deploy_test

import (
	"bytes"
	"context"
	"maps"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"biom/shared/testenv"
)

// TestCluster runs deploy/cluster: its first start, a restart with the same data, and a
// SIGKILL, after which no part may remain.
func TestCluster(t *testing.T) {
	t.Parallel()
	dir := clusterDir(t)
	c := startCluster(t, dir)
	t.Cleanup(func() {
		if t.Failed() {
			c.showLogs(t)
		}
	})
	c.testEventsArriveAtOnce(t)
	c.testLeavingClientIsNoticed(t)
	c.testRefusals(t)
	c.testForgedAddressChangesNothing(t)
	code := c.testShare(t)
	c.testDoctor(t)
	c.testLogsContainNoSecrets(t, code)

	before := readFile(t, filepath.Join(dir, "secrets"))
	pids := c.pids(t, "")
	c.end(syscall.SIGTERM)
	if !c.ProcessState.Success() {
		c.showLogs(t)
		t.Fatalf("SIGTERM: %v: %s", c.ProcessState, &c.errors)
	}
	awaitEnd(t, pids)

	c = startCluster(t, dir)
	if readFile(t, filepath.Join(dir, "secrets")) != before {
		t.Error("a restart made new secrets")
	}
	read[document](t, get(t, c.url+"/api/v1/biom/retrieve?biom_pin="+code), http.StatusOK)

	pids = c.pids(t, "")
	if len(pids) != 11 {
		t.Errorf("%d parts, want 11", len(pids))
	}
	c.end(syscall.SIGKILL)
	awaitEnd(t, pids)
}

// testEventsArriveAtOnce reads a stream through the proxy.
func (c *cluster) testEventsArriveAtOnce(t *testing.T) {
	t.Helper()
	// A first job shows that the apis know of the workers. Otherwise the workers could be stopped
	// before that, and an api may refuse a job that it knows no worker for.
	read[document](t, upload(t, c.url, "report.pdf", []byte(readFile(t, sample))), http.StatusOK)
	first := time.Hour
	for range 3 { // the fastest of three, because other tests use this machine too
		first = min(first, c.firstEvent(t, c.url))
	}
	t.Logf("first event after %v", first)
	if first > time.Second {
		t.Errorf("first event after %v, want it within 1 s", first)
	}
}

// testLeavingClientIsNoticed: the api learns from the proxy that a client has left. No worker takes
// the job, so its credit is given back.
func (c *cluster) testLeavingClientIsNoticed(t *testing.T) {
	t.Helper()
	before := c.used(t)
	c.signalWorkers(t, syscall.SIGSTOP)
	defer c.signalWorkers(t, syscall.SIGCONT)
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	res, err := client.Do(uploadRequest(ctx, t, c.url, "report.pdf", []byte(readFile(t, sample)), "stream", "true"))
	if err != nil {
		t.Fatal(err)
	}
	testenv.Await(t, "the charge", func() bool { return c.used(t) > before })
	leave()
	_ = res.Body.Close()
	testenv.Await(t, "the refund", func() bool { return c.used(t) == before })
}

// used returns the credits of this machine that are used.
func (c *cluster) used(t *testing.T, headers ...string) float64 {
	t.Helper()
	type usage struct {
		Engines map[string]struct{ Used float64 }
	}
	return read[usage](t, get(t, c.url+"/api/v1/biom/usage", headers...), http.StatusOK).Engines["biomai"].Used
}

// startProxy starts another proxy in front of the apis, on another port. replace are pairs of
// old and new text of its configuration.
func (c *cluster) startProxy(t *testing.T, port string, replace ...string) (url string) {
	t.Helper()
	host, _, _ := net.SplitHostPort(strings.TrimPrefix(c.url, "http://"))
	replace = append(replace, host+":18080", host+":"+port, host+":18404", host+":18490")
	conf := filepath.Join(t.TempDir(), "haproxy.cfg")
	text := strings.NewReplacer(replace...).Replace(readFile(t, filepath.Join(c.dir, "conf", "haproxy.cfg")))
	if err := os.WriteFile(conf, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	program, err := exec.LookPath("haproxy")
	if err != nil {
		program = "/usr/sbin/haproxy" // this directory may not be on PATH
	}
	proxy := launch(t, exec.Command(program, "-db", "-f", conf))
	testenv.Await(t, "haproxy", func() bool {
		select {
		case <-proxy.ended:
			t.Fatalf("haproxy: %s", &proxy.errors)
		default:
		}
		conn, err := net.Dial("tcp", net.JoinHostPort(host, port))
		if err == nil {
			_ = conn.Close()
		}
		return err == nil
	})
	return "http://" + net.JoinHostPort(host, port)
}

// testRefusals checks that a refusal of the api passes through the proxy unchanged, and that
// the proxy sends the same error body if no api answers.
func (c *cluster) testRefusals(t *testing.T) {
	t.Helper()
	large := upload(t, c.url, "report.pdf", bytes.Repeat([]byte{'%'}, 15<<20+1))
	if body := read[failure](t, large, http.StatusRequestEntityTooLarge); body.Error.Code != "PAYLOAD_TOO_LARGE" {
		t.Errorf("code %q", body.Error.Code)
	}
	withoutAPI := c.startProxy(t, "18090", ":18081", ":1", ":18082", ":1")
	res := get(t, withoutAPI+"/api/v1/status")
	body := read[failure](t, res, http.StatusServiceUnavailable)
	if origin := res.Header.Get("Access-Control-Allow-Origin"); origin != "*" {
		t.Errorf("a page of another site cannot read it: Access-Control-Allow-Origin %q", origin)
	}
	if body.Error.Code != "INTERNAL_ERROR" || body.Error.RequestID == "" || body.Error.RequestID != res.Header.Get("X-Request-ID") || !strings.Contains(body.Error.Message, "same Idempotency-Key") || res.Header.Get("Retry-After") == "" {
		t.Errorf("without an api: %+v, %v", body, res.Header)
	}
}

// testForgedAddressChangesNothing checks that requests with a forged X-Forwarded-For are
// counted for this machine, like others: the proxy appends the true address after it.
func (c *cluster) testForgedAddressChangesNothing(t *testing.T) {
	t.Helper()
	if own, forged := c.used(t), c.used(t, "X-Forwarded-For", "203.0.113.7"); own == 0 || own != forged {
		t.Errorf("used %v, with a forged address %v", own, forged)
	}
}

// testShare makes a share, retrieves it from both apis, and returns its code.
func (c *cluster) testShare(t *testing.T) (code string) {
	t.Helper()
	made := c.makeShare(t)
	for range 4 {
		found := read[document](t, get(t, c.url+"/api/v1/biom/retrieve?biom_pin="+made.BiomPIN.Pin), http.StatusOK)
		if found.Data != made.Data {
			t.Errorf("retrieved %v, want %v", found.Data, made.Data)
		}
	}
	for _, api := range []string{" api-1 ", " api-2 "} {
		testenv.Await(t, "an api's answer in the proxy's log", func() bool {
			return slices.ContainsFunc(strings.Split(c.logs(t)["proxy"], "\n"), func(line string) bool {
				return strings.Contains(line, "GET /api/v1/biom/retrieve 200") && strings.Contains(line, api)
			})
		})
	}
	return made.BiomPIN.Pin
}

// makeShare has a report read and shared.
func (c *cluster) makeShare(t *testing.T) document {
	t.Helper()
	made := read[document](t, upload(t, c.url, "canary-file.pdf", []byte(readFile(t, sample)), "biompin", "true"), http.StatusOK)
	if made.BiomPIN == nil || made.BiomPIN.Pin == "" {
		c.showLogs(t)
		t.Fatal("no share was made")
	}
	return made
}

// testLogsContainNoSecrets searches all logs for the share code, keys, a file name, the
// patient's ID and the cluster's secrets.
func (c *cluster) testLogsContainNoSecrets(t *testing.T, code string) {
	t.Helper()
	key := "biom_" + strings.Repeat("canary0", 7)[:43]
	for _, target := range []string{
		"/pin/" + code, "/api/v1/biom/usage?api_key=" + key,
		"/api/v1/biom/retrieve?biom_pin=" + url.QueryEscape(code+"1"), // malformed
	} {
		_ = get(t, c.url+target, "X-Provider-API-Key", key)
	}
	canaries := []string{code, key, "canary-file", "C-707585"}
	for line := range strings.Lines(readFile(t, filepath.Join(c.dir, "secrets"))) {
		_, secret, _ := strings.Cut(strings.TrimSpace(line), "=")
		canaries = append(canaries, secret)
	}
	logs := c.logs(t)
	if len(logs) != 12 {
		t.Errorf("logs of %v", slices.Sorted(maps.Keys(logs)))
	}
	for name, text := range logs {
		for i, canary := range canaries {
			if strings.Contains(text, canary) {
				t.Errorf("the log of %s holds canary %d", name, i)
			}
		}
	}
}
