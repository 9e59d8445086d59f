package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"biom/shared/client"
	"biom/shared/job"
	"biom/shared/quota"
	"biom/shared/testenv"
)

func TestSurvivesKilledJobs(t *testing.T) { survivesKilledJobs(t, 120, 2, false) }

func TestLongSurvivesKilledJobs(t *testing.T) {
	survivesKilledJobs(t, size{500, 10_000}.now(), size{5, 20}.now(), false)
}

func TestLongSurvivesKilledJobsAndNATS(t *testing.T) {
	survivesKilledJobs(t, size{250, 3000}.now(), size{4, 20}.now(), true)
}

// survivesKilledJobs submits reports whose client does not wait, while the client, both apis and all
// workers are killed with SIGKILL, each so many times, in an order that is drawn. With alsoNATS, the
// server of the queue is restarted as often. Each report must be one job with one result and one
// charge, and look the same from both apis.
func survivesKilledJobs(t *testing.T, reports, kills int, alsoNATS bool) {
	t.Parallel()
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))

	s := startSubmission(t, reports)
	for round := range kills {
		victims := s.victims(round%2 == 0)
		if alsoNATS {
			victims = append(victims, func() { s.restartNATS(time.Duration(random.IntN(4000)) * time.Millisecond) })
		}
		random.Shuffle(len(victims), func(i, j int) { victims[i], victims[j] = victims[j], victims[i] })
		for i, kill := range victims {
			share := (float64(round) + float64(i)/float64(len(victims))) / float64(kills)
			s.awaitNotes(int(share * float64(2*reports)))
			kill()
		}
	}
	atLastKill := s.countNotes()
	s.awaitNotes(2 * reports)
	s.client.stop()
	s.checkReports()
	s.checkLeftovers()
	calls := 0
	for _, n := range s.noted("call") {
		calls += n
	}
	limit := s.pdfs() + 3*2*kills // each worker has 2 jobs at once
	if alsoNATS {
		limit += 3 * 2 * kills
	}
	if calls > limit {
		t.Errorf("%d provider calls for %d PDFs, at most %d expected", calls, s.pdfs(), limit)
	}
	t.Logf("%d reports, %d of them PDFs, %d provider calls; after the last kill, %d of %d notes were made",
		reports, s.pdfs(), calls, atLastKill, 2*reports)
}

// submission is a client that submits reports and waits for their jobs, and the service that it uses.
type submission struct {
	*rig
	queue   *testenv.NATSServer
	reports int
	apis    [2]*process
	urls    [2]string
	workers [3]*process
	client  *process
	notes   string // file in which the client notes what it knows
}

func startSubmission(t *testing.T, reports int) *submission {
	s := &submission{rig: newRig(t), queue: testenv.StartClusterNATS(t), reports: reports, notes: filepath.Join(t.TempDir(), "notes")}
	s.nats = s.queue.URLOf(testenv.Operator)
	for i := range s.apis {
		s.startAPI(i, "0")
	}
	for i := range s.workers {
		s.startWorker(i)
	}
	s.startClient()
	return s
}

func (s *submission) startAPI(i int, port string) {
	s.t.Helper()
	s.urls[i], s.apis[i] = s.api(trustUs, "BIOM_QUOTA_BIOMJSON=100000", "BIOM_LISTEN=127.0.0.1:"+port)
}

func (s *submission) startWorker(i int) {
	s.workers[i] = s.worker("BIOM_WORKER_CONCURRENCY=2", "BIOM_RIG_DELAY=50ms")
}

func (s *submission) startClient() {
	s.t.Helper()
	s.client = s.start([]string{"BIOM_RIG_CLIENT=" + s.notes}, append(s.urls[:], fmt.Sprint(s.reports))...)
}

// victims returns functions that kill the processes of the submission and start them again. The apis
// are killed one after the other, or at the same moment.
func (s *submission) victims(oneByOne bool) (kill []func()) {
	if oneByOne {
		kill = append(kill, func() { s.killAPIs(0) }, func() { s.killAPIs(1) })
	} else {
		kill = append(kill, func() { s.killAPIs(0, 1) })
	}
	for i := range s.workers {
		kill = append(kill, func() { s.workers[i].kill(); s.startWorker(i) })
	}
	return append(kill, func() { s.client.kill(); s.startClient() })
}

// restartNATS stops the server of the queue and starts it again after a pause.
func (s *submission) restartNATS(pause time.Duration) {
	s.t.Helper()
	s.queue.Stop(s.t)
	time.Sleep(pause)
	s.queue.Start(s.t)
}

// killAPIs kills apis and starts them again, each at its address.
func (s *submission) killAPIs(which ...int) {
	s.t.Helper()
	for _, i := range which {
		_ = s.apis[i].Process.Kill()
	}
	for _, i := range which {
		<-s.apis[i].ended
		_, port, _ := strings.Cut(s.urls[i], "://localhost:")
		s.startAPI(i, port)
	}
}

// awaitNotes waits until the client has noted so much. Each report has two notes: that its job is
// known, and that it has ended.
func (s *submission) awaitNotes(n int) {
	s.t.Helper()
	for have := s.countNotes(); have < n; {
		before := have
		testenv.Await(s.t, fmt.Sprintf("more than %d notes", have), func() bool {
			time.Sleep(20 * time.Millisecond) // the file may be long
			have = s.countNotes()
			return have > before
		})
	}
}

func (s *submission) countNotes() int {
	notes, err := os.ReadFile(s.notes)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		s.t.Fatal(err)
	}
	return bytes.Count(notes, []byte("\n"))
}

// checkReports fails the test unless each report is one job with the right result, which looks the
// same from both apis and is what its client saw.
func (s *submission) checkReports() {
	s.t.Helper()
	jobs, err := readNotes(s.notes)
	if err != nil {
		s.t.Fatal(err)
	}
	c := newCaller(s.t, "")
	c.client = &http.Client{}
	reports := map[string]int{} // job ID → report
	for i, seen := range jobs {
		if other, known := reports[seen.id]; known {
			s.t.Errorf("reports %d and %d are the same job", i, other)
		}
		reports[seen.id] = i
	}
	many(s.reports, 8, func(i int) {
		seen := jobs[i]
		var bodies [2]string
		for n, url := range s.urls {
			var err error
			r := patiently(func() (r reply) { // the last restart may have been a moment ago
				r, err = c.at(url).do(http.MethodGet, "/api/v1/biom/jobs/"+seen.id, "", nil)
				return r
			})
			if err != nil || r.status != http.StatusOK {
				s.t.Errorf("report %d: %v, status %d: %s", i, err, r.status, r.body)
				return
			}
			bodies[n] = string(r.body)
		}
		if bodies[0] != bodies[1] {
			s.t.Errorf("report %d differs between the apis:\n%s\n%s", i, bodies[0], bodies[1])
		}
		var shown struct {
			Status   string
			Response json.RawMessage
		}
		var content struct {
			Data struct{ Patient struct{ ID string } }
		}
		if err := errors.Join(json.Unmarshal([]byte(bodies[0]), &shown), json.Unmarshal(shown.Response, &content)); err != nil {
			s.t.Errorf("report %d: %v: %s", i, err, bodies[0])
		}
		if shown.Status != "succeeded" || content.Data.Patient.ID != numberOf(i) || hashOf(shown.Response) != seen.result {
			s.t.Errorf("report %d: its client saw %s: %s", i, seen.result, bodies[0])
		}
	})
}

// checkLeftovers fails the test unless each report has one record and one charge, and nothing is left
// of the work.
func (s *submission) checkLeftovers() {
	s.t.Helper()
	if records := s.subjects("KV_"+job.BucketRequests, ">"); len(records) != s.reports {
		s.t.Errorf("%d records of %d reports", len(records), s.reports)
	}
	for subject, count := range s.subjects(job.StreamResults, "biom.results.>") {
		if count != 1 {
			s.t.Errorf("%s has %d results", subject, count)
		}
	}
	s.awaitEmptyQueue()
	var uploads map[string]uint64
	s.t.Cleanup(func() {
		if s.t.Failed() {
			s.t.Logf("uploads: %v", uploads)
		}
	})
	testenv.Await(s.t, "the end of all uploads and of all owners but the two apis", func() bool {
		uploads = s.subjects(job.StreamUploads, ">")
		owners := 0
		for subject := range uploads {
			if strings.HasPrefix(subject, "biom.uploads.owner.") {
				owners++
			}
		}
		return len(uploads) == owners && owners <= len(s.apis)
	})
	for bucket, reports := range map[quota.Bucket]int{quota.BiomAI: s.pdfs(), quota.BiomJSON: s.reports - s.pdfs()} {
		if used := s.usedIn(bucket).Whole(); used != float64(reports) {
			s.t.Errorf("%v credits of %s are used, not %d", used, bucket, reports)
		}
	}
}

// pdfs returns how many reports of the submission a worker reads.
func (s *submission) pdfs() (n int) {
	for i := range s.reports {
		if !isJSON(i) {
			n++
		}
	}
	return n
}

// The client of these tests is this test binary too: see TestMain. It submits numbered reports with
// an Idempotency-Key each, waits for their jobs at the other api, and notes both in a file. Started
// again, it goes on where it was: what it does not know the job of it submits again.

// jobNote is what the client knows of a report.
type jobNote struct {
	id     string
	result string // a hash of the response, or why there is none; "": the job has not ended
}

// readNotes returns the client's notes by report. It returns an error if a report had two jobs.
func readNotes(path string) (map[int]jobNote, error) {
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	notes := map[int]jobNote{}
	for line := range strings.Lines(string(text)) {
		var i int
		var n jobNote
		if _, err := fmt.Sscan(line, &i, &n.id); err != nil {
			return nil, fmt.Errorf("%q: %w", line, err)
		}
		_, _ = fmt.Sscan(line, &i, &n.id, &n.result)
		if known := notes[i]; known.id != "" && known.id != n.id {
			return nil, fmt.Errorf("report %d has the jobs %s and %s", i, known.id, n.id)
		}
		notes[i] = n
	}
	return notes, nil
}

// submitter is the client.
type submitter struct {
	services []*client.Client
	mu       sync.Mutex
	notes    *os.File
}

// asSubmitter runs the client until it is killed, and returns its exit status.
func asSubmitter(path string, args []string) int {
	known, err := readNotes(path)
	if err != nil {
		panic(err)
	}
	s := submitter{}
	if s.notes, err = os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600); err != nil {
		panic(err)
	}
	for _, url := range args[:2] {
		service, err := client.New(client.Config{BaseURL: url})
		if err != nil {
			panic(err)
		}
		s.services = append(s.services, service)
	}
	var reports int
	if _, err := fmt.Sscan(args[2], &reports); err != nil {
		panic(err)
	}
	submitted := make(chan int, reports)
	ids := make([]string, reports)
	go func() {
		many(reports, 8, func(i int) {
			if ids[i] = known[i].id; ids[i] == "" || i%16 == 0 { // a repeat is the same job
				ids[i] = s.submit(i)
				if known[i].id == "" || known[i].id != ids[i] {
					s.note(i, ids[i])
				}
			}
			submitted <- i
		})
		close(submitted)
	}()
	var waiting sync.WaitGroup
	for range 32 {
		waiting.Go(func() {
			for i := range submitted {
				if known[i].result == "" {
					s.note(i, ids[i], s.wait(i, ids[i]))
				}
			}
		})
	}
	waiting.Wait()
	select {}
}

// note writes one line. So short a line is written at once, and whole.
func (s *submitter) note(values ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, err := fmt.Fprintln(s.notes, values...); err != nil {
		panic(err)
	}
}

// submit submits a report until an api has accepted it, and returns the ID of its job.
func (s *submitter) submit(i int) string {
	for try := i; ; try++ {
		name, file := submittedFile(i)
		accepted, err := s.services[try%2].Submit(context.Background(), client.Upload{
			Filename: name, Content: bytes.NewReader(file), IdempotencyKey: fmt.Sprintf("report-%d", i),
		})
		if err == nil {
			return accepted.ID
		}
		if !client.Retryable(err) {
			panic(err)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

// wait waits for the end of a job at another api than that which was asked first to accept it.
func (s *submitter) wait(i int, id string) string {
	ended, err := s.services[(i+1)%2].WaitJob(context.Background(), id)
	switch {
	case err != nil:
		return strings.ReplaceAll(err.Error(), " ", "_")
	case ended.Problem != nil:
		return strings.ReplaceAll(ended.Problem.Error(), " ", "_")
	}
	return hashOf(ended.Raw)
}

// submittedFile returns a report of the client. Some are documents in JSON, which make no job of a
// worker.
func submittedFile(i int) (name string, file []byte) {
	if isJSON(i) {
		return "report.json", report(numberOf(i))
	}
	return "report.pdf", document(i, "")
}

func isJSON(i int) bool { return i%8 == 7 }

func numberOf(i int) string { return fmt.Sprintf("number %d", i) }

func hashOf(response []byte) string {
	sum := sha256.Sum256(response)
	return hex.EncodeToString(sum[:8])
}
