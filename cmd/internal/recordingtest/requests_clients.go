package recordingtest

import (
	"slices"
	"strings"
)

// style is how one kind of program writes its requests.
type style struct {
	name     string
	headers  []string // of every request
	boundary string
	quoted   bool // whether the boundary is quoted
	// file is the head of the part with the file, field that of an option; in them, NAME stands
	// for the name and TYPE for the type of the content.
	file, field string

	oneConn bool
	chunked bool
	version string // of HTTP
}

var styles = []style{
	{
		name: "curl", headers: []string{"User-Agent: curl/8.5.0", "Accept: */*"}, boundary: "------------------------d74496d66958873e",
		file: "Content-Disposition: form-data; name=\"file\"; filename=\"NAME\"\r\nContent-Type: TYPE", field: `Content-Disposition: form-data; name="NAME"`,
		version: "1.1",
	}, {
		name: "Python requests", headers: []string{"User-Agent: python-requests/2.31.0", "Accept-Encoding: gzip, deflate, br", "Accept: */*", "Connection: keep-alive"},
		boundary: "0d1b5a3f6e4c4f7a9b2f9a6d1c0e8b77", oneConn: true,
		file: `Content-Disposition: form-data; name="file"; filename="NAME"`, field: `Content-Disposition: form-data; name="NAME"`,
		version: "1.1",
	}, {
		name: "browser", headers: []string{
			"User-Agent: Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36",
			"Accept: application/json, text/plain, */*", "Accept-Encoding: gzip, deflate, br, zstd", "Accept-Language: de-DE,de;q=0.9", "Origin: https://clinic.example",
			"Referer: https://clinic.example/", "Sec-Fetch-Mode: cors", "Sec-Fetch-Site: cross-site", "Cookie: session=1",
		}, boundary: "----WebKitFormBoundary7MA4YWxkTrZu0gW", oneConn: true,
		file: "Content-Disposition: form-data; name=\"file\"; filename=\"NAME\"\r\nContent-Type: TYPE", field: `Content-Disposition: form-data; name="NAME"`,
		version: "1.1",
	}, {
		name: ".NET", headers: []string{"Accept: application/json"}, boundary: "6d2f1f3e-7f0b-4c55-9a3f-1f2e3d4c5b6a", quoted: true,
		file:    "Content-Type: TYPE\r\nContent-Disposition: form-data; name=file; filename=NAME; filename*=utf-8''NAME",
		field:   "Content-Type: text/plain; charset=utf-8\r\nContent-Disposition: form-data; name=NAME",
		version: "1.1",
	}, {
		name: "Java", headers: []string{"User-Agent: Apache-HttpClient/5.2 (Java/17.0.9)", "Connection: keep-alive", "Accept-Encoding: gzip, x-gzip, deflate"},
		boundary: "httpclient_boundary_8a3c1f", chunked: true,
		file:    "Content-Disposition: form-data; name=\"file\"; filename=\"NAME\"\r\nContent-Type: application/octet-stream\r\nContent-Transfer-Encoding: binary",
		field:   "Content-Disposition: form-data; name=\"NAME\"\r\nContent-Type: text/plain; charset=ISO-8859-1\r\nContent-Transfer-Encoding: 8bit",
		version: "1.1",
	}, {
		name: "macro in a spreadsheet", headers: []string{"user-agent: Mozilla/4.0 (compatible; Win32; WinHttp.WinHttpRequest.5)", "accept: */*", "connection: Keep-Alive"},
		boundary: "---------------------------7d159c1302d0y0",
		file:     "content-disposition: form-data; name=\"file\"; filename=\"C:\\\\Exports\\\\NAME\"\r\ncontent-type: application/octet-stream", field: `content-disposition: form-data; name="NAME"`,
		version: "1.1",
	}, {
		name: "HTTP 1.0", headers: []string{"User-Agent: PHP", "Connection: close"}, boundary: "--------------------------phpform",
		file: `Content-Disposition: form-data; filename="NAME"; name="file"`, field: `Content-Disposition: form-data; name="NAME"`,
		version: "1.0",
	},
}

// mark is a byte order mark.
const mark = "\ufeff"

// clients returns a conversation of each style: everything that a program of a clinic does.
func clients() (out []Conversation) {
	for _, s := range styles {
		c := conversation("client, "+s.name, modelServer,
			s.get("is it there", status),
			s.upload("JSON, key in the query", "?api_key={{key `clinic`}}", "small.json", small),
			s.upload("JSON with a byte order mark, shared", "?api_key={{key `clinic`}}", "complete.json", mark+"{{doc `complete.json`}}", "biompin", "true"),
			s.get("the share", retrieve+"?biom_pin={{code `JSON with a byte order mark, shared`}}&api_key={{key `clinic`}}"),
			s.upload("the share again as a file", "?api_key={{key `clinic`}}", "saved.json", "{{body `the share`}}"),
			s.upload("PDF", "?api_key={{key `clinic`}}", "report.pdf", "{{doc `report.pdf`}}", "biompin", "false", "stream", "false"),
			s.upload("PDF as a stream, shared", "?api_key={{key `clinic`}}", "report.pdf", "{{doc `report.pdf`}}", "stream", "true", "biompin", "true"),
			s.post("rating", feedback, `{"request_id":"{{id `+"`PDF`"+`}}","rating":"accurate"}`),
			s.post("export", export, `{"responses":[{"json_data":{{body `+"`PDF`"+`}},"filename":"report.pdf"}],"formats":["csv","json"]}`),
			s.get("used with the key", usage+"?api_key={{key `clinic`}}"),
			s.get("used without", usage),
		)
		c.OneConn = s.oneConn
		out = append(out, c)
	}
	return out
}

func (s style) request(name, method, target string) Request {
	r := Request{Name: name, Head: []string{method + " " + target + " HTTP/" + s.version, "Host: biom.example"}}
	return r.header(s.headers...)
}

func (s style) get(name, target string) Request { return s.request(name, "GET", target) }

func (s style) post(name, target, body string) Request {
	return s.request(name, "POST", target).header("Content-Type: application/json").body(body)
}

// upload returns a request to process with a file and pairs of options.
func (s style) upload(name, query, file, content string, options ...string) Request {
	kind := map[bool]string{true: "application/pdf", false: "application/json"}[strings.HasSuffix(file, ".pdf")]
	var body strings.Builder
	part := func(head, content string) {
		body.WriteString("--" + s.boundary + "\r\n" + head + "\r\n\r\n" + content + "\r\n")
	}
	part(strings.NewReplacer("NAME", file, "TYPE", kind).Replace(s.file), content)
	for option := range slices.Chunk(options, 2) {
		part(strings.ReplaceAll(s.field, "NAME", option[0]), option[1])
	}
	boundary := s.boundary
	if s.quoted {
		boundary = `"` + boundary + `"`
	}
	r := s.request(name, "POST", process+query).header("Content-Type: multipart/form-data; boundary=" + boundary).body(body.String() + "--" + s.boundary + "--\r\n")
	if s.chunked {
		r = r.encoded("chunked")
	}
	return r
}
