package main

import (
	"encoding/json"
	"strings"
	"testing"

	"biom/shared/testenv"
)

// scenarioService starts biom serve for the scenario of all clients, and returns the
// variables that shared/client/scenario/README.md names.
func scenarioService(t *testing.T) []string {
	t.Helper()
	r, dir := alone(t), t.TempDir()
	r.executable = testenv.Biom(t)
	url, _ := r.serve(dir, "BIOM_EXTRACT_TIMEOUT=2m")
	create := r.keysIn("--data", dir)
	key := func(user string, limits ...string) string {
		return strings.TrimSpace(create(t, append([]string{"create", "--user", user}, limits...)...))
	}
	keys, err := json.Marshal(map[string]string{
		"ada": key("ada"), "bob": key("bob"), "idle": key("idle", "--biomai", "0", "--biomjson", "0", "--retrieve", "0"),
	})
	if err != nil {
		t.Fatal(err)
	}
	return []string{"SCENARIO_URL=" + url, "SCENARIO_KEYS=" + string(keys)}
}
