package sse_test

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"biom/shared/client/internal/sse"
)

const limit = 1 << 10

// read returns every event of a stream and the error that ended it.
func read(r io.Reader) (events []sse.Event, err error) {
	reader := sse.NewReader(r, limit)
	for {
		e, err := reader.Next()
		if err != nil {
			return events, err
		}
		events = append(events, e)
	}
}

// show returns events as one line, to compare and to print.
func show(events []sse.Event) string {
	var b strings.Builder
	for _, e := range events {
		b.WriteString(e.ID + "|" + e.Name + "|" + string(e.Data) + ";")
	}
	return b.String()
}

func TestNextReadsEvents(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, stream, want string
		err                error
	}{
		{"empty", "", "", io.EOF},
		{"one", "data: a\n\n", "|message|a;", io.EOF},
		{"all fields", "id: 7\nevent: progress\ndata: a\nretry: 10\n\n", "7|progress|a;", io.EOF},
		{"several data lines", "data: a\ndata\ndata:  b\n\n", "|message|a\n\n b;", io.EOF},
		{"no space, no colon", "data:a\n\ndata\n\n", "|message|a;|message|;", io.EOF},
		{"comments", ": ping\n\n:\ndata: a\n: between\ndata: b\n\n", "|message|a\nb;", io.EOF},
		{"CRLF", "event: x\r\ndata: a\r\n\r\ndata: b\r\n\r\n", "|x|a;|message|b;", io.EOF},
		{"CR", "event: x\rdata: a\r\rdata: b\r\r", "|x|a;|message|b;", io.EOF},
		{"mixed ends", "data: a\r\ndata: b\rdata: c\n\r\n", "|message|a\nb\nc;", io.EOF},
		{"byte order mark, once", "\ufeffdata: a\n\n\ufeffdata: b\n\n", "|message|a;", io.EOF},
		{"an id stays", "id: 1\ndata: a\n\ndata: b\n\nid\ndata: c\n\n", "1|message|a;1|message|b;|message|c;", io.EOF},
		{"an id with NUL does not count", "id: 1\ndata: a\n\nid: \x00\ndata: b\n\n", "1|message|a;1|message|b;", io.EOF},
		{"no data, no event", "event: x\n\ndata: a\n\n", "|message|a;", io.EOF},
		{"unknown fields", "dat: x\ndata : y\n data: z\ndata: a\n\n", "|message|a;", io.EOF},
		{"cut in a line", "data: a\n\ndata: b", "|message|a;", io.ErrUnexpectedEOF},
		{"cut before the blank line", "data: a\n\ndata: b\n", "|message|a;", io.ErrUnexpectedEOF},
		{"cut after a comment", "data: a\n\n: ping\n", "|message|a;", io.EOF},
		{"two bytes", "x\n", "", io.EOF},
		{"longest line", "data:" + strings.Repeat("x", limit-5) + "\n\n", "|message|" + strings.Repeat("x", limit-5) + ";", io.EOF},
		{"line too long", "data:" + strings.Repeat("x", limit-4) + "\n\n", "", sse.ErrTooLong},
		{"comment too long", ":" + strings.Repeat("x", limit), "", sse.ErrTooLong},
		{"event too long", strings.Repeat("data: 0123456789\n", limit/10), "", sse.ErrTooLong},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			for name, r := range chunked(c.stream) {
				got, err := read(r)
				if show(got) != c.want || !errors.Is(err, c.err) {
					t.Errorf("%s: got %q, %v; want %q, %v", name, show(got), err, c.want, c.err)
				}
			}
		})
	}
}

// chunked returns a stream cut in the ways in which networks deliver it.
func chunked(stream string) map[string]io.Reader {
	return map[string]io.Reader{
		"whole":        strings.NewReader(stream),
		"byte by byte": iotest.OneByteReader(strings.NewReader(stream)),
		"halves":       iotest.HalfReader(strings.NewReader(stream)),
		"data and EOF": iotest.DataErrReader(strings.NewReader(stream)),
	}
}

func TestNextDoesNotWaitForTheByteAfterAnEvent(t *testing.T) {
	t.Parallel()
	in, out := io.Pipe()
	defer in.Close()
	go func() { _, _ = io.WriteString(out, "data: a\r\r") }() // and nothing more
	e, err := sse.NewReader(in, limit).Next()
	if err != nil || string(e.Data) != "a" {
		t.Fatalf("got %q, %v", e.Data, err)
	}
}

func TestNextReturnsTheErrorOfTheStream(t *testing.T) {
	t.Parallel()
	broken := errors.New("connection reset")
	_, err := read(io.MultiReader(strings.NewReader("data: a\n"), iotest.ErrReader(broken)))
	if !errors.Is(err, broken) {
		t.Fatalf("got %v", err)
	}
}

// No stream makes the reader panic or return more data than its limit. The events
// do not depend on where the network cuts the stream or on how its lines end.
func FuzzNext(f *testing.F) {
	f.Add([]byte("id: 1\nevent: progress\ndata: {\ndata: }\n\n: ping\n\ndata: x\n\n"))
	f.Add([]byte("\ufeffdata: a\r\n\r\ndata: b\r\rid: \x00\ndata\n\n"))
	f.Fuzz(func(t *testing.T, stream []byte) {
		want, wantErr := read(bytes.NewReader(stream))
		got, gotErr := read(iotest.OneByteReader(bytes.NewReader(stream)))
		if show(got) != show(want) || gotErr.Error() != wantErr.Error() {
			t.Fatalf("whole: %q, %v; byte by byte: %q, %v", show(want), wantErr, show(got), gotErr)
		}
		for _, e := range want {
			if len(e.Data) > limit || bytes.ContainsRune(e.Data, '\r') || strings.ContainsAny(e.ID+e.Name, "\r\n") {
				t.Fatalf("event %q", show([]sse.Event{e}))
			}
		}
		crlf := strings.ReplaceAll(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(stream)), "\n", "\r\n")
		got, gotErr = read(strings.NewReader(crlf))
		if show(got) != show(want) || gotErr.Error() != wantErr.Error() {
			t.Fatalf("as it is: %q, %v; with CRLF: %q, %v", show(want), wantErr, show(got), gotErr)
		}
	})
}
