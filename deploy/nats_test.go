package deploy_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"

	"biom/shared/testenv"
)

// natsUser is a connection to NATS as a user of nats.conf.
type natsUser struct {
	*nats.Conn
	t    *testing.T
	name string
}

func connectAs(t *testing.T, s *testenv.NATSServer, user string) natsUser {
	t.Helper()
	conn, err := nats.Connect(s.URLOf(user), nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	return natsUser{conn, t, user}
}

// refused sends what op says and reports whether the server refused it.
func (u natsUser) refused(op, subject string) bool {
	u.t.Helper()
	if op == publish {
		if err := u.Publish(subject, nil); err != nil {
			u.t.Fatal(err)
		}
	} else {
		sub, err := u.SubscribeSync(subject)
		if err != nil {
			u.t.Fatal(err)
		}
		defer func() { _ = sub.Unsubscribe() }()
	}
	if err := u.Flush(); err != nil { // the server's refusal comes before its answer to this
		u.t.Fatal(err)
	}
	err := u.LastError()
	return errors.Is(err, nats.ErrPermissionViolation) && strings.Contains(strings.ToLower(err.Error()), fmt.Sprintf("%s to %q", op, strings.ToLower(subject)))
}

const (
	publish   = "publish"
	subscribe = "subscription"
)

// The rights on NATS. That each role has those that it needs is shown by the tests of cmd/biom, which
// run on a server with these users.
func TestNATSUsersMayDoNoMoreThanTheyMust(t *testing.T) {
	t.Parallel()
	s := testenv.StartClusterNATS(t)
	api, worker, operator := connectAs(t, s, testenv.API), connectAs(t, s, testenv.Worker), connectAs(t, s, testenv.Operator)
	for _, c := range []struct {
		op, subject string
		allowed     []natsUser
	}{
		// jobs
		{publish, "biom.jobs.standard", []natsUser{api}},
		{publish, "$JS.API.CONSUMER.MSG.NEXT.BIOM_JOBS.extract-standard", []natsUser{worker}},
		{publish, "$JS.ACK.BIOM_JOBS.extract-slow.1.2.3.4.5", []natsUser{worker}},
		{publish, "$JS.API.STREAM.MSG.GET.BIOM_JOBS", nil},
		{publish, "$JS.API.STREAM.MSG.DELETE.BIOM_JOBS", []natsUser{api}},
		{subscribe, "biom.jobs.*", nil},
		{publish, "biom.cancel.r", []natsUser{api}},
		{subscribe, "biom.cancel.*", []natsUser{worker}},
		// results and progress
		{publish, "biom.results.a.r", []natsUser{worker}},
		{publish, "biom.done.a.r", nil},
		{publish, "biom.progress.a.r", []natsUser{worker}},
		{subscribe, "biom.done.a.*", []natsUser{api}},
		{subscribe, "biom.results.>", nil},
		{subscribe, "biom.progress.a.*", []natsUser{api}},
		{publish, "biom.started.r", []natsUser{api, worker}},
		{publish, "$JS.API.STREAM.MSG.GET.BIOM_RESULTS", []natsUser{api, worker}},
		// requests that callers come back to, and their files
		{publish, "$KV.BIOM_REQUESTS.name", []natsUser{api}},
		{publish, "$JS.API.DIRECT.GET.KV_BIOM_REQUESTS.$KV.BIOM_REQUESTS.name", []natsUser{api}},
		{publish, "$JS.API.STREAM.MSG.GET.KV_BIOM_REQUESTS", []natsUser{api}},
		{publish, "$JS.API.CONSUMER.CREATE.KV_BIOM_REQUESTS.c", nil},
		{subscribe, "biom.requests.name", []natsUser{api}},
		{publish, "biom.uploads.file.name", []natsUser{api}},
		{publish, "$JS.API.DIRECT.GET.BIOM_UPLOADS.biom.uploads.file.name", []natsUser{api, worker}},
		{publish, "$JS.API.STREAM.PURGE.BIOM_UPLOADS", []natsUser{api}},
		{publish, "biom.batches.b.name", []natsUser{api}},
		{publish, "$JS.API.CONSUMER.CREATE.BIOM_BATCHES.c.biom.batches.b.*", []natsUser{api}},
		{publish, "biom.alive.a", []natsUser{api}},
		{subscribe, "biom.forget.a", []natsUser{api}},
		// keys, callbacks, analytics
		{publish, "biom.provider.check", []natsUser{api}},
		{subscribe, "biom.provider.check", []natsUser{worker}},
		{publish, "biom.callbacks.endpoint", []natsUser{api}},
		{subscribe, "biom.callbacks.*", nil},
		{publish, "$JS.API.CONSUMER.MSG.NEXT.BIOM_CALLBACKS.deliver", []natsUser{api}},
		{publish, "biom.analytics.extraction", []natsUser{api}},
		{publish, "$JS.API.CONSUMER.CREATE.BIOM_ANALYTICS.c", nil},
		// what operators ask
		{publish, "biom.status", []natsUser{operator}},
		{subscribe, "biom.status", []natsUser{api, worker}},
		{publish, "biom.retry", []natsUser{operator}},
		{subscribe, "biom.retry", []natsUser{api}},
		// dead jobs
		{publish, "biom.aside.name", []natsUser{api}},
		{publish, "$JS.API.DIRECT.GET.BIOM_ASIDE.biom.aside.name", []natsUser{api}},
		{publish, "$JS.API.STREAM.MSG.GET.BIOM_ASIDE", nil},
		{publish, "$JS.API.STREAM.PURGE.BIOM_ASIDE", []natsUser{api, operator}},
		{publish, "biom.dead.r", []natsUser{worker}},
		{publish, "$JS.API.STREAM.MSG.GET.BIOM_DEAD", []natsUser{operator}},
		{publish, "$JS.API.STREAM.PURGE.BIOM_DEAD", []natsUser{operator}},
		// streams and consumers
		{publish, "$JS.API.STREAM.INFO.BIOM_JOBS", []natsUser{api, worker, operator}},
		{publish, "$JS.API.STREAM.CREATE.BIOM_JOBS", []natsUser{api}},
		{publish, "$JS.API.STREAM.UPDATE.BIOM_RESULTS", []natsUser{api}},
		{publish, "$JS.API.STREAM.CREATE.OTHER", nil},
		{publish, "$JS.API.STREAM.DELETE.BIOM_JOBS", nil},
		{publish, "$JS.API.STREAM.SNAPSHOT.BIOM_JOBS", nil},
		{publish, "$JS.API.CONSUMER.CREATE.BIOM_JOBS.extract-slow.biom.jobs.slow", []natsUser{api}},
		{publish, "$JS.API.CONSUMER.CREATE.BIOM_JOBS.other", nil},
		{publish, "$JS.API.CONSUMER.DURABLE.CREATE.BIOM_JOBS.other", nil},
		{publish, "$JS.API.CONSUMER.DELETE.BIOM_JOBS.extract-slow", nil},
		// what other roles are told
		{subscribe, "_INBOX.>", nil},
		{subscribe, "_INBOX.api.>", []natsUser{api}},
		{subscribe, "_INBOX.worker.>", []natsUser{worker}},
		{subscribe, "_INBOX.operator.>", []natsUser{operator}},
		{publish, "_INBOX.api.x", nil},
		{subscribe, ">", nil},
		{subscribe, "$JS.>", nil},
		{subscribe, "$SYS.>", nil},
	} {
		for _, u := range []natsUser{api, worker, operator} {
			want := !slices.Contains(c.allowed, u)
			if got := u.refused(c.op, c.subject); got != want {
				t.Errorf("%s %s %s: refused %v, want %v", u.name, c.op, c.subject, got, want)
			}
		}
	}
}
