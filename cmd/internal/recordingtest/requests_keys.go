package recordingtest

// keys returns conversations about service keys and the keys of a vendor.
func keys() []Conversation {
	const bearer = "Authorization: Bearer {{key `clinic`}}"
	ask := func(name, query string, headers ...string) Request { return get(name, usage+query).header(headers...) }
	return []Conversation{
		conversation("service keys", modelServer,
			ask("none", ""),
			ask("Bearer", "", bearer),
			ask("bearer in lower case", "", "authorization: bearer {{key `clinic`}}"),
			ask("BEARER and two blanks", "", "Authorization: BEARER  {{key `clinic`}}"),
			ask("in the query", "?api_key={{key `clinic`}}"),
			ask("in both", "?api_key={{key `clinic`}}", bearer),
			ask("the header's is another", "?api_key={{key `clinic`}}", "Authorization: Bearer {{key `other`}}"),
			ask("wrong in the header, right in the query", "?api_key={{key `clinic`}}", "Authorization: Bearer biom_wrong"),
			ask("right in the header, wrong in the query", "?api_key=biom_wrong", bearer),
			ask("unknown", "", "Authorization: Bearer biom_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"),
			ask("unknown in the query", "?api_key=biom_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"),
			ask("mistyped", "", "Authorization: Bearer biom_wrong"),
			ask("of another service", "", "Authorization: Bearer sk-123456"),
			ask("Bearer without a key", "", "Authorization: Bearer"),
			ask("Bearer and a blank", "", "Authorization: Bearer "),
			ask("empty header", "", "Authorization:"),
			ask("empty in the query", "?api_key=").by(emptyOptions),
			ask("without = in the query", "?api_key").by(emptyOptions),
			ask("empty in the query, right in the header", "?api_key=", bearer),
			ask("empty and right in the query", "?api_key=&api_key={{key `clinic`}}").by(emptyOptions),
			ask("twice the same in the query", "?api_key={{key `clinic`}}&api_key={{key `clinic`}}"),
			ask("two in the query", "?api_key={{key `clinic`}}&api_key={{key `other`}}"),
			ask("two headers", "", bearer, "Authorization: Bearer {{key `other`}}"),
			ask("the same header twice", "", bearer, bearer),
			ask("Basic", "", "Authorization: Basic dXNlcjpwYXNz").by(otherScheme),
			ask("Basic and a key in the query", "?api_key={{key `clinic`}}", "Authorization: Basic dXNlcjpwYXNz"),
			ask("Basic and Bearer", "", "Authorization: Basic dXNlcjpwYXNz", bearer),
			ask("without Bearer", "", "Authorization: {{key `clinic`}}").by(otherScheme),
			ask("Token", "", "Authorization: Token {{key `clinic`}}").by(otherScheme),
			ask("in X-API-Key", "", "X-API-Key: {{key `clinic`}}"),
			ask("in capitals in the query", "?API_KEY={{key `clinic`}}"),
			ask("a blank after it in the query", "?api_key={{key `clinic`}}%20"),
			ask("query that cannot be decoded", "?api_key=%zz"),
			ask("semicolon in the query", "?api_key={{key `clinic`}};x=1"),
			upload("process with it in the query", doc("small.json")).line("POST "+process+"?api_key={{key `clinic`}} HTTP/1.1"),
			upload("process with a wrong one", doc("small.json")).header("Authorization: Bearer biom_wrong"),
			upload("process with an empty one", doc("small.json")).line("POST "+process+"?api_key= HTTP/1.1").by(emptyOptions),
			upload("process with Basic", doc("small.json")).header("Authorization: Basic dXNlcjpwYXNz").by(otherScheme),
			upload("process with a query that cannot be decoded", doc("small.json")).line("POST "+process+"?x=%zz HTTP/1.1"),
			upload("process with it in the form", doc("small.json"), field("api_key", "{{key `clinic`}}")),
			get("retrieve with a wrong one", retrieve+"?biom_pin=abandon-ability-123456&api_key=biom_wrong"),
			get("status with a wrong one", status+"?api_key=biom_wrong"),
			get("health with Basic", health).header("Authorization: Basic dXNlcjpwYXNz"),
			post("feedback with a wrong one", feedback, `{}`).header("Authorization: Bearer biom_wrong"),
			ask("used by the user", "", bearer),
			ask("used by the address", ""),
		),
		conversation("keys of the vendor", modelServer,
			ask("not asked for", "", "X-Provider-API-Key: sk-own"),
			ask("right", "?validate=true", "X-Provider-API-Key: sk-own"),
			ask("wrong", "?validate=true", "X-Provider-API-Key: sk-wrong"),
			ask("validate without a key", "?validate=true"),
			ask("the vendor is away", "?validate=true", "X-Provider-API-Key: sk-away").by(providerAway),
			ask("empty", "?validate=true", "X-Provider-API-Key:"),
			ask("blank", "?validate=true", "X-Provider-API-Key:   "),
			ask("twice", "?validate=true", "X-Provider-API-Key: sk-own", "X-Provider-API-Key: sk-own"),
			ask("with a blank inside", "?validate=true", "X-Provider-API-Key: sk own"),
			ask("not ASCII", "?validate=true", "X-Provider-API-Key: schlüssel"),
			ask("of 3000 letters", "?validate=true", "X-Provider-API-Key: {{repeat 3000 `k`}}"),
			ask("with a service key", "?validate=1&api_key={{key `clinic`}}", "X-Provider-API-Key: sk-own"),
			upload("with JSON it means nothing", doc("small.json")).header("X-Provider-API-Key: sk-wrong"),
			upload("right, PDF", doc("report.pdf")).header("X-Provider-API-Key: sk-own"),
			upload("right, PDF, slow", doc("report.pdf"), field("service_tier", "slow")).header("X-Provider-API-Key: sk-own"),
			upload("right, PDF, stream", doc("report.pdf"), field("stream", "true")).header("X-Provider-API-Key: sk-own"),
			upload("wrong, PDF", doc("report.pdf")).header("X-Provider-API-Key: sk-wrong"),
			upload("wrong, PDF, stream", doc("report.pdf"), field("stream", "true")).header("X-Provider-API-Key: sk-wrong"),
			upload("empty, PDF", doc("report.pdf")).header("X-Provider-API-Key:"),
			upload("twice, PDF", doc("report.pdf")).header("X-Provider-API-Key: sk-own", "X-Provider-API-Key: sk-other"),
			upload("both keys, PDF", doc("report.pdf")).key("clinic").header("X-Provider-API-Key: sk-own"),
			ask("used by the user", "?api_key={{key `clinic`}}"),
			ask("used by the address", ""),
		),
		conversation("validate", modelServer, validations()...),
	}
}

// The spellings of booleans.
var (
	booleans = []string{"true", "TRUE", "True", "1", "yes", "Yes", "on", "ON", "false", "False", "0", "no", "NO", "off"}
	// newBooleans are taken since the change. The others are no booleans; the faults say which are.
	newBooleans = []string{"t", "T", "y", "f", "n", "N", "2", "-1", "01", "tru", "wahr", "null", "undefined", `"true"`, "true,false"}
)

// validations returns requests with each spelling of the option validate.
func validations() (out []Request) {
	for _, value := range booleans {
		out = append(out, get("validate="+value, usage+"?validate="+value))
	}
	for _, value := range newBooleans {
		out = append(out, get("validate="+value, usage+"?validate="+value).by(moreBooleans))
	}
	return append(out,
		get("empty", usage+"?validate=").by(emptyOptions),
		get("without =", usage+"?validate").by(emptyOptions),
		get("blank", usage+"?validate=%20").by(moreBooleans),
		get("blanks around", usage+"?validate=%20true+").by(moreBooleans),
		get("twice", usage+"?validate=true&validate=true"),
		get("once empty", usage+"?validate=&validate=true"),
		get("in capitals", usage+"?Validate=maybe"),
		get("other parameters", usage+"?validated=maybe&x=%20"),
		get("a query that cannot be decoded", usage+"?validate=%zz"),
	)
}
