package recordingtest

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"syscall"
	"time"
)

// exchangeTimeout is how long a client waits for an answer. It only ends a test that hangs.
const exchangeTimeout = 2 * time.Minute

// raw is an answer as it came.
type raw struct {
	proto    string
	interim  int // status of the first interim response, such as 100; 0: there was none
	status   int // 0: the server closed the connection without an answer
	header   http.Header
	body     []byte
	complete bool // the body ended where its header says
}

// wire is a client's way to a server.
type wire struct {
	server string // host:port
	from   net.IP // the client's address
	keep   bool   // whether the client keeps its connection

	conn   net.Conn
	reader *bufio.Reader
}

func (w *wire) close() {
	if w.conn != nil {
		_ = w.conn.Close()
		w.conn = nil
	}
}

// exchange sends a request as it is and reads its answer.
func (w *wire) exchange(request []byte) (raw, error) {
	if !w.keep {
		w.close()
	}
	if w.conn == nil {
		dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: w.from}}
		conn, err := dialer.Dial("tcp", w.server)
		if err != nil {
			return raw{}, err
		}
		w.conn, w.reader = conn, bufio.NewReader(conn)
	}
	if err := w.conn.SetDeadline(time.Now().Add(exchangeTimeout)); err != nil {
		return raw{}, err
	}
	sent := make(chan struct{})
	go func() { // an answer may come before the request was read to its end
		defer close(sent)
		_, _ = w.conn.Write(request) // if it fails, the answer says why
	}()
	a, err := read(w.reader, request)
	if a.header.Get("Connection") == "close" || a.status == 0 {
		w.close()
		<-sent
		return a, err
	}
	<-sent
	return a, err
}

// read reads the answer to a request.
func read(from *bufio.Reader, request []byte) (a raw, err error) {
	method, _, _ := bytes.Cut(request, []byte(" "))
	for {
		res, err := http.ReadResponse(from, &http.Request{Method: string(method)})
		if err != nil {
			if closedEarly(err) {
				return a, nil
			}
			return a, fmt.Errorf("reading the answer: %w", err)
		}
		if res.StatusCode < http.StatusOK {
			a.interim = res.StatusCode
			continue
		}
		a.proto, a.status, a.header = res.Proto, res.StatusCode, res.Header
		for _, coding := range res.TransferEncoding {
			a.header.Add("Transfer-Encoding", coding)
		}
		if res.Close && a.header.Get("Connection") == "" {
			a.header.Set("Connection", "close")
		}
		a.body, err = io.ReadAll(res.Body)
		_ = res.Body.Close()
		a.complete = err == nil
		return a, nil
	}
}

// closedEarly reports whether the server closed the connection instead of answering.
func closedEarly(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, syscall.ECONNRESET)
}
