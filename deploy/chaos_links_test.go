package deploy_test

import (
	"context"
	"fmt"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/Shopify/toxiproxy/v2"
	"github.com/rs/zerolog"
)

// links are proxies between biom and its stores. name of the store → proxy
type links map[string]*toxiproxy.Proxy

// linksAddress is where the proxies listen, on the ports of the stores. It is made from this
// process's ID, so that they are free.
func linksAddress() string {
	return fmt.Sprintf("127.16.%d.%d", os.Getpid()>>8&255, os.Getpid()&255)
}

// startLinks starts the proxies to the stores at an address.
func startLinks(t *testing.T, stores string) links {
	t.Helper()
	zerolog.SetGlobalLevel(zerolog.Disabled)
	server := toxiproxy.NewServer(toxiproxy.NewMetricsContainer(nil), zerolog.Nop())
	l := links{}
	for name, port := range map[string]string{"nats-1": "14221", "nats-2": "14222", "nats-3": "14223", "redis": "16379", "postgres": "15432"} {
		l[name] = toxiproxy.NewProxy(server, name, net.JoinHostPort(linksAddress(), port), net.JoinHostPort(stores, port))
		if err := l[name].Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(l[name].Stop)
	}
	return l
}

// disturb disturbs the connections to a store for a time.
func (l links) disturb(t *testing.T, f fault) {
	t.Helper()
	for name, proxy := range l {
		if !strings.HasPrefix(name, f.target) {
			continue
		}
		if f.kind == faultCut {
			proxy.Stop()
			defer func() {
				if err := proxy.Start(); err != nil {
					t.Error(err)
				}
			}()
			continue
		}
		for _, direction := range []string{"upstream", "downstream"} {
			if _, err := proxy.Toxics.AddToxicJson(strings.NewReader(toxic(f.kind, direction))); err != nil {
				t.Fatal(err)
			}
		}
		defer func() {
			ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
			defer cancel()
			proxy.Toxics.ResetToxics(ctx)
		}()
	}
	time.Sleep(f.hold)
}

// toxic describes a disturbance to toxiproxy.
func toxic(kind, direction string) string {
	what := map[string]string{
		faultHalfOpen: `"type": "timeout", "attributes": {"timeout": 0}`,
		faultDelay:    `"type": "latency", "attributes": {"latency": 300, "jitter": 250}`,
		faultSlow:     `"type": "bandwidth", "attributes": {"rate": 64}`,
	}[kind]
	return fmt.Sprintf(`{"stream": %q, %s}`, direction, what)
}
