package main

import (
	"context"
	"errors"

	"biom/shared/broker"
	"biom/shared/telemetry"
)

// errAway is why a role without its NATS is not ready.
var errAway = errors.New("NATS is away")

// start opens the admin listener, if there shall be one.
func (a adminFlags) start(t *terminal, conn *broker.Conn) (stop func(), err error) {
	if a.AdminListen == "" {
		return func() {}, nil
	}
	admin, err := telemetry.StartAdmin(a.AdminListen, t.metrics, func(context.Context) error {
		if !conn.NATS.IsConnected() {
			return errAway
		}
		return nil
	}, t.log)
	if err != nil {
		return nil, err
	}
	return func() { _ = admin.Close() }, nil
}
