package main

import (
	"context"

	"biom/shared/telemetry"
)

func startAdmin(addr string, t *terminal, ready func(context.Context) error) (stop func(), err error) {
	if addr == "" {
		return func() {}, nil
	}
	admin, err := telemetry.StartAdmin(addr, ready, t.log)
	if err != nil {
		return nil, err
	}
	return func() { _ = admin.Close() }, nil
}
