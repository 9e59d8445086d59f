package recordingtest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Answer is what is compared of an answer: all of it, but for what differs each time.
//
// In place of that stand words in angle brackets: <this ID> for the ID of the request itself,
// <ID of r> for that of an earlier request r of the conversation, <other ID> for that of the
// database; <code of r> for the share code that the answer to r brought; <time in ms> and <time> for a time
// of now, with or without exactly three decimals; <end in ms> and <end> for the end of a share; <date> and
// <date and time> for today in names of files; <version> for the version of the program. What a day's wait leaves of
// 86400 seconds is 86400, and the number of shares in the database is 0.
type Answer struct {
	Proto   string            `json:"proto,omitempty"`   // if it is not HTTP/1.1
	Interim int               `json:"interim,omitempty"` // such as 100 Continue, which came before
	Status  int               `json:"status"`            // 0: the connection was closed without an answer
	Headers map[string]string `json:"headers"`           // those that are not as usual; "" for a usual header that is missing
	Cut     bool              `json:"cut,omitempty"`     // the body ended too early
	JSON    json.RawMessage   `json:"json,omitempty"`    // the body, if it is compact JSON
	Text    string            `json:"text,omitempty"`    // the body otherwise
}

// usual are the headers that most answers have.
var usual = map[string]string{
	"Access-Control-Allow-Origin":   "*",
	"Access-Control-Expose-Headers": "Retry-After, X-Request-ID, X-Biom-Withheld, X-API-Key-Status, Idempotency-Replayed",
	"Cache-Control":                 "no-store",
	"Content-Type":                  "application/json",
	"X-Content-Type-Options":        "nosniff",
}

// ignored are headers that differ each time, or repeat what the body says.
var ignored = []string{"Date", "Content-Length", "Etag", "Last-Modified"}

// neutral makes the answers of a conversation comparable.
type neutral struct {
	now    func() time.Time
	labels map[string]string // what an answer has → what stands in its place
}

func newNeutral() *neutral { return &neutral{now: time.Now, labels: map[string]string{}} }

// answer returns what is compared of the answer to a request.
func (n *neutral) answer(r Request, a raw) (Answer, error) {
	if own := a.header.Get("X-Request-ID"); own != "" && n.labels[own] == "" {
		n.labels[own] = "<this ID>"
		defer func() { n.labels[own] = "<ID of " + r.Name + ">" }()
	}
	for _, m := range pins.FindAllSubmatch(a.body, -1) {
		if code := string(m[1]); n.labels[code] == "" {
			n.labels[code] = "<code of " + r.Name + ">"
		}
	}
	out := Answer{Interim: a.interim, Status: a.status, Headers: n.headers(a.header), Cut: a.status != 0 && !a.complete}
	if a.proto != "HTTP/1.1" {
		out.Proto = a.proto
	}
	body := a.body
	if r.Keep != "" {
		re, err := regexp.Compile(r.Keep)
		if err != nil {
			return out, err
		}
		body = bytes.Join(re.FindAll(body, -1), []byte("\n"))
	}
	if a.header.Get("Content-Type") == "application/zip" {
		var err error
		if body, err = listing(body); err != nil {
			return out, err
		}
	}
	text := n.text(string(body))
	if isCompactJSON(text) {
		out.JSON = json.RawMessage(text)
	} else {
		out.Text = text
	}
	return out, nil
}

func isCompactJSON(text string) bool {
	var out bytes.Buffer
	return strings.HasPrefix(text, "{") && json.Compact(&out, []byte(text)) == nil && out.String() == text
}

// headers returns the headers that are not as usual.
func (n *neutral) headers(h http.Header) map[string]string {
	out := map[string]string{}
	for name, values := range h {
		if slices.Contains(ignored, name) {
			continue
		}
		value := n.text(strings.Join(values, ", "))
		if name == "Access-Control-Expose-Headers" || name == "Access-Control-Allow-Headers" {
			value = known(value)
		}
		if usual[name] != value {
			out[name] = value
		}
	}
	for name := range usual {
		if h[name] == nil && len(h) > 0 {
			out[name] = ""
		}
	}
	return out
}

// known returns a list without the names that the earlier biom did not know: such lists may grow.
func known(list string) string {
	return strings.Join(slices.DeleteFunc(strings.Split(list, ", "), func(name string) bool {
		return !slices.Contains(knownHeaders, name)
	}), ", ")
}

// knownHeaders are the headers that the earlier biom named to browsers.
var knownHeaders = []string{
	"Retry-After", "X-Request-ID", "X-Biom-Withheld", "X-API-Key-Status", "Idempotency-Replayed", "Content-Disposition",
	"Authorization", "X-Provider-API-Key", "Content-Type", "Idempotency-Key",
}

var (
	uuids    = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}`)
	pins     = regexp.MustCompile(`"pin": ?"([^"]+)"`)
	times    = regexp.MustCompile(`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)`)
	versions = regexp.MustCompile(`("app_version": ?)"[^"]*"`)
	days     = regexp.MustCompile(`\b8[56]\d{3}\b`)
	records  = regexp.MustCompile(`"db_records":\d+`)
	dates    = regexp.MustCompile(`\b20\d{6}(-\d{6})?\b`)
)

// text replaces what differs each time.
func (n *neutral) text(s string) string {
	s = versions.ReplaceAllString(s, `$1"<version>"`)
	s = uuids.ReplaceAllStringFunc(s, func(id string) string { return cmp.Or(n.labels[id], "<other ID>") })
	s = pins.ReplaceAllStringFunc(s, func(pin string) string {
		code := pins.FindStringSubmatch(pin)[1]
		return strings.Replace(pin, code, n.labels[code], 1)
	})
	s = times.ReplaceAllStringFunc(s, n.time)
	s = days.ReplaceAllString(s, "86400")
	s = records.ReplaceAllString(s, `"db_records":0`)
	return dates.ReplaceAllStringFunc(s, n.date)
}

// Labels of times.
const (
	timeInMilliseconds = "<time in ms>" // of now, with exactly three decimals
	timeOtherwise      = "<time>"
	endInMilliseconds  = "<end in ms>" // of a share
	endOtherwise       = "<end>"
)

// time returns what stands in place of a timestamp: the timestamp itself, if it is none of
// now or of the end of a share.
func (n *neutral) time(s string) string {
	at, err := time.Parse(time.RFC3339, s)
	if err != nil {
		return s
	}
	const life, margin = 744 * time.Hour, time.Hour
	precise := threeDecimals.MatchString(s)
	switch after := at.Sub(n.now()); {
	case after.Abs() < margin && precise:
		return timeInMilliseconds
	case after.Abs() < margin:
		return timeOtherwise
	case (after-life).Abs() < margin && precise:
		return endInMilliseconds
	case (after - life).Abs() < margin:
		return endOtherwise
	}
	return s
}

var threeDecimals = regexp.MustCompile(`\.\d{3}(Z|[+-]\d\d:\d\d)$`)

// date returns what stands in place of a date in the name of a file.
func (n *neutral) date(s string) string {
	day, _, hasTime := strings.Cut(s, "-")
	at, err := time.Parse("20060102", day)
	if err != nil || n.now().Sub(at).Abs() > 48*time.Hour {
		return s
	}
	if hasTime {
		return "<date and time>"
	}
	return "<date>"
}
