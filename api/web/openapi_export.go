package web

func exportOperation() object {
	return object{
		"operationId": "exportReports",
		"tags":        []any{"Reports"},
		"summary":     "Export reports as CSV, XLSX and JSON in a ZIP",
		"description": "`csv` is one table with two rows for each report: the right eye with `right_eye` 1, the left eye with 0. `xlsx` is " +
			"the same table as a workbook, with units, and a sheet that explains the columns. `json` is one file for each report, named by " +
			"patient ID (without one, by the date) and device. Every response is validated as on upload. " +
			"It costs no credit and needs no key. An archive that cannot be completed is cut, never shortened: its connection breaks.",
		"parameters": []any{object{
			"name": "Content-Length", "in": "header", "required": true,
			"description": "The body must come in one piece, not chunked", "schema": object{"type": "integer", "minimum": 0},
		}},
		"requestBody": object{
			"required":    true,
			"description": "At most 10 MiB and 1,000 reports, if the deployment does not say otherwise",
			"content":     object{"application/json": object{"schema": ref("ExportRequest")}},
		},
		"responses": object{
			"200": object{
				"description": "The archive",
				"headers": object{
					"X-Request-ID":        headerRef("X-Request-ID"),
					"Content-Disposition": object{"required": true, "schema": object{"type": "string"}, "description": "attachment, with the name of the archive"},
				},
				"content": object{"application/zip": object{"schema": object{"type": "string", "contentMediaType": "application/zip"}}},
			},
			"400": failure("`Content-Length` is invalid or more than what came, or `responses` or `formats` is empty (`HTTP_ERROR`)", false),
			"408": failure("The body came too slowly", false),
			"411": failure("`Content-Length` is missing (`HTTP_ERROR`)", false),
			"413": failure("The body is too large, or has too many responses (`PAYLOAD_TOO_LARGE`)", false),
			"422": failure("Not JSON, a member missing or wrong, an unsupported format, or a response that is not valid (`REQUEST_VALIDATION_ERROR`). "+
				"`error.details.errors` lists the faults as `path` and `message`, such as `responses[3].json_data.data.right_eye.AL`", false),
			"500": failure("The archive could not be made", false),
			"503": failure("Too many exports are under way, or the exporter cannot be reached", true),
		},
	}
}

func exportSchemas() object {
	return object{
		"ExportRequest": object{
			"type": "object", "required": []any{"responses"},
			"properties": object{
				"responses": object{"type": "array", "minItems": 1, "items": ref("ExportItem")},
				"formats": object{
					"type": "array", "minItems": 1, "items": object{"type": "string", "enum": []any{"csv", "xlsx", "json"}},
					"default": []any{"csv", "xlsx", "json"}, "description": "What the archive shall hold",
				},
			},
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
