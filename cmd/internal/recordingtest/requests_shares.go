package recordingtest

// shares returns conversations about share codes.
func shares() []Conversation {
	find := func(name, query string) Request { return get(name, retrieve+query) }
	const code = "{{code `made`}}"
	made := upload("made", doc("complete.json"), field("biompin", "true"))
	return []Conversation{
		conversation("shares", modelServer,
			made,
			find("found", "?biom_pin="+code),
			find("found again", "?biom_pin="+code),
			find("blanks around", "?biom_pin=%20"+code+"+"),
			find("hyphens as %2D", "?biom_pin={{edit (code `made`) `-` `%2D`}}"),
			find("other parameters", "?utm_source=mail&biom_pin="+code+"&lang=de"),
			find("with an empty key", "?biom_pin="+code+"&api_key=").by(emptyOptions),
			find("with a key", "?biom_pin="+code+"&api_key={{key `clinic`}}"),
			find("with a fragment's sign", "?biom_pin="+code+"%23"),
			request("its head", "HEAD", retrieve+"?biom_pin="+code),
			find("a slash at the end", "/?biom_pin="+code).by(slashes),
			find("used with the key", "").line("GET "+usage+"?api_key={{key `clinic`}} HTTP/1.1"),
			get("used", usage).by(slashes),
		),
		conversation("wrong codes", modelServer,
			find("none", ""),
			find("empty", "?biom_pin="),
			find("twice", "?biom_pin=abandon-ability-123456&biom_pin=abandon-ability-123456"),
			find("pin", "?pin=abandon-ability-123456"),
			find("biompin", "?biompin=abandon-ability-123456"),
			find("in capitals", "?BIOM_PIN=abandon-ability-123456"),
			find("five digits", "?biom_pin=abandon-ability-12345"),
			find("seven digits", "?biom_pin=abandon-ability-1234567"),
			find("letters", "?biom_pin=abandon-ability-12345x"),
			find("one word", "?biom_pin=abandon-123456"),
			find("three words", "?biom_pin=abandon-ability-able-123456"),
			find("blanks for hyphens", "?biom_pin=abandon%20ability%20123456"),
			find("no hyphens", "?biom_pin=abandonability123456"),
			find("other digits", "?biom_pin=abandon-ability-%EF%BC%91%EF%BC%92%EF%BC%93456"),
			find("of 5000 letters", "?biom_pin={{repeat 5000 `a`}}"),
			find("cannot be decoded", "?biom_pin=%zz"),
			find("unknown", "?biom_pin=abandon-ability-123456"),
			find("unknown words", "?biom_pin=zzzz-yyyy-000000"),
			find("unknown in capitals", "?biom_pin=ABANDON-ABILITY-123456"),
			request("POST", "POST", retrieve).header("Content-Type: application/json").body(`{"biom_pin":"abandon-ability-123456"}`),
			get("used", usage),
		),
		conversation("a share that is destroyed", modelServer,
			made,
			find("wrong", "?biom_pin={{wrong (code `made`)}}"),
			find("wrong again", "?biom_pin={{wrong (code `made`)}}"),
			find("right between", "?biom_pin="+code),
			find("wrong for the third time", "?biom_pin={{wrong (code `made`)}}"),
			find("right, too late", "?biom_pin="+code),
			get("used", usage),
		),
	}
}

// repeats returns a conversation about the header Idempotency-Key.
func repeats() []Conversation {
	again := func(name, key string, parts ...string) Request {
		return upload(name, parts...).header("Idempotency-Key: " + key)
	}
	pdf, json := doc("report.pdf"), doc("small.json")
	return []Conversation{conversation("repeats", modelServer,
		again("JSON", "key-1", json),
		again("JSON again", "key-1", json),
		again("with blanks around", "  key-1  ", json),
		again("as a stream", "key-1", json, field("stream", "true")),
		again("another name", "key-1", named("b.json", "{{doc `small.json`}}")),
		again("another file", "key-1", doc("complete.json")),
		again("another option", "key-1", json, field("biompin", "true")),
		again("another kind", "key-1", pdf),
		again("by somebody else", "key-1", json).key("clinic"),
		again("PDF", "8e03978e-40d5-43e8-bc93-6894a57f9324", pdf),
		again("PDF again", "8e03978e-40d5-43e8-bc93-6894a57f9324", pdf),
		again("PDF as a stream", "8e03978e-40d5-43e8-bc93-6894a57f9324", pdf, field("stream", "true")),
		again("PDF, slow", "8e03978e-40d5-43e8-bc93-6894a57f9324", pdf, field("service_tier", "slow")),
		again("stream first", `"quoted"`, pdf, field("stream", "true")),
		again("then not", `"quoted"`, pdf),
		again("shared", "key-2", json, field("biompin", "true")),
		again("shared again", "key-2", json, field("biompin", "true")),
		again("a doubtful value", "key-3", doc("doubtful.pdf")).by(withheldListed),
		again("a doubtful value again", "key-3", doc("doubtful.pdf")).by(withheldListed),
		again("nothing in it", "key-4", doc("letter.pdf")),
		again("nothing in it again", "key-4", doc("letter.pdf")),
		again("damaged", "key-5", doc("damaged.pdf")),
		again("damaged again", "key-5", doc("damaged.pdf")),
		again("a fault in the JSON", "key-6", named("a.json", "{}")),
		again("the fault is mended", "key-6", json),
		again("empty", "", json),
		again("not ASCII", "schlüssel", json),
		again("of 255 letters", "{{repeat 255 `k`}}", json),
		again("of 256 letters", "{{repeat 256 `k`}}", json),
		again("twice", "key-7", json).header("Idempotency-Key: key-7"),
		get("used with the key", usage+"?api_key={{key `clinic`}}"),
		get("used", usage),
	)}
}
