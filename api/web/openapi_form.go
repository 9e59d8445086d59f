package web

func formSchemas() object { return object{"ProcessForm": processForm()} }

// formName is the pattern of names in the form.
const formName = "^[A-Za-z0-9._~-]{1,64}$"

// booleans lists how a boolean of a form or of a query may be written.
const booleans = "true/false, t/f, 1/0, yes/no, y/n, on/off"

// processForm describes the form of an upload. The schema of a file can only say
// that it consists of bytes; the extension x-json-content names the schemas of a
// .json file.
func processForm() object {
	flag := func(about string) object {
		return object{"type": "boolean", "default": false, "description": about + " (" + booleans + ")"}
	}
	return object{
		"type": "object", "required": []any{"file"},
		"properties": ordered{
			{"file", object{
				"type": "string", "contentMediaType": "application/octet-stream",
				"description": "PDF, JPG, PNG, GIF, BMP or JSON, by the extension of its name, and at most 15 MiB if the deployment does not say otherwise. " +
					"A .json file holds an `UploadDocument` or a saved `StandardAPIResponse`, in UTF-8",
				"x-json-content": object{"anyOf": []any{ref("UploadDocument"), ref("StandardAPIResponse")}},
			}},
			{"biompin", flag("Create a share: the response carries its code, or null if none could be made")},
			{"stream", flag("Answer with progress events and the result as server-sent events")},
			{"service_tier", object{
				"type": "string", "enum": []any{"standard", "slow"}, "default": "standard",
				"description": "PDF and images only: slow costs half and may take much longer",
			}},
			{"evidence", flag("PDF and images only: say where each value stands in the document, in the member `evidence` of the response")},
			{"batch", object{
				"type": "string", "pattern": formName,
				"description": "The name of a batch, chosen by the caller. The request is kept as a job, and goes on when its client leaves",
			}},
			{"callback", object{
				"type": "string", "pattern": formName,
				"description": "The name of an endpoint that is called when the job has ended; the operator has allowed it for the user of the service key",
			}},
		},
	}
}
