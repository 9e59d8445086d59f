package job_test

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"biom/shared/biometry"
	"biom/shared/job"
	"biom/shared/problem"
	"biom/shared/telemetry/telemetrytest"
)

func TestJobsAreCounted(t *testing.T) {
	t.Parallel()
	registry := prometheus.NewRegistry()
	b := setup(t)
	var err error
	if b.client, err = job.NewClient(t.Context(), b.connect(), job.ClientConfig{Keys: b.keys, Streams: streamOptions, Metrics: registry, Log: logger(t)}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.client.Close)
	waiting := newJob()
	waiting.Tier = job.Slow
	slow := b.submit(waiting)
	telemetrytest.Gather(t, registry).Expect(t, telemetrytest.Samples{
		`biom_queue_jobs{state="waiting",tier="slow"}`: 1, `biom_queue_jobs{state="waiting",tier="standard"}`: 0,
		`biom_queue_limit_bytes`: 1 << 30, `biom_jobs_awaited`: 1, `biom_dead_jobs`: 0,
	})
	if samples := telemetrytest.Gather(t, registry); samples["biom_queue_oldest_job_seconds"] <= 0 || samples["biom_queue_bytes"] <= 0 {
		t.Errorf("the oldest job: %v s, %v bytes", samples["biom_queue_oldest_job_seconds"], samples["biom_queue_bytes"])
	}

	working, goOn := make(chan struct{}), make(chan struct{})
	failures := 1
	b.work(job.WorkerConfig{Concurrency: 1, Metrics: registry, Handle: func(ctx context.Context, d *job.Delivery) (job.Result, error) {
		d.Progress(job.Event{Stage: job.StagePreparing})
		if d.Tier == job.Standard {
			return job.Result{Problem: problem.New(http.StatusBadRequest, problem.FileValidation, "no")}, nil
		}
		if failures--; failures == 0 {
			working <- struct{}{}
			<-goOn
			return job.Result{}, context.DeadlineExceeded // as if the queue had not answered: again
		}
		if err := d.Start(ctx); err != nil {
			return job.Result{}, err
		}
		d.Progress(job.Event{Stage: job.StageExtracting})
		d.Progress(job.Event{Stage: job.StageExtracting})
		return job.Result{Report: new(biometry.Report)}, nil
	}})
	<-working
	telemetrytest.Gather(t, registry).Expect(t, telemetrytest.Samples{
		`biom_queue_jobs{state="working",tier="slow"}`: 1, `biom_queue_jobs{state="waiting",tier="slow"}`: 0,
		`biom_worker_slots`: 1, `biom_worker_slots_in_use`: 1,
	})
	close(goOn)
	b.await(slow)
	b.await(b.submit(newJob()))
	samples := telemetrytest.Gather(t, registry)
	samples.Expect(t, telemetrytest.Samples{
		`biom_job_deliveries_total{outcome="retried",reason="",tier="slow"}`:                          1,
		`biom_job_deliveries_total{outcome="report",reason="",tier="slow"}`:                           1,
		`biom_job_deliveries_total{outcome="problem",reason="FILE_VALIDATION_ERROR",tier="standard"}`: 1,
		`biom_job_redeliveries_total{tier="slow"}`:                                                    1,
		`biom_job_redeliveries_total{tier="standard"}`:                                                0,
		`biom_job_duration_seconds_count{tier="slow"}`:                                                2,
		`biom_stage_duration_seconds_count{stage="preparing",tier="slow"}`:                            2,
		`biom_stage_duration_seconds_count{stage="extracting",tier="slow"}`:                           1,
		`biom_queue_wait_seconds_count{tier="slow"}`:                                                  1,
	})
}

// TestEachJobHasOneLine: the line tells how the job ended, and nothing of its content.
func TestEachJobHasOneLine(t *testing.T) {
	t.Parallel()
	b := setup(t)
	var log strings.Builder
	stop := b.work(job.WorkerConfig{Log: slog.New(slog.NewTextHandler(&log, nil)), Concurrency: 1, Handle: func(ctx context.Context, d *job.Delivery) (job.Result, error) {
		return job.Result{Report: new(biometry.Report), Model: "a-model"}, d.Start(ctx)
	}})
	j := newJob()
	b.await(b.submit(j))
	stop()
	line := log.String()
	for _, want := range []string{"job ended", "request_id=" + j.ID, "tier=standard", "outcome=report", "duration=", "delivery=1", "attempt=1", "model=a-model"} {
		if strings.Count(line, want) != 1 {
			t.Errorf("%q is missing or repeated:\n%s", want, line)
		}
	}
	for _, secret := range []string{j.ProviderKey, j.Filename, "canary"} {
		if strings.Contains(line, secret) {
			t.Errorf("the line holds %q:\n%s", secret, line)
		}
	}
}
