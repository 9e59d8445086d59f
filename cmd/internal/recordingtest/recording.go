package recordingtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// The files of a folder of recordings.
const (
	RequestsFile = "requests.json"
	AnswersFile  = "answers.json"
	ChangesFile  = "changes.json"
)

// Book has every request.
type Book struct {
	// Documents are the files that clients upload, by name. Templates name them. The content
	// of a document that is not text begins with "base64:".
	Documents     map[string]string `json:"documents"`
	Conversations []Conversation    `json:"conversations"`
}

// Conversation is what one client sends, in order. Each conversation has an address of its
// own, so that its quotas are its own.
type Conversation struct {
	Name     string    `json:"name"`
	Server   string    `json:"server"`                   // one of the servers of the test
	OneConn  bool      `json:"one_connection,omitempty"` // the client keeps its connection
	Requests []Request `json:"requests"`
}

// Quick reports whether the requests need little time: they name no document that somebody
// reads, no share code and no service key.
func (c Conversation) Quick() bool {
	return c.Server == modelServer && !slices.ContainsFunc(c.Requests, func(r Request) bool {
		return slow.MatchString(r.Body + strings.Join(r.Head, ""))
	})
}

var slow = regexp.MustCompile(`{{(key|code|wrong|doc .\w+\.(pdf|png|jpg|gif|bmp))`)

// Request is one request. Its name is unique in its conversation.
type Request struct {
	Name   string   `json:"name"`
	Head   []string `json:"head"`             // the request line and the headers
	Body   string   `json:"body,omitempty"`   // with a body, the header Content-Length is added, unless Head says how long it is
	Encode []string `json:"encode,omitempty"` // what is done to the body: gzip, chunked
	Keep   string   `json:"keep,omitempty"`   // if it is not "", only what this regular expression matches in the answer's body is kept

	changed []string // the points of the changelog's list that change the answer
}

// Key is the name of a request among all.
func (c Conversation) Key(r Request) string { return c.Name + ": " + r.Name }

// Answers are the answers to requests, by [Conversation.Key].
type Answers map[string]Answer

// Changes are the changes of answers, by [Conversation.Key].
type Changes map[string]Change

// Change is the new answer to a request, and why it is not the old one.
type Change struct {
	Points []string `json:"points"` // words of the changelog
	Answer Answer   `json:"answer"`
}

// Read decodes a file of a folder of recordings.
func Read(dir, file string, target any) error {
	text, err := os.ReadFile(filepath.Join(dir, file))
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, target); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return nil
}

// Write encodes a file of a folder of recordings.
func Write(dir, file string, content any) error {
	text, err := Encode(content)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, file), text, 0o600)
}

// Encode returns what a file of recordings holds: JSON with each request, or each answer,
// on a line of its own.
func Encode(content any) ([]byte, error) {
	switch content := content.(type) {
	case Book:
		return content.encode()
	case Answers:
		return content.encode()
	case Changes:
		return lines(content)
	}
	return nil, fmt.Errorf("recordings have no %T", content)
}

func (b Book) encode() ([]byte, error) {
	documents, err := lines(b.Documents)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, "{\"documents\": %s, \"conversations\": [\n", bytes.TrimSpace(documents))
	for i, c := range b.Conversations {
		requests := c.Requests
		c.Requests = []Request{}
		head, err := compact(c)
		if err != nil {
			return nil, err
		}
		out.Write(bytes.TrimSuffix(head, []byte("]}")))
		for j, r := range requests {
			line, err := compact(r)
			if err != nil {
				return nil, err
			}
			fmt.Fprintf(&out, "%s\n  %s", separator(j), line)
		}
		fmt.Fprintf(&out, "]}%s\n", separator(len(b.Conversations)-1-i))
	}
	out.WriteString("]}\n")
	return out.Bytes(), nil
}

// separator returns the comma between two members of a list, "" for the number 0.
func separator(i int) string {
	if i == 0 {
		return ""
	}
	return ","
}
