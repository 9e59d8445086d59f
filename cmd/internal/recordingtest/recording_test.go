package recordingtest

import (
	"bufio"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"
)

// parse returns the answer to an HTTP response.
func parse(t *testing.T, n *neutral, request Request, response string) Answer {
	t.Helper()
	a, err := read(bufio.NewReader(strings.NewReader(response)), []byte("GET / HTTP/1.1"))
	if err != nil {
		t.Fatal(err)
	}
	answer, err := n.answer(request, a)
	if err != nil {
		t.Fatal(err)
	}
	return answer
}

func TestNeutral(t *testing.T) {
	t.Parallel()
	n := newNeutral()
	n.now = func() time.Time { return time.Date(2026, 5, 6, 12, 0, 0, 0, time.UTC) }
	const own, db = "11111111-2222-3333-4444-555555555555", "99999999-2222-3333-4444-555555555555"
	response := func(id, body string) string {
		return "HTTP/1.1 200 OK\r\nX-Request-ID: " + id + "\r\nDate: x\r\nConnection: close\r\nRetry-After: 86399\r\nContent-Type: application/json\r\n\r\n" + body
	}
	first := parse(t, n, Request{Name: "a"}, response(own, `{"request_id":"`+own+`","pin":"word-word-123456","expires_at":"2026-06-06T12:00:01.000Z","db_id":"`+db+`","timestamp":"2026-05-06T11:59:58.12Z","app_version":"3"}`))
	if want := `{"request_id":"<this ID>","pin":"<code of a>","expires_at":"<end in ms>","db_id":"<other ID>","timestamp":"<time>","app_version":"<version>"}`; string(first.JSON) != want {
		t.Errorf("got  %s\nwant %s", first.JSON, want)
	}
	if want := map[string]string{
		"Access-Control-Allow-Origin": "", "Access-Control-Expose-Headers": "", "Cache-Control": "", "X-Content-Type-Options": "",
		"Connection": "close", "Retry-After": "86400", "X-Request-Id": "<this ID>",
	}; !reflect.DeepEqual(first.Headers, want) {
		t.Errorf("headers %v", first.Headers)
	}
	second := parse(t, n, Request{Name: "b"}, response(db[:8]+own[8:], `{"request_id":"`+own+`","pin":"word-word-123456","timestamp":"2024-01-02T03:04:05Z"}`))
	if want := `{"request_id":"<ID of a>","pin":"<code of a>","timestamp":"2024-01-02T03:04:05Z"}`; string(second.JSON) != want {
		t.Errorf("got  %s\nwant %s", second.JSON, want)
	}
	kept := parse(t, n, Request{Name: "c", Keep: "a.c"}, response(own, "abc\n"+`"biom-export-20260506-120000.zip" adc`))
	if kept.Text != "abc\nadc" {
		t.Errorf("kept %q", kept.Text)
	}
}

func TestCompare(t *testing.T) {
	t.Parallel()
	of := func(body string) Answer {
		return Answer{Status: 200, Headers: map[string]string{}, JSON: json.RawMessage(body)}
	}
	before := Answers{"same": of(`{"at":"<time>"}`), "uploaded": of(`{"at":"2024-01-02T03:04:05.123456Z"}`), "changed": of(`{"a":1}`), "other": of(`{"a":1}`)}
	changes := Changes{"changed": {Points: []string{"p"}, Answer: of(`{"a":2}`)}}
	got := Answers{"same": of(`{"at":"<time in ms>"}`), "uploaded": of(`{"at":"2024-01-02T03:04:05.123Z"}`), "changed": of(`{"a":2}`), "other": of(`{"a":1}`)}
	if complaints := Compare(before, changes, got); len(complaints) > 0 {
		t.Errorf("right answers: %q", complaints)
	}
	if d := Differences(before, got, map[string][]string{"changed": {"p"}}); !reflect.DeepEqual(d, changes) {
		t.Errorf("differences %v", d)
	}
	for name, wrong := range map[string]string{"same": `{"at":"<time>"}`, "uploaded": `{"at":"2024-01-02T03:04:05.123456Z"}`, "changed": `{"a":1}`, "other": `{"a":2}`} {
		one := Answers{name: of(wrong)}
		if complaints := Compare(before, changes, one); len(complaints) != 1 || !strings.HasPrefix(complaints[0], name) {
			t.Errorf("%s: %q", name, complaints)
		}
	}
	changes["other"] = Change{Points: []string{"p"}, Answer: of(`{"a":1}`)}
	if complaints := Compare(before, changes, got); len(complaints) != 1 || !strings.Contains(complaints[0], "as before") {
		t.Errorf("a change that changes nothing: %q", complaints)
	}
}

func TestFilesHoldWhatIsWritten(t *testing.T) {
	t.Parallel()
	dir, one := t.TempDir(), Answer{Status: 200, Headers: map[string]string{"A": "<b>"}, Text: "x"}
	answers := Answers{"a": one, "b": {Status: 404, Headers: map[string]string{}}, "c": one}
	if err := Write(dir, AnswersFile, answers); err != nil {
		t.Fatal(err)
	}
	var again Answers
	if err := Read(dir, AnswersFile, &again); err != nil || !reflect.DeepEqual(again, answers) {
		t.Errorf("answers %v, %v", again, err)
	}
	if err := Write(dir, RequestsFile, Requests()); err != nil {
		t.Fatal(err)
	}
	var book Book
	if err := Read(dir, RequestsFile, &book); err != nil {
		t.Fatal(err)
	}
	before, err := Encode(Requests())
	if err != nil {
		t.Fatal(err)
	}
	if after, err := Encode(book); err != nil || string(after) != string(before) {
		t.Errorf("the book is another after it was written and read: %v", err)
	}
}

// The names of requests tell them apart.
func TestNamesAreUnique(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, c := range Requests().Conversations {
		for _, r := range c.Requests {
			if seen[c.Key(r)] {
				t.Errorf("%s is there twice", c.Key(r))
			}
			seen[c.Key(r)] = true
		}
	}
}

func TestExpand(t *testing.T) {
	t.Parallel()
	e := &expander{
		documents:  map[string]string{"d": "text", "p": "base64:/w=="},
		serviceKey: func(name string) (string, error) { return "key of " + name, nil },
		answered:   map[string]raw{"r": {body: []byte(`{"request_id":"7","pin":"a-b-129"}`)}},
	}
	for template, want := range map[string]string{
		"{{doc `d`}}{{doc `p`}}":                   "text\xff",
		"{{code `r`}} {{wrong (code `r`)}}":        "a-b-129 a-b-120",
		"{{id `r`}} {{edit (body `r`) `a-b` `x`}}": `7 {"request_id":"7","pin":"x-129"}`,
		"{{key `k`}} {{repeat 3 `x`}}":             "key of k xxx",
	} {
		if got, err := e.text(template); got != want || err != nil {
			t.Errorf("%s: got %q, %v", template, got, err)
		}
	}
	for _, template := range []string{"{{doc `x`}}", "{{body `x`}}", "{{edit (body `r`) `y` `x`}}", "{{"} {
		if got, err := e.text(template); err == nil {
			t.Errorf("%s: got %q", template, got)
		}
	}
	got, err := e.request(Request{Head: []string{"POST / HTTP/1.1"}, Body: "abc", Encode: []string{"chunked"}})
	if want := "POST / HTTP/1.1\r\nContent-Length: 13\r\n\r\n3\r\nabc\r\n0\r\n\r\n"; string(got) != want || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
}
