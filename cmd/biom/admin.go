package main

import (
	"context"
	"errors"

	"biom/shared/broker"
	"biom/shared/telemetry"
)

// errAway is why a role without its NATS is not ready.
var errAway = errors.New("NATS is away")

// connected is the readiness of a role that stands on NATS.
func connected(conn *broker.Conn) func(context.Context) error {
	return func(context.Context) error {
		if !conn.NATS.IsConnected() {
			return errAway
		}
		return nil
	}
}

// start opens the admin listener, if there shall be one.
func (a adminFlags) start(t *terminal, ready func(context.Context) error) (stop func(), err error) {
	if a.AdminListen == "" {
		return func() {}, nil
	}
	admin, err := telemetry.StartAdmin(a.AdminListen, t.metrics, ready, t.log)
	if err != nil {
		return nil, err
	}
	return func() { _ = admin.Close() }, nil
}
