// Package telemetry provides the admin listener, where operators see the health,
// the metrics and the profiles of a running process.
package telemetry

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Admin is the admin listener. It is for operators and orchestrators only, and
// separate from the public listener.
type Admin struct {
	server *http.Server
	addr   net.Addr
	ended  chan struct{} // closed when the server no longer accepts connections
}

// AdminConfig configures an Admin.
type AdminConfig struct {
	Address string              // of the listener
	Hosts   []string            // further hosts that a request may name; see StartAdmin
	Metrics prometheus.Gatherer // shown on /metrics
	Ready   *Readiness          // shown on /readyz
	Log     *slog.Logger
}

// StartAdmin starts a listener with these routes:
//
//	/healthz       200 while the process runs
//	/readyz        Ready: 200 while the process can work, otherwise 503
//	/metrics       the metrics, in the format of Prometheus
//	/debug/pprof/  profiles
//
// A request is served if its Host header is an IP address, localhost, the host of
// Address, or one of Hosts; otherwise it gets 421.
func StartAdmin(cfg AdminConfig) (*Admin, error) {
	listener, err := net.Listen("tcp", cfg.Address)
	if err != nil {
		return nil, fmt.Errorf("telemetry: admin listener: %w; set BIOM_ADMIN_LISTEN to another address, or to nothing", err)
	}
	a := &Admin{
		server: &http.Server{Handler: newHostCheck(cfg.Address, cfg.Hosts, handler(cfg)), ReadHeaderTimeout: 5 * time.Second, IdleTimeout: time.Minute},
		addr:   listener.Addr(),
		ended:  make(chan struct{}),
	}
	go func() {
		defer close(a.ended)
		if err := a.server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			cfg.Log.Error("the admin listener ended", "error", err)
		}
	}()
	return a, nil
}

func handler(cfg AdminConfig) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "ok") })
	mux.Handle("GET /readyz", cfg.Ready)
	mux.Handle("GET /metrics", promhttp.HandlerFor(cfg.Metrics, promhttp.HandlerOpts{}))
	mux.HandleFunc("/debug/pprof/", pprof.Index)
	mux.HandleFunc("/debug/pprof/cmdline", pprof.Cmdline)
	mux.HandleFunc("/debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("/debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("/debug/pprof/trace", pprof.Trace)
	return mux
}

// Addr returns the address of the listener.
func (a *Admin) Addr() net.Addr { return a.addr }

// Close ends the listener and its connections at once.
func (a *Admin) Close() error {
	err := a.server.Close()
	<-a.ended
	return err
}
