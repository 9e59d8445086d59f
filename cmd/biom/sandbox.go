package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/prometheus/client_golang/prometheus"

	"biom/shared/telemetry"
	"biom/worker/document/sandbox"
)

// sandboxFlags say how much the programs that read documents must be confined.
type sandboxFlags struct {
	Sandbox string `env:"BIOM_SANDBOX" enum:"auto,required" default:"auto" help:"How the programs that read documents are confined: auto, with everything that the kernel grants; required, not at all without rlimits, no_new_privs, Landlock and seccomp."`
}

// check tries what the kernel grants, and reports it in /readyz and as a metric. It
// fails if the sandbox is required and not complete.
func (f sandboxFlags) check(t *terminal) (granted sandbox.Mechanisms, err error) {
	if granted, err = sandbox.Granted(); err != nil {
		return granted, err
	}
	t.sandbox = granted.String()
	if err := showLevels(t, granted); err != nil {
		return granted, err
	}
	return granted, f.judge(granted)
}

// judge returns an error if what the kernel grants is not enough.
func (f sandboxFlags) judge(granted sandbox.Mechanisms) error {
	missing := granted.Missing()
	if f.Sandbox != "required" || len(missing) == 0 {
		return nil
	}
	return fmt.Errorf("BIOM_SANDBOX=required, and this kernel or container does not grant %s (%v); "+
		"use Linux 5.13 or later with Landlock among its security modules, and a container profile that allows landlock and seccomp, "+
		"or set BIOM_SANDBOX=auto", strings.Join(missing, ", "), granted)
}

// logSandbox writes the line of the start-up's log about the sandbox.
func logSandbox(t *terminal, granted sandbox.Mechanisms) {
	if missing := granted.Missing(); len(missing) > 0 {
		t.log.Warn("programs that read documents are confined only in part", "granted", granted.String(), "missing", strings.Join(missing, ", "))
		return
	}
	t.log.Info("programs that read documents are confined", "granted", granted.String())
}

// showLevels adds the metric of the granted mechanisms.
func showLevels(t *terminal, granted sandbox.Mechanisms) error {
	levels, err := telemetry.Register(t.metrics, prometheus.NewGaugeVec(prometheus.GaugeOpts{
		Name: "biom_sandbox_level",
		Help: "How the kernel confines programs that read documents, by mechanism: 0 not at all; for landlock the version of its ABI.",
	}, []string{"mechanism"}))
	if err != nil {
		return errors.Join(errors.New("metric of the sandbox"), err)
	}
	granted.Each(func(name string, level int) { levels.WithLabelValues(name).Set(float64(level)) })
	return nil
}
