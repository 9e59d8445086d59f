package recordingtest

import (
	"fmt"
	"slices"
	"strings"
)

// Requests makes the book of all requests.
func Requests() Book {
	b := Book{Documents: documents()}
	for _, conversations := range [][]Conversation{
		limits(), clients(), keys(), forms(), reports(), files(), extractions(), shares(), repeats(), exports(), ratings(), pages(), transport(),
	} {
		b.Conversations = append(b.Conversations, conversations...)
	}
	return b
}

// Changed returns the points of the changelog's list that change answers, by
// [Conversation.Key].
func (b Book) Changed() map[string][]string {
	changed := map[string][]string{}
	for _, c := range b.Conversations {
		for _, r := range c.Requests {
			if r.changed != nil {
				changed[c.Key(r)] = r.changed
			}
		}
	}
	return changed
}

// The paths of the API.
const (
	process  = "/api/v1/biom/process"
	retrieve = "/api/v1/biom/retrieve"
	feedback = "/api/v1/biom/feedback"
	export   = "/api/v1/biom/export"
	usage    = "/api/v1/biom/usage"
	status   = "/api/v1/status"
	health   = "/api/v1/health"
)

// conversation returns a conversation with a server.
func conversation(name, server string, requests ...Request) Conversation {
	return Conversation{Name: name, Server: server, Requests: requests}
}

// request returns a request with an empty body.
func request(name, method, target string) Request {
	return Request{Name: name, Head: []string{method + " " + target + " HTTP/1.1", "Host: biom.example"}}
}

func get(name, target string) Request { return request(name, "GET", target) }

// post returns a request with a body in JSON.
func post(name, target, body string) Request {
	return request(name, "POST", target).header("Content-Type: application/json").body(body)
}

// upload returns a request to process with a form of these parts.
func upload(name string, parts ...string) Request {
	return request(name, "POST", process).header("Content-Type: multipart/form-data; boundary=b").body(strings.Join(parts, "") + "--b--\r\n")
}

// doc returns a part with a document as the file.
func doc(name string) string { return named(name, "{{doc `"+name+"`}}") }

// named returns a part with a file of a name.
func named(name, content string) string {
	return part(fmt.Sprintf("Content-Disposition: form-data; name=%q; filename=%q", "file", name), content)
}

// field returns a part with an option.
func field(name, value string) string {
	return part(fmt.Sprintf("Content-Disposition: form-data; name=%q", name), value)
}

// part returns a part of a form.
func part(head, content string) string { return "--b\r\n" + head + "\r\n\r\n" + content + "\r\n" }

// header returns the request with further headers.
func (r Request) header(lines ...string) Request {
	r.Head = append(slices.Clip(r.Head), lines...)
	return r
}

// line returns the request with another first line.
func (r Request) line(line string) Request {
	r.Head = append([]string{line}, r.Head[1:]...)
	return r
}

// without returns the request without the headers of a name.
func (r Request) without(name string) Request {
	var head []string
	for _, line := range r.Head {
		if !strings.HasPrefix(line, name+":") {
			head = append(head, line)
		}
	}
	r.Head = head
	return r
}

func (r Request) body(body string) Request {
	r.Body = body
	return r
}

// encoded returns the request with an encoded body. It has the headers that say so.
func (r Request) encoded(how ...string) Request {
	r.Encode = how
	for _, h := range how {
		if h == "chunked" {
			r = r.header("Transfer-Encoding: chunked")
		} else {
			r = r.header("Content-Encoding: " + h)
		}
	}
	return r
}

// key returns the request with a service key as a bearer token.
func (r Request) key(name string) Request {
	return r.header("Authorization: Bearer {{key `" + name + "`}}")
}

// keep returns the request with Keep.
func (r Request) keep(pattern string) Request {
	r.Keep = pattern
	return r
}

// by returns the request as one whose answer points of the changelog's list change.
func (r Request) by(points ...string) Request {
	r.changed = points
	return r
}

// The points of the changelog's list, in its words.
const (
	emptyOptions   = "Empty options of a form, `validate=` and `api_key=` count as absent."
	moreBooleans   = "Booleans may also be t/f and y/n, with blanks around them."
	providerAway   = "`usage?validate=true` answers 200 with `valid: null` if the provider cannot be asked (503 before)."
	partNames      = "A form without a part `file` is told the names of the parts that it has."
	misplaced      = "Members of an uploaded document that look like measurements in the wrong place, such as `data.AL`, are named in `metadata.extraction.ignored` and in the header"
	otherScheme    = "An `Authorization` of another scheme than `Bearer` sets `X-API-Key-Status: invalid`, unless the query has a key."
	gzipBodies     = "Bodies with `Content-Encoding: gzip` are decoded, within the same limits; other encodings get 415."
	newPages       = "`/favicon.ico` and `/robots.txt` exist."
	slashes        = "A slash at the end of a path makes no difference."
	feedbackMark   = "`feedback` accepts a byte order mark."
	initials       = "Initials: one word of up to two capital letters stays as it is"
	longHeaders    = "Headers beyond 16 KiB get 431, as the documentation says; 20 KB passed."
	withheldListed = "Withheld values stand in `metadata.extraction.withheld` too, with their reasons."
	oneNameRow     = "The first sheet of an exported workbook has one row of names; the units stand in the sheet Columns."
	samplesAddress = "The samples in the documentation use the address of the server that shows them."

	// Timestamps is the point that changes every answer with a timestamp, so that it is
	// checked for all of them.
	Timestamps = "All timestamps have exactly three decimals."
)
