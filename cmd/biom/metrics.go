package main

import (
	"runtime"

	"biom/cmd/internal/commandline"
	"biom/shared/fair"
	"biom/shared/telemetry"
)

// showProcess adds the metrics of the role and the build of this process, and of the parts that it needs.
func showProcess(t *terminal, role string, parts *telemetry.Readiness) error {
	set := telemetry.NewSet(t.metrics)
	set.Value("build_info", "1, for the role and the build of this process.", func() float64 { return 1 },
		"role", role, "version", commandline.Version(), "goversion", runtime.Version())
	set.Add(parts)
	return set.Err()
}

// showDerivations adds the metrics of the gate for the derivations of keys from share codes.
func showDerivations(t *terminal, gate *fair.Gate) error {
	set := telemetry.NewSet(t.metrics)
	set.Value("key_derivations_running", "Derivations of keys from share codes (Argon2id) that run.", func() float64 { running, _ := gate.Load(); return float64(running) })
	set.Value("key_derivations_waiting", "Derivations that wait for a core.", func() float64 { _, waiting := gate.Load(); return float64(waiting) })
	return set.Err()
}
