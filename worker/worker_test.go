package worker_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"go.uber.org/goleak"

	"biom/shared/biometry"
	"biom/shared/evidence"
	"biom/shared/job"
	"biom/shared/job/jobtest"
	"biom/worker"
	"biom/worker/provider"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const (
	good = `{"data":{"biometer":{"device_name":"IOLMaster700","manufacturer":"Zeiss"},"patient":{"name":"Jane Doe"},
		"right_eye":{"AL":23.5},"left_eye":{}},"extra_data":null}`
	outOfRange = `{"data":{"biometer":{"device_name":"Other","manufacturer":"Other"},"patient":{},"right_eye":{"AL":235},"left_eye":{}},"extra_data":null}`
	empty      = `{"data":{"biometer":{"device_name":"Other","manufacturer":"Other"},"patient":{},"right_eye":{},"left_eye":{}},"extra_data":null}`
)

// script is a provider whose calls return what the test prescribes.
type script struct {
	prepare error    // of Prepare
	answers []string // in turn, the last one for ever
	fail    error    // of Extract
	doubts  []string // fields for which it announces a further call
	faults  []int    // number of faults that each call got
	opts    provider.Options
	closed  chan struct{}
}

var _ provider.Extractor = (*script)(nil)

func (s *script) Model() string { return "script" }

func (s *script) Check(_ context.Context, key string) (bool, error) { return key == "good", nil }

func (s *script) Prepare(_ context.Context, _ provider.Document, opts provider.Options) (provider.Prepared, error) {
	s.opts = opts
	return s, s.prepare
}

func (s *script) Extract(_ context.Context, faults []biometry.Fault) (provider.Answer, error) {
	s.faults = append(s.faults, len(faults))
	if s.fail != nil {
		return provider.Answer{}, s.fail
	}
	if s.doubts != nil {
		s.opts.Again("once more", s.doubts...)
	}
	next := s.answers[min(len(s.faults), len(s.answers))-1]
	return provider.Answer{JSON: []byte(next), Model: "script-1", Withheld: []biometry.Withheld{{Field: "right_eye.LT", Reason: biometry.NotLegible}},
		Evidence: evidence.Evidence{Values: map[string]evidence.Source{"patient.name": {Page: 1, Text: "Doe, Jane"}, "right_eye.AL": {Page: 1, Text: "23,50"}},
			Withheld: map[string]evidence.Source{"patient.name": {Page: 2, Text: "Doe, Jane"}, "right_eye.LT": {Page: 1, Text: "4,5"}}}}, nil
}

func (s *script) Close() error { close(s.closed); return nil }

// handled sends one job through a real queue to a worker with the given Config. It
// returns the result and the stages of its progress events.
func handled(t *testing.T, cfg worker.Config, key string) (job.Result, []string) {
	t.Helper()
	conn := jobtest.Embedded(t)()
	keys := jobtest.Keys(t)
	client, err := job.NewClient(t.Context(), conn, job.ClientConfig{Keys: keys})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	cfg.Log = slog.New(slog.NewTextHandler(t.Output(), nil))
	w, err := worker.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	consumer, err := job.NewWorker(t.Context(), conn, job.WorkerConfig{Keys: keys, Handle: w.Handle, Concurrency: 1})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { defer close(ended); _ = consumer.Run(ctx) }()
	t.Cleanup(func() { stop(); <-ended })

	now := time.Now()
	ticket, err := client.Submit(t.Context(), job.Job{
		Header: job.Header{ID: uuid.NewString(), Tier: job.Standard, Accepted: now, Deadline: now.Add(2 * time.Minute)},
		Kind:   "pdf", ProviderKey: key, File: []byte("%PDF"),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(ticket.Close)
	select {
	case r := <-ticket.Result:
		return *r, stages(ticket)
	case <-time.After(2 * time.Minute):
		t.Fatal("no result")
	}
	return job.Result{}, nil
}

// stages returns the stages of the events so far, with their fields and attempts.
func stages(ticket *job.Ticket) (names []string) {
	for {
		select {
		case e := <-ticket.Progress:
			if e.Fields != nil {
				e.Stage += fmt.Sprint(e.Fields)
			}
			if e.Attempt > 1 {
				e.Stage += fmt.Sprint("#", e.Attempt)
			}
			names = append(names, e.Stage)
		default:
			return names
		}
	}
}

func TestHandle(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		script  script
		reason  string // "" is a report
		started bool
		stages  string
		faults  []int
	}{
		"read at once": {
			script: script{answers: []string{good}}, started: true,
			stages: "preparing extracting validating", faults: []int{0},
		},
		"read again after a fault": {
			script: script{answers: []string{outOfRange, good}}, started: true,
			stages: "preparing extracting validating extracting#2 validating", faults: []int{0, 1},
		},
		"wrong twice": {
			script: script{answers: []string{outOfRange}}, reason: "invalid_output", started: true,
			stages: "preparing extracting validating extracting#2 validating", faults: []int{0, 1},
		},
		"no JSON, then a report": {
			script: script{answers: []string{`{"data":`, good}}, started: true,
			stages: "preparing extracting validating extracting#2 validating", faults: []int{0, 1},
		},
		"read again by the provider itself": {
			script: script{answers: []string{good}, doubts: []string{"right_eye.LT"}}, started: true,
			stages: "preparing extracting extracting[right_eye.LT]#2 validating", faults: []int{0},
		},
		"no biometry": {
			script: script{answers: []string{empty}}, reason: "no_biometry_found", started: true,
			stages: "preparing extracting validating", faults: []int{0},
		},
		"provider fails": {
			script: script{fail: errors.New("broken")}, reason: "internal_error", started: true,
			stages: "preparing extracting", faults: []int{0},
		},
		"cannot be prepared": {
			script: script{prepare: errors.New("damaged")}, reason: "internal_error", started: false,
			stages: "preparing",
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := c.script
			s.closed = make(chan struct{})
			r, got := handled(t, worker.Config{Provider: &s}, "")
			if strings.Join(got, " ") != c.stages {
				t.Errorf("stages %v", got)
			}
			if r.Started != c.started {
				t.Errorf("started %v", r.Started)
			}
			checkResult(t, r, c.reason)
			if s.prepare == nil {
				<-s.closed // every prepared document is closed
			}
			if len(s.faults) != len(c.faults) || len(c.faults) > 1 && s.faults[1] != c.faults[1] {
				t.Errorf("faults told in each call: %v", s.faults)
			}
		})
	}
}

func checkResult(t *testing.T, r job.Result, reason string) {
	t.Helper()
	switch {
	case reason != "":
		if r.Problem == nil || r.Problem.Details["reason"] != reason || r.Problem.Status != 500 {
			t.Errorf("problem %+v", r.Problem)
		}
	case r.Report == nil:
		t.Errorf("problem %v", r.Problem)
	case r.Evidence.Withheld["patient.name"] != (evidence.Source{Page: 2}) || r.Evidence.Withheld["right_eye.LT"].Text != "4,5" ||
		r.Evidence.Values["patient.name"] != (evidence.Source{Page: 1}) || r.Evidence.Values["right_eye.AL"].Text != "23,50":
		t.Errorf("a printed name is passed on, or a value is not: %+v", r.Evidence)
	case *r.Report.RightEye.AL != 23.5 || *r.Report.Patient.Name != "JD" || r.Model != "script-1" || !slices.Equal(r.Doubtful(), []biometry.Withheld{{Field: "right_eye.LT", Reason: biometry.NotLegible}}):
		t.Errorf("result %+v", r)
	}
}

func TestCallersKeyNeverFallsBack(t *testing.T) {
	t.Parallel()
	own := script{answers: []string{good}, closed: make(chan struct{})}
	r, _ := handled(t, worker.Config{Provider: &own}, "callers-key")
	if len(own.faults) != 0 || r.Started {
		t.Error("the deployment's provider was called")
	}
	checkResult(t, r, "provider_unavailable")

	byok := script{answers: []string{good}, closed: make(chan struct{})}
	r, _ = handled(t, worker.Config{Provider: &own, BYOK: &byok}, "callers-key")
	checkResult(t, r, "")
	if byok.opts.Key != "callers-key" || len(own.faults) != 0 {
		t.Errorf("options %+v", byok.opts)
	}
}
