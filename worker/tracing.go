package worker

import "biom/shared/telemetry"

var spans = telemetry.NewSpans("biom/worker")
