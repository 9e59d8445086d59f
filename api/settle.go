package api

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"biom/shared/job"
	"biom/shared/quota"
)

// settler brings charges to their end that could not be settled at once,
// because the queue or the quota store did not answer. "A charge is taken back
// if, and only if, no provider call was started."
//
//	fate open ──Abandon──▶ started: the charge stands
//	                └────▶ not started ──Refund──▶ taken back
//
// It tries until the store forgets the charge's ID. After a job's deadline no
// worker starts it, so an open fate does not change by waiting.
type settler struct {
	queue  Queue
	ledger *ledger
	log    *slog.Logger

	ctx     context.Context // ends when nothing is waited for any more
	end     context.CancelFunc
	hurry   chan struct{} // closed at shutdown: no more long pauses
	pending sync.WaitGroup
	count   atomic.Int64
	slots   chan struct{} // how many try at once
}

const (
	settlePending  = 16384 // at most; each is a goroutine that sleeps
	settleAtOnce   = 32
	settleFirst    = 100 * time.Millisecond
	settleLongest  = 15 * time.Second
	abandonTimeout = 2500 * time.Millisecond // with the publish before it, less than 12 s
)

// settlement is one charge and what is known of it.
type settlement struct {
	id    string
	fate  *job.Header        // of a job whose fate is open; nil: nothing was started
	ended func(started bool) // is told the fate; nil: nobody asks
	until time.Time

	// The store did not say whether it charged: its part goes back alone. If
	// the request went on, it was charged in memory, and that stands.
	uncertain bool
}

func newSettler(cfg Config, l *ledger) *settler {
	s := &settler{
		queue: cfg.Queue, ledger: l, log: cfg.Log,
		hurry: make(chan struct{}), slots: make(chan struct{}, settleAtOnce),
	}
	s.ctx, s.end = context.WithCancel(context.Background())
	return s
}

// refund takes back a charge of which nothing was started: at once, so that
// the caller's next request finds its credit, else, or if nobody should wait
// for the store, later.
func (s *settler) refund(id string) {
	s.ledger.refundSpare(id)
	it := settlement{id: id}
	if !s.ledger.isThere() || s.settle(&it) != nil {
		s.later(it)
	}
}

// later settles a charge in the background.
func (s *settler) later(it settlement) {
	if s.count.Add(1) > settlePending {
		s.count.Add(-1)
		s.log.Error("too many charges wait to be settled; this one stands", "request_id", it.id)
		return
	}
	it.until = time.Now().Add(quota.ChargeMemory)
	s.pending.Go(func() {
		defer s.count.Add(-1)
		s.run(it)
	})
}

func (s *settler) run(it settlement) {
	for pause := settleFirst; ; pause = min(2*pause, settleLongest) {
		err := s.admitted(&it)
		if err == nil {
			return
		}
		if s.ctx.Err() != nil || time.Now().After(it.until) {
			s.log.Error("a charge could not be settled and stands", "request_id", it.id, "error", err)
			return
		}
		s.wait(pause)
	}
}

func (s *settler) admitted(it *settlement) error {
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
		return s.settle(it)
	case <-s.ctx.Done():
		return s.ctx.Err()
	}
}

// settle takes the next steps. What is done stays done when a later one fails.
func (s *settler) settle(it *settlement) error {
	if it.fate != nil {
		ctx, cancel := context.WithTimeout(s.ctx, abandonTimeout)
		defer cancel()
		fate, err := s.queue.Abandon(ctx, *it.fate)
		if err != nil {
			return fmt.Errorf("abandon: %w", err)
		}
		if it.ended != nil {
			it.ended(fate.Started)
			it.ended = nil
		}
		if fate.Started {
			return nil
		}
		it.fate = nil
	}
	if !it.uncertain {
		s.ledger.refundSpare(it.id)
	}
	if err := s.ledger.refund(s.ctx, it.id); err != nil {
		return fmt.Errorf("refund: %w", err)
	}
	return nil
}

func (s *settler) wait(d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-s.ctx.Done():
	case <-s.hurry:
		select {
		case <-s.ctx.Done():
		case <-time.After(min(d, settleFirst)):
		}
	case <-t.C:
	}
}

// shutdown waits for what is pending until ctx ends. Nothing new may come.
func (s *settler) shutdown(ctx context.Context) error {
	defer s.end()
	close(s.hurry)
	settled := make(chan struct{})
	go func() { s.pending.Wait(); close(settled) }()
	select {
	case <-settled:
		return nil
	case <-ctx.Done():
		left := s.count.Load()
		s.end()
		<-settled // each logs which charge it was
		return fmt.Errorf("api: %d charges could not be settled: %w", left, ctx.Err())
	}
}
