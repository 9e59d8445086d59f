package api_test

import (
	"context"
	"fmt"
	"net/http"
	"net/netip"
	"sync"
	"testing"

	"biom/api"
	"biom/shared/job"
	"biom/shared/quota"
	"biom/shared/testenv"
)

// TestNewcomerPassesABacklog has one address send 100 reports and another address one, while a
// worker with 16 slots ends no job. Then jobs end one at a time. The newcomer's job must
// start before as many jobs have ended as two rounds of all slots take.
func TestNewcomerPassesABacklog(t *testing.T) {
	t.Parallel()
	const slots, backlog, newcomer = 16, 100, "newcomer.pdf"
	started, end, queued := make(chan string, 2*backlog), make(chan struct{}), make(chan struct{})
	queue := newRealQueue(t, func(ctx context.Context, d *job.Delivery) (job.Result, error) {
		d.Progress(job.Event{Stage: job.StagePreparing})
		if err := d.Start(ctx); err != nil {
			return job.Result{}, err
		}
		d.Progress(job.Event{Stage: job.StageExtracting})
		started <- d.Filename
		select {
		case <-end:
			return extractedResult(), nil
		case <-ctx.Done():
			return job.Result{}, ctx.Err()
		}
	})
	b := setup(t, func(c *api.Config) {
		c.Queue = waitingQueue{queue, func(j job.Job) {
			if j.Filename == newcomer {
				close(queued)
			}
		}}
		c.Limits.BiomAI, c.TrustedProxies = 2*backlog*quota.Credits(2), []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}
	})
	var uploads sync.WaitGroup
	post := func(name, address string) {
		uploads.Go(func() {
			if resp, body := b.post(upload(name, []byte(pdf)), "X-Forwarded-For", address); resp.StatusCode != http.StatusOK {
				t.Errorf("%s: %d %s", name, resp.StatusCode, body)
			}
		})
	}
	for i := range backlog {
		post(fmt.Sprintf("busy-%d.pdf", i), "192.0.2.1")
	}
	for range slots {
		receive(t, started, "job of the busy caller")
	}
	busy := quota.Address(netip.MustParseAddr("192.0.2.1"))
	testenv.Await(t, "the backlog to be charged", func() bool { return b.usedBy(quota.BiomAI, busy) == backlog })
	post(newcomer, "192.0.2.2")
	receive(t, queued, "newcomer in the queue")
	ended := 0
	for ; ; ended++ {
		end <- struct{}{}
		if receive(t, started, "next job") == newcomer {
			break
		}
	}
	if ended > 2*slots {
		t.Errorf("%d jobs ended before the newcomer's job was started", ended)
	}
	close(end)
	uploads.Wait()
}
