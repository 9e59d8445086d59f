package recordingtest

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
	"text/template"
)

// Heads and bodies of requests are templates of package text/template. In them stand
//
//	{{doc `a.json`}}      a document
//	{{code `r`}}          the share code in the answer to the request r of the same conversation
//	{{wrong (code `r`)}}  the same code with another last digit
//	{{id `r`}}            the request ID of the answer to r
//	{{body `r`}}          the whole body of that answer
//	{{edit (body `r`) `old` `new`}}
//	{{key `k`}}           a service key: all of a conversation with the same name are the same
//	{{repeat 5 `x`}}      xxxxx

// expander turns templates into what a client sends.
type expander struct {
	documents  map[string]string
	serviceKey func(name string) (string, error)
	answered   map[string]raw // request's name → its answer
}

func (e *expander) functions() template.FuncMap {
	return template.FuncMap{
		"doc":    e.document,
		"code":   func(request string) (string, error) { return e.member(request, "pin") },
		"id":     func(request string) (string, error) { return e.member(request, "request_id") },
		"body":   func(request string) (string, error) { return e.body(request) },
		"wrong":  wrong,
		"edit":   edit,
		"key":    e.serviceKey,
		"repeat": func(n int, s string) string { return strings.Repeat(s, n) },
	}
}

// request returns the bytes of a request.
func (e *expander) request(r Request) ([]byte, error) {
	head, err := e.text(strings.Join(r.Head, "\r\n"))
	if err != nil {
		return nil, err
	}
	body, err := e.text(r.Body)
	if err != nil {
		return nil, err
	}
	for _, how := range r.Encode {
		if body, err = encoded(how, body); err != nil {
			return nil, err
		}
	}
	if named := strings.ToLower(head); body != "" && !strings.Contains(named, "\ncontent-length:") && !strings.Contains(named, "\ntransfer-encoding:") {
		head += "\r\nContent-Length: " + strconv.Itoa(len(body))
	}
	return []byte(head + "\r\n\r\n" + body), nil
}

func (e *expander) text(s string) (string, error) {
	if !strings.Contains(s, "{{") {
		return s, nil
	}
	t, err := template.New("").Funcs(e.functions()).Parse(s)
	if err != nil {
		return "", err
	}
	var out strings.Builder
	err = t.Execute(&out, nil)
	return out.String(), err
}

func (e *expander) document(name string) (string, error) {
	text, ok := e.documents[name]
	if !ok {
		return "", fmt.Errorf("there is no document %s", name)
	}
	coded, ok := strings.CutPrefix(text, "base64:")
	if !ok {
		return text, nil
	}
	data, err := base64.StdEncoding.DecodeString(coded)
	return string(data), err
}

func (e *expander) body(request string) (string, error) {
	a, ok := e.answered[request]
	if !ok {
		return "", fmt.Errorf("no request before is called %s", request)
	}
	return string(a.body), nil
}

// member returns the first member of a name in the body of an answer, on whatever level.
func (e *expander) member(request, name string) (string, error) {
	body, err := e.body(request)
	if err != nil {
		return "", err
	}
	_, rest, ok := strings.Cut(body, `"`+name+`":"`)
	value, _, _ := strings.Cut(rest, `"`)
	if !ok {
		return "", fmt.Errorf("the answer to %s has no %s: %s", request, name, body)
	}
	return value, nil
}

// wrong returns a share code with another last digit.
func wrong(code string) string {
	last := len(code) - 1
	return code[:last] + string('0'+(code[last]-'0'+1)%10)
}

func edit(text, before, after string) (string, error) {
	if !strings.Contains(text, before) {
		return "", fmt.Errorf("%s is not in %s", before, text)
	}
	return strings.Replace(text, before, after, 1), nil
}

// encoded returns a body in gzip, or in chunks of at most 1000 bytes.
func encoded(how, body string) (string, error) {
	var out bytes.Buffer
	switch how {
	case "gzip":
		w := gzip.NewWriter(&out)
		if _, err := w.Write([]byte(body)); err != nil {
			return "", err
		}
		err := w.Close()
		return out.String(), err
	case "chunked":
		for rest := body; rest != ""; {
			n := min(len(rest), 1000)
			fmt.Fprintf(&out, "%x\r\n%s\r\n", n, rest[:n])
			rest = rest[n:]
		}
		out.WriteString("0\r\n\r\n")
		return out.String(), nil
	}
	return "", fmt.Errorf("there is no encoding %s", how)
}
