package api

import (
	"net/http"

	"github.com/gin-gonic/gin"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	"biom/shared/telemetry"
)

var (
	tracer = otel.Tracer("biom/api")
	spans  = telemetry.NewSpans("biom/api")
)

// traced begins the span of an HTTP request, below the one that its header traceparent names. The
// span has the route, never the path, which may hold a share code.
func traced(g *gin.Context) (end func()) {
	parent := otel.GetTextMapPropagator().Extract(g.Request.Context(), propagation.HeaderCarrier(g.Request.Header))
	name, attributes := "unknown route", []attribute.KeyValue(nil)
	if route := g.FullPath(); route != "" { // and then the method is one of the route's
		name = g.Request.Method + " " + route
		attributes = []attribute.KeyValue{attribute.String("http.request.method", g.Request.Method), attribute.String("http.route", route)}
	}
	ctx, span := tracer.Start(parent, name, trace.WithSpanKind(trace.SpanKindServer), trace.WithAttributes(attributes...))
	if !span.SpanContext().IsValid() { // tracing is off: the request need not be copied
		return func() {}
	}
	g.Request = g.Request.WithContext(ctx)
	return func() {
		status := g.Writer.Status()
		span.SetAttributes(attribute.Int("http.response.status_code", status))
		if status >= http.StatusInternalServerError {
			span.SetStatus(codes.Error, "")
		}
		span.End()
	}
}
