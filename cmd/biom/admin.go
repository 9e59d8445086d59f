package main

import (
	"context"
	"errors"

	"biom/api"
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

// frontReady returns the readiness check of a role with a front end.
func frontReady(conn *broker.Conn, front *api.Server) func(context.Context) error {
	return func(ctx context.Context) error {
		if err := natsReady(conn)(ctx); err != nil {
			return err
		}
		return front.Ready()
	}
}

// start opens the admin listener, unless its address is empty.
func (a adminFlags) start(t *terminal, ready func(context.Context) error) (stop func(), err error) {
	if a.AdminListen == "" {
		return func() {}, nil
	}
	admin, err := telemetry.StartAdmin(telemetry.AdminConfig{
		Address: a.AdminListen, Hosts: a.AdminHosts, Metrics: t.metrics, Ready: ready, Details: t.details, Log: t.log,
	})
	if err != nil {
		return nil, err
	}
	return func() { _ = admin.Close() }, nil
}
