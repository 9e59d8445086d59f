package main

import (
	"bytes"
	"flag"
	"maps"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/sync/errgroup"

	"biom/cmd/internal/recordingtest"
	"biom/shared/testenv"
)

// recordings is the folder of requests and answers; see package recordingtest.
const recordings = "../../testdata/recordings"

var record = flag.String("record", "", "what TestLongRecordings writes anew: the requests, and the answers of the biom that BIOM_TEST_BINARY names (before), or how its answers differ from those (after)")

// Requests in the manner of existing clients are answered as they were before the points of
// the changelog's section "Friendlier input", unless one of these points changes the answer.
func TestLongRecordings(t *testing.T) {
	if *record == "before" {
		writeRecordings(t, recordingtest.RequestsFile, recordingtest.Requests())
	}
	book := recordingtest.Book{}
	readRecordings(t, recordingtest.RequestsFile, &book)
	got := play(t, book)
	if *record == "before" {
		writeRecordings(t, recordingtest.AnswersFile, got)
	}
	before := recordingtest.Answers{}
	readRecordings(t, recordingtest.AnswersFile, &before)
	if *record == "after" {
		writeRecordings(t, recordingtest.ChangesFile, recordingtest.Differences(before, got, recordingtest.Requests().Changed()))
	}
	if *record != "before" {
		compareRecordings(t, before, got)
	}
	if len(got) < 300 || len(got) != len(before) {
		t.Errorf("%d requests, %d recorded answers", len(got), len(before))
	}
}

// TestRecordings plays the quick conversations of TestLongRecordings.
func TestRecordings(t *testing.T) {
	t.Parallel()
	book, before := recordingtest.Book{}, recordingtest.Answers{}
	readRecordings(t, recordingtest.RequestsFile, &book)
	readRecordings(t, recordingtest.AnswersFile, &before)
	book.Conversations = slices.DeleteFunc(book.Conversations, func(c recordingtest.Conversation) bool { return !c.Quick() })
	got := play(t, book)
	if compareRecordings(t, before, got); len(got) < 300 {
		t.Errorf("only %d requests", len(got))
	}
}

func compareRecordings(t *testing.T, before, got recordingtest.Answers) {
	t.Helper()
	changes := recordingtest.Changes{}
	readRecordings(t, recordingtest.ChangesFile, &changes)
	for _, complaint := range recordingtest.Compare(before, changes, got) {
		t.Error(complaint)
	}
}

// Each change of an answer has its point in the changelog.
func TestRecordedChangesAreInTheChangelog(t *testing.T) {
	t.Parallel()
	before, changes := recordingtest.Answers{}, recordingtest.Changes{}
	readRecordings(t, recordingtest.AnswersFile, &before)
	readRecordings(t, recordingtest.ChangesFile, &changes)
	text, err := os.ReadFile("../../CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(text), "### Friendlier input")
	list, _, _ = strings.Cut(list, "\n### ")
	counts := map[string]int{recordingtest.Timestamps: recordingtest.Timed(before)}
	for name, change := range changes {
		if len(change.Points) == 0 {
			t.Errorf("%s: no point of the changelog changes the answer", name)
		}
		for _, point := range change.Points {
			counts[point]++
		}
	}
	for _, point := range slices.Sorted(maps.Keys(counts)) {
		if t.Logf("%4d %s", counts[point], point); !strings.Contains(list, point) {
			t.Errorf("the changelog's list has no point %q", point)
		}
	}
}

// The requests are those of the tables.
func TestRecordedRequestsAreThoseOfTheTables(t *testing.T) {
	t.Parallel()
	want, err := recordingtest.Encode(recordingtest.Requests())
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(recordings + "/" + recordingtest.RequestsFile)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("the tables of package recordingtest make other requests than those that were recorded; deploy/recordings records anew")
	}
}

func readRecordings(t *testing.T, file string, target any) {
	t.Helper()
	if err := recordingtest.Read(recordings, file, target); err != nil {
		t.Fatal(err)
	}
}

func writeRecordings(t *testing.T, file string, content any) {
	t.Helper()
	if err := recordingtest.Write(recordings, file, content); err != nil {
		t.Fatal(err)
	}
}

// play starts the servers that a book needs, plays its conversations and returns all answers.
func play(t *testing.T, book recordingtest.Book) recordingtest.Answers {
	t.Helper()
	vendor := httptest.NewServer(book.Vendor())
	t.Cleanup(vendor.Close)
	servers := map[string]recordingtest.Server{}
	for _, c := range book.Conversations {
		if servers[c.Server].Address == "" {
			servers[c.Server] = recordedServer(t, recordingtest.Settings(c.Server, vendor.URL)...)
		}
	}
	var (
		all     errgroup.Group
		mu      sync.Mutex
		answers = recordingtest.Answers{}
	)
	all.SetLimit(4)
	for i, c := range book.Conversations {
		all.Go(func() error {
			got, err := book.Play(i, servers[c.Server])
			mu.Lock()
			defer mu.Unlock()
			maps.Copy(answers, got)
			return err
		})
	}
	if err := all.Wait(); err != nil {
		t.Fatal(err)
	}
	return answers
}

// recordedServer starts biom serve. Users whose name ends in "poor" have a credit of each kind.
func recordedServer(t *testing.T, env ...string) recordingtest.Server {
	t.Helper()
	r, dir := alone(t), t.TempDir()
	r.executable = testenv.Biom(t)
	url, _ := r.serve(dir, env...)
	return recordingtest.Server{Address: strings.TrimPrefix(url, "http://"), Key: func(user string) (string, error) {
		args := []string{"create", "--user", user}
		if strings.HasSuffix(user, "poor") {
			args = append(args, "--biomai=1", "--biomai-byok=1", "--biomjson=1", "--retrieve=1")
		}
		return strings.TrimSpace(r.keysIn("--data", dir)(t, args...)), nil
	}}
}
