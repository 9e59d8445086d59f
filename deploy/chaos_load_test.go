package deploy_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"biom/shared/biometry"
	biomclient "biom/shared/client"
	"biom/shared/clock"
)

// The kinds of requests of the chaos suite.
const (
	kindJSON     = "json"     // a JSON report
	kindPlain    = "plain"    // a PDF, whose client waits for the response
	kindStream   = "stream"   // a PDF, with events
	kindKeyed    = "keyed"    // a PDF with an Idempotency-Key, sent again until it is answered
	kindJob      = "job"      // a PDF with Prefer: respond-async, fetched from another api than the first
	kindShare    = "share"    // a report with an Idempotency-Key that is shared
	kindRetrieve = "retrieve" // the retrieval of such a share
	kindExport   = "export"   // an archive of reports that were read before
)

// kindsOfTwenty has each kind as often as it occurs among twenty requests.
var kindsOfTwenty = strings.Fields("json json plain plain plain plain plain stream stream stream keyed keyed keyed keyed job job job share retrieve export")

// retries reports whether the client of a kind may send the request again, as the documentation says:
// with an Idempotency-Key, or because the request changes nothing.
func retries(kind string) bool { return kind != kindJSON && kind != kindPlain && kind != kindStream }

// asks reports whether a kind has a model asked, which is charged.
func asks(kind string) bool {
	return kind == kindPlain || kind == kindStream || kind == kindKeyed || kind == kindJob
}

// The verdicts on requests, beside "STATUS CODE" of an error response.
const (
	isRight    = "right"
	isWrong    = "wrong"           // an answer that is not the document's
	isDouble   = "double result"   // two different answers to one request
	isCut      = "connection lost" // of a request that may not be repeated; it may have been charged
	isUnheard  = "unanswered"      // a request that may be repeated, and was, got no answer at all
	isShared   = "shared"          // right, and the share was made
	isUnshared = "right, not shared, and said so"
	isLost     = "share lost"
	isEmptied  = "share unknown, Postgres was emptied"
)

// sent is a request and how it ended.
type sent struct {
	number       int // of the request, its document and its caller
	kind         string
	began, ended time.Time
	verdict      string
	answer       string // an error, in words that are the same for each such error
	detail       string // of a wrong answer
	requestID    string // "": not known
	share        string // its code, if one was made
	repeats      int
}

// truth is what a numbered document states.
type truth struct {
	id          string
	right, left float64 // AL
}

func truthOf(number int) truth {
	return truth{fmt.Sprintf("CHAOS-%06d", number), float64(2100+number%500) / 100, float64(2200+number/500%500) / 100}
}

// wrong returns "", or how a response differs from the truth.
func (tr truth) wrong(r *biometry.Response) string {
	eye := func(e biometry.Eye, want float64) bool {
		return e.AL != nil && *e.AL == want && e.ACD != nil && *e.ACD == 3.1
	}
	d := r.Data
	if d.Patient.ID == nil || *d.Patient.ID != tr.id || !eye(d.RightEye, tr.right) || !eye(d.LeftEye, tr.left) {
		text, _ := json.Marshal(r)
		return fmt.Sprintf("want %+v: %s", tr, text)
	}
	return ""
}

func (tr truth) report() string {
	return fmt.Sprintf(`{"data":{"biometer":{"device_name":"Argos","manufacturer":"Alcon"},"patient":{"name":"Jane Doe","id":%q},
		"right_eye":{"AL":%.2f,"ACD":3.1},"left_eye":{"AL":%.2f,"ACD":3.1}}}`, tr.id, tr.right, tr.left)
}

// numberMark stands between a PDF, which is the same for all, and its number.
const numberMark = "\n% document "

// blankPDF is a page without text, with which a second reading compares nothing.
var blankPDF = pdf("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>", "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<<>>>>")

func pdf(objects ...string) string {
	text := "%PDF-1.7\n"
	table := fmt.Sprintf("xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for i, o := range objects {
		table += fmt.Sprintf("%010d 00000 n \n", len(text))
		text += fmt.Sprintf("%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	return text + table + fmt.Sprintf("trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, len(text))
}

// traffic is the load of the chaos suite: clients that send numbered requests.
type traffic struct {
	*cluster
	seed uint64
	pace *pace

	mu     sync.Mutex
	all    []*sent
	shares []*sent                    // those that were made
	before map[string]int             // answers that made a client repeat its request → number
	recent []biomclient.SavedResponse // for exports; the number stands in the file's name
	done   sync.WaitGroup
}

// startTraffic starts as many clients as requests may be in flight.
func startTraffic(ctx context.Context, c *cluster, seed uint64, clients int) *traffic {
	l := &traffic{cluster: c, seed: seed, pace: &pace{}, before: map[string]int{}}
	for range clients {
		l.done.Go(func() {
			for {
				number, ok := l.pace.next(ctx)
				if !ok {
					return
				}
				l.send(ctx, number)
			}
		})
	}
	return l
}

// send sends the request of a number, and notes how it ended.
func (l *traffic) send(ctx context.Context, number int) {
	r := &sent{number: number, began: time.Now(), kind: kindsOfTwenty[rand.New(rand.NewPCG(l.seed, uint64(number))).IntN(20)]}
	l.mu.Lock()
	if r.kind == kindRetrieve && len(l.shares) == 0 || r.kind == kindExport && len(l.recent) == 0 {
		r.kind = kindJSON
	}
	l.mu.Unlock()
	err := l.try(ctx, r)
	for begin := time.Now(); err != nil && retries(r.kind) && biomclient.Retryable(err) && time.Since(begin) < patience && ctx.Err() == nil; {
		r.repeats++
		l.mu.Lock()
		l.before[explain(err)]++
		l.mu.Unlock()
		pause := 500 * time.Millisecond
		if e, ok := errors.AsType[*biomclient.Error](err); ok && e.RetryAfter > 0 {
			pause = e.RetryAfter
		}
		_ = clock.Sleep(ctx, pause)
		err = l.try(ctx, r)
	}
	if err != nil {
		r.verdict = verdictOn(r, err)
		r.detail = err.Error()
		r.answer = explain(err)
	}
	r.ended = time.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all = append(l.all, r)
	if r.share != "" && r.kind == kindShare {
		l.shares = append(l.shares, r)
	}
}

// patience is how long a client waits for an answer, and repeats its request. Every fault of the suite
// ends long before, also on a slow machine.
const patience = 10 * time.Minute

func verdictOn(r *sent, err error) string {
	if e, ok := errors.AsType[*biomclient.Error](err); ok {
		r.requestID = e.RequestID
		return strings.TrimSpace(fmt.Sprintf("%d %s %s", e.Status, e.Code, e.Reason()))
	}
	if retries(r.kind) {
		return isUnheard
	}
	return isCut
}

// explain says what an error was: status, code, reason and the first words of an answer, or that there was none.
func explain(err error) string {
	if e, ok := errors.AsType[*biomclient.Error](err); ok {
		message := e.Message[:min(100, len(e.Message))]
		return strings.TrimSpace(fmt.Sprintf("%d %s %s", e.Status, e.Code, e.Reason())) + ": " + message
	}
	return "no answer"
}

// try sends a request once. It sets the verdict if there is an answer, and else returns an error.
func (l *traffic) try(ctx context.Context, r *sent) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	api := caller(r.number, l.url)
	switch r.kind {
	case kindRetrieve:
		return l.retrieve(ctx, api, r, l.anyShare(r.number))
	case kindExport:
		return l.export(ctx, api, r)
	case kindJob:
		return l.job(ctx, api, r)
	case kindStream:
		for event, err := range api.ProcessStream(ctx, l.upload(r)) {
			if err != nil {
				return err
			}
			r.requestID = event.RequestID
			if event.Response != nil {
				l.judge(r, event.Response)
			}
		}
		if r.verdict == "" {
			return biomclient.ErrIncomplete
		}
		return nil
	}
	response, err := api.Process(ctx, l.upload(r))
	if err != nil {
		return err
	}
	l.judge(r, response)
	if r.kind == kindKeyed && r.number%4 == 0 || r.kind == kindShare {
		l.again(ctx, r, response)
	}
	return nil
}

func (l *traffic) upload(r *sent) biomclient.Upload {
	u := biomclient.Upload{Filename: "report.pdf", Content: strings.NewReader(blankPDF + numberMark + fmt.Sprint(r.number))}
	if r.kind == kindJSON || r.kind == kindShare {
		u.Filename, u.Content = "report.json", strings.NewReader(truthOf(r.number).report())
	}
	if r.kind != kindJSON && retries(r.kind) {
		u.IdempotencyKey = fmt.Sprintf("chaos-%d-%d", l.seed, r.number)
	}
	u.Share = r.kind == kindShare
	return u
}

// judge compares a response with the document.
func (l *traffic) judge(r *sent, response *biometry.Response) {
	r.requestID = response.Metadata.RequestID
	r.verdict = isRight
	if r.detail = truthOf(r.number).wrong(response); r.detail != "" {
		r.verdict = isWrong
		return
	}
	if r.kind == kindShare {
		if r.verdict = isUnshared; response.Biompin != nil && response.Biompin.Pin != nil {
			r.verdict, r.share = isShared, *response.Biompin.Pin
		}
		return
	}
	text, err := json.Marshal(response)
	if err != nil {
		panic(err) // cannot happen: it was decoded from JSON
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.recent = append(l.recent, biomclient.SavedResponse{Response: text, Filename: fmt.Sprintf("%d.pdf", r.number)})
	l.recent = l.recent[max(0, len(l.recent)-20):]
}

// again sends a request again that was answered. The answer must be the same. There may be none,
// because of the faults.
func (l *traffic) again(ctx context.Context, r *sent, first *biometry.Response) {
	second, err := caller(r.number, l.url).Process(ctx, l.upload(r))
	if err != nil {
		return
	}
	one, _ := json.Marshal(first)
	two, _ := json.Marshal(second)
	if !bytes.Equal(one, two) {
		r.verdict, r.detail = isDouble, fmt.Sprintf("%s\n%s", one, two)
	}
}

// job submits a report, waits for its job at one api, and looks at it at the other.
func (l *traffic) job(ctx context.Context, api *biomclient.Client, r *sent) error {
	accepted, err := api.Submit(ctx, l.upload(r))
	if err != nil {
		return err
	}
	ended, err := caller(r.number, l.api(r.number)).WaitJob(ctx, accepted.ID)
	if err != nil {
		return fmt.Errorf("job %s, accepted %v after the beginning of the request: %w", accepted.ID, accepted.Created.Sub(r.began), err)
	}
	if ended.Problem != nil {
		return ended.Problem
	}
	l.judge(r, ended.Response)
	if other, err := caller(r.number, l.api(r.number+1)).Job(ctx, accepted.ID); err == nil && !bytes.Equal(other.Raw, ended.Raw) {
		r.verdict, r.detail = isDouble, fmt.Sprintf("%s\n%s", ended.Raw, other.Raw)
	}
	return nil
}

// api returns the address of one of the two apis.
func (l *traffic) api(n int) string {
	return strings.Replace(l.url, ":18080", fmt.Sprintf(":1808%d", 1+n%2), 1)
}

func (l *traffic) anyShare(number int) *sent {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.shares[number%len(l.shares)]
}

// retrieve retrieves a share. Whether an unknown one was lost is decided later: see [ledger].
func (l *traffic) retrieve(ctx context.Context, api *biomclient.Client, r, share *sent) error {
	r.share = share.share
	found, err := api.Retrieve(ctx, share.share)
	if e, ok := errors.AsType[*biomclient.Error](err); ok && e.Status == http.StatusNotFound {
		r.verdict = isLost
		return nil
	}
	if err != nil {
		return err
	}
	r.verdict = isRight
	if r.detail = truthOf(share.number).wrong(found.Response); r.detail != "" {
		r.verdict = isWrong
	}
	return nil
}

// export exports reports that were read before, and looks for each in the archive.
func (l *traffic) export(ctx context.Context, api *biomclient.Client, r *sent) error {
	l.mu.Lock()
	reports := append([]biomclient.SavedResponse(nil), l.recent...)
	l.mu.Unlock()
	var archive bytes.Buffer
	if err := api.Export(ctx, biomclient.Export{Responses: reports}, &archive); err != nil {
		return err
	}
	r.verdict = isRight
	if wrong := checkArchive(archive.Bytes(), reports); wrong != nil {
		r.verdict, r.detail = isWrong, wrong.Error()
	}
	return nil
}

func checkArchive(text []byte, reports []biomclient.SavedResponse) error {
	archive, err := zip.NewReader(bytes.NewReader(text), int64(len(text)))
	if err != nil {
		return err
	}
	found := map[string]biometry.Response{} // patient ID → report
	for _, f := range archive.File {
		if !strings.HasSuffix(f.Name, ".json") {
			continue
		}
		in, err := f.Open()
		if err != nil {
			return err
		}
		text, err := io.ReadAll(in)
		var response biometry.Response
		if err := errors.Join(err, json.Unmarshal(text, &response)); err != nil {
			return err
		}
		if response.Data.Patient.ID != nil {
			found[*response.Data.Patient.ID] = response
		}
	}
	for _, r := range reports {
		var number int
		_, _ = fmt.Sscanf(r.Filename, "%d.pdf", &number)
		response := found[truthOf(number).id]
		if wrong := truthOf(number).wrong(&response); wrong != "" {
			return errors.New(wrong)
		}
	}
	return nil
}

// caller returns the client of a numbered caller. Each has a loopback address of its own, by
// which its charges are counted.
func caller(number int, url string) *biomclient.Client {
	dialer := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, byte(17+number>>16), byte(number>>8), byte(number))}}
	c, err := biomclient.New(biomclient.Config{
		BaseURL: url, RetryFor: patience,
		HTTPClient: &http.Client{Transport: &http.Transport{DialContext: dialer.DialContext, DisableKeepAlives: true}},
	})
	if err != nil {
		panic(err) // cannot happen: the address is ours
	}
	return c
}

// pace says when the next request is sent, so that the requests spread over the faults.
type pace struct {
	mu     sync.Mutex
	sent   int
	budget int  // requests that are sent at full pace; further ones rarely
	ended  bool // no further request is sent
	slot   time.Time
}

// next waits for the time of the next request and returns its number, or false after the end.
func (p *pace) next(ctx context.Context) (number int, ok bool) {
	for {
		wait, number, ok := p.take()
		if wait == 0 {
			return number, ok
		}
		if clock.Sleep(ctx, wait) != nil {
			return 0, false
		}
	}
}

func (p *pace) take() (wait time.Duration, number int, ok bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended {
		return 0, 0, false
	}
	now := time.Now()
	if wait := p.slot.Sub(now); wait > 0 {
		return min(wait, 50*time.Millisecond), 0, true
	}
	p.slot = now.Add(fullPace)
	if p.sent >= p.budget {
		p.slot = now.Add(slowPace)
	}
	p.sent++
	return 0, p.sent, true
}

// The times between two requests: a load that leaves a small machine room for the faults, and what
// remains of it while a fault lasts longer than its share of the requests.
const (
	fullPace = 50 * time.Millisecond
	slowPace = 400 * time.Millisecond
)

// allow sets how many requests may be sent at full pace.
func (p *pace) allow(budget int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.budget = budget
}

// await waits until so many requests were sent.
func (p *pace) await(ctx context.Context, requests int) {
	for p.count() < requests && clock.Sleep(ctx, 20*time.Millisecond) == nil {
	}
}

func (p *pace) count() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.sent
}

func (p *pace) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended = true
}
