package api_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/netip"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"biom/api"
	"biom/shared/apikey"
	"biom/shared/problem"
	"biom/shared/quota"
)

const agentPath = "/mcp"

// agentHeaders are the headers of a client of the Model Context Protocol.
var agentHeaders = http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}, "Mcp-Protocol-Version": {"2025-06-18"}}

// message posts a message to path, with further headers.
func (b *bundle) message(ctx context.Context, path, body string, headers ...string) (*http.Response, []byte, error) {
	b.t.Helper()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, b.url+path, strings.NewReader(body))
	if err != nil {
		b.t.Fatal(err)
	}
	r.Header = maps.Clone(agentHeaders)
	for i := 0; i < len(headers); i += 2 {
		r.Header[http.CanonicalHeaderKey(headers[i])] = []string{headers[i+1]}
	}
	resp, err := b.agentClient().Do(r)
	if err != nil {
		return nil, nil, err
	}
	return resp, b.body(resp), nil
}

// agentClient returns a client without the checks of the API's responses: MCP is another protocol.
func (b *bundle) agentClient() *http.Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.DisableKeepAlives = true // Shutdown waits for unused connections
	return &http.Client{Transport: transport}
}

// toolCall returns the message that calls a tool.
func toolCall(tool, arguments string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, tool, arguments)
}

// readCall returns the message that has a PDF read.
func readCall(pdf string) string {
	return toolCall("read_report", fmt.Sprintf(`{"content":%q,"filename":"canary.pdf"}`, base64.StdEncoding.EncodeToString([]byte(pdf))))
}

// tool calls a tool and returns the text of its result.
func (b *bundle) tool(path, body string, headers ...string) (text string, isError bool) {
	b.t.Helper()
	resp, answer, err := b.message(b.t.Context(), path, body, headers...)
	if err != nil {
		b.t.Fatal(err)
	}
	var m struct {
		Result struct {
			Content []struct{ Text string }
			IsError bool
		}
	}
	if err := json.Unmarshal(answer, &m); resp.StatusCode != http.StatusOK || err != nil || len(m.Result.Content) == 0 {
		b.t.Fatalf("%d %s, %v", resp.StatusCode, answer, err)
	}
	if resp.Header.Get("Cache-Control") != "no-store" || resp.Header.Get("X-Request-ID") == "" || resp.Header.Get("Access-Control-Allow-Origin") != "*" {
		b.t.Errorf("the headers are %v", resp.Header)
	}
	return m.Result.Content[0].Text, m.Result.IsError
}

// TestAgentTools: a public client calls every tool.
func TestAgentTools(t *testing.T) {
	t.Parallel()
	b := setupSharing(t)
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(),
		&mcp.StreamableClientTransport{Endpoint: b.url + agentPath, HTTPClient: b.agentClient()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	var report any
	for _, c := range []struct {
		tool string
		with map[string]any
	}{
		{"read_report", map[string]any{"content": base64.StdEncoding.EncodeToString([]byte(pdf)), "filename": "canary.pdf", "share": true}},
		{"retrieve_share", map[string]any{"code": pin}},
		{"validate_report", map[string]any{"report": json.RawMessage(document())}},
		{"export_reports", map[string]any{}},
		{"usage", nil},
	} {
		if c.tool == "export_reports" {
			c.with["reports"] = []any{map[string]any{"response": report, "filename": "canary.pdf"}}
		}
		result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: c.tool, Arguments: c.with})
		if err != nil || result.IsError || result.StructuredContent == nil {
			t.Errorf("%s: %v, %v", c.tool, result, err)
			continue
		}
		report = result.StructuredContent
	}
	for bucket, want := range map[quota.Bucket]float64{quota.BiomAI: 1, quota.BiomJSON: 1, quota.Retrieve: 1} {
		if n := b.used(bucket); n != want {
			t.Errorf("%v credits of %s are used", n, bucket)
		}
	}
	for _, route := range []string{"/api/v1/biom/process", "/api/v1/biom/retrieve", "/api/v1/biom/export", "/api/v1/biom/usage", agentPath} {
		if !b.log.contains("route=" + route + " status=200") {
			t.Errorf("no line about %s in the log", route)
		}
	}
}

// TestAgentIsCharged: a tool is charged to the caller of the request that called it.
func TestAgentIsCharged(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *api.Config) { c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")} })
	b.keys["k"] = apikey.Record{User: "u", Limits: apikey.Limits{BiomAI: 4, BiomAIBYOK: 2}}
	user, other := quota.User("u"), quota.Address(netip.MustParseAddr("192.0.2.7"))
	for _, c := range []struct {
		path    string
		headers []string
		bucket  quota.Bucket
		subject quota.Subject
		want    float64
	}{
		{agentPath, nil, quota.BiomAI, quota.Address(netip.MustParseAddr("127.0.0.1")), 1},
		{agentPath, []string{"X-Forwarded-For", "192.0.2.7"}, quota.BiomAI, other, 1},
		{agentPath, []string{"Authorization", "Bearer k"}, quota.BiomAI, user, 1},
		{agentPath + "?api_key=k", nil, quota.BiomAI, user, 2},
		{agentPath, []string{"Authorization", "Bearer k", "X-Provider-API-Key", canary}, quota.BiomAIBYOK, user, 1},
	} {
		if text, isError := b.tool(c.path, readCall(pdf), c.headers...); isError {
			t.Errorf("%v: %s", c.headers, text)
		}
		if n := b.usedBy(c.bucket, c.subject); n != c.want {
			t.Errorf("%v: %v credits of %s are used", c.headers, n, c.subject)
		}
	}
	text, isError := b.tool(agentPath, readCall(pdf), "Authorization", "Bearer k")
	if !isError || !strings.Contains(text, "Try again in 24h0m0s") || !strings.Contains(text, "429, RATE_LIMIT_EXCEEDED") {
		t.Errorf("beyond the quota: %s", text)
	}
	text, _ = b.tool(agentPath, readCall(pdf), "Authorization", "Bearer "+canary)
	if !strings.Contains(text, "The service key was not accepted") {
		t.Errorf("a wrong key: %s", text)
	}
}

// TestAgentIsRefused: what is no message of a program, or too much of it, gets a problem.
func TestAgentIsRefused(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *api.Config) { c.MaxUpload = 3 << 10 })
	list := `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
	large := `{"x":"` + strings.Repeat("x", 2<<20) + `"}`
	for name, c := range map[string]struct {
		body    string
		headers []string
		status  int
	}{
		"no origin":                {list, nil, http.StatusOK},
		"a page of this machine":   {list, []string{"Origin", "http://localhost:6274"}, http.StatusOK},
		"the same by its address":  {list, []string{"Origin", "http://[::1]:6274"}, http.StatusOK},
		"a page of another site":   {list, []string{"Origin", "https://canary.example"}, http.StatusForbidden},
		"a name that leads here":   {list, []string{"Origin", "http://localhost.example"}, http.StatusForbidden},
		"a page without an origin": {list, []string{"Origin", "null"}, http.StatusForbidden},
		"a batch":                  {"[" + list + "]", nil, http.StatusBadRequest},
		"nothing":                  {"", nil, http.StatusBadRequest},
		"no JSON":                  {"{canary", nil, http.StatusBadRequest},
		"deep JSON":                {`{"a":` + strings.Repeat("[", 1<<20), nil, http.StatusBadRequest},
		"another type":             {list, []string{"Content-Type", "text/plain"}, http.StatusUnsupportedMediaType},
		"another encoding":         {list, []string{"Content-Encoding", "br"}, http.StatusUnsupportedMediaType},
		"no gzip":                  {list, []string{"Content-Encoding", "gzip"}, http.StatusBadRequest},
		"no answer wanted":         {list, []string{"Accept", "text/html"}, http.StatusBadRequest},
		"an unknown version":       {list, []string{"Mcp-Protocol-Version", "1999-01-01"}, http.StatusBadRequest},
		"a large message":          {large, nil, http.StatusRequestEntityTooLarge},
	} {
		resp, body, err := b.message(t.Context(), agentPath, c.body, c.headers...)
		if err != nil || resp.StatusCode != c.status {
			t.Errorf("%s: %v, %v, %.200s", name, resp, err, body)
			continue
		}
		var p problem.Body
		if c.status != http.StatusOK && (json.Unmarshal(body, &p) != nil || p.Error.Message == "" || p.Error.RequestID != resp.Header.Get("X-Request-ID")) {
			t.Errorf("%s: %s", name, body)
		}
	}
	resp, body, err := b.message(t.Context(), agentPath+"?%zz", list)
	if err != nil || resp.StatusCode != http.StatusBadRequest {
		t.Errorf("%v, %s, %v", resp, body, err)
	}
	_, body, err = b.message(t.Context(), agentPath, `{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",`+
		`"io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}},"notifications":{"toolsListChanged":true}}}`,
		"Mcp-Protocol-Version", "2026-07-28", "Mcp-Method", "subscriptions/listen")
	if err != nil || !bytes.Contains(body, []byte("-32601")) {
		t.Errorf("a subscription: %s, %v", body, err)
	}
	if resp, _ := b.do(http.MethodGet, agentPath); resp.StatusCode != http.StatusMethodNotAllowed || resp.Header.Get("Allow") != "POST, OPTIONS" {
		t.Errorf("GET: %d, %v", resp.StatusCode, resp.Header)
	}
	if resp, _ := b.do(http.MethodOptions, agentPath); !strings.HasSuffix(resp.Header.Get("Access-Control-Allow-Headers"), ", Mcp-Protocol-Version, Mcp-Method, Mcp-Name") {
		t.Errorf("OPTIONS: %v", resp.Header)
	}
	b.uncharged()
}

// TestAgentHasNoFiles: no tool takes a path of the server.
func TestAgentHasNoFiles(t *testing.T) {
	t.Parallel()
	b := setup(t)
	for tool, arguments := range map[string]string{
		"read_report":    `{"path":"/etc/canary"}`,
		"export_reports": `{"files":["/etc/canary"]}`,
	} {
		text, isError := b.tool(agentPath, toolCall(tool, arguments))
		if !isError || !strings.Contains(text, "no access to files") || strings.Contains(text, canary) {
			t.Errorf("%s: %s", tool, text)
		}
	}
	if _, body, err := b.message(t.Context(), agentPath, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`); err != nil || bytes.Contains(body, []byte(`"path"`)) || bytes.Contains(body, []byte(`"save_as"`)) {
		t.Errorf("%s, %v", body, err)
	}
}

// TestAgentThatLeaves: its report is abandoned, also with versions of the protocol that would let it go on.
func TestAgentThatLeaves(t *testing.T) {
	t.Parallel()
	b := setup(t)
	held := b.queue.hold()
	ctx, cancel := context.WithCancel(t.Context())
	left := make(chan error, 1)
	go func() {
		_, _, err := b.message(ctx, agentPath, readCall(pdf))
		left <- err
	}()
	receive(t, held, "job")
	cancel()
	if err := receive(t, left, "error"); err == nil {
		t.Error("the request was answered")
	}
	receive(t, b.queue.abandoned, "abandoned job")
}

// TestAgentsShareTheMemoryForUploads: messages take memory of it while their tools work, and give it back.
func TestAgentsShareTheMemoryForUploads(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *api.Config) { c.MaxUpload, c.UploadMemory = 256<<10, 2<<20 })
	held := b.queue.hold()
	first := make(chan string, 1)
	go func() {
		_, body, err := b.message(t.Context(), agentPath, readCall(pdf))
		first <- fmt.Sprint(string(body), err)
	}()
	ticket := receive(t, held, "job")
	resp, body, err := b.message(t.Context(), agentPath, readCall(pdf))
	if err != nil || resp.StatusCode != http.StatusServiceUnavailable || resp.Header.Get("Retry-After") == "" {
		t.Errorf("%v, %s, %v", resp, body, err)
	}
	result := extractedResult()
	ticket.result <- &result
	if got := receive(t, first, "answer"); !strings.Contains(got, "Compare every value") {
		t.Error(got)
	}
	if text, isError := b.tool(agentPath, toolCall("usage", "{}")); isError {
		t.Errorf("the memory was not given back: %s", text)
	}
}

// TestAgentWhileStopping: a tool that is called while the server stops says that it can be called again.
func TestAgentWhileStopping(t *testing.T) {
	t.Parallel()
	b := setup(t, func(c *api.Config) { c.Grace = 1 })
	held := b.queue.hold()
	answer := make(chan string, 1)
	go func() {
		_, body, err := b.message(t.Context(), agentPath, readCall(pdf))
		answer <- fmt.Sprint(string(body), err)
	}()
	receive(t, held, "job")
	if err := b.server.Shutdown(t.Context()); err != nil {
		t.Error(err)
	}
	if got := receive(t, answer, "answer"); !strings.Contains(got, "The service is being restarted") || !strings.Contains(got, `"isError":true`) {
		t.Error(got)
	}
}
