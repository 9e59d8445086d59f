package main

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"biom/shared/testenv"
)

// An earlier biom works beside this one: its workers with the new apis, its apis with the new workers, and
// everything mixed, on the same NATS, Redis and Postgres. In each pairing the answers are right, a charge is made once,
// and what one api makes another one knows.
//
// The earlier biom is that of the commit in testdata/former-commit, the oldest from which and to which operators may
// go directly. When a release is made, its commit is put there.
func TestLongVersionsSideBySide(t *testing.T) {
	here, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	former := formerRig(t)
	for _, c := range []struct {
		name          string
		apis, workers [2]string
	}{
		{"old workers, new apis", [2]string{here, here}, [2]string{former, former}},
		{"new workers, old apis", [2]string{former, former}, [2]string{here, here}},
		{"upgraded: the old ones were first", [2]string{former, here}, [2]string{former, here}},
		{"downgraded: the new ones were first", [2]string{here, former}, [2]string{here, former}},
	} {
		t.Run(c.name, func(t *testing.T) { versionsSideBySide(t, c.apis, c.workers) })
	}
}

// versionsSideBySide starts apis and workers in order, each from an executable.
func versionsSideBySide(t *testing.T, apis, workers [2]string) {
	r := newRig(t)
	var urls [2]string
	var running [2]*process
	for i := range apis {
		r.executable = apis[i]
		urls[i], _ = r.api(trustUs)
	}
	for i := range workers {
		r.executable = workers[i]
		running[i] = r.worker("BIOM_RIG_DELAY=300ms")
	}
	number := 0
	next := func() (int, []byte) { number++; return number, document(number, "") }
	for i, url := range urls {
		first := newCaller(t, url)
		second := first.at(urls[1-i])

		n, doc := next()
		isAbout(t, first.process("a.pdf", doc).want(t, http.StatusOK).body, n)
		n, doc = next()
		stream := first.process("a.pdf", doc, "stream", "true").want(t, http.StatusOK).body
		isAbout(t, stream, n)
		for _, event := range []string{`"preparing"`, `"extracting"`, "event: result"} {
			if !bytes.Contains(stream, []byte(event)) {
				t.Errorf("no %s in %s", event, stream)
			}
		}
		n, doc = next()
		keyed := fmt.Sprintf("key-%d", n)
		isAbout(t, first.with("Idempotency-Key", keyed).process("a.pdf", doc).want(t, http.StatusOK).body, n)
		repeat := second.with("Idempotency-Key", keyed).process("a.pdf", doc).want(t, http.StatusOK)
		isAbout(t, repeat.body, n)
		if repeat.header.Get("Idempotency-Replayed") != "true" {
			t.Error("the other api did not know the repeat")
		}
		n, doc = next()
		job := first.with("Prefer", "respond-async").process("a.pdf", doc).want(t, http.StatusAccepted).header.Get("Location")
		events := second.get(job+"/events").want(t, http.StatusOK).body
		isAbout(t, events, n)
		isAbout(t, second.get(job+"/result").want(t, http.StatusOK).body, n)

		for name, used := range map[string]float64{"the same": first.used("biomai"), "the other": second.used("biomai")} {
			if used != 4 {
				t.Errorf("%s api counts %v credits, 4 reports were read", name, used)
			}
		}
		code := first.share(report(fmt.Sprintf("number %d", n)))
		isAbout(t, second.retrieve(code).want(t, http.StatusOK).body, n)
	}
	survivesTheWorker(t, r, urls, running[0], next)
}

// survivesTheWorker kills a worker while it reads: the other one reads its documents.
func survivesTheWorker(t *testing.T, r *rig, urls [2]string, w *process, next func() (int, []byte)) {
	const reports = 24
	var sending sync.WaitGroup
	c := newCaller(t, urls[0])
	for i := range reports {
		n, doc := next()
		sending.Go(func() {
			got, err := c.at(urls[i%2]).upload("a.pdf", doc)
			if err != nil || got.status != http.StatusOK || !bytes.Contains(got.body, fmt.Appendf(nil, `"number %d"`, n)) {
				t.Errorf("number %d: status %d, %v: %s", n, got.status, err, got.body)
			}
		})
	}
	testenv.Await(t, "calls of the worker that is killed", func() bool { return r.underWay(w) > 0 })
	w.kill()
	sending.Wait()
	if used := c.used("biomai"); used != reports {
		t.Errorf("%v credits for %d reports", used, reports)
	}
}

// underWay returns how many calls of a worker have begun and not ended.
func (r *rig) underWay(w *process) (calls int) {
	log, err := os.ReadFile(r.calls)
	if err != nil {
		r.t.Fatal(err)
	}
	for line := range strings.Lines(string(log)) {
		if strings.HasSuffix(line, fmt.Sprintf(" pid %d\n", w.Process.Pid)) {
			if calls++; strings.HasPrefix(line, "done") {
				calls -= 2
			}
		}
	}
	return calls
}

// isAbout fails the test unless an answer is about the document with a number.
func isAbout(t *testing.T, answer []byte, number int) {
	t.Helper()
	if !bytes.Contains(answer, fmt.Appendf(nil, `"number %d"`, number)) {
		t.Errorf("the answer is not about number %d: %s", number, answer)
	}
}

// formerRig builds the tests of the earlier commit, which are its biom with the stand-in: see rig_test.go.
func formerRig(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("testdata/former-commit")
	if err != nil {
		t.Fatal(err)
	}
	commit := strings.TrimSpace(string(text))
	root := strings.TrimSpace(string(output(t, ".", "git", "rev-parse", "--show-toplevel")))
	if exec.Command("git", "-C", root, "cat-file", "-e", commit+"^{commit}").Run() != nil { // a shallow clone
		if out, err := exec.Command("git", "-C", root, "fetch", "--quiet", "--depth=1", "origin", commit).CombinedOutput(); err != nil {
			t.Fatalf("the clone does not have commit %s of testdata/former-commit, and cannot fetch it. Run `git fetch --unshallow`: %v\n%s", commit, err, out)
		}
	}
	dir := t.TempDir()
	archive := filepath.Join(dir, "former.tar")
	output(t, root, "git", "archive", "--output="+archive, commit)
	output(t, dir, "tar", "-xf", archive)
	path := filepath.Join(dir, "former.test")
	output(t, dir, "go", "test", "-c", "-trimpath", "-o", path, "./cmd/biom")
	return path
}

// output runs a command in a directory and returns what it printed.
func output(t *testing.T, dir, name string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return out
}
