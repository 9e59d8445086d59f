package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"biom/cmd/internal/batch"
	"biom/shared/client"
	"biom/shared/testenv"
)

func TestSurvivesAnAsyncFolder(t *testing.T) { survivesAnAsyncFolder(t, 40, 4) }

func TestLongSurvivesAnAsyncFolder(t *testing.T) {
	survivesAnAsyncFolder(t, size{400, 10_000}.now(), size{12, 40}.now())
}

// survivesAnAsyncFolder sends a folder with biom process --async, while the command and the
// server are killed with SIGKILL and started again. Each report has its own response
// and is charged once.
func survivesAnAsyncFolder(t *testing.T, files, kills int) {
	t.Parallel()
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))

	dir, data := folder(t, files), t.TempDir()
	r := alone(t)
	env := []string{
		"BIOM_PROVIDER=standin", "BIOM_RIG_DELAY=50ms", trustUs, "BIOM_QUOTA_BIOMAI=100000",
		"BIOM_LISTEN=" + strings.Replace(adminAddress(), ":9090", ":8080", 1),
	}
	url, server := r.serve(data, env...)
	send := func() *process { return r.start(nil, "process", "--async", "--server="+url, "--concurrency=8", dir) }
	command := send()
	for kill := range kills {
		goal := (kill + 1) * files / (kills + 2)
		testenv.Await(t, fmt.Sprintf("%d responses", goal), func() bool { return numberSaved(t, dir) >= goal })
		if random.IntN(2) == 0 {
			server.kill()
			_, server = r.serve(data, env...)
			continue
		}
		command.kill()
		command = send()
	}
	<-command.ended
	if status := command.ProcessState.ExitCode(); status != 0 {
		t.Errorf("status %d", status)
	}
	checkFolder(t, dir, files)
	if used := usedAI(t, url); used != float64(files) {
		t.Errorf("%v credits for %d files", used, files)
	}
	if left, err := filepath.Glob(filepath.Join(dir, ".biom-*.try")); err != nil || len(left) > 0 {
		t.Errorf("states of %d files are left, %v", len(left), err)
	}
}

// A user submits a folder as a batch, leaves, and looks after its jobs from elsewhere.
func TestJobsOfAService(t *testing.T) {
	t.Parallel()
	const files = 3
	dir, data := folder(t, files), t.TempDir()
	r := alone(t)
	url, _ := r.serve(data, "BIOM_PROVIDER=standin", "BIOM_RIG_DELAY=10m")
	key := strings.TrimSpace(r.keysIn("--data", data)(t, "create", "--user", "ada"))
	command := r.start([]string{"BIOM_API_KEY=" + key}, "process", "--async", "--batch=monday", "--server="+url, dir)
	testenv.Await(t, "the jobs", func() bool {
		noted, err := batch.Submitted(dir)
		return err == nil && len(noted) == files
	})
	command.stop()
	if want := fmt.Sprintf("stopped: %d to go; run the same command again to continue", files); !strings.Contains(command.out.String(), want) {
		t.Errorf("no %q in %s", want, command.out)
	}
	jobs := func(args ...string) string {
		t.Helper()
		var out strings.Builder
		p := testProcess(&out, &out)
		p.Getenv = func(name string) string { return map[string]string{"BIOM_API_KEY": key}[name] }
		if err := runWith(t.Context(), append([]string{"jobs", args[0], "--server", url}, args[1:]...), p, options{providers: builtInProviders}); err != nil {
			fmt.Fprintln(&out, err)
		}
		return out.String()
	}
	for _, c := range []struct{ args, want string }{
		{"list " + dir, "\n3 jobs, "},
		{"list --batch=monday", "\n3 jobs, "},
		{"list --batch=monday --status=failed", "JOB\n\n3 jobs, "},
		{"cancel " + dir, "3 jobs cancelled\n"},
		{"list " + dir, "\n0 jobs\n"},
		{"list --batch=monday", "There is no such batch"},
	} {
		if got := jobs(strings.Fields(c.args)...); !strings.Contains(got, c.want) {
			t.Errorf("jobs %s: no %q in\n%s", c.args, c.want, got)
		}
	}
}

// A response that nobody has fetched in time is fetched by sending the report again, which is not
// charged again.
func TestExpiredJobIsNotChargedAgain(t *testing.T) {
	t.Parallel()
	dir := folder(t, 1)
	r := alone(t)
	url, _ := r.serve(t.TempDir(), "BIOM_PROVIDER=standin", "BIOM_RIG_DELAY=1s", "BIOM_JOB_TTL=1s", trustUs)
	command := r.start(nil, "process", "--async", "--server="+url, dir)
	var noted []*batch.File
	testenv.Await(t, "the job", func() (ok bool) {
		noted, _ = batch.Submitted(dir)
		return len(noted) == 1
	})
	command.kill()
	c, err := client.New(client.Config{BaseURL: url})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	testenv.Await(t, "its expiry", func() bool {
		_, err := c.Job(t.Context(), noted[0].Job())
		return batch.Forgotten(err)
	})
	var out, progress strings.Builder
	if err := runBiom(t.Context(), []string{"process", "--async", "--server=" + url, dir}, &out, &progress); err != nil {
		t.Errorf("%v\n%s", err, &out)
	}
	if !strings.Contains(progress.String(), "sent again: the service no longer has the job") {
		t.Error(progress.String())
	}
	checkFolder(t, dir, 1)
	if used, calls := usedAI(t, url), r.noted("call"); used != 1 || calls["number 0"] != 1 {
		t.Errorf("%v credits, calls %v", used, calls)
	}
}

// numberSaved returns how many responses lie beside the files.
func numberSaved(t *testing.T, dir string) int {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*.biom.json"))
	if err != nil {
		t.Fatal(err)
	}
	return len(paths)
}

// folder returns a directory of numbered reports.
func folder(t *testing.T, files int) string {
	t.Helper()
	dir := t.TempDir()
	for i, doc := range documents(files, unmarked) {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.pdf", i)), doc, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// checkFolder fails unless each report in a folder has its own response.
func checkFolder(t *testing.T, dir string, files int) {
	t.Helper()
	responses := saved(t, dir)
	if len(responses) != files {
		t.Errorf("%d of %d responses are saved", len(responses), files)
	}
	for name, text := range responses {
		var response struct {
			Data struct {
				Patient struct{ ID string }
			}
		}
		number, _, _ := strings.Cut(name, ".")
		if err := json.Unmarshal(text, &response); err != nil || response.Data.Patient.ID != "number "+number {
			t.Errorf("%s holds %q, %v", name, response.Data.Patient.ID, err)
		}
	}
}

// usedAI returns the credits for extraction that callers of a service from here have used.
func usedAI(t *testing.T, url string) float64 {
	t.Helper()
	var text strings.Builder
	if err := runBiom(t.Context(), []string{"usage", "--server=" + url, "--json"}, &text, io.Discard); err != nil {
		t.Fatal(err)
	}
	var usage struct {
		Engines struct {
			BiomAI struct{ Used float64 }
		}
	}
	if err := json.Unmarshal([]byte(text.String()), &usage); err != nil {
		t.Fatal(err)
	}
	return usage.Engines.BiomAI.Used
}
