package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"biom/shared/testenv"
)

// typescript is the folder of the client in TypeScript.
const typescript = "../../shared/client/typescript"

// The types of the client in TypeScript are those of /openapi.json.
func TestTypeScriptTypes(t *testing.T) {
	npm(t, []string{"BIOM_TEST_BIOMDEV=" + testenv.Biomdev(t)}, "run", "generate", "--", "--check")
}

// The client in TypeScript passes its own tests in Node, and the scenario of all clients
// against a service.
func TestLongTypeScriptClient(t *testing.T) {
	npm(t, nil, "test")
	npm(t, scenarioService(t), "run", "scenario")
}

// The client works in a browser too, on a page of another site.
func TestLongTypeScriptClientInBrowser(t *testing.T) {
	npm(t, nil, "run", "build")
	r := alone(t)
	r.executable = testenv.Biom(t)
	url, _ := r.serve(t.TempDir(), "BIOM_EXTRACT_TIMEOUT=2m")
	got := inBrowser(t, strings.Replace(browserProgram, "SERVICE", url, 1), filepath.Join(samples, "iolmaster700-en-01.pdf"))
	if got.Failed != "" || string(got.Result) != `{"al":23.83,"archive":true,"events":"2 to result","refusal":"FileError 400 FILE_VALIDATION_ERROR"}` {
		t.Errorf("got %s %s", got.Result, got.Failed)
	}
	if want := []string{"accepted", "queued", "preparing", "extracting", "validating", "sharing"}; !slices.Equal(got.Steps, want) {
		t.Errorf("steps %v, want %v", got.Steps, want)
	}
}

// browserProgram reads, retrieves and exports a report, has another one refused, and
// follows a job from its second event to its result.
const browserProgram = `
import { Biom } from "/client/index.js";

const biom = new Biom({ baseURL: "SERVICE" });

export async function process(file, onProgress) {
	let read;
	for await (const event of biom.stream(file, { share: true })) {
		if (event.type === "progress") onProgress(event);
		else read = event.result.response;
	}
	const { response } = await biom.retrieve(read.biompin.pin);
	const archive = await biom.export([{ response, filename: file.name }]);
	const job = await biom.jobs.submit(file);
	const events = [];
	for await (const event of biom.jobs.events(job.id, { after: "1" })) events.push(event);
	await biom.jobs.cancel(job.id);
	const refused = biom.process({ filename: "a.pdf", content: "GIF89a" });
	return {
		al: response.data.right_eye.AL,
		archive: /^biom-export-.*\.zip$/.test(archive.name) && archive.size > 1000,
		events: events[0].id + " to " + events.at(-1).type,
		refusal: await refused.catch((error) => error.name + " " + error.status + " " + error.code),
	};
}
`

// npm runs npm in the folder of the client.
func npm(t *testing.T, env []string, args ...string) {
	t.Helper()
	if _, err := os.Stat(filepath.Join(typescript, "node_modules")); err != nil {
		t.Fatal("the packages of the TypeScript client are missing; install them with: deploy/setup test")
	}
	cmd := exec.Command("npm", args...)
	cmd.Dir, cmd.Env = typescript, append(os.Environ(), "PATH="+nodePath(t))
	cmd.Env = append(cmd.Env, env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("npm %v: %v\n%s", args, err, out)
	}
}

// nodePath returns PATH with the newer node that deploy/setup installs where the system's
// is too old.
func nodePath(t *testing.T) string {
	t.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(cache, "biom/node/node_modules/.bin") + ":" + os.Getenv("PATH")
}
