package doctor

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"

	"biom/shared/broker"
)

// natsMonitor is what /varz of a NATS server says of JetStream, as far as it is read.
type natsMonitor struct {
	Name      string `json:"server_name"`
	JetStream struct {
		Config struct {
			MaxStorage   int64         `json:"max_storage"`
			SyncInterval time.Duration `json:"sync_interval"`
			SyncAlways   bool          `json:"sync_always"`
		} `json:"config"`
		Stats struct {
			Storage int64 `json:"storage"`
		} `json:"stats"`
	} `json:"jetstream"`
}

// natsMonitors checks what only the servers' monitoring shows: when they write to the disk, and how much
// they may write.
func (r *Report) natsMonitors(ctx context.Context, addresses []string, streams map[string]broker.StreamState) {
	if len(addresses) == 0 {
		r.NotChecked("NATS sync_interval", "Ask again with --nats-monitor http://HOST:8222 for each server, or look for sync_interval: always in their configuration.",
			"only the servers' monitoring shows it")
		r.NotChecked("NATS disk", "Ask again with --nats-monitor, or look at the disks of the servers.", "only the servers' monitoring shows it")
		return
	}
	var lazy, small, fine []string
	var needed int64
	for _, s := range streams {
		needed += max(s.MaxBytes, 0)
	}
	for _, address := range addresses {
		m, err := askMonitor(ctx, address)
		if err != nil {
			r.NotChecked("NATS monitoring", "Correct --nats-monitor: it is the address of http: or http_port: in the configuration of the server.", "%v", err)
			return
		}
		if c := m.JetStream.Config; !c.SyncAlways {
			lazy = append(lazy, fmt.Sprintf("%s: %s", m.Name, c.SyncInterval))
		}
		room := fmt.Sprintf("%s may store %s", m.Name, bytes(m.JetStream.Config.MaxStorage))
		if fine = append(fine, room); m.JetStream.Config.MaxStorage < needed {
			small = append(small, room)
		}
	}
	if len(lazy) > 0 {
		r.Warn("NATS sync_interval", "Set sync_interval: always in jetstream {}.", "%s: jobs that were accepted before a power failure may be lost", strings.Join(lazy, ", "))
	} else {
		r.OK("NATS sync_interval", "always")
	}
	if len(small) > 0 {
		r.Problem("NATS disk", "Give them larger disks, or set max_file_store, or lower BIOM_QUEUE_BYTES and BIOM_JOB_BYTES.", "%s, and the streams may grow to %s", strings.Join(small, ", "), bytes(needed))
	} else {
		r.OK("NATS disk", "%s; the streams may grow to %s", strings.Join(fine, ", "), bytes(needed))
	}
}

func askMonitor(ctx context.Context, address string) (m natsMonitor, err error) {
	ctx, cancel := context.WithTimeout(ctx, partTimeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimRight(address, "/")+"/varz", nil)
	if err != nil {
		return m, err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return m, err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return m, fmt.Errorf("%s answers %s", req.URL, res.Status)
	}
	return m, json.NewDecoder(res.Body).Decode(&m)
}

// partTimeout limits the question to a part of the deployment.
const partTimeout = 10 * time.Second
