package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestStatus(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fakeJSON(w, 200, `{"status":"operational","provider_llm":"local\u001b[2J","environment":"test","app_version":"v1","schema_version":"1.1.0","db_id":null}`)
	}))
	defer server.Close()
	var out strings.Builder
	c := statusCmd{Service: serverFlags{Server: server.URL}}
	if err := c.Run(&terminal{Process: testProcess(&out, io.Discard), ctx: t.Context()}); err != nil {
		t.Fatal(err)
	}
	want := "Server          " + server.URL + "\nStatus          operational\nProvider        local\ufffd[2J\nEnvironment     test\n" +
		"Version         v1\nReport schema   1.1.0\nShare database  –\n"
	if out.String() != want {
		t.Errorf("got:\n%s\nwant:\n%s", &out, want)
	}
	c.Service.Server = "http://127.0.0.1:1"
	if err := c.Run(&terminal{Process: testProcess(&out, io.Discard), ctx: t.Context()}); err == nil || !strings.Contains(err.Error(), "Is it running?") {
		t.Errorf("got %v", err)
	}
}
