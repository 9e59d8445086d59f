package recordingtest

import "strings"

// exports returns conversations about exports.
func exports() []Conversation {
	const item = `{"json_data":{{body ` + "`made`" + `}},"filename":"report.pdf"}`
	in := func(name, body string) Request { return post(name, export, body) }
	whole := `{"responses":[` + item + `],"formats":["csv"]}`
	made := upload("made", doc("complete.json"))
	return []Conversation{
		conversation("exports", modelServer,
			made,
			in("csv", whole),
			in("json", strings.Replace(whole, "csv", "json", 1)),
			in("xlsx", strings.Replace(whole, "csv", "xlsx", 1)).by(oneNameRow),
			in("all by default", `{"responses":[`+item+`]}`).by(oneNameRow),
			in("two of one name", `{"responses":[`+item+`,`+item+`],"formats":["json"]}`),
			in("a saved one", `{"responses":[{"json_data":`+saved+`,"filename":"saved.json"}]}`).by(oneNameRow),
			in("a format twice", strings.Replace(whole, `"csv"`, `"csv","csv"`, 1)),
			in("formats is null", strings.Replace(whole, `["csv"]`, `null`, 1)),
			in("no formats", strings.Replace(whole, `"csv"`, ``, 1)),
			in("unknown format", strings.Replace(whole, `csv`, `pdf`, 1)),
			in("format in capitals", strings.Replace(whole, `csv`, `CSV`, 1)),
			in("no responses", `{"responses":[]}`),
			in("responses missing", `{}`),
			in("responses is an object", `{"responses":{}}`),
			in("no filename", strings.Replace(whole, `,"filename":"report.pdf"`, "", 1)),
			in("filename like a formula", strings.Replace(whole, `report.pdf`, "=1+1", 1)),
			in("no json_data", `{"responses":[{"filename":"a.json"}]}`),
			in("json_data as a text", `{"responses":[{"json_data":"x","filename":"a.json"}]}`),
			in("report without provenance", `{"responses":[{"json_data":`+small+`,"filename":"a.json"}]}`),
			in("a refusal", `{"responses":[{"json_data":{"success":false},"filename":"a.json"}]}`),
			in("unknown members", strings.Replace(whole, `{"responses"`, `{"zip_name":"x","responses"`, 1)),
			in("byte order mark", mark+whole),
			in("empty", ""),
			in("no JSON", "x"),
			in("array", "["+item+"]"),
			in("text", whole).without("Content-Type").header("Content-Type: text/plain"),
			in("no type", whole).without("Content-Type"),
			in("charset", whole).without("Content-Type").header("Content-Type: application/json; charset=utf-8"),
			in("gzip", whole).encoded("gzip").by(gzipBodies),
			in("deflate", whole).header("Content-Encoding: deflate").by(gzipBodies),
			in("chunked", whole).encoded("chunked"),
			in("length missing", "").line("POST "+export+" HTTP/1.1"),
			in("length of letters", whole).header("Content-Length: abc"),
			in("length below zero", whole).header("Content-Length: -1"),
			in("length zero", "").header("Content-Length: 0"),
			in("key and Accept", whole).header("Authorization: Bearer biom_wrong", "Accept: application/zip"),
			in("a slash at the end", whole).line("POST "+export+"/ HTTP/1.1").by(slashes),
			get("GET", export),
			get("used", usage),
		),
		conversation("exports, small limits", smallServer,
			made,
			in("one", whole),
			in("three", `{"responses":[`+item+`,`+item+`,`+item+`],"formats":["csv"]}`),
			in("9000 bytes", strings.Replace(whole, `"formats"`, `"x":"{{repeat 9000 `+"`x`"+`}}","formats"`, 1)),
			in("9000 bytes in gzip", strings.Replace(whole, `"formats"`, `"x":"{{repeat 9000 `+"`x`"+`}}","formats"`, 1)).encoded("gzip").by(gzipBodies),
			in("9000 bytes announced", "").header("Content-Length: 9000", "Expect: 100-continue"),
		),
	}
}

// ratings returns conversations about feedback.
func ratings() []Conversation {
	const some = "6ba7b810-9dad-11d1-80b4-00c04fd430c8"
	rate := func(name, id, rating string) Request {
		return post(name, feedback, `{"request_id":"`+id+`","rating":"`+rating+`"}`)
	}
	body := `{"request_id":"` + some + `","rating":"accurate"}`
	in := func(name, text string) Request { return post(name, feedback, text) }
	return []Conversation{
		conversation("ratings", modelServer,
			upload("PDF", doc("report.pdf")),
			rate("accurate", "{{id `PDF`}}", "accurate"),
			rate("accurate again", "{{id `PDF`}}", "accurate"),
			rate("otherwise", "{{id `PDF`}}", "inaccurate"),
			upload("stream", doc("report.pdf"), field("stream", "true")),
			rate("a stream's", "{{id `stream`}}", "inaccurate"),
			upload("own key", doc("report.pdf")).header("X-Provider-API-Key: sk-own"),
			rate("own key's", "{{id `own key`}}", "accurate"),
			upload("JSON", doc("small.json")),
			rate("JSON's", "{{id `JSON`}}", "accurate"),
			upload("came back", named("a.json", "{{body `PDF`}}")),
			rate("that came back", "{{id `came back`}}", "accurate"),
			upload("letter", doc("letter.pdf")),
			rate("a failure's", "{{id `letter`}}", "accurate"),
			upload("shared", doc("report.pdf"), field("biompin", "true")),
			get("retrieved", retrieve+"?biom_pin={{code `shared`}}"),
			rate("a retrieval's", "{{id `retrieved`}}", "accurate"),
			in("with a byte order mark", mark+`{"request_id":"{{id `+"`shared`"+`}}","rating":"accurate"}`).by(feedbackMark),
			rate("nobody's", some, "accurate"),
			rate("no UUID", "x", "accurate"),
			rate("UUID in braces", "{"+some+"}", "accurate"),
			rate("UUID in capitals", strings.ToUpper(some), "accurate"),
			rate("good", some, "good"),
			rate("Accurate", some, "Accurate"),
			in("no rating", `{"request_id":"`+some+`"}`),
			in("rating is null", `{"request_id":"`+some+`","rating":null}`),
			in("a comment too", strings.Replace(body, "{", `{"comment":"x",`, 1)),
			in("a member twice", strings.Replace(body, "{", `{"rating":"accurate",`, 1)),
			in("another letter case", strings.Replace(body, "rating", "Rating", 1)),
			in("empty", ""),
			in("no JSON", "rating=accurate"),
			in("array", "["+body+"]"),
			in("two", body+body),
			in("empty object", "{}"),
			in("256 bytes", body+strings.Repeat(" ", 256-len(body))),
			in("257 bytes", body+strings.Repeat(" ", 257-len(body))),
			in("text", body).without("Content-Type").header("Content-Type: text/plain"),
			in("form", "rating=accurate").without("Content-Type").header("Content-Type: application/x-www-form-urlencoded"),
			in("no type", body).without("Content-Type"),
			in("charset", body).without("Content-Type").header("Content-Type: application/json;charset=UTF-8"),
			in("type in capitals", body).without("Content-Type").header("Content-Type: Application/JSON"),
			in("problem+json", body).without("Content-Type").header("Content-Type: application/problem+json"),
			in("chunked", body).encoded("chunked"),
			in("gzip", body).encoded("gzip").by(gzipBodies),
			in("br", body).header("Content-Encoding: br").by(gzipBodies),
			in("a slash at the end", body).line("POST "+feedback+"/ HTTP/1.1").by(slashes),
			get("GET", feedback+"?request_id="+some),
			get("used", usage),
		),
		conversation("ratings without analytics", smallServer,
			rate("nobody's", some, "accurate"),
			rate("no UUID", "x", "accurate"),
		),
	}
}
