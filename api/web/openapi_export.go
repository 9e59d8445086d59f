package web

import (
	"biom/shared/biometry"
	"biom/shared/problem"
)

func exportOperation() object {
	return object{
		"operationId": "exportReports",
		"tags":        []any{"Reports"},
		"summary":     "Export reports as CSV, XLSX and JSON in a ZIP",
		"description": "`csv` is one table with two rows for each report: the right eye with `right_eye` 1, the left eye with 0. `xlsx` is " +
			"the same table as a workbook, with a sheet of what to check and one that explains the columns. `json` is one file for each report, named by " +
			"patient ID (without one, by the date) and device. Every response is validated as on upload. " +
			"It costs no credit and needs no key. An archive that cannot be completed is cut, never shortened: its connection breaks.",
		"requestBody": object{
			"required": true,
			"description": "In one piece with its `Content-Length`, not chunked. At most 10 MiB and 1,000 reports, " +
				"if the deployment does not say otherwise" + encodings,
			"content": jsonBody("ExportRequest", example{"One report as CSV and workbook", object{
				"responses": []any{object{"json_data": exampleRead(), "filename": "report.pdf"}},
				"formats":   []any{"csv", "xlsx"},
			}}),
		},
		"responses": exportResponses(),
	}
}

const badExport = "The body is no valid export; details.errors lists every fault."

func exportResponses() object {
	return object{
		"200": archive(),
		"400": failure(400, "`Content-Length` is invalid or more than what came, or `responses` or `formats` is empty (`HTTP_ERROR`)",
			newError("No responses", problem.HTTP, "responses is empty: name at least one report."),
			newError("No formats", problem.HTTP, "formats is empty: name at least one of csv, xlsx and json, or leave it out for all three."),
			newError("Body cut", problem.HTTP, "Content-Length is invalid: the body ended before as many bytes had come.")),
		"408": tooSlow("The body came too slowly and was given up."),
		"411": failure(411, "`Content-Length` is missing (`HTTP_ERROR`)",
			newError("No Content-Length", problem.HTTP, "Content-Length is missing: send the body in one piece, with its length.")),
		"413": failure(413, "The body is too large, or has too many responses (`PAYLOAD_TOO_LARGE`)",
			newError("Large body", problem.PayloadTooLarge, "The body is larger than 10485760 bytes, the most that is taken. Export in several parts."),
			newError("Many reports", problem.PayloadTooLarge, "There are 1001 reports in responses; at most 1000 are taken. Export in several parts.")),
		"415": notDecodable(),
		"422": failure(422, "Not JSON, a member missing or wrong, an unsupported format, or a response that is not valid (`REQUEST_VALIDATION_ERROR`). "+
			"`error.details.errors` lists the faults as `path` and `message`, such as `responses[3].json_data.data.right_eye.AL`",
			invalid("Unsupported format", badExport, biometry.Faults{{Path: "formats[0]", Message: "must be csv, xlsx or json"}}),
			invalid("Impossible value", badExport, biometry.Faults{{Path: "responses[3].json_data.data.right_eye.AL", Message: "must be between 14 and 40 mm"}})),
		"500": failure(500, "The archive could not be made (`INTERNAL_ERROR`)",
			newError("Not made", problem.Internal, "The export could not be made. Try again; if it persists, report the request ID.")),
		"503": failure(503, "Too many exports are under way, or the exporter cannot be reached (`INTERNAL_ERROR`)",
			newError("Many exports", problem.Internal, "Too many exports are under way. Try again shortly."), restarting()),
	}
}

func archive() object {
	return object{
		"description": "The archive",
		"headers": object{
			"X-Request-ID":        headerRef("X-Request-ID"),
			"Content-Disposition": headerRef("Content-Disposition"),
		},
		"content": object{"application/zip": object{"schema": object{"type": "string", "contentMediaType": "application/zip"}}},
	}
}

func exportSchemas() object {
	return object{
		"ExportRequest": object{
			"type": "object", "required": []any{"responses"},
			"properties": object{
				"responses": object{"type": "array", "minItems": 1, "items": ref("ExportItem"), "description": "The reports, in the order of the rows"},
				"formats": object{
					"type": "array", "minItems": 1, "items": object{"type": "string", "enum": []any{"csv", "xlsx", "json"}},
					"default": []any{"csv", "xlsx", "json"}, "description": "What the archive shall hold",
				},
				"failed":  object{"type": "array", "items": ref("ExportFailed"), "description": "Files that were not read: the archive lists them in a table of their own, and the workbook in the sheet `Review`"},
				"csv_bom": object{"type": "boolean", "default": false, "description": "Whether the tables in CSV begin with a byte order mark. Excel needs it to read them as UTF-8; many programs take it for a part of the first name"},
			},
		},
		"ExportFailed": object{
			"type": "object", "required": []any{"filename"},
			"properties": object{"filename": text("Name of the file"), "message": text("Why it was not read")},
		},
		"ExportItem": object{
			"type": "object", "required": []any{"json_data", "filename"},
			"properties": object{
				"json_data": ref("StandardAPIResponse"),
				"filename":  text("Name of the file that the report was read from, for the tables"),
			},
		},
	}
}
