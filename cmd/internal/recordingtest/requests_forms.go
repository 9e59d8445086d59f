package recordingtest

import "strings"

// forms returns conversations about the form of an upload.
func forms() []Conversation {
	raw := func(name, contentType, body string) Request {
		return request(name, "POST", process).header("Content-Type: " + contentType).body(body)
	}
	const ofB = "multipart/form-data; boundary=b"
	file := doc("small.json")
	return []Conversation{
		conversation("options", modelServer, options()...),
		conversation("odd forms", modelServer,
			upload("no parts"),
			upload("no file", field("biompin", "true")).by(partNames),
			upload("file under another name", part(`Content-Disposition: form-data; name="document"; filename="a.json"`, small)).by(partNames),
			upload("two parts of other names", part(`Content-Disposition: form-data; name="pdf"; filename="a.json"`, small), field("x", "1")).by(partNames),
			upload("file without a name", part(`Content-Disposition: form-data; name="file"`, small)),
			upload("file with an empty name", named("", small)),
			upload("file twice", file, file),
			upload("options before the file", field("stream", "false"), field("service_tier", "standard"), file),
			upload("unknown options", file, field("language", "de"), field("Stream", "true"), field("", "x")),
			upload("another file beside it", part(`Content-Disposition: form-data; name="logo"; filename="a.png"`, "PNG"), file),
			upload("option as a file", file, part(`Content-Disposition: form-data; name="stream"; filename="x.txt"`, "true")),
			upload("option with a type", file, part("Content-Disposition: form-data; name=\"stream\"\r\nContent-Type: text/plain; charset=utf-8", "false")),
			upload("names without quotes", part("Content-Disposition: form-data; name=file; filename=a.json", small)),
			upload("names in single quotes", part("Content-Disposition: form-data; name='file'; filename='a.json'", small)).by(partNames),
			upload("no blanks", part(`Content-Disposition:form-data;name="file";filename="a.json"`, small)),
			upload("many blanks", part(`Content-Disposition:   form-data ;  name = "file" ; filename="a.json"`, small)),
			upload("parameters in capitals", part(`CONTENT-DISPOSITION: Form-Data; NAME="file"; FileName="a.json"`, small)),
			upload("filename first", part(`Content-Disposition: form-data; filename="a.json"; name="file"`, small)),
			upload("RFC 2231 name", part(`Content-Disposition: form-data; name="file"; filename*=UTF-8''Bef%C3%BCnde%20A.json`, small)),
			upload("RFC 2231 name and a plain one", part(`Content-Disposition: form-data; name="file"; filename="a.pdf"; filename*=UTF-8''a.json`, small)),
			upload("RFC 2231 name in ISO 8859-1", part(`Content-Disposition: form-data; name="file"; filename*=iso-8859-1'de'Bef%FCnde.json`, small)),
			upload("RFC 2231 name in parts", part(`Content-Disposition: form-data; name="file"; filename*0="a."; filename*1="json"`, small)),
			upload("RFC 2047 name", part(`Content-Disposition: form-data; name="file"; filename="=?UTF-8?B?YS5qc29u?="`, small)),
			upload("name with an escaped quote", part(`Content-Disposition: form-data; name="file"; filename="a \"b\".json"`, small)),
			upload("name with a browser's quote", part(`Content-Disposition: form-data; name="file"; filename="a %22b%22.json"`, small)),
			upload("name with umlauts", named("Befünde Müller.JSON", small)),
			upload("name with a semicolon", part(`Content-Disposition: form-data; name="file"; filename="a;b.json"`, small)),
			upload("name without its last quote", part(`Content-Disposition: form-data; name="file"; filename="a.json`, small)),
			upload("name with a Windows path", part(`Content-Disposition: form-data; name="file"; filename="C:\Users\doc\a.json"`, small)),
			upload("name with a path", named("../../etc/a.json", small)),
			upload("name of 300 letters", named("{{repeat 300 `n`}}.json", small)),
			upload("folded header", part("Content-Disposition: form-data;\r\n name=\"file\";\r\n filename=\"a.json\"", small)),
			upload("more headers", part("X-Part: 1\r\nContent-Length: 12\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.json\"\r\nContent-Type: text/html", small)),
			upload("no Content-Disposition", part("Content-Type: application/json", small)),
			upload("attachment", part(`Content-Disposition: attachment; name="file"; filename="a.json"`, small)),
			upload("base64", part("Content-Disposition: form-data; name=\"file\"; filename=\"a.json\"\r\nContent-Transfer-Encoding: base64", "eyJkYXRhIjp7fX0=")),
			upload("file in another charset", part("Content-Disposition: form-data; name=\"file\"; filename=\"a.json\"\r\nContent-Type: application/json; charset=utf-16", small)),
			raw("quoted boundary", `multipart/form-data; boundary="b"`, file+"--b--\r\n"),
			raw("boundary in capitals", "Multipart/Form-Data; Boundary=b", file+"--b--\r\n"),
			raw("boundary with charset", "multipart/form-data; charset=utf-8; boundary=b", file+"--b--\r\n"),
			raw("boundary with a colon", `multipart/form-data; boundary="a:b"`, strings.ReplaceAll(file, "--b\r", "--a:b\r")+"--a:b--\r\n"),
			raw("no boundary", "multipart/form-data", file+"--b--\r\n"),
			raw("another boundary", "multipart/form-data; boundary=c", file+"--b--\r\n"),
			raw("empty boundary", `multipart/form-data; boundary=""`, file+"--b--\r\n"),
			raw("multipart/mixed", "multipart/mixed; boundary=b", file+"--b--\r\n"),
			raw("form in a query's form", "application/x-www-form-urlencoded", "file=a.json&biompin=true"),
			raw("JSON body", "application/json", small),
			raw("PDF body", "application/pdf", "%PDF-1.7\n%%EOF"),
			raw("no type", "", file+"--b--\r\n").without("Content-Type"),
			raw("line ends without CR", ofB, strings.ReplaceAll(file, "\r\n", "\n")+"--b--\n"),
			raw("preamble", ofB, "This is a message in parts.\r\n"+file+"--b--\r\n"),
			raw("empty line first", ofB, "\r\n"+file+"--b--\r\n"),
			raw("epilogue", ofB, file+"--b--\r\nThat was all.\r\n"),
			raw("nothing after the last boundary", ofB, file+"--b--"),
			raw("blanks after the boundary", ofB, strings.Replace(file, "--b\r\n", "--b  \r\n", 1)+"--b--  \r\n"),
			raw("no last boundary", ofB, file),
			raw("cut in the file", ofB, file[:len(file)-40]),
			raw("cut in the head", ofB, file[:40]),
			raw("empty body", ofB, "").header("Content-Length: 0"),
			raw("only the last boundary", ofB, "--b--\r\n"),
			raw("200 options", ofB, file+"{{repeat 200 `--b\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\n1\r\n`}}--b--\r\n"),
			raw("head of a part of 20 KB", ofB, part("X-Long: {{repeat 20000 `x`}}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.json\"", small)+"--b--\r\n"),
			get("used", usage),
		),
	}
}

// options returns uploads with each value of an option.
func options() (out []Request) {
	file := doc("small.json")
	for _, value := range booleans {
		out = append(out, upload("stream="+value, file, field("stream", value)))
	}
	for _, value := range newBooleans {
		out = append(out, upload("stream="+value, file, field("stream", value)).by(moreBooleans))
	}
	return append(out,
		upload("empty stream", file, field("stream", "")).by(emptyOptions),
		upload("empty biompin", file, field("biompin", "")).by(emptyOptions),
		upload("empty service_tier", file, field("service_tier", "")).by(emptyOptions),
		upload("all empty", file, field("stream", ""), field("biompin", ""), field("service_tier", "")).by(emptyOptions),
		upload("empty and given", file, field("stream", ""), field("stream", "false")).by(emptyOptions),
		upload("blank stream", file, field("stream", "  ")).by(emptyOptions),
		upload("blanks around stream", file, field("stream", " false ")).by(moreBooleans),
		upload("line end after stream", file, field("stream", "false\r\n")).by(moreBooleans),
		upload("stream twice", file, field("stream", "false"), field("stream", "false")),
		upload("biompin=y", file, field("biompin", "y")).by(moreBooleans),
		upload("biompin=On", file, field("biompin", "On")),
		upload("biompin=maybe", file, field("biompin", "maybe")).by(moreBooleans),
		upload("service_tier=slow", file, field("service_tier", "slow")),
		upload("service_tier=standard", file, field("service_tier", "standard")),
		upload("service_tier=Slow", file, field("service_tier", "Slow")),
		upload("service_tier=fast", file, field("service_tier", "fast")),
		upload("three faults", field("biompin", "x"), field("stream", "x"), field("service_tier", "x")).by(moreBooleans, partNames),
		upload("option of 5000 letters", file, field("stream", "{{repeat 5000 `x`}}")).by(moreBooleans),
		upload("options in the query", file).line("POST "+process+"?stream=true&biompin=true HTTP/1.1"),
		get("used", usage).by(emptyOptions, moreBooleans),
	)
}
