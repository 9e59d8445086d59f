package main

import (
	"time"

	"biom/shared/broker"
)

// queueCmd has the commands with which an operator looks into the queue, and cleans it up.
type queueCmd struct {
	Show  queueShowCmd `cmd:"" default:"withargs" help:"Show what waits, how long and for whom, and which worker does what. So does biom queue alone."`
	Dead  deadCmd      `cmd:"" help:"List the jobs that were given up in the last seven days."`
	Retry retryCmd     `cmd:"" help:"Have jobs that were given up read once more, if their callers can come back for the answer."`
	Purge purgeCmd     `cmd:"" help:"Take jobs that were given up off the list."`

	FailedCallbacks failedCallbacksCmd `cmd:"" help:"List the callbacks that were given up in the last seven days."`
}

// operatorFlags connect an operator's command to the queue of a cluster.
type operatorFlags struct {
	NATSURL string `name:"nats-url" env:"BIOM_NATS_URL" secret:"" required:"" help:"NATS servers (nats://…, comma separated)."`
}

func (f operatorFlags) connect(t *terminal) (*broker.Conn, error) {
	return broker.Connect(t.ctx, broker.Config{URL: f.NATSURL, Name: "biom queue", Wait: 5 * time.Second})
}
