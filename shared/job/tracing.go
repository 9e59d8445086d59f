package job

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"biom/shared/telemetry"
)

var spans = telemetry.NewSpans("biom/shared/job")

// traceHeaders are the headers of a job's message, which hold the IDs of its trace (traceparent).
type traceHeaders nats.Header

func (h traceHeaders) Get(key string) string { return nats.Header(h).Get(key) }
func (h traceHeaders) Set(key, value string) { nats.Header(h).Set(key, value) }
func (h traceHeaders) Keys() []string        { return slices.Collect(maps.Keys(h)) }

// headersOf returns the headers for a message that is published in ctx, nil without a trace.
func headersOf(ctx context.Context) nats.Header {
	h := traceHeaders{}
	otel.GetTextMapPropagator().Inject(ctx, h)
	if len(h) == 0 {
		return nil
	}
	return nats.Header(h)
}

// traced begins the spans of a delivery, below the one in which its job was published: the wait in
// the queue, which has ended, and the work.
func (d *Delivery) traced(ctx context.Context, msg jetstream.Msg) (_ context.Context, end func(error)) {
	ctx = otel.GetTextMapPropagator().Extract(ctx, traceHeaders(msg.Headers()))
	if meta, err := msg.Metadata(); err == nil {
		now := time.Now()
		began := meta.Timestamp
		if began.After(now) { // by the server's clock
			began = now
		}
		_, waited := spans.Start(ctx, "wait in the queue", trace.WithTimestamp(began))
		waited(nil)
	}
	return spans.Start(ctx, "job", trace.WithSpanKind(trace.SpanKindConsumer), trace.WithAttributes(
		attribute.String("biom.tier", string(d.Tier)), attribute.String("biom.kind", d.Kind), attribute.Int64("biom.deliveries", int64(d.Deliveries)),
	))
}
