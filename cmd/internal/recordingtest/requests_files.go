package recordingtest

// files returns conversations about kinds of files, and about their reading.
func files() []Conversation {
	pdf := "{{doc `report.pdf`}}"
	return []Conversation{
		conversation("kinds of files", modelServer,
			upload("PDF", named("a.pdf", pdf)),
			upload("PDF in capitals", named("A.PDF", pdf)),
			upload("GIF", doc("report.gif")),
			upload("PNG", doc("report.png")),
			upload("BMP", doc("report.bmp")),
			upload("JPG", doc("report.jpg")),
			upload("JPEG", named("a.JPEG", "{{doc `report.jpg`}}")),
			upload("TIFF", named("a.tiff", "II*")),
			upload("HEIC", named("a.heic", "x")),
			upload("DOCX", named("a.docx", "PK")),
			upload("DICOM", named("a.dcm", "DICM")),
			upload("XML", named("a.xml", "<x/>")),
			upload("CSV", named("a.csv", "AL,23")),
			upload("no extension", named("report", pdf)),
			upload("only an extension", named(".pdf", pdf)),
			upload("dot at the end", named("a.pdf.", pdf)),
			upload("two extensions", named("a.pdf.exe", pdf)),
			upload("blank after the extension", named("a.pdf ", pdf)),
			upload("JSON as PDF", named("a.pdf", small)),
			upload("PDF as JSON", named("a.json", pdf)),
			upload("PNG as JPG", named("a.jpg", "{{doc `report.png`}}")),
			upload("JPG as PNG", named("a.png", "{{doc `report.jpg`}}")),
			upload("GIF as PDF", named("a.pdf", "{{doc `report.gif`}}")),
			upload("HTML as PDF", named("a.pdf", "<!DOCTYPE html><html></html>")),
			upload("empty PDF", named("a.pdf", "")),
			upload("empty PNG", named("a.png", "")),
			upload("PDF without its end", named("a.pdf", "%PDF-1.7\n1 0 obj")),
			upload("PDF after other bytes", named("a.pdf", "\r\n\r\n"+pdf)),
			upload("PDF before other bytes", named("a.pdf", pdf+"\n\n\n")),
			upload("GIF without its end", named("a.gif", "GIF89a\x01")),
			upload("damaged PDF", doc("damaged.pdf")),
			get("used", usage),
		),
		conversation("biom's own reader", localServer,
			upload("PDF", doc("report.pdf")),
			upload("PDF, slow", doc("report.pdf"), field("service_tier", "slow")),
			upload("PDF as a stream", doc("report.pdf"), field("stream", "true")),
			upload("PDF, shared", doc("report.pdf"), field("biompin", "true")),
			get("the share", retrieve+"?biom_pin={{code `PDF, shared`}}"),
			upload("letter", doc("letter.pdf")),
			upload("letter as a stream", doc("letter.pdf"), field("stream", "true")),
			upload("damaged PDF", doc("damaged.pdf")),
			upload("damaged PDF as a stream", doc("damaged.pdf"), field("stream", "true")),
			upload("JSON as a stream, shared", doc("small.json"), field("stream", "true"), field("biompin", "true")),
			get("status", status),
			get("health", health),
			get("used", usage),
		),
	}
}

// extractions returns conversations about readings by a model.
func extractions() []Conversation {
	const stream = "stream"
	withFault := func(fault string) []Request {
		ask := upload(fault, doc("report.pdf")).header("X-Provider-API-Key: " + faultyKey + fault)
		streamed := upload(fault+" as a stream", doc("report.pdf"), field(stream, "true")).header("X-Provider-API-Key: " + faultyKey + fault)
		return []Request{ask, streamed}
	}
	faults := conversation("a vendor's faults", modelServer)
	for _, fault := range []string{"401", "403", "break-schema", "swap-eyes", "invent", "obey", "refuse", "truncated"} {
		requests := withFault(fault)
		if fault == "invent" {
			requests = []Request{requests[0].by(withheldListed), requests[1].by(withheldListed)}
		}
		faults.Requests = append(faults.Requests, requests...)
	}
	faults.Requests = append(faults.Requests, get("used", usage))
	return []Conversation{
		conversation("readings", modelServer,
			upload("PDF", doc("report.pdf")),
			upload("slow", doc("report.pdf"), field("service_tier", "slow")),
			upload("shared", doc("report.pdf"), field("biompin", "true")),
			upload("a doubtful value", doc("doubtful.pdf")).by(withheldListed),
			upload("nothing in it", doc("letter.pdf")),
			upload("damaged", doc("damaged.pdf")),
			upload("picture", doc("report.png")),
			get("used", usage),
		),
		conversation("streams", modelServer,
			upload("PDF", doc("report.pdf"), field(stream, "true")),
			upload("slow", doc("report.pdf"), field(stream, "1"), field("service_tier", "slow")),
			upload("shared", doc("report.pdf"), field(stream, "yes"), field("biompin", "yes")),
			upload("a doubtful value", doc("doubtful.pdf"), field(stream, "on")).by(withheldListed),
			upload("nothing in it", doc("letter.pdf"), field(stream, "true")),
			upload("damaged", doc("damaged.pdf"), field(stream, "true")),
			upload("picture", doc("report.gif"), field(stream, "true")),
			upload("JSON", doc("small.json"), field(stream, "true")),
			upload("JSON, shared", doc("complete.json"), field(stream, "true"), field("biompin", "true")),
			get("the share of it", retrieve+"?biom_pin={{code `JSON, shared`}}"),
			upload("JSON with a fault", named("a.json", "{}"), field(stream, "true")),
			upload("no JSON", named("a.json", "x"), field(stream, "true")),
			upload("no file", field(stream, "true")).by(partNames),
			upload("wrong kind", named("a.tiff", "x"), field(stream, "true")),
			upload("stream before a faulty option", doc("small.json"), field(stream, "true"), field("biompin", "x")).by(moreBooleans),
			upload("Accept: text/event-stream", doc("small.json"), field(stream, "true")).header("Accept: text/event-stream"),
			upload("Accept without stream", doc("small.json")).header("Accept: text/event-stream"),
			upload("Last-Event-ID", doc("small.json"), field(stream, "true")).header("Last-Event-ID: 3"),
			upload("HTTP 1.0", doc("small.json"), field(stream, "true")).line("POST "+process+" HTTP/1.0"),
			get("used", usage),
		),
		faults,
	}
}
