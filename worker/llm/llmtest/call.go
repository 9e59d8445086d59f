package llmtest

import (
	"encoding/json"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// dialect is the form of the requests and responses of one vendor's API.
type dialect interface {
	key(r *http.Request) string
	// read returns the document in a request. The error says why a vendor would
	// refuse the request.
	read(r *http.Request, body []byte) (file []byte, err error)
	models() any
	// answer returns a response with the model's text; whole is false if the limit on
	// the output has cut the text off.
	answer(text string, whole bool) any
	refusal() any
	failure(status int, code, message string, retry time.Duration) any
	badKey(key string) (status int, body any)
}

// call is one request that is being served.
type call struct {
	*StandIn
	dialect

	w http.ResponseWriter
	r *http.Request
}

// badKey sends the response to a key that is not accepted.
func (c *call) badKey() {
	status, body := c.dialect.badKey(c.key(c.r))
	c.send(status, body)
}

// ask serves a call of the model.
func (c *call) ask(body []byte) {
	file, err := c.read(c.r, body)
	fault := c.note(c.r, body, err)
	if err != nil {
		c.fail(http.StatusBadRequest, "invalid_request", err.Error())
		return
	}
	if c.cfg.Latency != nil && c.cfg.Latency(c.r.Context()) != nil {
		return
	}
	c.misbehave(fault, c.StandIn.answer(file))
}

// misbehave responds with the fault; answer is the right answer.
func (c *call) misbehave(fault Fault, answer []byte) {
	switch fault {
	case Hang:
		<-c.r.Context().Done()
	case Reset:
		c.reset()
	case Cut:
		c.cut(answer)
	case Status401:
		c.fail(http.StatusUnauthorized, "invalid_api_key", "Incorrect API key provided: "+c.key(c.r)) // vendors quote the key too
	case Status403:
		c.fail(http.StatusForbidden, "permission_denied", "The key "+c.key(c.r)+" may not use this model.")
	case Status429, RetryLater:
		c.limit(fault == RetryLater)
	case Status500:
		c.fail(http.StatusInternalServerError, "server_error", "While reading: "+string(answer))
	case Status503:
		c.fail(http.StatusServiceUnavailable, "overloaded", "The model is overloaded.")
	case Refuse:
		c.send(http.StatusOK, c.refusal())
	default:
		c.sendAnswer(fault, answer)
	}
}

// sendAnswer sends an answer of the model: late, with errors in its text, or right.
func (c *call) sendAnswer(fault Fault, answer []byte) {
	if fault == Delay && c.cfg.Late(c.r.Context()) != nil {
		return
	}
	text := c.changed(fault, answer)
	response := c.dialect.answer(text, fault != Truncated)
	if fault == Drip {
		c.drip(response)
		return
	}
	c.send(http.StatusOK, response)
}

func (c *call) fail(status int, code, message string) {
	c.send(status, c.failure(status, code, message, 0))
}

// limit sends a 429. With hint, it names the time after which another call is allowed: in
// a header for OpenAI, and in the body for Gemini.
func (c *call) limit(hint bool) {
	var retry time.Duration
	if hint {
		retry = c.cfg.Retry
	}
	if _, ok := c.dialect.(openai); ok && hint {
		c.w.Header().Set("Retry-After", strconv.Itoa(int(retry.Seconds())))
	}
	c.send(http.StatusTooManyRequests, c.failure(http.StatusTooManyRequests, "rate_limit_exceeded", "Slow down.", retry))
}

func (c *call) send(status int, body any) {
	text := marshal(body)
	c.w.Header().Set("Content-Type", "application/json")
	c.w.WriteHeader(status)
	_, _ = c.w.Write(text) // fails if the client has left
}

func marshal(body any) []byte {
	text, err := json.Marshal(body)
	if err != nil {
		panic(err) // cannot happen: the bodies are maps of strings
	}
	return text
}

// drip sends a response byte by byte.
func (c *call) drip(body any) {
	text := marshal(body)
	c.w.Header().Set("Content-Type", "application/json")
	flush := http.NewResponseController(c.w).Flush
	for i := range text {
		if _, err := c.w.Write(text[i : i+1]); err != nil || flush() != nil || c.cfg.Late(c.r.Context()) != nil {
			return
		}
	}
}

// cut announces more bytes than it sends.
func (c *call) cut(answer []byte) {
	c.w.Header().Set("Content-Type", "application/json")
	c.w.Header().Set("Content-Length", "100000")
	text := marshal(c.dialect.answer(string(answer), true))
	_, _ = c.w.Write(text[:len(text)/2])
	_ = http.NewResponseController(c.w).Flush()
	panic(http.ErrAbortHandler)
}

// reset ends the connection with a TCP reset, or over HTTP/2 the stream.
func (c *call) reset() {
	conn, _, err := http.NewResponseController(c.w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	conn.Close()
}

// bearer returns the key in the Authorization header.
func bearer(r *http.Request) string {
	key, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !ok {
		return ""
	}
	return key
}
