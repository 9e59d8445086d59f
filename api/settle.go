package api

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"biom/shared/job"
)

// settler settles, in the background, the charges that could not be settled at
// once because the queue or the quota store did not answer. A charge is refunded
// if, and only if, no provider call was started.
//
//	fate open ──Abandon──▶ started: the charge stands
//	                └────▶ not started ──Refund──▶ refunded
//
// It retries for 30 minutes, as long as the queue remembers the job; then the charge
// stands. For an accepted durable request it goes on until the queue answers, because
// nobody else ends that. The fate does not change while it waits, because after a job's
// deadline no worker starts the job.
type settler struct {
	queue   Queue
	ledger  *ledger
	metrics *metrics
	log     *slog.Logger

	abandonTimeout time.Duration

	ctx      context.Context // ends when settling must stop
	stop     context.CancelFunc
	draining chan struct{} // closed at shutdown: pauses become short
	running  sync.WaitGroup
	pending  atomic.Int64
	slots    chan struct{} // a semaphore: settlements that are being tried
}

const (
	maxPendingSettlements    = 16384 // each is a goroutine that sleeps
	maxConcurrentSettlements = 32
	minSettlePause           = 100 * time.Millisecond
	maxSettlePause           = 15 * time.Second
	// settleFor is how long a settlement is tried again. After it the queue has forgotten
	// whether the job was started.
	settleFor = 30 * time.Minute
)

// settlement is a charge that is to be settled.
type settlement struct {
	chargeID string
	openJob  *job.Header        // the job whose fate is not known; nil: no provider call was started
	onFate   func(started bool) // is called once when the fate is known, or the charge stands without that; may be nil
	giveUpAt time.Time

	// kept means that the request is durable and was accepted: only onFate ends it.
	kept bool
	// stands means that the charge stands whatever becomes of openJob, because a
	// provider call was started for an earlier job of the request.
	stands bool
	// storeOnly means that the store did not say whether it has charged. Only the
	// store's part is refunded: if the request went on, it was charged in the
	// fallback, and that charge stands.
	storeOnly bool
}

func newSettler(cfg Config, l *ledger, m *metrics) *settler {
	s := &settler{
		queue: cfg.Queue, ledger: l, metrics: m, log: cfg.Log, abandonTimeout: cfg.AbandonTimeout,
		draining: make(chan struct{}), slots: make(chan struct{}, maxConcurrentSettlements),
	}
	s.ctx, s.stop = context.WithCancel(context.Background())
	return s
}

// refund refunds a charge for which no provider call was started. It does so
// before it returns, so that the caller's next request has its credit back. If
// the store is unavailable, it refunds in the background.
func (s *settler) refund(chargeID string) {
	s.ledger.refundFallback(chargeID)
	charge := settlement{chargeID: chargeID}
	if !s.ledger.storeAvailable() || s.settle(&charge) != nil {
		s.settleLater(charge)
	}
}

// settleLater settles a charge in the background.
func (s *settler) settleLater(charge settlement) {
	if s.pending.Add(1) > maxPendingSettlements && !charge.kept {
		s.pending.Add(-1)
		s.metrics.given.Inc()
		s.log.Error("too many charges wait to be settled; this one stands", "request_id", charge.chargeID)
		charge.tellFate(true)
		return
	}
	charge.giveUpAt = time.Now().Add(settleFor)
	s.running.Go(func() {
		defer s.pending.Add(-1)
		s.retry(charge)
	})
}

// retry tries to settle a charge until it succeeds or must give up.
func (s *settler) retry(charge settlement) {
	for pause := minSettlePause; ; pause = min(2*pause, maxSettlePause) {
		err := s.settleInSlot(&charge)
		if err == nil {
			return
		}
		if s.ctx.Err() != nil || charge.isOld() && !charge.kept {
			s.metrics.given.Inc()
			s.log.Error("a charge could not be settled and stands", "request_id", charge.chargeID, "error", err)
			if s.ctx.Err() == nil { // else another api ends the request
				charge.tellFate(true)
			}
			return
		}
		s.pause(pause)
	}
}

// settleInSlot waits for a slot and calls settle.
func (s *settler) settleInSlot(charge *settlement) error {
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
		return s.settle(charge)
	case <-s.ctx.Done():
		return s.ctx.Err()
	}
}

// settle takes the steps that are still to be taken. It updates charge after each
// of them, so that the next try does not repeat the steps that have succeeded.
func (s *settler) settle(charge *settlement) error {
	if charge.openJob != nil {
		ctx, cancel := context.WithTimeout(s.ctx, s.abandonTimeout)
		defer cancel()
		fate, err := s.queue.Abandon(ctx, *charge.openJob)
		if err != nil {
			return fmt.Errorf("abandon: %w", err)
		}
		started := fate.Started || charge.isOld()
		charge.tellFate(started)
		if started || charge.stands {
			return nil
		}
		charge.openJob = nil
	}
	if !charge.storeOnly {
		s.ledger.refundFallback(charge.chargeID)
	}
	if err := s.ledger.refund(s.ctx, charge.chargeID); err != nil {
		return fmt.Errorf("refund: %w", err)
	}
	if !charge.storeOnly {
		s.metrics.refunds.Inc()
	}
	return nil
}

// isOld reports whether the queue has forgotten whether the job was started.
func (c *settlement) isOld() bool { return time.Now().After(c.giveUpAt) }

// tellFate calls onFate, unless that was done before.
func (c *settlement) tellFate(started bool) {
	if c.onFate != nil {
		c.onFate(started)
		c.onFate = nil
	}
}

// pause waits for d, at shutdown for minSettlePause at most, and not at all once
// settling must stop.
func (s *settler) pause(d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-s.ctx.Done():
	case <-s.draining:
		select {
		case <-s.ctx.Done():
		case <-time.After(min(d, minSettlePause)):
		}
	case <-t.C:
	}
}

// shutdown waits until all charges are settled, or until ctx ends. It must be
// called once, after the last settleLater.
func (s *settler) shutdown(ctx context.Context) error {
	defer s.stop()
	close(s.draining)
	settled := make(chan struct{})
	go func() { s.running.Wait(); close(settled) }()
	select {
	case <-settled:
		return nil
	case <-ctx.Done():
		remaining := s.pending.Load()
		s.stop()
		<-settled // each goroutine logs its charge before it ends
		return fmt.Errorf("api: %d charges could not be settled: %w", remaining, ctx.Err())
	}
}
