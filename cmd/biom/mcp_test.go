package main

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"biom/shared/testenv"
)

// agentClient is the public client of the Model Context Protocol, connected to biom.
type agentClient struct {
	t       *testing.T
	session *mcp.ClientSession
}

func connectAgent(t *testing.T, transport mcp.Transport) agentClient {
	t.Helper()
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), transport, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := session.Close(); err != nil {
			t.Errorf("biom mcp ended with %v", err)
		}
	})
	return agentClient{t, session}
}

// agentOnStdio starts biom mcp. key is a service key or "".
func agentOnStdio(t *testing.T, url, key string) agentClient {
	t.Helper()
	command := exec.Command(testenv.Biom(t), "mcp")
	command.Env = append(os.Environ(), "BIOM_SERVER="+url, "BIOM_API_KEY="+key, "XDG_CONFIG_HOME=/nonexistent")
	return connectAgent(t, &mcp.CommandTransport{Command: command})
}

// agentOnHTTP uses /mcp of a service.
func agentOnHTTP(t *testing.T, url, key string) agentClient {
	t.Helper()
	transport := http.DefaultTransport.(*http.Transport).Clone()
	t.Cleanup(transport.CloseIdleConnections)
	return connectAgent(t, &mcp.StreamableClientTransport{Endpoint: url + "/mcp", HTTPClient: &http.Client{Transport: keyedTransport{transport, key}}})
}

// keyedTransport adds a service key to each request.
type keyedTransport struct {
	http.RoundTripper
	key string
}

func (k keyedTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	if k.key != "" {
		r = r.Clone(r.Context())
		r.Header.Set("Authorization", "Bearer "+k.key)
	}
	return k.RoundTripper.RoundTrip(r)
}

// call calls a tool and returns its result, the text for the model, and its output.
func (a agentClient) call(tool string, arguments map[string]any) (result *mcp.CallToolResult, text string, output map[string]any) {
	a.t.Helper()
	result, err := a.session.CallTool(a.t.Context(), &mcp.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		a.t.Fatalf("%s: %v", tool, err)
	}
	text = result.Content[0].(*mcp.TextContent).Text
	output, _ = result.StructuredContent.(map[string]any)
	if result.IsError != (output == nil) {
		a.t.Errorf("%s: is error %v, output %v", tool, result.IsError, output)
	}
	return result, text, output
}

// fails calls a tool that must return an error with these parts.
func (a agentClient) fails(tool string, arguments map[string]any, parts ...string) {
	a.t.Helper()
	result, text, _ := a.call(tool, arguments)
	for _, part := range parts {
		if !result.IsError || !strings.Contains(text, part) {
			a.t.Errorf("%s: no error with %q, but %s", tool, part, text)
		}
	}
}

// The public client lists and calls every tool, on standard input and output and by HTTP.
func TestAgentTools(t *testing.T) {
	t.Parallel()
	r, dir := alone(t), t.TempDir()
	r.executable = testenv.Biom(t)
	url, _ := r.serve(dir, "BIOM_EXTRACT_TIMEOUT=2m")
	poor := strings.TrimSpace(r.keysIn("--data", dir)(t, "create", "--user", "poor", "--biomai", "0", "--biomjson", "0", "--retrieve", "0"))
	for name, connect := range map[string]func(t *testing.T, url, key string) agentClient{"stdio": agentOnStdio, "HTTP": agentOnHTTP} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			agent, files := connect(t, url, ""), name == "stdio"
			listsTools(t, agent)
			report := readsReports(t, agent, files)
			validates(t, agent, report)
			exports(t, agent, report, files)
			_, text, usage := agent.call("usage", map[string]any{"validate": false})
			if !strings.Contains(text, "Reading PDFs and images: ") || usage["auth_type"] != "public" {
				t.Errorf("%s\n%v", text, usage)
			}

			agent = connect(t, url, poor)
			_, text, usage = agent.call("usage", nil)
			if !strings.Contains(text, `Counted for the user "poor".`) || usage["user_id"] != "poor" {
				t.Errorf("%s\n%v", text, usage)
			}
			agent.fails("read_report", encoded(t, "report.pdf"), "quota", "429", "RATE_LIMIT_EXCEEDED")
			agent.fails("validate_report", map[string]any{"report": report}, "429", "RATE_LIMIT_EXCEEDED")
			agent.fails("retrieve_share", map[string]any{"code": shareCodeSent}, "429", "RATE_LIMIT_EXCEEDED")
		})
	}
}

func listsTools(t *testing.T, agent agentClient) {
	t.Helper()
	list, err := agent.session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range list.Tools {
		names = append(names, tool.Name)
		for what, schema := range map[string]any{"input": tool.InputSchema, "output": tool.OutputSchema} {
			if s, _ := schema.(map[string]any); s["type"] != "object" {
				t.Errorf("the %s of %s has the schema %v", what, tool.Name, schema)
			}
		}
	}
	slices.Sort(names)
	if got := strings.Join(names, " "); got != "export_reports read_report retrieve_share usage validate_report" {
		t.Errorf("the tools are %s", got)
	}
}

// encoded returns the arguments for the sample IOLMaster, under a name.
func encoded(t *testing.T, name string) map[string]any {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(samples, docsReports["report.pdf"]))
	if err != nil {
		t.Fatal(err)
	}
	return map[string]any{"content": base64.StdEncoding.EncodeToString(content), "filename": name}
}

// readsReports reads a report, shares and retrieves it, and returns the response.
func readsReports(t *testing.T, agent agentClient, files bool) (response map[string]any) {
	t.Helper()
	arguments := encoded(t, "report.pdf")
	arguments["share"] = true
	result, text, response := agent.call("read_report", arguments)
	for _, part := range []string{"Device: IOLMaster700, Zeiss", "Right eye (OD):\n  AL: 2", ` mm (printed "2`, "Left eye (OS):", "\nShare code: ", "Compare every value with the report"} {
		if !strings.Contains(text, part) {
			t.Errorf("no %q in\n%s", part, text)
		}
	}
	if document := asJSON(json.RawMessage(result.Content[1].(*mcp.TextContent).Text)); valueAt(document, "metadata.request_id") != valueAt(response, "metadata.request_id") {
		t.Errorf("the text is another document: %v", document)
	}
	code := valueAt(response, "biompin.pin").(string)
	_, _, shared := agent.call("retrieve_share", map[string]any{"code": code})
	if got, want := valueAt(shared, "data.right_eye.AL"), valueAt(response, "data.right_eye.AL"); got != want || want == nil {
		t.Errorf("shared %v, retrieved %v", want, got)
	}
	wrong := code[:len(code)-1] + string('0'+('9'-code[len(code)-1]))
	agent.fails("retrieve_share", map[string]any{"code": wrong}, "Nothing is shared under this code", "404", "NOT_FOUND")
	agent.fails("retrieve_share", map[string]any{"code": "word"}, "two words and six digits", "400")
	agent.fails("retrieve_share", nil, "code is missing")

	agent.fails("read_report", encoded(t, "report.png"), "400", "FILE_VALIDATION_ERROR")
	agent.fails("read_report", map[string]any{"content": "?", "filename": "a.pdf"}, "content is not base64")
	agent.fails("read_report", map[string]any{"filename": "a.pdf"}, "content or filename is missing")
	agent.fails("read_report", map[string]any{"file": "a.pdf"}, "input schema")
	if !files {
		agent.fails("read_report", map[string]any{"path": "/etc/passwd"}, "this server has no access to files")
		agent.fails("read_report", map[string]any{"content": "eA==", "filename": "a.pdf", "save_as": "/tmp/a.json"}, "this server has no access to files")
		agent.fails("export_reports", map[string]any{"files": []string{"/etc/passwd"}}, "this server has no access to files")
		return response
	}
	path := filepath.Join(samples, docsReports["report.pdf"])
	saved := filepath.Join(t.TempDir(), "report.biom.json")
	_, text, fromPath := agent.call("read_report", map[string]any{"path": path, "save_as": saved})
	if !strings.Contains(text, saved) || valueAt(fromPath, "data.left_eye.AL") != valueAt(response, "data.left_eye.AL") {
		t.Errorf("%s\n%v", text, fromPath)
	}
	if _, document, err := readSaved(saved); err != nil || valueAt(document, "metadata.request_id") != valueAt(fromPath, "metadata.request_id") {
		t.Errorf("saved as %v, %v", document, err)
	}
	agent.fails("read_report", map[string]any{"path": path, "save_as": saved}, "exists: name a new file")
	agent.fails("read_report", map[string]any{"path": filepath.Dir(path)}, "is not a file")
	agent.fails("read_report", map[string]any{"path": path + ".none"}, "no such file")
	return response
}

func readSaved(path string) (text []byte, document any, err error) {
	text, err = os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(text, &document)
	}
	return text, document, err
}

func validates(t *testing.T, agent agentClient, report map[string]any) {
	t.Helper()
	_, text, response := agent.call("validate_report", map[string]any{"report": report})
	if !strings.Contains(text, "Device: IOLMaster700") || valueAt(response, "data.right_eye.AL") != valueAt(report, "data.right_eye.AL") {
		t.Errorf("%s\n%v", text, response)
	}
	agent.fails("validate_report", map[string]any{"report": map[string]any{"data": map[string]any{"right_eye": map[string]any{"AL": 90}}}}, "right_eye.AL", "422")
	agent.fails("validate_report", map[string]any{"report": json.RawMessage(`{"data":{},"data":{}}`)}, "twice", "422")
	agent.fails("validate_report", nil, "report is missing")
}

func exports(t *testing.T, agent agentClient, report map[string]any, files bool) {
	t.Helper()
	reports := []any{map[string]any{"response": report, "filename": "report.pdf"}}
	agent.fails("export_reports", map[string]any{"reports": []any{}, "save_as": "none.zip"}, map[bool]string{true: "nothing to export", false: ""}[files])
	if !files {
		result, _, output := agent.call("export_reports", map[string]any{"reports": reports, "formats": []string{"csv", "json"}})
		resource := result.Content[1].(*mcp.EmbeddedResource).Resource
		if resource.MIMEType != "application/zip" || output["reports"] != 1.0 || output["bytes"] != float64(len(resource.Blob)) {
			t.Errorf("%v %v", resource.MIMEType, output)
		}
		holdsFiles(t, resource.Blob, 2)
		return
	}
	dir := t.TempDir()
	saved, archive := filepath.Join(dir, "a.biom.json"), filepath.Join(dir, "study.zip")
	text, err := json.Marshal(report)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(saved, text, 0o600); err != nil {
		t.Fatal(err)
	}
	_, _, output := agent.call("export_reports", map[string]any{"reports": reports, "files": []string{saved}, "save_as": archive})
	content, err := os.ReadFile(archive)
	if err != nil || output["filename"] != archive || output["reports"] != 2.0 {
		t.Fatalf("%v, %v", output, err)
	}
	holdsFiles(t, content, 4)
	agent.fails("export_reports", map[string]any{"reports": reports, "save_as": archive}, "exists: name a new file")
	agent.fails("export_reports", map[string]any{"files": []string{archive}, "save_as": archive + "2"}, "is not a saved response")
	agent.fails("export_reports", map[string]any{"reports": reports, "formats": []string{"doc"}, "save_as": archive + "2"}, "422")
	if names, err := os.ReadDir(dir); err != nil || len(names) != 2 {
		t.Errorf("%v is left, %v", names, err)
	}
}

// holdsFiles fails the test unless an archive has n files.
func holdsFiles(t *testing.T, archive []byte, n int) {
	t.Helper()
	files, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil || len(files.File) != n {
		t.Errorf("the archive has %v, %v", files, err)
	}
}

// biom mcp ends when its client is gone, or when it is told to stop, and reports the progress of a report.
func TestAgentOnStandardInput(t *testing.T) {
	t.Parallel()
	r := alone(t)
	url, _ := r.serve(t.TempDir(), "BIOM_PROVIDER=standin", "BIOM_EXTRACT_TIMEOUT=2m")
	command := exec.Command(testenv.Biom(t), "mcp", "--server", url)
	command.Env = append(os.Environ(), "XDG_CONFIG_HOME=/nonexistent")
	stages := make(chan string, 100)
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, &mcp.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, n *mcp.ProgressNotificationClientRequest) { stages <- n.Params.Message },
	})
	session, err := client.Connect(t.Context(), &mcp.CommandTransport{Command: command}, nil)
	if err != nil {
		t.Fatal(err)
	}
	params := &mcp.CallToolParams{Name: "read_report", Arguments: map[string]any{
		"content": base64.StdEncoding.EncodeToString(document(1, "")), "filename": "a.pdf",
	}}
	params.SetProgressToken("token")
	result, err := session.CallTool(t.Context(), params)
	if err != nil || result.IsError || !strings.Contains(result.Content[0].(*mcp.TextContent).Text, `id: "number 1"`) {
		t.Errorf("%v, %v", result, err)
	}
	testenv.Await(t, "the progress", func() bool { return len(stages) > 0 })
	if err := session.Close(); err != nil {
		t.Errorf("biom mcp ended with %v", err)
	}

	p := r.start([]string{"BIOM_SERVER=http://127.0.0.1:1"}, "mcp")
	<-p.ended // standard input is empty
	if code := p.ProcessState.ExitCode(); code != 0 || p.out.String() != "" {
		t.Errorf("status %d: %s", code, p.out)
	}

	agent := agentOnStdio(t, "http://127.0.0.1:1", "")
	agent.fails("usage", nil, "Is the service running")
}
