package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"biom/api"
	"biom/shared/apikey"
	"biom/shared/job"
)

// batchBody is the body of a page of a batch.
type batchBody struct {
	Total  int
	Counts map[string]int
	Jobs   []struct {
		ID, Status, Filename, Ended string
		HTTPStatus                  int `json:"http_status"`
	}
	Next string
}

// asAda is the service key of a user.
var asAda = []string{"Authorization", "Bearer ada"}

func withUsers(r queueReplicas) {
	for _, b := range []*bundle{r.a, r.b} {
		for _, user := range []string{"ada", "bob"} {
			b.keys[user] = apikey.Record{User: user, Limits: apikey.DefaultLimits()}
		}
	}
}

func getBatch(t *testing.T, b *bundle, query string) (body batchBody) {
	t.Helper()
	resp, text := b.get("/api/v1/biom/batches/monday"+query, asAda...)
	if resp.StatusCode != http.StatusOK {
		t.Fatalf("%d %s", resp.StatusCode, text)
	}
	if err := json.Unmarshal(text, &body); err != nil {
		t.Fatal(err)
	}
	return body
}

// TestBatch: every request may belong to a batch, which counts and lists its jobs on every replica, with
// pages. A deleted job leaves it.
func TestBatch(t *testing.T) {
	t.Parallel()
	r := setupReplicas(t, extractor)
	withUsers(r)
	for i := range 5 {
		form := upload(fmt.Sprintf("%d.pdf", i), []byte(pdf), "batch", "monday")
		headers := asAda
		if i%2 == 0 {
			headers = append([]string{"Prefer", "respond-async"}, asAda...)
		}
		resp, body := []*bundle{r.a, r.b}[i%2].post(form, headers...)
		if resp.StatusCode != []int{202, 200}[i%2] || !strings.HasPrefix(resp.Header.Get("Location"), "/api/v1/biom/jobs/") {
			t.Errorf("%d: %d %s", i, resp.StatusCode, body)
		}
	}
	resp, body := r.a.post(upload("bad.json", []byte(`{"data": {}}`), "batch", "monday"), asAda...)
	checkRefusal(t, resp, body, http.StatusUnprocessableEntity, "REQUEST_VALIDATION_ERROR")
	eventually(t, func() bool { return getBatch(t, r.b, "").Counts["succeeded"] == 5 })
	all := getBatch(t, r.b, "")
	if all.Total != 5 || len(all.Jobs) != 5 || all.Next != "" {
		t.Fatalf("%+v", all)
	}
	var paged []string
	for query := "?limit=2"; ; {
		page := getBatch(t, r.a, query)
		for _, j := range page.Jobs {
			paged = append(paged, j.ID)
		}
		if page.Next == "" {
			break
		}
		query = "?limit=2&after=" + page.Next
	}
	for i, j := range all.Jobs {
		if j.Filename != fmt.Sprintf("%d.pdf", i) || j.HTTPStatus != 200 || j.Ended == "" || paged[i] != j.ID {
			t.Errorf("%d: %+v, paged %v", i, j, paged)
		}
	}
	if failed := getBatch(t, r.a, "?status=failed"); failed.Total != 5 || len(failed.Jobs) != 0 {
		t.Errorf("%+v", failed)
	}
	if resp, _ := r.a.do(http.MethodDelete, "/api/v1/biom/jobs/"+all.Jobs[0].ID, asAda...); resp.StatusCode != http.StatusNoContent {
		t.Errorf("%d", resp.StatusCode)
	}
	if rest := getBatch(t, r.b, ""); rest.Total != 4 {
		t.Errorf("%+v", rest)
	}
	r.ahead.Store(int64(2 * time.Hour))
	if resp, _ := r.b.get("/api/v1/biom/batches/monday", asAda...); resp.StatusCode != http.StatusNotFound {
		t.Errorf("after its jobs have expired: %d", resp.StatusCode)
	}
}

// TestBatchBelongsToItsUser: who has no service key, or that of another user, sees nothing.
func TestBatchBelongsToItsUser(t *testing.T) {
	t.Parallel()
	r := setupReplicas(t, extractor)
	withUsers(r)
	r.a.post(upload("a.pdf", []byte(pdf), "batch", "monday"), asAda...)
	for _, path := range []string{"", "/events"} {
		resp, _ := r.b.get("/api/v1/biom/batches/monday" + path)
		if resp.StatusCode != http.StatusUnauthorized || resp.Header.Get("WWW-Authenticate") != "Bearer" {
			t.Errorf("%s without a key: %d", path, resp.StatusCode)
		}
		for _, name := range []string{"monday", "tuesday", "mon%20day"} {
			if resp, body := r.b.get("/api/v1/biom/batches/"+name+path, "Authorization", "Bearer bob"); resp.StatusCode != http.StatusNotFound {
				t.Errorf("%s%s of another user: %d %s", name, path, resp.StatusCode, body)
			}
		}
	}
	for name, query := range map[string]string{"limit": "?limit=0", "limit too large": "?limit=1001", "status": "?status=done"} {
		if resp, body := r.b.get("/api/v1/biom/batches/monday"+query, asAda...); resp.StatusCode != http.StatusUnprocessableEntity {
			t.Errorf("%s: %d %s", name, resp.StatusCode, body)
		}
	}
	for _, name := range []string{"with blank", "ä", strings.Repeat("a", 65)} {
		resp, body := r.a.post(upload("a.pdf", []byte(pdf), "batch", name), asAda...)
		checkRefusal(t, resp, body, http.StatusUnprocessableEntity, "REQUEST_VALIDATION_ERROR")
	}
}

// TestBatchEvents: the stream of a batch announces the end of each report, those before it began too, and
// goes on after the last event that the client has seen, at another replica.
func TestBatchEvents(t *testing.T) {
	t.Parallel()
	reached, proceed := make(chan struct{}, 3), make(chan struct{}, 3)
	r := setupReplicas(t, pausedExtractor(reached, proceed))
	withUsers(r)
	end := func(name string) string {
		j := submit(t, r.a, upload(name, []byte(pdf), "batch", "monday"), asAda...)
		proceed <- struct{}{}
		return awaitJob(t, r.b, j.ID, asAda...).ID
	}
	first := end("1.pdf")
	open := func(b *bundle, headers ...string) *eventReader {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, b.url+"/api/v1/biom/batches/monday/events", nil)
		if err != nil {
			t.Fatal(err)
		}
		addHeaders(request, append(headers, asAda...))
		resp, err := http.DefaultTransport.RoundTrip(request)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { resp.Body.Close() })
		return newEventReader(t, resp.Body)
	}
	stream := open(r.a)
	one := stream.next()
	second := end("2.pdf")
	two := stream.next()
	if !strings.Contains(one, first) || !strings.Contains(two, second) || !strings.HasPrefix(two, "event: end\nid: ") {
		t.Errorf("%s%s", one, two)
	}
	id := strings.TrimPrefix(strings.Split(one, "\n")[1], "id: ")
	if rest := open(r.b, "Last-Event-ID", id).next(); rest != two {
		t.Errorf("after event %s: %s, want %s", id, rest, two)
	}
}

// lateNotes is a store that calls beforeEnd before it stores that a request of a batch has ended, and tells noted
// after that.
type lateNotes struct {
	api.Requests
	beforeEnd func(id string)
	noted     chan struct{}
}

func (l lateNotes) NoteInBatch(ctx context.Context, user, batch, name string, e job.BatchEntry) error {
	if e.Ended.IsZero() {
		return l.Requests.NoteInBatch(ctx, user, batch, name, e)
	}
	l.beforeEnd(e.ID)
	err := l.Requests.NoteInBatch(ctx, user, batch, name, e)
	l.noted <- struct{}{}
	return err
}

// TestDeletedJobLeavesItsBatch: also if its end is noted in the list after it was deleted.
func TestDeletedJobLeavesItsBatch(t *testing.T) {
	t.Parallel()
	var r queueReplicas
	l := lateNotes{noted: make(chan struct{}, 1), beforeEnd: func(id string) {
		if resp, body := r.b.do(http.MethodDelete, "/api/v1/biom/jobs/"+id, asAda...); resp.StatusCode != http.StatusNoContent {
			t.Errorf("%d %s", resp.StatusCode, body)
		}
	}}
	proceed := make(chan struct{})
	r = setupReplicas(t, pausedExtractor(make(chan struct{}, 1), proceed), func(c *api.Config) { l.Requests = c.Requests; c.Requests = l })
	withUsers(r)
	submit(t, r.a, upload("a.pdf", []byte(pdf), "batch", "monday"), asAda...)
	close(proceed)
	receive(t, l.noted, "end")
	eventually(t, func() bool {
		resp, _ := r.b.get("/api/v1/biom/batches/monday", asAda...)
		return resp.StatusCode == http.StatusNotFound
	})
}

// TestAdoptedRequestIsKeptWhileItWaits: an api dies while a client waits for a request of a batch. The request may then
// wait for hours, and must not be forgotten before it has ended.
func TestAdoptedRequestIsKeptWhileItWaits(t *testing.T) {
	t.Parallel()
	reached, proceed := make(chan struct{}, 2), make(chan struct{})
	r := setupReplicas(t, func(ctx context.Context, d *job.Delivery) (job.Result, error) {
		reached <- struct{}{}
		<-proceed
		return extractor(ctx, d)
	})
	dying, client := r.dying(t, func(c *api.Config) { c.Grace = time.Millisecond })
	withUsers(r)
	dying.keys["ada"] = r.a.keys["ada"]
	ctx, leave := context.WithCancel(t.Context())
	var left sync.WaitGroup
	left.Go(func() {
		resp, err := dying.client.Do(upload("a.pdf", []byte(pdf), "batch", "monday").request(ctx, t, dying.url, asAda...))
		if err == nil {
			resp.Body.Close()
		}
	})
	receive(t, reached, "job")
	leave()
	left.Wait()
	id := getBatch(t, r.b, "").Jobs[0].ID
	r.close(t, client)
	defer adopting(r.a)()
	receive(t, reached, "new job")
	record, err := r.clientOfA.ReadClaim(t.Context(), r.clientOfA.RequestName(id))
	if err != nil || record.Durable.Forget.Sub(record.Durable.Created) < 12*time.Hour {
		t.Errorf("it is forgotten at %v, %v", record.Durable.Forget, err)
	}
	close(proceed)
	awaitJob(t, r.b, id, asAda...)
}
