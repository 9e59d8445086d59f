package doctor

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"biom/shared/broker"
)

// NATS 2.11 is the first version that deletes the records of requests by a time of their own.
const natsMajor, natsMinor = 2, 11

// NATS is what a role wants of NATS.
type NATS struct {
	URL        string
	Role       string   // for the remedies: "api", "worker", "serve"
	MaxMessage int      // size in bytes of the largest message
	Replicas   int      // of each stream, as it is configured; 0: the role does not make streams
	Streams    []string // those that the role uses
	Needs      []broker.Right
	NeedsNot   []broker.Right // rights that other roles have
	Monitors   []string       // addresses of the servers' monitoring, such as http://nats-1:8222; nil: not known
	Now        func() time.Time
}

// NATS checks the servers, the user and the streams. It returns a connection for the checks of
// the queue, nil if there is none that has the role's rights.
func (r *Report) NATS(ctx context.Context, cfg NATS) *broker.Conn {
	nodes := broker.Inspect(cfg.URL)
	alive := slices.DeleteFunc(slices.Clone(nodes), func(n broker.Node) bool { return n.Err != nil })
	r.natsServers(nodes, alive)
	if len(alive) == 0 {
		return nil
	}
	r.natsVersions(alive)
	r.natsPayload(alive, cfg.MaxMessage)
	conn, err := broker.Connect(ctx, broker.Config{URL: cfg.URL, Name: "biom doctor", Wait: 5 * time.Second})
	if err != nil {
		r.Problem("NATS", "Look at the servers' logs.", "%v", err)
		return nil
	}
	mayWork := r.natsRights(ctx, conn, cfg, alive)
	if r.jetStream(ctx, conn, alive) {
		states := r.streams(ctx, conn, cfg, len(alive))
		r.natsMonitors(ctx, cfg.Monitors, states)
	}
	if !mayWork {
		conn.Close()
		return nil
	}
	return conn
}

func (r *Report) natsServers(nodes, alive []broker.Node) {
	var away, unseen []string
	for _, n := range nodes {
		switch {
		case n.Err == nil:
		case n.Discovered:
			unseen = append(unseen, n.Address)
		default:
			away = append(away, fmt.Sprintf("%s: %v", n.Address, n.Err))
		}
	}
	if len(away) > 0 {
		r.Problem("NATS servers", "Start them, or correct BIOM_NATS_URL (addresses, user, password).", "%s", strings.Join(away, "; "))
	}
	if len(alive) > 0 && len(away) == 0 {
		r.OK("NATS servers", "%d answer: %s", len(alive), names(alive))
	}
	if len(unseen) > 0 {
		r.NotChecked("NATS servers", "Name every server in BIOM_NATS_URL, by an address that is reached from here.",
			"the servers also name %s, which cannot be reached from here", strings.Join(unseen, ", "))
	}
}

func names(nodes []broker.Node) string {
	var names []string
	for _, n := range nodes {
		names = append(names, cmp.Or(n.Name, n.Address))
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

func (r *Report) natsVersions(nodes []broker.Node) {
	by := map[string][]broker.Node{}
	for _, n := range nodes {
		by[n.Version] = append(by[n.Version], n)
	}
	versions := slices.Sorted(maps.Keys(by))
	for _, v := range versions {
		if !atLeast(v, natsMajor, natsMinor) {
			r.Problem("NATS versions", "Use nats-server 2.11 or later.", "%s: version %s", names(by[v]), v)
			return
		}
	}
	if len(versions) > 1 {
		var each []string
		for _, v := range versions {
			each = append(each, fmt.Sprintf("%s: %s", v, names(by[v])))
		}
		r.Warn("NATS versions", "Give all servers of a cluster one version.", "%s", strings.Join(each, "; "))
		return
	}
	r.OK("NATS versions", "%s", versions[0])
}

func (r *Report) natsPayload(nodes []broker.Node, needed int) {
	least := slices.MinFunc(nodes, func(a, b broker.Node) int { return cmp.Compare(a.MaxPayload, b.MaxPayload) })
	if least.MaxPayload < int64(needed) {
		r.Problem("NATS max_payload", fmt.Sprintf("Set max_payload: %d or more in the configuration of every server, or lower BIOM_MAX_UPLOAD everywhere.", needed),
			"%s takes messages of at most %s, and a job has up to %s", cmp.Or(least.Name, least.Address), bytes(least.MaxPayload), bytes(int64(needed)))
		return
	}
	r.OK("NATS max_payload", "%s; a job has up to %s", bytes(least.MaxPayload), bytes(int64(needed)))
}

// natsRights reports whether the user has the rights that the role needs.
func (r *Report) natsRights(ctx context.Context, conn *broker.Conn, cfg NATS, nodes []broker.Node) bool {
	missing, err := conn.NoRight(ctx, cfg.Needs)
	if err != nil {
		r.Problem("NATS rights", "Look at the servers' logs.", "%v", err)
		return false
	}
	if len(missing) > 0 {
		r.Problem("NATS rights", "Give the user of BIOM_NATS_URL the rights that deploy/nats.conf gives to "+cfg.Role+", or name the right user.", "the user may not %s", rightsList(missing))
		return false
	}
	if open := slices.IndexFunc(nodes, func(n broker.Node) bool { return !n.Users }); open >= 0 {
		r.Warn("NATS rights", "Give each role a user of its own: see deploy/nats.conf.", "%s wants no user: whoever reaches it can read and change the queue", cmp.Or(nodes[open].Name, nodes[open].Address))
		return true
	}
	r.natsExcess(ctx, conn, cfg)
	return true
}

// natsExcess warns of rights that the role does not need.
func (r *Report) natsExcess(ctx context.Context, conn *broker.Conn, cfg NATS) {
	refused, err := conn.NoRight(ctx, cfg.NeedsNot)
	if err != nil {
		r.Problem("NATS rights", "Look at the servers' logs.", "%v", err)
		return
	}
	excess := slices.DeleteFunc(slices.Clone(cfg.NeedsNot), func(right broker.Right) bool { return slices.Contains(refused, right) })
	if len(excess) > 0 {
		r.Warn("NATS rights", "Limit the user of BIOM_NATS_URL as deploy/nats.conf does for "+cfg.Role+".", "the user has what it needs, and more: it may also %s", rightsList(excess))
		return
	}
	r.OK("NATS rights", "the user has the %d rights that it needs", len(cfg.Needs))
}

// rightsList returns what rights are for, and one subject of each purpose.
func rightsList(rights []broker.Right) string {
	var list []string
	for why, of := range byPurpose(rights) {
		op, more := "publish to", ""
		if of[0].Subscribe {
			op = "subscribe to"
		}
		if len(of) > 1 {
			more = fmt.Sprintf(" and %d more", len(of)-1)
		}
		list = append(list, fmt.Sprintf("%s (%s %s%s)", why, op, of[0].Subject, more))
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
}

func byPurpose(rights []broker.Right) map[string][]broker.Right {
	purposes := map[string][]broker.Right{}
	for _, right := range rights {
		purposes[right.Why] = append(purposes[right.Why], right)
	}
	return purposes
}

// jetStream reports whether JetStream is there.
func (r *Report) jetStream(ctx context.Context, conn *broker.Conn, nodes []broker.Node) bool {
	var without []broker.Node
	for _, n := range nodes {
		if !n.JetStream {
			without = append(without, n)
		}
	}
	if len(without) > 0 {
		r.Problem("JetStream", "Write jetstream {} into the configuration of the servers.", "%s: not enabled", names(without))
		return false
	}
	used, limit, err := conn.Storage(ctx)
	switch {
	case err != nil:
		r.Problem("JetStream", "Look at the servers' logs: a cluster of three works while two are there.", "%v", err)
		return false
	case limit > 0 && used > limit/10*9:
		r.Warn("JetStream", "Raise the limit of the account.", "%s of %s are used", bytes(used), bytes(limit))
	default:
		r.OK("JetStream", "enabled, %s are stored", bytes(used))
	}
	return true
}

// streams checks the streams, and the clock of their leaders. It returns the states of those that exist.
func (r *Report) streams(ctx context.Context, conn *broker.Conn, cfg NATS, servers int) map[string]broker.StreamState {
	states, missing := map[string]broker.StreamState{}, []string{}
	for _, name := range cfg.Streams {
		s, err := conn.InspectStream(ctx, name, cfg.Now)
		switch {
		case err != nil:
			r.Problem("NATS streams", "Look at the servers' logs: a cluster of three works while two are there.", "%s: %v", name, err)
			return states
		case s.Missing:
			missing = append(missing, name)
		default:
			states[name] = s
		}
	}
	r.streamsExist(cfg, states, missing)
	r.replicas(cfg, states, servers)
	r.natsClock(states)
	return states
}

func (r *Report) streamsExist(cfg NATS, states map[string]broker.StreamState, missing []string) {
	var broken []string
	for _, name := range slices.Sorted(maps.Keys(states)) {
		switch s := states[name]; {
		case s.Leader == "":
			broken = append(broken, name+" has no leader")
		case len(s.Behind) > 0:
			broken = append(broken, fmt.Sprintf("%s: %s is away or behind", name, strings.Join(s.Behind, ", ")))
		case s.MaxBytes > 0 && s.Bytes > s.MaxBytes/10*9:
			broken = append(broken, fmt.Sprintf("%s is full: %s of %s", name, bytes(s.Bytes), bytes(s.MaxBytes)))
		}
	}
	switch {
	case len(broken) > 0:
		r.Problem("NATS streams", "Start the servers that are away, and wait until they have caught up; a full queue needs more workers, or a larger BIOM_QUEUE_BYTES or BIOM_JOB_BYTES.", "%s", strings.Join(broken, "; "))
	case len(missing) > 0 && cfg.Replicas == 0:
		r.Warn("NATS streams", "Start an api: it makes them.", "there is no %s: a worker waits for it", strings.Join(missing, ", "))
	case len(missing) > 0:
		r.OK("NATS streams", "%d are there; the next api that starts makes %s", len(states), strings.Join(missing, ", "))
	default:
		r.OK("NATS streams", "all %d are there, with a leader and all replicas", len(states))
	}
}

func (r *Report) replicas(cfg NATS, states map[string]broker.StreamState, servers int) {
	var fewest, configured = 0, max(cfg.Replicas, 1)
	for _, s := range states {
		if fewest == 0 || s.Replicas < fewest {
			fewest = s.Replicas
		}
	}
	const remedy = "Set BIOM_QUEUE_REPLICAS=3 for every api, and restart one."
	switch {
	case configured > servers:
		r.Problem("NATS replicas", "Start more servers of one cluster, or lower BIOM_QUEUE_REPLICAS.", "BIOM_QUEUE_REPLICAS is %d, and %d answer", configured, servers)
	case cfg.Replicas > 0 && fewest > 0 && fewest < configured:
		r.Warn("NATS replicas", "Restart an api: it raises them.", "BIOM_QUEUE_REPLICAS is %d, and a stream has %d", configured, fewest)
	case servers >= 3 && cmp.Or(fewest, configured) < 3:
		r.Warn("NATS replicas", remedy, "a stream has %d, and there are %d servers: with the one that has it jobs are lost", cmp.Or(fewest, configured), servers)
	case servers < 3:
		r.Warn("NATS replicas", "Three servers keep jobs while one is away: see deploy/nats.conf.", "%d, with %d", cmp.Or(fewest, configured), servers)
	default:
		r.OK("NATS replicas", "%d of each stream", cmp.Or(fewest, configured))
	}
}

// natsClock judges the clock of the leader that is farthest away.
func (r *Report) natsClock(states map[string]broker.StreamState) {
	if len(states) == 0 {
		r.NotChecked("NATS clock", "Start an api, and ask again.", "the servers show their clocks with the streams, and there are none")
		return
	}
	worst := broker.StreamState{}
	for _, s := range states {
		if s.Gap.Abs() > worst.Gap.Abs() {
			worst = s
		}
	}
	r.clock("NATS clock", "the clock of "+worst.Leader, worst.Gap, worst.Around)
}
