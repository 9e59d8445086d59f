package main

import (
	"context"
	"errors"

	"biom/shared/broker"
	"biom/shared/telemetry"
)

// natsPart is the connection to NATS. A worker can do nothing without it; an api serves
// JSON and shares.
func natsPart(conn *broker.Conn, vital bool) telemetry.Part {
	return telemetry.Part{Name: "NATS", Vital: vital, Check: func(context.Context) error {
		if !conn.NATS.IsConnected() {
			return errors.New("no connection")
		}
		return nil
	}}
}

// queuePart is what stores jobs. ready returns why it stores none.
func queuePart(ready func() error) telemetry.Part {
	return telemetry.Part{Name: "queue", Check: func(context.Context) error { return ready() }}
}

// start opens the admin listener, unless its address is empty. When the process is told to
// stop, it is not ready at once.
func (a adminFlags) start(t *terminal, role string, parts ...telemetry.Part) (stop func(), err error) {
	if a.AdminListen == "" {
		return func() {}, nil
	}
	if t.sandbox != "" {
		parts = append(parts, telemetry.Part{Name: "sandbox", Note: t.sandbox})
	}
	ready := telemetry.NewReadiness(parts...)
	if err := showProcess(t, role, ready); err != nil {
		return nil, err
	}
	admin, err := telemetry.StartAdmin(telemetry.AdminConfig{
		Address: a.AdminListen, Hosts: a.AdminHosts, Metrics: t.metrics, Ready: ready, Log: t.log,
	})
	if err != nil {
		return nil, err
	}
	detach := context.AfterFunc(t.ctx, ready.Stop)
	return func() { detach(); _ = admin.Close() }, nil
}
