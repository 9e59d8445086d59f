package exporter_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"biom/exporter"
	"biom/shared/endpoint"
	"biom/shared/problem"
)

// one returns a request to export one report; change has pairs of old and new texts.
func one(t *testing.T, change ...string) string {
	t.Helper()
	text := strings.NewReplacer(change...).Replace(string(body(t, 1)))
	if len(change) > 0 && text == string(body(t, 1)) {
		t.Fatalf("nothing to change: %q", change)
	}
	return text
}

// Each rule of the body has its status, its code and its message.
func TestBodyRules(t *testing.T) {
	t.Parallel()
	c := setup(t, func(c *exporter.Config) { c.MaxResponses, c.MaxBody = 3, 1<<20 })
	doc, err := json.Marshal(response(1))
	if err != nil {
		t.Fatal(err)
	}
	list := func(n int, rest string) string {
		return `{"responses":[` + strings.Repeat(`{"json_data":`+string(doc)+`,"filename":"a.pdf"},`, n-1) + `{"json_data":` + string(doc) + `,"filename":"a.pdf"}]` + rest + `}`
	}
	for name, x := range map[string]struct {
		body   string
		status int
		says   string
	}{
		"one report":                  {one(t), 200, ""},
		"as many as are taken":        {list(3, ""), 200, ""},
		"formats of a kind":           {list(1, `,"formats":["csv","csv"]`), 200, ""},
		"unknown members":             {list(1, `,"more":{"a":[1,{}]},"formats":["json"]`), 200, ""},
		"a byte order mark":           {"\ufeff" + one(t), 200, ""},
		"schema 1.0.0":                {one(t, `"1.1.0"`, `"1.0.0"`), 200, ""},
		"empty responses":             {`{"responses":[]}`, 400, "responses is empty"},
		"empty responses, bad format": {`{"responses":[],"formats":["pdf"]}`, 400, "responses is empty"},
		"empty formats":               {list(1, `,"formats":[]`), 400, "formats is empty"},
		"empty formats, bad report":   {`{"responses":[{}],"formats":[]}`, 400, "formats is empty"},
		"one too many":                {list(4, ""), 413, "There are 4 reports in responses; at most 3"},
		"too many, and all wrong":     {`{"responses":[{},{},1,2,"x"]}`, 413, "There are 5 reports"},
		"nothing":                     {``, 422, "not valid JSON"},
		"no JSON":                     {`{"responses":`, 422, "not valid JSON"},
		"no UTF-8":                    {"{\"responses\":\"\xff\"}", 422, "not valid JSON"},
		"more behind it":              {one(t) + `{}`, 422, "not valid JSON"},
		"NaN":                         {one(t, `"CCT":501`, `"CCT":NaN`, `"CCT":500`, `"CCT":NaN`), 422, "not valid JSON"},
		"an array":                    {`[]`, 422, "must be a JSON object"},
		"null":                        {`null`, 422, "must be a JSON object"},
		"no responses":                {`{}`, 422, `{"path":"responses","message":"is missing`},
		"another letter case":         {`{"Responses":[]}`, 422, `{"path":"responses","message":"is missing`},
		"responses null":              {`{"responses":null}`, 422, `{"path":"responses","message":"must be an array"}`},
		"responses twice":             {`{"responses":[{}],"responses":[]}`, 422, `{"path":"responses","message":"is there twice`},
		"a report that is none":       {`{"responses":[7]}`, 422, `{"path":"responses[0]","message":"must be an object`},
		"an empty report":             {`{"responses":[{}]}`, 422, `{"path":"responses[0].json_data","message":"is missing: a response of process or retrieve is required here"},{"path":"responses[0].filename"`},
		"json_data null":              {`{"responses":[{"json_data":null,"filename":""}]}`, 422, `{"path":"responses[0].json_data","message":"must be an object"}`},
		"json_data twice":             {`{"responses":[{"json_data":{},"json_data":{},"filename":""}]}`, 422, `{"path":"responses[0].json_data","message":"is there twice`},
		"json_data empty":             {`{"responses":[{"json_data":{},"filename":""}]}`, 422, `{"path":"responses[0].json_data.data","message":"is missing`},
		"filename a number":           {one(t, `"report_00000.pdf"`, `7`), 422, `{"path":"responses[0].filename","message":"must be a string"}`},
		"filename null":               {one(t, `"report_00000.pdf"`, `null`), 422, `{"path":"responses[0].filename","message":"must be a string"}`},
		"formats a string":            {list(1, `,"formats":"csv"`), 422, `{"path":"formats","message":"must be an array"}`},
		"formats null":                {list(1, `,"formats":null`), 422, `{"path":"formats","message":"must be an array"}`},
		"failed files":                {list(1, `,"failed":[{"filename":"x","message":"y"}],"csv_bom":false`), 200, ""},
		"failed files without a name": {list(1, `,"failed":[{"message":"y"},7]`), 422, `{"path":"failed[0].filename","message":"is missing: a string is required here"},{"path":"failed[1]","message":"must be an object`},
		"too many failed files":       {list(1, `,"failed":[{"filename":"1"},{"filename":"2"},{"filename":"3"},{"filename":"4"},{"filename":"5"}]`), 422, `{"path":"failed","message":"has more than 3 files"}`},
		"a mark that is none":         {list(1, `,"csv_bom":"yes"`), 422, `{"path":"csv_bom","message":"must be true or false"}`},
		"a format of ours":            {list(1, `,"formats":["csv","pdf"]`), 422, `{"path":"formats[1]","message":"must be csv, xlsx or json"}`},
		"a format in capitals":        {list(1, `,"formats":["CSV"]`), 422, `{"path":"formats[0]","message":"must be csv, xlsx or json"}`},
		"a format that is no text":    {list(1, `,"formats":[1]`), 422, `{"path":"formats[0]","message":"must be a string"}`},
		"a value out of range":        {one(t, `"WTW":1`, `"WTW":7771`), 422, `{"path":"responses[0].json_data.data.right_eye.WTW","message":"must be between 7 and 17 mm"}`},
		"a string for a number":       {one(t, `"keratometric_index":1.3375`, `"keratometric_index":"1.3375"`), 422, `data.left_eye.keratometric_index`},
		"a member twice in a report":  {one(t, `"exam_date":`, `"exam_date":null,"exam_date":`), 422, `{"path":"responses[0].json_data.data.exam_date","message":"is there twice`},
		"no metadata":                 {one(t, `"metadata"`, `"meta"`), 422, `{"path":"responses[0].json_data.metadata","message":"is missing`},
		"no request ID":               {one(t, `"request_id"`, `"request"`), 422, `metadata.request_id","message":"is missing`},
		"no provenance":               {one(t, `"extraction"`, `"extracted"`), 422, `metadata.extraction","message":"is missing`},
		"another method":              {one(t, `"method":"AI"`, `"method":"GUESS"`), 422, `metadata.extraction.method","message":"must be \"AI\" or \"DIRECT\""`},
		"AI without a model":          {one(t, `"llm"`, `"model"`), 422, `metadata.extraction.llm","message":"is missing`},
		"no time":                     {one(t, `"2026-03-14T10:00:00.000Z"`, `"yesterday"`), 422, `metadata.extraction.timestamp","message":"must be a date and time`},
		"schema 2.0.0":                {one(t, `"1.1.0"`, `"2.0.0"`), 422, `metadata.schema_version","message":"has a major version that is not supported`},
		"a share that is none":        {one(t, `"pin":"abandon-ability-123456"`, `"pin":7`), 422, `json_data.biompin","message":"must hold pin`},
		"nested too deep":             {one(t, `"exam_date":`, `"x":`+strings.Repeat("[", 70)+strings.Repeat("]", 70)+`,"exam_date":`), 422, `deeper than 64`},
		"the report one level up":     {one(t, `"json_data":{"data":`, `"json_data":{"more":1,"data2":`), 422, `json_data.data","message":"is missing`},
	} {
		resp, b := c.post([]byte(x.body))
		if resp.StatusCode != x.status || !strings.Contains(string(b), x.says) {
			t.Errorf("%s: want %d with %q, got %d %.400q", name, x.status, x.says, resp.StatusCode, b)
		}
		if x.status != 200 {
			code := map[int]problem.Code{400: problem.HTTP, 413: problem.PayloadTooLarge, 422: problem.RequestValidation}[x.status]
			if !strings.Contains(string(b), `"code":"`+string(code)+`"`) {
				t.Errorf("%s: no code %s in %s", name, code, b)
			}
		}
	}
}

// Of thousands of faults, the response lists the first 500.
func TestFaultsAreLimited(t *testing.T) {
	t.Parallel()
	c := setup(t)
	resp, b := c.post([]byte(`{"responses":[` + strings.Repeat(`{},`, 799) + `{}]}`))
	if n := strings.Count(string(b), `"path"`); resp.StatusCode != 422 || n != 501 || !strings.Contains(string(b), "has more faults, which are not listed") {
		t.Errorf("%d, %d faults", resp.StatusCode, n)
	}
}

// raw sends text as it is and returns the response.
func (c *client) raw(text string) (*http.Response, string) {
	c.t.Helper()
	conn := c.connect()
	go func() { _, _ = io.WriteString(conn, text) }() // the server may close the connection before the end
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		c.t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodPost, endpoint.ExportPath, nil)
	if resp.Header.Get("Content-Type") != "text/plain; charset=utf-8" { // net/http's own response
		check(c.t, r, resp, b)
	}
	return resp, string(b)
}

// connect returns a connection that is closed at the end of the test.
func (c *client) connect() net.Conn {
	c.t.Helper()
	conn, err := c.dial()
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() { _ = conn.Close() })
	return conn
}

// The length is checked before the body: 411, then 400, then 413. A length that is
// wrong is noticed when the body is read.
func TestContentLength(t *testing.T) {
	t.Parallel()
	synctest.Test(t, testContentLength)
}

func testContentLength(t *testing.T) {
	c := setupInBubble(t, func(c *exporter.Config) { c.MaxBody = 10_000 })
	head := "POST " + endpoint.ExportPath + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
	text := one(t)
	for name, x := range map[string]struct {
		text   string
		status int
	}{
		"neither header":                 {head + "\r\n", 411},
		"chunked":                        {head + "Transfer-Encoding: chunked\r\n\r\n" + fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(text), text), 411},
		"chunked, with a length":         {head + "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n", 411},
		"a length of 0":                  {head + "Content-Length: 0\r\n\r\n", 422},
		"+2":                             {head + "Content-Length: +2\r\n\r\n{}", 400},
		"-1":                             {head + "Content-Length: -1\r\n\r\n", 400},
		"two that differ":                {head + "Content-Length: 1\r\nContent-Length: 2\r\n\r\n{}", 400},
		"too large, and no JSON":         {head + "Content-Length: 10001\r\n\r\n" + strings.Repeat("x", 10_001), 413},
		"too large, body not sent":       {head + "Expect: 100-continue\r\nContent-Length: 99999999999\r\n\r\n", 413},
		"beyond all numbers":             {head + "Content-Length: 99999999999999999999\r\n\r\n", 400},
		"as large as may be, and 20 MiB": {head + "Content-Length: 20971520\r\n\r\n" + strings.Repeat("x", 20<<20), 413},
		"more than is sent":              {head + "Content-Length: 10\r\n\r\n{}", 408},
		"less than is sent":              {head + fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(text)-1, text), 422},
		"the right one":                  {head + fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(text), text), 200},
		"another content type":           {strings.Replace(head, "application/json", "text/plain", 1) + fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(text), text), 422},
		"no content type": {strings.Replace(head, "Content-Type: application/json\r\n", "", 1) +
			fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(text), text), 422},
	} {
		if resp, b := c.raw(x.text); resp.StatusCode != x.status {
			t.Errorf("%s: want %d, got %d %.200q", name, x.status, resp.StatusCode, b)
		}
	}
}

// A body that is shorter than its declared length is refused.
func TestBodyThatEndsEarly(t *testing.T) {
	t.Parallel()
	c := setup(t)
	conn := c.connect().(*net.TCPConn)
	fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{}", endpoint.ExportPath)
	if err := conn.CloseWrite(); err != nil {
		t.Fatal(err)
	}
	resp, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	b, _ := io.ReadAll(resp.Body)
	_ = resp.Body.Close()
	if resp.StatusCode != http.StatusBadRequest || !bytes.Contains(b, []byte("Content-Length is invalid")) {
		t.Errorf("%d %s", resp.StatusCode, b)
	}
}

// The exporter checks the length itself, even if the server has not.
func TestInvalidLengthIsRefused(t *testing.T) {
	t.Parallel()
	e, err := exporter.New(exporter.Config{})
	if err != nil {
		t.Fatal(err)
	}
	for _, length := range []string{"", "x", "-1", "+2", "1.5", "0x10"} {
		rec := httptest.NewRecorder()
		endpoint.SetHeaders(rec.Header(), "id")
		r := httptest.NewRequest(http.MethodPost, endpoint.ExportPath, strings.NewReader("{}"))
		r.Header["Content-Length"] = []string{length}
		if p := problem.From(e.Export(rec, r)); p.Status != http.StatusBadRequest {
			t.Errorf("%q: %v", length, p)
		}
	}
}

// The archive holds the requested formats, or all three, and it and its files have
// the specified names and headers.
func TestFormats(t *testing.T) {
	t.Parallel()
	c := setup(t)
	for want, formats := range map[string][]string{
		"biom-export-20261121-120000.csv biom-export-20261121-120000.xlsx biom-mrn-00000-iolmaster700.json": nil,
		"biom-export-20261121-120000.csv":                                  {"csv"},
		"biom-export-20261121-120000.xlsx":                                 {"xlsx"},
		"biom-mrn-00000-iolmaster700.json":                                 {"json"},
		"biom-export-20261121-120000.csv biom-mrn-00000-iolmaster700.json": {"json", "csv"},
	} {
		f := c.export([]item{{response(0), "a.pdf"}}, formats...)
		if got := strings.Join(f.names, " "); got != want {
			t.Errorf("%v: %s", formats, got)
		}
	}
	resp, _ := c.post(body(t, 1))
	for header, want := range map[string]string{
		"Content-Type": "application/zip", "Content-Disposition": `attachment; filename="biom-export-20261121-120000.zip"`,
		"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "Access-Control-Allow-Origin": "*",
	} {
		if got := resp.Header.Get(header); got != want {
			t.Errorf("%s: %q", header, got)
		}
	}
	if !slices.Contains(resp.Header.Values("Access-Control-Expose-Headers"), "Content-Disposition") {
		t.Error("pages of other sites cannot read the archive's name")
	}
}

// Other methods and paths than those of the export are refused.
func TestOtherMethodsAndPaths(t *testing.T) {
	t.Parallel()
	c := setup(t)
	for request, status := range map[string]int{
		"GET " + endpoint.ExportPath: 405, "PUT " + endpoint.ExportPath: 405, "OPTIONS " + endpoint.ExportPath: 204, "POST /": 404, "GET /api/v1/status2": 404,
	} {
		method, path, _ := strings.Cut(request, " ")
		r, err := http.NewRequestWithContext(t.Context(), method, c.url+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		resp, b := c.do(r)
		if resp.StatusCode != status {
			t.Errorf("%s: %d %s", request, resp.StatusCode, b)
		}
		if status != 404 && resp.Header.Get("Allow") != "POST, OPTIONS" {
			t.Errorf("%s: Allow: %q", request, resp.Header.Get("Allow"))
		}
	}
}

// The error of an invalid configuration names each invalid field.
func TestInvalidConfig(t *testing.T) {
	t.Parallel()
	_, err := exporter.New(exporter.Config{MaxBody: -1, MaxResponses: -1, ReadTimeout: -1, WriteTimeout: -1, Memory: -2})
	for _, part := range []string{"EXPORT_MAX_BODY_SIZE", "EXPORT_MAX_RESPONSES", "ReadTimeout", "WriteTimeout", "Config.Memory"} {
		if err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("no %s in %v", part, err)
		}
	}
}
