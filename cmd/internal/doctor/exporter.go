package doctor

import (
	"context"
	"net/http"
	"strings"

	"biom/exporter"
	"biom/shared/endpoint"
)

// Exporter checks the exporter at url. version is this program's.
func (r *Report) Exporter(ctx context.Context, url, version string) {
	const remedy = "Start biom exporter, or correct BIOM_EXPORTER_URL."
	ctx, cancel := context.WithTimeout(ctx, partTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodOptions, strings.TrimRight(url, "/")+endpoint.ExportPath, nil)
	if err != nil {
		r.Problem("Exporter", remedy, "BIOM_EXPORTER_URL is not an address")
		return
	}
	res, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		r.Problem("Exporter", remedy, "%s does not answer: %v", req.URL.Host, err)
		return
	}
	defer res.Body.Close()
	got := res.Header.Get(exporter.VersionHeader)
	switch {
	case got == "":
		r.Problem("Exporter", "Correct BIOM_EXPORTER_URL, or replace the exporter by one of this version.", "what answers at %s (%s) does not say that it is an exporter", req.URL.Host, res.Status)
	case got != version:
		r.Warn("Exporter", "Give all roles one version; during an upgrade this is as it should be.", "%s has version %s, this is %s", req.URL.Host, got, version)
	default:
		r.OK("Exporter", "%s answers, version %s", req.URL.Host, got)
	}
}
