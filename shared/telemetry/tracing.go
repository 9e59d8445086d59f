package telemetry

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"biom/shared/outage"
)

// StartTracing makes this process export its traces by OTLP over HTTP, if the environment names a
// collector (OTEL_EXPORTER_OTLP_ENDPOINT or OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) and
// OTEL_SDK_DISABLED is not true. The other variables of OpenTelemetry's specification hold too:
// OTEL_EXPORTER_OTLP_HEADERS, OTEL_TRACES_SAMPLER, OTEL_SERVICE_NAME (without it: biom-ROLE), …
// stop exports what is left; it is called when the process has ended its work.
//
// A span has no name, key, code, address, file name or value of a report in its attributes.
func StartTracing(ctx context.Context, role, version string, log *slog.Logger) (stop func(), err error) {
	endpoint := cmp.Or(os.Getenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"), os.Getenv("OTEL_EXPORTER_OTLP_ENDPOINT"))
	if endpoint == "" || strings.EqualFold(os.Getenv("OTEL_SDK_DISABLED"), "true") {
		return func() {}, nil
	}
	exporter, err := otlptracehttp.New(ctx)
	if err != nil {
		return nil, fmt.Errorf("telemetry: tracing: %w; see the variables OTEL_EXPORTER_OTLP_…", err)
	}
	about, err := resource.New(ctx,
		resource.WithAttributes(attribute.String("service.name", "biom-"+role), attribute.String("service.version", version)),
		resource.WithTelemetrySDK(), resource.WithFromEnv())
	if err != nil {
		return nil, fmt.Errorf("telemetry: tracing: %w; see OTEL_RESOURCE_ATTRIBUTES", err)
	}
	failure := outage.Recurring{To: log, Message: "traces cannot be exported"}
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { failure.Note(context.Background(), "error", err) }))
	provider := sdktrace.NewTracerProvider(sdktrace.WithBatcher(exporter), sdktrace.WithResource(about))
	otel.SetTracerProvider(provider)
	otel.SetTextMapPropagator(propagation.TraceContext{})
	return func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), exportTimeout)
		defer cancel()
		if err := provider.Shutdown(ctx); err != nil {
			otel.Handle(err)
		}
	}, nil
}

// exportTimeout is how long a process that stops may take for its last traces.
const exportTimeout = 5 * time.Second

// Spans makes the spans of one package.
type Spans struct{ tracer trace.Tracer }

// NewSpans returns the spans of a package, which is named as in its import path.
func NewSpans(name string) Spans { return Spans{otel.Tracer(name)} }

// Start begins a span below the one in ctx; without one it does nothing, so that every trace begins
// with an HTTP request. end is called with the error with which the work has ended; only the fact
// that there was one is kept, because an error may quote a report.
func (s Spans) Start(ctx context.Context, name string, options ...trace.SpanStartOption) (_ context.Context, end func(error)) {
	if !trace.SpanContextFromContext(ctx).IsValid() {
		return ctx, func(error) {}
	}
	ctx, span := s.tracer.Start(ctx, name, options...) //nolint:spancheck // end ends it
	return ctx, func(err error) {                      //nolint:spancheck // as above
		if err != nil {
			span.SetStatus(codes.Error, "")
		}
		span.End()
	}
}
