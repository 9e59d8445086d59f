package job

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"biom/shared/problem"
	"biom/shared/telemetry"
)

// queueWait returns the histogram of the time from Submit to the first sign of a worker. One process
// measures both ends, so the clocks of the machines do not matter.
func queueWait(set *telemetry.Set) *prometheus.HistogramVec {
	return set.Seconds("queue_wait_seconds", "Time from the publishing of a job until a worker reported that it took it.", telemetry.LongBuckets, "tier")
}

// registerMetrics registers the metrics of an api's side of the queue.
func (c *Client) registerMetrics(r prometheus.Registerer) error {
	set := telemetry.NewSet(r)
	c.queueWait = queueWait(set)
	for tier, line := range c.lines {
		set.Value("jobs_awaiting_turn", "Jobs that wait in this process until they may enter the queue.",
			func() float64 { return float64(line.Waiting()) }, "tier", string(tier))
	}
	set.Value("jobs_awaited", "Jobs whose results this process waits for.", func() float64 {
		c.mu.Lock()
		defer c.mu.Unlock()
		return float64(len(c.waiting))
	})
	set.Add(queueCollector{c})
	return set.Err()
}

// The metrics of the queue itself, which each api reads from NATS. They are the same on each.
var (
	queueJobs   = queueMetric("queue_jobs", "Jobs in the queue: waiting for a worker, or being worked on.", "tier", "state")
	queueOldest = queueMetric("queue_oldest_job_seconds", "Age of the oldest job in the queue that waits or is worked on; 0: the queue is empty.")
	queueBytes  = queueMetric("queue_bytes", "Bytes of the jobs in the queue.")
	queueLimit  = queueMetric("queue_limit_bytes", "Bytes that the queue takes before uploads get 503.")
	uploadBytes = queueMetric("stored_upload_bytes", "Bytes of the files of jobs whose clients come back.")
	uploadLimit = queueMetric("stored_upload_limit_bytes", "Bytes of such files before further ones get 503.")
	deadJobs    = queueMetric("dead_jobs", "Jobs that were given up in the last seven days.")
)

func queueMetric(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc(telemetry.Prefix+name, help, labels, nil)
}

// queueCollector asks NATS for the state of the queue when the metrics are read. While NATS does not
// answer, the metrics are missing: a former value would pass for the present one.
type queueCollector struct{ client *Client }

func (q queueCollector) Describe(c chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{queueJobs, queueOldest, queueBytes, queueLimit, uploadBytes, uploadLimit, deadJobs} {
		c <- d
	}
}

// collectTimeout is less than Prometheus waits for an answer.
const collectTimeout = time.Second

func (q queueCollector) Collect(c chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), collectTimeout)
	defer cancel()
	var all sync.WaitGroup
	for _, tier := range tiers {
		all.Go(func() { q.collectTier(ctx, c, tier) })
	}
	all.Go(func() {
		if info, err := readStream(ctx, q.client.conn, StreamJobs); err == nil {
			send(c, queueOldest, oldest(info).Seconds())
			send(c, queueBytes, float64(info.State.Bytes))
			send(c, queueLimit, float64(info.Config.MaxBytes))
		}
	})
	all.Go(func() {
		if info, err := readStream(ctx, q.client.conn, StreamUploads); err == nil {
			send(c, uploadBytes, float64(info.State.Bytes))
			send(c, uploadLimit, float64(info.Config.MaxBytes))
		}
	})
	all.Go(func() {
		if info, err := readStream(ctx, q.client.conn, StreamDead); err == nil {
			send(c, deadJobs, float64(info.State.Msgs))
		}
	})
	all.Wait()
}

func (q queueCollector) collectTier(ctx context.Context, c chan<- prometheus.Metric, tier Tier) {
	t, err := readTier(ctx, q.client.conn, tier)
	if err != nil {
		return
	}
	send(c, queueJobs, float64(t.Waiting), string(tier), "waiting")
	send(c, queueJobs, float64(t.Running), string(tier), "working")
}

func send(c chan<- prometheus.Metric, d *prometheus.Desc, value float64, labels ...string) {
	c <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value, labels...)
}

// workerMetrics are the metrics of a worker. They hold nothing of a job but its tier and how it ended.
type workerMetrics struct {
	ends         *prometheus.CounterVec   // tier, outcome, reason
	redeliveries *prometheus.CounterVec   // tier
	stages       *prometheus.HistogramVec // stage, tier
	jobs         *prometheus.HistogramVec // tier
}

func (w *Worker) registerMetrics(r prometheus.Registerer) error {
	set := telemetry.NewSet(r)
	w.metrics = workerMetrics{
		ends: set.Counters("job_deliveries_total", "Deliveries of jobs to this worker that have ended, by outcome. reason is details.reason of a problem, else its code.",
			[]string{"tier", "outcome", "reason"}),
		redeliveries: set.Counters("job_redeliveries_total", "Jobs that were delivered to this worker after another delivery of them had failed.",
			[]string{"tier"}, string(Standard), string(Slow)),
		stages: set.Stages(),
		jobs:   set.Seconds("job_duration_seconds", "Time from the delivery of a job to its end.", telemetry.LongBuckets, "tier"),
	}
	set.Value("worker_slots", "Jobs that this worker takes at once.", func() float64 { return float64(w.cfg.Concurrency) })
	set.Value("worker_slots_in_use", "Jobs that this worker works on.", func() float64 {
		w.mu.Lock()
		defer w.mu.Unlock()
		return float64(len(w.running))
	})
	return set.Err()
}

// passage measures the stages of a delivery.
type passage struct {
	began   time.Time // of the delivery
	mu      sync.Mutex
	stage   string // "": none has begun
	entered time.Time
}

// enter begins a stage, and ends the one before; "" begins none.
func (p *passage) enter(stage string, observe func(stage string, took time.Duration)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if stage == p.stage {
		return
	}
	now := time.Now()
	if p.stage != "" {
		observe(p.stage, now.Sub(p.entered))
	}
	p.stage, p.entered = stage, now
}

// enter notes that a delivery has begun a stage.
func (d *Delivery) enter(stage string) {
	d.passage.enter(stage, func(stage string, took time.Duration) {
		d.worker.metrics.stages.WithLabelValues(stage, string(d.Tier)).Observe(took.Seconds())
	})
}

// current returns the stage that was entered last, "" if there is none.
func (p *passage) current() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.stage
}

// noteEnd counts and logs the end of a delivery.
func (d *Delivery) noteEnd(outcome string, r Result) {
	d.enter("")
	m, tier, took := d.worker.metrics, string(d.Tier), time.Since(d.passage.began)
	m.ends.WithLabelValues(tier, outcome, reasonOf(r.Problem)).Inc()
	m.jobs.WithLabelValues(tier).Observe(took.Seconds())
	attrs := []slog.Attr{
		slog.String("request_id", d.ID), slog.String("tier", tier), slog.String("outcome", outcome),
		slog.Duration("duration", took.Round(time.Microsecond)), slog.Uint64("delivery", d.Deliveries),
	}
	if attempt := d.attempt.Load(); attempt > 0 {
		attrs = append(attrs, slog.Int64("attempt", attempt))
	}
	if r.Model != "" {
		attrs = append(attrs, slog.String("model", r.Model))
	}
	if reason := reasonOf(r.Problem); reason != "" {
		attrs = append(attrs, slog.String("reason", reason))
	}
	d.worker.cfg.Log.LogAttrs(context.Background(), slog.LevelInfo, "job ended", attrs...)
}

// reasonOf returns details.reason of a problem, else its code; "" if there is none.
func reasonOf(p *problem.Problem) string {
	if p == nil {
		return ""
	}
	if reason, ok := p.Details["reason"].(string); ok {
		return reason
	}
	return string(p.Code)
}
