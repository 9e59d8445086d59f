package main

import (
	"context"
	"errors"

	"biom/shared/broker"
	"biom/shared/telemetry"
)

// errUnavailable is the error of a readiness check without a connection to NATS.
var errUnavailable = errors.New("NATS is away")

// natsReady returns the readiness check of a role that needs NATS.
func natsReady(conn *broker.Conn) func(context.Context) error {
	return func(context.Context) error {
		if !conn.NATS.IsConnected() {
			return errUnavailable
		}
		return nil
	}
}

// start opens the admin listener, unless its address is empty.
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
